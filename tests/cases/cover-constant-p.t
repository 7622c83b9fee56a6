# SPDX-License-Identifier: GPL-3.0-or-later
# cover: __builtin_constant_p says what it says without, also where only optimization knows.

>>> known.c
#include <stdio.h>
void nowhere (void);
int global;
static inline int known (int n, int m)
{
  if (m && !__builtin_constant_p (n) && m > 0)
    nowhere ();
  return __builtin_constant_p (n) ? 1 : 2;
}
static int unknown (int n) { return __builtin_constant_p (n) || __builtin_constant_p ("abc"); }
static int effect (void) { int i = 0; int r = __builtin_constant_p (i++); return r + i; }
static int statics (void)
{
  static int x = __builtin_constant_p (5) ? 1 : 2, y = __builtin_constant_p (global) ? 3 : 4;
  _Static_assert (__builtin_constant_p (3), "");
  int a[__builtin_constant_p (3) ? 3 : -1];
  return x * 100 + y * 10 + (int) sizeof a / (int) sizeof a[0];
}
int main (int argc, char **argv)
{
  (void) argv;
  printf ("%d %d %d %d\n", known (5, argc), unknown (argc), effect (), statics ());
}

>>> few.c
int f (int a) { return __builtin_constant_p (a, 1); }

>>> run
for o in -O1 -O2 "-O2 -flto"; do
  $CC $o -Wall -Wextra -Werror known.c -o plain
  $CC $o -Wall -Wextra -Werror $PLUGIN $(arg cover count) known.c $LIBHALT -o covered
  ./plain
  ./covered
done
$CC -O2 $PLUGIN $(arg cover count) -S few.c 2>&1 | grep error:

>>> out
1 1 0 143
1 1 0 143
1 1 0 143
1 1 0 143
1 1 0 143
1 1 0 143
few.c:1:1: error: '__builtin_constant_p' takes one argument
