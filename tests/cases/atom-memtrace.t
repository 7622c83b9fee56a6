# SPDX-License-Identifier: GPL-3.0-or-later
# tools/atom/memtrace: lines that touch allocations so and so often.

>>> x86_64 ghalt atom

>>> a.c
#include <stdlib.h>
#define NO __attribute__ ((noinline, noipa))
NO int *
ints (int n)
{
  return realloc (malloc (n), n * sizeof (int));
}
NO void fill (volatile int *p, int n)
{
  for (int i = 0; i < n; i++)
    p[i] = i;
}
NO long sum (volatile char *p, int n)
{
  long s = 0;
  while (n--)
    s += *p++;
  return s;
}
static volatile int numbers[10];
int
main (void)
{
  int *a = malloc (100 * sizeof (int));
  volatile char *b = calloc (7, 5);
  int *c;
  fill (a, 100);
  fill (a, 50);
  long s = sum (b, 35);
  free (a);
  c = ints (20);
  fill (c, 20);
  fill (numbers, 10);
  s += sum ((char *) c, 80) + sum ((char *) numbers, 40);
  free (c);
  b[34] = 3;
  return s & 1;
}
>>> run
$CC -O2 $PLUGIN $(arg atom) a.c -o p
atom_tool memtrace p
./p || true
./p.memtrace || true
# What is no allocation: only the lines that touch numbers.
sed -n '/^no allocation/,/^[^ ]/p' memtrace.out | grep -e :11 -e :17
sed -n '/^a.c/,$p' memtrace.out
>>> out
             0 loads             10 stores  a.c:11 (fill)
            40 loads              0 stores  a.c:17 (sum)
a.c:6 (ints): 1 allocation, 20 bytes
a.c:6 (ints): 1 allocation, 80 bytes
             0 loads             20 stores  a.c:11 (fill)
            80 loads              0 stores  a.c:17 (sum)
a.c:24 (main): 1 allocation, 400 bytes
             0 loads            150 stores  a.c:11 (fill)
a.c:25 (main): 1 allocation, 35 bytes
            35 loads              0 stores  a.c:17 (sum)
             0 loads              1 stores  a.c:36 (main)
