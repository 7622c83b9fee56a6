# SPDX-License-Identifier: GPL-3.0-or-later
# A map is not loaded and goes with the debug information: a stripped program
# runs and counts as before; what was split off from it explains its ids.

>>> prog.c
#include <stdio.h>

int
main (void)
{
  int sum = 0;
  for (int i = 0; i < 5; i++)
    sum += i;
  printf ("%d\n", sum);
  return 0;
}

>>> run
$CC -O0 $PLUGIN $(arg cbr) prog.c "$LIBHALT" -o prog
if command -v dwz >/dev/null; then dwz prog; fi
objcopy --only-keep-debug prog prog.debug
cp prog whole
strip prog
./prog
$HALT report whole | tail -n 1
$HALT summarize prog.debug 2>/dev/null | grep -c "^ point"
$HALT report prog.debug 2>/dev/null | tail -n 1
$HALT report prog | tail -n 1
mv prog.debug elsewhere
code $HALT report prog 2>&1 | sed 's/build-id [0-9a-f]*/build-id .../'

>>> out
10
         6           1           5    83.3   0  prog.c:7:21  main
1
         6           1           5    83.3   0  prog.c:7:21  main
         6           1           5    83.3   0  prog.c:7:21  main
ghalt: prog: no HALT map: stripped, and its debug file was not found by build-id ... beside it or in .debug:/usr/lib/debug; HALT_DEBUG_PATH names other places
exit 2
