# SPDX-License-Identifier: GPL-3.0-or-later
# The x87 stack is saved where something is on it, and only there: not in the
# loop of a function that computes with it elsewhere.

>>> x86_64 what it compiles

>>> f.c
long double
scan (const char *s, int *letters)
{
  int n = 0;
  while (*s)
    if (*s++ == 'a')
      n += 3;
    else if (s[0] == 'b')
      n ^= 5;
  *letters = n;
  long double v = n, w = v * v + v / 3;
  if (w > 100)
    w = w / 7 + v;
  for (int i = 0; i < n; i++)
    if (i & 4)
      w += v / (i + 1);
    else
      v -= w / 8;
  return w * v;
}

>>> main.c
#include <stdio.h>
#include "halt/halt.h"
extern long double scan (const char *, int *);
static volatile unsigned long events;
static int seven;

/* Needs all of the stack.  */
void
_record_cbr (unsigned long taken, unsigned long id)
{
  events += taken + id;
  __asm__ volatile ("fld1\n\tfld1\n\tfld1\n\tfld1\n\tfld1\n\tfld1\n\tfld1\n\t"
		    "fldz\n\tfaddp\n\tfaddp\n\tfaddp\n\tfaddp\n\tfaddp\n\t"
		    "faddp\n\tfaddp\n\tfistpl %0" : "=m" (seven)
		    : : "st", "st(1)", "st(2)", "st(3)", "st(4)", "st(5)",
		    "st(6)", "st(7)");
  if (seven != 7)
    printf ("the stack was full\n");
}

int
main (void)
{
  int n;
  long double x = scan ("banana, abracadabra, ba", &n);
  printf ("%d %.15Lg\n", n, x);
  return 0;
}

>>> run
for options in -O0 -O1 -O2 -O3 "-O2 -m32 -mfpmath=387" "-Os -march=x86-64-v3"; do
  cpu_runs $options || continue
  $CC $options $INCLUDE f.c main.c -o plain
  $CC $options $PLUGIN $(arg cbr) -c f.c
  $CC $options $INCLUDE main.c f.o "${LIBHALT%libhalt.a}$(
    case $options in *-m32*) echo 32/ ;; esac)libhalt.a" -o prog
  ./plain >without
  HALT_FILE=/dev/null ./prog >with
  same without with
done
$CC -O2 $PLUGIN $(arg cbr) -S f.c
awk '/fnsave/ { saves++ } /call.*_record_cbr/ { pots++ }
     END { print (saves > 0), (saves < pots) }' f.s

>>> out
1 1
