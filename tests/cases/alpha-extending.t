# SPDX-License-Identifier: GPL-3.0-or-later
# Alpha: another plugin's arguments reach the first block's point, too, which stands
# behind what sets up the global pointer; addresses are arguments; and what is refused
# is refused by name.

>>> prog.c
#include <stdio.h>
__attribute__ ((noinline)) int
f (int n)
{
  printf ("%d\n", n);
  return n > 2 ? n * 3 : n - 1;
}
int
main (void)
{
  return f (1) + f (4) - 12;
}

>>> size.c
static long sum;
void _record_block (unsigned long id, long size) { sum += size > 0 && size < 40; }
int printf (const char *, ...);
__attribute__ ((destructor)) static void end (void) { printf ("%d\n", sum >= 3); }

>>> trace.c
#include <stdio.h>
void
_record_call (void *callee, unsigned long id, const char *function, char *start,
	      char *pc)
{
  printf ("%s %s\n", function, (unsigned long) (pc - start) < 400 ? "calls" : "?");
}

>>> run
machine alpha
plugin ()
{
  ${HOSTCXX:-g++} -shared -fPIC -fno-rtti -fno-exceptions -I "$TESTS/../include" \
    -I "$TESTS/.." -isystem "$($CC -print-file-name=plugin)/include" \
    "$TESTS/../docs/examples/$1.cc" "$HALT_SO" -o $1.so
}
plugin block_size
plugin trace_calls
for o in -O0 -O2; do
  $CC $o $PLUGIN $(arg bb) -fplugin=./block_size.so prog.c size.c -o prog
  code $RUN ./prog
  "$HALT" summarize prog | grep 'point.* block ' | grep -vc 'args [1-9]' || :
done
for o in -O0 -O2; do
  $CC $o $PLUGIN $(arg call) -fplugin=./trace_calls.so prog.c trace.c -o prog
  code $RUN ./prog | tr "\n" " "
  echo
done
! $CC -mno-explicit-relocs $PLUGIN $(arg cbr) -c prog.c 2>err
grep -o 'cannot instrument.*' err

>>> out
1
4
1
0
1
4
1
0
main calls f calls 1 main calls f calls 4 
main calls f calls 1 main calls f calls 4 
cannot instrument code for -mno-explicit-relocs
