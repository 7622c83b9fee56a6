/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Floating point: every comparison with ordinary numbers, zeros, infinities
   and NaNs; float, double and long double; compares that need two jumps.  */
/* test: cfi all */

#include <math.h>
#include <stdio.h>

volatile double zero;

#define COMPARES(T, name)						\
  __attribute__ ((noinline)) static int					\
  name (T a, T b)							\
  {									\
    int r = 0;								\
    if (a < b) r += 1;							\
    if (a <= b) r += 2;							\
    if (a > b) r += 4;							\
    if (a >= b) r += 8;							\
    if (a == b) r += 16;						\
    if (a != b) r += 32;						\
    if (isunordered (a, b)) r += 64;					\
    if (islessgreater (a, b)) r += 128;					\
    if (!(a < b)) r += 256;						\
    if (isless (a, b) || a == b + b) r += 512;				\
    while (a > b && r < 2000) { r += 1024; a -= 1; }			\
    return r;								\
  }

COMPARES (float, in_float)
COMPARES (double, in_double)
COMPARES (long double, in_long_double)

__attribute__ ((noinline)) static double
root (double x)
{
  double y = x > 1 ? x : 1;
  for (int i = 0; i < 60; i++)
    {
      double next = (y + x / y) / 2;
      if (next == y)
	break;
      y = next;
    }
  return y;
}

int
main (void)
{
  double values[] = { 0, -0.0, 1, -1, 0.1, 1e300, -1e-300, 1 / zero,
		      -1 / zero, zero / zero, 3, 7.5 };
  int n = sizeof values / sizeof *values;
  unsigned sum = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      sum = sum * 3 + in_float (values[i], values[j])
	    + 5 * in_double (values[i], values[j])
	    + 7 * in_long_double (values[i], values[j]);
  double total = 0;
  for (int i = 1; i < 80; i++)
    total += root (i * 1.7);
  printf ("%u %.6f\n", sum, total);
  return 0;
}
