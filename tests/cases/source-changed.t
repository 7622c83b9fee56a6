# SPDX-License-Identifier: GPL-3.0-or-later
# A source file that is not the one that was compiled: who shows its lines says so.  What its
# time is does not matter.

>>> a.c
#include "a.h"
int
main (void)
{
  int s = 0;
  for (int i = 0; i < 5; i++)
    s += shared (i);
  return s == 3;
}

>>> a.h
static int
shared (int n)
{
  return n * 3;
}

>>> b.c
#include "a.h"
int
other (int n)
{
  return shared (n);
}

>>> run
said () { sed 's,[^ ]*/\([ab]\.[ch]\),\1,g' | grep -v 'units have lines\|left out' | grep 'lines may' || echo nothing; }
all ()
{
  $HALT report --annotate prog 2>&1 | said
  $HALT cover prog 2>&1 | said
  $HALT html -o site prog >/dev/null 2>&1
  grep -ho '"doubt":"[^"]*"' site/data/file-*.js || echo nothing
}
$CC -g $PLUGIN $(arg cbr entry bb) a.c "$LIBHALT" -o prog
./prog
cp a.c was.c
echo "== as it was, but newer: a checkout's time"
touch -d '+1 hour' a.c a.h
all
echo "== a line more, but older"
{ echo; cat was.c; } >a.c
touch -d '2001-01-01' a.c
all
$HALT report --format=lcov prog 2>&1 | said
echo "== shorter than its lines"
head -n 3 was.c >a.c
all
echo "== stripped, with a debug file"
cp was.c a.c
objcopy --only-keep-debug prog prog.debug
strip prog
objcopy --add-gnu-debuglink=prog.debug prog
all
echo >>a.h
all
echo "== two of one name"
$CC -g $PLUGIN $(arg cbr entry bb) -c b.c
echo >>a.h
$CC -g $PLUGIN $(arg cbr entry bb) -c a.c
$CC a.o b.o "$LIBHALT" -o prog
./prog
all
echo "== another folder, names that are mapped"
mkdir there
$CC -g $PLUGIN $(arg cbr entry bb) "-ffile-prefix-map=$PWD=there" a.c "$LIBHALT" -o prog
./prog
cp a.c a.h there
all
echo >>there/a.c
all

>>> out
== as it was, but newer: a checkout's time
nothing
nothing
nothing
== a line more, but older
a.c: 5 of 5 lines executed, by blocks of machine code; the file is not what was compiled, it has changed: lines may have moved
ghalt: note: a.c is not what was compiled, it has changed: lines may have moved
"doubt":"not what was compiled, it has changed: lines may have moved"
ghalt: note: a.c is not what was compiled, it has changed: lines may have moved
== shorter than its lines
a.c: 5 of 5 lines executed, by blocks of machine code; the file is not what was compiled, it has changed: lines may have moved
ghalt: note: a.c is not what was compiled, it has changed: lines may have moved
"doubt":"not what was compiled, it has changed: lines may have moved"
== stripped, with a debug file
nothing
nothing
nothing
a.h: 2 of 2 lines executed, by blocks of machine code; the file is not what was compiled, it has changed: lines may have moved
ghalt: note: a.h is not what was compiled, it has changed: lines may have moved
"doubt":"not what was compiled, it has changed: lines may have moved"
== two of one name
a.h: 2 of 2 lines executed, by blocks of machine code; the file is one of several that were compiled under this name: lines may be those of another
ghalt: note: a.h is one of several that were compiled under this name: lines may be those of another
"doubt":"one of several that were compiled under this name: lines may be those of another"
== another folder, names that are mapped
nothing
nothing
nothing
a.c: 5 of 5 lines executed, by blocks of machine code; the file is not what was compiled, it has changed: lines may have moved
ghalt: note: a.c is not what was compiled, it has changed: lines may have moved
"doubt":"not what was compiled, it has changed: lines may have moved"
