# SPDX-License-Identifier: GPL-3.0-or-later
# A line of inlined code: the site goes to the graph and the machine code of the function that
# executes it, not of the one that it stands in.

>>> a.h
extern int volatile sink;
static inline __attribute__ ((always_inline)) int
odd (int n)
{
  if (n % 3 == 1)
    sink++;
  return 7;
}

>>> a.c
#include "a.h"
int volatile sink;
__attribute__ ((noinline)) static void
never (void)
{
  sink = 0;
}
static inline __attribute__ ((always_inline)) int
inside (int n)
{
  if (n % 5 == 2)
    n++;
  return n;
}
__attribute__ ((noinline)) static void
outside (int n)
{
  for (int i = 0; i < n; i++)
    sink += inside (i) + odd (i);
}
int
main (int argc, char **argv)
{
  (void) argv;
  if (argc > 10)
    never ();
  outside (50);
  return 0;
}

>>> drive.py
from page import *
view("site")
wait("typeof data == 'object' && data.index")
number = lambda name: js("data.index.files.findIndex ((f) => f.shown.endsWith (arguments[0]))", name)
for name, line in ("a.c", 11), ("a.c", 6), ("a.h", 6):
    js("location.hash = arguments[0]", f"#/file/{number(name)}/{line}")
    wait(f"document.querySelector ('main a[href*=\"/l{line}\"]')")
    print(js("document.querySelector ('main a[href*=\"/l\"]').textContent"))
    js("document.querySelector ('main a[href*=\"/l\"]').click ()")
    wait("document.querySelector ('svg.flow .block.here') && !location.hash.includes ('/l')")
js("location.hash = '#/graph/' + data.index.functions.findIndex ((f) => f.name == 'outside') + '/l1'")
wait("(document.querySelector ('.ran')?.parentNode.textContent ?? '').includes ('No block begins on line 1')")
js("location.hash = arguments[0]", f"#/file/{number('a.c')}/11/code")
wait("document.querySelector ('.beside table')")
print(js("document.querySelector ('.beside select').selectedOptions[0].textContent"))
js("document.querySelector ('#line-20 a').click ()")
wait("location.hash.includes ('/20')")
print(js("location.hash.split ('/').slice (3).join (' ')"))

>>> expected
Line 11 in the flow graph of outside
Line 6 in the flow graph of never
Line 6 in the flow graph of outside
outside
20 code

>>> run
$CC -g -O1 $PLUGIN $(arg bb cbr entry) a.c "$LIBHALT" -o prog
./prog
$HALT html prog -o site
grep -o '"owners":.*' site/data/file-*.js | sed 's/.*owners/owners/'
"$TESTS/html/drive" drive.py expected

>>> out
site/index.html
owners":[[4,0],[11,1],[22,2]]});
owners":[[5,1]]});
