# SPDX-License-Identifier: GPL-3.0-or-later
# Make what a store is tried with: prog, so.so that it loads, another build of it in prog2/, and
# profiles of them.
mkdir prog2
make="$CC -O1 -g $PLUGIN $(arg at=gimple pgo bb cbr entry)"
echo 'int so (int n) { return n % 3 == 1 ? 2 : n; }' >so.c
cp "$TESTS/programs/store.c" .
$make -fPIC -shared so.c -o so.so
$make -c store.c -o store.o
$make -c -DNEWER store.c -o newer.o
$CC store.o ./so.so "$LIBHALT" -o prog
$CC newer.o ./so.so "$LIBHALT" -o prog2/prog
for i in 1 2 3 4 5; do HALT_FILE=$i.prof ./prog $i 7$i; done
HALT_LABEL=six HALT_FILE=6.profile ./prog 27 97
HALT_FILE=old.p ./prog 871 6
HALT_FILE=new.p prog2/prog 97
