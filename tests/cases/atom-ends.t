# SPDX-License-Identifier: GPL-3.0-or-later
# ghalt atom: ProgramAfter is reached, once in each process, where the C library or a handler of
# the program's own ends it: a restored default action, handlers for one signal, abort, daemon,
# execveat.  The program sees the actions that it has set, and its status is the plain one.

>>> x86_64 ghalt atom

>>> prog.c
#define _GNU_SOURCE 1
#include <errno.h>
#include <fcntl.h>
#include <setjmp.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>
static sigjmp_buf back;
static void say (const char *text) { write (1, text, strlen (text)); }
static void restores (int n) { say ("crash\n"); signal (n, SIG_DFL); raise (n); }
static void kills (int n, siginfo_t *info, void *context)
{
  struct sigaction action = { .sa_handler = SIG_DFL };
  say (info->si_signo == n ? "crash with info\n" : "no info\n");
  sigaction (n, &action, NULL);
  kill (getpid (), n);
}
static void returns (int n) { say ("handler\n"); }
static void leaves (int n) { say ("leaves\n"); siglongjmp (back, 1); }
static void again (int n) { say ("again\n"); raise (n); }
static const char *name (void *handler)
{
  return handler == SIG_DFL ? "default" : handler == SIG_IGN ? "ignored" : handler == returns ? "returns" : "other";
}
int main (int argc, char **argv)
{
  struct sigaction action = { .sa_handler = returns }, old;
  char *words[] = { "echo", "executed", NULL }, *none[] = { NULL };
  setvbuf (stdout, NULL, _IONBF, 0);
  switch (atoi (argv[1]))
    {
    case 1: signal (SIGSEGV, restores); *(volatile int *) 8 = 1; break;
    case 2: action.sa_sigaction = kills; action.sa_flags = SA_SIGINFO; sigaction (SIGTERM, &action, NULL); raise (SIGTERM); break;
    case 3: action.sa_flags = SA_RESETHAND; sigaction (SIGUSR1, &action, NULL); raise (SIGUSR1); raise (SIGUSR1); break;
    case 4: sysv_signal (SIGALRM, again); raise (SIGALRM); break;
    case 5: action.sa_flags = SA_RESETHAND | SA_NODEFER; action.sa_handler = again; sigaction (SIGBUS, &action, NULL); raise (SIGBUS); break;
    case 6: signal (SIGABRT, returns); abort (); break;
    case 7: signal (SIGABRT, SIG_IGN); abort (); break;
    case 8: signal (SIGABRT, leaves); if (!sigsetjmp (back, 1)) abort (); puts ("left"); return 4;
    case 9:
      printf ("%s", name (signal (SIGINT, returns)));
      printf (" %s", name (signal (SIGINT, SIG_IGN)));
      printf (" %s", name (signal (SIGINT, SIG_DFL)));
      printf (" %s", name (signal (SIGINT, SIG_DFL)));
      action.sa_flags = SA_RESETHAND | SA_RESTART;
      sigaction (SIGINT, &action, &old);
      printf (" %s %x", name (old.sa_handler), old.sa_flags & ~0x4000000);
      sigaction (SIGINT, NULL, &old);
      printf (" %s %x", name (old.sa_handler), old.sa_flags & ~0x4000000);
      raise (SIGINT);
      sigaction (SIGINT, NULL, &old);
      printf (" %s", name (old.sa_handler));
      printf (" %d %d\n", signal (SIGKILL, SIG_DFL) == SIG_ERR && errno == EINVAL, sigaction (999, &action, &old));
      return 5;
    case 10: if (daemon (1, 1) == 0) { say ("daemon\n"); return getppid () == 0; } return 9;
    case 11: if (daemon (0, 1) == 0 && fork () == 0) { say ("child of daemon\n"); _exit (3); } wait (NULL); return 3;
    case 12: execveat (AT_FDCWD, "/bin/echo", words, none, 0); return 1;
    case 13: execveat (open ("/bin/echo", O_PATH), "", words, none, AT_EMPTY_PATH); return 1;
    case 14: execveat (AT_FDCWD, "/nowhere", words, none, 0); return 6;
    case 15: if (fork () == 0) { signal (SIGFPE, restores); raise (SIGFPE); } wait (NULL); return 7;
    case 16: signal (SIGQUIT, returns); raise (SIGQUIT); signal (SIGQUIT, SIG_DFL); raise (SIGQUIT); break;
    }
  return 0;
}
>>> inst.c
#include <halt/atom.h>
void Instrument (int argc, char **argv, Obj *obj)
{
  AddCallProto ("After()");
  AddCallProgram (ProgramAfter, "After");
}
>>> anal.c
#include <unistd.h>
void After (void) { write (1, "after\n", 6); }
>>> run
atom_library
ulimit -c 0
try ()
{
  $HALT atom prog inst.c anal.c
  for way in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16; do
    { ./prog $way && echo 0 || echo $?; } 2>shell | cat >plain
    { ./prog.atom $way && echo 0 || echo $?; } 2>shell | cat >mine
    # Processes at once may say what they say in any order.
    grep -v after mine | sort >said
    sort plain | same - said
    echo $way: $(grep -c after mine) after, $(sort plain)
  done
}
$CC -w -O2 $PLUGIN $(arg atom) prog.c -o prog
try | tee first
$CC -w -O1 -no-pie $PLUGIN $(arg atom) prog.c -o prog
try | same first -
$CC -w -O1 -static $PLUGIN $(arg atom) prog.c -o prog
try | same first -
if "$TESTS/toolchain/musl" -n i386 >no32 && $CC -m32 -w -O2 $PLUGIN $(arg atom) prog.c -o prog 2>no32; then
  try | same first -
fi
>>> out
1: 1 after, 139 crash
2: 1 after, 143 crash with info
3: 1 after, 138 handler
4: 1 after, 142 again
5: 1 after, 135 again
6: 1 after, 134 handler
7: 1 after, 134
8: 1 after, 4 leaves left
9: 1 after, default 1 -1 5 default returns ignored default default 10000000 returns 90000000handler
10: 2 after, 0 daemon
11: 3 after, 0 child of daemon
12: 1 after, 0 executed
13: 1 after, 0 executed
14: 1 after, 6
15: 2 after, 7 crash
16: 1 after, 131 handler
