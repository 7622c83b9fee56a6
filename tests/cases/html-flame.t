# SPDX-License-Identifier: GPL-3.0-or-later
# A flame graph in the site of ghalt html is read and zoomed with keys alone, which a browser
# gets from a driver; Chromium's own tree of what a screen reader is told has the frames.

>>> a.c
int main (void) { return 0; }

>>> stacks
main;parse;read 30
main;parse;write 10
main;parse 2
main;run;step 50
main;run 8
other 4

>>> drive.py
from page import *
focus = lambda: js("document.activeElement.getAttribute ('aria-label')")
# The frames that are as wide as the picture.
wide = lambda: js("[...document.querySelectorAll ('g.frame')].filter ((g) => Number (g.getAttribute ('width'))"
                  " > document.querySelector ('.flame svg').clientWidth - 2).map ((g) => g.querySelector ('title').textContent.split (':')[0])")
def pressed(name, *keys):
    press(*keys)
    print(name, focus(), sorted(wide()))
def spoken():
    nodes = b.execute_cdp_cmd("Accessibility.getFullAXTree", {})["nodes"]
    print("spoken", sorted(n["name"]["value"] for n in nodes if n.get("role", {}).get("value") == "button" and "as measured (" in n["name"]["value"]))
view("site", "#/flame/0")
wait("document.querySelectorAll ('g.frame').length >= 8")
spoken()
js("[...document.querySelectorAll ('.tools button')].at (-1).focus ()")
pressed("tab", Keys.TAB)
pressed("down", Keys.ARROW_DOWN)
pressed("widest", Keys.ARROW_DOWN)
pressed("left", Keys.ARROW_LEFT)
pressed("end", Keys.ARROW_LEFT)
pressed("zoom", Keys.ENTER)
pressed("below", Keys.ARROW_DOWN, Keys.ARROW_RIGHT)
spoken()
pressed("up", Keys.ARROW_UP, Keys.ARROW_UP)
pressed("space", " ")
pressed("again", Keys.ARROW_DOWN, Keys.ENTER)
pressed("whole", Keys.ESCAPE)
pressed("away", Keys.TAB)
ActionChains(b).key_down(Keys.SHIFT).send_keys(Keys.TAB).key_up(Keys.SHIFT).perform()
pressed("back")
pressed("home", Keys.HOME)
print("one stop", js("document.querySelectorAll (\"g.frame[tabindex='0']\").length"))
readable()

>>> run
$CC -g -O1 $PLUGIN $(arg bb entry) a.c "$LIBHALT" -o prog
./prog
sed -i "/^$/d" stacks
$HALT html --stacks=stacks -o site prog
grep -o '"title":"[^"]*"' site/data/flame.js >&2
"$TESTS/html/drive" drive.py expected

>>> expected
spoken ['all: 104 as measured (100.0%)', 'main: 100 as measured (96.2%)', 'other: 4 as measured (3.8%)', 'parse: 42 as measured (40.4%)', 'read: 30 as measured (28.8%)', 'run: 58 as measured (55.8%)', 'step: 50 as measured (48.1%)', 'write: 10 as measured (9.6%)']
tab all: 104 as measured (100.0%) ['all']
down main: 100 as measured (96.2%) ['all']
widest run: 58 as measured (55.8%) ['all']
left parse: 42 as measured (40.4%) ['all']
end parse: 42 as measured (40.4%) ['all']
zoom parse: 42 as measured (40.4%) ['all', 'main', 'parse']
below write: 10 as measured (9.6%) ['all', 'main', 'parse']
spoken ['all: 104 as measured (100.0%)', 'main: 100 as measured (96.2%)', 'parse: 42 as measured (40.4%)', 'read: 30 as measured (28.8%)', 'write: 10 as measured (9.6%)']
up main: 100 as measured (96.2%) ['all', 'main', 'parse']
space main: 100 as measured (96.2%) ['all', 'main']
again run: 58 as measured (55.8%) ['all', 'main', 'run']
whole run: 58 as measured (55.8%) ['all']
away None ['all']
back run: 58 as measured (55.8%) ['all']
home all: 104 as measured (100.0%) ['all']
one stop 1
readable []

>>> out
site/index.html
"title":"stacks"
"title":"functions and their lines"
