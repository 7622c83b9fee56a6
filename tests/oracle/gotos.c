/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A mess of gotos: into loops, out of nests, two loops that share a body, and
   an irreducible region.  */

#include <stdio.h>

volatile int start = 5;

__attribute__ ((noinline)) static int
tangle (int n)
{
  int i = 0, j = 0, sum = 0;
  if (n & 1)
    goto middle;
top:
  if (i++ >= n)
    goto out;
  for (j = 0; j < 7; j++)
    {
    middle:
      sum += i ^ j;
      if (sum % 13 == 0)
	goto top;
      for (int k = 0; k < j; k++)
	if ((sum += k) % 17 == 4)
	  goto next;
      sum ^= 1;
    next:;
    }
  goto top;
out:
  return sum;
}

__attribute__ ((noinline)) static int
irreducible (int n)
{
  int a = 0, b = 0;
  if (n % 3 == 0)
    goto left;
right:
  b++;
  if (b > n)
    return a * 100 + b;
  if ((a + b) % 4 == 1)
    goto right;
left:
  a++;
  if (a % 5 == 2)
    goto left;
  goto right;
}

__attribute__ ((noinline)) static int
machine (const char *s)
{
  int words = 0;
blank:
  if (!*s)
    return words;
  if (*s++ == ' ')
    goto blank;
  words++;
word:
  if (!*s)
    return words;
  if (*s++ != ' ')
    goto word;
  goto blank;
}

int
main (void)
{
  long sum = 0;
  for (int i = 0; i < 30; i++)
    sum += tangle (start + i % 23) * 3 + irreducible (start + i)
	   + machine ("  go to   statement considered harmful  ");
  printf ("%ld\n", sum);
  return 0;
}
