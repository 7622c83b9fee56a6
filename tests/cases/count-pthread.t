# SPDX-License-Identifier: GPL-3.0-or-later
# Where there are threads, by -pthread, plain count says what it loses; -Werror
# makes no error of that, it is said once a program, and who says count=plain or has no counters hears nothing.

>>> a.c
int f (int n) { return n > 3 ? f (n - 1) : 7; }
#ifndef NO_MAIN
int main (int c, char **v) { (void) v; return f (c) == 3; }
#endif

>>> none.c
int n;

>>> run
try () { echo "$*"; code $CC -Werror $PLUGIN $(arg cbr) -c "$@" -o a.o 2>&1; }
try a.c $(arg count)
try a.c $(arg count) -pthread
try a.c $(arg count) -pthread -O2 -flto $(arg lto)
try a.c $(arg count) -fopenmp
try a.c $(arg count) -D_REENTRANT
try a.c $(arg blpp count) -pthread
try a.c $(arg count) -pthread -w
try none.c $(arg count) -pthread
for how in plain atomic thread; do
  try a.c $(arg count=$how) -pthread
done
try a.c -pthread
try a.c $(arg count) -pthread -DNO_MAIN
echo "* many files"
echo 'int f (int n); int g (int); int main (int c, char **v) { (void) v; return f (c) == g (c); }' >main.c
echo 'int g (int n) { return n & 1 ? 3 : n; } void h (void) { if (g (5)) g (3); }' >g.c
for lto in "" "-flto" "-flto=1 -flto-partition=max"; do
  $CC -O2 $lto -pthread $PLUGIN $(arg cbr count) -DNO_MAIN main.c a.c g.c "$LIBHALT" -o prog 2>&1 |
    sed '/^lto-wrapper/d; s/:.*count=thread.*/: note/'
done

>>> out
a.c -fplugin-arg-halt-count
a.c -fplugin-arg-halt-count -pthread
cc1: note: halt: 'count' loses events that several threads count at once, and there is '-pthread'; 'count=thread' loses none ('count=plain': only one thread comes here)
a.c -fplugin-arg-halt-count -pthread -O2 -flto -fplugin-arg-halt-lto
a.c -fplugin-arg-halt-count -fopenmp
cc1: note: halt: 'count' loses events that several threads count at once, and there is '-pthread'; 'count=thread' loses none ('count=plain': only one thread comes here)
a.c -fplugin-arg-halt-count -D_REENTRANT
cc1: note: halt: 'count' loses events that several threads count at once, and there is '-pthread'; 'count=thread' loses none ('count=plain': only one thread comes here)
a.c -fplugin-arg-halt-blpp -fplugin-arg-halt-count -pthread
cc1: note: halt: 'count' loses events that several threads count at once, and there is '-pthread'; 'count=thread' loses none ('count=plain': only one thread comes here)
a.c -fplugin-arg-halt-count -pthread -w
none.c -fplugin-arg-halt-count -pthread
a.c -fplugin-arg-halt-count=plain -pthread
a.c -fplugin-arg-halt-count=atomic -pthread
a.c -fplugin-arg-halt-count=thread -pthread
a.c -pthread
a.c -fplugin-arg-halt-count -pthread -DNO_MAIN
* many files
cc1: note
lto1: note
lto1: note
