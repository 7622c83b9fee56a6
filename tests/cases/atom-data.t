# SPDX-License-Identifier: GPL-3.0-or-later
# ghalt atom: nothing of the analysis comes among the program's constants, which linkers merge:
# strings that are aligned, numbers, tables; no data move.

>>> x86_64 ghalt atom

>>> prog.c
#include <stdio.h>
static const int numbers[14] = { 1, 4, 13, 40, 121, 364, 1093, 3280 };
static const double reals[3] = { 1, 2.5, 3 };
static int never_written[3] = { 7, 8, 9 };
static const char text[] = "a text that is read only";
int main (int argc, char **argv)
{
  double sum = 0;
  printf ("a string that is long enough to be aligned by eight bytes, they say: %d\n", numbers[argc]);
  printf ("and another one of these that is long enough to be aligned, with %g\n", reals[argc] * 3.25);
  for (int i = 0; i < 3; i++)
    sum += reals[i] * never_written[i] + text[i];
  printf ("%g\n", sum);
  return 0;
}
>>> cxx.cc
#include <cstdio>
template <int n> struct table { static const int at[4]; static constexpr double by = 1.5; };
template <int n> const int table<n>::at[4] = { n, n + 1, n + 2, n + 3 };
struct base { virtual const char *name () const { return "a name that is long enough to be aligned by eight"; } };
struct more : base { const char *name () const override { return "another name that is long enough to be aligned"; } };
int main (int argc, char **)
{
  base b;
  more m;
  const base *all[2] = { &b, &m };
  std::printf ("%s %d %g\n", all[argc & 1]->name (), table<3>::at[argc] + table<9>::at[argc], table<3>::by * argc);
  return 0;
}
>>> on aarch64 riscv64
>>> run
for options in -O2 "-O1 -fno-merge-constants" "-O2 -no-pie" "-Os -fdata-sections"; do
  $CC $options $PLUGIN $(arg atom) prog.c -o prog
  atom_tool prof prog
  $RUN ./prog.prof
  $CXX $options $PLUGIN $(arg atom) cxx.cc -o cxx
  CC=$CXX atom_tool prof cxx
  $RUN ./cxx.prof
done | sort | uniq -c | sed 's/^ *//'
>>> out
4 299
4 a string that is long enough to be aligned by eight bytes, they say: 4
4 and another one of these that is long enough to be aligned, with 8.125
4 another name that is long enough to be aligned 14 1.5
