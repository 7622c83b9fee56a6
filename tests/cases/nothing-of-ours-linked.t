# SPDX-License-Identifier: GPL-3.0-or-later
# A program and its analysis, compiled by one command; no library of ours.

>>> prog.c
#include <stdio.h>

int
main (void)
{
  int sum = 0;
  for (int i = 0; i < 10; i++)
    if (i % 3 == 0)
      sum += i;
  printf ("%d\n", sum);
  return 0;
}

>>> analysis.c
#include <stdio.h>

static unsigned long counts[2][2];

void
_record_cbr (unsigned long cond, unsigned long id)
{
  counts[id][cond]++;
}

__attribute__ ((destructor)) static void
end (void)
{
  for (int id = 0; id < 2; id++)
    printf ("%d: taken %lu, not taken %lu\n", id, counts[id][1], counts[id][0]);
}

>>> run
$CC -O0 $PLUGIN $(arg cbr) prog.c analysis.c -o prog
./prog
nm prog | grep -i -e halt_prof -e halt_count || true

>>> out
18
0: taken 6, not taken 4
1: taken 10, not taken 1
