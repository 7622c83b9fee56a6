# SPDX-License-Identifier: GPL-3.0-or-later
# The same source and options give the same object, byte for byte: in any
# folder, with -ffile-prefix-map, at any moment, in any environment.

>>> rest

>>> x.h
static const int limit = 2;

>>> x.c
#include "x.h"
#include <setjmp.h>
#include <string.h>
static int helper (int x) { return x * 3 + 1; }
int
sum (const int *p, int n, double d)
{
  int i, s = 0;
  for (i = 0; i < n; i++)
    if (p[i] > limit)
      s += helper (p[i]) + (d > i);
    else
      s -= p[i] / 3;
  switch (n)
    {
    case 1: s++; break;
    case 2: s--; break;
    case 3: s *= 5; break;
    case 4: s ^= 7; break;
    case 9: s |= 1; break;
    case 11: s &= 7; break;
    }
  return s;
}
static jmp_buf buffer;
int
main (int argc, char **argv)
{
  int a[] = { 1, 2, 3, 4, 5 };
  if (setjmp (buffer))
    return 1;
  if (argc > 3)
    longjmp (buffer, 1);
  return sum (a, 5 - argc, argc) == 4 * (int) strlen (argv[0]);
}

>>> y.cc
#include <vector>
#include <stdexcept>
template <typename T> T
largest (const std::vector<T> &v)
{
  if (v.empty ())
    throw std::length_error ("empty");
  T best = v[0];
  for (T x : v)
    if (x > best)
      best = x;
  return best;
}
extern "C" int
safe (int n)
{
  try { return largest (std::vector<int> (n, n)); }
  catch (std::exception &) { return -1; }
}

>>> run
mkdir a another
cp x.h x.c y.cc a
cp x.h x.c y.cc another
long=$(printf '%03000d' 0)

# object DIRECTORY COMPILER OPTION...: make x.o there of what is last.
object ()
{
  ( cd "$1"
    shift
    "$@" -ffile-prefix-map="$PWD=." -o x.o )
}

# alike OPTION...
alike ()
{
  for source in x.c y.cc; do
    case $source in *.c) compiler=$CC ;; *) compiler=$CXX ;; esac
    object a $compiler -fplugin="$HALT_SO" "$@" -c "$PWD/a/$source"
    OF_ANY=$long object another $compiler -fplugin="$HALT_SO" "$@" -c "$PWD/another/$source"
    cmp a/x.o another/x.o || echo "$source: $*"
    if grep -q "$PWD" a/x.o; then echo "$source: $*: its folder is in it"; fi
  done
}
kinds=$(arg cbr mbr entry exit setlongjmp load store bb call callret)
"$TESTS/hostile/make" -f 1 hostile.o
alike -O2 -g $kinds $(arg cycle summary=text)
cmp a/text another/text
alike -O0 $kinds $(arg count)
alike -O2 -g $(arg cbr bb count=thread)
alike -O2 -g $(arg cbr blpp count)
alike -O3 -g -fPIC $(arg cbr at=gimple)
alike -O2 -g $(arg cbr bb routines=../hostile.o)

# Link-time optimisation, twice in a folder and in two, as far as GCC itself does:
# names in its objects are random but for -frandom-seed, some versions stream
# the folder.  link DIRECTORY NAME OPTION...
link ()
{
  ( cd "$1"
    shift
    name=$1
    shift
    K="-O2 -g -flto -frandom-seed=x $* -ffile-prefix-map=$PWD=."
    $CC $K -c "$PWD/x.c" -o "$PWD/x.o"
    $CC $K x.o "$LIBHALT" -o prog
    mv x.o $name.o
    mv prog $name )
}
for d in a a another; do
  link $d plain
  for o in rtl count gimple; do
    case $o in
      rtl) link $d $o $PLUGIN $(arg cbr lto) ;;
      count) link $d $o $PLUGIN $(arg cbr count lto) ;;
      gimple) link $d $o $PLUGIN $(arg cbr at=gimple) ;;
    esac
  done
  [ -d first ] || cp -r a first
done
for o in rtl.o count.o gimple.o rtl count gimple; do
  case $o in *.o) plain=plain.o ;; *) plain=plain ;; esac
  for d in a another; do
    ! cmp -s first/$plain $d/$plain || cmp first/$o $d/$o || :
  done
done

>>> out
