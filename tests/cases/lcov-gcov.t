# SPDX-License-Identifier: GPL-3.0-or-later
# The tracefile of at=gimple is what lcov makes of gcov's data: the same lines,
# branches and functions, with the same counts.

>>> rest

>>> several.h
static inline int twice (int n) { return n > 9 ? 2 * n : n + n; }
#define LOOP(n, what) for (int i = 0; i < (n); i++) { for (int k = 0; k < i; k++) if (k & 1) { what; } }

>>> several.c
#include <stdlib.h>
#include "several.h"
int volatile sink;
static void
one_line (int n) { LOOP (n, sink += twice (k)) while (n--) { if (n & 4) continue; sink++; do sink--; while (sink > 100); } }
static int never (int n) { return n ? never (n - 1) + 1 : 0; }
static void
leave (int n)
{
  if (n > 100)
    exit (sink == -1);
  switch (n & 7) { case 1: sink++; break; case 2: sink += 2; case 3: return; default: sink--; }
}
int other (int);
int
main (int argc, char **argv)
{
  (void) argv;
  one_line (20);
  for (int i = 0; ; i++)
    leave (other (i)), sink += argc > 3 ? never (i) : 1;
}

>>> other.c
#include "several.h"
int other (int n) { return twice (n); }

>>> labels.c
int volatile s;
static int
f (int a, int b)
{
  if (a > 30)
    goto out;
  if (a & 1)
    {
      s++;
      if (b & 2)
	{
	  s += 2;
	  if (a > b)
	    s++;
	}
    }

out:
  if (s > 5)
    s = 0;
  return s;
}
int
main (void)
{
  for (int i = 0; i < 40; i++)
    f (i, 2 * i % 7);
}

>>> run
command -v lcov >/dev/null || skip "no lcov"
# compare OPTION SOURCE...: gcov's counts and ours, from one compilation each.
compare ()
{
  option=$1
  shift
  rm -rf gcov halt
  mkdir gcov halt
  for s; do
    case $s in *.cc) compiler=$CXX ;; *) compiler=$CC ;; esac
    o=$(basename "${s%.c*}").o
    $compiler -w $option --coverage -c "$s" -o gcov/$o
    $compiler -w $option $PLUGIN $(arg at=gimple cbr mbr bb entry) -c "$s" -o halt/$o
  done
  $compiler --coverage -Wl,--no-warn-execstack gcov/*.o -o plain -lm
  $compiler -Wl,--no-warn-execstack halt/*.o "$LIBHALT" -o prog -lm
  code ./plain >plain.out 2>&1
  code ./prog >prog.out 2>&1
  same plain.out prog.out
  lcov -q -c -d gcov --gcov-tool $GCOV --rc $(lcov_branches)=1 -o theirs.info >lcov.log 2>&1 ||
    cat lcov.log
  ! grep -q '^BRDA:.*->' theirs.info || skip "this lcov tells branches by their blocks"
  $HALT report --format=lcov prog >ours.info
  "$TESTS/tools/lcov-diff" theirs.info ours.info >differences || { echo "$option $*"; cat differences; }
}
for option in -O0 -O1 -O2; do
  compare $option several.c other.c
  compare $option labels.c
done
genhtml -q --branch-coverage ours.info -o html >genhtml.log 2>&1 || cat genhtml.log
ls html/index.html
for option in -O0 -O2; do
  for program in logic switches loops sorting floats tables numbers; do
    compare $option "$TESTS/oracle/$program.c"
  done
done
compare -O0 "$TESTS/oracle/objects.cc"

>>> out
html/index.html
