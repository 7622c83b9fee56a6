# SPDX-License-Identifier: GPL-3.0-or-later
# at=gimple in C++: exceptions pass, a store by a call that throws did not
# happen, functions in several units are counted wherever they run.

>>> a.h
template <typename T> T
check (T n)
{
  if (n > 3)
    throw n;
  return n + 1;
}

>>> a.cc
#include <cstdio>
#include "a.h"
struct big { long a[4]; };
volatile int limit = 7;
big b;
__attribute__ ((noipa)) big
make (int n)
{
  if (n > limit)
    throw n;
  return big { { n, n, n, n } };
}
int other (int);
int
main ()
{
  int caught = 0;
  for (int i = 0; i < 10; i++)
    {
      try { b = make (i); caught += check (i) + other (i); }
      catch (int) { caught += 100; }
    }
  std::printf ("%d\n", caught);
}

>>> b.cc
#include "a.h"
int other (int n) { return check (n); }

>>> run
for o in -O0 -O2 "-O3 -fno-early-inlining" "-O2 -fnon-call-exceptions"; do
  $CXX $o -c a.cc -o a1.o
  $CXX $o b.cc a1.o -o plain
  $CXX $o $PLUGIN $(arg at=gimple entry exit cbr bb load store) a.cc b.cc "$LIBHALT" -o a
  ./plain >plain.out
  ./a >a.out
  same plain.out a.out
  ids a | sed 's/^[0-9]* //'
  $HALT report a >report
done
cat a.out

>>> out
ids, dense
ids, dense
ids, dense
ids, dense
620
