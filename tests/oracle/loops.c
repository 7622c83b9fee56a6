/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loops of every shape: counted up and down, nested, with break and continue,
   tested at the end, over pointers, never entered.  */
/* test: cfi all */
/* What a branch costs, and so what becomes one, is the machine's.  */
/* test: not riscv64/streams-loops-O2 */

#include <stdio.h>

volatile int length = 37;

static int
triangle (int n)
{
  int sum = 0;
  for (int i = 0; i < n; i++)
    for (int j = i; j > 0; j -= 2)
      {
	if ((i ^ j) % 5 == 3)
	  continue;
	if (sum > 5000 && j > 30)
	  break;
	sum += i * j;
      }
  return sum;
}

static unsigned
collatz (unsigned n)
{
  unsigned steps = 0;
  do
    {
      n = n % 2 ? 3 * n + 1 : n / 2;
      steps++;
    }
  while (n != 1);
  return steps;
}

static const char *
find (const char *p, const char *end, char c)
{
  while (p < end && *p != c)
    ++p;
  return p;
}

static int
never (int n)
{
  int s = 0;
  while (n < 0)
    s += n++;
  return s;
}

int
main (void)
{
  static const char text[] = "the quick brown fox jumps over the lazy dog";
  int n = length, total = 0;
  for (int i = 0; i < 6; i++)
    total += triangle (n + i);
  for (unsigned i = 1; i < 60; i++)
    total += collatz (i);
  for (char c = 'a'; c <= 'z'; c++)
    total += find (text, text + sizeof text - 1, c) - text;
  total += never (n);
  for (unsigned i = n; i-- > 0;)
    total ^= i;
  printf ("%d\n", total);
  return 0;
}
