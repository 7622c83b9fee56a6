# SPDX-License-Identifier: GPL-3.0-or-later
# With -flto: which function comes first, what is called through pointers, and values,
# as gcov's own runtime has them, counter by counter: of functions inlined from one file
# into another, static ones with the same name in two files, in a shared object;
# in whatever partition code has come to.

>>> rest

>>> prog.c
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef int function (int);
int shared (int n), rare (int n), tiny (int n), late (int n), work (int n);
function *pick (int n);
static int local (int n) { return n & 3 ? n - 1 : n + 3; }
static volatile unsigned divisors[] = { 8, 7, 8, 8, 3 };
static char from[1000] __attribute__ ((aligned (8))), to[1000] __attribute__ ((aligned (16)));

static int
compare (const void *a, const void *b)
{
  return *(const int *) a - *(const int *) b;
}

int
main (int argc, char **argv)
{
  function *const mine[] = { local, tiny, abs, shared, local };
  int sum = argc > 5 ? rare (argc) : 0, list[50] = { 0 };
  (void) argv;
  for (int i = 0; i < 1000; i++)
    {
      sum += (i % 3 ? pick (i) : mine[i % 5]) (i);
      sum += (unsigned) i % divisors[i % 5];
      memcpy (to + 8, from + 4, divisors[i % 5] * (i % 2 + 1));
      list[i % 50] = i ^ 21;
      sum += i == 700 ? late (i) : tiny (i);
    }
  qsort (list, 50, sizeof *list, compare);
  printf ("%d %d\n", sum + work (sum), list[3]);
  return 0;
}

>>> work.c
#include <string.h>
typedef int function (int);
volatile int limit = 50;
static char from[64], to[64] __attribute__ ((aligned (8)));

static int local (int n) { return n % 5 ? n + 1 : limit / (n % 9 + 1); }
static int other (int n) { return n > limit ? local (n) : n; }
int rare (int n) { return n > 3 ? n : 4; }
int tiny (int n) { return n > limit ? 1 : n & 1 ? 5 : 2; }
int late (int n) { return n / limit + tiny (n); }
function *pick (int n) { return n % 7 ? local : n % 3 ? other : late; }

int
work (int n)
{
  int s = 0;
  for (int i = 0; i < n % 50; i++)
    {
      memset (to + i % 4, 1, i % limit & 15);
      s += to[i % 60] + from[i % 50];
    }
  return s;
}

>>> shared.c
static volatile unsigned divisor = 5;
static int local (int n) { return n ? n : 3; }
static int (*volatile call) (int) = local;
int
shared (int n)
{
  return 17 * (unsigned) call (n) % divisor;
}

>>> run
# build COMPILED PARTS... -- LINKED: with OPTIONS, COMPILED when compiled, LINKED when
# linked, PARTS when the program is linked.
build ()
{
  for name in prog work shared; do $CC $options -fPIC $1 -c $name.c -o $name.o; done
  $CC $options -fPIC -shared shared.o $2 -o libshared.so
  $CC $options prog.o work.o -L. -lshared -Wl,-rpath,$PWD $2 -o prog
  $RUN ./prog >printed
}
# try KINDS PARTITION HOW: the plugin's counters against those of gcov in $gcov.
try ()
{
  build "$PLUGIN $(arg at=gimple $1 $3)" \
    "$PLUGIN $(arg at=gimple $1 $3) $2 $LIBHALT" 2>err || cat err
  grep -v -e "serial compilation" -e "-flto. option doc" err || :
  rm -rf ours
  mkdir ours
  "$HALT" pgo -o ours prog
  for file in ours/*.gcda; do mv "$file" ours/${file##*#}; done
  "$TESTS/tools/gcda" --values $gcov ours | sed 's/.* /functions that differ: /'
  cmp $gcov/printed printed
}
# gcov FOLDER: what its runtime writes with OPTIONS.
gcov ()
{
  gcov=$1
  build "-fprofile-generate -fprofile-update=atomic" -fprofile-generate 2>err || cat err
  mkdir $gcov
  mv *.gcda printed $gcov
}

options="-O2 -g -flto"
gcov gcov
for how in "" count count=atomic count=thread; do
  for partition in none one 1to1 max balanced; do
    try pgo -flto-partition=$partition $how
  done
done | sort | uniq -c | sed 's/^ *//'

echo == otherwise
try pgo -flto=2 count
HALT_LIVE=1 try pgo "" count=atomic
HALT_LIVE=1 try pgo "" count=thread
options="-O0 -flto"
gcov gcov0
try pgo "" count
options="-O2 -flto"

echo == objects that are code, too
options="-O2 -flto -ffat-lto-objects"
gcov=gcov
try pgo "" count
for how in "" count count=thread; do
  # They need not be linked with the plugin then.
  for name in prog work shared; do
    $CC $options -fPIC $PLUGIN $(arg at=gimple pgo $how) -c $name.c -o $name.o
  done
  $CC -fno-lto -shared shared.o $LIBHALT -o libshared.so
  $CC -fno-lto prog.o work.o -L. -lshared -Wl,-rpath,$PWD $LIBHALT -o prog
  $RUN ./prog | cmp gcov/printed
  rm -rf ours/*
  "$HALT" pgo -o ours prog
  for file in ours/*.gcda; do mv "$file" ours/${file##*#}; done
  "$TESTS/tools/gcda" --values $gcov ours | sed 's/.* /functions that differ: /'
done

echo == refused
options="-O2 -flto"
for how in "" count; do
  $CC $options $PLUGIN $(arg at=gimple pgo $how) -c work.c -o work.o
  $CC $options $PLUGIN $(arg at=gimple pgo $how) -c prog.c -o prog.o
  ! $CC $options prog.o work.o libshared.so "$LIBHALT" -o prog 2>err
  grep -o 'undefined reference to .*' err | sort -u
done

>>> out
20 functions that differ: 0
== otherwise
functions that differ: 0
functions that differ: 0
functions that differ: 0
functions that differ: 0
== objects that are code, too
functions that differ: 0
functions that differ: 0
functions that differ: 0
functions that differ: 0
== refused
undefined reference to `__halt_callee_needs_the_plugin_when_linking'
undefined reference to `__halt_callee_needs_the_plugin_when_linking'
undefined reference to `__halt_count_needs_the_plugin_when_linking'
