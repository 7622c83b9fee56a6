# SPDX-License-Identifier: GPL-3.0-or-later
# On other machines than x86-64, too, small routines are copied into pots, and do what they
# do when they are called; such as destroy all that they may leave a program that computes the same.

>>> run
case $MACHINE in
  aarch64|riscv64) ;;
  *) skip "no routine is copied on $MACHINE" ;;
esac
machine "$MACHINE"
$CC -O2 -Wall $PLUGIN -c "$TESTS/routines/sums.c" -o routines.o
readelf -p .debug.halt_routine routines.o | grep -c 'copy [0-9]*:'
all="cbr mbr entry exit setlongjmp load store bb call callret"
for set in 4 5; do
  "$TESTS/hostile/make" -f $set hostile$set.o
done
# try OPTION...: compile both ways.
try ()
{
  for inline in yes no; do
    $CC -w -fno-ipa-ra "$@" -z execstack $PLUGIN $(arg cbr mbr entry exit setlongjmp load store bb \
      routines=routines.o inline=$inline) "$TESTS/programs/features.c" -c -o prog.o
    $CC -w "$@" -z execstack prog.o routines.o -o $inline -lm
    cp $inline prog
    SUMS=$inline.sums code $RUN ./prog >$inline.out 2>&1
  done
  same yes.out no.out
  cmp -s yes.sums no.sums || { echo "$*:"; diff yes.sums no.sums; }
  calls=$($($CC -print-prog-name=objdump) -d yes | grep -c '\s\(bl\|jal\|jalr\)\s.*<_record_' || :)
  calls_no=$($($CC -print-prog-name=objdump) -d no | grep -c '\s\(bl\|jal\|jalr\)\s.*<_record_')
  [ "${calls_no:-0}" -gt 9 ] || echo "$*: only $calls_no calls without copies"
  [ $((calls * 4)) -lt "${calls_no:-0}" ] || echo "$*: $calls of $calls_no calls are left"
  $CC -w "$@" -z execstack "$TESTS/programs/features.c" -o plain -lm
  code $RUN ./plain >plain.out 2>&1
  for set in 4 5; do
    for verify in '' verify; do
      $CC -w "$@" -z execstack $PLUGIN $(arg $all $verify routines=hostile$set.o) "$TESTS/programs/features.c" \
	hostile$set.o -o prog -lm
      rm -f events
      HALT_EVENTS=events code $RUN ./prog >out 2>&1
      grep -q '^[1-9]' events || echo "$*, set $set: no events"
      cmp -s plain.out out || { echo "$*, set $set:"; diff plain.out out; }
    done
  done
}
for options in -O0 '-O3 -fno-section-anchors' '-O2 -fPIC' '-O2 -fno-pie -no-pie'; do
  try $options
done
if [ $MACHINE = aarch64 ]; then
  try -O2 -mbranch-protection=standard -fno-omit-frame-pointer
  try -O2 -march=armv8.1-a
else
  try -O2 -mno-relax
  try -O2 -mexplicit-relocs
  try -O2 -fno-pie -no-pie -mcmodel=medlow
fi

>>> out
10
