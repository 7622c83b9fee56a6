# SPDX-License-Identifier: GPL-3.0-or-later
# ghalt pgo writes what gcov's own runtime would have written, byte for byte but for
# the stamp, and -fprofile-use makes the same code of both, without a warning.

>>> leaves.h
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

extern inline __attribute__ ((gnu_inline)) int
twice (int n)
{
  return n > 2 ? 2 * n : n + n;
}

>>> prog.c
#include <setjmp.h>
#include <unistd.h>
#include "leaves.h"

int work (int n);
static jmp_buf again;

static int
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

__attribute__ ((noinline)) static int
choose (int n)
{
  static const void *const places[] = { &&one, &&two, &&three };
  switch (n % 7)
    {
    case 0: return 1;
    case 1:
    case 2: return 5;
    case 4: n++; break;
    case 5: goto *places[n % 3];
    }
  return n;
one:
  return 11;
two:
  if (n & 8)
    return 12;
three:
  return 13;
}

static void
leave (int n)
{
  if (n == 3)
    longjmp (again, 1);
  if (n == 900)
    exit (0);
}

static int
compare (const void *a, const void *b)
{
  return *(const int *) a - *(const int *) b;
}

int
main (int argc, char **argv)
{
  int sum = 0, list[100];
  volatile int jumps = 0;
  if (setjmp (again))
    jumps++;
  for (int i = jumps ? 4 : 0; i < 1000; i++)
    {
      sum += digits (i) + choose (i) + twice (i);
      if (i % (argc + 1) == 0 && (i & 4 || i & 32))
	sum += work (i);
      list[i % 100] = -i;
      if (i == 500)
	{
	  qsort (list, 100, sizeof *list, compare);
	  printf ("%d %d %d\n", jumps, sum, list[7]);
	}
      leave (i);
    }
  return 0;
}

>>> work.c
#pragma GCC optimize ("no-ipa-pure-const")
#include "leaves.h"
int never (int n);
int
work (int n)
{
  int found = 0;
  for (int i = 0; i < n % 17; i++)
    for (int k = i; k; k &= k - 1)
      found += twice (k);
  return found;
}
int
rarely (int *p, int n)
{
  if (__builtin_expect (!p, 1))
    return 0;
  for (int i = 0; i < n; i++)
    puts (p[i] > n ? "more" : "less");
  for (int i = 0; i < n; i++)
    p[i] += work (i);
  return *p;
}
int twice_rarely (int *p, int n) { return rarely (p, n) + rarely (0, n); }
static int unused (int n) { return n > 3 ? n : never (n); }
static int (*const table[]) (int) = { unused };
int
never (int n)
{
  return n ? work (n) : 0;
}

>>> run
mkdir gcov
flags="-O2 -Wmissing-profile -Wcoverage-mismatch -Werror"
build ()
{
  out=$1
  shift
  for name in prog work; do
    $CC $flags "$@" -c $name.c -o $name.o || return
  done
  case $out in
    gcov/*) $CC -fprofile-generate prog.o work.o -o $out ;;
    *) $CC prog.o work.o "$LIBHALT" -o $out ;;
  esac
}
# Their stamps are those of two compilations.
same ()
{
  for name in prog work; do
    tail -c +13 $1$name.gcda >theirs
    tail -c +13 $2$name.gcda >ours
    cmp theirs ours
  done
}
build gcov/prog -fprofile-generate -fno-profile-values
$RUN ./gcov/prog
mv prog.gcda work.gcda gcov
echo --- arcs in each way
for how in "" count count=atomic count=thread; do
  build prog $PLUGIN $(arg at=gimple arc $how)
  $RUN ./prog >/dev/null
  "$HALT" pgo prog
  same gcov/ ""
done

echo --- code
for name in prog work; do
  $CC $flags -c $name.c -o $name.o
  mv $name.o plain.o
  $CC $flags -fprofile-use -c $name.c -o $name.o
  mv $name.o ours.o
  mv $name.gcda kept.gcda
  cp gcov/$name.gcda .
  $CC $flags -fprofile-use -c $name.c -o $name.o
  cmp ours.o $name.o
  ! cmp -s ours.o plain.o
  mv kept.gcda $name.gcda
done

echo --- a folder, two runs
HALT_FILE=second.prof $RUN ./prog with some arguments >/dev/null
"$HALT" pgo prog second.prof halt.prof -o new/folder
mv new/folder/*prog.gcda new/prog.gcda
mv new/folder/*work.gcda new/work.gcda
build gcov/prog -fprofile-generate -fno-profile-values
rm -f prog.gcda work.gcda
$RUN ./gcov/prog >/dev/null
$RUN ./gcov/prog with some arguments >/dev/null
same "" new/
"$HALT" pgo prog -o folder
$CC $flags -fprofile-use=folder -c work.c -o work.o

echo --- what else knows them
"$HALT" report --format=dot --function=work prog | sed -n '/entry ->/s/.*\\n \([0-9]*\) .*/\1/p'

>>> out
1 333964 -493
--- arcs in each way
--- code
--- a folder, two runs
--- what else knows them
337
