# SPDX-License-Identifier: GPL-3.0-or-later
# _halt_startup is called before any event if main is not instrumented.

>>> main.c
#include <stdio.h>
int work (int n);
int main (int argc, char **argv) { (void) argv; puts ("main"); return work (argc) != 5; }

>>> work.c
__attribute__ ((noipa)) int work (int n) { return n > 3 ? n : n + 4; }

>>> own.c
#include <stdio.h>
static int started;
void _halt_startup (void) { printf ("startup %d\n", ++started); }
void _record_cbr (unsigned long c, unsigned long i) { (void) c, (void) i; if (!started) puts ("event before startup"); }

>>> run
machine "$MACHINE"
for more in "" $(arg at=gimple); do
  $CC -w $PLUGIN $(arg cbr only=work) $more main.c work.c own.c -o prog
  $RUN ./prog
done
$CC -c main.c own.c
$CC $PLUGIN $(arg cbr) -shared -fPIC work.c -o libwork.so
$CC main.o own.o ./libwork.so -o prog
${RUN:-env} ${RUN:+-E} LD_LIBRARY_PATH=. ./prog

>>> out
startup 1
main
startup 1
main
startup 1
main
