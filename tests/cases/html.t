# SPDX-License-Identifier: GPL-3.0-or-later
# ghalt html: its data say what JSON and --annotate say; and so do its pages in Chromium,
# from the file system, in one file too, without a word on the console.

>>> a.c
#include "<b>.h"
int volatile sink;
__attribute__ ((noinline)) static int never (int n) { return n > 3 ? n : -n; }
__attribute__ ((noinline)) static int
busy (int n)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    if (i % 3 == 0)	/* </script><script>alert(1)</script> & "quotes" */
      s += g (i);
  return s;
}
int
main (int argc, char **argv)
{
  (void) argv;
  for (int i = 0; i < 10; i++)
    sink += busy (i * 10);
  if (argc > 5)
    sink = never (argc);
  return 0;
}

>>> b.h
static inline int g (int n) { return n & 1 ? n : 1; }

>>> data.py
# The data: functions and totals as in JSON, lines as in --annotate.
import json, re, sys
def load(name):
    text = open(f"site/data/{name}.js").read()
    assert "<" not in text
    return json.loads(re.fullmatch(r'halt \("[-a-z0-9]*", (.*)\);\n', text, re.S)[1])
index, report = load("index"), json.load(open("report.json"))
functions = [f for u in report["units"] for f in u["functions"]]
total = lambda f, *kinds: sum(p["events"] for p in f["points"] if p["kind"] in kinds)
same = lambda what, a, b: print(what, a == b and bool(a) or (a, b))
same("functions", {f["name"]: (f["calls"], f["blocks"], f["branches"]) for f in index["functions"]},
     {f["pretty"]: (total(f, "entry"), total(f, "block"), total(f, "cbr", "mbr")) for f in functions})
same("kinds", {k["kind"]: (k["points"], k["executed"], k["events"]) for k in index["kinds"]},
     {k["kind"]: (k["points"], k["executed"], k["events"]) for k in report["totals"]})
same("branches", sorted((b["n"], b["misses"]) for b in index["hottest"]),
     sorted((p["events"], min(p["taken"], p["not_taken"])) for f in functions for p in f["points"]
            if p["kind"] == "cbr" and p["events"]))
same("all branches", sorted((index["functions"][b[0]]["name"], *b[1:3], index["files"][b[3]]["shown"], b[4]) for b in load("branches")),
     sorted((f["pretty"], p["not_taken"], p["taken"], p["file"], p["line"])
            for f in functions for p in f["points"] if p["kind"] == "cbr"))
same("covered", {f["name"]: f["covered"] for f in index["functions"]},
     {f["pretty"]: [len([p for p in f["points"] if p["kind"] == "block" and p["events"]]),
                    len([p for p in f["points"] if p["kind"] == "block"])] for f in functions})
cover = json.load(open("cover.json"))
same("coverage", [index["lines"], index["branches"], index["calls"]],
     [[cover[k]["hit"], cover[k]["found"]] for k in ("lines", "branches", "functions")])
lines = {}
for number, f in enumerate(index["files"]):
    for line, (count, *_) in load(f"file-{number}")["counts"].items():
        lines[f["shown"], int(line)] = count
annotated, name = {}, ""
for text in open("text"):
    if m := re.match(r"/.*/([^/]*): \d+ of \d+ lines", text):
        name = m[1]
    elif m := re.match(r" *([0-9]+|#####): *(\d+):", text):
        annotated[name, int(m[2])] = 0 if m[1] == "#####" else int(m[1])
same("lines", lines, annotated)
json.dump(index, open("data.json", "w"))

>>> pages.py
# What Chromium made of the pages: rows of tables.
import html.parser, json, sys
class Rows(html.parser.HTMLParser):
    def __init__(self):
        super().__init__()
        self.rows, self.text, self.depth = [], None, 0
    def handle_starttag(self, tag, attributes):
        if tag == "tr":
            self.rows.append([])
        if tag in ("td", "th"):
            self.text = ""
    def handle_endtag(self, tag):
        if tag in ("td", "th"):
            self.rows[-1].append(self.text)
            self.text = None
    def handle_data(self, text):
        if self.text is not None:
            self.text += text
def rows(name):
    p = Rows()
    p.feed(open(name).read())
    return p.rows
index = json.load(open("data.json"))
number = lambda text: int(text.replace(",", ""))
where = sys.argv[1]
table = {r[0]: tuple(map(number, r[1:4])) for r in rows(where + "-functions")[1:]}
head, *body = rows(where + "-functions")
part = next(i for i, title in enumerate(head) if title.startswith("% of blocks"))
all_ = sum(f["blocks"] for f in index["functions"])
print("functions", table == {f["name"]: (f["calls"], f["blocks"], f["branches"]) for f in index["functions"]}
      and all(abs(float(r[part][:-1]) - 100 * number(r[2]) / all_) <= 0.1 for r in body))
order = [number(r[2]) for r in rows(where + "-functions")[1:]]
print("sorted", order == sorted(order, reverse=True) and len(order) > 2)
text = open("text").read().split("a.c: ")[1].split("\n\n")[0].split("\n")[1:]
shown = rows(where + "-source")[1:]
expected = [(l[:9].strip().replace("-", ""), l[16:]) for l in text if l]
print("source", [(r[1].replace(",", ""), r[3]) for r in shown] == expected or (shown, expected))
print("overview", any(r and r[0] == "never" for r in rows(where + "-overview")),
      [number(r[-1]) for r in rows(where + "-overview") if r and r[0].startswith("conditional")]
      == [k["events"] for k in index["kinds"] if k["kind"] == "cbr"])

>>> run
mv b.h '<b>.h'
$CC -g -O1 $PLUGIN $(arg cbr bb entry) a.c "$LIBHALT" -o prog
./prog
$HALT html -o site prog 2>&1
(cd site && find . -type f ! -name '*-library.js' | LC_ALL=C sort)
$HALT report --format=json prog >report.json
$HALT report --annotate prog >text
$HALT cover --format=json prog >cover.json 2>notes
python3 data.py
cp -r site again
$HALT html -o site prog
diff -r site again
$HALT html --single-file -o one prog
ls one
mkdir profiles
for i in 1 2 3; do HALT_FILE=profiles/$i ./prog; done
$HALT html -o sum prog profiles
grep -o '"kind":"entry"[^}]*' sum/data/index.js

command -v chromium >/dev/null || { echo "not run: chromium is not there" >>"$TMPDIR/left-out"; cat <<'END'
site: functions True
site: sorted True
site: source True
site: overview True True
one: functions True
one: sorted True
one: source True
one: overview True True
END
}
dump ()				# SITE PAGE HASH
{
  chromium --headless --no-sandbox --disable-gpu --user-data-dir="$PWD/chrome" --enable-logging=stderr \
    --virtual-time-budget=10000 --dump-dom "file://$PWD/$1/index.html#$3" >$1-$2 2>log
  grep 'CONSOLE' log || :
}
export HOME=$PWD
for where in site one; do
  command -v chromium >/dev/null || break
  dump $where overview /
  dump $where functions /functions
  dump $where source /file/0/7
  python3 pages.py $where | sed "s/^/$where: /"
done
code $HALT html prog 2>&1
code $HALT html -o prog/x prog 2>&1
code $HALT html -o none prog gone.prof 2>&1
ls -d none 2>/dev/null || echo nothing

>>> out
site/index.html
./data/branches.js
./data/code-0.js
./data/code-1.js
./data/code-2.js
./data/file-0.js
./data/file-1.js
./data/flame.js
./data/graphs-0.js
./data/index.js
./data/layout.js
./index.html
./load.js
./site.js
./style.css
functions True
kinds True
branches True
all branches True
covered True
coverage True
lines True
site/index.html
one/index.html
index.html
sum/index.html
"kind":"entry","title":"function entries","points":3,"executed":2,"events":33
site: functions True
site: sorted True
site: source True
site: overview True True
one: functions True
one: sorted True
one: source True
one: overview True True
ghalt: ghalt html needs a folder for the site: -o DIR
exit 2
ghalt: cannot make 'prog/x': Not a directory
exit 2
ghalt: cannot open 'gone.prof': No such file or directory
exit 2
nothing
