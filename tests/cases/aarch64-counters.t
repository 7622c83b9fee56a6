# SPDX-License-Identifier: GPL-3.0-or-later
# AArch64: where a loop leaves no general register, pairs of vector registers count, and
# make sums; not where the compiler is to leave those alone.

>>> prog.c
#include <stdio.h>
#include <stdlib.h>
#define EACH(DO) DO (0) DO (1) DO (2) DO (3) DO (4) DO (5) DO (6) DO (7) DO (8) DO (9) \
  DO (10) DO (11) DO (12) DO (13) DO (14) DO (15) DO (16) DO (17) DO (18) DO (19) DO (20) \
  DO (21) DO (22) DO (23) DO (24) DO (25)
#define BEGIN(i) unsigned v##i = p[i];
#define STEP(i) v##i = v##i * 3 + x;
#define SUM(i) s ^= v##i;
__attribute__ ((noipa)) unsigned
mix (const unsigned *p, int n)
{
  unsigned s = 0;
  EACH (BEGIN)
  for (int i = 0; i < n; i++)
    {
      unsigned x = p[i];
      if (x & 1)
	{
	  EACH (STEP)
	}
      while (x > 9 && v3 != x)
	{
	  x = x / 2 + (v1 & 1);
	  v2 += x & 4 ? v1 : 3;
	  v4 ^= x;
	}
    }
  EACH (SUM)
  return s;
}
#ifdef __ARM_NEON
__attribute__ ((noipa)) double
scale (double *a, int n)
{
  double sum = 0;
  for (int i = 0; i < n; i++)
    sum += a[i] > 3 ? a[i] * 2 : -a[i];
  return sum;
}
/* The second one of the first pair is in use.  */
__attribute__ ((noipa)) int
keep (const unsigned *p, int n)
{
  register double k __asm__ ("v31") = n;
  register unsigned long x __asm__ ("x15"), y __asm__ ("x14");
  for (int i = 0; i < n; i++)
    {
      if (p[i] & 1)
	__asm__ volatile ("" : "+w" (k), "=r" (x), "=r" (y));
      __asm__ volatile ("" : "+w" (k) :: "x0", "x1", "x2", "x3", "x4", "x5", "x6", "x7", "x8",
			"x9", "x10", "x11", "x12", "x13", "x14", "x15", "x16", "x17");
    }
  return k;
}
#else
#define keep(p, n) 500
#define scale(d, n) 1
#define double int
#endif
int
main (void)
{
  static unsigned a[500];
  static double d[500];
  for (int i = 0; i < 500; i++)
    a[i] = i * 2654435761u >> (i & 15), d[i] = a[i] % 7;
  printf ("%u %d %d\n", mix (a, 500), (int) scale (d, 500), keep (a, 500));
  return 0;
}

>>> run
machine aarch64
kinds=$(arg cbr mbr entry bb)
try ()
{
  echo "with $*"
  $CC -O2 "$@" $PLUGIN $kinds prog.c $LIBHALT -o routines
  for count in count count=atomic count=thread; do
    $CC -O2 "$@" $PLUGIN $kinds $(arg $count) prog.c $LIBHALT -o line
    for p in routines line; do
      HALT_FILE=$p.prof $RUN ./$p >$p.out
      "$HALT" report --sort=id --top=100000 $p $p.prof | grep -v '^events' | sed "s/$p//g" >$p.txt
    done
    grep -q " 500$" line.out || cat line.out
    same routines.out line.out
    same routines.txt line.txt
    $CC -O2 "$@" $PLUGIN $kinds $(arg $count) -S prog.c -o line.s
    ! grep -q 'sub	d\([0-9]*\), d\1, d' line.s || echo vectors
  done
}
try
grep -c '^' routines.txt
try -fPIC -O3
try -march=armv8-a+sve
try -ffixed-v31 -ffixed-v29
try -mgeneral-regs-only

>>> out
with 
vectors
vectors
vectors
55
with -fPIC -O3
vectors
vectors
vectors
with -march=armv8-a+sve
vectors
vectors
vectors
with -ffixed-v31 -ffixed-v29
vectors
vectors
vectors
with -mgeneral-regs-only
