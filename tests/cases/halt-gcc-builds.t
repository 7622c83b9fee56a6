# SPDX-License-Identifier: GPL-3.0-or-later
# cmake and meson build with halt-gcc what knows nothing of HALT: a program, a static
# and a shared library, C and C++, link-time optimisation.

>>> rest

>>> CMakeLists.txt
cmake_minimum_required(VERSION 3.9)
project(p C CXX)
include(CheckFunctionExists)
check_function_exists(printf HAVE_PRINTF)
add_library(l SHARED l.c)
add_library(s STATIC s.c)
add_executable(prog main.cc)
target_link_libraries(prog l s)

>>> meson.build
project('p', 'c', 'cpp')
cc = meson.get_compiler('c')
if not cc.has_function('printf')
  error('no printf')
endif
l = shared_library('l', 'l.c')
s = static_library('s', 's.c')
executable('prog', 'main.cc', link_with: [l, s])

>>> l.c
volatile int total;
void in_l (int n) { for (int i = 0; i < 9; i++) if (i > n) total++; }

>>> s.c
volatile int sum;
void in_s (int n) { for (int i = 0; i < 9; i++) if (i > n) sum++; }

>>> main.cc
#include <stdio.h>
extern "C" void in_l (int), in_s (int);
int main (int argc, char **) { in_l (argc); in_s (argc); puts ("done"); }

>>> run
command -v cmake >/dev/null && command -v meson >/dev/null || skip "no cmake or no meson"
halt=$HALT
unset HALT MAKEFLAGS MAKELEVEL CFLAGS CXXFLAGS
mkdir bin
cp "${halt%/*}/halt-gcc" bin
cp "${halt%/*}/libhalt.a" "${halt%/*}/libhalt.so.0" bin
ln -s libhalt.so.0 bin/libhalt.so
for name in g++ gcc-ar gcc-nm gcc-ranlib; do ln -s halt-gcc bin/halt-$name; done
export PATH="$PWD/bin:$PATH" HALT_CC=$CC HALT_CXX=$CXX HALT_PLUGIN=$HALT_SO
export CC=halt-gcc CXX=halt-g++

# of DIRECTORY FLAGS: what is counted, then only the branches of the program.
of ()
{
  rm -f halt.prof
  ./$1/prog
  ls halt.prof*
  "$halt" report $1/prog | sed -n -e '1d' -e '/^$/q' -e 's/  */ /gp'
}
quietly () { "$@" >log 2>&1 || { tail -n 30 log; exit 1; }; }
echo "-- cmake"
HALT=off quietly cmake -S . -B c -DCMAKE_BUILD_TYPE=Release
HALT_FLAGS="cbr entry" quietly cmake --build c
of c
HALT=off quietly cmake -S . -B d -DCMAKE_INTERPROCEDURAL_OPTIMIZATION=ON
HALT_FLAGS="cbr entry" quietly cmake --build d
of d | sed 's/entry.*/entry/'
echo "-- checks without HALT=off"
quietly cmake -S . -B e -DCMAKE_BUILD_TYPE=Release
quietly cmake --build e
of e
echo "-- meson"
HALT=off quietly meson setup m --buildtype=debugoptimized
HALT_FLAGS="cbr entry" quietly ninja -C m
of m
HALT=off quietly meson setup n -Db_lto=true
HALT_FLAGS="cbr count" quietly ninja -C n
of n

>>> out
-- cmake
done
halt.prof
cbr 18 6 12 6
entry 3 3 0 3
done
halt.prof
cbr 4 4 0 38
entry
-- checks without HALT=off
done
halt.prof
cbr 18 6 12 6
entry 3 3 0 3
-- meson
done
halt.prof
cbr 4 4 0 36
entry 3 3 0 3
done
halt.prof
cbr 4 4 0 38
