# SPDX-License-Identifier: GPL-3.0-or-later
# Routines that change what their summaries say and nothing else, and destroy
# all of that: half of the registers, the other half, one by one, and what copies
# of routines may.  A program with a bit of everything computes what it does
# without them.

>>> x86_64 what it compiles

>>> all

>>> run
all="cbr mbr entry exit setlongjmp load store bb call callret"
while read -r options; do
  cpu_runs $options || continue
  $CC -w $options -z execstack "$TESTS/programs/features.c" -o plain -lm
  ./plain >plain.out
  for set in 0 1 2 3 4 5; do
    m=
    case $options in *-m32*) m='-m32 -msse2' ;; esac
    "$TESTS/hostile/make" -f $set routines.o $m
    for verify in '' verify; do
      $CC -w $options -z execstack $PLUGIN $(arg $all $verify routines=routines.o) \
	"$TESTS/programs/features.c" routines.o -o prog -lm
      rm -f events
      HALT_EVENTS=events code ./prog >out
      grep -q '^[1-9]' events || echo "$options, set $set: no events"
      cmp -s plain.out out || { echo "$options, set $set:"; diff plain.out out; }
    done
  done
done <<END
-O0
-O2
-O3 -march=x86-64-v3
-Os -fPIC -pie
-O2 -fno-omit-frame-pointer -masm=intel
-O2 -mcmodel=large -fno-pic -no-pie
-O2 -fno-plt -mforce-indirect-call
-m32 -O0
-m32 -O2 -msse2
-m32 -O2 -fPIC
END

>>> out
