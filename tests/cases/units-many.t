# SPDX-License-Identifier: GPL-3.0-or-later
# More units in an object, and more objects at the start, than the library has room for when
# it looks at them first: 2,100 units in the program and in a library that is opened, and
# twenty libraries.

>>> unit.c
extern int runs;
static __attribute__ ((constructor)) void up (void) { if (runs < 50000) runs++; }
>>> main.c
#include <dlfcn.h>
int runs;
int main (void)
{
  void *many = dlopen ("./many.so", RTLD_NOW);
  dlclose (many);
  return !many;
}
>>> run
all=$(yes unit.o | head -2100)
for way in "" count; do
  $CC -O1 -fPIC $PLUGIN $(arg entry $way) -c unit.c
  $CC -shared $all -o many.so
  libraries=
  for i in $(seq 20); do
    $CC -shared unit.o -Wl,-soname,$i.so -o $i.so
    libraries="$libraries ./$i.so"
  done
  $CC main.c $all -Wl,--no-as-needed $libraries "${LIBHALT%.a}.so" -rdynamic \
    -Wl,-rpath,"${LIBHALT%/*}:." -ldl -o prog
  for live in "" 1; do
    HALT_LIVE=$live ./prog
    echo "$way $live:" $($HALT report prog halt.prof | awk '$1 == "entry"')
  done
done
>>> out
 : entry 4220 4220 0 4220
 1: entry 4220 4220 0 4220
count : entry 4220 4220 0 4220
count 1: entry 4220 4220 0 4220
