# SPDX-License-Identifier: GPL-3.0-or-later
# STARTUP is the entry of the whole program, even if main calls itself.

>>> prog.c
#include <stdio.h>
void _halt_startup (void) { puts ("startup"); }
void _record_cbr (unsigned long c, unsigned long i) { (void) c; (void) i; }
int main (int c, char **v) { if (c < 4) return main (c + 1, v); puts ("done"); return 0; }

>>> run
$CC -O0 $PLUGIN $(arg cbr) prog.c -o prog
./prog

>>> out
startup
done
