# SPDX-License-Identifier: GPL-3.0-or-later
# `ghalt atom' for Alpha: branches and memory accesses are those that the plugin
# counts in the emulator; hostile routines everywhere: at the entry of functions that
# make a global pointer, around locked sequences, where arrays of variable length are
# read after they were given back.

>>> rest

>>> locked.c
#include <stdio.h>
static long total;
static int most, calls;
static short narrow;
__attribute__ ((noinline)) static long
add (long n)
{
  __atomic_fetch_add (&narrow, n, __ATOMIC_SEQ_CST);
  __atomic_fetch_xor (&most, (int) n, __ATOMIC_SEQ_CST);
  return __atomic_add_fetch (&total, n, __ATOMIC_SEQ_CST);
}
int
main (void)
{
  long sum = 0;
  for (int i = 0; i < 100; i++)
    sum += add (i) + __sync_fetch_and_add (&calls, 1);
  printf ("%ld %ld %d %d %d\n", sum, total, most, narrow, calls);
  return 0;
}
>>> run
machine alpha
"$TESTS/toolchain/diet" -n alpha >/dev/null || skip "no C library: tests/toolchain/diet alpha"
export CC
tools=$TESTS/../tools/atom
for program in sorting memory fields; do
  source=$TESTS/oracle/$program.c
  $CC -w -O2 $source -o plain -lm
  $CC -w -O2 $PLUGIN $(arg atom) $source -o p -lm
  $RUN ./plain >plain.out
  for tool in branch cache; do
    "$HALT" atom p $tools/$tool.inst.c $tools/$tool.anal.c -o p.$tool
    $RUN ./p.$tool >p.out
    same plain.out p.out
  done
  $CC -w -O2 $PLUGIN $(arg cbr load store) $source "$LIBHALT" -o own -lm
  HALT_FILE=own.prof $RUN ./own >own.out
  "$HALT" report --format=csv --kind=cbr own own.prof | awk -F , '
    $1 == "cbr" && $14 { print $4, $16, $15 }' | sort >theirs
  sed -n 's/^0x//p' branch.out | awk '$2 + $3 { sub (/:.*/, "", $5); print $5, $2, $3 }' |
    sort >ours
  test -s ours
  same ours theirs
  for kind in load store; do
    "$HALT" report --format=csv --kind=$kind own own.prof | awk -F , -v kind=$kind '
      $1 == kind { n += $14 } END { print kind "s", n }'
  done >theirs
  awk '$1 == "loads" || $1 == "stores" { print $1, $2 }' cache.out >ours
  same ours theirs
done
for source in locked.c $TESTS/oracle/fields.c $TESTS/oracle/floats.c; do
  [ $source = locked.c ] && where="inst block proc" || where=
  $CC -w -O2 $source -o plain -lm
  $CC -w -O2 $PLUGIN $(arg atom) $source -o p -lm
  $RUN ./plain >plain.out
  "$HALT" atom p $TESTS/hostile/atom.inst.c $TESTS/hostile/atom.anal.c -o p.hostile \
    -- $where
  rm -f events
  HALT_EVENTS=events $RUN ./p.hostile >p.out
  same plain.out p.out
  awk '$1 < 1000 { print "events:", $1 }' events
done
# What a branch inside a locked sequence tests is known nowhere else.
$CC -w -O2 $PLUGIN $(arg atom) locked.c -o p
"$HALT" atom p $TESTS/hostile/atom.inst.c $TESTS/hostile/atom.anal.c -o p.hostile 2>&1 |
  sed 's/.*inst\.c:[0-9]*: //; s/\$[0-9]*,\$L[0-9]*/.../'
>>> out
AddCallInst: _record_cbr cannot be called before 'beq ...' in add: nothing may come between it and its neighbours
