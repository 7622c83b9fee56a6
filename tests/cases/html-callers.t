# SPDX-License-Identifier: GPL-3.0-or-later
# The flame graph draws no caller that is not known: what has several callers is under each only
# if all its calls do the same, and apart from them otherwise, hatched.

>>> a.c
int volatile n;
#define ALONE __attribute__ ((noinline, noclone)) static void
ALONE work (int k) { for (int i = 0; i < k; i++) n++; }
ALONE leaf (void) { n += 3; }
ALONE same (void) { leaf (); n += 5; }
ALONE sometimes (int k) { if (k == 7) n++; n += 3; }
ALONE once (int k) { work (k); }
ALONE pointed (int k) { for (int i = 0; i < k; i++) n ^= i; }
ALONE init (void) { work (1); same (); sometimes (7); }
ALONE run (void)
{
  work (1000000);
  for (int i = 0; i < 200000; i++)
    {
      same ();
      sometimes (i);
    }
  once (300000);
}
void (*volatile by) (int) = pointed;
int
main (void)
{
  init ();
  run ();
  by (400000);
  return 0;
}

>>> drive.py
from page import *
view("site", "#/flame/0")
wait("document.querySelectorAll ('g.frame').length >= 8")
def path(g):
    return js("""(() => { const names = []; for (let d = d3.select (arguments[0]).datum (); d; d = d.parent)
                 names.unshift (d.data.name); return names.join (' ') }) ()""", g)
for line in sorted(path(g) + ": " + js("arguments[0].querySelector ('title').textContent.split (': ')[1]", g)
                   + (" hatched" if "unknown" in js("arguments[0].querySelector ('rect').getAttribute ('fill') ?? ''", g) else "")
                   for g in b.find_elements(By.CSS_SELECTOR, "g.frame")):
    print(line)
readable()

>>> run
$CC -g -O1 -fno-optimize-sibling-calls $PLUGIN $(arg call bb cbr entry) a.c "$LIBHALT" -o prog
./prog
$HALT html -o site prog
"$TESTS/html/drive" drive.py expected

>>> expected
all callers unknown pointed: 400,003 blocks (14.8%) hatched
all callers unknown sometimes: 400,004 blocks (14.8%) hatched
all callers unknown work: 1,300,010 blocks (48.1%) hatched
all callers unknown: 2,100,017 blocks (77.8%) hatched
all main run same leaf: 200,000 blocks (7.4%)
all main run same: 400,000 blocks (14.8%)
all main run: 600,003 blocks (22.2%)
all main: 600,007 blocks (22.2%)
all: 2,700,024 blocks (100.0%)
readable []

>>> out
site/index.html
