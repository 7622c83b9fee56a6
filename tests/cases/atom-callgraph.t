# SPDX-License-Identifier: GPL-3.0-or-later
# tools/atom/callgraph and gprof: who calls whom how often is what callgrind says, also
# through pointers, by jumps and out of longjmps.  Calls by the C library, and of code on
# the stack, are left out: callgrind's caller is another one.

>>> x86_64 ghalt atom

>>> rest

>>> loops.c
/* Sibling calls, direct and not, to what is instrumented and what is not. */
#include <stdlib.h>
#define NO __attribute__ ((noinline, noipa))
NO int one (int a) { return a + 1; }
NO int two (int a) { return a ^ 2; }
NO int odd (int a);
NO int even (int a) { return a == 0 ? 1 : odd (a - 1); }
NO int odd (int a) { return a == 0 ? 0 : even (a - 1); }
int (*table[]) (int) = { one, abs, two, even };
NO int jump (int a) { return table[a & 3] (a); }
NO int far (int a) { return abs (a); }
NO int both (int a) { return jump (a) + far (a); }
NO int deep (int a) { return a ? deep (a - 1) + both (a) : table[0] (3) + table[1] (4); }
int
main (void)
{
  int n = 0;
  for (int i = 0; i < 20; i++)
    n += both (i) + jump (n & 15) + one (i) + table[i & 3] (n & 15) + deep (i % 3);
  return n & 1;
}
>>> run
for program in leaps calls loops; do
  source=$TESTS/oracle/$program.c
  [ $program != loops ] || source=loops.c
  counted p $source -fno-builtin 2>warnings
  "$TESTS/tools/callgrind" ./p
  $HALT code p | sed -n 's/^#@function \([^ ]*\) .*/\1/p' >procedures
  ./p >plain || true
  for tool in callgraph gprof; do
    atom_tool $tool p
    ./p.$tool >instrumented || true
    same plain instrumented
  done
  filter () { awk 'FILENAME == "procedures" { has[$1] = 1; next } $1 in has && $2 in has && $2 !~ /^(compare|visit[.]0)$/' procedures - | LC_ALL=C sort; }
  filter <cg.arcs >theirs
  awk '/^$/ { exit } $4 == "->" { print $3, $5, $2 }' callgraph.out | filter >callgraph
  awk '$1 ~ /%$/ { from = $5 } $2 == "->" { print from, $3, $1 }' gprof.out | filter >gprof
  test -s theirs
  same theirs callgraph
  same theirs gprof
  # How often each was entered, what they executed themselves, as prof has it.
  atom_tool prof p
  ./p.prof >instrumented || true
  awk '$1 ~ /%$/ { print $5, $2, $3 }' prof.out | sort >prof
  awk '$1 ~ /%$/ { print $5, $3, $4 }' gprof.out | sort >gprof
  same prof gprof
  sed '1,/^$/d' callgraph.out | awk 'NR > 1 { print $4, $3 }' | sort >callgraph
  awk '{ print $1, $3 }' prof | cmp - callgraph
  # Time: what calls has at least that of what it calls; main's is all.
  awk '$3 == "(start)" && $5 == "main" { all = $1 } /^$/ { exit } $1 ~ /^[0-9]/ && $1 > 1.001 * all { print }' callgraph.out
done
