# SPDX-License-Identifier: GPL-3.0-or-later
# Branches of lines that only computed gotos lead to, or nonlocal ones, and that were never
# executed: as lcov has them.  How often a function with such gotos was called, or setjmp
# returned, gcov does not know.

>>> rest

>>> goto.c
int g;
__attribute__ ((noinline)) static int
run (const unsigned char *p, int trap)
{
  static const void *const t[] = { &&a, &&b, &&c };
  int s = 0;
#define next { if (trap) s += g; goto *t[*p++]; }
  next;
 a:
  s += 2;
  next;
 b:
  s += 3;
  next;
 c:
  return s;
}
int main (void) { return run ((const unsigned char *) "\0\0\2", 0) != 4; }

>>> nested.c
int g;
__attribute__ ((noinline)) static int
run (int n)
{
  __label__ out, never;
  int s = 0;
  __attribute__ ((noinline)) void leave (int k) { if (k > 3) goto out; if (k < 0) goto never; s += k; }
  for (int i = 0; i < n; i++)
    leave (i);
  return s;
 out:
  if (s > 5) g++; else g--;
  return s;
 never:
  if (s > 7) g += 3; else g -= 3;
  return -1;
}
int main (void) { return run (9) != 6; }

>>> leap.c
#include <setjmp.h>
int g;
static jmp_buf to;
__attribute__ ((noinline)) static int
run (volatile int n)
{
  static const void *const t[] = { &&a, &&b };
  volatile int s = 0;
  int r = setjmp (to);
  if (r == 2) { if (s > 1) g++; else g--; longjmp (to, 3); }
  if (r > 2) { if (s > 1) g++; return s; }
  goto *t[n];
 a:
  if (s > 4) g += 4; else s += 4;
  return s;
 b:
  if (s > 5) g += 5; else s += 5;
  longjmp (to, n + 1);
}
int main (void) { return run (1) != 5 && run (0) != 4; }

>>> run
command -v lcov >/dev/null || skip "no lcov"
for name in goto nested leap; do
  for option in -O0 -O2; do
    rm -f *.gc*
    $CC $option -w --coverage -c $name.c -o gcov.o
    $CC --coverage gcov.o -o plain
    code $RUN ./plain
    $CC $option -w $PLUGIN $(arg at=gimple cbr mbr bb entry) $name.c "$LIBHALT" -o prog
    HALT_FILE=prof code $RUN ./prog
    lcov -q -c -d . --gcov-tool $GCOV --rc $(lcov_branches)=1 -o theirs.info >log 2>&1 || cat log
    $HALT report --format=lcov prog prof >ours.info
    "$TESTS/tools/lcov-diff" theirs.info ours.info | grep -v '^function\|^line.*leap.c 9 ' | sed "s,$PWD/,," >differences
    echo "$name $option" $(sed '$s/^[1-9][0-9]* lines, \([0-9]* branches\), .*/\1/' differences)
  done
done

>>> out
goto -O0 6 branches
goto -O2 6 branches
nested -O0 10 branches
nested -O2 10 branches
leap -O0 16 branches
leap -O2 16 branches
