# SPDX-License-Identifier: GPL-3.0-or-later
# ghalt paths: a program that writes down the blocks it goes through says the
# same; JSON fits its schema; every format agrees on what is hottest.

>>> a.c
#include <stdio.h>
#include <stdlib.h>
extern void at (int place);
#define AT(n) at (n)
int volatile sink;

/* Lines with AT are the oracle: all paths of a call, in words.  */
__attribute__ ((noinline)) int
f (int p, int q)
{
  AT (1);
  if (p)
    AT (2);
  else
    AT (3);
  if (q)
    AT (4);
  else
    AT (5);
  return sink;
}

int
main (void)
{
  srand (1);
  for (int i = 0; i < 1000; i++)
    f (rand () % 3 == 0, rand () % 5 == 0);
  return 0;
}

>>> at.c
#include <stdio.h>
static FILE *out;
void
at (int place)
{
  if (!out)
    out = fopen ("trace", "w");
  fprintf (out, place == 1 ? "\n%d" : " %d", place);
}

>>> check.py
import collections, json, sys
r = json.load(open("paths.json"))
want = collections.Counter(l.strip() for l in open("trace") if l.strip())
f, = [f for f in r["functions"] if f["name"] == "f"]
number = r["functions"].index(f)
# Where a block stands in the source says which AT it calls.
text = open("a.c").read().splitlines()
place = {i + 1: l.split("AT (")[1][0] for i, l in enumerate(text)
         if "  AT (" in l}
got = collections.Counter()
for p in r["paths"]:
    if p["function"] == number:
        words = [place[n] for s in p["lines"] if s["file"] == "a.c"
                 for n in range(s["first"], s["last"] + 1) if n in place]
        got[" ".join(sorted(set(words)))] += p["count"]
print("equal" if got == want else (got, want))
# An edge is crossed by the paths that have it.
edges = [0] * len(f["edges"])
blocks = collections.Counter()
for p in r["paths"]:
    if p["function"] == number:
        for e in p["edges"]:
            edges[e] += p["count"]
        for b in p["blocks"]:
            blocks[b] += p["count"]
for e, n in zip(f["edges"], edges):
    if 0 != e["from"] and e["to"] != 1 and e["count"] != n:
        print("edge", e, n)
for b in f["blocks"][2:]:
    if b["count"] != blocks[b["block"]]:
        print("block", b, blocks[b["block"]])
for side in "from", "to":
    sums = collections.Counter()
    for e in f["edges"]:
        sums[e[side]] += e["count"]
    for b in f["blocks"]:
        if b["block"] != (1 if side == "from" else 0) and b["count"] != sums[b["block"]]:
            print(side, b, sums[b["block"]])
insns = {b["block"]: b.get("insns", 0) for b in f["blocks"]}
for p in r["paths"]:
    if p["function"] == number and p["insns"] != p["count"] * sum(insns[b] for b in p["blocks"]):
        print(p)
print(f["possible"], f["executed"], f["executions"], sum(x["insns"] for x in r["functions"]) == r["insns"])
print([p["insns"] for p in r["paths"]] == sorted((p["insns"] for p in r["paths"]), reverse=True))

>>> run
for options in -O0 -O1 "-O2 $(arg count)"; do
  echo "$options" | cut -c1-3
  rm -f trace
  $CC -g -c at.c
  $CC -g $PLUGIN $(arg blpp) $options a.c at.o "$LIBHALT" -o prog
  ./prog
  $HALT paths --format=json prog >paths.json
  python3 -W ignore -m jsonschema -i paths.json "$TESTS/../docs/schema/paths.json" ||
    echo "does not fit"
  python3 check.py
  $HALT paths --describe prog | grep -c '^procedure'
  hottest=$($HALT paths --function=f prog | sed -n '/^hottest/{n;n;p}' |
    awk '{ print $4 " " $3 }')
  $HALT paths --function=f --format=dot prog |
    grep -c ">path&#160;${hottest% *}&#160;of&#160;4:&#160;taken&#160;${hottest#* }&#160;times"
  $HALT paths --function=f --path="${hottest% *}" prog |
    sed -n "s/^${hottest#* } executions.*/the same/p"
done
code $HALT paths --format=dot --edges prog 2>&1
code $HALT paths --describe --edges prog 2>&1
code $HALT paths --format=svg --top=2 prog 2>&1
$CC -O0 $PLUGIN $(arg cbr) a.c at.o "$LIBHALT" -o other
code $HALT paths other halt.prof 2>&1 | sed 's/was recorded from another build.*/was recorded from another build/'
code $HALT paths --describe other 2>&1
rm halt.prof
./other
code $HALT paths other 2>&1

>>> out
-O0
equal
4 4 1000 True
True
2
1
the same
-O1
equal
4 4 1000 True
True
2
1
the same
-O2
equal
4 4 1000 True
True
2
1
the same
ghalt: '--edges' is text: it does not go with '--format=dot'
exit 2
ghalt: '--describe' and '--edges' are different things
exit 2
ghalt: '--top' does not go with '--format=svg'
exit 2
ghalt: halt.prof was recorded from another build
exit 2
ghalt: other: no paths: nothing of it was compiled with -fplugin-arg-halt-blpp
exit 2
ghalt: other: no paths: nothing of it was compiled with -fplugin-arg-halt-blpp
exit 2
