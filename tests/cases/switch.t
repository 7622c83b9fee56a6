# SPDX-License-Identifier: GPL-3.0-or-later
# Points are off until they are switched on, by name; then they report what ordinary
# points do, and off again the code is what it was, byte for byte.

>>> x86_64 what it compiles

>>> digits.c
int
digits (unsigned n)
{
  int count = 1;
  while (n > 9)
    {
      n /= 10;
      count++;
    }
  return count;
}

>>> main.c
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "halt/halt.h"

int digits (unsigned n);
extern char __executable_start, etext;

static int
work (void)
{
  int sum = 0;
  for (int i = 0; i < 1000; i++)
    sum += digits (i);
  return sum;
}

int
main (void)
{
  size_t size = &etext - &__executable_start;
  char *before = malloc (size);
  memcpy (before, &__executable_start, size);
  work ();
  const char *patterns[] = { "cbr@digits", "entry,exit", "dig*", "*", "mbr", "cbr@x" };
  for (int i = 0; i < 6; i++)
    {
      int n = halt_switch (patterns[i], 1);
      int changed = memcmp (before, &__executable_start, size) != 0;
      printf ("%s: %d points, %d\n", patterns[i], n, changed);
      work ();
      if (halt_switch (patterns[i], 0) != n
	  || memcmp (before, &__executable_start, size) != 0)
	puts ("not as it was");
    }
  return 0;
}

>>> run
for more in '' count count=thread count=atomic 'count m32' m32; do
  machine=
  lib=$LIBHALT
  case $more in
    *m32)
      [ -f "${LIBHALT%/*}/32/libhalt.a" ] || continue
      machine="-m32 -idirafter /usr/include/$($CC -print-multiarch)"
      lib=${LIBHALT%/*}/32/libhalt.a ;;
  esac
  more=${more% m32}
  $CC -O2 $machine $INCLUDE $PLUGIN $(arg switch cbr entry exit bb ${more#m32}) digits.c \
    -c -o digits.o
  $CC -O2 $machine $INCLUDE main.c digits.o $lib -o prog
  ./prog >printed
  $HALT report prog | sed 1d | head -n 4 >>printed
  # Another machine's code is another.
  first=first${machine:+32}
  [ -f $first ] || cp printed $first
  cmp $first printed
done
cat first
# A part alone, from the start, and no name like that.
HALT_ON='exit@d*,cbr@digts' ./prog >/dev/null
$HALT report prog | awk 'NR == 3 || NR == 4 { print $1, $5 }'

>>> out
cbr@digits: 2 points, 1
entry,exit: 2 points, 1
dig*: 8 points, 1
*: 8 points, 1
mbr: 0 points, 0
cbr@x: 0 points, 0
cbr           2         2      0        8670
entry         1         1      0        3000
exit          1         1      0        3000
block         4         4      0        9760
halt: HALT_ON: no point has a name like 'cbr@digts'; did you mean 'digits'?
entry 3000
exit 5000
