# SPDX-License-Identifier: GPL-3.0-or-later
# Points are switched while the program stands at each instruction in turn: at a site,
# in a pot, in the middle of what surrounds it, also in a signal handler.

>>> x86_64 ghalt attach

>>> digits.c
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

extern char __executable_start, etext;
static volatile sig_atomic_t stop;
static volatile unsigned long rounds;

__attribute__ ((noipa)) static int
digits (unsigned n)
{
  int count = 1;
  while (n > 9)
    {
      n /= 10;
      count++;
    }
  return count;
}

static void
on_signal (int sig)
{
  if (digits (12345) != 5)
    abort ();
  stop |= sig == SIGTERM;
}

int
main (int argc, char **argv)
{
  size_t size = &etext - &__executable_start;
  char *before = malloc (size);
  memcpy (before, &__executable_start, size);
  signal (SIGTERM, on_signal);
  signal (SIGUSR1, on_signal);
  write (1, "ready\n", 6);
  if (argc > 1)
    while (!stop)
      raise (SIGUSR1);
  while (!stop)
    if (digits (rounds++) < 1 || digits (7) != 1 || digits (77) != 2)
      abort ();
  return memcmp (before, &__executable_start, size) != 0;
}

>>> step.c
/* step PID N FILE: let the process execute N instructions and stay stopped; write what
   it stands at.  */
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/ptrace.h>
#include <sys/user.h>
#include <sys/wait.h>

int
main (int argc, char **argv)
{
  pid_t pid = atoi (argv[1]);
  int status;
  struct user_regs_struct regs;
  if (ptrace (PTRACE_ATTACH, pid, 0, 0) != 0 || waitpid (pid, &status, 0) != pid)
    return 77;
  for (int n = atoi (argv[2]); n > 0; n--)
    {
      int sig = WIFSTOPPED (status) ? WSTOPSIG (status) : 0;
      sig = sig == SIGTRAP || sig == SIGSTOP ? 0 : sig;
      if (ptrace (PTRACE_SINGLESTEP, pid, 0, sig) != 0 || waitpid (pid, &status, 0) != pid)
	return 1;
    }
  ptrace (PTRACE_GETREGS, pid, 0, &regs);
  printf ("%llx\n", regs.rip);
  return ptrace (PTRACE_DETACH, pid, 0, SIGSTOP) != 0;
}

>>> run
$CC -O2 -w step.c -o step
for how in '' count; do
  $CC -O2 -w -no-pie $PLUGIN $(arg switch cbr entry exit bb $how) digits.c $LIBHALT -o digits
  for handler in '' handler; do
    mkfifo out
    ./digits $handler >out &
    pid=$!
    read -r ready <out
    rm out
    for i in $(seq 40); do
      ./step $pid $((1 + i % 7)) >>places || exit 77
      $HALT attach $pid --on='*@digits' >/dev/null
      kill -CONT $pid
      ./step $pid $((1 + i % 9)) >>places
      $HALT attach $pid --off='*' >/dev/null
      kill -CONT $pid
    done
    kill $pid
    code wait $pid
  done
  # Some of them were in pots, behind the functions' code, others before it.
  echo "$(sort -u places | wc -l)" | awk '{ print ($1 > 20 ? "many places" : $1 " places") }'
  rm places
done

>>> out
many places
many places
