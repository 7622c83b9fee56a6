# SPDX-License-Identifier: GPL-3.0-or-later
# What changed between two profiles: functions, points, the way of branches, the
# indices of tables; status 0 if nothing did, 1 if something, 2 for errors.

>>> prog.c
#include <stdlib.h>
#include <string.h>

int library (int);
static int a[100];

static int
work (const char *n, int k)
{
  int sum = 0;
  for (int i = 0; i < atoi (n); i++)
    sum += a[i % 100] + library (i * k);
  return sum;
}

int
main (int argc, char **argv)
{
  int sum = argc > 1 ? work (argv[1], 1) : 0;
  if (argc > 2 && strcmp (argv[2], "twos") == 0)
    sum += 1;
  return sum == 12345;
}

>>> library.c
int
library (int n)
{
  switch (n % 6)
    {
    case 0: return 8;
    case 1: return 3;
    case 2: return 9;
    case 3: return 1;
    case 4: return 17;
    default: return n;
    }
}

>>> run
make="$CC -O0 -fjump-tables --param=case-values-threshold=4 $PLUGIN $(arg cbr mbr entry)"
$make -fPIC -shared library.c -o library.so
$make prog.c ./library.so "$LIBHALT" -o prog
profile () { HALT_FILE=$1 ./prog $2; }
profile a 100
profile b 150
profile c "100 twos"
profile d "100 ones"
diff () { code "$HALT" diff "$@" 2>&1 | sed "s|$PWD/||g"; }
diff --kind=cbr,entry,mbr a b
diff --top=1 --function=library --function=main --kind=entry,cbr prog b a
diff --kind=cbr prog c d
echo same
diff prog a a
diff --kind=mbr c d
diff --format=json --kind=cbr a a
"$HALT" diff --format=json --kind=cbr,entry,mbr a b >all.json || :
python3 -W ignore -m jsonschema -i all.json "$TESTS/../docs/schema/diff.json"
grep -o '"kind":"[a-z]*"' all.json | sort | uniq -c | sed 's/^ *//'
echo errors
diff a
diff nosuch a b
diff a nosuch
diff --function=nosuch prog a b
diff --kind=store a b
diff a prog
$make -DNEW=1 -O2 prog.c ./library.so "$LIBHALT" -o other
HALT_FILE=other.prof ./other
diff a other.prof | sed 's/ of .*//'
mkdir where
mv prog where/moved
diff --kind=cbr a b | tail -n 2
diff --kind=mbr where/moved a c
mkdir away
mv library.so away
diff --kind=mbr where/moved a b
diff --kind=mbr where/moved a d

>>> out
A  a
B  b

events of functions
  A    B  change  relative  function
284  425    +141    +49.6%  library [library.so]
102  152     +50    +49.0%  work

cbr
  A    B  change  relative  taken%A  taken%B  id  where                      function
101  151     +50    +49.5%     99.0     99.3   1  prog.c:11:21               work
100  150     +50    +50.0%     16.0     16.7   7  library.c:4:3 taken -> 11  library [library.so]

mbr
 A    B  change  relative  most at one index  id  where                  function
84  125     +41    +48.8%                  9   8  library.c:4:3 block 3  library [library.so]

entry
  A    B  change  relative  id  where          function
100  150     +50    +50.0%   6  library.c:2:1  library [library.so]
exit 1
A  b
B  a

events of functions
  A    B  change  relative  function
300  200    -100    -33.3%  library [library.so]

cbr
  A    B  change  relative  taken%A  taken%B  id  where                      function
150  100     -50    -33.3%     16.7     16.0   7  library.c:4:3 taken -> 11  library [library.so]

entry
  A    B  change  relative  id  where          function
150  100     -50    -33.3%   6  library.c:2:1  library [library.so]
exit 1
A  c
B  d

cbr
A  B  change  relative  taken%A  taken%B  id  where         function
1  1       0         =      0.0    100.0   5  prog.c:20:16  main
exit 1
same
{"halt_diff":1,"program":"prog","a":"a","b":"a","lost_by_threads_a":false,"lost_by_threads_b":false,"functions":[],"points":[]}
2 "kind":"cbr"
1 "kind":"entry"
1 "kind":"mbr"
errors
ghalt: too few operands; usage: ghalt diff [OPTION]... [PROG] A B
exit 2
ghalt: nosuch: cannot open: No such file or directory
exit 2
ghalt: cannot open 'nosuch': No such file or directory
exit 2
ghalt: prog: no function 'nosuch'
exit 2
ghalt: neither a nor b has counts of the kinds given
exit 2
ghalt: prog: not a HALT profile
exit 2
ghalt: a and other.prof are
exit 2
ghalt: prog: cannot open: No such file or directory (where it is now, --objects=DIR tells); name the program: ghalt diff PROG A B
exit 2
ghalt: note: 7 counts of a and 7 of b remain unresolved: library.so: cannot open: No such file or directory (where it is now, --objects=DIR tells)
exit 1
ghalt: note: 7 counts of a and 7 of d remain unresolved: library.so: cannot open: No such file or directory (where it is now, --objects=DIR tells)
