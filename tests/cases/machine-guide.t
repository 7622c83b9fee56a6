# SPDX-License-Identifier: GPL-3.0-or-later
# Counts are exact wherever a random guide puts the counters.

>>> run
machine "$MACHINE"
counts ()
{
  $CC -w -O2 $PLUGIN $(arg count cbr mbr entry load) "$@" "$file" "$LIBHALT" -o prog -lm
  rm -f halt.prof
  $RUN ./prog >printed 2>&1 || :
  "$HALT" report --format=csv prog halt.prof | cut -d, -f1,2,4- >counted
}
for file in "$TESTS"/oracle/loops.c "$TESTS"/oracle/switches.c; do
  counts
  mv counted expected
  [ -s expected ] || echo "$file: nothing"
  "$HALT" report --format=guide prog halt.prof >true.guide
  for seed in 1 2; do
    "$TESTS/tools/random-guide" -v seed=$seed true.guide >random.guide
    counts $(arg guide=random.guide)
    cmp -s expected counted || { echo "$file, seed $seed"; diff expected counted; }
  done
done
