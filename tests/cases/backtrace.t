# SPDX-License-Identifier: GPL-3.0-or-later
# A backtrace taken inside the routine sees every frame, from whatever kind of
# function it was called: unwind information is exact inside pots.

>>> x86_64 what it compiles

>>> prog.c
#include <alloca.h>
#include <string.h>

#define CALLED __attribute__ ((noipa))

CALLED int
leaf (int n)
{
  volatile int below[20];
  below[n & 15] = n;
  return n > 3 ? below[n & 15] : below[3];
}

CALLED int
with_alloca (int n)
{
  char *p = alloca (n * 16);
  memset (p, n, n * 16);
  if (p[n] == 3)
    return leaf (n);
  return p[n - 1] + leaf (1);
}

CALLED int
with_registers (const int *a, int n)
{
  int b = a[0], c = a[1], d = a[2], e = a[3], f = a[4], g = a[5];
  for (int i = 0; i < n; i++)
    {
      if (a[i] & 1)
	b += c * a[i], d ^= b;
      else
	e += f, f -= g * a[i];
      g += with_alloca (i + 1) + b;
      c = d + e;
    }
  return b + c + d + e + f + g;
}

CALLED double
with_vectors (double x, double y, long double z)
{
  double a = x, b = y, c = x * y;
  for (int i = 0; i < 4; i++)
    {
      if (a > b)
	a -= c, z += 1;
      else
	b -= a * .5;
      if (z > a)
	z -= b;
    }
  return a + b + c + z;
}

CALLED int
realigned (int n)
{
  int __attribute__ ((aligned (64))) a[16];
  memset (a, n, sizeof a);
  asm ("" :: "r" (a) : "memory");
  return a[3] > 5 ? leaf (a[4]) : 0;
}

CALLED int
with_stack_arguments (int a, int b, int c, int d, int e, int f, int g, int h)
{
  if (h > g)
    return leaf (a + b + c) + (d > e) + f;
  return a;
}

CALLED void
swap (double *p, int n)
{
  if (n > 2)
    p[0] = with_vectors (p[1], p[2], 3);
}

CALLED int
depth (int n)
{
  static const int a[] = { 1, 2, 3, 4, 5, 6, 7, 8 };
  double p[3] = { 1, 2.5, 7 };
  if (n > 0)
    return depth (n - 1) + 1;
  swap (p, 5);
  return with_registers (a, 5) + realigned (9)
	 + with_stack_arguments (1, 2, 3, 4, 5, 6, 7, 8) + (p[0] > 1);
}

int
main (void)
{
  depth (3);
  return 0;
}

>>> run
$CC -O2 -Wall -c "$TESTS/routines/backtrace.c" -o analysis.o
while read -r options; do
  $CC $options $PLUGIN $(arg cbr) prog.c analysis.o -o prog
  code ./prog >out || true
  [ ! -s out ] || { echo "$options:"; cat out; }
done <<END
-O0
-O1
-O2
-O3
-Os
-O2 -g
-O0 -fomit-frame-pointer
-O2 -fno-omit-frame-pointer
-O2 -fPIC -pie
-O2 -mno-red-zone
-O2 -fno-asynchronous-unwind-tables -funwind-tables
-O2 -fno-dwarf2-cfi-asm
-O2 -fnon-call-exceptions
-O2 -maccumulate-outgoing-args
-O2 -fcf-protection=full -fstack-protector-all
-O2 -masm=intel
-Os -masm=intel
-Os -fPIC -pie -g
-Os -fno-dwarf2-cfi-asm
-Os -fno-omit-frame-pointer -mno-red-zone
END
