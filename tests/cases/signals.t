# SPDX-License-Identifier: GPL-3.0-or-later
# Signals land anywhere, inside pots too; their handlers are instrumented
# themselves, call routines that destroy all they may, and change nothing.

>>> prog.c
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <sys/time.h>

static volatile sig_atomic_t hits, fizz;

static void
handler (int signal)
{
  (void) signal;
  double x = hits;
  for (int i = 0; i < 20; i++)
    if (i % 3 == 0)
      x = sqrt (x + i);
  hits++;
  fizz += x > 2;
}

__attribute__ ((noinline)) static unsigned
work (unsigned n, double *d)
{
  unsigned a = 1, b = 2, c = 3;
  double x = .5, y = 1.5;
  for (unsigned i = 0; i < n; i++)
    {
      a = a * 1664525 + 1013904223;
      if (a & 0x10000)
	b ^= a, x = x * .5 + y;
      else
	c += b, y = y * .25 + 1;
      if ((int) (a - b) < (int) c)
	c--;
    }
  *d = x + y;
  return a + b + c;
}

int
main (void)
{
  double x, y;
  unsigned a = work (30000, &x);
  struct itimerval often = { { 0, 500 }, { 0, 500 } };
  struct sigaction action = { .sa_handler = handler };
  sigaction (SIGALRM, &action, 0);
  setitimer (ITIMER_REAL, &often, 0);
  for (int i = 0; i < 200 || hits < 500; i++)
    if (work (30000, &y) != a || x != y)
      {
	printf ("wrong after %d signals\n", hits);
	return 1;
      }
  puts (hits >= 500 && fizz ? "right" : "no signals");
  return 0;
}

>>> run
for option in -O0 -O2; do
  both $option prog.c
  cat instrumented.out
done

>>> out
right
right
