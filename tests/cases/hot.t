# SPDX-License-Identifier: GPL-3.0-or-later
# --hot: what is executed most, predicted worst, or never.

>>> a.c
int volatile sink;
static int odd (int n) { return n & 1 ? sink : -n; }
int never (int n) { return n > 3 ? n : -n; }
int
main (int argc, char **argv)
{
  (void) argv;
  for (int i = 0; i < 100; i++)
    if (i % 3 == 0)
      sink += odd (i);
  if (argc > 5)
    sink = never (argc);
  return 0;
}

>>> run
$CC -O0 -g $PLUGIN $(arg cbr entry bb) a.c "$LIBHALT" -o prog
./prog
$HALT report --hot prog
echo
$HALT report --hot --top=1 prog | sed -n '/^least/,/^$/p'
$HALT report --hot --sort=rate prog | sed -n '/^least/,/^$/p'
$HALT report --hot --function=odd prog | sed -n '/^most/,/^$/p'
code $HALT report --hot --annotate prog 2>&1
code $HALT report --hot --sort=id prog 2>&1

>>> out
kind     points  executed  never  executions
cbr           5         4      1         236
entry         3         2      1          35
block        16        11      5         440

most called functions (entry)
       calls      blocks    branches  where  function
          34         102          34  a.c:2  odd
           1         338         202  a.c:5  main

busiest functions (block)
       calls      blocks    branches  where  function
           1         338         202  a.c:5  main
          34         102          34  a.c:2  odd

hottest branches (cbr)
executions   not taken       taken  taken%  id  where     function
       101           1         100    99.0  19  a.c:8:21  main
       100          34          66    66.0  15  a.c:9:8   main
        34          17          17    50.0   2  a.c:2:46  odd
         1           0           1   100.0  21  a.c:11:6  main

least predictable branches (cbr)
executions  taken%  misses   miss%  id  where     function
       100    66.0      34    34.0  15  a.c:9:8   main
        34    50.0      17    50.0   2  a.c:2:46  odd
       101    99.0       1     1.0  19  a.c:8:21  main

branches that always went one way (cbr)
executions   not taken       taken  taken%  id  where     function
         1           0           1   100.0  21  a.c:11:6  main

branches that were never executed (cbr)
executions   not taken       taken  taken%  id  where     function
         0           0           0       -   8  a.c:3:38  never

functions that were never executed (entry)
  where  function
  a.c:3  never

least predictable branches (cbr)
executions  taken%  misses   miss%  id  where    function
       100    66.0      34    34.0  15  a.c:9:8  main
and 2 more

least predictable branches (cbr)
executions  taken%  misses   miss%  id  where     function
        34    50.0      17    50.0   2  a.c:2:46  odd
       100    66.0      34    34.0  15  a.c:9:8   main
       101    99.0       1     1.0  19  a.c:8:21  main

most called functions (entry)
       calls      blocks    branches  where  function
          34         102          34  a.c:2  odd

ghalt: '--annotate' and '--hot' are different reports
exit 2
ghalt: '--sort=id' does not go with '--hot', which takes 'unpredictable' or 'rate'
exit 2
