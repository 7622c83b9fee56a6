# SPDX-License-Identifier: GPL-3.0-or-later
# Where there are threads, by -pthread, plain count says what it loses; -Werror
# makes no error of that, and who says count=plain or has no counters hears nothing.

>>> a.c
int f (int n) { return n > 3 ? f (n - 1) : 7; }

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
echo 'int f (int n); int main (int c, char **v) { (void) v; return f (c) == 3; }' >main.c
$CC -O2 -flto -pthread $PLUGIN $(arg cbr count) main.c a.c "$LIBHALT" -o prog 2>&1 |
  sed 's/:.*count=thread.*/: note/'

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
lto1: note
