# SPDX-License-Identifier: GPL-3.0-or-later
# tools/atom/inline: call sites with known counts.

>>> x86_64 ghalt atom

>>> a.c
#include <stdio.h>
#define NO __attribute__ ((noinline, noipa))
NO int leaf (int a) { return a + 1; }
NO int twice (int a)
{
  int b = leaf (a);
  return leaf (b) * a;
}
NO int down (int a)
{
  return a ? down (a - 1) + a : 0;
}
NO int unused (int a) { return leaf (a) + 1; }
int (*pointer) (int) = leaf;
int
main (int argc, char **argv)
{
  int s = 0;
  for (int i = 0; i < 10; i++)
    {
      s += twice (i);
      s += pointer (i);
    }
  s += down (5);
  if (argc > 1)
    s += unused (s);
  printf ("%d\n", s);
  return 0;
}
>>> run
$CC -O2 $PLUGIN $(arg atom) a.c -o p
atom_tool inline p
./p >plain
./p.inline >instrumented
same plain instrumented
$HALT code p | awk '/^#@function/ { name = $2 } /^#@insn/ { n[name]++ } END { for (k in n) print k, n[k] }' >sizes
awk 'FILENAME == "sizes" { size[$1] = $2; next } FNR > 1 && size[$6] != $2' sizes inline.out
awk '{ print $1, $3, $4, $6 }' inline.out | sort -k 3
>>> out
calls sites from:line to
10 1 main:21 twice
1 1 main:24 down
10 3 twice:6 leaf
10 3 twice:7 leaf
