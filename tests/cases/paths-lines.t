# SPDX-License-Identifier: GPL-3.0-or-later
# Lines where blocks are those of the last GIMPLE (blpp): one that shares its
# block with a later line, as what is left of a loop does, was executed with it.

>>> a.c
#include <stdio.h>
unsigned short table[1000];
int verbose;
int
main (int argc, char **argv)
{
  int i, n = 0;
  if (verbose)
    puts ("verbose");
  for (i = 999; i >= 0; i--) table[i] = 0;
  puts ("set up");
  for (i = 0; i < 100 * argc; i++)
    if (argv[0][i % 2] == 'x')
      n++;
  printf ("%d\n", n);
  return 0;
}
>>> run
$CC -g -O2 $PLUGIN $(arg blpp bb cbr) a.c "$LIBHALT" -o prog
./prog
$HALT report --annotate prog | grep ' for (\| puts\| if (' | sed 's/^ *//'
>>> out
set up
0
1:    8:  if (verbose)
#####:    9:    puts ("verbose");
1:   10:  for (i = 999; i >= 0; i--) table[i] = 0;
1:   11:  puts ("set up");
101:   12:  for (i = 0; i < 100 * argc; i++)
100:   13:    if (argv[0][i % 2] == 'x')
