# SPDX-License-Identifier: GPL-3.0-or-later
# What cannot be counted for -fprofile-use, or not written: one line says why.

>>> prog.c
int
main (int argc, char **argv)
{
  return argc > 5;
}

>>> other.c
int
main (void)
{
  return 0;
}

>>> run
for more in arc first "at=gimple arc cbr count" "blpp arc" "at=gimple callee"; do
  $CC $PLUGIN $(arg $more) -c prog.c 2>&1 | sed -n 's/.*error: //p'
done
arcs=$(arg at=gimple arc count)
mkdir gone
cd gone
$CC $PLUGIN $arcs -c ../prog.c -o prog.o
$CC $PLUGIN $arcs -c ../other.c -o other.o
cd ..
$CC gone/prog.o "$LIBHALT" -o prog
$RUN ./prog
$CC gone/other.o "$LIBHALT" -o other
rm -r gone
shorten () { sed "s|$PWD|.|g;s/gcov has version [0-9a-f]\{8\};/gcov has version ...;/"; }
{
"$HALT" pgo prog || echo $?
"$HALT" pgo prog -o /dev/null/folder || echo $?
"$HALT" pgo prog missing || echo $?
"$HALT" pgo other 2>&1 | cut -d' ' -f-7
"$HALT" pgo prog prog.c || echo $?
$CC $PLUGIN $(arg bb count) prog.c "$LIBHALT" -o blocks
HALT_FILE=blocks.prof $RUN ./blocks
"$HALT" pgo blocks blocks.prof || echo $?
# What a program without its names, or with some of another compiler, says.
objcopy=$($CC -print-prog-name=objcopy)
$objcopy -R .debug.halt_gcov prog cut
"$HALT" pgo cut || echo $?
$objcopy -O binary --only-section=.debug.halt_gcov --set-section-flags .debug.halt_gcov=alloc prog names
for at in 0 4 8 16 26 36 44 48; do
  cp names wrong
  new='\7'
  # A checksum may have a 7 there.
  [ $at != 8 ] || [ $(od -An -tu1 -j8 -N1 names) != 7 ] || new='\6'
  printf $new | dd of=wrong bs=1 seek=$at conv=notrunc status=none
  $objcopy --update-section .debug.halt_gcov=wrong prog changed
  "$HALT" pgo -o folder changed || :
done
} 2>&1 | shorten

>>> out
halt: option 'arc' is about the code that gcov knows; add '-fplugin-arg-halt-at=gimple'
halt: option 'first' is about the code that gcov knows; add '-fplugin-arg-halt-at=gimple'
halt: with 'at=gimple' option 'count' counts 'arc', 'cover' and 'prime' alone; leave 'cbr' out
halt: option 'arc' is about the code that gcov knows; 'blpp' does not have it
halt: option 'callee' is for functions whose arcs are counted; add '-fplugin-arg-halt-arc'
ghalt: the objects' folder './gone' is not here: No such file or directory; -o DIR writes to another
2
ghalt: cannot make the folder '/dev/null/folder': Not a directory
2
ghalt: cannot open 'missing': No such file or directory
2
ghalt: halt.prof was recorded from another build:
ghalt: prog.c: not a HALT profile
2
ghalt: blocks.prof: no arcs were counted: compile with -fplugin-arg-halt-at=gimple -fplugin-arg-halt-arc -fplugin-arg-halt-count, and link libhalt.a
2
ghalt: cut: what gcov calls 1 of 1 units is missing: .debug.halt_gcov was removed or cut
2
ghalt: changed: unit 0 at offset 0 of .debug.halt_gcov: not gcov's names: wrong magic number
ghalt: changed: unit 0 at offset 0 of .debug.halt_gcov: version 7, this is the reader of version 1
ghalt: changed: unit 0 at offset 0 of .debug.halt_gcov: of another map
ghalt: changed: unit 0 at offset 0 of .debug.halt_gcov: its sizes do not add up
ghalt: ./gone/prog: compiled by a GCC whose gcov has version ...; only those of GCC 12 to 16 are known
ghalt: changed: unit 0 at offset 0 of .debug.halt_gcov: its sizes do not add up
ghalt: changed: unit 0 at offset 0 of .debug.halt_gcov: strings out of range
