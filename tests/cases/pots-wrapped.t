# SPDX-License-Identifier: GPL-3.0-or-later
# With -Os pots call wrapper routines: smaller, every event the same, every
# register and flag as it was, frames seen through them.

>>> x86_64 what it compiles

>>> rest

>>> run
kinds="cbr load store bb proc"
HALT_FLAGS=$(arg $kinds)
hostile
# What routines destroy does not show; every program has wrappers.
try ()
{
  cpu_runs "$@" || return 0
  rm -f events
  $CC -w "$@" "$TESTS/programs/features.c" -o plain -lm 2>log || { echo "$*: does not compile"; return 0; }
  $CC -w $PLUGIN $HALT_FLAGS "$@" "$TESTS/programs/features.c" hostile.o -o prog -lm 2>log ||
    { echo "$*: does not compile instrumented"; return 0; }
  code ./plain >plain.out
  HALT_EVENTS=events code ./prog >prog.out
  same plain.out prog.out
  $CC -w $PLUGIN $HALT_FLAGS "$@" -S "$TESTS/programs/features.c" -o prog.s
  [ $(grep -c 'call.*LHALT_wrap' prog.s) -gt 100 ] || echo "$*: $(grep -c 'call.*LHALT_wrap' prog.s) calls of wrappers"
  # One of each, and nothing that is not called.
  grep -o '^\.LHALT_wrap[^:]*' prog.s | sort >defined
  grep -o 'call.*LHALT_wrap.*' prog.s | sed 's/.*\.LHALT/.LHALT/' | sort -u >called
  same defined called
}
try -Os
try -Oz
try -Os -fPIC
try -Os -mno-red-zone -fno-omit-frame-pointer
try -Os -march=x86-64-v3
try -Os -masm=intel
try -Os -fcf-protection=full
try -Os -g -ffunction-sections -Wl,--gc-sections
echo == not there
for options in -O2 '-Os -m32' '-Os -mfunction-return=thunk'; do
  $CC -w $PLUGIN $HALT_FLAGS $options -S "$TESTS/programs/features.c" -o prog.s
  echo "$options: $(grep -c 'call.*LHALT_wrap' prog.s)"
done
echo == smaller
text () { size -A "$1" | awk '$1 ~ /^\.text/ { n += $2 } END { print n }'; }
$CC -w -Os $PLUGIN $HALT_FLAGS -c "$TESTS/programs/features.c" -o small.o
$CC -w -Os -mfunction-return=thunk $PLUGIN $HALT_FLAGS -c "$TESTS/programs/features.c" -o large.o
[ $(text small.o) -lt $(text large.o) ] || echo "$(text small.o) $(text large.o)"

>>> out
== not there
-O2: 0
-Os -m32: 0
-Os -mfunction-return=thunk: 0
== smaller
