/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A bit of everything that makes frames, flags or registers special, with
   branches in the midst of it.  Prints what it computed.  */

#define _GNU_SOURCE
#include <alloca.h>
#include <complex.h>
#include <math.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#define NOINLINE __attribute__ ((noinline))

#ifndef __SIZEOF_INT128__
#define __int128 long long
#endif

/* Flags live across a branch: three-way compares, carries of wide integers,
   flag outputs.  */
NOINLINE static int
three_way (long a, long b)
{
  return a < b ? -1 : a > b;
}

NOINLINE static int
three_way_wide (__int128 a, unsigned __int128 b)
{
  return a < (__int128) b ? 1 : (unsigned __int128) a == b ? 2 : 3;
}

#ifdef __x86_64__
NOINLINE static int
flag_outputs (unsigned a, unsigned b)
{
  int c, z, s;
  asm("cmp %4, %3" : "=@ccb"(c), "=@cce"(z), "=@ccs"(s) : "r"(a), "r"(b));
  return c ? z ? 1 : 2 : s ? 3 : z ? 4 : 5;
}
#else
#define flag_outputs three_way
#endif

/* A leaf that keeps everything below the stack pointer.  */
NOINLINE static int
red_zone (int n)
{
  volatile int a[24];
  int sum = 0;
  for (int i = 0; i < 24; i++)
    a[i] = i * n;
  for (int i = 0; i < 24; i++)
    if (a[i] & 4)
      sum += a[23 - i];
  return sum;
}

/* Vector registers live across branches.  */
NOINLINE static double
vectors (const double *x, int n)
{
  double a = 0, b = 1, c = 2, d = 3, e = 4, f = 5, g = 6, h = 7;
  for (int i = 0; i < n; i++)
    {
      a += x[i] * h;
      if (x[i] > 2)
	b += a, c -= x[i];
      else
	d += b * .5, e -= c;
      f += e, g = f - d, h = g * .125 + a;
      if (h > 1e6)
	h = -1;
    }
  return a + b + c + d + e + f + g + h;
}

/* Mask registers live across a branch.  */
#ifdef __AVX512F__
NOINLINE static unsigned
masks (unsigned n)
{
  unsigned short a, b, c;
  unsigned sum = 0;
  for (unsigned i = 0; i < n; i++)
    {
      asm("kmovw %1, %0" : "=k"(a) : "r"(i * 77));
      asm("kmovw %1, %0" : "=k"(b) : "r"(i * 1234 + n));
      if (i % 3 == 1)
	asm("knotw %0, %0" : "+k"(a));
      asm("kxorw %1, %2, %0" : "=k"(c) : "k"(a), "k"(b));
      unsigned r;
      asm("kmovw %1, %0" : "=r"(r) : "k"(c));
      sum = sum * 5 + r;
    }
  return sum;
}
#else
#define masks(n) 0
#endif

typedef float v8 __attribute__ ((vector_size (32)));

NOINLINE static void
wide_vectors (const float *x, float *out)
{
  v8 a, b;
  memcpy (&a, x, sizeof a);
  b = a * 2;
  for (int i = 0; i < 20; i++)
    {
      if (x[i % 8] > 3)
	a += b;
      else
	b = b * .75f - a;
      if (i == 13)
	a = -a;
    }
  memcpy (out, &a, sizeof a);
}

/* The x87 stack live across branches.  */
NOINLINE static long double
x87 (long double a, long double b, int n)
{
  long double s = a, t = b, u = a * b, v = 1;
  while (n--)
    {
      if (s < t)
	s += u / 3;
      else
	t += v;
      if (u > s)
	u -= t, v *= 1.5L;
    }
  return s + t * 3 + u * 5 + v * 7;
}

NOINLINE static int
nans (double a, double b)
{
  return (a < b) + 2 * (a >= b) + 4 * !(a == b)
	 + 8 * (isunordered (a, b) ? 3 : 1);
}

static int sibling_b (int n, int sum);

NOINLINE static int
sibling_a (int n, int sum)
{
  return n > 0 ? sibling_b (n - 1, sum + n) : sum;
}

NOINLINE static int
sibling_b (int n, int sum)
{
  return n > 0 ? sibling_a (n - 2, sum ^ n) : -sum;
}

NOINLINE static int
dynamic (int n)
{
  int vla[n], sum = 0;
  for (int i = 0; i < n; i++)
    {
      char *p = alloca (i + 1);
      memset (p, i, i + 1);
      vla[i] = p[i] + (i ? p[i - 1] : 0);
    }
  for (int i = 0; i < n; i++)
    sum = sum * 3 + vla[i];
  return sum;
}

/* Nested functions: a trampoline, a nonlocal goto.  */
static int
apply (int (*f) (int), int n)
{
  int sum = 0;
  while (n--)
    sum += f (n);
  return sum;
}

NOINLINE static int
nested (int n)
{
  __label__ out;
  int seen = 0;
  int visit (int k)
  {
    if (++seen > 30)
      goto out;
    return k > 5 ? k * n : n - k;
  }
  int r = apply (visit, n);
  return r;
out:
  return -seen;
}

NOINLINE static int
computed (const char *code)
{
  static void *const to[] = { &&up, &&down, &&twice, &&end };
  int n = 1;
  goto *to[*code++ - '0'];
up:
  n += n > 50 ? 1 : 2;
  goto *to[*code++ - '0'];
down:
  if (n > 3)
    n--;
  goto *to[*code++ - '0'];
twice:
  n *= 2;
  goto *to[*code++ - '0'];
end:
  return n;
}

static jmp_buf buffer;

NOINLINE static void
jump (int n)
{
  if (n == 0)
    longjmp (buffer, 3);
  jump (n - 1);
}

NOINLINE static int
jumps (int n)
{
  volatile int count = 0;
  if (setjmp (buffer) && count > n)
    return count;
  count++;
  jump (n);
  return -1;
}

NOINLINE static int
asm_goto (int n)
{
#ifdef __x86_64__
  asm goto("test %0, %0\n\tjs %l1" ::"r"(n) : "cc" : negative);
  return n > 5 ? 1 : 2;
negative:
  return n < -5 ? 3 : 4;
#else
  return n;
#endif
}

struct big
{
  int v[50];
};

NOINLINE static struct big
many (int a, int b, int c, int d, int e, int f, int g, long double h,
      struct big i, double j, ...)
{
  va_list args;
  va_start (args, j);
  struct big r = i;
  for (int k = 0; k < a; k++)
    r.v[k] = va_arg (args, int) + (k & 1 ? b : c) + g;
  r.v[a] = h > j ? d + e : f;
  va_end (args);
  return r;
}

static __thread int local = 3;

NOINLINE static int
thread_locals (int n)
{
  while (n-- > 0)
    if (local++ % 3 == 0)
      local += n;
  return local;
}

NOINLINE static int
aligned (int n)
{
  int __attribute__ ((aligned (64))) a[16];
  for (int i = 0; i < 16; i++)
    a[i] = i ^ n;
  asm volatile("" ::"r"(a) : "memory");
  return ((unsigned long) a & 63) ? -1 : a[n & 15];
}

NOINLINE static _Complex double
complex_numbers (_Complex double z, int n)
{
  _Complex double w = 0;
  while (n-- && creal (w) * creal (w) < 4)
    w = w * w + z;
  return w;
}

NOINLINE static int
atomics (int n)
{
  static int counter;
  for (int i = 0; i < n; i++)
    {
      int old = __atomic_load_n (&counter, __ATOMIC_SEQ_CST);
      while (!__atomic_compare_exchange_n (&counter, &old, old * 3 + i, 0,
					   __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST))
	;
      if (__atomic_sub_fetch (&counter, 5, __ATOMIC_SEQ_CST) < 0)
	__atomic_fetch_xor (&counter, 77, __ATOMIC_SEQ_CST);
    }
  return counter;
}

int
main (void)
{
  double d[40];
  float f[8], g[8];
  struct big b = { { 1, 2, 3 } };
  for (int i = 0; i < 40; i++)
    d[i] = i % 7 * .75;
  for (int i = 0; i < 8; i++)
    f[i] = i * 1.25f;
  for (int i = -8; i < 9; i++)
    printf ("%d %d %d %d %d %d\n", three_way (i, 3), three_way_wide (i, i * i),
	    flag_outputs (i, 2), red_zone (i), asm_goto (i), aligned (i));
  wide_vectors (f, g);
  for (int i = 0; i < 8; i++)
    printf ("%g ", g[i]);
  printf ("%.10g %.10Lg\n", vectors (d, 40), x87 (1.5L, 2.25L, 30));
  printf ("%d %d %d\n", nans (1, 2), nans (NAN, 1), nans (2, 2));
  printf ("%d %d %d %d %d\n", sibling_a (50, 0), dynamic (20), nested (7),
	  nested (40), computed ("0021002103"));
  b = many (4, 1, 2, 3, 4, 5, 6, 7.5L, b, 7.25, 10, 20, 30, 40);
  printf ("%d %d %d %d\n", jumps (5), b.v[3], b.v[4], thread_locals (20));
  printf ("%.6f %d %u\n", creal (complex_numbers (-.5 + .3i, 30)), atomics (30),
	  masks (40));
  return 0;
}
