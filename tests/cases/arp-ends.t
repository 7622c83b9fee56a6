# SPDX-License-Identifier: GPL-3.0-or-later
# ARP's file is written however a process ends: also in the middle of malloc, of a callback,
# in a process that becomes a daemon, beside libhalt; in the folder in which it was begun.

>>> prog.c
#define _GNU_SOURCE
#include <assert.h>
#include <atomium_rp.h>
#include <pthread.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/time.h>
#include <sys/wait.h>
#include <unistd.h>
static int kill_inside;
static void
set (const arp_sid s, void *data, void *c)
{
  (void) s, (void) c;
  *(int *) data = 4;
  if (kill_inside)
    {
      kill_inside = 0;
      raise (SIGTERM);
    }
}
static void
kernel (int n)
{
  for (int i = 0; i < n; i++)
    {
      arp_enter (ARP_SELF, 2, 0);
      arp_enter_kernel (ARP_SELF, 1, 0);
      arp_leave_kernel (ARP_SELF, 1);
      arp_leave (ARP_SELF, 2);
    }
}
static void *
other (void *p)
{
  kernel (2);
  kill (getpid (), SIGTERM);
  for (;;)
    pause ();
  return p;
}
static void
back (int sig)
{
  (void) sig;
}
int
main (int argc, char **argv)
{
  const char *how = argv[1];
  int status;
  pthread_t id;
  if (!strcmp (argv[2], "binary"))
    arp_set_output_file_format (arp_binary);
  arp_add_callbacks (arp_int, 0, set, 0, 0, 0);
  arp_start (1, 2, !strcmp (argv[2], "sums") ? arp_record_histogram : arp_record_all, 0, 0, 0, 0, 0);
  if (!strcmp (how, "daemon"))
    {
      arp_finish ();
      prctl (PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
      if (fork () == 0)
	execl (argv[0], argv[0], "daemon-it", argv[2], NULL);
      wait (&status);
      wait (&status);
      return WEXITSTATUS (status);
    }
  kernel (3);
  if (!strcmp (how, "_exit"))
    _exit (3);
  if (!strcmp (how, "quick_exit"))
    quick_exit (3);
  if (!strcmp (how, "abort"))
    abort ();
  if (!strcmp (how, "assert"))
    {
      signal (SIGABRT, back);
      assert (argc == 7);
    }
  if (!strcmp (how, "term"))
    raise (SIGTERM);
  if (!strcmp (how, "inside"))
    {
      kill_inside = 1;
      kernel (5);
    }
  if (!strcmp (how, "null"))
    *(volatile int *) 0 = 1;
  if (!strcmp (how, "chdir") && chdir ("/"))
    return 1;
  if (!strcmp (how, "vfork"))
    {
      if (vfork () == 0)
	_exit (1);
      kernel (1);
      _exit (3);
    }
  if (!strcmp (how, "malloc"))
    {
      const struct itimerval every = { { 0, 0 }, { 0, 100000 } };
      setitimer (0, &every, NULL);
      for (;;)
	{
	  void *p[100];
	  for (int i = 0; i < 100; i++)
	    p[i] = malloc (i * 100);
	  for (int i = 0; i < 100; i++)
	    free (p[i]);
	}
    }
  if (!strcmp (how, "thread"))
    {
      pthread_create (&id, NULL, other, NULL);
      for (;;)
	pause ();
    }
  if (!strcmp (how, "daemon-it"))
    {
      if (daemon (0, 0))
	return 1;
      kernel (4);
      _exit (6);
    }
  return 9;
}

>>> run
ends_processes
lib=${LIBHALT%/*}
# ends HOW: the status, how many samples there are.
ends ()
{
  for mode in all binary sums; do
    rm -f data.arp halt.prof*
    status=0; ./prog $1 $mode 2>/dev/null || status=$?
    echo "$1 $mode: $status, $("$HALT" arp --format=json data.arp | python3 -c '
import json, sys
print(sum(s["count"] for p in json.load(sys.stdin)["paths"] for s in p["samples"]))')$(ls halt.prof* 2>/dev/null | sed 's/[0-9][0-9]*$/N/;s/^/ /' | tr -d '\n')"
  done
}
try ()
{
  for how in _exit quick_exit abort assert term inside null chdir vfork malloc thread daemon; do
    ends $how
  done >out
  [ -f first ] || cp out first
  diff first out && echo same
}
gcc="$CC -w -O1 -pthread $INCLUDE prog.c"
$gcc "$lib/libarp.a" -Wl,--wrap=pthread_create -o prog
try
cat first
echo "* shared"
$gcc "$lib/libarp.so.0" -Wl,-rpath,"$lib" -o prog
try
echo "* static"
$gcc -static "$lib/libarp.a" -Wl,--wrap=pthread_create -o prog
try
echo "* beside libhalt"
$gcc $PLUGIN $(arg cbr) "$lib/libarp.a" -Wl,--wrap=pthread_create "$LIBHALT" -o prog
ends _exit
ends term
ends daemon

>>> out
same
_exit all: 3, 3
_exit binary: 3, 3
_exit sums: 3, 3
quick_exit all: 3, 3
quick_exit binary: 3, 3
quick_exit sums: 3, 3
abort all: 134, 3
abort binary: 134, 3
abort sums: 134, 3
assert all: 134, 3
assert binary: 134, 3
assert sums: 134, 3
term all: 143, 3
term binary: 143, 3
term sums: 143, 3
inside all: 143, 4
inside binary: 143, 4
inside sums: 143, 4
null all: 139, 3
null binary: 139, 3
null sums: 139, 3
chdir all: 9, 3
chdir binary: 9, 3
chdir sums: 9, 3
vfork all: 3, 4
vfork binary: 3, 4
vfork sums: 3, 4
malloc all: 142, 3
malloc binary: 142, 3
malloc sums: 142, 3
thread all: 143, 5
thread binary: 143, 5
thread sums: 143, 5
daemon all: 6, 7
daemon binary: 6, 7
daemon sums: 6, 7
* shared
same
* static
same
* beside libhalt
_exit all: 3, 3 halt.prof
_exit binary: 3, 3 halt.prof
_exit sums: 3, 3 halt.prof
term all: 143, 3 halt.prof
term binary: 143, 3 halt.prof
term sums: 143, 3 halt.prof
daemon all: 6, 7 halt.prof halt.prof.N
daemon binary: 6, 7 halt.prof halt.prof.N
daemon sums: 6, 7 halt.prof halt.prof.N
