# SPDX-License-Identifier: GPL-3.0-or-later
# Every call is indirect.

>>> x86_64 what it compiles

>>> prog.c
int f (int *p, int n) { int s = 0; for (int i = 0; i < n; i++) s += p[i]; return s; }

>>> run
cat >>prog.c <<E
#include <stdio.h>
volatile int n = 3;
int main (void) { int a[] = { 1, 2, 3 }; printf ("%d\n", f (a, n)); return 0; }
E
both -O2 -mforce-indirect-call prog.c
both -O2 -mforce-indirect-call -fno-pic -no-pie prog.c

>>> out
