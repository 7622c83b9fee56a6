# SPDX-License-Identifier: GPL-3.0-or-later
# The stack is walked, and exceptions pass, with the compiler's options "$@", too; for
# tests/cases/*-unwind.t.

hostile
$CC -O2 -w -funwind-tables -c "$TESTS/programs/walk.c"
kinds=$(arg cbr mbr entry exit load store bb setlongjmp mem=frame,spill)
for o in -O0 -O2 "-O2 -fPIC" "-O2 -fnon-call-exceptions" "$@"; do
  $CXX -w $o "$TESTS/programs/throw.cc" -o plain
  code $RUN ./plain >plain.out
  for routines in hostile walk; do
    $CXX -w $o $PLUGIN $kinds "$TESTS/programs/throw.cc" $routines.o -o prog
    code $RUN ./prog >out 2>err
    same plain.out out
    cat err
  done
done
