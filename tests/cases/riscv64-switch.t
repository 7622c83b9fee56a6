# SPDX-License-Identifier: GPL-3.0-or-later
# RISC-V: points are off until they are switched on, by name; then they report what ordinary
# points do, also in a shared object; off again the code is what it was, byte for byte.

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

int
table (int i)
{
  switch (i % 9)
    {
    case 0: return 4; case 1: return i; case 2: return 7; case 3: return digits (i);
    case 4: return -i; case 5: return 1; case 6: return i & 3; default: return 0;
    }
}

>>> main.c
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include "halt/halt.h"
#ifdef PLAIN
# define halt_switch(pattern, on) 0
#endif

int digits (unsigned n);
int table (int n);
extern char __executable_start, etext;

static int
work (void)
{
  int sum = 0;
  for (int i = 0; i < 1000; i++)
    sum += digits (i) + table (i);
  return sum;
}

int
main (int argc, char **argv)
{
  (void) argv;
  if (argc > 1)
    return printf ("%d\n", work ()) < 0;
  size_t size = &etext - &__executable_start;
  char *before = malloc (size);
  memcpy (before, &__executable_start, size);
  int sum = work ();
  const char *patterns[] = { "cbr@digits", "entry,exit", "dig*", "*", "store@table", "cbr@x" };
  for (int i = 0; i < 6; i++)
    {
      int n = halt_switch (patterns[i], 1);
      if (work () != sum)
	puts ("another sum");
      if (halt_switch (patterns[i], 0) != n)
	puts ("not as many");
      if (memcmp (before, &__executable_start, size) != 0)
	puts ("not as it was");
    }
  return 0;
}

>>> run
machine riscv64
kinds="cbr mbr entry exit bb load store call callret"
# Kind, id, function, events and bytes, of those that were executed.
events () { $HALT report --format=csv "$@" | awk -F, '$14 > 0 { print $1, $2, $4, $14, $15, $16, $17, $18 }'; }
build () { $CC $how -w $INCLUDE "$@"; }
for way in '-O2' '-O2 count' '-O2 count=thread' '-O1 count=atomic' '-O0' '-O2 -fPIC' '-O3 -march=rv64g' '-O2 -mno-relax' '-O2 -Wl,--no-relax'; do
  option= how=$way
  case $way in *count*) how=${way% *} option=${way#* } ;; esac
  build $PLUGIN $(arg switch $kinds $option) digits.c -c -o digits.o
  build main.c digits.o $LIBHALT -o prog
  HALT_FILE=some.prof $RUN ./prog
  HALT_FILE=off.prof $RUN ./prog work >/dev/null
  HALT_FILE=on.prof HALT_ON='*' $RUN ./prog work
  # Points that are always on.
  build $PLUGIN $(arg $kinds $option) digits.c -c -o digits.o
  build -DPLAIN main.c digits.o $LIBHALT -o plain
  HALT_FILE=plain.prof $RUN ./plain work
  events plain plain.prof >plain.csv
  events prog on.prof >on.csv
  same plain.csv on.csv
  [ -s on.csv ] || echo "nothing was counted"
  events prog off.prof 2>/dev/null | sed 1d
done | uniq
# A shared object, and several threads of which none runs in what is changed.
how=-O2
build -fPIC -shared $PLUGIN $(arg switch $kinds) digits.c $LIBHALT -o libdigits.so
build main.c -L. -ldigits -Wl,-rpath,. -o shared
HALT_FILE=shared.prof HALT_ON='entry,exit@digts' $RUN ./shared work
$HALT report libdigits.so shared.prof 2>/dev/null | sed -n 's/ *$//; /^entry/p; /^exit/p'
# A site is one instruction that does nothing, where there is no jump.
riscv64-linux-gnu-objdump -d --no-show-raw-insn prog >code
grep -c '	nop' code | sed 's/^[1-9].*/sites/'

>>> out
4381
halt: HALT_ON: no point has a name like 'exit@digts'; did you mean 'digits'?
4381
entry         2         2      0        2111
exit          9  not recorded
sites
