# SPDX-License-Identifier: GPL-3.0-or-later
# What marks counted for several units after link-time optimisation is known from
# outside, too: `ghalt run' reads it in the memory of the process.

>>> prog.c
#include <stdio.h>
int work (int), once (int);
int
main (int argc, char **argv)
{
  int sum = once (argc);
  (void) argv;
  for (int i = 0; i < 100; i++)
    sum += work (i);
  printf ("%d\n", sum);
  return 0;
}

>>> work.c
int
work (int n)
{
  return n % 7 == 3 ? 5 : n > 50 ? 2 : 1;
}

>>> once.c
int once (int n) { return n > 3 ? n : 4; }

>>> run
$CC -O2 -g $PLUGIN $(arg switch entry) -c once.c
arguments="$PLUGIN $(arg at=gimple arc count)"
for name in prog work; do $CC -O2 -g -flto $arguments -c $name.c; done
$CC -O2 -flto $arguments prog.o work.o once.o "$LIBHALT" -o prog 2>err
traced $HALT run --on='*' -o part ./prog || [ $? = 7 ] || [ $? = 8 ]
HALT_LIVE=1 HALT_FILE=live ./prog
HALT_FILE=whole ./prog
for file in whole part live; do
  $HALT report --format=csv prog $file | grep '^arc' | cut -d, -f2,4,6-14 >$file.csv
  cmp whole.csv $file.csv
done
cat whole.csv

>>> out
202
202
202
0,main,prog.c,6,13,2,0,before,,false,1
1,main,prog.c,6,13,2,0,before,,false,1
2,main,prog.c,9,12,4,0,before,,false,100
3,main,prog.c,8,21,6,0,before,,false,1
4,main,prog.c,10,3,7,0,before,,false,1
5,work,work.c,4,25,2,1,before,,false,14
6,work,work.c,4,38,3,0,before,,false,42
7,work,work.c,4,38,3,0,before,,false,44
