# SPDX-License-Identifier: GPL-3.0-or-later
# Where loads and stores are said to be, with at=gimple: constant addresses, with and without a
# distance, and others.

>>> all.h
#include <stdio.h>
extern struct all { int first, second, array[4]; } all;
extern int plain;
void work (int i, int *other);

>>> work.c
#include "all.h"
struct all all;
int plain;
void
work (int i, int *other)
{
  plain = i;
  all.first = i;
  all.second = i;
  all.array[2] = i;
  all.array[i] = i;
  other[1] = all.array[3];
}

>>> main.c
#include "all.h"
void
_record_store (unsigned long bytes, unsigned long address, unsigned long id)
{
  printf ("store %lu at %ld\n", bytes,
	  address == (unsigned long) &plain ? -1L : (long) (address - (unsigned long) &all));
}
void
_record_load (unsigned long bytes, unsigned long address, unsigned long id)
{
  printf ("load %lu at %ld\n", bytes, (long) (address - (unsigned long) &all));
}
int
main (void)
{
  work (1, all.array);
  return 0;
}

>>> run
$CC -O1 -w -c main.c
for level in -O0 -O2; do
  $CC $level -w $PLUGIN $(arg at=gimple load store) -c work.c
  $CC main.o work.o $LIBHALT -o prog
  echo "$level"
  ./prog
done

>>> out
-O0
store 4 at -1
store 4 at 0
store 4 at 4
store 4 at 16
store 4 at 12
load 4 at 20
store 4 at 12
-O2
store 4 at -1
store 4 at 0
store 4 at 4
store 4 at 16
store 4 at 12
load 4 at 20
store 4 at 12
