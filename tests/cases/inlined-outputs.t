# SPDX-License-Identifier: GPL-3.0-or-later
# A function that was inlined everywhere is executed in lcov's, Cobertura's and the measurement
# sets' outputs, too, as cover says: as often as its line, or once.

>>> p.c
#include <stdio.h>
volatile int v;
int inl (int k) { return k % 7 == 2 ? v : k; }
int dead (int k) { return k % 5 == 2 ? v : k * 2; }
int
lines (int k)
{
  return k % 9 == 2 ? v : k + 4;
}
int
main (int c, char **a)
{
  (void) a;
  int s = 0;
  for (int i = 0; i < 334; i++)
    s += inl (i) + lines (i);
  if (c > 7)
    s += dead (c);
  printf ("%d\n", s);
  return 0;
}

>>> t.cc
volatile int v;
template <class T> T twice (T x) { return v + x * 2; }
template int twice<int> (int);
template long twice<long> (long);
int main () { int s = 0; for (int i = 0; i < 20; i++) s += twice (i); return s == 9; }

>>> see.py
import sys, xml.etree.ElementTree as tree
for method in tree.parse (sys.argv[1]).iter ("method"):
    print ("method", method.get ("signature"), method.find ("lines/line").get ("hits"), method.get ("line-rate"))

>>> run
# Lines stay in the blocks where they are written.
CC="$CC -fno-schedule-insns -fno-schedule-insns2 -fno-move-loop-invariants"
show ()
{
  $HALT cover --format=json prog 2>/dev/null | python3 -c '
import json, sys
for f in json.load (sys.stdin)["files"]:
    print ("cover", f["functions"])'
  $HALT report --format=lcov prog 2>/dev/null | grep '^FN'
  $HALT report --format=cobertura prog >xml 2>/dev/null
  python3 see.py xml
  $HALT report --measure=function-coverage,function-counts prog 2>/dev/null
}
for kinds in "entry cbr mbr bb call" "entry bb count"; do
  echo "== $kinds"
  $CC -O2 -g $PLUGIN $(arg $kinds) p.c "$LIBHALT" -o prog
  ./prog >/dev/null
  show
done
echo "== entry"
$CC -O2 -g $PLUGIN $(arg entry) p.c "$LIBHALT" -o prog
./prog >/dev/null
show
echo "== templates"
$CXX -O2 -g $PLUGIN $(arg entry cbr bb) t.cc "$LIBHALT" -o prog
./prog
show

>>> out
== entry cbr mbr bb call
cover {'found': 4, 'hit': 3}
FN:3,inl
FNDA:334,inl
FN:4,dead
FNDA:0,dead
FN:6,lines
FNDA:1,lines
FN:11,main
FNDA:1,main
FNF:4
FNH:3
method inl 334 1.0000
method dead 0 0.0000
method lines 1 1.0000
method main 1 1.0000
function-coverage (entry): 3 of 4 functions, 75.0%
entered  where  function
      0  p.c:4  dead

function-counts (entry)
entered  where   function
      1  p.c:11  main
inlined  p.c:3   inl
      0  p.c:4   dead
inlined  p.c:6   lines
== entry bb count
cover {'found': 4, 'hit': 3}
FN:3,inl
FNDA:334,inl
FN:4,dead
FNDA:0,dead
FN:6,lines
FNDA:1,lines
FN:11,main
FNDA:1,main
FNF:4
FNH:3
method inl 334 1.0000
method dead 0 0.0000
method lines 1 1.0000
method main 1 1.0000
function-coverage (entry): 3 of 4 functions, 75.0%
entered  where  function
      0  p.c:4  dead

function-counts (entry)
entered  where   function
      1  p.c:11  main
inlined  p.c:3   inl
      0  p.c:4   dead
inlined  p.c:6   lines
== entry
cover {'found': 1, 'hit': 1}
FN:11,main
FNDA:1,main
FNF:1
FNH:1
method main 1 1.0000
function-coverage (entry): 1 of 4 functions, 25.0%; unknown: 3
entered  where  function
      ?  p.c:3  inl
      ?  p.c:4  dead
      ?  p.c:6  lines

function-counts (entry)
entered  where   function
      1  p.c:11  main
      ?  p.c:3   inl
      ?  p.c:4   dead
      ?  p.c:6   lines
== templates
cover {'found': 3, 'hit': 2}
FN:2,_Z5twiceIiET_S0_
FNDA:1,_Z5twiceIiET_S0_
FN:2,_Z5twiceIlET_S0_
FNDA:0,_Z5twiceIlET_S0_
FN:5,main
FNDA:1,main
FNF:3
FNH:2
method _Z5twiceIiET_S0_ 1 1.0000
method _Z5twiceIlET_S0_ 0 0.0000
method main 1 1.0000
function-coverage (entry): 2 of 3 functions, 66.7%
entered  where   function
      0  t.cc:2  long twice<long>(long)

function-counts (entry)
entered  where   function
      1  t.cc:5  main
inlined  t.cc:2  int twice<int>(int)
      0  t.cc:2  long twice<long>(long)
