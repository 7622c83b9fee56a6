# SPDX-License-Identifier: GPL-3.0-or-later
# tools/atom/prof and dyninst: how many instructions each procedure executes, and all
# together, are what callgrind says.

>>> x86_64 ghalt atom

>>> rest

>>> loops.c
/* Procedures that begin with a loop; exit from within. */
#include <stdlib.h>
#include <unistd.h>
__attribute__ ((noinline)) static int again (volatile int *n) { do if (*n > 90) return 1; while (++*n % 7); return 0; }
__attribute__ ((noinline)) static void leave (int n) { if (n > 50) exit (3); }
int
main (void)
{
  volatile int n = 0;
  double d = 1;
  while (!again (&n))
    {
      d = d * 1.5 + n / d;
      leave (n + (d > 1e9));
    }
  return 0;
}
>>> run
for program in recursion floats loops; do
  source=$TESTS/oracle/$program.c
  [ $program != loops ] || source=loops.c
  counted p $source 2>warnings
  ./p >plain || true
  "$TESTS/tools/callgrind" ./p || true
  $HALT code p | sed -n 's/^#@function \([^ ]*\) .*/\1/p' >procedures
  for tool in prof dyninst; do
    atom_tool $tool p
    ./p.$tool >instrumented || true
    same plain instrumented
  done
  awk '$1 ~ /%$/ { print $5, $2 }' prof.out | sort >ours
  awk 'FILENAME == "procedures" { has[$1] = 1; next } $1 in has' procedures cg.procedures >theirs
  test -s ours
  same ours theirs
  # Both tools' sums, and that of the classes.
  awk '$1 == "all" { print $2 }' prof.out >one
  awk '$1 == "all" { print $2 }' dyninst.out >two
  awk '{ n += $2 } END { print n }' theirs >three
  awk '$1 == "all" { print n; exit } { n += $(NF - 1) }' dyninst.out >four
  same one two
  same one three
  same one four
done
