# SPDX-License-Identifier: GPL-3.0-or-later
# C++'s functions are shown with their whole names, clones and lambdas, too, as c++filt
# prints their symbols: in every output, at=gimple, and after link-time optimisation.  They
# may be chosen without what they return and take.

>>> a.cc
#include <cstdio>
#define KEEP __attribute__ ((noinline))
namespace n
{
struct A
{
  int v;
  A (int k) : v (k) {}
  KEEP ~A () { if (v > 100) puts ("x"); }
  KEEP operator int () const { return v > 1 ? v : 3; }
  KEEP int operator() (int k) const { return v > k ? v : 3; }
  template <class T> KEEP T f (T x, int k) { if (k > 3) return x + k; throw k; }
};
}
static KEEP int over (int a, int b) { int s = 0; for (int i = 0; i < a; i++) s += printf ("%d", b); return s; }
static KEEP int over (double a, int b) { int s = 0; for (int i = 0; i < a; i++) s += printf ("%d", b); return s; }
namespace { template <int N> KEEP int hidden (const char *s) { return *s ? N : 3; } }
int
main (int c, char **v)
{
  n::A a (c + 1);
  int t = over (c, 5) + over (c + 2, 5) + over (c * 2.0, 5);
  try { t += a.f (c, 1) + a.f (2.0, c); } catch (int) { t++; }
  auto l = [] (auto x) KEEP { if (x > 3) puts ("big"); return x; };
  puts ("");
  return (a + a (c) + l (3) + l (4.0) + hidden<7> (*v) + t) / 1000;
}

>>> names.py
import csv, sys
rows = {(r["function"], r["pretty"]) for r in csv.DictReader(sys.stdin) if r["kind"] == "entry"}
for row in sorted(rows):
    print("\t".join(row))

>>> run
command -v c++filt >/dev/null || skip "no c++filt"
make_it () { $CXX -g $PLUGIN "$@" $(arg entry cbr) a.cc "$LIBHALT" -o prog; ./prog >/dev/null; }
names () { $HALT report --format=csv "$@" prog | python3 names.py; }
for how in -O0 -O2 "-O2 $(arg at=gimple)" "-O2 -flto $(arg lto)" -Os; do
  make_it $how
  names >names
  cut -f 1 names | c++filt | paste - names | awk -F '\t' '$1 != $3 { print; bad = 1 } END { exit bad }' &&
    echo "all as c++filt"
done
make_it -O2
names | cut -f 2 | grep 'over\|::f<' | sed 's/ \[clone.*\.0\]$/ [clone .X.0]/'
echo "* chosen"
for name in over 'n::A::f*' 'n::A::f<int>' 'int n::A::f<int>' 'n::A::operator int' 'n::A::operator()' '*hidden<7>' \
  'n::A::~A'; do
  echo "$name: $(names --function="$name" | wc -l)"
done
echo "* everywhere"
for format in json callgrind cobertura pprof; do
  $HALT report --format=$format prog >$format
done
gzip -dc pprof >pprof.raw
sed -i 's/&lt;/</g; s/&gt;/>/g' cobertura
$HALT report --wide prog >text
$HALT report --hot --wide prog >hot
$HALT report --format=sqlite -o db prog
$HALT html -o site prog >/dev/null
cat site/data/*.js site/index.html | sed 's/\\u003[cC]/</g; s/\\u003[eE]/>/g' >html
$HALT summarize prog >summary
for output in text hot json callgrind cobertura pprof.raw db html summary; do
  for name in 'over(double, int)' 'n::A::f<int>(int, int)'; do
    grep -q -a -F "$name" $output || echo "$output: no $name"
  done
done
grep -h -o 'pretty":"[^"]*_Z[^"]*\|fn=.*_Z.*' json callgrind || echo "no mangled one"

>>> out
all as c++filt
all as c++filt
all as c++filt
all as c++filt
all as c++filt
over(double, int) [clone .X.0]
over(int, int) [clone .X.0]
double n::A::f<double>(double, int) [clone .X.0]
int n::A::f<int>(int, int) [clone .X.0]
* chosen
over: 2
n::A::f*: 2
n::A::f<int>: 1
int n::A::f<int>: 1
n::A::operator int: 1
n::A::operator(): 1
*hidden<7>: 1
n::A::~A: 1
* everywhere
no mangled one
