# SPDX-License-Identifier: GPL-3.0-or-later
# On AArch64, too, pots that know what the routines of libhalt.a change count the same:
# where there is room, and where each event has to look for some, with whatever is in
# registers then.  Plain counting needs no routine, and a program with its own does not link.

>>> own.c
void _record_cbr (unsigned long cond, unsigned long id) { (void) cond, (void) id; }

>>> run
machine aarch64
known=$(arg routines="$LIBHALT")
strings -a "$LIBHALT" | grep -c '^halt-routine 4 .* aarch64 .*changes x'
# counts NAME OPTION...: what SOURCE prints and counts.
counts ()
{
  name=$1
  shift
  $CC -w -g -O2 $PLUGIN $(arg cbr mbr entry exit bb load store call callret setlongjmp) "$@" \
    "$TESTS/oracle/$SOURCE" "$LIBHALT" -o prog -lm >next
  $RUN ./prog >$name.out 2>&1 || echo "exit $?" >>$name.out
  $HALT report --format=json prog | sed 's/"\(address\|build_id\)":"[0-9a-f]*"//g;s/"profiles":.*//' >$name.json
  rm -f halt.prof
}
for SOURCE in loops.c switches.c; do
  counts near
  counts known $known
  same near.out known.out
  same near.json known.json
  counts far $(arg unique=3000000)
  counts verified $(arg unique=3000000 verify) $known
  same far.out verified.out
  same far.json verified.json
done
$CC -w -O2 $PLUGIN $(arg cbr) $known "$TESTS/oracle/loops.c" own.c "$LIBHALT" -o prog 2>&1 |
  grep -o 'multiple definition of `_record_cbr' | sort -u

>>> out
12
multiple definition of `_record_cbr
