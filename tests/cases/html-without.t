# SPDX-License-Identifier: GPL-3.0-or-later
# Pages without what draws their pictures say so, and have no button that does nothing.  What
# places flow graphs is among the packages that a build needs.

>>> a.c
int main (int argc, char **argv) { (void) argv; return argc > 3; }

>>> drive.py
from page import *
buttons = lambda: js("document.querySelectorAll ('.tools button, .tools input').length")
view("site", "#/graph/0")
wait("document.querySelector ('.picture p.note')")
print(js("document.querySelector ('.picture p.note').textContent.split (',')[0]"), buttons(),
      js("document.querySelectorAll ('.moves').length"), js("document.querySelectorAll ('details.blocks').length"))
js("location.hash = '#/flame'")
wait("document.querySelector ('.flame p.note')")
print(js("document.querySelector ('.flame p.note').textContent.split (',')[0]"), buttons(),
      js("document.querySelectorAll ('.moves').length"))
js("location.hash = '#/'")

>>> run
awk '$1 == "node-dagre-layout" { print $2 }' "$TESTS/../dependencies.txt"
$CC -g -O1 $PLUGIN $(arg bb cbr entry) a.c "$LIBHALT" -o prog
./prog
$HALT html -o site prog
echo 'halt ("layout", null);' >site/data/layout.js
sed 's/"libraries":\[[^]]*\]/"libraries":[]/' site/data/index.js >index.js
mv index.js site/data/index.js
"$TESTS/html/drive" drive.py expected

>>> expected
This ghalt was built without dagre 0 0 1
This ghalt was built without d3-flame-graph 0 0

>>> out
build
site/index.html
