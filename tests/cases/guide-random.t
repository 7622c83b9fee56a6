# SPDX-License-Identifier: GPL-3.0-or-later
# Counts are exact wherever a guide puts the counters: it says random things.  With
# -fno-ipa-ra callers are the same code whatever registers count.

>>> x86_64 what it compiles

>>> rest

>>> run
# counts OPTION...: what the program FILE counts.
counts ()
{
  $CC -w -fno-ipa-ra -Wl,--no-warn-execstack $options $PLUGIN $(arg $kinds) "$@" "$file" $library \
    -o prog -lm
  rm -f halt.prof
  ./prog >printed 2>&1 || :
  "$HALT" report --format=csv prog halt.prof | cut -d, -f1,2,4- >counted
}
while read -r name options; do
  file=$TESTS/$name
  case $options in
    *-m32*) library=${LIBHALT%/*}/32/libhalt.a ;;
    *) library=$LIBHALT ;;
  esac
  [ -f "$library" ] || continue
  for kinds in "count cbr mbr entry" "count=thread bb mbr=index exit load store" "count=atomic live cbr call"; do
    counts
    mv counted expected
    [ -s expected ] || echo "$name $kinds: nothing"
    "$HALT" report --format=guide prog halt.prof >true.guide
    for seed in 1 2 3; do
      "$TESTS/tools/random-guide" -v seed=$seed true.guide >random.guide
      counts $(arg guide=random.guide)
      cmp -s expected counted || { echo "$name $options $kinds, seed $seed"; diff expected counted; }
    done
  done
done <<END
oracle/loops.c -O2
oracle/switches.c -O1
oracle/leaps.c -O2
oracle/gotos.c -O3
oracle/sorting.c -O2 -fPIC
oracle/sorting.c -O2 -m32
programs/features.c -O2
END
