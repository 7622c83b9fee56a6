# SPDX-License-Identifier: GPL-3.0-or-later
# cover: random programs of statements, and what clang's own coverage says of them: how often
# each statement was executed, each condition false and true, each case gone to; all that
# clang has branches for is there.  By the tokens where things begin.

>>> gen.py
# A program of random statements, which ends.
import random, sys
cxx = sys.argv[1] == "c++"
R = random.Random (int (sys.argv[2]))
NAMES = "abcd"
functions = loops = 0

def name ():
    return R.choice (NAMES)

def put (form, *parts):
    return form % tuple (parts)

def condition (d):
    v = name ()
    w = R.choice (NAMES.replace (v, ""))
    n = R.randrange (-3, 9)
    kind = R.randrange (18 if d > 0 else 10)
    if kind < 8:
        return [v, put ("%s > %d", v, n), put ("%s == %s", v, w), put ("(%s & %d)", v, n & 7 or 5),
                "!" + v, put ("q->%s <= %s + %d", R.choice ("xy"), w, n), "(sum++, " + w + ")",
                "*p"][kind]
    if kind < 10:
        return put ("f%d (%s, %s)", R.randrange (functions), v, w) if functions else v
    if kind < 16:
        return put ("%s %s %s", operand (d - 1), R.choice (["&&", "||"]), operand (d - 1))
    if kind == 16:
        return put ("!(%s)", condition (d - 1))
    return put ("(%s ? %s : %s)", operand (d - 1), w, v)

def operand (d):
    c = condition (d)
    return c if len (c.split ()) < 4 or c[0] == "(" and "&&" not in c and "||" not in c else "(" + c + ")"

def value ():
    v, w = name (), name ()
    return [put ("%s + %d", v, R.randrange (9)), put ("%s ^ %s", v, w), put ("%s %% 7", v),
            put ("%s ? %s : %s - 1", operand (2), v, w), put ("%s ? %s : 7", operand (2), v),
            put ("%s ? 7 : %s", operand (2), v), put ("(%s)", condition (2)), "-" + v,
            put ("({ int s = %s; if (%s) s++; s; })", v, condition (1))][R.randrange (9)]

def block (d, indent, loop):
    return "{\n" + "".join (statement (d - 1, indent + "  ", loop)
                            for _ in range (R.randrange (1, 4))) + indent + "}\n"

def statement (d, indent, loop):
    global loops
    kind = R.randrange (18)
    inner = lambda loop: indent + "  " + block (d, indent + "  ", loop)
    if d <= 0 or kind < 5:
        return put ("%s%s = %s;\n", indent, name (), value ())
    if kind < 8:
        text = put ("%sif (%s)\n", indent, condition (3)) + inner (loop)
        return text + indent + "else\n" + inner (loop) if R.randrange (2) else text
    if kind == 8:
        return put ("%sif (%s) %s = %s; else %s = %s;\n", indent, condition (2), name (), value (),
                    name (), value ())
    loops += 1
    i, n = "i%d" % loops, R.randrange (1, 5)
    if kind == 9:
        return put ("%sfor (int %s = 0; %s < %d && %s; %s++)\n", indent, i, i, n, operand (2), i) + inner (True)
    if kind == 10:
        return put ("%s{ int %s = %d; while (%s-- > 0 && %s)\n%s%s}\n", indent, i, n, i,
                    operand (1), inner (True), indent)
    if kind == 11:
        return put ("%s{ int %s = 0; do\n%s%swhile (++%s < %d && %s); }\n", indent, i,
                    inner (True), indent, i, n, operand (1))
    if kind < 14:
        text = put ("%sswitch (%s & 7)\n%s  {\n", indent, name (), indent)
        for case in R.sample (range (8), R.randrange (1, 5)):
            text += put ("%s  case %d:\n", indent, case)
            if R.randrange (4):
                text += statement (d - 1, indent + "    ", False)
                text += indent + "    break;\n" if R.randrange (3) else ""
        text += indent + "  default:\n" if R.randrange (2) else ""
        return text + indent + "    ;\n" + indent + "  }\n"
    if kind == 14 and loop:
        return put ("%sif (%s) %s;\n", indent, condition (1), R.choice (["break", "continue"]))
    if kind == 15:
        return put ("%sif (%s) return %s;\n", indent, condition (2), value ())
    if kind == 16 and cxx:
        return put ("%stry {\n%s%s  if (%s) throw %s;\n%s} catch (...) {\n%s%s}\n", indent,
                    statement (d - 1, indent + "  ", False), indent, condition (1), name (), indent,
                    statement (d - 1, indent + "  ", False), indent)
    return put ("%ssum += %s;\n", indent, value ())

print ('extern "C"' if cxx else "extern", "int printf (const char *, ...);")
print ("static long sum; static int k; static struct { int x, y; } o, *q = &o;")
for j in range (8):
    body = "".join (statement (4, "  ", False) for _ in range (R.randrange (3, 7)))
    print (put ("static int\nf%d (int a, int b)\n{\n  int c = a - b, d = a + b, *p = &k;\n%s  return a + c;\n}",
                j, body))
    functions += 1
print ("int\nmain (void)\n{\n  for (int i = 0; i < 12; i++)\n    {\n      o.x = i; o.y = i - 4; k = i & 2;")
print ("".join (put ("      sum = sum * 3 + f%d (i - 3, i %% 5);\n", j) for j in range (8)) +
       '    }\n  printf ("%ld\\n", sum);\n}')

>>> compare.py
import bisect, json, re, sys
text = open (sys.argv[1]).read ()
lines = text.split ("\n")
tokens, at = [], {}
for number, line in enumerate (lines, 1):
    for m in re.finditer (r'\w+|"[^"]*"|&&|\|\||->|\+\+|--|[-+*/%&|^<>=!]=|\S', line):
        at[number, m.start () + 1] = len (tokens)
        tokens.append ((m.group (), number, m.start () + 1))

def place (line, column):
    """Of the operand that begins there."""
    k = at[line, column]
    while tokens[k][0] in ("(", "!"):
        k += 1
    return tokens[k][1:]

branches, segments = {}, []
for f in json.load (open ("clang.json"))["data"][0]["files"]:
    for b in f["branches"]:
        branches.setdefault (place (*b[:2]), []).append ((b[5], b[4]))
    segments += f["segments"]
begins = [s[:2] for s in segments]
n, bad, seen = 0, [], set ()

def check (line, column, counts, good):
    """Whether a branch there is GOOD, a function."""
    global n
    n += 1
    p = place (line, column)
    there = branches.get (p, [])
    seen.add (p)
    if not any (map (good, there)):
        bad.append ((line, column, lines[line - 1].strip (), counts, there))

for i in json.load (open ("halt.json"))["items"]:
    line, column = i["line"], i["column"]
    if i["sort"] in ("function", "call"):
        continue
    if i["sort"] == "statement":
        k = at[line, column]
        # C has a loop where what comes after `do' is.
        if tokens[k - 1][0] == "do":
            line, column = tokens[k - 1][1:]
        s = segments[bisect.bisect_right (begins, [line, column]) - 1]
        n += 1
        if s[2] != i["count"]:
            bad.append ((line, column, lines[line - 1].strip (), i["count"], s))
    elif i["sort"] == "decision":
        for c in i["conditions"]:
            counts = (c["false"], c["true"])
            # What `!' does to an expression the compiler does to its conditions.
            either = "!" in lines[c["line"] - 1] or "!" in i["shape"]
            check (c["line"], c["column"], counts,
                   lambda b: b == counts or either and b == counts[::-1])
    else:
        for c in i["cases"]:
            if c["text"] == "other":
                after = tokens[at[line, column] + 2]
                check (*after[1:], c["count"], lambda b: c["count"] in b)
            else:
                check (c["line"], c["column"], c["count"], lambda b: b[1] == c["count"])
for p in set (branches) - seen:
    bad.append ((*p, lines[p[0] - 1].strip (), "of clang's alone", branches[p]))
for b in bad[:5]:
    print (*b)
print ("many things," if n > 400 else n, len (bad), "differ")

>>> run
for tool in clang llvm-cov llvm-profdata; do
  found=
  for name in $tool-14 $tool; do command -v $name >/dev/null && found=$name && break; done
  [ "$found" ] || skip "no $tool here"
  case $tool in clang) clang=$found ;; llvm-cov) cov=$found ;; *) profdata=$found ;; esac
done
one ()
{
  case $1 in c) compile=$CC; file=random.c with= ;; *) compile=$CXX; file=random.cc with=--driver-mode=g++ ;; esac
  python3 gen.py $1 $2 >$file
  $compile -w $3 -fwrapv $PLUGIN $(arg cover count) $file $LIBHALT -o counted
  HALT_FILE=prof ./counted >is
  $clang $with -w -fwrapv -fprofile-instr-generate -fcoverage-mapping $file -o clangs
  LLVM_PROFILE_FILE=clang.prof ./clangs | cmp - is
  $profdata merge -o clang.data clang.prof
  $cov export clangs -instr-profile=clang.data >clang.json
  $HALT cover --conditions --format=json counted prof >halt.json
  python3 compare.py $file
}
one c 1 -O0
one c 2 -O2
one c++ 3 -O2
one c 4 "-O3 -flto"
one c++ 8 -O0

>>> out
many things, 0 differ
many things, 0 differ
many things, 0 differ
many things, 0 differ
many things, 0 differ
