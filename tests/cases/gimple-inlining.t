# SPDX-License-Identifier: GPL-3.0-or-later
# at=gimple: code that is copied keeps its ids, and is counted wherever it runs;
# a function that is gone is still in the map.

>>> a.c
static int
half (int n)
{
  return n & 1 ? n * 3 : n / 2;
}
__attribute__ ((noipa)) int one (int n) { return half (n) + 1; }
__attribute__ ((noipa)) int two (int n) { return half (n) + half (n + 1); }
int
main (void)
{
  int sum = 0;
  for (int i = 0; i < 8; i++)
    sum += one (i) + two (i);
  return sum == 0;
}

>>> run
for o in "-O0" "-O2 -fno-early-inlining" "-O3 -fno-early-inlining -funroll-all-loops"; do
  $CC $o $PLUGIN $(arg at=gimple cbr) a.c "$LIBHALT" -o a
  ./a
  $HALT report a | awk '$NF == "half" { print $1, $2, $3 }'
  ids a
done
nm a | grep half || true

>>> out
24 12 12
2 ids, dense
24 12 12
2 ids, dense
24 12 12
2 ids, dense
