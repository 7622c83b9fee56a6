# SPDX-License-Identifier: GPL-3.0-or-later
# AArch64: all of a vector register outlives a routine where the function uses it, the half
# that a call keeps as well as the other; where it uses that half alone nothing is saved.
# Nothing stands between a load-exclusive and its store, and that is said.

>>> vectors.c
#include <arm_neon.h>
#include <stdio.h>
/* More vectors than there are registers that a call may change as a whole.  */
__attribute__ ((noinline)) unsigned
mix (const uint32_t *p, int n)
{
#define EACH(DO) DO (0) DO (1) DO (2) DO (3) DO (4) DO (5) DO (6) DO (7) DO (8) DO (9) \
  DO (10) DO (11) DO (12) DO (13) DO (14) DO (15) DO (16) DO (17) DO (18) DO (19) DO (20) \
  DO (21) DO (22) DO (23) DO (24) DO (25) DO (26) DO (27)
#define BEGIN(i) uint32x4_t v##i = vld1q_u32 (p + i);
#define STEP(i) v##i = vaddq_u32 (v##i, x);
#define TURN(i) v##i = veorq_u32 (v##i, x);
#define SUM(i) sum = sum * 31 + vaddvq_u32 (v##i);
  unsigned sum = 0;
  EACH (BEGIN)
  for (int i = 0; i < n; i++)
    {
      uint32x4_t x = vld1q_u32 (p + i);
      if (p[i] & 1)
	{
	  EACH (STEP)
	}
      else
	{
	  EACH (TURN)
	}
    }
  EACH (SUM)
  return sum;
}
int
main (void)
{
  uint32_t a[64];
  for (int i = 0; i < 64; i++)
    a[i] = i * 2654435761u >> 3;
  printf ("%u\n", mix (a, 40));
  return 0;
}

>>> halves.c
double f (double);
double
sum (const double *p, int n)
{
  double s = 0;
  for (int i = 0; i < n; i++)
    s += p[i] > 1 ? f (p[i]) : s;
  return s;
}

>>> locked.c
int
add (int *p, int a, int b)
{
  if (__atomic_compare_exchange_n (p, &a, b, 0, __ATOMIC_SEQ_CST, __ATOMIC_RELAXED))
    return __atomic_fetch_add (p, 2, __ATOMIC_SEQ_CST);
  return a;
}

>>> run
machine aarch64
hostile
kinds=$(arg cbr bb load store)
$CC -O2 vectors.c -o plain
$CC -O2 $PLUGIN $kinds vectors.c hostile.o -o prog
code $RUN ./plain >plain.out
code $RUN ./prog >prog.out
same plain.out prog.out
grep -c . prog.out
$CC -O2 -S vectors.c
grep -q 'q\(8\|9\|1[0-5]\)\>\|v\(8\|9\|1[0-5]\)[.]4s' vectors.s || echo "no such register is used"
$CC -O2 $PLUGIN $(arg cbr bb) -S halves.c
grep -c 'str	q\(8\|9\|1[0-5]\)\>\|stp	q\(8\|9\|1[0-5]\)\>' halves.s || :
$CC -O2 -mno-outline-atomics $PLUGIN $kinds $(arg dump=label) -S locked.c 2>&1 |
  sed -n 's/.*\(it is inside a locked sequence\).*/\1/p' | uniq
awk '/ld[a]*xr/ { locked = 1 } locked && /\tbl\t/ { print "a call" } /st[l]*xr/ { locked = 0 }' locked.s

>>> out
1
0
it is inside a locked sequence
