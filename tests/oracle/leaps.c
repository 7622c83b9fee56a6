/* SPDX-License-Identifier: GPL-3.0-or-later */
/* setjmp and longjmp: out of nests of calls, back into a loop, through frames
   with branches pending.  */
/* test: events -O2 */
/* test: events -m32 -O2 */
/* test: steps rest */
/* test: cfi all */

#include <setjmp.h>
#include <stdio.h>

static jmp_buf out;
volatile int limit = 40;

__attribute__ ((noinline)) static void
descend (int n, int bottom)
{
  if (n == bottom)
    longjmp (out, n + 1);
  if (n % 3)
    descend (n + 1, bottom);
  else
    descend (n + 2, bottom + (n > 30));
  if (n > 100)
    limit = 0;
}

__attribute__ ((noinline)) static int
attempt (int n)
{
  volatile int tries = 0;
  int r = setjmp (out);
  tries++;
  if (r == 0)
    descend (n % 2, n + (n % 2 ? 0 : 1) + 60 - n % 3);
  else if (tries < 4)
    longjmp (out, r - 1 ? r - 1 : 1);
  return tries * 100 + (r > 2 ? r : 0);
}

int
main (void)
{
  int sum = 0;
  for (volatile int i = 0; i < limit; i++)
    sum += attempt (i * 3 - i % 3);
  printf ("%d\n", sum);
  return 0;
}
