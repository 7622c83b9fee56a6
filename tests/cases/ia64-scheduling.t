# SPDX-License-Identifier: GPL-3.0-or-later
# IA-64: GCC's last scheduling, behind ours, knows that a pot gives back what it
# saves.  It had let the address of A.l[5] into the register with A's in front of
# the branch to where A.c[6] is read.

>>> prog.c
#include <stdio.h>

#define N __attribute__ ((noipa))
struct arena
{
  volatile char c[64];
  volatile short s[64];
  volatile int i[64];
  volatile long l[64];
} A;

N int
f (int a, int b)
{
  int r = 0;
  if (a)
    r = A.i[3];
  if (b)
    A.i[4] = r;
  if (a > b)
    A.l[5] = a;
  if (a == b)
    r += A.c[6];
  return r;
}

int
main (void)
{
  A.i[3] = 70;
  A.c[6] = 5;
  for (int a = 0; a < 3; a++)
    for (int b = 0; b < 3; b++)
      printf ("%d ", f (a, b));
  printf ("%ld\n", A.l[5]);
  return 0;
}

>>> run
machine ia64
hostile
for o in -O1 -O2 "-O2 -fPIC" -O3 "-O3 -fno-selective-scheduling2"; do
  $CC -w $o $PLUGIN $(arg load store) prog.c hostile.o -o prog
  code $RUN ./prog
done

>>> out
5 0 0 70 75 70 70 70 75 2
5 0 0 70 75 70 70 70 75 2
5 0 0 70 75 70 70 70 75 2
5 0 0 70 75 70 70 70 75 2
5 0 0 70 75 70 70 70 75 2
