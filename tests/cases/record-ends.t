# SPDX-License-Identifier: GPL-3.0-or-later
# However a process ends, librecord's file has what it recorded: exit, _exit, exec, signals,
# SIGKILL; children of fork have files of their own; descriptors may be closed; with a limit
# to the size of files, or without a kernel that helps, the program goes on, and the file
# says what is missing.

>>> x86_64 librecord

>>> ends.c
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
static volatile long sum;
static void __attribute__ ((noinline))
work (long n)
{
  for (long i = 0; i < n; i++)
    if (((i * 0x9e3779b97f4a7c15 >> 20) * i >> 30) % 7 > 2)
      sum += i;
}
static void *
thread (void *n)
{
  work ((long) n);
  return NULL;
}
int
main (int argc, char **argv)
{
  long n = atol (argv[2]);
  pthread_t id[4];
  if (strcmp (argv[1], "close") == 0)
    for (int fd = 3; fd < 1024; fd++)
      close (fd);
  work (n);
  switch (argv[1][0])
    {
    case '_':
      _exit (0);
    case 'e':
      if (argv[1][1] == 'x')
	execl (argv[0], argv[0], "last", "500", NULL);
      break;
    case 'f':
      if (fork () == 0)
	{
	  work (2 * n);
	  _exit (0);
	}
      wait (NULL);
      work (n);
      break;
    case 'C':
      if (syscall (SYS_clone, SIGCHLD, 0, 0, 0, 0) == 0)
	{
	  work (2 * n);
	  _exit (0);
	}
      wait (NULL);
      work (n);
      break;
    case 's':
      raise (SIGSTOP);
      break;
    case 'k':
      raise (SIGKILL);
    case 't':
      raise (SIGTERM);
    case 'p':
      for (long i = 0; i < 4; i++)
	pthread_create (id + i, NULL, thread, (void *) (n * (i + 1)));
      for (int i = 0; i < 4; i++)
	pthread_join (id[i], NULL);
      break;
    case 'm':
      pthread_create (id, NULL, thread, (void *) n);
      pthread_exit (NULL);
    }
  return 0;
}

>>> refuses.c
#include <errno.h>
#include <linux/filter.h>
#include <linux/seccomp.h>
#include <stddef.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <unistd.h>
static volatile long sum;
static void __attribute__ ((noinline))
work (long n)
{
  for (long i = 0; i < n; i++)
    if (i * i % 7 > 2)
      sum += i;
}
int
main (void)
{
  struct sock_filter only[] = {
    BPF_STMT (BPF_LD | BPF_W | BPF_ABS, offsetof (struct seccomp_data, nr)),
    BPF_JUMP (BPF_JMP | BPF_JEQ | BPF_K, SYS_exit_group, 1, 0),
    BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ERRNO | EPERM),
    BPF_STMT (BPF_RET | BPF_K, SECCOMP_RET_ALLOW)
  };
  struct sock_fprog program = { 4, only };
  work (1000);
  if (prctl (PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0)
      || prctl (PR_SET_SECCOMP, SECCOMP_MODE_FILTER, &program))
    _exit (77);
  work (1000000);
  _exit (0);
}

>>> run
lib=${LIBHALT%halt.a}record.a
$CC -w -O1 -pthread $PLUGIN $(arg cbr routines=$lib) ends.c "$lib" -Wl,--no-as-needed -lzstd -o ends
# Two branches in each round of work's loop, and some more.
try ()
{
  echo "-- $1"
  rm -f *.trace*
  HALT_FILE=it.trace ./ends "$@" >/dev/null 2>&1 || echo "exit $?"
  for t in it.trace*; do
    "$HALT" play --check "$t" ends | sed -e 's/^thread [0-9]*: \([0-9]*\)[0-9][0-9] events, .*, \([0-9]*\) events missing/\1xx, \2 lost/' | sort
  done
}
try return 1000
try _exit 100000
try exec 1000
try fork 1000
try close 300000
try kill 300000
try term 1000
try pthread 10000
try main 1000
ls | grep trace
echo "-- a child by a system call"
rm -f *.trace*
HALT_FILE=it.trace ./ends Clone 100000
# It may have written to its parent's last granule until that was full.
for t in it.trace*; do
  "$HALT" play --check "$t" ends | awk '/^thread/ { n = $3 } END { print (n > 380000 && n < 420000 ? "all but some" : n), $0 }'
done
echo "-- two programs, one name"
rm -f *.trace*
cat >two.sh <<'END'
HALT_FILE=it.trace ./ends stop 1000 &
while ! [ -s it.trace ]; do sleep 0.1; done
while ! grep -q State:.*T /proc/$!/status; do sleep 0.1; done
HALT_FILE=it.trace ./ends return 2000
kill -CONT $!
wait $!
HALT_FILE=it.trace ./ends return 3000
END
bash two.sh
for t in it.trace*; do
  "$HALT" play --check "$t" ends | sed -n 's/^thread 1: \([0-9]*\)[0-9][0-9] events.*/\1xx/p'
done
echo "-- a small disk"
rm -f *.trace*
( ulimit -f 700; HALT_FILE=it.trace ./ends return 30000000; echo "exit $?" ) 2>&1 | sed "s/'[^']*'/FILE/"
"$HALT" play --check it.trace ends |
  sed 's/thread 1: \([0-9]*\) events, \([0-9]*\) .* granules, \([0-9]*\) events missing/\1 \3/' |
  awk 'NF == 2 { print ($1 > 1000 && $2 > 1000 && $1 + $2 > 60000000 && $1 + $2 < 60000010 ? "all are accounted for" : $0); next } { print }'
"$HALT" play --kind=entry it.trace ends 2>&1 | sed 's/: [0-9]* events/: N events/'
( ulimit -f 1; HALT_FILE=it.trace HALT_DEBUG=1 ./ends return 3000; echo "exit $?" ) 2>&1 | sed "s/'[^']*'/FILE/"
echo "-- nowhere"
HALT_FILE=/nowhere/x.trace ./ends return 300000 2>&1
HALT_FILE=/dev/null ./ends return 300000 2>&1

echo "-- a kernel that refuses"
$CC -w -O1 $PLUGIN $(arg cbr routines=$lib) refuses.c "$lib" -Wl,--no-as-needed -lzstd -o refuses
status=0; HALT_FILE=it.trace timeout 100 ./refuses || status=$?
[ $status = 77 ] && echo "all are accounted for" ||
  "$HALT" play --check it.trace refuses |
  awk '/^thread/ { n = $3 + $(NF - 2) } END { print (n > 2002000 && n < 2002010 ? "all are accounted for" : n) }'
[ $status = 77 ] || [ $status = 0 ] || echo "exit $status"

echo "-- SIGKILL"
$CC -w -O2 $PLUGIN $(arg cbr load routines=$lib) "$TESTS/programs/record-kill.c" "$lib" -Wl,--no-as-needed -lzstd -o kill
setarch -R true 2>/dev/null || skip "no setarch -R here"
python3 "$TESTS/programs/record-kill.py" ./kill 6

>>> out
-- return
20xx, 0 lost
complete
-- _exit
2000xx, 0 lost
complete
-- exec
20xx, 0 lost
the process was killed, or called exec, or runs
10xx, 0 lost
complete
-- fork
40xx, 0 lost
complete
40xx, 0 lost
complete
-- close
6010xx, 0 lost
complete
-- kill
exit 137
6000xx, 0 lost
the process was killed, or called exec, or runs
-- term
exit 143
20xx, 0 lost
complete
-- pthread
200xx, 0 lost
200xx, 0 lost
400xx, 0 lost
600xx, 0 lost
800xx, 0 lost
complete
-- main
20xx, 0 lost
20xx, 0 lost
complete
it.trace
-- a child by a system call
all but some complete
all but some complete
-- two programs, one name
60xx
40xx
-- a small disk
halt: not all is recorded in FILE: File too large
exit 0
all are accounted for
File too large
ghalt: 'it.trace': N events at the ends of threads are missing: File too large
ghalt: 'it.trace' has no events that the options choose; 'ghalt play --check' says how many each thread has
halt: cannot record to FILE: File too large
exit 0
-- nowhere
halt: cannot record to '/nowhere/x.trace': No such file or directory
-- a kernel that refuses
all are accounted for
-- SIGKILL
killed 6 times, several lengths
