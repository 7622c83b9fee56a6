/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Conditions: && and || nested in one another, negated, with side effects and
   as values; bit tests; chains of comparisons with the same number.  */
/* What a branch costs, and so what becomes one, is the machine's.  */
/* test: not riscv64/streams-logic-O2 */

#include <stdio.h>

volatile unsigned seed = 99;
static int calls;

static int
ask (int x)
{
  calls++;
  return x & 1;
}

__attribute__ ((noinline)) static int
mixed (int a, int b, int c, int d)
{
  if ((a && b) || (c && !d))
    return 1;
  if (!(a || b) && (c || d))
    return 2;
  if (a > b ? c > d : c < d)
    return 3;
  return (a & 4) && (b & 2) ? 4 : 5;
}

__attribute__ ((noinline)) static int
effects (int a, int b)
{
  int n = 0;
  if (ask (a) && ask (b) && ask (a + b))
    n = 1;
  else if (ask (a >> 1) || ask (b >> 1))
    n = 2;
  return n + (ask (a >> 2) || ask (b >> 2));
}

__attribute__ ((noinline)) static int
bits (unsigned x)
{
  int n = 0;
  if (x & 0x80000000u)
    n++;
  if (x & 0x100)
    n += 2;
  if (!(x & 0xff))
    n += 4;
  if ((x & 6) == 4)
    n += 8;
  for (; x; x &= x - 1)
    n += 16;
  return n;
}

__attribute__ ((noinline)) static const char *
grade (int n)
{
  if (n < 40) return "f";
  else if (n < 50) return "d";
  else if (n == 50) return "just";
  else if (n < 70) return "c";
  else if (n < 85) return "b";
  return "a";
}

int
main (void)
{
  unsigned s = seed;
  int sum = 0;
  for (int i = 0; i < 700; i++)
    {
      s = s * 1664525 + 1013904223;
      unsigned r = s >> 8;
      sum += mixed (r & 7, r >> 3 & 3, r >> 5 & 1, r >> 6 & 1);
      sum += effects (r & 15, r >> 4 & 15) + bits (s);
      sum += *grade (r % 101);
    }
  printf ("%d %d\n", sum, calls);
  return 0;
}
