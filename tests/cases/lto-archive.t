# SPDX-License-Identifier: GPL-3.0-or-later
# Analysis routines that are themselves compiled with -flto, without the plugin
# or with it, hidden or not, in an archive or not, are found and kept; what they
# call in their own file is not instrumented.  A kind without points needs no
# routine.

>>> rest

>>> a.c
#include <stdio.h>
int b (int);
int
main (void)
{
  int sum = 0;
  for (int i = 0; i < 100; i++)
    sum += b (i);
  printf ("%d\n", sum);
  return 0;
}

>>> b.c
volatile int limit = 50;
__attribute__ ((noinline)) int
b (int n)
{
  if (n > limit)
    return n % 7 == 3 ? 5 : 6;
  return 1;
}

>>> routines.c
#include <stdio.h>
#include <stdlib.h>
static long n[2];
static void show (void) { printf ("%ld\n", n[0] + n[1]); }
__attribute__ ((noinline)) static void
count (long cond)
{
  if (cond)
    n[1]++;
  else
    n[0]++;
}
void _record_cbr (long cond, unsigned long id) { count (cond); }
void _halt_startup (void) { atexit (show); }

>>> run
plugin="$PLUGIN $(arg cbr mbr lto)"
for fat in "" -ffat-lto-objects; do
  $CC -O2 -flto $fat $plugin -c a.c b.c
  for how in "" -fvisibility=hidden "$plugin"; do
    $CC -O2 -flto $how -c routines.c
    rm -f libroutines.a
    ar --plugin "$($CC -print-file-name=liblto_plugin.so)" rcs libroutines.a routines.o
    for partition in none one max; do
      for from in routines.o libroutines.a; do
	$CC -O2 -flto -flto-partition=$partition $plugin a.o b.o $from -o prog 2>>err
	./prog
      done
    done
  done
done | sort | uniq -c | sed 's/^ *//'
if nm prog | grep __halt_routines; then echo "the table is still there"; fi
# Step by step.
$CC -O2 -flto $plugin -r a.o b.o -o ab.o 2>>err
$CC -O2 -flto $plugin ab.o libroutines.a -o prog 2>>err
./prog
grep -v -e "serial compilation" -e "-flto. option doc" err || true

>>> out
36 200
36 338
338
200
