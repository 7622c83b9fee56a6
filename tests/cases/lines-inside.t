# SPDX-License-Identifier: GPL-3.0-or-later
# A line of inlined code that begins no block there is counted, if another function shows that it
# is one: with bb alone, in a loop, in C and in C++, once or more copies of it having run.  What
# may not have been come to is unknown, and what was not is not executed.

>>> h.h
static inline int hdr (int k)
{
  return k > 100 ? 1 : 2;
}

>>> a.c
#include <stdio.h>
#include "h.h"
volatile int sink;
int out_of_line (int);
int
main (int argc, char **argv)
{
  int s = argc;
  (void) argv;
  for (int i = 0; i < 1000; i++)
    {
      s ^= i * argc;
      sink = s;
      if (hdr (s) == 1)
	sink = i;
    }
  for (int i = 1; i < CALLS; i++)
    s += out_of_line (i);
  printf ("%d\n", s);
  return 0;
}

>>> b.c
#include "h.h"
int
out_of_line (int k)
{
  return hdr (k);
}

>>> t.h
extern volatile int sink;
template <class T> struct box
{
  T v;
  inline void put (T x)
  {
    sink = x > 3 ? v : x;
  }
};

>>> t.cc
#include "t.h"
volatile int sink;
void other (box<int> *b);
int
main (int argc, char **)
{
  box<int> b = { argc };
  for (int i = 0; i < 500; i++)
    {
      sink = i;
      b.put (argc);
    }
  if (argc > 3)
    other (&b);
  return 0;
}

>>> u.cc
#include "t.h"
void
other (box<int> *b)
{
  b->put (7);
}

>>> never.c
#include "h.h"
int volatile sink;
int rare (int k) { sink = k; return hdr (k); }
int rarer (int k) { return hdr (k); }
int main (int argc, char **argv) { (void) argv; return argc > 3 ? rare (argc) + rarer (argc) : 0; }

>>> lost.c
#include <stdlib.h>
#include "h.h"
int volatile sink;
__attribute__ ((noipa)) static void leave (int k) { if (k) exit (0); }
int out_of_line (int);
int
main (int argc, char **argv)
{
  (void) argv;
  leave (argc);
  sink = hdr (argc + sink);
  return argc > 4 ? out_of_line (argc) : 0;
}

>>> run
# The lines of FILE that are known to be executed or not, as NAME says.
lines () { $HALT report --annotate prog 2>/dev/null | awk -v file="/$1:" '
  /lines? executed/ || /^\// { on = index ($0, file) } on' | sed -n "s/^ *\([0-9?#]*\): *\([0-9]*\):.*/$1:\2 \1/p"; }
for kinds in bb "bb entry" "bb entry exit" "bb count"; do
  echo "-- $kinds"
  for calls in 0 4; do
    $CC -O2 -g -DCALLS=$calls $PLUGIN $(arg $kinds) a.c b.c "$LIBHALT" -o prog
    ./prog >/dev/null
    lines h.h
  done
  $CXX -O2 -g $PLUGIN $(arg $kinds) t.cc u.cc "$LIBHALT" -o prog
  ./prog
  lines t.h
  $CC -O2 -g $PLUGIN $(arg $kinds) never.c "$LIBHALT" -o prog
  ./prog
  lines h.h
  $CC -O2 -g $PLUGIN $(arg $kinds) lost.c b.c "$LIBHALT" -o prog
  ./prog
  lines h.h
done
echo "-- gcov"
$CC -O2 -DCALLS=0 --coverage a.c b.c -o gcov-prog
./gcov-prog >/dev/null
gcov -t gcov-prog-* 2>/dev/null | sed -n 's/^ *\([0-9]*\): *3:  return k > .*/h.h:3 \1/p'

>>> out
-- bb
h.h:3 1000
h.h:3 1003
t.h:7 500
h.h:3 #####
h.h:3 ?
-- bb entry
h.h:3 1000
h.h:3 1003
t.h:7 500
h.h:3 #####
h.h:3 ?
-- bb entry exit
h.h:3 1000
h.h:3 1003
t.h:7 500
h.h:3 #####
h.h:3 ?
-- bb count
h.h:3 1000
h.h:3 1003
t.h:7 500
h.h:3 #####
h.h:3 ?
-- gcov
h.h:3 1000
