# SPDX-License-Identifier: GPL-3.0-or-later
# The key of a point is the same in another build wherever the code of its function is:
# with other lines and files, other functions around it and other kinds.  In a function
# that has changed it is another.  JSON, CSV, the library, Python and the process itself
# say the same.

>>> a.c
int same (int n);
int
same (int n)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    if (i & 5)
      s += i * n;
  return s;
}

>>> b.c
int changed (int n);
int
changed (int n)
{
#ifdef MORE
  if (n == 77)
    return 3;
#endif
  return n > 2 ? n + 3 : n / 3;
}

>>> main.c
#include <ghalt.h>
#include <halt/halt.h>
#include <stdio.h>
int same (int n), changed (int n);
static unsigned long id;

void
_record_entry (unsigned long i)
{
  id = i;
}

int
main (int argc, char **argv)
{
  int n = same (argc);
  printf ("%016lx ", (unsigned long) halt_key (id));
  n += changed (argc);
  printf ("%016lx %lx\n", (unsigned long) halt_key (id),
	  (unsigned long) halt_key (1ul << 40));
  return n > 100 && argv[0];
}

>>> keys.py
import csv, json, sys
import halt

def keys(name, kind):
    d = json.load(open(name + ".json"))
    points = [(f, p) for u in d["units"] for f in u["functions"] for p in f["points"]]
    rows = list(csv.DictReader(open(name + ".csv")))
    assert [p["key"] for f, p in points] == [r["key"] for r in rows]
    r = halt.open(name, name + ".prof")
    theirs = ["%016x" % p.key for f in r.functions for p in f.points]
    assert theirs == [p["key"] for f, p in points], theirs
    assert len(set(theirs)) == len(theirs) > 3
    return {f["name"]: [p["key"] for p in f["points"] if p["kind"] == kind]
            for u in d["units"] for f in u["functions"]}

for kind in "cbr", "entry":
    one, other = keys("one", kind), keys("other", kind)
    for name in "same", "changed":
        print(name, kind, one[name] == other[name], len(set(one[name]) & set(other[name])) > 0)
here = [one["same"][0], one["changed"][0], "0"]
assert open("here").read().split() == here, here

>>> run
# build NAME EXTRA ARGUMENT...: EXTRA are options.
build ()
{
  name=$1 extra=$2
  shift 2
  for file in a b; do
    $CC -O2 -g $extra $PLUGIN $(arg "$@") -c $file.c -o $file.o
  done
  $CC $INCLUDE -O2 main.c a.o b.o "${HALT%/*}/libghalt.a" "$LIBHALT" -ldw -lelf -lpthread -o $name
  for format in json csv; do
    HALT_FILE=$name.prof ./$name >here
    "$HALT" report --format=$format $name $name.prof >$name.$format
  done
}
export PYTHONPATH=$TESTS/../python GHALT_LIBRARY=${HALT%/*}/libghalt.so.0 PYTHONDONTWRITEBYTECODE=1
build other "" cbr entry
mkdir sub
sed '1i\
static int another (int n) { return n > 3 ? n / 3 : -n; }\
int (*volatile it) (int) = another;
' a.c >sub/a.c
cp b.c sub
cd sub
cp ../main.c .
build one -DMORE cbr load entry bb
mv one* here ..
cd ..
python3 keys.py

>>> out
same cbr True True
changed cbr False False
same entry True True
changed entry False False
