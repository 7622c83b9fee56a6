# SPDX-License-Identifier: GPL-3.0-or-later
# at=gimple with count, and -flto: marks are counted when the program is linked, in
# whatever partition their code has come to, inlined from one file into another; the
# counts are those of gcov, byte for byte.

>>> prog.c
#include <stdio.h>
#include <stdlib.h>
int work (int n);
int tiny (int n);

static int
local (int n)
{
  int s = 0;
  for (; n > 0; n >>= 1)
    s += n & 1;
  return s;
}

int
main (void)
{
  int sum = 0;
  for (int i = 0; i < 1000; i++)
    sum += i % 3 ? work (i) : tiny (i) + local (i);
  printf ("%d\n", sum);
  if (sum == 3)
    exit (2);
  return 0;
}

>>> work.c
#include <stdlib.h>
volatile int limit = 50;

static int
local (int n)
{
  int s = 0;
  for (int i = 0; i < n % 5; i++)
    s += i;
  return s;
}

int
tiny (int n)
{
  return n > limit ? 1 : n & 1 ? 5 : 2;
}

int
work (int n)
{
  if (n > limit)
    return n % 7 == 3 ? 5 : local (n);
  if (n == 49 && limit < 3)
    exit (3);
  return tiny (n);
}

>>> unused.c
int unused (int n) { return n > 3 ? n : 4; }

>>> run
# build COMPILE-OPTIONS LINK-OPTIONS...
build ()
{
  compile="$CC -O2 -g -flto $1"
  shift
  rm -f *.gcda halt.prof
  for name in prog work unused; do $compile -c $name.c -o $name.o; done
  $CC -O2 -flto "$@" 2>err || cat err
  grep -v -e "serial compilation" -e "-flto. option doc" err || :
}
# Their stamps are those of two compilations.
same ()
{
  for name in prog work; do
    tail -c +13 gcov/$name.gcda >theirs
    tail -c +13 $name.gcda >ours
    cmp theirs ours
  done
}
build "-fprofile-generate -fno-profile-values" -fprofile-generate prog.o work.o -o prog
./prog
mkdir gcov
mv prog.gcda work.gcda gcov
for how in count count=atomic count=thread; do
  for partition in none one 1to1 max balanced; do
    arguments="$PLUGIN $(arg at=gimple arc $how)"
    build "$arguments" -flto-partition=$partition $arguments prog.o work.o unused.o "$LIBHALT" -o prog
    ./prog
    $HALT pgo prog
    same 2>&1
  done
done | sort | uniq -c | sed 's/^ *//'

echo == code of both files in one function, counted in line
arguments="$PLUGIN $(arg at=gimple arc count)"
build "$arguments" $arguments prog.o work.o unused.o "$LIBHALT" -o prog
nm prog | grep -c ' \(work\|tiny\)$' || :
./prog
$HALT report prog | sed 2q
objdump -d prog --disassemble=main | grep -c 'call.*_record' || :

echo == live, in part from files that are optimized when they are compiled
HALT_LIVE=1 ./prog
$HALT pgo prog && same
$CC -O2 $PLUGIN $(arg at=gimple arc count) -c work.c
$CC -O2 -flto $arguments prog.o work.o "$LIBHALT" -o prog 2>err
./prog
$HALT report prog | sed 2q

echo == refused
build "$arguments" $arguments prog.o work.o "$LIBHALT" -o prog
{
  $CC -O2 -flto $arguments prog.o work.o -o prog ||
    $CC -O2 -flto prog.o work.o "$LIBHALT" -o prog ||
    $CC -O2 -flto $PLUGIN $(arg at=gimple arc) prog.o work.o "$LIBHALT" -o prog ||
    $CC -O2 -flto $PLUGIN $(arg at=gimple arc count=thread) prog.o work.o "$LIBHALT" -o prog
} 2>&1 | grep -o 'undefined reference to .*\|error: halt: .*' | sort -u

>>> out
3679
15 3679
== code of both files in one function, counted in line
0
3679
kind     points  executed  never  executions
arc          20        17      3        6583
0
== live, in part from files that are optimized when they are compiled
3679
3679
kind     points  executed  never  executions
arc          19        17      2        6583
== refused
error: halt: option 'count' says another thing than when the units were compiled
undefined reference to `__halt_count2_needs_libhalt_a'
undefined reference to `__halt_count_needs_the_plugin_when_linking'
