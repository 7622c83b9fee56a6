# SPDX-License-Identifier: GPL-3.0-or-later
# Loops that are copied for their first turn: every path is counted as often as it was
# taken, however a loop is left, and whether it has a second turn or not.

>>> rest

>>> c.c
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#define NOINLINE __attribute__ ((noinline))
static jmp_buf b;
NOINLINE static int leap (int n) { if (n > 4) longjmp (b, n); return n & 1; }
/* One path a turn.  */
NOINLINE int len (const char *p) { int s = 0; while (*p) s = s * 31 + *p++; return s; }
/* Several, and prefixes before the loop.  */
NOINLINE int
several (const char *p, int n)
{
  int s = n > 3 ? 5 : 7;
  if (n & 1)
    s++;
  for (int i = 0; i < n; i++)
    {
      if (p[i] == 'a')
	s += 3;
      else if (p[i] == 'b')
	s ^= i;
      if (s == 9)
	break;
      if (p[i] == 'x')
	return s;
    }
  return s & 4 ? s : -s;
}
NOINLINE int
nested (int n)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    for (int k = i; k < n; k++)
      {
	if ((k * 7 + i) % 11 == 3)
	  continue;
	for (int m = k; m & 3; m++)
	  s += m ^ s;
	if (s % 13 == 5)
	  goto out;
      }
out:
  return s;
}
/* Left by longjmp, by a callee; left by a switch.  */
NOINLINE int calls (int n) { int s = 0; for (int i = 0; i < n; i++) s += leap (i) ? i : 3; return s; }
NOINLINE int
machine (const char *p)
{
  int state = 0;
  for (;;)
    switch (*p++)
      {
      case 'a': state += 2; break;
      case 'b': state = state * 3 + 1; continue;
      case 'c': if (state & 1) return state; state++; break;
      case 0: return -state;
      default: state ^= 8;
      }
}
NOINLINE int
jumps (const char *p)
{
  static void *to[] = { &&a, &&b, &&c, &&d };
  int n = 0;
  for (int i = 0; i < 5; i++)
    n += p[i] & 1 ? i : 2;
  goto *to[*p++ & 3];
a: n++; goto *to[*p++ & 3];
b: while (n & 7) n += 3;
  goto *to[*p++ & 3];
c: n ^= 5; goto *to[*p++ & 3];
d: return n;
}
/* Entered in two places.  */
NOINLINE int
two (int n)
{
  int s = 0;
  if (n & 1)
    goto middle;
  do
    {
      s += n;
middle:
      n--;
      if (n % 3 == 0)
	s ^= 2;
    }
  while (n > 0);
  return s;
}
/* Never left but by exit.  */
NOINLINE static void end (int i) { if (i > 20) exit (0); }
NOINLINE void forever (void) { for (int i = 0;; i++) if (i & 3) end (i); else putchar ('.'); }

int
main (void)
{
  int s = 0;
  for (int i = 0; i < 9; i++)
    s += len ("abcdefgh" + i % 8) + several ("babxcbaab", i) + nested (i) + two (i);
  s += several ("bbbbbbbb", 8);
  s += machine ("abcaabx") + machine ("") + machine ("bc") + jumps ("\0\1\2\0\1\2\1\0\3");
  s += calls (3);
  int r = setjmp (b);
  if (r == 0)
    s += calls (9);
  printf ("%d %d\n", s, r);
  forever ();
}

>>> cxx.C
#include <cstdio>
#include <stdexcept>
struct G { int &n; G (int &x) : n (x) {} ~G () { n++; } };
static int destroyed;
__attribute__ ((noinline)) int thrower (int x) { if (x % 5 == 4) throw x; return x & 3; }
/* An exception leaves the loop, is caught behind it or in it.  */
__attribute__ ((noinline)) int
leaves (int n)
{
  int s = 0;
  try { for (int i = 0; i < n; i++) { G g (destroyed); s += thrower (i) ? i : 2; } }
  catch (int e) { s -= e; }
  return s;
}
__attribute__ ((noinline)) int
stays (int n)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    try { if (thrower (i) == 2) continue; s += i; } catch (int e) { s ^= e; }
  return s;
}
int
main ()
{
  int s = 0;
  for (int i = 0; i < 12; i++)
    s += leaves (i) + stays (i);
  std::printf ("%d %d\n", s, destroyed);
  return 0;
}

>>> run
check ()
{
  options=$1
  shift
  for file in c.c cxx.C; do
    "$TESTS/paths-exact" -a "$*" -k kept -x $file -- $options >log || {
      echo "$file $options $*"
      cat log kept/results
    }
  done
}
check "-O1 -fchecking=2" blpp count
check "-O2 -fchecking=2" blpp count
check -O2 blpp
check -O2 blpp=3 count=atomic
check "-O2 -fno-guess-branch-probability" blpp count
check "-O3 -fnon-call-exceptions -fchecking=2" blpp count
check "-O2 -fno-tree-ch -g" blpp count

# With -g and without it the code is the same.
for options in -O2 -O3; do
  $CC -w $options -fcompare-debug $PLUGIN $(arg blpp count) -c c.c || echo "$options"
done

# Blocks are copied, with a quote, but not where code is to be small.
copies () { grep -c "path_sum.*[0-9]'" "$1" || :; }
$CC -w -O2 $PLUGIN $(arg blpp count dump=label) -S c.c -o c.s 2>labels
[ "$(copies labels)" -gt 10 ] || echo "$(copies labels) operations in copies"
for options in -O0 -Os; do
  $CC -w $options $PLUGIN $(arg blpp count dump=label) -S c.c -o c.s 2>labels
  [ "$(copies labels)" = 0 ] || echo "$options: copies"
done

# What is counted is the same in both.
for options in -O2 "-O2 -m32"; do
  echo 'int main (void) { return 0; }' >empty.c
  $CC $options empty.c -o empty 2>log || continue
  $CC -w $options c.c -o plain
  $CC -w $options $PLUGIN $(arg blpp count) c.c "$LIBHALT" -o prog 2>log || continue
  ./plain >expected
  ./prog >printed
  cmp expected printed
done

>>> out
