# SPDX-License-Identifier: GPL-3.0-or-later
# --format=sqlite, as sqlite3 reads it, says what JSON, CSV and --annotate say.

>>> compare.py
import json, subprocess, sys
def rows(sql):
    text = subprocess.run(["sqlite3", "-json", sys.argv[1], sql], capture_output=True, text=True,
                          check=True).stdout
    return json.loads(text) if text else []
r = json.load(open(sys.argv[2]))
functions = [f for u in r["units"] for f in u["functions"]]
same = lambda what, a, b: print(what, a == b and len(a) > 0 or (a, b))
same("functions", [(f["pretty"], f["cfg"]) for f in rows("select * from functions order by function")],
     [(f["pretty"], f["cfg"]) for f in functions])
same("blocks", [(b["block"], b["insns"], b["line"], b["count"], b["how"]) for b in
                rows("select * from blocks where block > 1 order by function, block")],
     [(b["block"], b["insns"], b.get("line"), b["count"], b["how"]) for f in functions for b in f["blocks"]
      if b["block"] > 1])
same("edges", [(e["source"], e["target"], e["kind"], e["entry"], e["count"], e["how"]) for e in
               rows("select * from edges order by function, edge")],
     [(e["from"], e["to"], e["kind"], e.get("index"), e["count"], e["how"]) for f in functions for e in f["edges"]])
same("points", [(p["kind"], p["id"], p["block"], p["line"], p["column"], p["events"], p["taken"], p["not_taken"],
                 p["bytes"]) for p in rows("select * from points order by function, point")],
     [(p["kind"], p["id"], p["block"], p.get("line"), p.get("column"), p.get("events"), p.get("taken"),
       p.get("not_taken"), p.get("bytes")) for f in functions for p in f["points"]])
same("indices", [(i["entry"], i["count"]) for i in rows("select * from indices order by function, point, entry")],
     [(i["index"], i["count"]) for f in functions for p in f["points"] for i in p.get("indices", [])])
same("kinds", {(k["kind"], k["points"], k["executed"], k["events"], k["bytes"]) for k in rows("select * from kinds")},
     {(k["kind"], k["points"], k.get("executed"), k.get("events"), k.get("bytes")) for k in r["totals"]})
same("units", [(u["source"], u["at"], u["checksum"], u["ids"]) for u in rows("select * from units order by unit")],
     [(u["source"], u["at"], u["checksum"], u["ids"]) for u in r["units"]])
same("objects", [(o["path"], o["build_id"]) for o in rows("select * from objects order by object")],
     [(o["path"], o["build_id"]) for o in r["objects"]])
head = {h["name"]: h["value"] for h in rows("select * from report")}
print(head["program"] == r["program"], head["build_id"] == r["build_id"], head["lost"])

>>> run
command -v sqlite3 >/dev/null || skip "no sqlite3"
for options in "-O1" "-O0 $(arg at=gimple)"; do
  $CC -w -g --param=case-values-threshold=4 $PLUGIN $options $(arg cbr mbr bb entry load call setlongjmp) "$TESTS/oracle/switches.c" "$LIBHALT" -o prog -lm
  ./prog >/dev/null
  echo old >base.db
  $HALT report --format=sqlite -o base.db prog
  $HALT report --format=json prog >report.json
  python3 compare.py base.db report.json
  sqlite3 base.db "pragma integrity_check; pragma user_version"
  # Lines and branches.
  $HALT report --annotate --branches prog >text
  sqlite3 -separator ' ' base.db "select count from lines order by file, line" >lines
  sed -n 's/^ *\([0-9#]*\): *[0-9]*:.*/\1/p' text | sed 's/#####/0/' | sed '/^$/d' | diff lines -
  sqlite3 base.db "select count(*) from branches" >n
  grep -c '^branch' text | diff n -
  # Entries of tables have numbers, as the edges do.
  entries='where entry is not null'
  sqlite3 base.db "select count(*) > 0 from branches $entries" \
    "select kind from branches $entries except select kind from edges $entries"
done
# Some of it.
$HALT report --format=sqlite -o some.db --function=main prog
sqlite3 some.db "select pretty from functions; select count(distinct function) from points"
ls *.db .halt* 2>/dev/null || :
code $HALT report --format=sqlite prog 2>&1
code $HALT report --format=json -o x prog 2>&1
code $HALT report --format=sqlite -o none/x.db prog 2>&1
mkdir folder
code $HALT report --format=sqlite -o folder prog 2>&1

>>> out
functions True
blocks True
edges True
points True
indices True
kinds True
units True
objects True
True True 0
ok
1
1
functions True
blocks True
edges True
points True
indices True
kinds True
units True
objects True
True True 0
ok
1
1
main
1
base.db
some.db
ghalt: '--format=sqlite' needs a file: -o FILE
exit 2
ghalt: '--output' does not go with '--format=json'
exit 2
ghalt: cannot write 'none/x.db': No such file or directory
exit 2
ghalt: cannot write 'folder': Is a directory
exit 2
