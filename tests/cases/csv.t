# SPDX-License-Identifier: GPL-3.0-or-later
# --format=csv says what --format=json says, number by number, and is read by
# Python's csv module whatever functions and files are called.

>>> a.cc
#include <cstdlib>
#include <map>
#include <string>
static std::map<std::string, std::pair<int, long>> table;
template <typename A, typename B> __attribute__ ((noinline)) int
both (A a, B b)
{
  return a > b ? 1 : 2;
}
#line 1000 "o,\"dd\n gr\377x.c"
struct odd { int n; };
__attribute__ ((noinline)) int
operator, (odd a, odd b)
{
  if (a.n > b.n)
    return 3;
  return a.n;
}
#line 22 "a.cc"
__attribute__ ((noinline)) static int
sw (int n)
{
  switch (n)
    {
    case 0: return 3; case 1: return 7; case 2: return 1; case 3: return 22;
    case 5: return 12; default: return n * n;
    }
}

int
main (int argc, char **argv)
{
  int volatile s = 0;
  for (int i = 0; i < std::atoi (argv[1]); i++)
    {
      s += sw (i % 7) + (odd { i }, odd { 20 }) + both (i, 5) + both (i, 'c');
      table[std::to_string (i % 3)].first++;
    }
  return argc > 5 ? s : 0;
}

>>> check.py
import csv, json, sys

def rows(name):
    with open(name, newline="", encoding="utf-8") as f:
        table = list(csv.reader(f, strict=True))
    names = table[0]
    assert len(set(names)) == len(names)
    for row in table[1:]:
        assert len(row) == len(names), row
    return [dict(zip(names, row)) for row in table[1:]], names

def text(value):
    return "" if value is None else value if isinstance(value, str) else str(value)

different = 0
def same(row, names, values):
    global different
    for name in names:
        if row[name] != text(values.get(name)):
            different += 1
            print(name, repr(row[name]), repr(text(values.get(name))))

def truth(value):
    return None if value is None else "true" if value else "false"

def pairs(list):
    return None if list is None else " ".join("%s:%s" % tuple(p) for p in list)

def report():
    d = json.load(open("report.json"))
    table, names = rows("report.csv")
    points = [(u, f, p) for u in d["units"] for f in u["functions"] for p in f["points"]]
    assert len(table) == len(points)
    for row, (u, f, p) in zip(table, points):
        indices = pairs([(i["index"], i["count"]) for i in p["indices"]] if "indices" in p else None)
        same(row, names, dict(p, object=d["objects"][u["object"]]["path"], function=f["name"],
                              pretty=f["pretty"], shared=truth(p.get("shared")), indices=indices))
    for t in d["totals"]:
        mine = [int(r["events"]) for r in table if r["kind"] == t["kind"] and r["events"]]
        assert t["points"] == sum(r["kind"] == t["kind"] for r in table)
        assert t["events"] == sum(mine) or t["kind"] == "exit", t
    return len(table), len(names), sorted({r["kind"] for r in table})

def difference():
    d = json.load(open("diff.json"))
    table, names = rows("diff.csv")
    assert len(table) == len(d["points"])
    for row, p in zip(table, d["points"]):
        values = dict(p, shared=truth(p["shared"]))
        for x in "ab":
            c = values.pop(x)
            kind = p["kind"]
            if kind == "mbr":
                values["indices_" + x] = pairs(c)
                values["events_" + x] = sum(n for i, n in c)
            elif kind == "cbr":
                values["not_taken_" + x], values["taken_" + x] = c
                values["events_" + x] = sum(c)
            else:
                values["events_" + x] = c[0]
                values["bytes_" + x] = c[1] if len(c) > 1 else None
        same(row, names, values)
    return len(table), len(names)

def paths():
    d = json.load(open("paths.json"))
    table, names = rows("paths.csv")
    assert len(table) == len(d["paths"])
    for row, p in zip(table, d["paths"]):
        f = d["functions"][p["function"]]
        values = dict(p, object=d["objects"][f["object"]]["path"], function=f["name"],
                      pretty=f["pretty"], file=f.get("file"), line=f.get("line"), id=f["id"])
        for name in "blocks", "edges":
            values[name] = " ".join(map(str, p[name]))
        lines, file = [], f.get("file")
        for s in p["lines"]:
            before = "" if s["file"] == file else s["file"] + ":"
            file = s["file"]
            lines.append(before + str(s["first"]) + ("-%d" % s["last"] if s["last"] > s["first"] else ""))
        values["lines"] = " ".join(lines).replace("\n", "?")
        same(row, names, values)
    return len(table), len(names)

for part in sys.argv[1:]:
    n = globals()[part]()
    print(part, "rows" if n[0] > 10 else "few rows", *n[1:], different)

>>> run
$CXX -O1 -g -fjump-tables --param=case-values-threshold=4 $PLUGIN \
  $(arg cbr mbr bb proc load setlongjmp) a.cc "$LIBHALT" -o prog
HALT_FILE=a ./prog 30
HALT_FILE=b ./prog 50
for format in json csv; do
  $HALT report --format=$format prog a >report.$format
  $HALT diff --format=$format prog a b >diff.$format || [ $? = 1 ]
done
python3 check.py report difference
sed -n 1p report.csv
sed -n 1p diff.csv
grep -c '^ gr�x.c",100[24],' report.csv | sed 's/^[1-9]$/some/'
$HALT report --format=csv --function='both<*' --kind=entry prog b | cut -d , -f 1,4- |
  sed 's/,[0-9]*,[0-9]*,before/,BLOCK,INSN,before/;s/,[0-9a-f]\{16\}$/,KEY/'
$HALT diff --format=csv --top=1 --kind=cbr,mbr prog a b | wc -l

$CXX -O1 -g $PLUGIN $(arg blpp) a.cc "$LIBHALT" -o prog
./prog 30
for format in json csv; do
  $HALT paths --format=$format prog >paths.$format
done
python3 check.py paths
sed -n 1p paths.csv
[ "$($HALT paths --format=csv --top=3 prog)" = "$(head -n 4 paths.csv)" ] || echo "others"

code $HALT summarize --format=csv prog 2>&1
code $HALT summarize --format= prog 2>&1
code $HALT report --format=csv --top=1 prog 2>&1
code $HALT paths --format=csv --edges prog 2>&1

>>> out
report rows 19 ['block', 'cbr', 'entry', 'exit', 'load', 'mbr'] 0
difference rows 23 0
kind,id,object,function,pretty,file,line,column,block,insn,when,inlined,shared,events,not_taken,taken,bytes,indices,key
kind,id,object,function,pretty,file,line,column,block,insn,when,inlined,shared,events_a,events_b,not_taken_a,not_taken_b,taken_a,taken_b,bytes_a,bytes_b,indices_a,indices_b
some
kind,function,pretty,file,line,column,block,insn,when,inlined,shared,events,not_taken,taken,bytes,indices,key
entry,_Z4bothIiiEiT_T0_,"int both<int, int>(int, int)",a.cc,6,1,BLOCK,INSN,before,,false,50,,,,,KEY
entry,_Z4bothIicEiT_T0_,"int both<int, char>(int, char)",a.cc,6,1,BLOCK,INSN,before,,false,50,,,,,KEY
3
paths rows 15 0
object,function,pretty,file,line,id,region,path,count,insns,begin,end,blocks,edges,lines
ghalt: unknown value 'csv' of '--format' (text|json|dot|svg), did you mean 'svg'?
exit 2
ghalt: unknown value '' of '--format' (text|json|dot|svg)
exit 2
ghalt: '--top' does not go with '--format=csv'
exit 2
ghalt: '--edges' is text: it does not go with '--format=csv'
exit 2
