# SPDX-License-Identifier: GPL-3.0-or-later
# ghalt html: flow graphs and paths.  Their data say what JSON says; in Chromium, by its
# driver with a mouse and keys, all blocks and edges are drawn, folded, found and gone to.

>>> a.c
#include <stdlib.h>
int volatile sink;
__attribute__ ((noinline)) static int
busy (int n)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    if (i % 3 == 0)	/* every <third> */
      s += n & 1 ? i : 1;
    else
      switch (i % 20)
	{
#define C(N) case N: sink = N; if (n == N) s ^= N * 7; break;
	C (1) C (2) C (4) C (5) C (7) C (8) C (10) C (11) C (13) C (14) C (16) C (17) C (19)
	}
  if (n > 1000)
    {
      for (int k = 0; k < n; k++)	/* never comes here */
	if (k & 4)
	  s += sink;
      if (s > 7)
	abort ();
    }
  return s;
}
int
main (int argc, char **argv)
{
  (void) argv;
  for (int i = 0; i < 10; i++)
    sink += busy (i * 10);
  return argc > 5;
}

>>> data.py
# The data, as JSON has them: of the kinds, and of paths.
import glob, json, re, sys
def load(path):
    return json.loads(re.fullmatch(r'halt \("[-a-z0-9]*", (.*)\);\n', open(path).read(), re.S)[1])
def site(name):
    graphs = {}
    for path in glob.glob(f"{name}/data/graphs-*.js"):
        graphs.update(load(path))
    functions = load(f"{name}/data/index.js")["functions"]
    return {f["name"]: graphs[str(i)] for i, f in enumerate(functions)}
def count(c):
    return None if isinstance(c, list) else c
bits = {"fall": 1, "taken": 2, "jump": 4, "index": 8, "return": 16, "eh": 32, "abnormal": 64}
def same(what, graphs, functions):
    for f in functions:
        g = graphs[f["pretty"]]
        blocks = [(count(b[0]), *(b[1:4] + [0] * 3)[:3]) for b in g["blocks"]]
        expected = [(b["count"], b.get("insns", 0), b.get("line", 0), b.get("last_line", 0)) for b in f["blocks"]]
        edges = [(e[0], e[1], e[2], count(e[3]), (e + [None])[4]) for e in g["edges"]]
        wanted = [(e["from"], e["to"], bits[e["kind"]], e["count"], e.get("index")) for e in f["edges"]]
        print(what, f["pretty"], "blocks", blocks == expected or (blocks, expected), "edges", edges == wanted or (edges, wanted))
report = json.load(open("report.json"))
same("kinds", site("site"), [f for u in report["units"] for f in u["functions"]])
paths, graphs = json.load(open("paths.json")), site("ways")
same("paths", graphs, paths["functions"])
listed = [[] for f in paths["functions"]]
for p in paths["paths"]:
    listed[p["function"]].append([p["region"], p["path"], p["count"], p["insns"], p["end"], p["begin"], p["blocks"], p["edges"]])
print("list", all(graphs[f["pretty"]]["paths"]["list"] == l for f, l in zip(paths["functions"], listed)) and len(listed[0]) > 3)
rows = load("ways/data/index.js")["paths"]
print("hottest", [(r[2], r[3]) for r in rows] == [(p["count"], p["insns"]) for p in paths["paths"]])

>>> drive.py
from page import *
def drawn(does):
    js("(document.querySelector ('svg.flow') || {}).old = true")
    does()
    wait("(document.querySelector ('svg.flow') || { old: true }).old !== true")
def here():
    return js("location.hash.split ('/').slice (3).join ('/')")
def block(number):
    return b.find_element(By.CSS_SELECTOR, f'.block[data-block="{number}"]')
def select(name, by):
    def does():
        js("document.querySelector ('.tools label select').value = arguments[0]", by)
        js("document.querySelector ('.tools label select').dispatchEvent (new Event ('change'))")
    drawn(does)
n_blocks = lambda: js("document.querySelectorAll ('.block:not(.folded)').length")
def site(name, functions):
    view(name)
    number = js("data.index.functions.findIndex ((f) => f.name == 'busy')")
    f = next(f for f in functions if f["pretty"] == "busy")
    blocks, edges = f["blocks"], f["edges"]
    drawn(lambda: js("location.hash = arguments[0]", f"#/graph/{number}"))
    print("size", js("document.querySelector ('.size').textContent") == f"{len(blocks)} blocks, {len(edges)} edges")
    print("folded", 0 < js("document.querySelectorAll ('.folded').length"), n_blocks() < len(blocks))
    select("all", "0")
    pairs = {(e["from"], e["to"]) for e in edges}
    stubs = js("[...document.querySelectorAll ('.block > .way')].map ((t) => t.textContent)")
    links = js("document.querySelectorAll ('svg.flow .link').length")
    print("drawn", n_blocks() == len(blocks), links == len(pairs) if stubs == [] else links < len(pairs))
    numbers = dict(js("[...document.querySelectorAll ('.block')].map ((g) => [Number (g.dataset.block), g.querySelector ('.n').textContent])"))
    print("counts", numbers == {i: f"{x['count']:,}" for i, x in enumerate(blocks)} or numbers)
    # A block, its line, and back.
    hot = max(range(2, len(blocks)), key=lambda i: (blocks[i]["count"], -i))
    press("h")
    print("hottest", blocks[int(here())]["count"] == blocks[hot]["count"])
    time.sleep(0.2)
    block(here()).click()
    chosen, line = int(here()), blocks[int(here())].get("line")
    marked = js("[...document.querySelectorAll ('.lines tr.here')].map ((r) => Number (r.dataset.line))")
    print("line", line is None or line in marked, str(chosen) in js("document.querySelector ('.about h3').textContent"))
    other = next(x for x in blocks[2:] if x.get("line") and x["line"] not in marked)
    js(f"document.querySelector ('.lines tr[data-line=\"{other['line']}\"] button').scrollIntoView ({{ block: 'center' }})")
    b.find_element(By.CSS_SELECTOR, f".lines tr[data-line=\"{other['line']}\"] button").click()
    back = blocks[int(here())]
    print("back", back["line"] <= other["line"] <= max(back["line"], back.get("last_line", 0)))
    # Keys follow the edges.
    out = [e for e in edges if e["from"] == int(here()) and e["to"] != e["from"]]
    press(Keys.ARROW_DOWN)
    print("keys", any(e["to"] == int(here()) and e["count"] == max(o["count"] for o in out) for e in out))
    # Zoom, move, all.
    moved = lambda: js("document.querySelector ('svg.flow > g').getAttribute ('transform')")
    seen = [moved()]
    for key in "+-0":
        press(key)
        seen.append(moved())
    picture = b.find_element(By.CSS_SELECTOR, ".picture")
    ActionChains(b).move_to_element_with_offset(picture, -200, 150).click_and_hold().move_by_offset(50, 30).release().perform()
    seen.append(moved())
    print("moved", len(set(seen)) >= 4)
    # Fold and unfold.
    select("never", "1")
    few, box = n_blocks(), js("document.querySelector ('.folded').dataset.block")
    never = [i for i, x in enumerate(blocks) if x["count"] == 0]
    print("never", len(blocks) - len(never) <= few < len(blocks), "never executed" in block(box).get_attribute("aria-label"))
    js(f"document.querySelector ('.block[data-block=\"{box}\"]').focus ()")
    drawn(lambda: press(Keys.ENTER))
    more = n_blocks()
    js("arguments[0].dispatchEvent (new MouseEvent ('dblclick', { bubbles: true }))", block(box))
    wait(f"document.querySelectorAll ('.block:not(.folded)').length == {few}")
    print("unfolded", more > few, "and folded", n_blocks() == few)
    # Search: a number, a text.
    field = b.find_element(By.CSS_SELECTOR, ".tools input[type=search]")
    field.send_keys("never comes here")
    found = js("document.querySelector ('.tools input[type=search] + [role=status]').textContent")
    time.sleep(0.1)
    drawn(lambda: field.send_keys(Keys.ENTER))
    wait("location.hash.split ('/').length == 4")
    print("found", found.split()[0].isdigit(), blocks[int(here())]["count"] == 0, js("document.querySelectorAll ('.found').length") > 0)
    # The table; another address.
    b.find_element(By.CSS_SELECTOR, "details.blocks summary").click()
    wait("document.querySelector ('details.blocks table') != null")
    table = js("[...document.querySelectorAll ('details.blocks tbody tr')].map ((r) => r.cells[1].textContent)")
    print("table", sorted(table) == sorted(f"{x['count']:,}" for x in blocks) or table)
    js("location.hash = arguments[0]", f"#/graph/{number}/{chosen}")
    wait(f"document.querySelector ('.about h3').textContent == 'Block {chosen}'")
    print("address", here() == str(chosen))
    readable()
def ways(paths):
    view("ways", "#/paths")
    wait("document.querySelector ('main table') != null")
    rows = js("[...document.querySelectorAll ('main tbody tr')].map ((r) => [...r.cells].map ((c) => c.textContent))")
    print("table", [(r[0], r[2]) for r in rows] == [(f"{p['insns']:,}", f"{p['count']:,}") for p in paths["paths"]][:100])
    index = next(i for i, f in enumerate(paths["functions"]) if f["pretty"] == "busy")
    mine = [p for p in paths["paths"] if p["function"] == index]
    number = js("data.index.functions.findIndex ((f) => f.name == 'busy')")
    drawn(lambda: js("location.hash = arguments[0]", f"#/path/{number}/0"))
    lit = lambda: sorted(js("[...document.querySelectorAll ('.block.lit')].map ((g) => Number (g.dataset.block))"))
    def settled(k):
        wait(f"location.hash.endsWith ('/{k}') && document.querySelector ('.path-tools b').textContent.startsWith ('Path {k + 1} ')"
             f" && document.querySelectorAll ('.block.lit').length == {len(set(mine[k]['blocks']))}")
    settled(0)
    print("lit", lit() == sorted(set(mine[0]["blocks"])), js("document.querySelectorAll ('.lines tr.lit').length") > 0)
    steps = []
    for _ in mine[0]["blocks"][1:]:
        press(Keys.ARROW_DOWN)
        steps.append(int(js("document.querySelector ('.block.step').dataset.block")))
    print("steps", steps == mine[0]["blocks"][1:])
    drawn(lambda: press("n"))
    settled(1)
    print("next", lit() == sorted(set(mine[1]["blocks"])))
    if js("document.querySelector ('.path-tools input').checked"):
        js("document.querySelector ('.path-tools input').click ()")
    wait(f"document.querySelectorAll ('.block').length > {len(lit())}")
    settled(1)
    readable()
    print("whole", lit() == sorted(set(mine[1]["blocks"])))
    drawn(lambda: press(Keys.ESCAPE))
    print("none", lit() == [], js("location.hash") == f"#/graph/{number}")
report = json.load(open("report.json"))
functions = [f for u in report["units"] for f in u["functions"]]
for name in "site", "one":
    print(name)
    site(name, functions)
print("ways")
ways(json.load(open("paths.json")))

>>> run
$CC -g -O1 $PLUGIN $(arg cbr mbr bb entry) a.c "$LIBHALT" -o prog
./prog
$HALT html -o site prog
$HALT html --single-file -o one prog
$HALT report --format=json prog >report.json
mkdir blpp && cd blpp
$CC -g -O1 $PLUGIN $(arg blpp count) ../a.c "$LIBHALT" -o prog
HALT_FILE=paths.prof ./prog
$HALT html -o ../ways prog paths.prof
$HALT paths --format=json prog paths.prof >../paths.json
cd ..
python3 data.py

if [ "$(cat site/data/layout.js)" != 'halt ("layout", null);' ]; then
  "$TESTS/html/drive" drive.py expected
else
  echo "not run: dagre is not there" >>"$TMPDIR/left-out"
fi

>>> expected
site
size True
folded True True
drawn True True
counts True
hottest True
line True True
back True
keys True
moved True
never True True
unfolded True and folded True
found True True True
table True
address True
readable []
one
size True
folded True True
drawn True True
counts True
hottest True
line True True
back True
keys True
moved True
never True True
unfolded True and folded True
found True True True
table True
address True
readable []
ways
table True
lit True True
steps True
next True
readable []
whole True
none True True

>>> out
site/index.html
one/index.html
../ways/index.html
kinds busy blocks True edges True
kinds main blocks True edges True
paths busy blocks True edges True
paths main blocks True edges True
list True
hottest True
