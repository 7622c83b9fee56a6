# SPDX-License-Identifier: GPL-3.0-or-later
# Under -flto code is made by the link, which needs the plugin as well: said
# when compiling; with the plugin there, ids are dense and the counts are right.

>>> a.c
#include <stdio.h>
int b (int);
int
main (void)
{
  int sum = 0;
  for (int i = 0; i < 100; i++)
    sum += b (i);
  printf ("%d\n", sum);
  return 0;
}

>>> b.c
volatile int limit = 50;
__attribute__ ((noinline)) int
b (int n)
{
  if (n > limit)
    return n % 7 == 3 ? 5 : 6;
  return 1;
}

>>> run
$CC -O2 -c "$TESTS/routines/count.c"
hostile
for f in a b; do $CC -O2 -flto $PLUGIN $(arg cbr) -c $f.c; done
# Without the plugin at the link nothing is recorded, as was said.
$CC -O2 -flto a.o b.o count.o -o prog 2>>err
HALT_COUNTS=counts ./prog
cat counts
for f in a b; do $CC -O2 -flto $PLUGIN $(arg cbr lto) -c $f.c; done
for partition in none one 1to1 max; do
  $CC -O2 -flto -flto-partition=$partition $PLUGIN $(arg cbr lto) a.o b.o count.o -o prog 2>>err
  HALT_COUNTS=counts ./prog
  awk '{ n += $2 + $3 } END { print NR, n }' counts
  ids prog
  $CC -O2 -flto -flto-partition=$partition $PLUGIN $(arg cbr lto) a.o b.o hostile.o -o prog 2>>err
  ./prog
done
grep -v -e "serial compilation" -e "-flto. option doc" err || true

>>> out
cc1: warning: halt: with '-flto' the code is made, and instrumented, when the program is linked; give the link the same plugin options, or nothing is recorded ('-fplugin-arg-halt-lto': it will get them)
cc1: warning: halt: with '-flto' the code is made, and instrumented, when the program is linked; give the link the same plugin options, or nothing is recorded ('-fplugin-arg-halt-lto': it will get them)
338
338
2 200
2 ids, dense
338
338
2 200
2 ids, dense
338
338
2 200
2 ids, dense
338
338
2 200
2 ids, dense
338
