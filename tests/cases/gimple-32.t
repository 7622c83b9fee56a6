# SPDX-License-Identifier: GPL-3.0-or-later
# at=gimple for 32 bits: needs no recipes; what the unit brings along assembles,
# with every way to make code.

>>> a.c
int f (int n) { return n > 3 ? n * 2 : n; }
int main (void) { return f (1) - 1; }

>>> run
echo 'int i;' | $CC -m32 -S -x c - -o /dev/null 2>/dev/null || skip "$CC has no -m32"
for o in -O0 -O2 "-O2 -fPIC" "-O2 -fno-pic" "-O2 -masm=intel" "-O2 -g"; do
  $CC -m32 $o $PLUGIN $(arg at=gimple cbr proc bb load store) -S a.c
  as --32 a.s -o a.o
  readelf -SW a.o >sections
  for name in .text.halt_start .data.halt_unit .init_halt .debug.halt; do
    grep -q "$name" sections || echo "$o: no $name"
  done
done
# Run it if there is a 32-bit C library.
if $CC -m32 a.c -o plain 2>/dev/null && ./plain; then
  $CC -m32 -fPIE -c "$TESTS/routines/count.c"
  for o in -O0 "-O2 -fPIE -pie" "-O2 -fno-pic -no-pie"; do
    $CC -m32 $o $PLUGIN $(arg at=gimple cbr) a.c count.o -o prog
    HALT_COUNTS=counts ./prog
    [ "$(cat counts)" = "0 0 1" ] || cat counts
  done
fi
