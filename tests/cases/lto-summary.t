# SPDX-License-Identifier: GPL-3.0-or-later
# Routines compiled with -flto: a file that has nothing else, or is compiled without a
# kind and has no `main', is an ordinary object, with summaries; units of the program,
# which are optimized when it is linked, rely on them.

>>> routines.c
#include <stdio.h>
static unsigned long count;
static void __attribute__ ((noinline)) add (unsigned long n) { count += n; }
void _record_cbr (unsigned long cond, unsigned long id) { (void) id; add (cond); }
extern inline __attribute__ ((gnu_inline)) int elsewhere (int n) { return n + 1; }
static void __attribute__ ((destructor))
end (void)
{
  if (count)
    printf ("taken %lu\n", count);
}

>>> beside.c
static unsigned long count;
void _record_cbr (unsigned long cond, unsigned long id) { (void) id; count += cond; }
int work (int n) { return n > 7 ? n : 7; }

>>> reached.c
static unsigned long count;
void add (unsigned long n) { count += n; }
void _record_cbr (unsigned long cond, unsigned long id) { (void) id; add (cond); }

>>> prog.c
#include <stdio.h>
int
main (void)
{
  int sum = 0;
  for (int i = 0; i < 100; i++)
    if (i % 7 < 3)
      sum += i;
  printf ("%d\n", sum);
  return 0;
}

>>> run
# is FILE OPTION...: what becomes of it.
is ()
{
  file=$1
  shift
  $CC -O2 -w -flto $PLUGIN "$@" -c $file -o object.o
  echo "$file: $(readelf -SW object.o | grep -c 'gnu\.lto_') streamed," \
    "$(readelf -p .debug.halt_routine object.o 2>/dev/null | grep -c ' changes [a-z]') summaries" |
    sed 's/[1-9][0-9]* streamed/it is streamed/'
}
for options in "" "-g -ffat-lto-objects" "$(arg cbr lto)" "$(arg at=gimple cbr)" "$(arg analysis)"; do
  echo == $options
  is routines.c $options
  is beside.c $options
  is reached.c $options
done

# Debug information is that of an ordinary object.
for lto in -flto -fno-lto; do
  $CC -O2 -g $lto $PLUGIN -c routines.c -o routines$lto.o
  readelf --debug-dump=info routines$lto.o | grep -v "GNU C\|DW_AT_producer\|^$" | sed 's/<[0-9a-f ]*>//g;s/0x[0-9a-f]*//g' >info$lto
done
[ "$(grep -c DW_TAG_subprogram info-flto)" = "$(grep -c DW_TAG_subprogram info-fno-lto)" ] || echo "other debug information"
nm routines-flto.o | grep -c gnu_lto || :

echo == linked
for lto in "" -flto; do
  for partition in none one 1to1; do
    $CC -O2 -flto $PLUGIN $(arg cbr lto) -c routines.c
    $CC -O2 $lto $PLUGIN $(arg cbr lto routines=routines.o) -c prog.c
    $CC -O2 $lto -flto-partition=$partition $PLUGIN $(arg cbr lto routines=routines.o dump=pot) prog.o routines.o -o prog 2>pots
    ./prog >said
    # How often a branch is taken is the compiler's choice.
    sed '/^taken [1-9]/d' said
    grep taken said >taken
    [ -f first ] || cp taken first
    same first taken
    echo "$(nm prog.o prog | grep -c ' __halt_changes._record_cbr') promised" \
      $(grep -o 'changes=[a-z]' pots | sort -u | grep -c .)
  done
done
# What is defined beside the program's code is not promised, and all is saved.
$CC -O2 -flto $PLUGIN $(arg cbr lto) -c beside.c
$CC -O2 -flto $PLUGIN $(arg cbr lto routines=routines.o dump=pot) prog.o beside.o -o prog 2>pots
./prog
grep -c 'changes=' pots || :

>>> out
==
routines.c: 0 streamed, 1 summaries
beside.c: 0 streamed, 1 summaries
reached.c: 0 streamed, 1 summaries
== -g -ffat-lto-objects
routines.c: 0 streamed, 1 summaries
beside.c: 0 streamed, 1 summaries
reached.c: 0 streamed, 1 summaries
== -fplugin-arg-halt-cbr -fplugin-arg-halt-lto
routines.c: 0 streamed, 1 summaries
beside.c: it is streamed, 0 summaries
reached.c: 0 streamed, 1 summaries
== -fplugin-arg-halt-at=gimple -fplugin-arg-halt-cbr
routines.c: it is streamed, 0 summaries
beside.c: it is streamed, 0 summaries
reached.c: it is streamed, 0 summaries
== -fplugin-arg-halt-analysis
routines.c: 0 streamed, 1 summaries
beside.c: 0 streamed, 2 summaries
reached.c: 0 streamed, 2 summaries
0
== linked
2150
2 promised 0
2150
2 promised 0
2150
2 promised 0
2150
1 promised 1
2150
1 promised 1
2150
1 promised 1
2150
0
