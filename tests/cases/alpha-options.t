# SPDX-License-Identifier: GPL-3.0-or-later
# Alpha: with options that change how code is made, programs do what they do, whatever
# routines destroy.

>>> all

>>> prog.c
#include <stdio.h>
int g;
double d = 1.5;
static char c[100];
__attribute__ ((noinline)) int
f (int a, int b)
{
  if (a < b)
    g++;
  if (a & 1)
    d += 1;
  c[a & 15] = b;
  return g;
}
__attribute__ ((noinline)) int
sw (int x)
{
  switch (x)
    {
    case 0: return f (1, 2);
    case 1: return 7;
    case 2: return g;
    case 3: return 8;
    case 4: return -3;
    case 5: return 99;
    case 6: return 11;
    }
  return 0;
}
__attribute__ ((noinline)) int
fp (double x, double y)
{
  return x < y ? f (1, 2) : x == y ? 3 : 4;
}
int
main (void)
{
  for (int i = 0; i < 10; i++)
    printf ("%d %d %d %f\n", f (i, 5), sw (i), fp (i, 4.5), d);
  return 0;
}

>>> run
machine alpha
hostile
for o in "-O0 -g" "-O2 -flto" "-O2 -pg" "-O2 -fpic -fno-plt" "-O2 -fstack-protector-all" \
    "-O2 -g -fstack-clash-protection" "-O2 -fprofile-arcs" "-O2 -mieee-with-inexact" \
    "-O2 -mlarge-data -msmall-text" "-O2 -msmall-data" "-O2 -mbuild-constants" \
    "-O2 -mtune=ev4" "-O2 -fnon-call-exceptions -ftrapv"; do
  both $o prog.c
done
