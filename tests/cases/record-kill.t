# SPDX-License-Identifier: GPL-3.0-or-later
# record-ends.t's SIGKILL at two hundred random moments: what was recorded is each time
# what a whole recording begins with.

>>> all

>>> kill.c
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
static unsigned a[1000];
static int compare (const void *x, const void *y)
{ return *(unsigned *) x < *(unsigned *) y ? -1 : *(unsigned *) x > *(unsigned *) y; }
int main (void)
{
  unsigned r = 1;
  for (int i = 0; i < 40; i++)
    {
      for (int k = 0; k < 1000; k++)
	a[k] = r = r * 1664525 + 1013904223;
      qsort (a, 1000, sizeof *a, compare);
      usleep (1000);
    }
  return printf ("%u\n", a[17]) < 0;
}

>>> run
lib=${LIBHALT%halt.a}record.a
case $($CC -dumpmachine) in x86_64-*) ;; *) skip "librecord is for x86-64" ;; esac
setarch -R true 2>/dev/null || skip "no setarch -R here"
$CC -w -O2 $PLUGIN $(arg cbr load routines=$lib) kill.c "$lib" -Wl,--no-as-needed -lzstd -o kill
python3 "$TESTS/programs/record-kill.py" ./kill 200

>>> out
killed 200 times, several lengths
