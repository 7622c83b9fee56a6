# SPDX-License-Identifier: GPL-3.0-or-later
# An object file that was stripped before the link has lost its map: the report says so, with
# calls and with count, and merge does not pass on what it cannot know.

>>> main.c
#include <stdio.h>
int other (int);
int main (int c, char **v) { (void) v; int s = 0; for (int i = 0; i < 10 * c; i++) s += other (i); printf ("%d\n", s); return 0; }

>>> other.c
int other (int x) { return x % 3 ? x : -x; }

>>> run
for kinds in "cbr entry" "cbr entry count" "cbr entry count=thread"; do
  for how in "strip --strip-debug" "objcopy -w -R .debug.halt*"; do
    echo "-- $kinds: $how"
    for s in main other; do $CC -O1 -g $PLUGIN $(arg $kinds) -c $s.c; done
    set -f; $how main.o; set +f
    $CC main.o other.o "$LIBHALT" -pthread -o prog
    ./prog >/dev/null
    $HALT report --format=csv prog 2>said | awk -F, '$1 == "entry" { print $4, $14 }'
    cat said
    $HALT merge -o sum halt.prof 2>&1 || echo "status $?"
    rm -f sum halt.prof
  done
done

>>> out
-- cbr entry: strip --strip-debug
other 10
ghalt: note: 3 counts of halt.prof belong to code without a map: its object file was stripped before the link
-- cbr entry: objcopy -w -R .debug.halt*
other 10
ghalt: note: 3 counts of halt.prof belong to code without a map: its object file was stripped before the link
-- cbr entry count: strip --strip-debug
other 10
ghalt: note: counts of halt.prof are too small: code is in it whose object file was stripped before the link, and with it the debug section that says what its cells mean
ghalt: halt.prof: counts are missing: of code whose object file was stripped before the link
status 2
-- cbr entry count: objcopy -w -R .debug.halt*
other 10
ghalt: note: counts of halt.prof are too small: code is in it whose object file was stripped before the link, and with it the debug section that says what its cells mean
ghalt: halt.prof: counts are missing: of code whose object file was stripped before the link
status 2
-- cbr entry count=thread: strip --strip-debug
other 10
ghalt: note: counts of halt.prof are too small: code is in it whose object file was stripped before the link, and with it the debug section that says what its cells mean
ghalt: halt.prof: counts are missing: of code whose object file was stripped before the link
status 2
-- cbr entry count=thread: objcopy -w -R .debug.halt*
other 10
ghalt: note: counts of halt.prof are too small: code is in it whose object file was stripped before the link, and with it the debug section that says what its cells mean
ghalt: halt.prof: counts are missing: of code whose object file was stripped before the link
status 2
