# SPDX-License-Identifier: GPL-3.0-or-later
# A variable-length array in a function with a split stack.

>>> x86_64 what it compiles

>>> prog.c
void use (char *, int);
__attribute__ ((noipa))
void down (int i)
{
  char buf[10 * i];
  use (buf, i);
  if (i > 3)
    use (buf, 10 * i);
}

>>> run
cat >>prog.c <<E
#include <stdio.h>
void use (char *p, int n) { if (n) { p[0] = n; printf ("%d\n", p[0]); } }
int main (void) { down (2); down (5); return 0; }
E
both -O2 -fsplit-stack prog.c

>>> out
