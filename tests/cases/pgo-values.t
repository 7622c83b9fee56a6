# SPDX-License-Identifier: GPL-3.0-or-later
# What -fprofile-generate measures besides arcs, as gcov's own runtime has it, counter
# by counter, and the same code of both: functions through pointers (of this
# object, of a shared one, of none that is instrumented), which comes first, divisors, sizes;
# of one run and of several, and of merged profiles.

>>> prog.c
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int shared (int n);
static int fewer (int n) { return n - 1; }
static int more (int n) { return n + 1; }
int
twice (int n)
{
  return n > 3 ? 2 * n : n + n;
}
int never (int n) { return twice (n) / n; }

static int (*volatile table[]) (int) = { more, twice, more, abs, more, shared, fewer };
static volatile unsigned divisors[] = { 8, 7, 8, 8, 3, 0x80000000u };
static volatile long long wide[] = { -3, 1ll << 40, -3 };
static char from[1000], to[1000] __attribute__ ((aligned (16)));

static int
compare (const void *a, const void *b)
{
  return *(const int *) a - *(const int *) b;
}

int
main (int argc, char **argv)
{
  int sum = 0, list[50] = { 0 };
  unsigned long long big = 0;
  /* With an argument others come first.  */
  if (argc > 1)
    sum = never (argc) + compare (list, list);
  for (int i = 0; i < 1000 * argc; i++)
    {
      sum += table[i % 7] (i & 15);
      sum += (unsigned) i % divisors[i % 6];
      sum += i * 100 / wide[i % 3];
      big += -1ull % (i % 9 ? 5 * (unsigned long long) wide[1] : divisors[2] / 8ull);
      memcpy (to + 8, from, divisors[i % 5] * (i % 2 + 1));
      list[i % 50] = i ^ 21;
    }
  memset (to + 4, 1, sum & 31);
  qsort (list, 50, sizeof *list, compare);
  /* As many sizes as gcov keeps; with those of a second run, more.  */
  for (int i = 0; i < 32 * 5; i++)
    memmove (to + 2, from + i % 32, i % 32 * argc);
  printf ("%d %llu %d\n", sum, big, list[3]);
  return 0;
}

>>> shared.c
static volatile unsigned divisor = 5;
int
shared (int n)
{
  return 17 * (unsigned) n % divisor;
}

>>> run
mkdir gcov
options="-O2 -fPIC"
# build WAY: compile and link in that way, with COMPILED and LINKED.
build ()
{
  for name in prog shared; do
    $CC $options $compiled -c $name.c -o $name.o
  done
  $CC -shared shared.o $linked -o libshared.so
  $CC prog.o -L. -lshared -Wl,-rpath,$PWD $linked -o prog
}
compare ()
{
  rm -rf ours
  mkdir ours
  mv prog.gcda shared.gcda ours
  "$TESTS/tools/gcda" --values gcov ours | cut -d' ' -f2
}
compiled=-fprofile-generate linked=-fprofile-generate
build
for run in "" "1 "; do
  $RUN ./prog $run >/dev/null
  mkdir -p gcov$run
  cp *.gcda gcov$run
done
mv gcov1 gcov.two
rm *.gcda
compiled="$PLUGIN $(arg at=gimple pgo)" linked=$LIBHALT
for how in "" count count=thread; do
  echo "--- ${how:-calls}"
  compiled="$PLUGIN $(arg at=gimple pgo $how)"
  build
  for live in 0 1; do
    HALT_LIVE=$live $RUN ./prog >/dev/null
    "$HALT" pgo prog
    compare
  done
done
echo --- code
for one in ours gcov; do
  cp $one/*.gcda .
  for name in prog shared; do
    $CC $options -fprofile-use -Wmissing-profile -Wcoverage-mismatch -Werror -c $name.c -o $name.o
    mv $name.o $name.$one.o
  done
done
cmp prog.ours.o prog.gcov.o
cmp shared.ours.o shared.gcov.o
$CC $options -fprofile-use -fno-profile-values -c prog.c -o prog.o
! cmp -s prog.o prog.ours.o
echo --- two runs
HALT_FILE=second.prof $RUN ./prog 1 >/dev/null
rm -rf gcov
mv gcov.two gcov
"$HALT" pgo prog halt.prof second.prof
compare
"$HALT" report prog 2>&1 | sed -n '/note/p'

>>> out
--- calls
0
0
--- count
0
0
--- count=thread
0
0
--- code
--- two runs
1
