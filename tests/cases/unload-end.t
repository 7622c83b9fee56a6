# SPDX-License-Identifier: GPL-3.0-or-later
# A program that has closed some library, be it not instrumented, counts nothing twice at its
# end; what is called back after its destructors is counted, as long as libhalt.so is there,
# and set to 0.

>>> plain.c
static void (*then) (void);
void set (void (*f) (void)) { then = f; }
__attribute__ ((destructor)) static void last (void) { if (then) for (int i = 0; i < 5; i++) then (); }
>>> other.c
int other (void) { return 3; }
>>> prog.c
#include <dlfcn.h>
#include <stdlib.h>
void halt_reset (void);
void set (void (*f) (void));
static volatile int n;
static int resets;
static void back (void) { if (++n == resets) halt_reset (); }
static void closes (void) { dlclose (dlopen ("./other.so", RTLD_NOW)); }
int main (int argc, char **argv)
{
  resets = argc > 2 ? 4 : 0;
  if (argc > 1)
    atexit (closes);
  else
    closes ();
  set (back);
  back ();
  return 0;
}
>>> run
$CC -shared -fPIC plain.c -o plain.so
for library in "" "$PLUGIN $(arg entry count)"; do
  $CC -shared -fPIC $library other.c -o other.so
  for way in "" count count=thread; do
    $CC -O1 $PLUGIN $(arg entry $way) prog.c -Wl,--no-as-needed ./plain.so "${LIBHALT%.a}.so" \
      -Wl,-rpath,"${LIBHALT%/*}" -rdynamic -ldl -o prog
    for live in "" 1; do
      for late in "" late "late resets"; do
        HALT_LIVE=$live ./prog $late
        echo "$way:" $($HALT report prog halt.prof |
          awk '$NF ~ /^(main|closes|back)$/ { print $NF, $1 }' | sort)
      done
    done
  done
done | sort | uniq -c
>>> out
      4 : back 2 closes 0 main 0
      8 : back 6 closes 1 main 1
      4 count: back 2 closes 0 main 0
      8 count: back 6 closes 1 main 1
      4 count=thread: back 2 closes 0 main 0
      8 count=thread: back 6 closes 1 main 1
