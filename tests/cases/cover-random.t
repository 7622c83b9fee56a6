# SPDX-License-Identifier: GPL-3.0-or-later
# cover: every vector of random decisions is counted as often as it occurs, by what the
# source says; in C, whose front end folds conditions if it optimizes, and in C++.

>>> on aarch64 riscv64

>>> gen.py
# A program of random decisions, and what it does: what is written is evaluated here.
import json, random, sys
language, seed, n = sys.argv[1], int (sys.argv[2]), int (sys.argv[3])
random.seed (seed)
INPUTS = 6

def expression (n):
    if n == 1:
        i, k = random.randrange (INPUTS), random.randrange (1, 4)
        form = random.choice (["x[%d] > %d", "g (x[%d], %d)", "x[%d] == %d", "x[%d] & %d"])
        leaf = ("leaf", form % (i, k), i, k, form)
        return ("not", leaf) if random.randrange (4) == 0 else leaf
    left = random.randrange (1, n)
    e = (random.choice (["and", "or"]), expression (left), expression (n - left))
    return ("not", e) if random.randrange (5) == 0 else e

def text (e):
    if e[0] == "leaf":
        return "(" + e[1] + ")" if "&" in e[1] else e[1]
    if e[0] == "not":
        return "!(" + text (e[1]) + ")"
    return "(" + text (e[1]) + (" && " if e[0] == "and" else " || ") + text (e[2]) + ")"

def value (e, x, seen):
    if e[0] == "leaf":
        _, _, i, k, form = e
        v = bool (x[i] & k) if "&" in form else x[i] == k if "==" in form else x[i] > k
        seen[id (e)] = v
        return v
    if e[0] == "not":
        return not value (e[1], x, seen)
    left = value (e[1], x, seen)
    if (e[0] == "and") != left:
        return left
    return value (e[2], x, seen)

def leaves (e):
    return [e] if e[0] == "leaf" else sum ((leaves (s) for s in e[1:]), [])

forms = ["if (%s) r++;", "r += %s ? 1 : 2;", "r = %s;", "return %s;",
         "while (%s) { r++; break; }", "for (; %s;) { r--; break; }", "do r++; while (%s && r < 0);"]
forms = forms[:6]
lines = ["#include <stdio.h>", "static int x[%d];" % INPUTS,
         "__attribute__ ((noipa)) static %s g (int a, int b) { return a > b; }"
         % ("bool" if language == "c++" else "int")]
functions = []
for j in range (n):
    e = expression (1 + random.randrange (6))
    form = random.choice (forms if e[0] in ("and", "or") else forms[:2] + forms[4:])
    lines.append ("static int f%d (void) { int r = 0; %s return r; }"
                  % (j, form % text (e)))
    functions.append ((len (lines), e))
lines += ["static unsigned s = 1;",
          "int main (void) { unsigned long sum = 0; for (int t = 0; t < 40; t++) {",
          "  for (int i = 0; i < %d; i++) { s = s * 1103515245 + 12345; x[i] = s >> 16 & 3; }" % INPUTS]
lines += ["  sum = sum * 3 + f%d ();" % j for j in range (n)]
lines += ['  } printf ("%lu\\n", sum); }']
with open ("random." + ("cc" if language == "c++" else "c"), "w") as f:
    f.write ("\n".join (lines) + "\n")

s = 1
expected = {}
for t in range (40):
    x = []
    for i in range (INPUTS):
        s = (s * 1103515245 + 12345) & 0xffffffff
        x.append (s >> 16 & 3)
    for line, e in functions:
        seen = {}
        outcome = value (e, x, seen)
        vector = "".join ("-" if id (l) not in seen else "FT"[seen[id (l)]] for l in leaves (e))
        counts = expected.setdefault (line, {})
        counts[vector] = counts.get (vector, 0) + 1
json.dump (expected, open ("expected.json", "w"))

>>> check.py
# What was counted, by line, is what was expected.  A comparison that the compiler has
# turned round is one of those with != and <=, or with 0.
import json, sys
expected = json.load (open ("expected.json"))
found = {}
for item in json.load (open (sys.argv[1]))["items"]:
    if item["sort"] != "decision" or str (item["line"]) not in expected:
        continue
    turned = []
    for c in item["conditions"]:
        t = c["text"]
        turned.append (t.endswith (" == 0") or ("!= " in t and not t.endswith ("!= 0")) or "<=" in t)
    for v in item["vectors"]:
        if v["count"]:
            values = "".join (x if x == "-" or not turn else "FT"[x == "F"]
                              for x, turn in zip (v["vector"], turned))
            found.setdefault (str (item["line"]), {})[values] = v["count"]
bad = [l for l in expected if expected[l] != found.get (l)]
for l in bad[:5]:
    print (l, expected[l], found.get (l))
print (len (expected), "decisions,", sum (map (len, expected.values ())), "vectors,", len (bad), "differ")

>>> run
one ()
{
  python3 gen.py $1 $2 ${4:-150}
  case $1 in c) compile=$CC; file=random.c ;; *) compile=$CXX; file=random.cc ;; esac
  $compile $3 $PLUGIN $(arg cover count=thread) $file $LIBHALT -pthread -o counted
  HALT_FILE=prof $RUN ./counted >is
  $compile $file -o plain
  $RUN ./plain | cmp - is
  $HALT cover --conditions --format=json counted prof >found.json
  python3 check.py found.json
}
one c 1 -O0
one c 2 -O2
one c++ 3 -O0
one c++ 4 -O2
one c 5 "-O3 -flto"

>>> out
150 decisions, 520 vectors, 0 differ
150 decisions, 522 vectors, 0 differ
150 decisions, 539 vectors, 0 differ
150 decisions, 487 vectors, 0 differ
150 decisions, 534 vectors, 0 differ
