# SPDX-License-Identifier: GPL-3.0-or-later
# cover: which conditions decided, of decisions with more vectors than are counted: as a model
# says that turns each condition round and lets those be anything that were not evaluated.

>>> gen.py
# Random decisions of N conditions, and random values.
import random, sys
language, seed = sys.argv[1], int (sys.argv[2])
R = random.Random (seed)
def expression (lo, n):
    if n == 1:
        return R.choice (["a[%d]", "a[%d]", "!a[%d]"]) % lo
    k = R.randrange (1, n)
    e = "(%s %s %s)" % (expression (lo, k), R.choice (["&&", "||"]), expression (lo + k, n - k))
    return "!" + e if R.randrange (6) == 0 else e
sizes = [30, 70, 40, 150]
print ("#include <stdio.h>")
for j, n in enumerate (sizes):
    print ("static int f%d (const int *a)\n{\n  if (%s)\n    return 1;\n  return 0;\n}" % (j, expression (0, n)))
rows = [[R.randrange (2) for _ in range (150)] for _ in range (60)]
print ("static const int rows[60][150] = {\n%s };" % ",\n".join ("{ " + ", ".join (map (str, r)) + " }" for r in rows))
print ("int main (void)\n{\n  int sum = 0;\n  for (int i = 0; i < 60; i++)\n    sum = sum * 3 + %s;\n  printf (\"%%d\\n\", sum);\n}" %
       " + ".join ("f%d (rows[i])" % j for j in range (len (sizes))))

>>> model.py
import json, re, sys
text = open (sys.argv[1]).read ()
rows = [list (map (int, r.split (","))) for r in re.findall (r"^\{ ([01, ]*) \}", text, re.M)]
lines = text.split ("\n")

def parse (s):
    tokens = re.findall (r"a\[\d+\]|&&|\|\||[!()]", s)
    def primary ():
        t = tokens.pop (0)
        if t == "!":
            return ("!", primary ())
        if t == "(":
            left = primary ()
            if tokens[0] == ")":
                tokens.pop (0)
                return left
            op = tokens.pop (0)
            right = primary ()
            tokens.pop (0)
            return (op, left, right)
        return int (t[2:-1])
    return primary ()

def evaluate (e, a, seen):
    if isinstance (e, int):
        seen[e] = a[e]
        return a[e]
    if e[0] == "!":
        return 1 - evaluate (e[1], a, seen)
    left = evaluate (e[1], a, seen)
    return left if left == (e[0] == "||") else evaluate (e[2], a, seen)

def possible (e, seen):
    """The values that E can have where conditions that are not in SEEN may be anything."""
    if isinstance (e, int):
        return { seen[e] } if e in seen else { 0, 1 }
    if e[0] == "!":
        return { 1 - v for v in possible (e[1], seen) }
    x, y = possible (e[1], seen), possible (e[2], seen)
    return { (l and r) if e[0] == "&&" else (l or r) for l in x for r in y }

ours = json.load (open (sys.argv[2]))
wants, lcov = {}, {}
n = bad = 0
for i in ours["items"]:
    if i["sort"] != "decision" or i["kind"] != "if":
        continue
    e = parse (lines[i["line"] - 1].split ("if ", 1)[1])
    decided, outcomes, values = {}, [0, 0], {}
    for a in rows:
        seen = {}
        outcome = evaluate (e, a, seen)
        outcomes[outcome] += 1
        for c, v in seen.items ():
            values[c, v] = values.get ((c, v), 0) + 1
            if 1 - outcome in possible (e, { **seen, c: 1 - v }):
                decided[c, v] = decided.get ((c, v), 0) + 1
    for c, part in enumerate (i["conditions"]):
        turned = part["text"].endswith ("== 0")
        n += 1
        here = [values.get ((c, v), 0) for v in (0, 1)]
        want = [decided.get ((c, v), 0) for v in (0, 1)]
        if turned:
            here, want = here[::-1], want[::-1]
        wants[i["line"], c, "f"], wants[i["line"], c, "t"] = want
        m = part["masking"]
        if here != [part["false"], part["true"]] or m["shown"] != (want[0] > 0 and want[1] > 0) or m["vectors"] != ["false", "true"]:
            bad += 1
            print (i["line"], c, part, here, want)
print (n, bad, ours["masking"])
# The counts, as lcov has them.
for line in open (sys.argv[3]):
    if line.startswith ("MCDC:"):
        at, _, sense, count, c, _ = line[5:].split (",", 5)
        lcov[int (at), int (c), sense] = int (count)
print (len (lcov), lcov == wants)

>>> run
for language in c c++; do
  compile=$CC
  [ $language = c ] || compile="$CXX -x c++"
  for o in -O0 -O2; do
    python3 gen.py $language 7 >mixed.c
    $compile -w mixed.c -o plain
    $compile $o -w $PLUGIN $(arg cover count) -c mixed.c -o mixed.o
    $CXX mixed.o $LIBHALT -o mixed
    HALT_FILE=prof ./mixed >is
    ./plain | cmp - is
    $HALT cover --conditions --format=json mixed prof >mixed.json
    $HALT cover --format=lcov mixed prof >mixed.lcov 2>/dev/null
    python3 model.py mixed.c mixed.json mixed.lcov
  done
done
python3 -W ignore -m jsonschema -i mixed.json "$TESTS/../docs/schema/written.json"
$HALT cover --conditions mixed prof | sed -n 's/.*\(masking: .*\)/\1/p' | sort | uniq -c | sed 's/^ *//'

>>> out
290 0 {'found': 291, 'hit': 72}
580 True
290 0 {'found': 291, 'hit': 72}
580 True
290 0 {'found': 291, 'hit': 72}
580 True
290 0 {'found': 291, 'hit': 72}
580 True
59 masking: add false
133 masking: add false true
27 masking: add true
71 masking: false true
