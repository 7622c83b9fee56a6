# SPDX-License-Identifier: GPL-3.0-or-later
# Counters that have stopped at 2^64-1 tell neither how often a loop was entered, nor how many
# calls came from elsewhere, nor what was counted between two moments.

>>> a.c
static int volatile n;
__attribute__ ((noinline)) static void leaf (void) { n++; }
__attribute__ ((noinline)) static void apart (int k) { for (int i = 0; i < k; i++) leaf (); }
void (*volatile by) (void) = leaf;
int
main (void)
{
  for (int i = 0; i < 1000; i++)
    apart (1000);
  for (int i = 0; i < 500; i++)
    by ();
  return 0;
}

>>> see.py
import json, re
def load(name):
    return json.loads(re.fullmatch(r'halt \("[-a-z0-9]*", (.*)\);\n', open(f"site/data/{name}.js").read(), re.S)[1])
loop = next(f for f in load("index")["functions"] if f["name"] == "apart")["loop"]
print("loop", loop["n"], "entered", loop["entered"])
view = load("flame")["views"][0]
print("from elsewhere", [c[2] for c in view["calls"] if c[0] < 0 and view["names"][c[1]] == "leaf"])

>>> run
$CC -O1 -g -fno-optimize-sibling-calls $PLUGIN $(arg entry call bb cbr) a.c "$LIBHALT" -o prog
HALT_FILE=0 ./prog
i=0
while [ $i -lt 46 ]; do
  $HALT merge -o $((i + 1)) $i $i 2>/dev/null
  i=$((i + 1))
done
for k in 0 45; do
  $HALT html -o site prog $k >/dev/null 2>&1
  python3 see.py
done
for k in 0 45; do
  $HALT report --between --format=csv --kind=entry prog $k $((k + 1)) 2>/dev/null | awk -F , '$4 == "leaf" || $4 == "apart" { print $4, $14 }'
done

>>> out
loop 1000000 entered 1000
from elsewhere [500]
loop 18446744073709551615 entered None
from elsewhere [1]
leaf 1000500
apart 1000
leaf 18446744073709551615
apart 35184372088832000
