# SPDX-License-Identifier: GPL-3.0-or-later
# The plugin adds no warning, makes the same object every time, the same code
# with -g as without, and nothing at all when only checking or preprocessing.

>>> a.c
#include <stdio.h>

static int
f (int n)
{
  int sum = 0;
  for (int i = 0; i < n; i++)
    if (i & n)
      sum += i;
  return sum;
}

int
main (int argc, char **argv)
{
  (void) argv;
  printf ("%d\n", f (argc));
  return 0;
}

>>> run
with="$PLUGIN $(arg cbr)"
for option in -O0 -O2; do
  $CC $option -Wall -Wextra -Wpedantic -Werror $with -c a.c -o one.o
  $CC $option $with -c a.c -o two.o
  same one.o two.o
  $CC $option $with -g -c a.c -o debug.o
  for file in one debug; do objcopy -O binary -j .text -j .text.startup $file.o $file.text; done
  same one.text debug.text
  $CC $option -pipe $with -c a.c -o two.o
  same one.o two.o
  # It compiles what was preprocessed, of whose files nothing is known.
  $CC $option $with -save-temps -c a.c -o two.o
  for file in one two; do objcopy -R .debug.halt_sources $file.o; done
  same one.o two.o
done
$CC $with -fsyntax-only a.c
$CC $with -E a.c -o with.i
$CC -E a.c -o without.i
same with.i without.i
$CC -O2 -S -o without.s a.c
$CC -O2 -S -o with.s $PLUGIN $(arg cbr) $(arg dump=cfg) a.c 2>/dev/null
grep -c '[[:space:]]\(call\|bl\|jal\)[[:space:]].*_record_cbr' with.s
# An empty unit and one without branches.
echo 'int data = 1;' >empty.c
$CC -Wall -Werror $with -c empty.c
$CC $PLUGIN $(arg cbr) a.c empty.o "$LIBHALT" -o prog
./prog
ids prog

>>> out
2
0
2 ids, dense
