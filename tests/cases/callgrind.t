# SPDX-License-Identifier: GPL-3.0-or-later
# --format=callgrind: callgrind_annotate takes it, and its totals are those of
# the tables.  --format=folded: a line for each, and the same total.

>>> a.c
#include "twice.h"
int volatile sink;
static int sw (int n) { switch (n) { case 0: return 3; case 1: return 7; case 2: return 1; case 3: return 22; case 5: return 12; default: return n * n; } }
int never (int n) { return n > 3 ? n : -n; }
int
main (int argc, char **argv)
{
  (void) argv;
  for (int i = 0; i < 100; i++)
    if (i % 3 == 0)
      sink += sw (i % 8) + twice (i);
  if (argc > 5)
    sink = never (argc);
  return 0;
}

>>> twice.h
static inline int twice (int n) { return n > 9 ? 2 * n : n + n; }

>>> run
# totals: PROGRAM TOTALS of callgrind_annotate, the numbers alone.
totals ()
{
  callgrind_annotate "$1" >annotated || cat annotated
  sed -n 's/PROGRAM TOTALS//p' annotated | sed 's/([^)]*)//g; s/,//g; s/  */ /g; s/^ //; s/ $//'
}
for options in "-O2" "-O0 -fno-inline $(arg at=gimple)"; do
  rm -f halt.prof
  $CC -g $PLUGIN $options --param=case-values-threshold=4 $(arg cbr mbr entry bb load) \
    a.c "$LIBHALT" -o prog
  ./prog
  $HALT report --format=callgrind prog >callgrind.out
  $HALT report prog | awk '$5 ~ /^[0-9]+$/ { n[$1] = $5; bytes[$1] = $6 } /^$/ { exit }
    END { print n["block"], n["cbr"], n["mbr"], n["entry"], n["load"], bytes["load"] }' >ours
  sed -n 's/^events: //p' callgrind.out
  # Bcm and Bim are not in the totals of the tables.
  totals callgrind.out | awk '{ print $1, $2, $4, $6, $7, $8 }' >theirs
  same ours theirs
  [ -s theirs ] || echo "no totals"
  grep -q 'sink += sw' annotated || echo "no source"
  $HALT report --format=folded prog >folded
  awk '{ n += $NF; $NF = ""; if (split ($0, frame, ";") != 3) print }
    END { print n }' folded >sum
  $HALT report prog | awk '$1 == "block" { print $5; exit }' >ours
  same ours sum
  $HALT report --format=folded --kind=cbr,entry prog | awk '{ n += $NF } END { print n }' >sum
  $HALT report prog | awk '$1 == "cbr" || $1 == "entry" { n += $5 } /^$/ { print n; exit }' >ours
  same ours sum
done
$HALT report --format=folded --kind=entry prog
$HALT report --format=callgrind --kind=entry --function=sw prog | sed -n '/^events/,$p' | sed 's,=/.*/,=,'
code $HALT report --format=folded --top=1 prog 2>&1

>>> out
Blocks Bc Bcm Bi Bim Calls Loads LoadBytes
Blocks Bc Bcm Bi Bim Calls Loads LoadBytes
prog;main;a.c:6 1
prog;sw;a.c:3 34
prog;twice;twice.h:1 34
events: Calls

ob=prog

fl=a.c
fn=sw
3 34

totals: 34
ghalt: '--top' does not go with '--format=folded'
exit 2
