# SPDX-License-Identifier: GPL-3.0-or-later
# cover: decisions with more vectors than can be counted have their conditions; parts of OpenMP between
# which nothing may stand.

>>> gen.py
def any_of (n):
    return " || ".join ("(x[%d] && x[%d])" % (i, i + 1) for i in range (n))
print ("int x[3000];")
print ("int some (void) { return %s; }" % any_of (40))
print ("int few (void) { if (%s) return 1; return 2; }" % any_of (12))
print ("int all (void) { return %s; }" % " && ".join ("x[%d]" % i for i in range (2000)))
print ("int main (void) { x[5] = x[6] = 1; return some () + few () + all () - 2; }")

>>> parts.c
#include <stdio.h>
int main (void)
{
  int s = 0;
#pragma omp parallel for reduction (+ : s)
  for (int i = 0; i < 100; i++)
    if (i & 1 && i > 50)
      s += i;
#pragma omp sections
  {
#pragma omp section
    if (s && s > 4)
      s++;
#pragma omp section
    if (s > 100000)
      s = 0;
  }
  printf ("%d\n", s);
}

>>> run
python3 gen.py >large.c
$CC -O2 $PLUGIN $(arg cover count) large.c $LIBHALT -o large
HALT_FILE=large.prof ./large
$HALT cover --conditions large large.prof >shown
head -n 1 shown
sed 1d shown | grep -v '^  \|never'
$CC -O2 -fopenmp $PLUGIN $(arg cover count=thread) parts.c $LIBHALT -o parts
HALT_FILE=parts.prof ./parts
$HALT cover --conditions parts parts.prof | grep -v '^  [FT-]*=\|masking'

>>> out
functions 4/4, statements 6/7, calls 3/3, decisions 3/6, conditions 15/4208, cases 0/0, masking 0/2104, unique 0/2000
large.c:2:26: value: false 0, true 1
large.c:3:21: if: false 0, true 1
large.c:4:25: value: false 1, true 0
1876
parts.c:7:8: if: false 75, true 25
parts.c:12:8: if: false 0, true 1
parts.c:15:8: if: false 1, true 0
parts.c:16:7: never executed
