# SPDX-License-Identifier: GPL-3.0-or-later
# Small routines are copied into pots instead of being called, and do what they do
# when they are called: for every kind, however the program is compiled.

>>> x86_64 what it compiles

>>> run
unrandomised
$CC -O2 -Wall $PLUGIN -c "$TESTS/routines/sums.c" -o routines.o
readelf -p .debug.halt_routine routines.o | grep -c 'copy [0-9]*:'
# try OPTION...: compile both ways.  What is known of a function's registers changes
# what its callers are compiled to.
try ()
{
  cpu_runs "$@" || return 0
  cycle=cycle
  case " $* " in *" -O0 "*|*" -O1 "*) cycle= ;; esac
  for inline in yes no; do
    ${LANGUAGE:-$CC} -w -fno-ipa-ra "$@" -z execstack $PLUGIN $(arg cbr mbr entry exit setlongjmp load \
      store bb $cycle routines=routines.o inline=$inline) ${FILE:-$TESTS/programs/features.c} -c -o prog.o &&
      ${LANGUAGE:-$CC} -w "$@" -z execstack prog.o routines.o -o $inline -lm || return 0
    cp $inline prog
    SUMS=$inline.sums setarch -R ./prog >$inline.out 2>&1 || echo "$*: exit $?"
  done
  same yes.out no.out
  cmp -s yes.sums no.sums || { echo "$*:"; diff yes.sums no.sums; }
  calls=$(objdump -d yes | grep -c 'call.*<_record_' || :)
  calls_no=$(objdump -d no | grep -c 'call.*<_record_')
  [ "${calls_no:-0}" -gt 9 ] || echo "$*: only $calls_no calls without copies"
  # Where control hardly ever comes, some are.
  [ $((calls * 4)) -lt "${calls_no:-0}" ] || echo "$*: $calls of $calls_no calls are left"
}
for options in -O0 -O1 -O2 '-O3 -march=x86-64-v3' '-O2 -fno-pie -no-pie' '-O2 -fPIC' \
    '-O2 -masm=intel' '-O1 -masm=intel -fno-omit-frame-pointer' \
    '-O2 -ffunction-sections -fdata-sections -Wl,--gc-sections' '-O2 -g3 -fno-plt'; do
  try $options
done

>>> out
10
