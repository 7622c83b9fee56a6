/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions with a cold part: unlikely paths, calls that do not return, and
   branches inside what is unlikely.

   exact: -fno-ipa-ra  */

#include <stdio.h>
#include <stdlib.h>

#define unlikely(x) __builtin_expect (!!(x), 0)

static int errors;
volatile int bound = 3000;

__attribute__ ((noreturn, noinline)) static void
finish (int status)
{
  printf ("%d\n", errors);
  exit (status ? 1 : 0);
}

__attribute__ ((cold, noinline)) static void
complain (int n)
{
  errors++;
  if (n % 2)
    errors += n % 7;
}

__attribute__ ((noinline)) static int
checked (int n, int limit)
{
  int sum = 0;
  if (unlikely (n > limit))
    {
      complain (n);
      if (n % 5 == 0)
	{
	  for (int i = 0; i < n % 11; i++)
	    if (i & 1)
	      complain (i);
	}
      else if (n % 3 == 0)
	complain (1);
      return -1;
    }
  for (int i = 0; i < n; i += 100)
    {
      if (unlikely (i == 2700))
	{
	  complain (i);
	  if (sum > 10)
	    sum = 0;
	}
      sum += i ^ n;
    }
  return sum;
}

__attribute__ ((noinline)) static int
divide (int a, int b)
{
  if (b == 0)
    finish (a != 17);
  if (unlikely (b < 0))
    {
      complain (b == -1 ? 3 : 4);
      b = -b;
    }
  return a / b;
}

int
main (void)
{
  long sum = 0;
  for (int i = 0; i < 500; i++)
    sum += checked (i * 7, bound);
  for (int i = 0;; i++)
    {
      sum += divide (i, 57 - i + (i < 20 ? -40 : 0));
      if (sum == 12345)
	abort ();
    }
}
