# SPDX-License-Identifier: GPL-3.0-or-later
# at=gimple: what -flto compiles is instrumented when it is compiled; the link
# needs no plugin, and having it changes nothing.  Ids are dense however the
# program is cut up.

>>> a.c
#include <stdio.h>
int b (int);
static int twice (int n) { return n > 5 ? n - 1 : n * 2; }
int
main (void)
{
  int sum = 0;
  for (int i = 0; i < 100; i++)
    sum += b (i) + twice (i);
  printf ("%d\n", sum);
  return 0;
}

>>> b.c
volatile int limit = 50;
int
b (int n)
{
  if (n > limit)
    return n % 7 == 3 ? 5 : 6;
  return 1;
}

>>> run
$CC -O2 -c "$TESTS/routines/count.c"
for fat in "" -ffat-lto-objects; do
  for f in a b; do $CC -O2 -flto $fat $PLUGIN $(arg at=gimple cbr) -c $f.c; done
  for plugin in "" "$PLUGIN $(arg at=gimple cbr)"; do
    for partition in none one 1to1 max; do
      $CC -O2 -flto -flto-partition=$partition $plugin a.o b.o count.o -o prog 2>>err
      HALT_COUNTS=counts ./prog
      awk '{ n += $2 + $3 } END { print NR, n }' counts
      ids prog
    done
  done
done | sort | uniq -c | sed 's/^ *//'
$CC -O2 -fno-lto a.o b.o count.o -o prog
HALT_COUNTS=counts ./prog
awk '{ n += $2 + $3 } END { print NR, n }' counts
grep -v -e "serial compilation" -e "-flto. option doc" err || true

>>> out
16 4 350
16 4 ids, dense
16 5209
5209
4 350
