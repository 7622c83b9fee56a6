# SPDX-License-Identifier: GPL-3.0-or-later
# The routine may stand in the program's own file; neither it nor what it calls
# or refers to there is instrumented, nor what has attribute halt("none").

>>> prog.c
#include <stdio.h>
#include <stdlib.h>

#define NOT_ALONE __attribute__ ((noipa))

static unsigned long events, odd;

NOT_ALONE static int
parity (unsigned long n)
{
  int p = 0;
  while (n)
    {
      if (n & 1)
	p = !p;
      n >>= 1;
    }
  return p;
}

NOT_ALONE static void
through_table (void)
{
  if (events > 1000000)
    abort ();
}

static void (*const table[]) (void) = { through_table };

void
_record_cbr (unsigned long cond, unsigned long id)
{
  events++;
  if (parity (cond + id))
    odd++;
  table[0] ();
}

__attribute__ ((halt ("none"), noipa)) static int
left_alone (int n)
{
  while (n > 10)
    n /= 2;
  return n;
}

int
main (void)
{
  volatile int n = 5;
  for (int i = 0; i < n; i++)
    left_alone (i * 1000);
  printf ("%lu\n", events);
  return 0;
}

>>> run
for option in -O0 -O2; do
  $CC -Wall -Wextra -Werror $option $PLUGIN $(arg cbr dump=label) prog.c -o prog 2>&1 |
    grep 'left out' | sort
  ./prog
done

>>> out
left out: function _record_cbr: analysis routine
left out: function left_alone: attribute halt("none")
left out: function parity: called by an analysis routine or an ifunc resolver
left out: function through_table: called by an analysis routine or an ifunc resolver
6
left out: function _record_cbr: analysis routine
left out: function left_alone: attribute halt("none")
left out: function parity: called by an analysis routine or an ifunc resolver
left out: function through_table: called by an analysis routine or an ifunc resolver
6
