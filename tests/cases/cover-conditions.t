# SPDX-License-Identifier: GPL-3.0-or-later
# cover: masking MC/DC of random decisions is what GCC's -fcondition-coverage says: of each
# condition, whether it decided while it was false, and while it was true.  Programs are those of
# case cover-clang without calls in conditions, where GCC shows more than there is, and without
# `?:' in operands, which is part of the whole decision there.

>>> compare.py
import json, sys
text = [""] + open (sys.argv[1]).read ().split ("\n")

def deciding (shape, vector):
    """Of a shape in postfix: each condition that decides, and its value."""
    values, outcome = vector.split ("=")
    stack, n = [], 0
    for op in shape:
        if op == ".":
            stack.append ((values[n], {n} if values[n] != "-" else set ()))
            n += 1
        elif op == "!":
            v, d = stack.pop ()
            stack.append (({"F": "T", "T": "F", "-": "-"}[v], d))
        else:
            (w, e), (v, d) = stack.pop (), stack.pop ()
            # What the right side decides masks the left.
            stack.append ((v, d) if w == "-" else (w, e if w == "FT"[op == "|"] else d | e))
    assert stack[0][0] == outcome
    return {(k, values[k]) for k in stack[0][1]}

def form (line, d):
    """The compiler turns conditions round: all of a decision, or those that have `!'."""
    return str ([sorted (c) for c in d] if "!" in text[line] else max (d, [c[::-1] for c in d]))

a, b = [], []
for i in json.load (open ("halt.json"))["items"]:
    if i["sort"] == "decision":
        seen = set ().union (*(deciding (i["shape"], v["vector"]) for v in i["vectors"] if v["count"]))
        line = i["conditions"][0]["line"]
        a.append ((line, form (line, [[(k, v) in seen for v in "FT"] for k in range (len (i["conditions"]))])))
n = sum (d.count ("[") - 1 for _, d in a)
for l in json.load (open ("gcov.json"))["files"][0]["lines"]:
    for c in l["conditions"]:
        line = l["line_number"]
        b.append ((line, form (line, [[k not in c[no] for no in ("not_covered_false", "not_covered_true")]
                                      for k in range (c["count"] // 2)])))
for x in a[:]:
    if x in b:
        a.remove (x)
        b.remove (x)
# C++ tests the value of a decision once more.
bad = a + [x for x in b if x[1].count ("[") > 2 or not sys.argv[1].endswith (".cc")]
for line, d in bad[:5]:
    print (line, text[line].strip (), d)
print ("many conditions," if n > 100 else n, len (bad), "differ")

>>> run
$CC -fcondition-coverage -x c /dev/null -c -o /dev/null 2>/dev/null || skip "no -fcondition-coverage before GCC 14"
gcov=$(echo "$CC" | sed 's/gcc/gcov/')
awk '/^>>> / { on = $2 == "gen.py"; next } on' "$TESTS/cases/cover-clang.t" |
  sed 's/randrange (18 if/randrange (17 if/; s/return put ("f%d.*if functions else v/return v/' >gen.py
one ()
{
  case $1 in c) compile=$CC; file=random.c ;; *) compile=$CXX; file=random.cc ;; esac
  python3 gen.py $1 $2 >$file
  $compile -w $3 -fwrapv $PLUGIN $(arg cover count) $file $LIBHALT -o counted
  HALT_FILE=prof ./counted >is
  rm -f *.gc??
  $compile -w -fwrapv --coverage -fcondition-coverage -c $file -o gcc.o
  $compile --coverage gcc.o -o gcc
  ./gcc | cmp - is
  $gcov -t -j --conditions gcc.gcda >gcov.json
  $HALT cover --conditions --format=json counted prof >halt.json
  python3 compare.py $file
}
one c 6 -O0
one c 7 -O2
one c 8 -O1
one c 9 "-O3 -flto"
one c 10 -O2
one c++ 1 -O0
one c++ 2 -O2
one c++ 11 -O1

>>> out
many conditions, 0 differ
many conditions, 0 differ
many conditions, 0 differ
many conditions, 0 differ
many conditions, 0 differ
many conditions, 0 differ
many conditions, 0 differ
many conditions, 0 differ
