# SPDX-License-Identifier: GPL-3.0-or-later
# A branch is called the same wherever a page shows it: also in a table that has none of those
# that share its place, by other kinds, and in the site's tables.

>>> a.c
#define BOTH(a, b) do { if (a) hit (1); if (b) hit (2); } while (0)
static int n;
__attribute__ ((noinline)) static void hit (int k) { n += k; }
__attribute__ ((noinline)) static void
work (int i)
{
  BOTH (i & 1, i == 77);
}
__attribute__ ((noinline)) static void
turn (int i)
{
  switch (i & 7) { case 0: hit (3); break; case 1: hit (4); break; case 2: n *= 3; break;
    case 3: hit (6); break; case 4: n ^= 5; break; case 5: hit (8); break; }
}
int
main (void)
{
  for (int i = 0; i < 100; i++)
    {
      work (i);
      turn (i);
    }
  return n == 7;
}

>>> names.py
import collections, json, re
def load(name):
    return json.loads(re.fullmatch(r'halt \("[-a-z0-9]*", (.*)\);\n', open(f"site/data/{name}.js").read(), re.S)[1])
def named(lines):
    names = collections.defaultdict(set)
    for line in lines:
        m = re.match(r" *[\d,]+ .* (\d+) +(\S*a\.c:\d+:\d+(?: taken -> \S+| block \d+)?)  +(work|turn|main)$", line)
        if m:
            names[m[1]].add(m[2])
    return names
text, all = named(open("hot")), named(open("report"))
print("many" if len(text) > 3 else len(text), "in the text:", sum(len(n) > 1 for n in text.values()), "with two names,",
      len(text) - len(set.union(*text.values())), "names of two")
print("as in the usual tables", text == {k: all[k] for k in text})
index, rows = load("index"), load("branches")
names = {r[5] for r in rows}
print("many" if len(rows) > 2 else len(rows), "in the site:", len(rows) - len(names), "names of two,",
      len({b["at"] for k in ("hottest", "unpredictable") for b in index[k]} - names), "others in its lists")
print("as in the text", names <= set.union(*all.values()))

>>> run
for how in "" "$(arg at=gimple)"; do
  $CC -O2 -g $PLUGIN $(arg cbr mbr) $how a.c "$LIBHALT" -o prog
  ./prog
  $HALT report --hot prog >hot
  $HALT report prog >report
  $HALT html -o site prog >/dev/null
  python3 names.py
done

>>> out
many in the text: 0 with two names, 0 names of two
as in the usual tables True
many in the site: 0 names of two, 0 others in its lists
as in the text True
many in the text: 0 with two names, 0 names of two
as in the usual tables True
many in the site: 0 names of two, 0 others in its lists
as in the text True
