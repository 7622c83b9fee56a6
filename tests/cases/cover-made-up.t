# SPDX-License-Identifier: GPL-3.0-or-later
# cover: what C++ does by itself is nothing that is written: whether a variable is there, a new
# object is to be given back, objects of the unit are to be made; and what a function
# includes is in the file that says it.

>>> part.h
  sum += a && b ? 1 : 2;

>>> made.cc
#include <iostream>
struct S { S (int n) : n (n) {} ~S () {} int n; };
static int once (int a) { static S s (a); static int t = a ? a : 3; thread_local S u (a); return s.n + t + u.n; }
static int fresh (int *p) { int n = p ? *p : 7; delete p; return n; }
static S unit (3), other (unit.n ? 4 : 5);
static int included (int a, int b)
{
  int sum = 1;
#include "part.h"
  return sum;
}
int main ()
{
  int sum = 0;
  for (int i = 0; i < 3; i++)
    {
      sum += once (i) + fresh (i ? new int (i) : nullptr);
      try { if (i == 2) throw i; } catch (...) { sum++; }
    }
  return sum + included (1, 0) + other.n < 0;
}

>>> run
for o in -O0 -O2; do
  $CXX -std=c++17 $o -Wall -Wextra -Werror $PLUGIN $(arg cover count) made.cc $LIBHALT -o made
  HALT_FILE=prof ./made
  $HALT cover --conditions made prof >shown$o
  $HALT cover --conditions --format=json made prof | sed -n 's/"sort":"statement","file":\("[a-z.]*"\).*,"line":\([0-9]*\).*/\1 \2/p' >places$o
done
cmp shown-O0 shown-O2
cmp places-O0 places-O2
# GCC 12 has a test in `delete', others have not; how many statements a line of C++ has differs.
grep -v '^  [FT-]*=\|:4:49:' shown-O0 | sed '1s/,.*//'
sort -u places-O0

>>> out
functions 8/8
made.cc:3:58: choice: false 1, true 0
made.cc:4:37: choice: false 1, true 2
made.cc:5:27: choice: false 0, true 1
made.cc:15:3: for: false 1, true 3
made.cc:17:32: choice: false 1, true 2
made.cc:18:13: if: false 2, true 1
part.h:1:10: choice: false 1, true 0
  1:10 a != 0: false 0, true 1, masking: add F-=F TT=T, unique: add F-=F TT=T
  1:15 b != 0: false 1, true 0, masking: add TT=T, unique: add TT=T
{"made.cc" 10
{"made.cc" 14
{"made.cc" 15
{"made.cc" 17
{"made.cc" 18
{"made.cc" 2
{"made.cc" 20
{"made.cc" 3
{"made.cc" 4
{"made.cc" 5
{"made.cc" 8
{"part.h" 1
