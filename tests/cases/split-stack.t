# SPDX-License-Identifier: GPL-3.0-or-later
# The stack check of a -fsplit-stack prologue is left alone: there is no frame
# yet, and it is not the program's branch.

>>> x86_64 what it compiles

>>> deep.c
#include <stdio.h>

static int
deep (int n)
{
  volatile char a[1000];
  a[n % 1000] = n;
  return n ? deep (n - 1) + a[n % 1000] : 0;
}

int
main (void)
{
  printf ("%d\n", deep (5000));
  return 0;
}

>>> run
for option in -O0 -O2; do
  both $option -fsplit-stack deep.c
  $CC $option -fsplit-stack $PLUGIN $(arg cbr dump=label) -S deep.c -o deep.s 2>&1 |
    grep -o -e 'left out.*' -e 'label cbr' | sort -u
done

>>> out
label cbr
left out: branch in deep: it belongs to the prologue
left out: branch in main: it belongs to the prologue
label cbr
left out: branch in deep: it belongs to the prologue
left out: branch in main: it belongs to the prologue
