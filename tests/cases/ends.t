# SPDX-License-Identifier: GPL-3.0-or-later
# However a process ends, but by SIGKILL, its profile is kept, and it ends as it would
# have: _exit, quick_exit, abort, signals, a handler of its own first.  halt_dump
# and a signal that is asked for write it in the middle, halt_reset begins anew.

>>> prog.c
#define _GNU_SOURCE
#include <halt/halt.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/wait.h>
#include <unistd.h>

__attribute__ ((noipa)) void
work (void)
{
}

static volatile int *null;

static void
on_signal (int sig)
{
  puts ("its own handler");
  fflush (stdout);
  work ();
  signal (sig, SIG_DFL);
  raise (sig);
}

static void
deep (int sig, siginfo_t *info, void *context)
{
  (void) info, (void) context;
  printf ("signal %d\n", sig);
  fflush (stdout);
  work ();
  _exit (11);
}

__attribute__ ((noipa)) static int
overflow (int n)
{
  volatile char room[4096];
  room[0] = n;
  return n ? overflow (n + 1) + room[0] : 0;
}

static void *
other (void *argument)
{
  work ();
  return argument;
}

static int
is_default (int sig)
{
  struct sigaction a;
  return sigaction (sig, 0, &a) == 0 && a.sa_handler == SIG_DFL && a.sa_flags == 0;
}

int
main (int argc, char **argv)
{
  const char *how = argv[1];
  int number = argc > 2 ? atoi (argv[2]) : 0;
  stack_t stack = { .ss_sp = malloc (1 << 16), .ss_size = 1 << 16 };
  pthread_t thread;
  for (int i = 0; i < 10; i++)
    work ();
  if (!strcmp (how, "_exit"))
    _exit (3);
  if (!strcmp (how, "_Exit"))
    _Exit (4);
  if (!strcmp (how, "quick_exit"))
    quick_exit (5);
  if (!strcmp (how, "abort"))
    abort ();
  if (!strcmp (how, "null"))
    return *null;
  if (!strcmp (how, "raise"))
    raise (number);
  if (!strcmp (how, "own"))
    {
      signal (SIGTERM, on_signal);
      raise (SIGTERM);
    }
  if (!strcmp (how, "once"))
    {
      struct sigaction a = { .sa_handler = on_signal };
      sigaction (SIGSEGV, &a, 0);
      return *null;
    }
  if (!strcmp (how, "stack"))
    {
      struct sigaction a = { .sa_sigaction = deep,
			     .sa_flags = SA_SIGINFO | SA_ONSTACK };
      if (number)
	sigaction (SIGSEGV, &a, 0);
      sigaltstack (&stack, 0);
      return overflow (1);
    }
  if (!strcmp (how, "thread"))
    {
      pthread_create (&thread, 0, other, 0);
      pthread_join (thread, 0);
      kill (getpid (), SIGTERM);
    }
  if (!strcmp (how, "child"))
    {
      int status;
      if (fork () == 0)
	{
	  work ();
	  _exit (7);
	}
      wait (&status);
      if (vfork () == 0)
	_exit (status >> 8);
      wait (&status);
      return status >> 8;
    }
  if (!strcmp (how, "dump"))
    for (int i = 0; i < 3; i++)
      {
	work ();
	halt_dump ();
      }
  if (!strcmp (how, "asked"))
    raise (SIGUSR2);
  if (!strcmp (how, "dump") || !strcmp (how, "asked"))
    {
      work ();
      kill (getpid (), SIGKILL);
    }
  if (!strcmp (how, "reset"))
    {
      halt_reset ();
      work ();
    }
  if (!strcmp (how, "query"))
    {
      int first = is_default (SIGTERM) && signal (SIGINT, SIG_IGN) == SIG_DFL;
      int second = signal (SIGINT, SIG_DFL) == SIG_IGN;
      printf ("default %d %d %d\n", first, second, is_default (SIGINT));
    }
  return 9;
}

>>> run
ends_processes
# ends ARGUMENT...: how often work was counted in all, the status, what was said.
ends ()
{
  rm -f *.prof*
  (./prog "$@" >said && echo 0 >status || echo $? >status) 2>/dev/null
  echo "$*: $("$HALT" report --format=csv prog $(ls *.prof*) | awk -F, '$4 == "work" { print $14 }')," \
    "status $(cat status) $(cat said), $(ls -A | grep -c prof)"
}
for options in "$(arg entry cbr)" "$(arg entry cbr count)" "-static $(arg entry cbr)"; do
  echo "* ${options#* }" | sed 's/-fplugin-arg-halt-//g'
  $CC -O1 -w -pthread $INCLUDE $PLUGIN $options prog.c "$LIBHALT" -o prog
  for how in _exit _Exit quick_exit abort null 'raise 15' 'raise 1' 'raise 5' 'raise 8' 'raise 31' \
	     own once 'stack 0' 'stack 1' thread child dump reset query none; do
    ends $how
  done
  export HALT_SIGNAL=USR2
  ends asked
  unset HALT_SIGNAL
done

echo "* a place that the program brings with it"
mkdir place
$CC -O1 -w -pthread $INCLUDE $PLUGIN $(arg entry file=place/of-%p.prof) prog.c "$LIBHALT" -o prog
env -i ./prog none || :
HALT_FILE=said.prof ./prog none || :
ls place | sed 's/[0-9][0-9]*/N/'
ls *.prof

echo "* nowhere"
HALT_FILE=no/where code ./prog none 2>&1 | sed "s,'.*/no,'no,"
HALT_SIGNAL=USR3 code ./prog none 2>&1
code $CC $PLUGIN $(arg entry file) -c prog.c 2>&1 | sed -n 's/.*error: //p'

>>> out
* entry cbr
_exit: 10, status 3 , 1
_Exit: 10, status 4 , 1
quick_exit: 10, status 5 , 1
abort: 10, status 134 , 1
null: 10, status 139 , 1
raise 15: 10, status 143 , 1
raise 1: 10, status 129 , 1
raise 5: 10, status 133 , 1
raise 8: 10, status 136 , 1
raise 31: 10, status 159 , 1
own: 11, status 143 its own handler, 1
once: 11, status 139 its own handler, 1
stack 0: 10, status 139 , 1
stack 1: 11, status 11 signal 11, 1
thread: 11, status 143 , 1
child: 11, status 7 , 2
dump: 13, status 137 , 1
reset: 1, status 9 , 1
query: 10, status 9 default 1 1 1, 1
none: 10, status 9 , 1
asked: 10, status 137 , 1
* entry cbr count
_exit: 10, status 3 , 1
_Exit: 10, status 4 , 1
quick_exit: 10, status 5 , 1
abort: 10, status 134 , 1
null: 10, status 139 , 1
raise 15: 10, status 143 , 1
raise 1: 10, status 129 , 1
raise 5: 10, status 133 , 1
raise 8: 10, status 136 , 1
raise 31: 10, status 159 , 1
own: 11, status 143 its own handler, 1
once: 11, status 139 its own handler, 1
stack 0: 10, status 139 , 1
stack 1: 11, status 11 signal 11, 1
ghalt: note: counts of halt.prof may be too small: plain 'count' loses events in a process with several threads; compile with 'count=thread', which loses none
thread: 11, status 143 , 1
child: 11, status 7 , 2
dump: 13, status 137 , 1
reset: 1, status 9 , 1
query: 10, status 9 default 1 1 1, 1
none: 10, status 9 , 1
asked: 10, status 137 , 1
*  entry cbr
_exit: 10, status 3 , 1
_Exit: 10, status 4 , 1
quick_exit: 10, status 5 , 1
abort: 10, status 134 , 1
null: 10, status 139 , 1
raise 15: 10, status 143 , 1
raise 1: 10, status 129 , 1
raise 5: 10, status 133 , 1
raise 8: 10, status 136 , 1
raise 31: 10, status 159 , 1
own: 11, status 143 its own handler, 1
once: 11, status 139 its own handler, 1
stack 0: 10, status 139 , 1
stack 1: 11, status 11 signal 11, 1
thread: 11, status 143 , 1
child: 11, status 7 , 2
dump: 13, status 137 , 1
reset: 1, status 9 , 1
query: 10, status 9 default 1 1 1, 1
none: 10, status 9 , 1
asked: 10, status 137 , 1
* a place that the program brings with it
of-N.prof
halt.prof
said.prof
* nowhere
halt: cannot write profile 'no/where': No such file or directory
exit 9
halt: no signal that can be caught: HALT_SIGNAL 'USR3'
exit 9
halt: option 'file' needs the name of a profile, as in 'file=/var/tmp/prog-%p.prof'
