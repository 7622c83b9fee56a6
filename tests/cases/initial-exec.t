# SPDX-License-Identifier: GPL-3.0-or-later
# A program with a thread-local variable of another file links and runs.

>>> x86_64 what it compiles

>>> prog.c
#include <stdio.h>

extern __thread int far;

int
main (void)
{
  far += 3;
  printf ("%d\n", far);
  return 0;
}

>>> far.c
__thread int far = 4;

>>> run
for machine in -m64 -m32; do
  rm -f hostile.o
  hostile $machine
  for options in -O0 -O2 "-O2 -fno-pie -no-pie" -static "-O2 -fPIC"; do
    $CC -w $machine $options $PLUGIN $(arg load store cbr) prog.c far.c hostile.o -o prog
    code ./prog
  done
done | sort -u

>>> out
7
