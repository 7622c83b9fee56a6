/* SPDX-License-Identifier: GPL-3.0-or-later */
/* long double and x87: all its widths in memory, conversions, the control
   word, comparisons, arguments and results, complex numbers.  */
/* test: events -O2 */
/* test: events -m32 -O2 */
/* test: not alpha/ aarch64/streams-x87 riscv64/streams-x87 ia64/ */

#include <complex.h>
#include <math.h>
#include <stdio.h>

#define ld long double

volatile short sixteen = -12;
volatile int thirty_two = 12345;
volatile long sixty_four = -9876543210;
volatile float single = 1.25f;
volatile double twice = 2.5;
volatile ld extended = 3.75L;
static ld table[16];
static volatile ld results[8];

__attribute__ ((noinline)) static ld
polynomial (ld x, const ld *c, int n)
{
  ld sum = 0;
  for (int i = n - 1; i >= 0; i--)
    sum = sum * x + c[i];
  return sum;
}

__attribute__ ((noinline)) static void
convert (void)
{
  results[0] = sixteen + (ld) thirty_two * sixty_four;
  results[1] = single / (ld) twice - extended;
  sixteen = (short) results[1];
  thirty_two = (int) (results[0] / 1e9L);
  sixty_four = (long) (results[0] / 3);
  single = (float) results[0];
  twice = (double) results[1];
  extended = -extended + (unsigned long) sixty_four;
}

__attribute__ ((noinline)) static int
order (ld a, ld b)
{
  return a < b ? -1 : a > b ? 1 : a == b ? 0 : 2;
}

__attribute__ ((noinline)) static ld complex
rotate (ld complex z, ld x, int n)
{
  for (int i = 0; i < n; i++)
    z = z * (x + I) / 2;
  return z;
}

__attribute__ ((noinline)) static ld
many (ld a, int b, ld c, double d, ld e, ld f, ld g)
{
  return a * b + c * d - e / f + g;
}

int
main (void)
{
  for (int i = 0; i < 16; i++)
    table[i] = i * 0.5L - 3;
  ld sum = 0;
  for (int i = 0; i < 60; i++)
    {
      sum += polynomial (i / 60.0L, table, 3 + i % 14);
      convert ();
      sum += order (results[0], sum) + order (table[i % 16], 0.5L * (i % 7));
      ld complex z = rotate (i + 0.5L * I, sum / 1000, i % 5);
      results[i % 8] = creall (z) + cimagl (z);
      sum += many (i, i, sum / 2, i * 0.1, 3, i + 1, results[3]) / 1000;
      sum = fabsl (sum) > 1e6L ? sqrtl (fabsl (sum)) : sum;
    }
  printf ("%.6Lf %d %ld\n", sum, thirty_two, sixty_four);
  return 0;
}
