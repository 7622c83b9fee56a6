# SPDX-License-Identifier: GPL-3.0-or-later
# Counts that do not fit together, with which GCC would stop: of a program that a signal ended,
# of another build, in which values came where the old one had none, and such as have stopped
# at the largest number.

>>> old.c
#include <stdio.h>
#include <string.h>

static volatile unsigned divisors[] = { 8, 7, 8, 8, 3, 16, 8 };
static char from[100], to[100];

__attribute__ ((noinline)) static unsigned
work (int n)
{
  unsigned sum = 0;
  for (int i = 0; i < n; i++)
    {
      if (i % 3 == 1)
	sum += i / divisors[i % 7];
      sum += (unsigned) i % divisors[i % 7];
      memcpy (to, from, divisors[i % 7]);
      if (i & 8)
	sum ^= i;
    }
  return sum;
}

int
main (int argc, char **argv)
{
  unsigned sum = work (997);
  if (argc > 1)
    divisors[2] = 0;
  printf ("%u\n", sum + work (5));
  return 0;
}

>>> run
options="-O2 -Wmissing-profile -Wcoverage-mismatch -Werror"
sed 's/      if (i & 8)/      if (n > 90)\n	sum += (unsigned) i % divisors[(i + 1) % 7];\n&/
  s/      memcpy/      if (n > 80)\n	memcpy (to, from, 16 - divisors[n % 7]);\n&/' old.c >new.c
build ()
{
  $CC $options $PLUGIN $(arg at=gimple pgo $how) -c $1.c -o $1.o
  $CC $1.o "$LIBHALT" -o $1
}
# use NAME PROFILE: what GCC makes of it.
use ()
{
  "$HALT" pgo $1 $2
  $CC $options -fprofile-use -c $1.c -o $1.o
}
for how in "" count count=thread; do
  echo "--- ${how:-calls}"
  build old
  build new
  HALT_FILE=ended.prof $RUN ./old and stop >/dev/null 2>&1 || [ $? -gt 127 ]
  HALT_FILE=old.prof $RUN ./old
  use old ended.prof
  "$HALT" merge --onto=new --only=old -o onto.prof old.prof 2>/dev/null
  use new onto.prof 2>/dev/null
  cp old.prof sum.prof
  for i in $(seq 64); do
    "$HALT" merge -o more.prof sum.prof sum.prof 2>&1 | sed "/stopped at 2^64-1/d"
    mv more.prof sum.prof
  done
  use old sum.prof 2>&1 | sed "/stopped at 2^64-1/d"
  "$HALT" pgo old sum.prof sum.prof old.prof 2>&1 | sed "/stopped at 2^64-1/d"
  $CC $options -fprofile-use -c old.c -o old.o
done

>>> out
--- calls
26043
--- count
26043
--- count=thread
26043
