# SPDX-License-Identifier: GPL-3.0-or-later
# Branches of functions that are to be small, whose routine could be copied: one call
# serves both ways.

>>> routines.c
#include <stdio.h>

static unsigned long n[64][2];

void _record_cbr (unsigned long cond, unsigned long id) { n[id][cond]++; }

__attribute__ ((destructor)) static void
end (void)
{
  for (int i = 0; i < 64; i++)
    if (n[i][0] + n[i][1])
      printf ("%d %lu %lu\n", i, n[i][0], n[i][1]);
}

>>> prog.c
#ifdef COLD
__attribute__ ((cold))
#endif
__attribute__ ((noinline)) int
fib (int n)
{
  return n < 2 ? n : fib (n - 1) + fib (n - 2);
}
int main (void) { return fib (10) - 55; }

>>> run
$CC -O2 $PLUGIN -c routines.c
for options in -Os '-O2 -DCOLD' '-O1 -DCOLD' -O2; do
  echo == $options
  for inline in yes no; do
    $CC $options -fno-optimize-sibling-calls -fno-inline $PLUGIN $(arg cbr routines=routines.o inline=$inline) \
      prog.c routines.o -o $inline
    ./$inline >$inline.out
  done
  cmp yes.out no.out
done

>>> out
== -Os
== -O2 -DCOLD
== -O1 -DCOLD
== -O2
