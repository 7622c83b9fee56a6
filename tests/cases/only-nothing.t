# SPDX-License-Identifier: GPL-3.0-or-later
# Words of only= and exclude= that match nothing: the compiler says so where it makes
# the program at once, or where one letter is wrong; the report, of the whole program.

>>> parse.c
static int parse (int n) { return n > 3 ? n : n + 2; }
int lex (int n);
int lex (int n) { return n > 5 ? parse (n) : 4; }
int plain (void);
int plain (void) { return 3; }

>>> main.c
int lex (int n);
int main (int c, char **v) { (void) v; return lex (c) == 7; }

>>> own.c
#include <stdio.h>
static int n;
void _record_cbr (unsigned long c, unsigned long i) { (void) c, (void) i; n++; }
__attribute__ ((destructor)) static void end (void) { printf ("%d\n", n); }

>>> names.cc
namespace ns { struct box { int n; int size (int k) const { return k > n ? k : n; } }; }
int main (int c, char **) { ns::box b = { 3 }; return b.size (c) == 9; }

>>> clone.c
__attribute__ ((noinline)) static int
work (int n, int k)
{
  int sum = 0;
  for (int i = 0; i < n; i++)
    sum += i > k ? i : k / (i + 1);
  return sum;
}
int main (int c, char **v) { (void) v; return work (c, 7) + work (c + 1, 7) == 9; }

>>> run
cbr="$CC $PLUGIN $(arg cbr)"
try () { echo "* $*" | sed "s|$LIBHALT|libhalt.a|"; code $cbr $(for a; do case $a in *=*|count) arg $a ;; *) echo " $a" ;; esac; done) 2>&1; }
report () { code $HALT report "$@" 2>&1 >/dev/null | sed -n '/only=\|exclude=\|HALT map/p'; }

try only=prase main.c parse.c "$LIBHALT" -o prog
report prog
try only=nothing,nowhere.c parse.c main.c "$LIBHALT" -o prog 
try only=plain,lexx -c -Werror parse.c main.c
try only=sparse -c -Werror -w parse.c
try only=something,other* -c parse.c main.c
$CC main.o parse.o "$LIBHALT" -o prog
report prog
code $HALT summarize parse.o 2>&1
try only=plain -c parse.c main.c
$CC main.o parse.o "$LIBHALT" -o prog
report prog
try exclude=* -c parse.c main.c
$CC main.o parse.o "$LIBHALT" -o prog
report prog
try exclude=* parse.c main.c "$LIBHALT" -o prog

echo "* each unit has something for a word; some words nothing anywhere"
try only=lex,nothing,mainn exclude=none.c -c parse.c
try only=main,nothing,mainn exclude=none.c -c main.c
$CC main.o parse.o "$LIBHALT" -o prog
./prog
report prog
rm halt.prof

echo "* in a shared object"
try only=lex,main -fPIC -shared parse.c "$LIBHALT" -o libparse.so
try only=lex,main main.c ./libparse.so "$LIBHALT" -o prog
./prog
report prog
rm halt.prof

echo "* routines beside the program are left out by intention"
try only=lex parse.c own.c main.o -o prog
./prog

echo "* other ways to make code"
for more in -O2 "-O2 -flto" "-O2 -flto $(arg at=gimple)" "$(arg blpp)"; do
  for only in prase parse lex lex,nothing; do
    rm -f halt.prof
    $cbr $more $(arg only=$only) -w parse.c main.c "$LIBHALT" -o prog
    ./prog
    echo $more only=$only: $(report prog)
  done
done

echo "* names of C++"
$CXX $PLUGIN $(arg cbr only=size) names.cc "$LIBHALT" -o prog 2>&1
$CXX $PLUGIN $(arg cbr only=ns::box::size) names.cc "$LIBHALT" -o prog

echo "* clones"
for how in only exclude; do
  $cbr -O2 $(arg $how=work dump=label) clone.c "$LIBHALT" -o prog 2>&1 |
    sed 's/ [0-9].*//; s/^label.*/label/' | sort -u
done

echo "* a list with many names"
seq -f 'name%.0f' 500 >list
try only=@list parse.c "$LIBHALT" main.o -o prog | tail -n 2
report prog

>>> out
* only=prase main.c parse.c libhalt.a -o prog
cc1: note: halt: option 'only' leaves out all of 'main.c'
cc1: note: halt: option 'only' has 'prase', and nothing in 'main.c' is called so
cc1: warning: halt: option 'only' leaves out all of 'parse.c'
cc1: note: halt: option 'only' has 'prase', and nothing in 'parse.c' is called so; did you mean 'parse'?
ghalt: prog: no HALT map: only= left nothing to instrument: only=prase (nearest: parse) matches nothing
* only=nothing,nowhere.c parse.c main.c libhalt.a -o prog
cc1: note: halt: option 'only' leaves out all of 'parse.c'
cc1: note: halt: option 'only' has 'nothing', and nothing in 'parse.c' is called so
cc1: note: halt: option 'only' has 'nowhere.c', and nothing in 'parse.c' is called so
cc1: note: halt: option 'only' leaves out all of 'main.c'
cc1: note: halt: option 'only' has 'nothing', and nothing in 'main.c' is called so
cc1: note: halt: option 'only' has 'nowhere.c', and nothing in 'main.c' is called so
* only=plain,lexx -c -Werror parse.c main.c
cc1: note: halt: option 'only' has 'lexx', and nothing in 'parse.c' is called so; did you mean 'lex'?
* only=sparse -c -Werror -w parse.c
* only=something,other* -c parse.c main.c
ghalt: prog: no HALT map: only= left nothing to instrument: only=other* and only=something match nothing
ghalt: parse.o: no HALT map: only= left nothing to instrument: only=other* and only=something match nothing
exit 2
* only=plain -c parse.c main.c
ghalt: prog: no HALT map: only= left nothing that has points, or it was inlined elsewhere
* exclude=* -c parse.c main.c
ghalt: prog: no HALT map: exclude= left nothing that has points, or it was inlined elsewhere
* exclude=* parse.c main.c libhalt.a -o prog
cc1: note: halt: option 'exclude' leaves out all of 'parse.c'
cc1: note: halt: option 'exclude' leaves out all of 'main.c'
* each unit has something for a word; some words nothing anywhere
* only=lex,nothing,mainn exclude=none.c -c parse.c
* only=main,nothing,mainn exclude=none.c -c main.c
cc1: note: halt: option 'only' has 'mainn', and nothing in 'main.c' is called so; did you mean 'main'?
ghalt: note: exclude=none.c, only=mainn (nearest: main) and only=nothing match nothing
* in a shared object
* only=lex,main -fPIC -shared parse.c libhalt.a -o libparse.so
cc1: note: halt: option 'only' has 'main', and nothing in 'parse.c' is called so
* only=lex,main main.c ./libparse.so libhalt.a -o prog
cc1: note: halt: option 'only' has 'lex', and nothing in 'main.c' is called so
* routines beside the program are left out by intention
* only=lex parse.c own.c main.o -o prog
1
* other ways to make code
-O2 only=prase: ghalt: prog: no HALT map: only= left nothing to instrument: only=prase (nearest: parse) matches nothing
-O2 only=parse: ghalt: prog: no HALT map: only= left nothing that has points, or it was inlined elsewhere
-O2 only=lex: ghalt: prog: no HALT map: only= left nothing that has points, or it was inlined elsewhere
-O2 only=lex,nothing: ghalt: prog: no HALT map: only= left nothing that has points, or it was inlined elsewhere; only=nothing matches nothing
-O2 -flto only=prase: ghalt: prog: no HALT map: only= left nothing to instrument: only=prase (nearest: parse) matches nothing
-O2 -flto only=parse: ghalt: prog: no HALT map: only= left nothing that has points, or it was inlined elsewhere
-O2 -flto only=lex: ghalt: prog: no HALT map: only= left nothing that has points, or it was inlined elsewhere
-O2 -flto only=lex,nothing: ghalt: prog: no HALT map: only= left nothing that has points, or it was inlined elsewhere; only=nothing matches nothing
-O2 -flto -fplugin-arg-halt-at=gimple only=prase: ghalt: prog: no HALT map: only= left nothing to instrument: only=prase (nearest: parse) matches nothing
-O2 -flto -fplugin-arg-halt-at=gimple only=parse: ghalt: prog: no HALT map: only= left nothing that has points, or it was inlined elsewhere
-O2 -flto -fplugin-arg-halt-at=gimple only=lex:
-O2 -flto -fplugin-arg-halt-at=gimple only=lex,nothing: ghalt: note: only=nothing matches nothing
-fplugin-arg-halt-blpp only=prase: ghalt: prog: no HALT map: only= left nothing to instrument: only=prase (nearest: parse) matches nothing
-fplugin-arg-halt-blpp only=parse:
-fplugin-arg-halt-blpp only=lex:
-fplugin-arg-halt-blpp only=lex,nothing: ghalt: note: only=nothing matches nothing
* names of C++
cc1plus: warning: halt: option 'only' leaves out all of 'names.cc'
cc1plus: note: halt: option 'only' has 'size', and nothing in 'names.cc' is called so; did you mean 'ns::box::size'?
* clones
label
left out: function main: not in only=
left out: function work.constprop: in exclude=
* a list with many names
cc1: note: halt: option 'only' has 'name8', and nothing in 'parse.c' is called so
cc1: note: halt: the same is true of 492 more
