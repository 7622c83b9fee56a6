# SPDX-License-Identifier: GPL-3.0-or-later
# prime, blpp: ghalt cover --paths says which paths were taken, of those that there are, and
# the lines of the others.

>>> prog.c
#include <stdio.h>
#include <stdlib.h>
int
f (int a, int b)
{
  int r = 0;
  for (int i = 0; i < a; i++)
    if (i & 1)
      r += b;
    else
      r -= 1;
  return r;
}
int
g (int a)
{
  switch (a)
    {
    case 1:
      return 7;
    case 2:
      a++;
    case 3:
      return a;
    }
  while (a > 9)
    a /= 2;
  return a;
}
int
many (int a)
{
  int r = 0;
#define TWO if (a & ++r) r ^= 3;
  TWO TWO TWO TWO TWO TWO TWO TWO TWO TWO TWO
  return r;
}
int
main (int argc, char **argv)
{
  int s = 0;
  for (int i = 1; i < argc; i++)
    s += f (atoi (argv[i]), i) + g (atoi (argv[i])) + many (i);
  printf ("%d\n", s);
}

>>> head.h
static inline int pick (int n) { if (n > 2) return 3; return n; }
template <class T> T most (T a, T b) { return a > b ? a : b; }

>>> one.cc
#include "head.h"
#include <pthread.h>
#include <cstdio>
int two (int);
static void *
run (void *)
{
  int s = 0;
  for (int i = 0; i < 100000; i++)
    s += i % 2 ? pick (1) : two (i & 1);
  return (void *) (long) s;
}
int
main ()
{
  pthread_t t[4];
  for (int i = 0; i < 4; i++)
    pthread_create (&t[i], NULL, run, NULL);
  for (int i = 0; i < 4; i++)
    pthread_join (t[i], NULL);
  printf ("%g\n", most (1.5, 2.5));
}

>>> two.cc
#include "head.h"
int two (int n) { return pick (n + 3) + most (n, 0); }

>>> run
$CC -g $PLUGIN $(arg prime count) prog.c $LIBHALT -o prog
HALT_FILE=1.prof $RUN ./prog 5
HALT_FILE=2.prof $RUN ./prog 1 2 20
echo one; $HALT cover --paths prog 1.prof
echo both; $HALT cover --paths --top=1 prog 1.prof 2.prof
$HALT cover --paths --function=g --format=json prog 1.prof >json
python3 -c 'import json; print (json.load (open ("json"))["functions"][0]["missing"][3])'
python3 -W ignore -m jsonschema -i json "$TESTS/../docs/schema/taken.json"
echo calls
for o in "-O0 prime" "-O0 prime count=atomic" "-O0 prime=1024 count=thread"; do
  $CC ${o%% *} -g $PLUGIN $(arg ${o#* }) prog.c $LIBHALT -pthread -o other
  HALT_FILE=3.prof $RUN ./other 5
  $HALT cover --paths other 3.prof >found
  $HALT cover --paths prog 1.prof | cmp - found
done
echo blpp
$CC -O1 -fno-inline -g $PLUGIN $(arg blpp count) prog.c $LIBHALT -o paths
HALT_FILE=4.prof $RUN ./paths 5 1
$HALT cover --paths --top=2 --function=f paths 4.prof
$HALT cover --paths --function=many --top=0 --format=json paths 4.prof | sed 's/.*"functions"/"functions"/'
echo header
for o in "-O2 -fno-early-inlining" "-O2 -fno-early-inlining -flto"; do
  $CXX $o -g $PLUGIN $(arg prime count=thread cover) one.cc two.cc $LIBHALT -pthread -o cc
  HALT_FILE=5.prof $RUN ./cc
  $HALT cover --paths --function='pick*' --function='most*' --top=1 cc 5.prof
done
echo threads
for how in atomic thread; do
  $CXX -g $PLUGIN $(arg prime count=$how) one.cc two.cc $LIBHALT -pthread -o cc
  HALT_FILE=5.prof $RUN ./cc >is
  $HALT report --kind=prime cc 5.prof >$how
done
cmp atomic thread
echo no
$CC -g $PLUGIN $(arg prime) -c prog.c -S -o - | grep -c _record_prime | sed 's/^[1-9].*/it is called/'
$CC $PLUGIN $(arg prime=x) -c prog.c || true
$CC $PLUGIN $(arg prime blpp) -c prog.c || true
$CC $PLUGIN $(arg prime bb count) -c prog.c || true
code $HALT cover --top=3 prog 1.prof
code $HALT cover --paths --conditions prog 1.prof
code $HALT cover --paths --format=markdown prog 1.prof
$CC -g $PLUGIN $(arg bb) prog.c $LIBHALT -o prog
HALT_FILE=1.prof $RUN ./prog 5
$HALT cover --paths prog 1.prof

>>> out
6
40
one
prime paths 14/31, of 4 functions; 1 has too many to be counted
prog.c:4: f: prime paths 10/15
  0: 4 6 7(true) 8(true) 9 7
  2: 4 6 7(false) 12
  4: 8(true) 9 7(false) 12
  7: 9 7(true) 8(true) 9
  10: 11 7(true) 8(false) 11
prog.c:15: g: prime paths 1/8
  0: 15 17(0) 19 20
  1: 15 17(1) 21 22 23 24
  2: 15 17(2) 23 24
  3: 15 17(3) 26(true) 27
  5: 27 26(true) 27
  6: 27 26(false) 28
  7: 26(true) 27 26
prog.c:31: many: too many prime paths; entered 1 time
prog.c:39: main: prime paths 3/8
  1: 39 41 42(false) 44
  2: 43 42(true) 43
  6: 43 42(true) 43 42
  and 2 more with these lines
both
prime paths 25/31, of 4 functions; 1 has too many to be counted
prog.c:4: f: prime paths 11/15
  0: 4 6 7(true) 8(true) 9 7
  and 3 more
prog.c:15: g: prime paths 7/8
  2: 15 17(2) 23 24
prog.c:31: many: too many prime paths; entered 4 times
prog.c:39: main: prime paths 7/8
  1: 39 41 42(false) 44
{'region': 0, 'path': 3, 'blocks': [2, 6, 8, 7], 'lines': [{'file': 'prog.c', 'line': 15}, {'file': 'prog.c', 'line': 17, 'way': '3'}, {'file': 'prog.c', 'line': 26, 'way': 'true'}, {'file': 'prog.c', 'line': 27}]}
calls
6
6
6
blpp
13
acyclic paths 5/9, of 1 function
prog.c:4: f: acyclic paths 5/9
  0: 4 6 7(true) 8(true) 9 7(true) 8
  1: 4 6 7(true) 8(true) 9 7(false) 12
  and 2 more
"functions":[
{"paths":"acyclic","name":"many","pretty":"many","file":"prog.c","line":31,"too_many":false,"found":1024,"hit":1,"missing":[]}]}
header
2.5
prime paths 4/6, of 3 functions
head.h:1: pick(int): prime paths 2/2
head.h:2: double most<double>(double, double): prime paths 1/2
  0: 2(true) 2
head.h:2: int most<int>(int, int): prime paths 1/2
  0: 2(true) 2
2.5
prime paths 4/6, of 3 functions
head.h:1: pick(int): prime paths 2/2
head.h:2: double most<double>(double, double): prime paths 1/2
  0: 2(true) 2
head.h:2: int most<int>(int, int): prime paths 1/2
  0: 2(true) 2
threads
no
it is called
cc1: error: halt: option 'prime' needs a number of paths, as in 'prime=4096', or no value
cc1: error: halt: option 'prime' is about the code that gcov knows; 'blpp' does not have it
cc1: error: halt: with 'at=gimple' option 'count' counts 'arc', 'cover' and 'prime' alone; leave 'block' out
ghalt: '--top' needs '--paths'
exit 2
ghalt: '--conditions' does not go with '--paths'
exit 2
ghalt: '--paths' is text or JSON
exit 2
6
ghalt: note: nothing was compiled with '-fplugin-arg-halt-prime' or '-fplugin-arg-halt-blpp'
