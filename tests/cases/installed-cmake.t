# SPDX-License-Identifier: GPL-3.0-or-later
# find_package(HALT) and halt_instrument, from where make install put them.

>>> CMakeLists.txt
cmake_minimum_required(VERSION 3.13)
project(p C CXX)
find_package(HALT 0.2 REQUIRED)
add_library(l SHARED l.c)
halt_instrument(l KINDS cbr PLUGIN "$ENV{PLUGIN_FILE}")
add_library(s STATIC s.c)
halt_instrument(s KINDS cbr entry OPTIONS only=in_s PLUGIN "$ENV{PLUGIN_FILE}")
add_executable(counts main.c)
target_link_libraries(counts l s)
halt_instrument(counts KINDS cbr entry OPTIONS count PLUGIN "$ENV{PLUGIN_FILE}")
add_executable(own main.cc own.c)
halt_instrument(own KINDS cbr $<$<NOT:$<CONFIG:Debug>>:entry> $<$<CONFIG:Debug>:exit>
  ROUTINES own.c PLUGIN "$ENV{PLUGIN_FILE}")
set_property(TARGET own PROPERTY INTERPROCEDURAL_OPTIMIZATION ON)

>>> l.c
volatile int total;
void in_l (int n);
void in_l (int n) { for (int i = 0; i < 9; i++) if (i > n) total++; }

>>> s.c
volatile int sum;
void in_s (int n);
void not_in_s (int n);
void in_s (int n) { for (int i = 0; i < 9; i++) if (i > n) sum++; }
void not_in_s (int n) { for (int i = 0; i < 9; i++) if (i > n) sum++; }

>>> main.c
void in_l (int n);
void in_s (int n);
int main (int argc, char **argv) { (void) argv; in_l (argc); in_s (argc); return 0; }

>>> main.cc
#include <string>
static volatile int n = 4;
int main () { std::string s; while ((int) s.size () < n) s += 'x'; return s.size () != 4; }

>>> own.c
#include <stdio.h>
#include <halt/halt.h>
static long n;
void _record_cbr (unsigned long cond, unsigned long id) { n += cond || id >= 0; }
static void show (void) { puts (n > 0 ? "counted" : "nothing"); }
__attribute__ ((destructor)) static void end (void) { show (); }

>>> run
command -v cmake >/dev/null || skip "no cmake"
top=${TESTS%/tests}
build=${HALT%/*}
halt=$HALT
unset HALT MAKEFLAGS MAKELEVEL
root=$PWD/root
make -s -C $top CC=$CC HOSTCC=$CC HOSTCXX=$CXX B=$build H=$build PREFIX=/usr DESTDIR=$root install >made 2>&1 || cat made
PLUGIN_FILE=$(find $root -name halt.so)
export PLUGIN_FILE
# As where /lib is /usr/lib.
ln -s usr/lib root/lib
if ! { CC=$CC CXX=$CXX cmake -S . -B b -DCMAKE_PREFIX_PATH="$root" -DCMAKE_BUILD_TYPE=RelWithDebInfo &&
  cmake --build b; } >log 2>&1; then tail -n 30 log; fi
./b/counts
$halt report b/counts | sed -n -e '/^$/q' -e 's/  */ /gp' | cut -d' ' -f1-3,5
$halt report b/counts | grep -o 'in_[ls].*' | sort | uniq -c | sed 's/^ *//'
./b/own
readelf -d b/own | grep -c libhalt || true
# The routines' own file is no part of link-time optimisation.
$halt summarize b/own | grep -c '^unit'
$halt summarize b/own | awk '$1 == "point" { print $3 }' | sort -u
echo "-- coverage"
mkdir c
cat >c/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.19)
project(p C)
find_package(HALT REQUIRED)
enable_testing()
add_library(part STATIC part.c)
foreach(t one two)
  add_executable(${t}_test test.c)
  target_link_libraries(${t}_test part)
endforeach()
add_test(NAME one COMMAND one_test)
add_test(NAME two COMMAND two_test a)
add_test(NAME "with;semicolon" COMMAND one_test)
add_test(NAME fails COMMAND two_test a b)
halt_add_coverage(TARGETS part one_test two_test COVER --by=test PLUGIN "$ENV{PLUGIN_FILE}")
END
echo 'int part (int n); int main (int argc, char **argv) { (void) argv; return part (argc) < 0 || argc == 3; }' >c/test.c
printf 'int part (int n);\nint\npart (int n)\n{\n  if (n > 1)\n    return 2;\n  return n;\n}\n' >c/part.c
{ CC=$CC cmake -S c -B cb -DCMAKE_PREFIX_PATH="$root/usr"; } >log 2>&1 || tail log
cmake --build cb --target coverage >log 2>&1 && echo "no failure"
sed -n '/only it/,/tests execute/p' log
echo "-- Fortran"
if command -v "${FC:=gfortran-${CC##*-}}" >/dev/null; then
  mkdir f
  cat >f/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.13)
project(p Fortran)
find_package(HALT REQUIRED)
add_executable(f f.f90)
halt_instrument(f KINDS entry PLUGIN "$ENV{PLUGIN_FILE}")
END
  printf 'program f\nend program f\n' >f/f.f90
  { FC=$FC cmake -S f -B fb -DCMAKE_PREFIX_PATH="$root/usr" && cmake --build fb; } >log 2>&1 || tail log
  ./fb/f
  $halt report fb/f | sed -n -e '/^$/q' -e 's/  */ /gp' | grep entry
else
  echo "entry 2 2 0 2"
fi
echo "-- 32 bits"
if [ -f "$root/usr/lib32/libhalt.so" ]; then
  mkdir w
  cat >w/CMakeLists.txt <<'END'
cmake_minimum_required(VERSION 3.13)
project(p C)
find_package(HALT REQUIRED)
add_executable(w ../main.c ../l.c ../s.c)
halt_instrument(w KINDS entry PLUGIN "$ENV{PLUGIN_FILE}")
END
  { CC=$CC CFLAGS=-m32 cmake -S w -B wb -DHALT_DIR="$root/usr/lib/cmake/HALT" && cmake --build wb; } >log 2>&1 || tail log
  ./wb/w
  $halt report wb/w | sed -n -e '/^$/q' -e 's/  */ /gp' | grep entry
else
  echo "entry 4 3 1 3"
fi
echo "-- errors"
mkdir bad
refuse ()
{
  { printf 'cmake_minimum_required(VERSION 3.13)\nproject(p %s)\nfind_package(HALT REQUIRED)\nadd_library(l ../%s)\n' ${2-C l.c}
    echo "$1"
  } >bad/CMakeLists.txt
  rm -rf bb
  CC=$CC cmake -S bad -B bb -DCMAKE_PREFIX_PATH="$root/usr" 2>&1 | tr -s ' \n' ' ' |
    grep -o "HALT: no plugin\|halt_instrument: [^(]*Call" | sed 's/ Call//'
}
refuse "halt_instrument(m KINDS cbr)"
refuse "halt_instrument(l)"
refuse "halt_instrument(l cbr)"
refuse "add_library(i INTERFACE)
halt_instrument(i KINDS cbr)"
refuse "halt_instrument(HALT::halt KINDS cbr)"
refuse "halt_instrument(l KINDS cbr ROUTINES own.c PLUGIN $PLUGIN_FILE)" "CXX main.cc"

>>> out
kind points executed executions
cbr 4 4 36
entry 2 2 2
2 in_l [libl.so]
3 in_s
counted
0
2
cbr
entry
-- coverage
  lines  only it  test
      4        0  fails
      4        0  one
      4        0  one_test
      4        0  two
      5           all, of 5 lines
2 of 4 tests execute all of that, no fewer do: fails one
-- Fortran
entry 2 2 0 2
-- 32 bits
entry 4 3 1 3
-- errors
halt_instrument: no target 'm'
halt_instrument: say what, as in KINDS cbr entry
halt_instrument: 'cbr' is none of KINDS, OPTIONS, ROUTINES, PLUGIN
halt_instrument: 'i' is not compiled here; name the target that is
halt_instrument: 'HALT::halt' is not compiled here; name the target that is
halt_instrument: the project does not have the language of 'own.c'
