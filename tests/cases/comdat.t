# SPDX-License-Identifier: GPL-3.0-or-later
# The linker keeps one of several copies of an inline function or template, and
# drops sections nobody needs: branches in the others stay zero, and ids are
# dense all the same.

>>> f.h
template <typename T> inline T
largest (T a, T b)
{
  return a > b ? a : b;
}

struct counter
{
  int n = 0;
  virtual ~counter () { if (n > 3) total += n; }
  virtual void add (int k) { if (k > 0) n += k; else n--; }
  static int total;
};

>>> a.cc
#include "f.h"
#include <cstdio>
int other (int);
int counter::total;
int
main ()
{
  {
    counter c;
    for (int i = -2; i < 5; i++)
      c.add (largest (i, 1 - i));
  }
  int n = other (7);
  std::printf ("%d %d\n", n, counter::total);
}

>>> b.cc
#include "f.h"
int
never_called (int n)
{
  while (n > 10)
    n /= 3;
  return n;
}
int
other (int n)
{
  counter *c = new counter;
  c->add (largest (n, 3));
  delete c;
  return largest (n, 9);
}

>>> run
$CC -O2 -c "$TESTS/routines/count.c"
for option in "-O0" "-O2" "-O0 -ffunction-sections -Wl,--gc-sections"; do
  for order in "a.cc b.cc" "b.cc a.cc"; do
    $CXX -std=gnu++17 $option $PLUGIN $(arg cbr) $order count.o -o prog
    HALT_COUNTS=counts ./prog
    ids prog | sed 's/^[1-9][0-9]* //'
    awk '{ n += $2 + $3 } END { print (n > 8 ? "" : n " ") "events" }' counts
  done
done
LANGUAGE=$CXX
both -O2 a.cc b.cc

>>> out
9 23
ids, dense
events
9 23
ids, dense
events
9 23
ids, dense
events
9 23
ids, dense
events
9 23
ids, dense
events
9 23
ids, dense
events
