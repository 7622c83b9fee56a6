# SPDX-License-Identifier: GPL-3.0-or-later
# A function that was inlined, or that a clone or another unit's copy stands for, was executed
# though its own copy was not: no output says that it never was.

>>> a.h
extern volatile int sink;
void other (void);
static inline int
header (int n)
{
  if (n % 3 == 1)
    sink++;
  return n ^ sink;
}

>>> a.c
#include "a.h"
volatile int sink;
int
twice (int n)
{
  if (n & 1)
    return n * 2;
  return n + sink;
}
void
dead (void)
{
  sink = 0;
}
int
inner (int n)
{
  return n % 7 == 2 ? sink : n;
}
int
outer (int n)
{
  return inner (n + sink) + 1;
}
int
partly (int *p, int n)
{
  if (!p)
    return 3;
  for (int i = 0; i < n; i++)
    sink += p[i] * sink;
  for (int i = 0; i < n; i++)
    sink += p[i] / (sink | 1);
  for (int i = 0; i < n; i++)
    sink += p[i] % (sink | 1);
  return sink;
}
int
only_inlined_in_dead (int n)
{
  return n + sink;
}
int
dead_too (int n)
{
  return only_inlined_in_dead (n) * sink;
}
int (*taken) (int) = header;
int *volatile none;
int
main (int argc, char **argv)
{
  (void) argv;
  int s = argc;
  for (int i = 0; i < 334; i++)
    s += twice (i) + outer (i);
  s += partly (none, s) + partly (none, argc);
  if (argc > 7)
    s += partly (&s, argc) + partly (&argc, 5);
  other ();
  return s == 12345;
}

>>> b.c
#include "a.h"
void
other (void)
{
  for (int i = 0; i < 50; i++)
    sink += header (i);
}

>>> t.cc
volatile int sink;
template <class T> struct box { T v; box (T x); ~box (); T get () const; };
template <class T>
box<T>::box (T x) : v (x)
{
  if (x > 3)
    sink = sink + 1;
}
template <class T>
box<T>::~box ()
{
  sink = sink + 1;
}
template <class T>
T box<T>::get () const
{
  return v > 5 ? v : v + sink;
}
template struct box<int>;
template struct box<long>;
int
main ()
{
  for (int i = 0; i < 50; i++)
    {
      box<int> b (i);
      sink = sink + b.get ();
    }
}

>>> run
# What is inlined in a loop stays there.
CC="$CC -fno-move-loop-invariants"
lists () { $HALT report --hot "$1" | sed -n '/^inlined\|^executed\|^functions that/,$p'; }
for at in rtl gimple; do
  echo "== $at"
  $CC -O2 -g $PLUGIN $(arg at=$at cbr entry bb) a.c b.c "$LIBHALT" -o prog
  ./prog
  lists prog | grep -v '\.part\.'
  $HALT cover --format=json prog 2>/dev/null >cover
  python3 -c '
import json
for f in json.load (open ("cover"))["files"]:
    print (f["path"].split ("/")[-1], f["functions"], f["never"] if f["at"] == "rtl" else "")'
  $HALT html -o site prog >/dev/null
  python3 -c '
import json
index = json.loads (open ("site/data/index.js").read ()[15:-3])
for f in sorted (index["functions"], key = lambda f: f["name"]):
    if ".part" not in f["name"]:
        print (f["name"], "never" if f["never"] else f.get ("elsewhere", "executed"))'
done
echo "== entries alone"
$CC -O2 -g $PLUGIN $(arg entry) a.c b.c "$LIBHALT" -o prog
./prog
lists prog | grep -v '\.part\.'
echo "== templates"
$CXX -O2 -g $PLUGIN $(arg cbr entry bb) t.cc "$LIBHALT" -o prog
./prog
lists prog

>>> out
== rtl
inlined, own copy never entered (entry)
  where   function
  a.h:4   header
  a.c:4   twice
  a.c:16  inner
  a.c:21  outer
  a.c:26  partly

functions that were never executed (entry)
  where   function
  a.c:11  dead
  a.c:39  only_inlined_in_dead
  a.c:44  dead_too
a.h {'found': 1, 'hit': 1} []
a.c {'found': 8, 'hit': 5} [11, 13, 30, 31, 32, 33, 34, 35, 36, 39, 41, 44, 59]
b.c {'found': 1, 'hit': 1} []
dead never
dead_too never
header inlined
inner inlined
main executed
only_inlined_in_dead never
other executed
outer inlined
partly inlined
twice inlined
== gimple
inlined, own copy never entered (entry)
  where   function
  a.c:21  outer
  a.c:16  inner
  a.c:4   twice
  a.h:4   header

functions that were never executed (entry)
  where   function
  a.c:44  dead_too
  a.c:39  only_inlined_in_dead
  a.c:11  dead
a.c {'found': 8, 'hit': 5} 
a.h {'found': 1, 'hit': 1} 
b.c {'found': 1, 'hit': 1} 
dead never
dead_too never
header inlined
inner inlined
main executed
only_inlined_in_dead never
other executed
outer inlined
partly executed
twice inlined
== entries alone
inlined, own copy never entered (entry)
  where   function
  a.c:26  partly

inlined, own copy never entered; kind bb tells whether executed (entry)
  where   function
  a.h:4   header
  a.c:4   twice
  a.c:16  inner
  a.c:21  outer

functions that were never executed (entry)
  where   function
  a.c:11  dead
  a.c:39  only_inlined_in_dead
  a.c:44  dead_too
== templates
inlined, own copy never entered (entry)
  where    function
  t.cc:4   box<int>::box(int)
  t.cc:15  box<int>::get() const
  t.cc:10  box<int>::~box()

functions that were never executed (entry)
  where    function
  t.cc:4   box<long>::box(long)
  t.cc:15  box<long>::get() const
  t.cc:10  box<long>::~box()
