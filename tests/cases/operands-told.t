# SPDX-License-Identifier: GPL-3.0-or-later
# Who gives a profile alone is told of which program it is, not of the folder's halt.prof; who
# gives a name of C++ where a symbol is wanted is told a pattern for it, which works.

>>> a.cc
namespace app { namespace digits {
int volatile sink;
__attribute__ ((noipa)) int parse (int x) { if (x > 3) sink = x; return x; }
__attribute__ ((noipa)) int parse (long x) { if (x > 3) sink = 1; return 2; }
struct box { __attribute__ ((noipa)) int size () const { if (sink > 3) sink = 2; return sink; } };
} }
int main (int c, char **) { return app::digits::parse (c) + app::digits::parse (2l) + app::digits::box ().size () > 9; }

>>> b.c
int main (void) { return 0; }

>>> run
$CXX -O1 -g $PLUGIN $(arg cbr entry) a.cc "$LIBHALT" -o prog
$CC -O1 -g $PLUGIN $(arg cbr entry) b.c "$LIBHALT" -o other
HALT_FILE=mine.prof ./prog
HALT_LIVE=1 HALT_FILE=live.prof ./prog
./other
for file in mine.prof live.prof halt.prof b.c; do
  $HALT report $file 2>&1 | sed "s,$PWD,.,g" || true
done
$CXX -O1 -g $PLUGIN $(arg switch cbr entry) a.cc "$LIBHALT" -o prog
for name in app::digits::parse 'cbr@app::digits::parse' app::digits::box::size no::such; do
  $HALT run --on="$name" -o o.prof ./prog 2>said || true
  grep -q 'may not be traced' said && exit 77
  cat said
  meant=$(sed -n "s/.*did you mean '\(.*\)'?/\1/p" said)
  [ -z "$meant" ] || { $HALT run --on="$meant" -o o.prof ./prog; $HALT report --format=csv prog o.prof | awk -F, '$14 > 0 { print $1, $4, $14 }'; }
done

>>> out
ghalt: mine.prof: a profile, of ./prog: ghalt report ./prog mine.prof
ghalt: live.prof: a profile, of ./prog: ghalt report ./prog live.prof
ghalt: halt.prof: a profile, of ./other: ghalt report ./other halt.prof
ghalt: b.c: not an ELF file; halt.prof is of ./other
ghalt: no point has a name like 'app::digits::parse'; did you mean '_ZN3app6digits5parse*'?
ghalt: note: 3 of 7 points were off; nothing is known of them
kind function events
entry _ZN3app6digits5parseEi 1
cbr _ZN3app6digits5parseEi 1
entry _ZN3app6digits5parseEl 1
cbr _ZN3app6digits5parseEl 1
ghalt: no point has a name like 'cbr@app::digits::parse'; did you mean '_ZN3app6digits5parse*'?
ghalt: note: 3 of 7 points were off; nothing is known of them
kind function events
entry _ZN3app6digits5parseEi 1
cbr _ZN3app6digits5parseEi 1
entry _ZN3app6digits5parseEl 1
cbr _ZN3app6digits5parseEl 1
ghalt: no point has a name like 'app::digits::box::size'; did you mean '_ZNK3app6digits3box4size*'?
ghalt: note: 5 of 7 points were off; nothing is known of them
kind function events
entry _ZNK3app6digits3box4sizeEv 1
cbr _ZNK3app6digits3box4sizeEv 1
ghalt: no point has a name like 'no::such'
