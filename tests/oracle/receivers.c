/* SPDX-License-Identifier: GPL-3.0-or-later */
/* __builtin_setjmp and __builtin_longjmp.  They are no calls in machine code,
   and to report them changes it.  events without: setlongjmp */
/* test: events -O2 */
/* test: not alpha/steps- aarch64/steps- riscv64/steps- */

#include <stdio.h>

static void *back[5];
volatile int limit = 40;

__attribute__ ((noinline)) static void
leap (int n)
{
  if (n > 4)
    __builtin_longjmp (back, 1);
  leap (n + 1);
  limit++;
}

__attribute__ ((noinline)) static int
builtin (void)
{
  volatile int n = 0;
  if (__builtin_setjmp (back))
    {
      if (++n > 9)
	return n;
    }
  leap (n % 5);
  return -1;
}

int
main (void)
{
  printf ("%d\n", builtin ());
  return 0;
}
