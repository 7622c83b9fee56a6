# SPDX-License-Identifier: GPL-3.0-or-later
# libhalt.a counts for those who write no routine: halt.prof when the program
# ends, nothing on the terminal, and ghalt report reads it.

>>> prog.c
#include <stdio.h>
#include <stdlib.h>

int
main (int argc, char **argv)
{
  int limit = argc > 1 ? atoi (argv[1]) : 10;
  int sum = 0;
  for (int i = 0; i < limit; i++)
    if (i % 3 == 0)
      sum += i;
  printf ("%d\n", sum);
  return 0;
}

>>> run
$CC -O0 -g $PLUGIN $(arg cbr) prog.c "$LIBHALT" -o prog
./prog
ls
$HALT report prog
./prog 1000
$HALT report --sort=id prog halt.prof
$HALT report --sort=unpredictable --top=1 prog

>>> out
18
halt.prof
prog
prog.c
kind     points  executed  never  executions
cbr           3         3      0          22

conditional branches (cbr)
executions   not taken       taken  taken%  id  where        function
        11           1          10    90.9   2  prog.c:9:21  main
        10           4           6    60.0   1  prog.c:10:8  main
         1           0           1   100.0   0  prog.c:7:41  main
166833
kind     points  executed  never  executions
cbr           3         3      0        2002

conditional branches (cbr)
executions   not taken       taken  taken%  id  where        function
         1           1           0     0.0   0  prog.c:7:41  main
      1000         334         666    66.6   1  prog.c:10:8  main
      1001           1        1000    99.9   2  prog.c:9:21  main
kind     points  executed  never  executions
cbr           3         3      0        2002

conditional branches (cbr)
executions  taken%  misses   miss%  id  where        function
      1000    66.6     334    33.4   1  prog.c:10:8  main
