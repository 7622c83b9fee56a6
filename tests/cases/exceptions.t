# SPDX-License-Identifier: GPL-3.0-or-later
# C++ exceptions are thrown through instrumented frames, and caught, from
# leaves and from frames with destructors; a backtrace in the routine while
# they are in flight is complete.

>>> prog.cc
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

static int alive;

struct guard
{
  int n;
  explicit guard (int n) : n (n) { alive++; }
  ~guard () { if (n > 2) alive -= 1; else alive--; }
};

__attribute__ ((noinline)) static int
thrower (int n)
{
  guard g (n);
  if (n % 5 == 0)
    throw std::runtime_error ("five");
  if (n % 7 == 0)
    throw n;
  return n % 2 ? n : thrower (n / 2);
}

__attribute__ ((noinline)) static int
middle (int n) noexcept (false)
{
  guard a (n), b (n + 1);
  std::string s (n, 'x');
  try
    {
      return thrower (n) + s.size ();
    }
  catch (int i)
    {
      if (i > 20)
	throw;
      return -i;
    }
}

template <typename T> static T
largest (const std::vector<T> &v)
{
  T best = v.at (0);
  for (const T &x : v)
    if (x > best)
      best = x;
  return best;
}

int
main ()
{
  int sum = 0, caught = 0;
  std::vector<int> all;
  for (int i = 1; i < 60; i++)
    try
      {
	sum += middle (i);
	all.push_back (sum % 97);
      }
    catch (const std::exception &e)
      {
	caught += e.what ()[0] == 'f' ? 1 : 100;
      }
    catch (...)
      {
	caught += 1000;
      }
  try
    {
      largest (std::vector<double> ());
    }
  catch (std::out_of_range &)
    {
      caught += 10000;
    }
  std::printf ("%d %d %d %d\n", sum, caught, alive, largest (all));
}

>>> run
LANGUAGE=$CXX
for option in -O0 -O2 "-O2 -fnon-call-exceptions" "-O3 -fPIC -pie" -Os; do
  both $option prog.cc
  $CC -O2 -c "$TESTS/routines/backtrace.c"
  $CXX $option $PLUGIN $(arg cbr) prog.cc backtrace.o -o prog
  ./prog
done

>>> out
2043 15011 0 95
2043 15011 0 95
2043 15011 0 95
2043 15011 0 95
2043 15011 0 95
