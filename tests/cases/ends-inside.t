# SPDX-License-Identifier: GPL-3.0-or-later
# Ends that the C library or the kernel makes itself: daemon, abort after a handler that
# returns or is none, a handler that is to be called once, exit_group; the program sees the
# handlers that it knows.

>>> prog.c
#define _GNU_SOURCE
#include <assert.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <unistd.h>
extern sighandler_t __sysv_signal (int, sighandler_t), bsd_signal (int, sighandler_t);
__attribute__ ((noipa)) void
work (void)
{
}
static void
back (int sig)
{
  (void) sig;
  work ();
}
static void
again (int sig)
{
  work ();
  raise (sig);
}
static void
set (int sig, sighandler_t handler, int flags)
{
  struct sigaction action = { .sa_handler = handler, .sa_flags = flags };
  sigaction (sig, &action, 0);
}
int
main (int argc, char **argv)
{
  const char *how = argv[1];
  for (int i = 0; i < 10; i++)
    work ();
  if (!strcmp (how, "daemon"))
    {
      int status;
      prctl (PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0);
      if (fork () == 0)
	{
	  for (int i = 0; i < 100; i++)
	    work ();
	  if (daemon (1, 0))
	    return 1;
	  for (int i = 0; i < 1000; i++)
	    work ();
	  return getsid (0) == getpid () ? 6 : 5;
	}
      for (int i = 0; i < 2; i++)
	if (wait (&status) > 0)
	  printf ("%d ", WEXITSTATUS (status));
    }
  if (!strcmp (how, "reset"))
    {
      set (SIGTERM, again, SA_RESETHAND);
      raise (SIGTERM);
    }
  if (!strcmp (how, "reset-null"))
    {
      set (SIGSEGV, back, SA_RESETHAND);
      *(volatile int *) 0 = 1;
    }
  if (!strcmp (how, "sysv"))
    {
      __sysv_signal (SIGTERM, back);
      raise (SIGTERM);
      raise (SIGTERM);
    }
  if (!strcmp (how, "sysv-default"))
    {
      __sysv_signal (SIGTERM, SIG_DFL);
      raise (SIGTERM);
    }
  if (!strcmp (how, "sigset"))
    {
      sigset (SIGTERM, back);
      raise (SIGTERM);
      sigset (SIGTERM, SIG_DFL);
      raise (SIGTERM);
    }
  if (!strcmp (how, "ssignal"))
    {
      ssignal (SIGTERM, back);
      raise (SIGTERM);
      bsd_signal (SIGTERM, SIG_DFL);
      raise (SIGTERM);
    }
  if (!strcmp (how, "hold"))
    {
      printf ("%d", sigset (SIGTERM, SIG_HOLD) == SIG_DFL);
      raise (SIGTERM);
      work ();
      printf ("%d", sigset (SIGTERM, SIG_IGN) == SIG_HOLD);
      printf ("%d", sigset (SIGTERM, back) == SIG_IGN);
      printf ("%d", sigset (SIGTERM, SIG_DFL) == back);
      printf ("%d", sigset (SIGTERM, SIG_DFL) == SIG_DFL);
      printf ("%d", ssignal (SIGINT, SIG_DFL) == SIG_DFL);
      printf ("%d", bsd_signal (SIGINT, back) == SIG_DFL);
      printf ("%d%d", sigset (0, back) == SIG_ERR, sigset (SIGINT, SIG_ERR) == SIG_ERR);
      fflush (stdout);
      sigset (SIGTERM, SIG_HOLD);
      raise (SIGTERM);
      sigrelse (SIGTERM);
    }
  if (!strcmp (how, "abort-handled"))
    {
      signal (SIGABRT, back);
      abort ();
    }
  if (!strcmp (how, "abort-ignored"))
    {
      signal (SIGABRT, SIG_IGN);
      abort ();
    }
  if (!strcmp (how, "assert"))
    {
      set (SIGABRT, back, 0);
      assert (argc == 7);
    }
  if (!strcmp (how, "call"))
    syscall (SYS_exit_group, 6);
  if (!strcmp (how, "query"))
    {
      struct sigaction old;
      set (SIGTERM, back, SA_RESETHAND);
      sigaction (SIGTERM, 0, &old);
      printf ("%d%d", old.sa_handler == back, (old.sa_flags & (SA_RESETHAND | SA_SIGINFO)) == SA_RESETHAND);
      raise (SIGTERM);
      sigaction (SIGTERM, 0, &old);
      printf ("%d%d", old.sa_handler == SIG_DFL, old.sa_flags == 0);
      printf ("%d", signal (SIGABRT, back) == SIG_DFL);
      printf ("%d", signal (SIGABRT, SIG_IGN) == back);
      printf ("%d", signal (SIGABRT, SIG_DFL) == SIG_IGN);
      set (SIGABRT, back, SA_NODEFER);
      raise (SIGABRT);
      sigaction (SIGABRT, 0, &old);
      printf ("%d%d", old.sa_handler == back, old.sa_flags & SA_NODEFER ? 1 : 0);
    }
  return 9;
}

>>> run
ends_processes
# ends HOW: how often work was counted in each process, the status, what was said.
ends ()
{
  rm -f *.prof*
  (./prog $1 >said && echo 0 >status || echo $? >status) 2>/dev/null
  echo "$1: status $(cat status) $(cat said)"
  for f in *.prof*; do
    "$HALT" report --format=csv prog $f | awk -F, '$4 == "work" { print "  " $14 }'
  done | sort
}
for options in "$(arg entry)" "$(arg entry count)" "-static $(arg entry)"; do
  echo "* ${options#* }" | sed 's/-fplugin-arg-halt-//g'
  $CC -O1 -w $PLUGIN $options prog.c "$LIBHALT" -o prog
  for how in daemon reset reset-null sysv sysv-default sigset ssignal hold abort-handled abort-ignored assert query; do
    case $how$options in
      # There the C library may use its own.
      abort-ignored-static*) continue ;;
    esac
    ends $how
  done
  case $($CC -dumpmachine) in
    x86_64-*) ends call ;;
    *) printf 'call: status 6 \n  10\n' ;;
  esac
done

>>> out
* entry
daemon: status 9 0 6 
  10
  100
  1000
reset: status 143 
  11
reset-null: status 139 
  11
sysv: status 143 
  11
sysv-default: status 143 
  10
sigset: status 143 
  11
ssignal: status 143 
  11
hold: status 143 111111111
  11
abort-handled: status 134 
  11
abort-ignored: status 134 
  10
assert: status 134 
  11
query: status 9 111111111
  12
call: status 6 
  10
* entry count
daemon: status 9 0 6 
  10
  100
  1000
reset: status 143 
  11
reset-null: status 139 
  11
sysv: status 143 
  11
sysv-default: status 143 
  10
sigset: status 143 
  11
ssignal: status 143 
  11
hold: status 143 111111111
  11
abort-handled: status 134 
  11
abort-ignored: status 134 
  10
assert: status 134 
  11
query: status 9 111111111
  12
call: status 6 
  10
*  entry
daemon: status 9 0 6 
  10
  100
  1000
reset: status 143 
  11
reset-null: status 139 
  11
sysv: status 143 
  11
sysv-default: status 143 
  10
sigset: status 143 
  11
ssignal: status 143 
  11
hold: status 143 111111111
  11
abort-handled: status 134 
  11
assert: status 134 
  11
query: status 9 111111111
  12
call: status 6 
  10
