# SPDX-License-Identifier: GPL-3.0-or-later
# Python's package halt: its structures and functions are the header's, its numbers those of
# ghalt report, and the six examples say what gcov, ghalt and the programs themselves say.

>>> prog.c
#include <stdio.h>
#include <stdlib.h>
static long calls[3];
__attribute__ ((noipa)) static int
leaf (int n)
{
  calls[0]++;
  return n % 3 == 1 ? n : -n;
}
__attribute__ ((noipa)) static int
middle (int n)
{
  int sum = 0;
  calls[1]++;
  for (int i = 0; i < n; i++)
    if (i & 1)
      sum += leaf (i);
    else
      sum ^= i;
  switch (n % 5)
    {
    case 0: return sum + 1;
    case 1: return sum * 3;
    case 2: return leaf (sum);
    case 3: return sum - 9;
    default: return sum;
    }
}
int
main (int argc, char **argv)
{
  int most = argc > 1 ? atoi (argv[1]) : 20, sum = 0;
  for (int i = 0; i < most; i++)
    sum += middle (i);
  FILE *own = fopen ("own", "w");
  fprintf (own, "main -> middle %ld\nmiddle -> leaf %ld\n", calls[1], calls[0]);
  fclose (own);
  return sum == 12345;
}

>>> layout.py
# Print C that checks the structures of the package.
import ctypes, halt._library as c
print("#include <ghalt.h>\n#include <stddef.h>")
n = 0
for name, s in sorted(vars(c).items()):
    if isinstance(s, type) and issubclass(s, ctypes.Structure) and s is not ctypes.Structure:
        name = "halt_where" if name == "where" else "ghalt_" + name
        print(f'_Static_assert (sizeof (struct {name}) == {ctypes.sizeof(s)}, "{name}");')
        for field, _ in s._fields_:
            print(f'_Static_assert (offsetof (struct {name}, {field.rstrip("_")}) == '
                  f'{getattr(s, field).offset}, "{name}.{field}");')
            n += 1
print(f"/* {n} */")

>>> functions.py
# Each function of the header is declared, and made use of.
import pathlib, re, sys, halt, halt._library as c
header = re.sub(r"/\*.*?\*/", "", open(sys.argv[1]).read(), flags=re.S)
there = set(re.findall(r"\bghalt_(\w+) \(", header)) - {"callback"}
here = set(c._TABLE)
modules = {path.name: path.read_text() for path in pathlib.Path(halt.__file__).parent.glob("*.py")}
used = modules.pop("_library.py").split("class Functions")[1] + "".join(modules.values())
print(sorted(there ^ here) or "all")
# A kind is looked for in a dictionary.
print(*sorted(n for n in here if not re.search(rf'\b_?lib\.{n}\b|"{n}"', used)))

>>> more.py
# What the report says in other words: calls, paths, lines, what is near.
import halt
report = halt.open("more", "more.prof")
def way(c):
    return c.caller.name if c.caller else "(elsewhere)", c.callee.name if c.callee else c.name or "?"
for c in report.calls():
    print(*way(c), c.count, c.how.how, c.sites)
print(sorted({p.args[0].text for p in report.points("call") if p.args}), report.n_points("call"),
      report.recorded("call"))
again = report.again(report.profile)
print([c.count for c in again.calls()] == [c.count for c in report.calls()])
for f in report.functions:
    for b in f.blocks:
        assert [f.edges[e].target for e in b.edges_in] == [b.number] * len(b.edges_in)
        assert [f.edges[e].source for e in b.edges_out] == [b.number] * len(b.edges_out)
        assert b.number < 2 or b.place.line > 0
        assert b.count == (sum(f.edges[e].count for e in b.edges_in) if b.number else f.entries)
    assert f.conflict is None
    known, unknown = f.blocks[0].how, halt.Count(None, "unknown", "it is")
    assert known + known == halt.Count(2 * f.entries, known.how)
    assert (known + unknown).n is None and (unknown + known).reason == "it is"
assert sum(len(f.edges) for f in report.functions) > 5
print(*((f.line, f.name, f.count) for f in report.line_functions()))
print([f.name for f in report.line_functions([report.function("twice")])],
      report.file_name(0, report.units[0].source), len(report.profile.objects), report.profile.partly)
assert report.written(0) == ""
gimple = halt.open("gimple", "gimple.prof")
lines = {l.line: l.count for l in gimple.lines()}
assert all(lines[p.line] >= b.count for f in gimple.functions for b in f.blocks for p in b.lines)
assert sum(len(b.lines) for f in gimple.functions for b in f.blocks) > 5
paths = halt.open("paths", "paths.prof")
all_, executed = paths.path_functions(), paths.paths()
for f in all_:
    mine = [p for p in executed if p.function_number == f.function_number]
    assert f.executed == len(mine) <= sum(f.possible) and f.executions == sum(p.count for p in mine)
    assert f.insns == sum(p.insns for p in mine)
    assert f.blocks[0].count == {"leaf": 14, "twice": 7, "main": 1}[f.function.name]
totals = paths.path_totals()
print(totals.functions == len(all_) == 3, totals.insns == sum(f.insns for f in all_), totals.strays, totals.gimple)
# In this process.
import ctypes
ctypes.CDLL("./more.so").twice(3)
here = halt.itself()
assert any(o.path.endswith("more.so") for o in here.objects)
points = list(here.points("call"))
w = halt.where(points[0].id)
print(w.function, w.kind, w.line == points[0].line, halt.where(1 << 40))

# What was executed elsewhere, and what the sources were.
inlined = halt.open("inlined", "inlined.prof")
def sources():
    return [(s.file.split("/")[-1], len(s.checksums), s.changed) for s in inlined.sources()]
print([(f.name, how) for f, how in inlined.elsewhere()], report.elsewhere(), sources())
with open("inlined.c", "a") as f:
    f.write("\n")
print(sources(), {s.changed for s in halt.open("text", "text.prof").sources()})

>>> inlined.c
int small (int n) { return n * 3; }
int
main (void)
{
  int sum = 0;
  for (volatile int i = 0; i < 7; i++)
    sum += small (i);
  return sum != 63;
}

>>> more.c
__attribute__ ((noipa)) int leaf (int n) { return n > 2 ? n : -n; }
int (*volatile through) (int) = leaf;
__attribute__ ((noipa)) int
twice (int n)
{
  return leaf (n) + through (n);
}
int
main (void)
{
  int sum = 0;
  for (int i = 0; i < 7; i++)
    sum += twice (i);
  return sum != 30;
}

>>> same.py
# Compare what the package says of prog with the report.
import json, sys, halt
told, report = json.load(open("told.json")), halt.open("prog")
n = 0
def same(a, b):
    global n
    n += 1
    if a != b:
        sys.exit(f"{a} is not {b}")
by_name = {f["name"]: f for u in told["units"] for f in u["functions"]}
same({f.name for f in report.functions}, set(by_name))
for f in report.functions:
    t = by_name[f.name]
    same([b.count for b in f.blocks], [b["count"] for b in t["blocks"]])
    same([b.how.reason for b in f.blocks], [b.get("reason", "") for b in t["blocks"]])
    same([(e.source, e.target, e.kind, e.count) for e in f.edges],
         [(e["from"], e["to"], e["kind"], e["count"]) for e in t["edges"]])
    same([(p.kind, p.id, p.line, p.events if p.recorded else None) for p in f.points],
         [(p["kind"], p["id"], p.get("line", 0), p.get("events")) for p in t["points"]])
    same([p.indices for p in f.points if p.kind == "mbr"],
         [tuple((i["index"], i["count"]) for i in p["indices"]) for p in t["points"]
          if p["kind"] == "mbr"])
for t in told["totals"]:
    same(report.totals(t["kind"]).events, t["events"])
same(report.notes, [])
doubled = halt.Report(report.program, halt.Profile.sum([report.profile, report.profile]))
same([2 * p.taken for p in report.points("cbr")], [p.taken for p in doubled.points("cbr")])
same(report.find(0).id, 0)
for call, text in ((lambda: halt.open("nowhere"), "nowhere: cannot open"),
                   (lambda: halt.open("prog", "prog.c"), "not a HALT profile"),
                   (lambda: report.points("crb").__next__(), "no kind 'crb'"),
                   (lambda: report.function("nobody"), "no function 'nobody'")):
    try:
        call()
        sys.exit("no error: " + text)
    except halt.Error as e:
        same(text in str(e), True)
print("same" if n > 20 else n)

>>> run
command -v python3 >/dev/null || skip "no python3"
export PYTHONPATH=$TESTS/../python GHALT_LIBRARY=${HALT%/*}/libghalt.so.0 PYTHONDONTWRITEBYTECODE=1
examples=$TESTS/../python/examples
example () { name=$1; shift; python3 "$examples/$name.py" "$@"; }
[ "$(wc -l <"$examples/calls.py")" -le 20 ]

echo "-- structures"
python3 layout.py >layout.c
$CC $INCLUDE -I "$TESTS/.." -I "$TESTS/../include" -fsyntax-only layout.c
[ "$(grep -c offsetof layout.c)" -gt 100 ] && echo all

python3 functions.py "$TESTS/../include/ghalt.h"

echo "-- more"
$CC -O1 -g $PLUGIN $(arg cbr entry exit call) more.c "$LIBHALT" -o more
$CC -O1 -g $PLUGIN $(arg at=gimple cbr mbr entry block) more.c "$LIBHALT" -o gimple
$CC -O1 -g $PLUGIN $(arg blpp) more.c "$LIBHALT" -o paths
$CC -O1 -g -shared -fPIC $PLUGIN $(arg entry call) more.c "$LIBHALT" -o more.so
$CC -O2 -g $PLUGIN $(arg cbr entry block) inlined.c "$LIBHALT" -o inlined
$CC -E inlined.c -o text.i
$CC -O2 -g $PLUGIN $(arg cbr entry block) text.i "$LIBHALT" -o text
for prog in more gimple paths inlined text; do HALT_FILE=$prog.prof ./$prog; done
HALT_FILE=python.prof python3 more.py

echo "-- the report"
$CC -O2 -g $PLUGIN $(arg cbr mbr entry block) prog.c "$LIBHALT" -o prog
HALT_FILE=other.prof ./prog 21
HALT_FILE=halt.prof ./prog
"$HALT" report --format=json prog >told.json
python3 same.py
echo "-- arcs"
example arcs prog | sort >arcs
python3 - <<'END' | sort | comm -3 arcs -
import json
for u in json.load(open("told.json"))["units"]:
    for f in u["functions"]:
        for e in f["edges"]:
            print(f["name"], e["from"], e["to"], "?" if e["count"] is None else e["count"])
END
[ "$(wc -l <arcs)" -gt 30 ] && echo some
echo "-- hottest"
example hottest prog | sed 's/^ *[^ ]* [0-9]* //'
cat own
echo "-- branches"
example branches prog | sed 's/ .*//' >hardest
"$HALT" report --format=csv --kind=cbr prog | python3 -c '
import csv, sys
rows = [min(int(r["not_taken"]), int(r["taken"])) for r in csv.DictReader(sys.stdin)]
print(*sorted((n for n in rows if n), reverse=True), sep="\n")' | diff - hardest && echo same
echo "-- difference"
example difference cbr prog halt.prof other.prof | sed 's/ .*//' | sort >changed
"$HALT" diff --format=csv --kind=cbr prog halt.prof other.prof | cut -d, -f2 | sed 1d | sort | diff - changed && echo same
echo "-- calls"
$CC -O2 -g -no-pie -I "$TESTS/../include" $PLUGIN $(arg call) prog.c "$examples/calls.c" -o prog
./prog 30
example calls prog calls | grep ' middle \| leaf ' | diff - own && echo same
echo "-- coverage"
rm halt.prof
$CC -O0 -g $PLUGIN $(arg at=gimple cbr mbr entry block) prog.c "$LIBHALT" -o prog
HALT_FILE=halt.prof ./prog
example coverage prog.c prog >lines
mkdir gcov
cp prog.c gcov
( cd gcov && $CC -O0 --coverage -c prog.c && $CC --coverage prog.o -o prog && ./prog &&
  ${CC%gcc*}gcov${CC##*gcc} -t prog.o ) |
  grep -v ': *0:' | sed 's/\*:/:/; s/^ *//' >gcov.lines
sed 's/^ *//' lines | diff - gcov.lines && wc -l <lines
if python3 -c "import pandas" 2>/dev/null; then
  python3 -c 'import halt; print(halt.open("prog").to_pandas("cbr")["events"].sum() > 0)'
else
  echo True
fi

>>> out
-- structures
all
all
kind_find
-- more
twice leaf 7 measured 1
twice ? 7 measured 1
main twice 7 measured 1
(elsewhere) leaf 7 derived 0
(elsewhere) main 1 derived 0
['leaf', 'twice'] 3 3
True
(1, 'leaf', 14) (4, 'twice', 7) (9, 'main', 1)
['twice'] more.c 1 False
True True 0 True
twice call True None
[('small', 'inlined')] [] [('inlined.c', 1, False)]
[('inlined.c', 1, True)] {None}
-- the report
same
-- arcs
some
-- hottest
20 middle
94 leaf
1 main
main -> middle 20
middle -> leaf 94
-- branches
same
-- difference
same
-- calls
same
-- coverage
40
True
