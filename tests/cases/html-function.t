# SPDX-License-Identifier: GPL-3.0-or-later
# ghalt html: what the page of a function says of it, and of what it was: callers, coverage,
# its hottest line, its branches, both counts of a comparison; as JSON has them, in Chromium.

>>> a.c
int volatile sink;
__attribute__ ((noinline)) static void
leaf (int n)
{
  for (int i = 0; i < n; i++)
    if (i & 4)
      sink += i;
    else if (n > 1000)
      sink--;
}
__attribute__ ((noinline)) static void one (int n) { leaf (n); sink++; }
__attribute__ ((noinline)) static void two (int n) { leaf (n); leaf (2 * n); sink--; }
int
main (int argc, char **argv)
{
  (void) argv;
  for (int i = 0; i < 3 * argc; i++)
    one (10);
  two (20);
  return 0;
}

>>> drive.py
from page import *
read = lambda name: {f["pretty"]: f for u in json.load(open(name))["units"] for f in u["functions"]}
old, new, paths = read("old.json"), read("new.json"), {f["pretty"]: f for f in json.load(open("paths.json"))["functions"]}
text = lambda css: js("document.querySelector (arguments[0])?.textContent", css)
def rows(css):
    return js("[...document.querySelectorAll (arguments[0] + ' tbody tr')].map ((r) => [...r.cells].map ((c) => c.textContent))", css)
number = lambda t: int(t.replace(",", ""))
def graph(site, name):
    view(site)
    wait("typeof data == 'object' && data.index")
    at = js("data.index.functions.findIndex ((f) => f.name == arguments[0])", name)
    js("location.hash = arguments[0]", f"#/graph/{at}")
    wait("document.querySelector ('svg.flow') && document.querySelector ('.calls > *')")
    return at
def numbers():
    return dict(js("[...document.querySelectorAll ('.block')].map ((g) => [Number (g.dataset.block), g.querySelector ('.n').textContent])"))
def unfold():
    js("document.querySelector ('svg.flow').old = true")
    js("document.querySelector ('.tools label select').value = '0'")
    js("document.querySelector ('.tools label select').dispatchEvent (new Event ('change'))")
    wait("(document.querySelector ('svg.flow') || { old: true }).old !== true")
for site in "site", "one":
    print(site)
    at = graph(site, "leaf")
    print("called by", rows(".calls .columns > :first-child"), "calls", text(".calls .columns > :last-child p"))
    blocks = [x["count"] for x in new["leaf"]["blocks"][2:]]
    print("executed", text(".ran").startswith(f"{sum(map(bool, blocks))} of {len(blocks)} blocks "))
    lines = {int(l[9:15].strip(" :")): int(l[:9]) for l in open("new.text") if l[:9].strip().isdigit()}
    most = max(n for i, n in lines.items() if 3 <= i <= 10)
    print("hottest line", lines[int(text("main .note a[href*='/l']"))] == most)
    b.find_element(By.LINK_TEXT, "Its branches").click()
    wait("document.title.startsWith ('Branches')")
    print("branches", sorted(tuple(map(number, r[:4])) for r in rows("main")) ==
          sorted((p["events"], p["not_taken"], p["taken"], min(p["taken"], p["not_taken"])) for p in new["leaf"]["points"] if p["kind"] == "cbr"))
    b.find_element(By.LINK_TEXT, "leaf").click()
    wait("document.querySelector ('svg.flow')")
    graph(site, "two")
    print("calls", rows(".calls .columns > :last-child"))
    readable()
    view(site)
    wait("document.querySelector ('.cards')")
    print("loops", js("[...document.querySelectorAll ('main section')].find ((s) => s.querySelector ('h2').textContent == 'Hottest loops').querySelectorAll ('tbody tr').length"))
    for name, block, *loop in js("data.index.functions.filter ((f) => f.loop).map ((f) => [f.name, f.loop.block, f.loop.n, f.loop.entered, f.loop.line])"):
        x = new[name]["blocks"][block]
        print(name, loop[:2], x["count"] == loop[0] and x["line"] == loop[2])
# A click before all has its place.
view("site")
wait("typeof data == 'object' && data.index")
js("""void new MutationObserver ((_, o) =>
  {
    const button = [...document.querySelectorAll ('.tools button')].find ((x) => x.textContent == 'Hottest');
    if (button && !document.querySelector ('svg.flow'))
      {
	button.click ();
	o.disconnect ();
      }
  }).observe (main, { childList: true })""")
js("location.hash = arguments[0]", f"#/graph/{at}")
wait("document.querySelector ('.block.here')")
print("hottest", new["leaf"]["blocks"][int(js("location.hash.split ('/')[3]"))]["count"] == max(x["count"] for x in new["leaf"]["blocks"][2:]))
print("change")
graph("change", "leaf")
unfold()
print("counts", numbers() == {i: f"{a['count']:,} \u2192 {z['count']:,}" for i, (a, z) in enumerate(zip(old["leaf"]["blocks"], new["leaf"]["blocks"]))} or numbers())
print("ways", any("\u2192" in t for t in js("[...document.querySelectorAll ('svg.flow .way')].map ((t) => t.textContent)")))
readable()
print("paths")
graph("ways", "main")
shown = dict(js("[...document.querySelectorAll ('.lines tr[data-line]')].map ((r) => [Number (r.dataset.line), r.cells[1].textContent])"))
most = {}
for x in paths["main"]["blocks"][2:]:
    for i in range(x.get("line", 0), max(x.get("line", 0), x.get("last_line", 0)) + 1):
        most[i] = max(most.get(i, 0), x["count"])
known = {i: number(t.split("~")[1]) for i, t in shown.items() if "~" in t}
print("lines", len(known) > 2 and known == {i: most[i] for i in known}, any("?" in shown.get(i, "") for i in most))
print(text(".calls"))
js("location.hash = '#/file/0'")
wait("document.querySelector ('table.source')")
print(text("main p.note"))
js("location.hash = '#/'")
wait("document.querySelector ('.cards')")
print(js("[...document.querySelectorAll ('main > p.note')].at (-1).textContent"))

>>> run
$CC -g -O1 -fno-optimize-sibling-calls $PLUGIN $(arg cbr bb entry call) a.c "$LIBHALT" -o prog
HALT_FILE=old ./prog
HALT_FILE=new ./prog x
for i in old new; do
  $HALT report --format=json prog $i >$i.json
done
$HALT report --annotate prog new >new.text
$HALT html -o site prog new
$HALT html --single-file -o one prog new
$HALT html --diff=old -o change prog new
mkdir blpp && cd blpp
$CC -g -O1 $PLUGIN $(arg blpp count) ../a.c "$LIBHALT" -o prog
HALT_FILE=paths.prof ./prog
$HALT html -o ../ways prog paths.prof
$HALT paths --format=json prog paths.prof >../paths.json
cd ..

if [ "$(cat site/data/layout.js)" != 'halt ("layout", null);' ]; then
  "$TESTS/html/drive" drive.py expected
else
  echo "not run: dagre is not there" >>"$TMPDIR/left-out"
fi

>>> expected
site
called by [['one', '6', '75.0%'], ['two', '2', '25.0%']] calls Nobody that was counted.
executed True
hottest line True
branches True
calls [['leaf', '2', '100.0%']]
readable []
loops 2
leaf [120, 8] True
main [6, 1] True
one
called by [['one', '6', '75.0%'], ['two', '2', '25.0%']] calls Nobody that was counted.
executed True
hottest line True
branches True
calls [['leaf', '2', '100.0%']]
readable []
loops 2
leaf [120, 8] True
main [6, 1] True
hottest True
change
counts True
ways True
readable []
paths
lines True False
Who called it, and whom it calls, was not counted: kinds call and entry do (-fplugin-arg-halt-call).
Only paths were counted: a line that has ? here has a count beside the flow graph of its function.
Blocks were not counted: what this leaves open of lines is shown as ?. Kind bb counts them (-fplugin-arg-halt-bb).

>>> out
site/index.html
one/index.html
change/index.html
../ways/index.html
