# SPDX-License-Identifier: GPL-3.0-or-later
# gcov and gcov-dump read what ghalt pgo writes: the same lines, branches, functions and kinds
# of counters as of gcov's own run.  Of values gcov has them in the order in which they came.

>>> prog.c
#include <stdio.h>
#include <string.h>
static volatile unsigned divisors[] = { 8, 7, 8, 8, 3, 16, 8 };
static char from[100], to[100];
static int more (int n) { return n + 1; }
static int (*volatile call) (int) = more;

int
main (int argc, char **argv)
{
  unsigned sum = 0;
  for (int i = 0; i < 1000; i++)
    {
      if (i % 3 == 1 && argc < 2)
	sum += i / divisors[i % 7];
      sum += (unsigned) call (i) % divisors[i % 7];
      memcpy (to, from, divisors[i % 7]);
    }
  if (sum == 0)
    puts ("never");
  return 0;
}

>>> run
# read FOLDER: what they say of the files there.
read_them ()
{
  cd $1
  $GCOV -b -c -o prog.o ../prog.c >lines
  cp prog.c.gcov ../$1.lines
  $dump -l prog.gcda | grep 'SUMMARY\|FUNCTION\|COUNTERS' >../$1.counters
  cd ..
}
dump=$(echo "$GCOV" | sed 's/gcov/gcov-dump/')
command -v "${dump%% *}" >/dev/null || skip "no $dump here"
mkdir theirs ours
cd theirs
$CC -O2 --coverage -fprofile-generate -c ../prog.c -o prog.o
$CC --coverage prog.o -o prog
$RUN ./prog
cd ../ours
$CC -O2 -ftest-coverage $PLUGIN $(arg at=gimple pgo count) -c ../prog.c -o prog.o
$CC prog.o "$LIBHALT" -o prog
$RUN ./prog
"$HALT" pgo prog
cd ..
read_them theirs
read_them ours
diff theirs.lines ours.lines
diff theirs.counters ours.counters
for name in arcs interval pow2 topn indirect_call average ior time_profiler; do
  grep -q "COUNTERS $name" ours.counters || echo "no $name"
done
grep -q '^branch *0 taken' ours.lines || echo "no branches"

>>> out
