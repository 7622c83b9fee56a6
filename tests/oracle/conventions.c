/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The calling conventions of 32-bit code: arguments in registers, callees that pop
   them, structures returned through a pointer that the callee pops; functions
   inside functions, which run through trampolines; a stack that is realigned.  */
/* test: events -m32 -O2 */
/* test: events -m32 -Os -fno-pie */
/* test: switched */

#include <stdio.h>
#include <stdlib.h>

#ifdef __i386__
#define CALLED(how) __attribute__ ((noinline, noclone, how))
#else
#define CALLED(how) __attribute__ ((noinline, noclone))
#endif

struct triple
{
  int a, b, c;
};

static volatile int seed = 17;

CALLED (regparm (3)) static int
three (int a, int b, int c, int d)
{
  return a > b ? a - c : d + b;
}

CALLED (regparm (1)) static long long
wide (int a, long long b)
{
  return b > a ? b * 3 : b + a;
}

CALLED (fastcall) static int
fast (int a, int b, int c, int d)
{
  if (a & 1)
    return b + c;
  return d - b;
}

CALLED (stdcall) static int
popped (int a, double x, int b)
{
  return x > a ? b : a - b;
}

CALLED (cdecl) static struct triple
returned (int a, struct triple t)
{
  struct triple r = { t.b + a, t.c - a, t.a ^ a };
  if (a % 3 == 0)
    r.a++;
  return r;
}

CALLED (cdecl) static int
apply (int (*f) (int, int), int n)
{
  int sum = 0;
  for (int i = 0; i < n; i++)
    sum += f (i, n);
  return sum;
}

CALLED (cdecl) static int
nested (int n)
{
  int calls = 0;
  CALLED (cdecl) int inner (int i, int m)
  {
    calls++;
    return i * n > m ? i : m;
  }
  CALLED (regparm (2)) int in_registers (int i, int m)
  {
    calls += 2;
    return i + n * m;
  }
  int sum = apply (inner, 4);
  for (int i = 0; i < 3; i++)
    sum += in_registers (i, n);
  return sum + calls;
}

CALLED (cdecl) static int
realigned (int n)
{
  _Alignas (64) int a[16];
  for (int i = 0; i < 16; i++)
    a[i] = i * n;
  return a[n & 15] + three (a[1], a[2], a[3], n);
}

int
main (void)
{
  long long sum = 0;
  struct triple t = { 1, 2, 3 };
  for (int i = 0; i < 60; i++)
    {
      int k = seed * i % 23;
      sum += three (k, i, 4, 5) + wide (k, i * 100000000ll) + fast (k, i, 7, 8);
      sum += popped (k, i * 0.5, 9);
      t = returned (k, t);
      div_t d = div (t.a + 1000, k + 1);
      sum += d.quot > d.rem ? d.rem : t.c;
      sum += nested (k) + realigned (k);
    }
  printf ("%lld %d\n", sum, t.b);
  return 0;
}
