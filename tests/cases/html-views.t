# SPDX-License-Identifier: GPL-3.0-or-later
# The views of ghalt html in Chromium, opened and clicked: a comparison says what two
# reports say, a flame graph has each execution once; nothing is on the console, and
# axe-core finds nothing serious, in light and in dark.

>>> a.c
int volatile sink;
__attribute__ ((noinline)) static void leaf (int n) { for (int i = 0; i < n; i++) sink += i; }
__attribute__ ((noinline)) static void one (int n) { leaf (n); sink++; }
__attribute__ ((noinline)) static void two (int n) { leaf (n); leaf (2 * n); sink--; }
__attribute__ ((noinline)) static int
fib (int n)
{
  if (n < 2)
    return n;
  return fib (n - 1) + fib (n - 2);
}
__attribute__ ((noinline)) static void never (void) { sink = 9; }
int
main (int argc, char **argv)
{
  (void) argv;
  for (int i = 0; i < 3 * argc; i++)
    one (10);
  two (20);
  sink += fib (5 + argc);
  if (argc > 3)
    never ();
  return 0;
}

>>> steps.json
[["#/", "overview"],
 ["#/functions", "functions"],
 ["#/functions", "calls", ["main select", "change", "calls"]],
 ["#/functions", "filtered", ["main input[type=search]", "input", "fib"]],
 ["#/functions", "never", ["#never", "click"]],
 ["#/functions", "by name", ["main th button", "click", 0]],
 ["#/functions/never", "not now"],
 ["#/branches", "branches"],
 ["#/files", "files", ["main td a", "click", 0]],
 ["#/file/0/9", "source"],
 [null, "changed most", ["main .tools button", "click", 0]],
 ["#/flame/1", "flame", ["main table button.link", "click", 0]],
 ["#/flame/2", "lines"],
 ["#/flame", "stacks", ["main svg g.frame", "svg", 1]]]

>>> look.py
import json, sys
r = json.load(open(sys.argv[1]))
now, old = (json.load(open(f)) for f in ("new.json", "old.json"))
number = lambda t: None if t == "?" else int(t.replace(",", "").replace("\u2212", "-").replace("+", ""))
def total(report, kind):
    return {f["pretty"]: sum(p["events"] for p in f["points"] if p["kind"] == kind)
            for u in report["units"] for f in u["functions"]}
def check(what, a, b):
    if a != b:
        print(what, "is", a, "but should be", b)
for name in [k for k in r if r[k] is True]:
    print(name)
r = {k: v for k, v in r.items() if v is not True}
for name, view in r.items():
    for what in view.get("axe", []):
        print(name, what)
    check(name + ": title", view["title"].endswith(" - prog"), True)
def rows(view, t):
    return [row for row in r[view]["tables"][t][1:]]
# Before, now, change of blocks; and of calls once those are chosen.
for view, kind in ("functions", "block"), ("calls", "entry"):
    before, after = total(old, kind), total(now, kind)
    check(view, {x[0]: tuple(map(number, x[1:4])) for x in rows(view, 0)},
          {f: (before[f], after[f], after[f] - before[f]) for f in after})
    check(view + ": relative", {x[0]: x[4] for x in rows(view, 0)},
          {f: "" if before[f] == after[f] else "new" if not before[f] else f"\u00d7{after[f] / before[f]:.0f}" if after[f] >= 10 * before[f]
           else f"{after[f] / before[f] * 100 - 100:+.1f}%".replace("-", "\u2212") for f in after})
    changes = [abs(number(x[3])) for x in rows(view, 0)]
    check(view + ": order", changes, sorted(changes, reverse=True))
check("filtered", [x[0] for x in rows("filtered", 0)], ["fib"])
check("never", [x[0] for x in rows("never", 0)], ["never"])
check("not now", [x[0] for x in rows("not now", 0)], ["never"])
def branches(report):
    return sorted((f["pretty"], p["events"], p["not_taken"], p["taken"], min(p["taken"], p["not_taken"]))
                  for u in report["units"] for f in u["functions"] for p in f["points"] if p["kind"] == "cbr")
number10 = lambda t: round(10 * float(t.replace("\u2212", "-")))
check("branches", sorted((x[13], *(number(x[i]) for i in (1, 4, 5, 6))) for x in rows("branches", 0)), branches(now))
check("branches before", sorted((x[13], number(x[0])) for x in rows("branches", 0)), sorted(x[:2] for x in branches(old)))
part = lambda p: p["taken"] / p["events"] * 100
turns = [round(part(y) - part(x), 1) for u, v in zip(old["units"], now["units"]) for f, g in zip(u["functions"], v["functions"])
          for x, y in zip(f["points"], g["points"]) if x["kind"] == "cbr" and x["events"] and y["events"]]
check("turned by", sorted(number10(x[10]) for x in rows("branches", 0) if x[10]), sorted(round(t * 10) for t in turns))
check("by name", [x[0] for x in rows("by name", 0)], sorted(total(now, "block")))
check("largest changes", {x[0] for x in rows("overview", 1)},
      {f for f in total(now, "block") if total(now, "block")[f] != total(old, "block")[f]})
check("kinds", {x[0].split("(")[1][:-1]: (number(x[3]), number(x[4])) for x in rows("overview", 0)},
      {k["kind"]: (o["events"], k["events"]) for k, o in zip(now["totals"], old["totals"])})
check("files leads to", r["files"]["address"], "#/file/0")
# Lines as --annotate has them in both.
def lines(name):
    return {int(l[9:15].strip(" :")): l[:9].strip(" :") for l in open(name) if l[9:10] == ":" and l[:9].strip() != "-"}
before, after = lines("old.text"), lines("new.text")
shown = {int(x[0]): (x[1].replace(",", ""), x[2].replace(",", "")) for x in rows("source", 0) if x[1] or x[2]}
check("source", shown, {i: (before[i], after[i]) for i in after})
check("marked", [x[0] for x in r["source"]["marked"]], ["9"])
most = max(after, key=lambda i: abs(int(after[i].strip("#") or 0) - int(before[i].strip("#") or 0)))
check("focus", (r["changed most"]["focus"], r["source"]["focus"]), ("BUTTON", "MAIN#main"))
check("changed most", [x[0] for x in r["changed most"]["marked"]], [str(most)])
# The graph has each block once; what leaf did for whom is not known, fib is its first call's.
blocks = total(now, "block")
table = {x[0]: (number(x[1]), number(x[3])) for x in rows("flame", 0)}
check("own", {f: n[1] for f, n in table.items()}, {f: n for f, n in blocks.items() if n})
check("all", table["main"][0], sum(blocks.values()) - blocks["leaf"])
check("fib", table["fib"][0], blocks["fib"])
check("one", table["one"][0], blocks["one"])
check("two", table["two"][0], blocks["two"])
table = {x[0]: number(x[1]) for x in rows("lines", 0)}
check("lines", table["prog"], sum(blocks.values()))
check("stacks", [(x[0], number(x[1]), number(x[3])) for x in rows("stacks", 0)], [("a", 7, 2), ("b c", 5, 4), ("d", 1, 1)])
if sys.argv[2] == "frames":
    names = sorted(f.split(":")[0] for f in r["flame"]["frames"])
    check("frames", names, ["all", "callers unknown", "fib", "leaf", "main", "one", "two"])
    check("stack frames", r["stacks"]["frames"][0].split(" ")[:2], ["all:", "7"])

>>> run
$CC -g -O1 -fno-optimize-sibling-calls $PLUGIN $(arg cbr bb entry call) a.c "$LIBHALT" -o prog
HALT_FILE=old ./prog
HALT_FILE=new ./prog x
for i in old new; do
  $HALT report --format=json prog $i >$i.json
  $HALT report --annotate prog $i >$i.text
done
printf '%s\n' 'a 2' 'a;b c 4' 'a;b c;d 1' >stacks
$HALT html --diff=old --stacks=stacks -o site prog new
$HALT html --diff=old --stacks=stacks --single-file -o one prog new
echo 'a b' >>stacks
code $HALT html --stacks=stacks -o none prog new 2>&1
code $HALT html --stacks=away -o none prog new 2>&1
code $HALT html --diff=gone -o none prog new 2>&1
$CC -g -O2 $PLUGIN $(arg cbr bb entry call) a.c "$LIBHALT" -o other
HALT_FILE=other.prof ./other
code $HALT html --diff=other.prof -o none prog new 2>&1 | sed 's/:.*//'
ls -d none 2>/dev/null || echo nothing
command -v chromium >/dev/null || { echo "not run: chromium is not there" >>"$TMPDIR/left-out"; exit 0; }
AXE=$("$TESTS/html/axe") || { echo "not run: axe-core is not there" >>"$TMPDIR/left-out"; AXE=; }
export AXE
scheme=0				# dark; then light
for where in site one; do
  "$TESTS/html/browse" $where "$(cat steps.json)" --blink-settings=preferredColorScheme=$scheme >views.json
  python3 look.py views.json frames
  scheme=1
done

>>> out
site/index.html
one/index.html
ghalt: stacks:4: no folded stack: FRAME;FRAME... NUMBER is one
exit 2
ghalt: cannot open 'away': No such file or directory
exit 2
ghalt: cannot open 'gone': No such file or directory
exit 2
ghalt
exit 2
nothing
