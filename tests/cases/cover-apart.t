# SPDX-License-Identifier: GPL-3.0-or-later
# cover: instances of a template apart have what functions have that are written for each type,
# together what both have; functions in functions what they have where they stand alone; what
# is left out is named.

>>> template.cc
template <class T> static bool both (T a, T b)
{ while (a > 4) a -= 2; if (a > 1 || b == 3) return b > 1 && a < 9; return false; }
template <class T> struct V { T v; int f (int n) { return n ? 1 : g (n); } int g (int n) { switch (n) { case 1: return 4; } return 3; } };
int main ()
{
  V<int> v { 1 };
  V<char> w { 2 };
  int sum = v.f (1) + w.f (0) + v.f (2);
  for (int i = 0; i < 7; i++)
    sum += both (i, 5) + both (i * 0.5, 2.0 * i);
  return sum < 0;
}

>>> nested.c
#include <stdio.h>
IN int g (int a, int b)
{
  BEGIN
  IN int k (int d) { return d && d > 1 ? d : 2; }
  IN int h (int c)
  {
    if (c > 1 || c == 0)
      return k (c);
    return 5;
  }
  END
  return a || b ? h (a) + h (b) : 2;
}
int main (void) { printf ("%d\n", g (2, 0) + g (0, 0) + g (1, 3)); }

>>> left.cc
#include <coroutine>
#include <cstdio>
struct task
{
  struct promise_type
  {
    task get_return_object () { return {}; }
    std::suspend_never initial_suspend () { return {}; }
    std::suspend_never final_suspend () noexcept { return {}; }
    void return_void () {}
    void unhandled_exception () {}
  };
};
static task start (int n) { if (n > 1) co_return; std::puts ("one"); }
consteval int now (int n) { return n > 2 ? n : 2; }
__attribute__ ((no_profile_instrument_function)) static int quiet (int a) { return a ? 1 : 2; }
static int gone (int a) { return a ? 1 : 2; }
int main () { start (1); std::printf ("%d\n", now (3) + quiet (1) + gone (1)); }

>>> parts.py
# What each function has, in the order in which it stands there.
import json, re, sys
parts = {}
for i in json.load (open (sys.argv[1]))["items"]:
    with_ = re.search (r"with T = (\w+)", i["function"])
    name = re.search (r"(\w+)(<\w+>)?\(", i["function"] + "(")[1]
    kind = re.search (r"\w+<(\w+)>", i["function"])
    which = with_[1] if with_ else kind[1] if kind else ""
    parts.setdefault ((name, which), []).append (
        (i["sort"], i.get ("kind"), i.get ("count"), [v["count"] for v in i.get ("vectors", [])],
         [c["count"] for c in i.get ("cases", [])]))
print (*sorted ((k, v) for k, v in parts.items () if k[0] not in ("main", "sum")), sep = "\n")

>>> run
covered () { $1 $PLUGIN $(arg cover count) $2 $LIBHALT -o covered; rm -f prof; HALT_FILE=prof ./covered; }
covered "$CXX -O2" template.cc
$HALT cover --conditions --instances --format=json covered prof >apart.json
$HALT cover --conditions --instances covered prof >apart
$HALT cover --conditions covered prof | head -n 1
head -n 1 apart
grep 'with T' apart | head -n 3
python3 parts.py apart.json >apart
python3 -W ignore -m jsonschema -i apart.json "$TESTS/../docs/schema/written.json"
# The same, with a specialization for each type in place of the template.
sed 's/^template <class T> static bool both (T a, T b)/template <class T> bool both (T a, T b);/
/^{ while/{h;s/^/template <> bool both<int> (int a, int b)\n/;p;g;s/^/template <> bool both<double> (double a, double b)\n/}
/^template <class T> struct V/{h;s/.*/template <class T> struct V;/;p;g;s/template <class T> struct V/template <> struct V<int>/;s/T v/int v/;p;g;s/template <class T> struct V/template <> struct V<char>/;s/T v/char v/}' template.cc >written.cc
covered "$CXX -O2" written.cc
$HALT cover --conditions --format=json covered prof >written.json
python3 parts.py written.json >written
diff apart written && echo "as written"
$HALT cover --instances covered prof 2>&1 | tail -n 1
# Functions in functions, and out of them.
sed 's/BEGIN\|END//; s/\bIN int g/static int g/; s/\bIN //' nested.c >in.c
python3 -c "
import re
text = open ('nested.c').read ()
inner = re.search (r'BEGIN\n(.*)  END\n', text, re.S)
text = text.replace (inner[0], '').replace ('IN int g', inner[1] + 'IN int g').replace ('IN ', 'static ')
open ('out.c', 'w').write (text)"
for f in in out; do
  covered "$CC -O2" $f.c
  $HALT cover --conditions --format=json covered prof >$f.json
  python3 parts.py $f.json >$f
done
diff in out && wc -l <in
# What is left out.
$CXX -std=c++20 $PLUGIN $(arg cover count exclude=gone) left.cc $LIBHALT -o left
HALT_FILE=left.prof ./left
$HALT cover --conditions left left.prof | grep "left out"
python3 -c "print ('int x[5000]; int main (void) { return %s; }' % ' && '.join ('x[%d]' % i for i in range (4097)))" >large.c
covered "$CC" large.c
$HALT cover --conditions covered prof | sed 's/large.c:1:[0-9]*:/large.c:1:/'
$HALT cover --conditions --format=json covered prof >large.json
python3 -W ignore -m jsonschema -i large.json "$TESTS/../docs/schema/written.json"

>>> out
functions 4/4, statements 15/16, calls 6/6, decisions 9/10, conditions 11/14, cases 1/2, masking 4/7, unique 4/7
functions 6/7, statements 20/25, calls 6/7, decisions 13/18, conditions 17/26, cases 1/4, masking 4/13, unique 4/13
template.cc:2:3: [with T = double]: while: false 7, true 0
template.cc:2:3: [with T = int]: while: false 7, true 2
template.cc:2:17: [with T = double]: never executed
as written
ghalt: '--instances' needs '--conditions'
14
14
3
one
5
left.cc:14:13: task start(int): function is left out: coroutine: GCC has made other functions of it
left.cc:15:15: consteval int now(int): function is left out: consteval: the compiler evaluates it
left.cc:16:61: int quiet(int): function is left out: attribute no_profile_instrument_function
left.cc:17:12: int gone(int): function is left out: in exclude=
functions 1/1, statements 1/1, calls 0/0, decisions 0/0, conditions 0/0, cases 0/0, masking 0/0, unique 0/0
large.c:1: main: decision is left out: too many conditions
