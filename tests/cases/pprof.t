# SPDX-License-Identifier: GPL-3.0-or-later
# --format=pprof, as go tool pprof reads it: each function has in each column what JSON
# says of its points; calls are who called whom.

>>> a.c
#include "b.h"
#include <stdio.h>
static double table[64];
__attribute__ ((noinline)) static int
leaf (int n)
{
  table[n & 63] += n;
  return g (n) + (n % 3 ? 1 : n);
}
__attribute__ ((noinline)) static int never (int n) { return n ? leaf (n) : 3; }
int (*volatile pointer) (int) = leaf;
int
main (int argc, char **argv)
{
  int s = 0;
  for (int i = 0; i < 100; i++)
    switch (i % 7)
      {
      case 0: s += leaf (i); break;
      case 1: s ^= 3; break;
      case 2: s -= pointer (i); break;
      case 3: s += 7; break;
      case 4: s -= argv[0][0]; break;
      default: s += 2;
      }
  if (argc > 5)
    s = never (s);
  printf ("%d\n", s != 0);
  return 0;
}

>>> b.h
static inline __attribute__ ((always_inline)) int g (int n) { return n & 1 ? n : -n; }

>>> compare.py
import collections, json, re, subprocess, sys
raw = subprocess.run(["go", "tool", "pprof", "-raw", sys.argv[1]], capture_output=True, text=True,
                     check=True).stdout
head, rest = raw.split("Samples:\n")
samples, rest = rest.split("Locations\n")
locations, mappings = rest.split("Mappings\n")
names = [w.split("/")[0] for w in samples.split("\n")[0].replace("[dflt]", "").split()]
where, mapped = {}, True
for line in locations.strip().split("\n"):
    m = re.match(r" *(\d+): 0x0 (M=1 )?(.*) (\S*):(\d+) s=\d+$", line)
    where[m[1]] = (m[3], m[4].rsplit("/", 1)[-1], int(m[5]))
    # What has only a name is in no object.
    mapped &= bool(m[2]) == bool(m[4])
ours, calls, lines = collections.Counter(), collections.Counter(), collections.Counter()
for line in samples.strip().split("\n")[1:]:
    values, _, stack = line.partition(":")
    stack = [where[s] for s in stack.split()]
    for name, value in zip(names, map(int, values.split())):
        if name == "call" and value:
            calls[stack[1][0], stack[1][2], stack[0][0]] += value
        elif value:
            ours[stack[0][0], name] += value
            if name == "cbr":
                lines[stack[0][1], stack[0][2]] += value
report, theirs, their_lines = json.load(open(sys.argv[2])), collections.Counter(), collections.Counter()
for f in (f for u in report["units"] for f in u["functions"]):
    for p in f["points"]:
        if p["kind"] == "call":
            continue
        theirs[f["pretty"], p["kind"]] += p["events"]
        if p["kind"] == "cbr":
            theirs[f["pretty"], "cbr_misses"] += min(p["taken"], p["not_taken"])
            their_lines[p["file"].rsplit("/", 1)[-1], p["line"]] += p["events"]
        if p["kind"] == "mbr":
            theirs[f["pretty"], "mbr_misses"] += p["events"] - max(i["count"] for i in p["indices"])
        if "bytes" in p:
            theirs[f["pretty"], p["kind"] + "_bytes"] += p["bytes"]
print(names)
print(+theirs == ours, +their_lines == lines, len(ours) > 10)
for call, n in sorted(calls.items()):
    print(call[0], "->", call[2], n)
print(mapped, report["build_id"] in mappings, "prog" in head)

>>> run
command -v go >/dev/null && go tool pprof -h 2>&1 | grep -q raw || skip "no go tool pprof"
export HOME=$PWD
$CC -O1 -g $PLUGIN $(arg cbr mbr bb entry load store call) a.c "$LIBHALT" -o prog
./prog >out
$HALT report --format=pprof prog >prof.pb.gz
$HALT report --format=json prog >prof.json
python3 compare.py prof.pb.gz prof.json
go tool pprof -sample_index=cbr -top prof.pb.gz 2>&1 | grep -c -w 'leaf\|main'
go tool pprof -sample_index=call -peek leaf prof.pb.gz 2>&1 | grep -c '| *main$'
$HALT report --format=pprof --kind=load --function=leaf prog >some.pb.gz
go tool pprof -raw some.pb.gz | grep -A 1 '^Samples'
gzip -t prof.pb.gz
$HALT report --format=pprof prog | cmp - prof.pb.gz
code $HALT report --format=pprof --kind=exit prog 2>&1
code $HALT report --format=pprof --top=3 prog 2>&1
python3 -c 'import pty, sys; sys.exit(pty.spawn (sys.argv[1:]) >> 8)' $HALT report --format=pprof prog | tr -d '\r' || :

>>> out
['block', 'cbr', 'cbr_misses', 'mbr', 'mbr_misses', 'entry', 'load', 'load_bytes', 'store', 'store_bytes', 'call']
True True True
main -> leaf 15
main -> (through a pointer) 14
main -> printf 1
True True True
1
1
Samples:
load/count[dflt] load_bytes/bytes
ghalt: prog: no points of kind exit
exit 2
ghalt: '--top' does not go with '--format=pprof'
exit 2
ghalt: '--format=pprof' is not for a terminal: >FILE.pb.gz
