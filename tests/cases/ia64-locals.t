# SPDX-License-Identifier: GPL-3.0-or-later
# Functions that would have all 80 locals of IA-64: one with a nonlocal label, which
# only names the frame pointer's, and one with more values than that.  GCC is kept
# from it, so that pots have registers of their own.

>>> prog.c
#include <stdio.h>

__attribute__ ((noipa)) int
sum (int a, int b, int c, int d, int e, int f, int g, int h)
{
  return a + b + c + d + e + f + g + h;
}

__attribute__ ((noipa)) int
label (int a, int b, int c, int d, int e, int f, int g, int h)
{
  __label__ out;
  void leave (void) { if (h > 3) goto out; }
  for (int i = 0; i < 3; i++)
    {
      leave ();
      h += sum (a, b, c, d, e, f, g, i);
    }
out:
  return h + sum (a, b, c, d, e, f, g, h);
}

#define TEN(M, n) M (n##0) M (n##1) M (n##2) M (n##3) M (n##4) M (n##5) M (n##6) \
  M (n##7) M (n##8) M (n##9)
#define HUNDRED(M) TEN (M, 1) TEN (M, 2) TEN (M, 3) TEN (M, 4) TEN (M, 5) TEN (M, 6) \
  TEN (M, 7) TEN (M, 8) TEN (M, 9)

__attribute__ ((noipa)) int
many (int *p, int b, int c, int d, int e, int f, int g, int h)
{
#define READ(n) int a##n = p[n];
#define ADD(n) r = r * 3 + a##n;
  HUNDRED (READ)
  unsigned r = sum (a10, b, c, d, e, f, g, h);
  HUNDRED (ADD)
  for (int i = 0; i < 2; i++)
    r += sum (a99, a98, a97, a96, a95, a94, a93, i);
  HUNDRED (ADD)
  return r;
}

int
main (void)
{
  int p[100];
  for (int i = 0; i < 100; i++)
    p[i] = i * 7;
  printf ("%d %d\n", label (1, 2, 3, 4, 5, 6, 7, 0),
	  many (p, 2, 3, 4, 5, 6, 7, 8));
  return 0;
}

>>> run
$CC -w -O1 prog.c -o here
./here
machine ia64
hostile
kinds=$(arg cbr mbr entry exit load store bb setlongjmp)
for o in -O0 -O2 -O3; do
  $CC -w $o $PLUGIN $kinds prog.c hostile.o -o prog
  code $RUN ./prog
done

>>> out
84 -747555328
84 -747555328
84 -747555328
84 -747555328
