# SPDX-License-Identifier: GPL-3.0-or-later
# The line on which a function begins counts its calls, as gcov's does, even if
# setjmp, which returns more often, or a label of a computed goto is the first
# thing in it.  Lines of setjmp itself count every return (docs/gimple.md).

>>> a.c
#include <setjmp.h>
static jmp_buf env;
int volatile sink;
static void jump (int n) { if (n % 3 == 0) longjmp (env, 1); }
static int
work (int n)
{
  if (setjmp (env)) /* again */
    return -1;
  jump (n);
  sink++;
  return n;
}
static int brief (int n)
{ if (setjmp (env)) /* again */
    return -1;
  jump (n);
  return n;
}
static int line (int n) { if (setjmp (env)) return -1; jump (n); sink++; return n; }
static int
later (int n)
{
  int volatile k = n;
  jump (1);
  if (setjmp (env)) /* again */
    return -1;
  jump (k);
  return n;
}
int
main (void)
{
  for (int volatile i = 1; i < 10; i++)
    {
      work (i);
      brief (i);
      line (i);
      later (i);
    }
  return 0;
}

>>> b.c
int volatile sink;
static int
step (int n)
{
  static void *const next[] = { &&top, &&out };
top:
  sink++;
  goto *next[--n <= 0];
out:
  return n;
}
int
main (void)
{
  for (int volatile i = 1; i < 10; i++)
    step (i);
  return 0;
}

>>> run
for option in -O0 -O1 -O2; do
  rm -f a.gc* halt.prof
  $CC $option -g --coverage a.c -c -o a.o
  $CC --coverage a.o -o plain
  ./plain
  $GCOV -o . a.gcda >/dev/null
  $CC $option -g $PLUGIN $(arg at=gimple cbr mbr bb entry) a.c "$LIBHALT" -o prog
  ./prog
  sed -n '/again/d; s/^ *\([0-9]*\)\*\{0,1\}: *\([0-9]*\):.*/DA:\2,\1/p' a.c.gcov >theirs
  $HALT report --annotate prog |
    sed -n '/again/d; s/^ *\([0-9]*\): *\([0-9]*\):.*/DA:\2,\1/p' >ours
  diff theirs ours || echo "annotate $option"
  grep -n again a.c | sed 's/:.*//; s/.*/^DA:&,/' >again
  $HALT report --format=lcov prog | grep '^DA' | grep -v -f again >ours
  diff theirs ours || echo "lcov $option"
done
$HALT report --annotate prog | grep again
# Without entries it is not known.
rm halt.prof
$CC -g $PLUGIN $(arg at=gimple bb) a.c "$LIBHALT" -o prog
./prog
$HALT report --annotate prog | grep work
# gcov says 45 of its line at -O0.
rm halt.prof
$CC -g $PLUGIN $(arg at=gimple bb entry) b.c "$LIBHALT" -o prog
./prog
$HALT report --annotate --function=step prog | tail -n +2

>>> out
       12:    8:  if (setjmp (env)) /* again */
       12:   15:{ if (setjmp (env)) /* again */
       12:   26:  if (setjmp (env)) /* again */
        ?:    6:work (int n)
        9:   36:      work (i);
        9:    3:step (int n)
        -:    4:{
        -:    5:  static void *const next[] = { &&top, &&out };
       45:    6:top:
       45:    7:  sink++;
       45:    8:  goto *next[--n <= 0];
        9:    9:out:
        9:   10:  return n;
