# SPDX-License-Identifier: GPL-3.0-or-later
# ghalt html: the flow graph of a function of thousands of blocks.  What is seldom executed
# is folded at first; all of it is painted, and only what is in the picture are elements.

>>> rest

>>> gen.py
print("int volatile sink; __attribute__ ((noinline)) static int g (int x) { return x * 7 + 3; }")
print("__attribute__ ((noinline)) static int big (int *p, int n) { int a = 1, b = 2; for (int i = 0; i < n; i++) switch (p[i]) {")
for c in range(450):
    print(f"case {c}: if (a & {1 << c % 12}) b += g ({c}); else a ^= {c}; for (int k = 0; k < (b & 3); k++) sink += k;"
          f" if (b > {c * 11}) {{ a++; if (g (a) == {c}) b = {c}; }} else if (sink == {c + 5}) a = g (b); break;")
print("} return a + b; }")
print("int main (void) { static int p[20000]; for (int i = 0; i < 20000; i++) p[i] = i * 17 % (i % 7 ? 40 : 450); return big (p, 20000) == 12345; }")

>>> drive.py
from page import *
blocks = next(f for u in json.load(open("report.json"))["units"] for f in u["functions"] if f["name"] == "big")["blocks"]
view("site")
number = js("data.index.functions.findIndex ((f) => f.name == 'big')")
js("location.hash = arguments[0]", f"#/graph/{number}")
wait("document.querySelector ('svg.flow') != null")
elements = lambda: js("document.querySelectorAll ('.block').length")
print("many", len(blocks) > 3000, "folded", 0 < elements() < len(blocks) / 3)
js("document.querySelector ('svg.flow').remove ()")
js("document.querySelector ('.tools label select').value = '0'")
js("document.querySelector ('.tools label select').dispatchEvent (new Event ('change'))")
wait("document.querySelector ('svg.flow') != null")
print(js("[...document.querySelectorAll ('.tools [role=status]')].at (-1).textContent") == f"All {len(blocks):,} blocks are shown.")
wait("document.querySelectorAll ('.block').length > 0")
print("elements", elements() < len(blocks) / 3)
press("0")
wait("document.querySelector ('.picture canvas').hidden == false && document.querySelector ('.picture canvas').width > 300")
inks = js("(() => { const c = document.querySelector ('.picture canvas'); return new Set (new Uint32Array (c.getContext ('2d').getImageData (0, 0, c.width, c.height).data.buffer)).size; }) ()")
print("painted", inks > 10)
# A block is come to from the whole.
press("h")
wait("location.hash.split ('/').length == 4")
hot = int(js("location.hash").split("/")[3])
print("hottest", blocks[hot]["count"] == max(x["count"] for x in blocks[2:]),
      js(f"document.querySelector ('.block.here').dataset.block") == str(hot))

>>> run
python3 gen.py >big.c
$CC -g -O1 $PLUGIN $(arg cbr mbr bb entry) big.c "$LIBHALT" -o prog
./prog
$HALT html -o site prog
$HALT report --format=json prog >report.json
if [ "$(cat site/data/layout.js)" != 'halt ("layout", null);' ]; then
  "$TESTS/html/drive" drive.py expected
else
  echo "not run: dagre is not there" >>"$TMPDIR/left-out"
fi

>>> expected
many True folded True
True
elements True
painted True
hottest True True

>>> out
site/index.html
