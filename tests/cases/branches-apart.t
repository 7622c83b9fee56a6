# SPDX-License-Identifier: GPL-3.0-or-later
# Branches at one position are told apart, and code that is on no line is near one.

>>> a.c
int volatile sink;
#define EITHER(x) if ((x) & 1) sink++; if ((x) & 6) sink += 2
#define BOTH(x) EITHER (x); EITHER (x >> 4)
int
main (void)
{
  for (int i = 0; i < 100; i++)
    { EITHER (i); }
  for (int i = 0; i < 100; i++) if (i % 7 == 3) sink--;
  BOTH (sink);
  return 0;
}

>>> vectors.c
float a[1003], b[1003];
__attribute__ ((noipa)) void
add (float *x, float *y, int n)
{
  for (int i = 0; i < n; i++)
    x[i] += y[i] * 3;
}
int
main (void)
{
  add (a, b, 1000);
}

>>> run
$CC -O0 $PLUGIN $(arg cbr) a.c "$LIBHALT" -o prog && ./prog
$HALT report --sort=id prog | sed 1,4d
echo "-- near"
$CC -O3 $PLUGIN $(arg cbr load) vectors.c "$LIBHALT" -o prog && ./prog
$HALT report --function=add prog >report
grep -c '  -  *add$' report || true
grep -o '  ~vectors\.c:[2-7] ' report | sort -u | sed -n '1s/[2-7]/N/p'
$HALT report --function=add --format=json prog >json
grep -o '"near":{"file":"vectors.c","line":[2-7]}' json | sort -u | sed -n '1s/[2-7]/N/p'

>>> out
executions   not taken       taken  taken%  id  where                 function
       100          50          50    50.0   0  a.c:8:7 taken -> 8    main
       100          74          26    26.0   1  a.c:8:7 taken -> 7    main
       101           1         100    99.0   2  a.c:7:21              main
       100          14          86    86.0   3  a.c:9:36              main
       101           1         100    99.0   4  a.c:9:21              main
         1           0           1   100.0   5  a.c:10:3 block 14     main
         1           0           1   100.0   6  a.c:10:3 block 16     main
         1           1           0     0.0   7  a.c:10:3 block 18     main
         1           1           0     0.0   8  a.c:10:3 taken -> 11  main
-- near
0
  ~vectors.c:N 
"near":{"file":"vectors.c","line":N}
