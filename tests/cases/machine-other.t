# SPDX-License-Identifier: GPL-3.0-or-later
# What is of another machine than it is used for is one line that says so; halt-gcc's
# compiler of another machine gets that one's property note.

>>> p.c
int n;
int main (int argc, char **argv) { if (argc > 1) n++; return n; }

>>> r.c
void _record_cbr (unsigned long cond, unsigned long id) { }

>>> run
[ "$MACHINE" != "$(uname -m)" ] || skip "this is no other machine"
recording
gcc=${HALT%/*}/halt-gcc halt=$HALT
unset HALT
$CC -O2 -w $PLUGIN -c r.c -o mine.o
$CC -O2 -w $PLUGIN $(arg cbr) p.c "$lib" $zstd -o p
HALT_FILE=trace ./p
# The same for the other machine.
(machine "$MACHINE"
 $CC -O2 -w $PLUGIN -c r.c -o other.o
 $CC -O2 -w -fPIC -c r.c -o analysis.o
 $CC -w -shared -nostdlib analysis.o -o analysis.so
 $CC $PLUGIN $(arg cbr routines=mine.o) -c p.c -o p.o) >said 2>&1 || :
! grep -m 1 '^no ' said || exit 77
said () { grep error | sed "s/for $MACHINE/for there/;s/for $(uname -m | tr _ .)/for here/"; }
said <said
echo "-- routines"
# Beside one that is right, it is as good as not there.
ar rc both.a mine.o other.o
for file in other.o both.a; do
  $CC $PLUGIN $(arg cbr routines=$file) -c p.c -o p.o 2>&1 | said
done
echo "-- an analysis"
for file in analysis.o analysis.so; do
  code "$halt" play trace p -- $file
done
echo "-- a property note"
machine "$MACHINE"
try ()
{
  set -- -O2 -nostdlib -static -e main "$@" p.c
  $CC "$@" -o plain
  HALT_CC=$CC HALT_PLUGIN=$HALT_SO HALT_FLAGS=atom "$gcc" "$@" -o prog
  for file in plain prog; do
    readelf -nW $file | sed -n 's/.*Properties: //p' >$file.note
  done
  cmp plain.note prog.note
}
try
[ ! -s prog.note ] || cat prog.note
[ "$MACHINE" != aarch64 ] || { try -mbranch-protection=standard; grep -c BTI prog.note >bti; }

>>> out
cc1: error: halt: the routines in 'mine.o' are for here, and this compiles for there; compile them with this compiler
-- routines
cc1: error: halt: the routines in 'other.o' are for there, and this compiles for here; compile them with this compiler
-- an analysis
ghalt: 'analysis.o' is for another machine; an analysis is compiled for this one, wherever the program ran
exit 2
ghalt: 'analysis.so' is for another machine; an analysis is compiled for this one, wherever the program ran
exit 2
-- a property note
