# SPDX-License-Identifier: GPL-3.0-or-later
# Constructors, destructors and functions that ifunc resolvers choose are
# instrumented with their final ids; a resolver itself is left alone.

>>> prog.c
#include <stdio.h>

volatile int n = 4;

__attribute__ ((constructor (101))) static void
first (void)
{
  for (volatile int i = 0; i < n; i++)
    ;
}

__attribute__ ((constructor)) static void
second (void)
{
  if (n == 4)
    n = 6;
}

__attribute__ ((destructor)) static void
last (void)
{
  while (n-- > 0)
    ;
}

static int fast (int k) { return k > 3 ? k : 3; }
static int slow (int k) { return k > 3 ? 3 : k; }

static int (*
resolve (void)) (int)
{
  volatile int quick = 1;
  return quick ? fast : slow;
}

int chosen (int) __attribute__ ((ifunc ("resolve")));

int
main (void)
{
  printf ("%d\n", chosen (n));
  return 0;
}

>>> run
$CC -O2 -c "$TESTS/routines/count.c"
$CC -O0 $PLUGIN $(arg cbr dump=label) prog.c count.o -o prog 2>&1 | grep 'left out'
HALT_COUNTS=counts ./prog
cat counts
ids prog
both -O2 prog.c
both -O2 -static prog.c

>>> out
left out: function resolve: ifunc resolver: it runs before relocation
6
0 4 1
1 0 1
2 6 1
3 ids, dense
