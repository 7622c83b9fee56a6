# SPDX-License-Identifier: GPL-3.0-or-later
# -fchecking=2 over some of GCC's own test programs: no way of instrumenting
# makes the compiler find a graph that is wrong.

>>> rest

>>> run
source=$("$TESTS/tools/torture-source")
cd "$source"
find gcc.c-torture g++.dg -name '*.[cC]' | LC_ALL=C sort |
  awk 'NR % 397 == 11' >"$TMPDIR/files"
all="cbr mbr bb proc ret load store call callret setlongjmp"
cat >"$TMPDIR/ways" <<END
-O2	$all
-O2 -fschedule-insns2	$all cycle mem=all
-O2	cbr mbr entry exit bb load store count
-O2	cbr mbr bb call callret count=thread
-O2	cbr mbr bb proc load store call callret switch
-O0	$all switch
-O2 -g	atom
-O2 -g	blpp count cbr
-O2 -g	at=gimple $all
-O2	at=gimple pgo count
-O3 -fnon-call-exceptions	$all
END
wrong='internal compiler error|confused by earlier|Segmentation'
while read -r f; do
  case $f in *.C) compiler=$CXX ;; *) compiler=$CC ;; esac
  while IFS='	' read -r o kinds; do
    $compiler -w -fchecking=2 $o -S -o /dev/null $PLUGIN $(arg $kinds) $f >"$TMPDIR/log" 2>&1 </dev/null ||
      ! grep -Eq "$wrong" "$TMPDIR/log" || echo "$f: $o $kinds"
  done <"$TMPDIR/ways"
done <"$TMPDIR/files"
