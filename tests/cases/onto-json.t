# SPDX-License-Identifier: GPL-3.0-or-later
# What became of each function of a profile of another build, in JSON and from the library.
# Paths have no place in another build: that is said, and nothing is made of them.

>>> prog.c
#include <stdio.h>
__attribute__ ((noipa)) int
same (int n)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    s += i % 3 ? i : puts ("third");
  return s;
}

#ifdef NEW
# define before after
__attribute__ ((noipa)) int
added (int n)
{
  return n > 3 ? puts ("more") : 5;
}
#else
__attribute__ ((noipa, constructor)) void
gone (void)
{
  if (stdin)
    puts ("much");
}
#endif

__attribute__ ((noipa)) int
before (int n)
{
  for (int i = 0; i < n; i++)
    {
      if (i % 7 == 3)
	puts ("a");
      else if (i % 5 == 2)
	putchar ('b');
    }
  return n < 9;
}

__attribute__ ((noipa)) int
changed (int n)
{
#ifdef NEW
  if (n < 0)
    puts ("negative");
#endif
  for (int i = 0; i < n; i++)
    if (i % 4 == 1)
      printf ("%d\n", same (i));
  return n;
}

int
main (int argc, char **argv)
{
  (void) argv;
  return before (20 + argc) + changed (30) == 5;
}

>>> check.py
import halt, json, sys
r = json.load(open("report.json"))
moved = halt.Profile("old.prof").onto(halt.Program("new"), halt.Program("old"))
report = halt.Report(halt.Program("new"), moved)
theirs = {f.name: f.moved for f in report.functions}
functions = sorted((f for u in r["units"] for f in u["functions"]), key=lambda f: f["name"])
sums = {"events": 0, "kept": 0}
for f in functions:
    o, m = f.get("onto"), theirs[f["name"]]
    assert (o is None) == (m is None), f["name"]
    if not o:
        print(f["name"], "is new")
        continue
    assert (o["how"], o["was"], o["events"], o["kept"], o["sure"]) == (m.how, m.was, m.events, m.kept, m.sure)
    assert m in moved.moved_functions
    assert o["events"] >= o["kept"] >= o["sure"] >= 0, o
    if o["how"] == "same":
        assert o["events"] == o["sure"], o
    for k in sums:
        sums[k] += o[k]
    print(f["name"], o["how"], o["was"])
all_ = r["onto"]
lost = all_["events"] - sums["events"]
# What gone counted.
assert all_["kept"] == sums["kept"] and 0 < lost < 5, (all_, sums)
print(*("%s %s" % (k, all_[k]) for k in ("same", "changed", "renamed", "new", "gone")), sep=", ")
assert all_["left_out"] == moved.moved.elsewhere
print("paths are left out" if all_["left_out"] else "nothing is left out")

>>> run
export PYTHONPATH=$TESTS/../python GHALT_LIBRARY=${HALT%/*}/libghalt.so.0 PYTHONDONTWRITEBYTECODE=1
# build KINDS: the old program, which runs, and the new one.
build ()
{
  $CC -O1 -g $PLUGIN $(arg $1 count) prog.c "$LIBHALT" -o old
  $CC -O1 -g $PLUGIN $(arg $1 count) -DNEW prog.c "$LIBHALT" -o new
  HALT_FILE=old.prof ./old >output
}
for kinds in "at=gimple arc" "cbr entry" "cbr entry blpp"; do
  echo "== $kinds"
  build "$kinds"
  "$HALT" report --format=json --onto=new old old.prof >report.json 2>notes
  python3 -W ignore -m jsonschema -i report.json "$TESTS/../docs/schema/report.json"
  python3 check.py
  sed -n 's/^ghalt: note: [1-9][0-9]* \(counters\)/\1/p' notes
done
"$HALT" merge --onto=new --only=./old -o moved old.prof 2>notes
code "$HALT" paths new moved 2>&1 | grep -c "put onto another build"
build blpp
code "$HALT" report --onto=new old old.prof 2>&1
code "$HALT" merge --onto=new --only=./old -o none old.prof 2>&1

>>> out
== at=gimple arc
added is new
after renamed before
changed changed changed
main same main
same same same
same 2, changed 1, renamed 1, new 1, gone 1
nothing is left out
== cbr entry
added is new
after renamed before
changed changed changed
main same main
same same same
same 2, changed 1, renamed 1, new 1, gone 1
nothing is left out
== cbr entry blpp
added is new
after renamed before
changed changed changed
main same main
same same same
same 2, changed 1, renamed 1, new 1, gone 1
paths are left out
counters of paths are left out
1
ghalt: old.prof counts paths alone (blpp), which cannot be put onto another build; count edges, too: cbr, mbr, entry
exit 2
ghalt: old.prof counts paths alone (blpp), which cannot be put onto another build; count edges, too: cbr, mbr, entry
exit 2
