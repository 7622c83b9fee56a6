# SPDX-License-Identifier: GPL-3.0-or-later
# guide=FILE places counters by an earlier run: fewer additions are executed, the counts
# are the same, and so is the program's own code.  A profile of branches and one of blocks
# both do.  Functions of one name in two files have each its own.

>>> x86_64 cells, read by their instructions

>>> work.h
/* Nothing is lost in it, as work can see.  */
__attribute__ ((noipa)) static void touch (void) { asm (""); }

/* The same code in both files, which goes another way in each.  */
__attribute__ ((noipa)) static int
work (int n, int most)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    {
      touch ();
      if (__builtin_expect (i % 10 < most, 0))
	s += i;
      else
	s -= 3 * i;
      if (i % 10 + most == 12)
	touch ();
    }
  return s;
}

>>> main.c
#include <stdio.h>
#include "work.h"
int other (void);

/* How often the cells of both files, which are one after the other, were added to: with
   `live' no loop counts in a register.  */
static long
additions (void)
{
  long sum = 0, cell;
  for (long i = 0; i < 64; i++)
    {
      asm volatile ("movq .LHALT_counters(,%1,8), %0" : "=r" (cell) : "r" (i));
      sum += cell;
    }
  return sum;
}

int
main (void)
{
  printf ("%d\n", work (1000, 9));
  printf ("%d\n", other ());
  /* Not much more than one for each of the turns and a tenth.  */
  fprintf (stderr, "%s\n", additions () < 2300 ? "few" : "many");
  return 0;
}

>>> other.c
#include "work.h"
int other (void);

int
other (void)
{
  return work (1000, 1);
}

>>> run
# build NAME ARGUMENT...: the program NAME, and what it counts of branches.
build ()
{
  name=$1
  shift
  $CC -O2 -no-pie $PLUGIN $flags $(arg count live only=work "$@") main.c other.c "$LIBHALT" -o $name
  HALT_FILE=$name.prof ./$name >$name.out 2>how
  # Another GCC may guess right.
  case $name-$($CC -dumpversion) in guided-* | *-12*) cat how ;; *) echo many ;; esac
  "$HALT" report --format=csv $name $name.prof | cut -d, -f1,2,4- >$name.csv
}
for flags in "" "-flto -fplugin-arg-halt-lto"; do
  echo "== $flags"
  build plain cbr mbr entry
  "$HALT" report --format=guide plain plain.prof >edges.guide
  build guided cbr mbr entry guide=edges.guide
  same plain.out guided.out
  same plain.csv guided.csv
  build blocks bb
  "$HALT" report --format=guide blocks blocks.prof >blocks.guide
  build guided cbr mbr entry guide=blocks.guide
  same plain.csv guided.csv
done
echo == code
# Those of work but for additions, and jumps, which lead over them.
code_of ()
{
  $CC -O2 "$@" -S main.c -o - | sed -n '/^work:/,/\.size/ { /LHALT/d; /^\tj/d; /^\t[a-z]/p; }'
}
code_of >without
for kinds in "cbr mbr entry" "bb load store"; do
  code_of $PLUGIN $(arg count $kinds guide=edges.guide) >guided
  same without guided
done
cmp -s without /dev/null || echo there

>>> out
== 
many
few
many
few
== -flto -fplugin-arg-halt-lto
many
few
many
few
== code
there
