# SPDX-License-Identifier: GPL-3.0-or-later
# A loop's count goes to the thread's cells where all registers are in use: what points
# to them is saved, and is neither the register that the program steps nor the one that
# keeps what that was.

>>> prog.c
#include <stdio.h>

#define F __attribute__ ((noipa))
typedef unsigned long word;
static word last;

F word hash (word a, word b, word c, word d, word e, word f)
{
  return a + b * 3 + c * 5 + d * 7 + e * 11 + f * 13;
}

/* The arguments stay where they are, and LAST is in rax.  */
F word third (word a, word b, word c, word d, word e, word f)
{
  word s = last;
  do
    {
      s = s * 3 ^ a;
      c += 8;
    }
  while (c & 255);
  last = s;
  return hash (a, b, c, d, e, f);
}

F word fourth (word a, word b, word c, word d, word e, word f)
{
  word s = last;
  do
    {
      s = s * 3 ^ a;
      d += 8;
    }
  while (d & 255);
  last = s;
  return hash (a, b, 0, d, e, f);
}

int
main (void)
{
  word sum = 0;
  for (word n = 1; n < 40; n++)
    sum = sum * 31 + third (n, 1, n * 8, 2, 3, 4) + fourth (n, 1, 2, n * 8, 3, 4);
  printf ("%lu %lu\n", sum, last);
  return 0;
}

>>> run
options="-O2 $PLUGIN $(arg cbr proc bb) -fno-ipa-stack-alignment -fno-ipa-ra"
# try FACTS OPTION...: one register is flushed that has the FACTS.
try ()
{
  facts=$1
  shift
  $CC $options "$@" $(arg count=thread dump=pot) -S prog.c -o prog.s 2>dumped
  grep -q " $facts stride=8" dumped || { echo "none: $facts"; cat dumped; }
  $CC $options "$@" prog.c "$LIBHALT" -o prog
  HALT_FILE=call.prof ./prog >call.out
  $HALT report --sort=id --top=1000 prog call.prof >call
  $CC $options "$@" $(arg count=thread) prog.c "$LIBHALT" -o prog
  HALT_FILE=cells.prof ./prog >cells.out
  $HALT report --sort=id --top=1000 prog cells.prof >cells
  same call.out cells.out
  diff call cells >differences || { echo "$*:"; cat differences; }
}
case $($CC -dumpmachine) in
  x86_64*)
    try "flush=r11 from=dx" -ffixed-r10
    try "flush=dx from=cx" -ffixed-r10 -ffixed-r11 ;;
esac

>>> out
