# SPDX-License-Identifier: GPL-3.0-or-later
# Where the stack stands in the epilogue of a function that realigned it, the
# pointer to its arguments being in a register that was saved, or not.

>>> x86_64 what it compiles

>>> prog.c
#include <stdio.h>

__attribute__ ((noipa)) static int
aligned (int n, int m)
{
  int __attribute__ ((aligned (64))) a[16];
  for (int i = 0; i < 16; i++)
    a[i] = i ^ n;
  asm volatile ("" :: "r" (a) : "memory");
  return a[n & 15] + m;
}

__attribute__ ((noipa)) static int
keeps (int n, int m)
{
  int __attribute__ ((aligned (64))) a[16];
  a[n & 15] = m;
  asm volatile ("" :: "r" (a) : "memory", "ecx", "edx");
  return a[n & 15] + m;
}

int
main (void)
{
  printf ("%d %d\n", aligned (5, 3), keeps (4, 2));
  return 0;
}

>>> run
for machine in -m64 -m32; do
  rm -f hostile.o
  hostile $machine
  for options in -O0 -O1 -O2 -Os "-O2 -mforce-drap" "-O2 -mstackrealign"; do
    $CC -w $machine $options $PLUGIN $(arg bb load store cbr entry exit) prog.c hostile.o -o prog
    code ./prog
  done
done | sort -u

>>> out
3 4
