# SPDX-License-Identifier: GPL-3.0-or-later
# The x87 environment, which is a block of memory but not a string: stored where
# the stack pointer stands.

>>> x86_64 what it compiles

>>> prog.c
#include <stdio.h>

_Atomic double sum;

__attribute__ ((noipa)) static int
seven (void)
{
  int b[7];
  b[2] = 0x1234;
  __builtin_ia32_fnstenv (b);
  __builtin_ia32_fldenv (b);
  return b[2];
}

__attribute__ ((noipa)) static int
eight (void)
{
  int b[8];
  b[2] = 0x1234;
  __builtin_ia32_fnstenv (b);
  return b[2];
}

int
main (void)
{
  sum += 1;
  printf ("%x %x %g\n", seven (), eight (), (double) sum);
  return 0;
}

>>> run
$CC -w -c prog.c || skip "a compiler without __builtin_ia32_fnstenv"
for machine in -m64 -m32 "-m32 -mpreferred-stack-boundary=2"; do
  rm -f hostile.o
  hostile $machine
  for level in -O0 -O1 -O2 -Os; do
    $CC -w $machine $level $PLUGIN $(arg load store) prog.c hostile.o -latomic -o prog
    code ./prog
  done
done | sort | uniq -c | sed 's/^ *//'

>>> out
12 ffffffff ffffffff 1
