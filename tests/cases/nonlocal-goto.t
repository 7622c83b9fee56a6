# SPDX-License-Identifier: GPL-3.0-or-later
# Between the instructions of a nonlocal goto the stack is already that of the
# function it goes to, whose alignment is not this one's.

>>> x86_64 what it compiles

>>> prog.c
#include <stdio.h>

static int
apply (int (*f) (int), int n)
{
  int sum = 0;
  while (n--)
    sum += f (n);
  return sum;
}

__attribute__ ((noipa)) static int
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
  return apply (visit, n);
out:
  return -seen;
}

__attribute__ ((noipa)) static int
leap (void **buffer, int n)
{
  if (n)
    return leap (buffer, n - 1) + 1;
  __builtin_longjmp (buffer, 1);
}

__attribute__ ((noipa)) static int
leaps (int n)
{
  void *buffer[5];
  volatile int count = n;
  if (__builtin_setjmp (buffer))
    return count;
  count++;
  return leap (buffer, n);
}

int
main (void)
{
  printf ("%d %d %d\n", nested (9), nested (40), leaps (3));
  return 0;
}

>>> run
for machine in -m64 -m32; do
  rm -f hostile.o
  hostile $machine
  for level in "-O1 -fschedule-insns2" -O2 -O3 -Os "-O2 -fomit-frame-pointer"; do
    $CC $machine $level $PLUGIN $(arg cycle bb load store cbr) -z execstack prog.c hostile.o -o prog
    code ./prog
  done
done | sort -u

>>> out
228 -31 4
