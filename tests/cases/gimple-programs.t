# SPDX-License-Identifier: GPL-3.0-or-later
# at=gimple: the oracle's programs print what they print, whatever is labelled.

>>> all

>>> run
for o in -O0 -O1 -O2 "-O3 -march=native"; do
  for f in "$TESTS"/oracle/*.c; do
    $CC -w $o "$f" -o plain -lm
    $CC -w $o $PLUGIN $(arg at=gimple cbr mbr proc bb load store setlongjmp) "$f" "$LIBHALT" -o prog -lm
    code ./plain >plain.out 2>&1
    code ./prog >prog.out 2>&1
    cmp -s plain.out prog.out || echo "$o $f"
  done
done
