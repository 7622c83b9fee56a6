# SPDX-License-Identifier: GPL-3.0-or-later
# Which function came first, of a library that is opened again: the earliest place counts, not
# the sum.

>>> l.c
int a (int n) { return n + 1; }
int b (int n) { return n + 2; }
int c (int n) { return n + 3; }
>>> m.c
#include <dlfcn.h>
static void use (const char *names) { void *so = dlopen ("./l.so", RTLD_NOW); for (; *names; names++) { char s[2] = { *names, 0 }; int (*volatile f) (int) = (int (*) (int)) dlsym (so, s); f (1); } dlclose (so); }
int main (void) { use ("ba"); use ("acb"); return 0; }
>>> run
dump=$(echo "$GCOV" | sed 's/gcov/gcov-dump/')
for how in count count=thread; do
  plugin="$PLUGIN $(arg at=gimple pgo $how)"
  $CC -O2 -fPIC -shared $plugin l.c -o l.so
  $CC -O2 -rdynamic $plugin m.c -Wl,--whole-archive "$LIBHALT" -Wl,--no-whole-archive -o m
  for live in 0 1; do
    rm -rf halt.prof ours
    HALT_LIVE=$live ./m
    $HALT pgo -o ours m
    $dump -l ours/*l.so-l.gcda | sed -n '/time_prof/{n;s/.*0: //;p}' | xargs
  done
done
>>> out
3 1 2
3 1 2
3 1 2
3 1 2
