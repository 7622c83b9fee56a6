# SPDX-License-Identifier: GPL-3.0-or-later
# The table beside the flame graph has what is too narrow to be drawn.

>>> a.c
int volatile sink;
__attribute__ ((noinline)) static void brief (void) { sink = 1; }
__attribute__ ((noinline)) static void
busy (int n)
{
  for (int i = 0; i < n; i++)
    sink++;
}
int
main (void)
{
  busy (20000);
  brief ();
  return 0;
}

>>> drive.py
from page import *
view("site", "#/flame/0")
wait("document.querySelectorAll ('main table tbody tr').length > 1")
print(js("[...document.querySelectorAll ('main table tbody tr')].map ((r) => [r.cells[0].textContent, r.cells[3].textContent].join (' ')).sort ().join ('\\n')"))

>>> expected
brief 1
busy 20,003
main 1

>>> run
$CC -g -O1 $PLUGIN $(arg bb entry call) a.c "$LIBHALT" -o prog
./prog
$HALT html prog -o site
"$TESTS/html/drive" drive.py expected

>>> out
site/index.html
