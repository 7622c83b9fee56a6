# SPDX-License-Identifier: GPL-3.0-or-later
# JSON: fits the published schemas, says what the text says, and is JSON
# whatever functions and files are called.

>>> a.c
#include <setjmp.h>
#include <stdlib.h>
static jmp_buf b;
static int sw (int n) { switch (n) { case 0: return 3; case 1: return 7; case 2: return 1; case 3: return 22; case 5: return 12; default: return n * n; } }
#line 1000 "gr\377\"x.c"
int odd (void) { return 4; }
#line 8 "a.c"
int never (int n) { return n > 3 ? 2 : n; }
int
main (int argc, char **argv)
{
  int volatile s = 0;
  for (int i = 0; i < 1000; i++)
    s += sw (i % 7) + odd ();
  if (setjmp (b) == 0)
    longjmp (b, 1);
  if (argc > 5)
    never (s);
  exit (argv == 0);
}

>>> check.py
import json, sys
kinds = {}
r = json.load(open("report.json"))
s = json.load(open("summary.json"))
def functions(d):
    return [f for u in d["units"] for f in u["functions"]]
a, b = functions(s), functions(r)
if [f["name"] for f in a] != [f["name"] for f in b]:
    print("functions differ")
for f, g in zip(a, b):
    if len(f["edges"]) != len(g["edges"]) or len(f["blocks"]) + 2 != len(g["blocks"]):
        print(f["name"], "differs")
    for p, q in zip(f["points"], g["points"]):
        if any(p[k] != q[k] for k in p):
            print(p, q)
        if q["recorded"] and not q["shared"]:
            kinds[q["kind"]] = kinds.get(q["kind"], 0) + q["events"]
        if q["kind"] == "mbr" and q["recorded"]:
            if sum(i["count"] for i in q["indices"]) != q["events"]:
                print("indices", q)
        if q["kind"] == "cbr" and q["taken"] + q["not_taken"] != q["events"]:
            print("branch", q)
    # What enters a block is what its count says.
    for k in g["blocks"][2:]:
        into = [e for e in g["edges"] if e["to"] == k["block"]]
        if k["how"] == "measured" and into and all(e["how"] != "unknown" and
           e["kind"] not in ("eh", "abnormal") for e in into):
            n = sum(e["count"] for e in into)
            if n != k["count"]:
                print(g["name"], "block", k["block"], k["count"], "entered", n)
for t in r["totals"]:
    if t["events"] != kinds.get(t["kind"], 0):
        print(t, kinds.get(t["kind"]))
print(r["program"], r["profiles"], s["program"] == "prog")

>>> run
# validate FILE SCHEMA
validate ()
{
  python3 -W ignore -m jsonschema -i "$1" "$TESTS/../docs/schema/$2.json" ||
    echo "$1 does not fit"
}
for options in "-O2" "-O0 $(arg at=gimple)"; do
  $CC $PLUGIN -g $options $(arg cbr mbr bb proc load setlongjmp) a.c "$LIBHALT" -o prog
  ./prog
  $HALT summarize --format=json prog >summary.json
  $HALT report --format=json prog >report.json
  validate summary.json summary
  validate report.json report
  python3 check.py
  "$TESTS/tools/flow-check" report.json >checked || cat checked
  [ "$($HALT summarize prog | grep -c '^ edge')" = "$(grep -o '"from"' summary.json | wc -l)" ] ||
    echo "edges are missing"
done
$HALT report --format=json --function=never --kind=cbr,block prog >some.json
validate some.json report
grep -o '"pretty":"[^"]*"' some.json
grep -o '"kind":"\(load\|cbr\)"' some.json | sort | uniq -c | sed 's/^ *//'
grep -c '"file":"gr�\\"x.c"' summary.json
code $HALT report --format=json --sort=id prog 2>&1
# Large programs are written by several threads.
for i in $(seq 800); do
  echo "int f$i (int n) { int s = 0; A (1) A (2) A (3) A (4) A (5) A (6) A (7) A (8) A (9) return s; }"
done >many.c
echo 'int main (int argc, char **argv) { (void) argv; return f1 (argc) + f700 (argc) < 0; }' >>many.c
$CC $PLUGIN -O0 $(arg cbr) "-DA(n)=if (n & s) s += n;" many.c "$LIBHALT" -o many
HALT_FILE=many.prof ./many
$HALT report --format=json many many.prof >many.json
taskset -c "$(taskset -cp $$ | sed 's/.*: \([0-9]*\).*/\1/')" $HALT report --format=json many many.prof | cmp - many.json
grep -c '^{"name"' many.json
code $HALT report --format=json --annotate prog 2>&1

>>> out
prog ['halt.prof'] True
prog ['halt.prof'] True
"pretty":"never"
2 "kind":"cbr"
1
ghalt: '--sort' does not go with '--format=json'
exit 2
801
ghalt: '--annotate' is text: it does not go with '--format=json'
exit 2
