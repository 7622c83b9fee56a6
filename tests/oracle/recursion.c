/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Recursion: plain, mutual, in tail position, deep and broad.  */
/* test: events -O2 */
/* test: events -m32 -O2 -fPIC */
/* test: cfi rest */

#include <stdio.h>

volatile int depth = 15;

static int
fib (int n)
{
  return n < 2 ? n : fib (n - 1) + fib (n - 2);
}

__attribute__ ((noinline)) static int
ackermann (int m, int n)
{
  if (m == 0)
    return n + 1;
  if (n == 0)
    return ackermann (m - 1, 1);
  n = ackermann (m, n - 1);
  return ackermann (m - 1, n);
}

static int odd (unsigned n);

__attribute__ ((noinline)) static int
even (unsigned n)
{
  return n == 0 ? 1 : odd (n - 1);
}

__attribute__ ((noinline)) static int
odd (unsigned n)
{
  return n == 0 ? 0 : even (n - 1);
}

static int moves;

static void
hanoi (int n, int from, int to, int by)
{
  if (!n)
    return;
  hanoi (n - 1, from, by, to);
  if (from > to)
    moves++;
  hanoi (n - 1, by, to, from);
}

static int
queens (int n, unsigned columns, unsigned left, unsigned right)
{
  unsigned all = (1u << n) - 1, free = ~(columns | left | right) & all;
  int found = 0;
  if (columns == all)
    return 1;
  while (free)
    {
      unsigned bit = free & -free;
      free ^= bit;
      found += queens (n, columns | bit, (left | bit) << 1, (right | bit) >> 1);
    }
  return found;
}

int
main (void)
{
  int n = depth;
  hanoi (n - 5, 1, 3, 2);
  /* Machines evaluate arguments in different orders.  */
  int f = fib (n), a = ackermann (2, n), e = even (n * 20), o = odd (n * 20);
  int q = queens (6, 0, 0, 0);
  printf ("%d %d %d %d %d %d\n", f, a, e, o, moves, q);
  return 0;
}
