# SPDX-License-Identifier: GPL-3.0-or-later
# Routines in C++, with the public header, and in a compilation of their own.

>>> prog.cc
int
main (int argc, char **)
{
  int n = 0;
  for (int i = 0; i < 10 * argc; i++)
    n += i;
  return n == 0;
}

>>> analysis.cc
#include <halt/halt.h>
#include <cstdio>
#include <map>

static std::map<unsigned long, unsigned long> &
counts ()
{
  static auto &m = *new std::map<unsigned long, unsigned long>;
  return m;
}

void
_record_cbr (unsigned long cond, unsigned long id)
{
  counts ()[id] += cond;
}

void
_halt_startup ()
{
  std::puts ("startup");
}

struct printer
{
  ~printer ()
  {
    for (auto &p : counts ())
      std::printf ("%lu %lu\n", p.first, p.second);
  }
} at_end;

>>> run
$CXX -O0 -Wall -Wextra $INCLUDE -c analysis.cc
$CXX -O0 $PLUGIN $(arg cbr) prog.cc analysis.o -o prog
./prog

>>> out
startup
0 10
