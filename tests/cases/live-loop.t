# SPDX-License-Identifier: GPL-3.0-or-later
# A program that stays in one loop: what 'count' holds in registers is not in the profile,
# live or not, and the report says so; with `live', or calls in the loop, it is.

>>> prog.c
#include <signal.h>
#include <stdlib.h>
#include <unistd.h>
volatile int turns;
__attribute__ ((noipa)) void call (void) {}
int
main (int argc, char **argv)
{
  unsigned n = argc;
  (void) argv;
  for (;;)
    {
      n = n * 1103515245 + 12345;
      if (n & 0x10000)
	turns++;
#ifdef CALLS
      call ();
#endif
    }
}

>>> run
try ()
{
  ./prog &
  trap "kill $! 2>/dev/null || :" EXIT
  i=0
  while ! "$HALT" report prog >out 2>&1 && [ $i -lt 300 ]; do sleep 0.1; i=$((i + 1)); done
  while [ -n "$1" ] && "$HALT" report prog 2>&1 | grep -q 'nothing was recorded' && [ $i -lt 300 ]; do
    sleep 0.1; i=$((i + 1))
  done
  "$HALT" report --format=csv prog 2>err >rows
  grep -o 'nothing was recorded' err || :
  grep -o 'or it still is in a loop.*' err || :
  awk -F, '$1 == "cbr" && $14 > 0 { n++ } END { print (n > 0 ? "counts" : "none") }' rows
  kill $!
  wait $! 2>/dev/null || :
  [ -n "$1" ] || "$HALT" report prog 2>&1 | grep -o 'or it was ended in a loop.*'
  rm halt.prof
}
export HALT_LIVE=1
$CC -O2 $PLUGIN $(arg cbr count) prog.c "$LIBHALT" -o prog
try ""
$CC -O2 $PLUGIN $(arg cbr count live) prog.c "$LIBHALT" -o prog
try all
$CC -O2 -DCALLS $PLUGIN $(arg cbr count) prog.c "$LIBHALT" -o prog
try all

>>> out
nothing was recorded
or it still is in a loop without calls, which 'count' counts in registers until it is left: with -fplugin-arg-halt-live that is in memory
none
or it was ended in a loop without calls, which 'count' counts in registers until it is left: with -fplugin-arg-halt-live that is in memory
counts
counts
