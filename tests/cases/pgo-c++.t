# SPDX-License-Identifier: GPL-3.0-or-later
# C++ for -fprofile-use: exceptions, thunks, functions that several objects have, each
# with counts of its own.

>>> shapes.h
#include <stdexcept>
#include <vector>
struct named { virtual ~named () {} virtual int name (int n) = 0; long a; };
struct sized { virtual ~sized () {} virtual int size (int n) = 0; long b; };
struct square : named, sized
{
  int name (int n) override { return n % 3 ? 7 : 8; }
  int size (int n) override { if (n < 0) throw std::range_error ("size"); return n * n; }
};
struct circle : virtual named, virtual sized
{
  int name (int n) override { return n % 5 ? 1 : 2; }
  int size (int n) override { return 3 * n; }
};
template <typename T> T
sum (const std::vector<T> &all)
{
  T s = 0;
  for (T one : all)
    if (one > 2)
      s += one;
  return s;
}
int ask (sized *s, int n);
int total (const std::vector<int> &all);

>>> ask.cc
#include "shapes.h"
int
ask (sized *s, int n)
{
  try { return s->size (n); }
  catch (std::exception &) { return -1; }
}
int total (const std::vector<int> &all) { return sum (all); }

>>> main.cc
#include <cstdio>
#include "shapes.h"
static std::vector<int> list = { 1, 2, 3, 4 };
struct guard { int *n; ~guard () { ++*n; } };
int
main ()
{
  square s;
  circle c;
  sized *all[] = { &s, &c };
  int found = 0, left = 0;
  auto more = [&] (int n) { return n & 1 ? found : 0; };
  for (int i = -3; i < 100; i++)
    {
      guard g = { &left };
      sized *shape = all[i & 1];
      found += ask (shape, i) + more (i);
      list.push_back (shape->size (i < 0 ? 0 : i));
      named *n = i & 2 ? static_cast<named *> (&s) : &c;
      found += n->name (i);
    }
  std::printf ("%d %d %d %d\n", found, left, sum (list), total (list));
}

>>> run
mkdir gcov
for options in -O2 "-O1 -fnon-call-exceptions" "-O0 -fno-inline"; do
  for how in gcov halt thread; do
    case $how in
      gcov) add="-fprofile-generate -fno-profile-values" link=-fprofile-generate ;;
      halt) add="$PLUGIN $(arg at=gimple arc count)" link=$LIBHALT ;;
      thread) add="$PLUGIN $(arg at=gimple arc count=thread)" link=$LIBHALT ;;
    esac
    rm -f *.gcda
    $CXX $options $add -c main.cc -o main.o
    $CXX $options $add -c ask.cc -o ask.o
    $CXX main.o ask.o $link -o prog
    $RUN ./prog >$how.out
    case $how in
      gcov) mv main.gcda ask.gcda gcov; continue ;;
    esac
    cmp gcov.out $how.out
    "$HALT" pgo prog
    for name in main ask; do
      tail -c +13 gcov/$name.gcda >theirs
      tail -c +13 $name.gcda >ours
      cmp theirs ours
    done
  done
  for name in main ask; do
    $CXX $options -fprofile-use -Wmissing-profile -Wcoverage-mismatch -Werror -c $name.cc -o $name.o
  done
done
