# SPDX-License-Identifier: GPL-3.0-or-later
# Points are switched, with the compiler's options "$@", too; for tests/cases/*-switch.t.

kinds="cbr mbr entry exit bb load store call callret"
# Kind, id, function, events and bytes, of those that were executed.
events () { $HALT report --format=csv "$@" | awk -F, '$14 > 0 { print $1, $2, $4, $14, $15, $16, $17, $18 }'; }
build () { $CC $how -w $INCLUDE "$@"; }
for way in '-O2' '-O2 count' '-O2 count=thread' '-O1 count=atomic' '-O0' '-O2 -fPIC' "$@"; do
  option= how=$way
  case $way in *count*) how=${way% *} option=${way#* } ;; esac
  build $PLUGIN $(arg switch $kinds $option) "$TESTS/programs/digits.c" -c -o digits.o
  build "$TESTS/programs/switched.c" digits.o $LIBHALT -o prog
  HALT_FILE=some.prof $RUN ./prog
  HALT_FILE=off.prof $RUN ./prog work >/dev/null
  HALT_FILE=on.prof HALT_ON='*' $RUN ./prog work
  # Points that are always on.
  build $PLUGIN $(arg $kinds $option) "$TESTS/programs/digits.c" -c -o digits.o
  build -DPLAIN "$TESTS/programs/switched.c" digits.o $LIBHALT -o plain
  HALT_FILE=plain.prof $RUN ./plain work
  events plain plain.prof >plain.csv
  events prog on.prof >on.csv
  same plain.csv on.csv
  [ -s on.csv ] || echo "nothing was counted"
  events prog off.prof 2>/dev/null | sed 1d
done | uniq
# A shared object, and several threads of which none runs in what is changed.
how=-O2
build -fPIC -shared $PLUGIN $(arg switch $kinds) "$TESTS/programs/digits.c" $LIBHALT -o libdigits.so
build "$TESTS/programs/switched.c" -L. -ldigits -Wl,-rpath,. -o shared
HALT_FILE=shared.prof HALT_ON='entry,exit@digts' $RUN ./shared work
$HALT report libdigits.so shared.prof 2>/dev/null | sed -n 's/ *$//; /^entry/p; /^exit/p'
