# SPDX-License-Identifier: GPL-3.0-or-later
# A real program from Debian: its tracefile is what lcov makes of gcov's data.

>>> rest

>>> run
command -v lcov >/dev/null || skip "no lcov"
"$TESTS/tools/source" bzip2 bzip2 || skip "no source of bzip2"
head -c 300000 "$TESTS/unit/runtime.c" >input
for option in -O0 -O2; do
  mkdir gcov halt
  for file in blocksort huffman crctable randtable compress decompress bzlib bzip2; do
    $CC $option -w -D_FILE_OFFSET_BITS=64 --coverage -c bzip2/$file.c -o gcov/$file.o
    $CC $option -w -D_FILE_OFFSET_BITS=64 $PLUGIN $(arg at=gimple cbr mbr bb entry) \
      -c bzip2/$file.c -o halt/$file.o
  done
  $CC --coverage gcov/*.o -o gcov/bzip2
  $CC halt/*.o "$LIBHALT" -o halt/bzip2
  gcov/bzip2 -c input >plain.bz2
  HALT_FILE=prof halt/bzip2 -c input >instrumented.bz2
  same plain.bz2 instrumented.bz2
  lcov -q -c -d gcov --gcov-tool $GCOV --rc $(lcov_branches)=1 -o theirs.info 2>log || cat log
  $HALT report --format=lcov halt/bzip2 prof >ours.info
  "$TESTS/tools/lcov-diff" theirs.info ours.info >differences || cat differences
  for f in theirs ours; do
    lcov --summary $f.info --rc lcov_branch_coverage=1 2>&1 | grep '%' >$f.summary
  done
  same theirs.summary ours.summary
  [ "$(wc -l <ours.summary)" = 3 ] || cat ours.summary
  echo "$option" $(tail -n 1 differences)
  rm -rf gcov halt
done

>>> out
-O0 2786 lines, 2669 branches, 108 functions, 0 differ
-O2 2520 lines, 2529 branches, 97 functions, 0 differ
