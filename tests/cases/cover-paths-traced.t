# SPDX-License-Identifier: GPL-3.0-or-later
# prime: of several programs, each path is counted as often as a trace of their blocks says,
# in which another program looks for it, which finds the paths of each graph by itself.  (What
# was checked is in the file `said'.)

>>> trace.c
#include <stdio.h>
static FILE *f;
static void
put (char what, unsigned long id)
{
  if (!f && !(f = fopen ("trace", "wb")))
    return;
  struct { unsigned long what, id, frame; } r = { (unsigned long) what, id,
    (unsigned long) __builtin_frame_address (2) };
  fwrite (&r, sizeof r, 1, f);
}
__attribute__ ((noinline)) void _record_entry (unsigned long id) { put ('E', id); asm (""); }
__attribute__ ((noinline)) void _record_block (unsigned long id) { put ('B', id); asm (""); }
__attribute__ ((noinline)) void _record_prime (unsigned long id) { put ('P', id); asm (""); }
__attribute__ ((destructor)) static void end (void) { if (f) fclose (f); }

>>> throws.cc
#include <cstdio>
struct S { int n; ~S () { if (n & 1) puts ("odd"); } };
static int
f (int n)
{
  S s { n };
  if (n % 3 == 0)
    throw n;
  return n;
}
static int
g (int n)
{
  int sum = 0;
  for (int i = 0; i < n; i++)
    try
      {
	if (i % 5 == 4)
	  throw 2.0;
	sum += f (i);
      }
    catch (int x)
      {
	sum -= x;
	if (x == 9)
	  break;
      }
    catch (...)
      {
	sum *= 2;
	continue;
      }
  return sum;
}
int
main ()
{
  for (int n = 1; n < 12; n += 3)
    printf ("%d\n", g (n));
}

>>> check.py
import array, json, sys
def prime_paths (n, edges):
    cut = { to for _, to, kind in edges if kind in ("eh", "abnormal") }
    step = { b: [] for b in range (2, n + 2) }
    ways = { b: set () for b in range (2, n + 2) }
    for a, b, kind in edges:
        if a > 1:
            ways[a].add (kind)
        if a > 1 and b > 1 and b not in cut:
            step[a].append (b)
    simple, new = set (), [(b,) for b in step]
    while new:
        simple.update (new)
        if len (simple) > 200000:
            return step, None
        new = [p + (b,) for p in new if len (p) == 1 or p[0] != p[-1]
               for b in step[p[-1]] if b not in p[1:]]
    longer = set ()
    for p in simple:
        if len (p) > 1:
            longer.update ((p[:-1], p[1:]))
    return step, { p for p in simple - longer
                   if len (p) > 1 or p[0] == 2 or ways[p[0]] != { "abnormal" } }
block, entry, counted, paths, steps = {}, {}, {}, {}, {}
for unit in json.load (open (sys.argv[1]))["units"]:
    for f in unit["functions"]:
        key = f["name"]
        points = f["points"]
        if not any (p["kind"] == "prime" for p in points):
            continue
        edges = [(e["from"], e["to"], e["kind"]) for e in f["edges"]]
        steps[key], found = prime_paths (len (f["blocks"]), edges)
        if found is None:
            continue
        found = sorted (found)
        mine = [p for p in points if p["kind"] == "prime"]
        if len (mine) != len (found) or any ("args" not in p for p in mine):
            print (key, len (found), "paths, not", len (mine))
            continue
        ends = paths[key] = {}
        for p in mine:
            counted[p["id"]] = 0
            path = found[p["args"][0]]
            ends.setdefault (path[-1], []).append ((path, p["id"]))
        for p in points:
            if p["kind"] == "block":
                block[p["id"]] = key, p["block"]
            elif p["kind"] == "entry":
                entry[p["id"]] = key
trace = array.array ("L", open ("trace", "rb").read ())
way = {}
wanted = dict (counted)
for i in range (0, len (trace), 3):
    what, id, frame = chr (trace[i]), trace[i + 1], trace[i + 2]
    if what == "E" and id in entry:
        way[entry[id], frame] = ()
    elif what == "P" and id in counted:
        counted[id] += 1
    elif what == "B" and id in block:
        key, b = block[id]
        w = way.get ((key, frame), ())
        w = w + (b,) if w and b in steps[key][w[-1]] else (b,)
        w = way[key, frame] = w[-len (steps[key]) - 1:]
        for path, id in paths[key].get (b, ()):
            if w[-len (path):] == path:
                wanted[id] += 1
bad = [id for id in wanted if wanted[id] != counted[id]]
taken = sum (1 for id in wanted if wanted[id])
print ("paths" if taken > 2 else taken, len (bad), "differ")
print (sys.argv[2:], len (counted), "paths,", taken, "taken,", sum (wanted.values ()), "times", file = sys.stderr)

>>> run
$CC -O1 -fno-omit-frame-pointer -fno-optimize-sibling-calls -c trace.c
for file in "$TESTS"/oracle/leaps.c "$TESTS"/oracle/gotos.c "$TESTS"/oracle/receivers.c \
    "$TESTS"/oracle/switches.c "$TESTS"/oracle/recursion.c "$TESTS"/oracle/sorting.c throws.cc; do
  for o in -O0 "-O2 -fno-inline -fno-ipa-cp -fno-ipa-icf"; do
    case $file in *.cc) compile=$CXX ;; *) compile=$CC ;; esac
    $compile -w $o -fno-omit-frame-pointer -fno-optimize-sibling-calls $PLUGIN \
      $(arg prime entry bb unique=0) $file trace.o -o it -lm >next
    rm -f trace
    $RUN ./it >is 2>&1
    $compile -w $o $file -o plain -lm
    $RUN ./plain 2>&1 | cmp - is
    $HALT summarize --format=json it >map.json
    python3 check.py map.json $file $o 2>>said
  done
done | uniq -c | sed 's/^ *//'

>>> out
14 paths 0 differ
