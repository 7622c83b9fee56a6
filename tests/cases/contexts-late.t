# SPDX-License-Identifier: GPL-3.0-or-later
# A context that comes late, since its user took long, leaves out the moments that it missed:
# it does not make up for them, all at once.

>>> prog.c
#include <time.h>

__attribute__ ((noipa)) int
step (int n)
{
  return n & 1 ? n : -n;
}

int
main (void)
{
  struct timespec begin, now;
  int sum = 0;
  clock_gettime (CLOCK_MONOTONIC, &begin);
  do
    {
      for (int i = 0; i < 1000; i++)
	sum += step (i);
      clock_gettime (CLOCK_MONOTONIC, &now);
    }
  while (now.tv_sec - begin.tv_sec < 4);
  return sum == 12345;
}

>>> late.py
import os, time, halt
TIME = 0.02
seen = []
def tell(e):
    if not seen:
        time.sleep(2)
    seen.append(time.monotonic())
process = halt.start(os.path.abspath("prog"))
process.run("on entry@step; every 20ms snapshot", tell)
os.waitpid(process.pid, 0)
most = (time.monotonic() - seen[0]) / TIME + 3
print("first", len(seen) > 0, "no more than fit", len(seen) <= most or (len(seen), most))

>>> run
export PYTHONPATH=$TESTS/../python GHALT_LIBRARY=${HALT%/*}/libghalt.so.0 PYTHONDONTWRITEBYTECODE=1
$CC -O1 $PLUGIN $(arg switch entry) prog.c "$LIBHALT" -o prog
python3 late.py

>>> out
first True no more than fit True
