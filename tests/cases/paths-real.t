# SPDX-License-Identifier: GPL-3.0-or-later
# Two real programs at work: every path is counted as often as it was taken, and
# they work as ever.

>>> all

>>> run
"$TESTS/tools/source" lua5.4 lua || skip "no source of Lua"
"$TESTS/tools/source" bzip2 bzip2 || skip "no source of bzip2"
echo '#define DEB_HOST_MULTIARCH ""' >lua5.4-deb-multiarch.h
$CC -O2 -w -c "$TESTS/routines/paths.c" -o trace.oo
# made PLUGIN'S-ARGUMENT... -- OPTION... -- FILE...: the program prog.
made ()
{
  arguments= options=
  while [ "$1" != -- ]; do arguments="$arguments $1"; shift; done
  shift
  while [ "$1" != -- ]; do options="$options $1"; shift; done
  shift
  rm -f *.o halt.prof
  for file; do
    $CC -w $options $PLUGIN $(arg blpp entry bb $arguments) -c $file
  done
  $CC *.o trace.oo "$LIBHALT" -lm -o prog
  "$TESTS/tools/paths-compare" table "$HALT" prog >table
  export HALT_PATHS_TABLE=table HALT_PATHS_TRACE=trace
}
compared ()
{
  "$TESTS/tools/paths-compare" paths "$HALT" prog halt.prof trace >log || cat log
  awk '/ differences$/ && $1 > '$1' && $3 > '$2' { print "functions and paths,", $7, $8 }' log
}
lua_files=$(ls lua/src/l*.c | grep -v luac)
bzip2_files=$(for f in blocksort huffman crctable randtable compress decompress bzlib bzip2; do
		echo bzip2/$f.c; done)
head -c 100000 "$TESTS/unit/runtime.c" >input
for count in count blpp; do
  for option in -O2 -O3; do
    made $count -- $option -DLUA_USE_POSIX -I. -- $lua_files
    ./prog "$TESTS/programs/work.lua"
    compared 300 1300
    made $count -- $option -D_FILE_OFFSET_BITS=64 -- $bzip2_files
    ./prog -c input >compressed
    bunzip2 -c compressed | cmp - input
    compared 20 100
  done
done

>>> out
1502250.0	2572	false	thrown	true	nil	[string "x ="]:1: unexpected symbol near <eof>
functions and paths, 0 differences
functions and paths, 0 differences
1502250.0	2572	false	thrown	true	nil	[string "x ="]:1: unexpected symbol near <eof>
functions and paths, 0 differences
functions and paths, 0 differences
1502250.0	2572	false	thrown	true	nil	[string "x ="]:1: unexpected symbol near <eof>
functions and paths, 0 differences
functions and paths, 0 differences
1502250.0	2572	false	thrown	true	nil	[string "x ="]:1: unexpected symbol near <eof>
functions and paths, 0 differences
functions and paths, 0 differences
