/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls: many arguments, pushed; many registers saved; results in memory;
   through pointers; sibling calls, direct and through pointers and tables; nested
   functions; callbacks from the library.  */
/* test: events -O2 */
/* test: events -m32 -O2 */
/* test: steps */

#include <stdio.h>
#include <stdlib.h>

typedef int function (int, int);
struct triple { long x, y, z; };

volatile int seed = 5;

__attribute__ ((noinline)) static int
add (int a, int b)
{
  return a + b;
}

__attribute__ ((noinline)) static int
mix (int a, int b)
{
  return add (b * 3, a ^ seed);
}

__attribute__ ((noinline)) static int
choose (int a, int b)
{
  return a < b ? mix (a, b) : add (b, a);
}

static function *const table[] = { add, mix, choose };

__attribute__ ((noinline)) static int
through (int a, int b, function *f)
{
  return f (b, a);
}

__attribute__ ((noinline)) static int
by_table (int a, int b)
{
  return table[a % 3] (a, b);
}

__attribute__ ((noinline)) static long
ten (int a, long b, char c, short d, int e, int f, int g, long h, char i, int j)
{
  return a + b * 2 + c * 3 + d * 4 + e * 5 + f * 6 + g * 7 + h * 8 + i * 9
	 + j * 10;
}

__attribute__ ((noinline)) static struct triple
make (long a, struct triple t)
{
  struct triple r = { t.x + a, t.y * a, t.z - a };
  return r;
}

__attribute__ ((noinline)) static long
busy (long a, long b, long c, long d)
{
  long e = add (a, b), f = add (b, c), g = add (c, d), h = add (d, a),
       i = add (e, g), j = add (f, h);
  for (int k = 0; k < 3; k++)
    {
      a += add (e, f) + k;
      b ^= add (g, h);
      c -= i * j;
    }
  return a + b + c + d + e + f + g + h + i + j;
}

__attribute__ ((noinline)) static int
compare (const void *a, const void *b)
{
  return *(const int *) a - *(const int *) b;
}

__attribute__ ((noinline)) static long
nested (int n)
{
  long total = n;
  __attribute__ ((noinline)) int visit (int a, int b)
  {
    total += a * b;
    return total & 15;
  }
  return through (n, n + 1, visit) + total;
}

int
main (void)
{
  long sum = 0;
  struct triple t = { 1, 2, 3 };
  int numbers[12];
  for (int k = 0; k < 25; k++)
    {
      sum += through (k, seed, table[k % 3]) + by_table (k, 7);
      sum += ten (k, k + 1, k + 2, 3, k * 4, 5, sum & 7, k, 8, k + 9);
      t = make (k, t);
      sum += busy (k, t.x, t.y & 255, t.z) + nested (k);
    }
  for (int i = 0; i < 12; i++)
    numbers[i] = i * 29 % 12;
  qsort (numbers, 12, sizeof *numbers, compare);
  printf ("%ld %d\n", sum, numbers[3]);
  return 0;
}
