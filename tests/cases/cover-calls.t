# SPDX-License-Identifier: GPL-3.0-or-later
# cover: how often each call was executed, as the functions that are called count it: in
# operands and arguments of others, which may not return, in all kinds of statements; of
# pointers, and of C++'s constructors, operators, virtual functions and destructors.

>>> gen.py
# A random program in which each call has its number as the first argument.
import random, sys
cxx = sys.argv[1] == "c++"
R = random.Random (int (sys.argv[2]))
ids = functions = 0

def call (d):
    global ids
    ids += 1
    args = "%d, %s" % (ids, value (d - 1))
    kinds = ["f%d (%s)" % (R.randrange (functions), args) if functions else "leaf (%s)" % args,
             "leaf (%s)" % args, "p[%s] (%s)" % (value (d - 1) + " & 1", args), "pair (%s).x" % args,
             "*place (%s)" % args]
    if cxx:
        kinds += ["S (%s).get ()" % args, "o->area (%s)" % args, "(A {%d, %s} + %s)" % (ids, value (d - 1), value (d - 1)),
                  "made (S (%s))" % args, "lam (%s)" % args]
    return R.choice (kinds)

def value (d):
    if d <= 0:
        return R.choice (["a", "b", "(a ^ 3)"])
    k = R.randrange (14)
    if k < 5:
        return call (d)
    return [lambda: "(%s + %s)" % (value (d - 1), value (d - 1)),
            lambda: "(%s && %s)" % (value (d - 1), value (d - 1)),
            lambda: "(%s || %s)" % (value (d - 1), value (d - 1)),
            lambda: "(%s + b > 3 ? %s : %s)" % (value (d - 1), value (d - 1), value (d - 1)),
            lambda: "(%s, %s)" % (call (d - 1), value (d - 1)),
            lambda: "({ int s = %s; s += %s; s; })" % (value (d - 1), value (d - 1)),
            lambda: "!" + value (d - 1),
            lambda: "(%s ^ %s)" % (call (d - 1), call (d - 1)),
            lambda: "__builtin_expect (!!(%s), 1)" % value (d - 1)][k - 5] ()

def statement (d):
    k = R.randrange (11)
    inner = lambda: "{\n" + "".join (statement (d - 1) for _ in range (R.randrange (1, 3))) + "}\n"
    if d <= 0 or k < 4:
        return R.choice (["%s = %s;\n" % (R.choice ("ab"), value (4)), "(void) %s;\n" % call (3),
                          "{ int i = %s, j = %s; a ^= i - j; }\n" % (value (3), value (2)),
                          "{ struct pair q = pair (%d, %s); b += q.x; }\n" % (number (), value (2))])
    if k < 6:
        return "if (%s)\n%selse\n%s" % (value (3), inner (), inner ())
    if k == 6:
        return "for (int i = leaf (%d, 0) * 0; i < 2 && %s | 1; i += 1 + 0 * %s)\n%s" % (number (), value (2), call (2), inner ())
    if k == 7:
        return "{ int n = 2; while (n-- > 0 && %s)\n%s}\n" % (value (2), inner ())
    if k == 8:
        return "{ int n = 2; do\n%swhile (--n && %s); }\n" % (inner (), value (2))
    if k == 9:
        return "switch (%s & 3)\n{ case 1: %s break; case 2: %s default: %s }\n" % (value (3), statement (0), statement (0), statement (0))
    return "if (%s) return %s;\n" % (value (2), value (3))

def number ():
    global ids
    ids += 1
    return ids

head = open ("head.h").read ()
print (head)
for j in range (6):
    body = "".join (statement (3) for _ in range (4))
    lam = "auto lam = [&] (int id, int v) { hit (id); return v + a; };\n" if cxx else ""
    print ("static int f%d (int id, int a)\n{\nhit (id);\nint b = id & 3;\n%s%sreturn a ^ b;\n}" % (j, lam, body))
    functions += 1
print ("""int
main (void)
{
  for (int i = 0; i < 40; i++)
    TRY
""" + "".join ("f%d (0, i);\n" % j for j in range (6)) + """    CAUGHT
  for (int i = 1; i <= %d; i++)
    printf ("%%d %%d\\n", i, counts[i]);
  return 0;
}""" % ids)

>>> head.h
#include <stdio.h>
#include <setjmp.h>
static int counts[100000], total;
static jmp_buf out;
struct pair { int x, y, z, w, v; };
#ifdef __cplusplus
#define TRY try {
#define CAUGHT } catch (int) {}
#define LEAVE throw 1
#else
#define TRY if (!setjmp (out)) {
#define CAUGHT }
#define LEAVE longjmp (out, 1)
#endif
static void hit (int id) { counts[id]++; if (id > 0 && ++total % 61 == 0) LEAVE; if (total > 300000) LEAVE; }
static int leaf (int id, int v) { hit (id); return v & 7; }
static int other (int id, int v) { hit (id); return v - 1; }
static int (*p[2]) (int, int) = { leaf, other };
static struct pair pair (int id, int v) { hit (id); struct pair q = { v, 1, 2, 3, 4 }; return q; }
static int *place (int id, int v) { static int at; hit (id); at = v; return &at; }
#ifdef __cplusplus
struct S { int v; S (int id, int v) : v (v) { hit (id); } ~S () { total += 0; } int get () { return v; } };
static int made (const S &s) { return s.v; }
struct O { virtual int area (int id, int v) = 0; };
struct P : O { int area (int id, int v) override { hit (id); return v + 1; } } theirs;
struct Q : O { int area (int id, int v) override { hit (id); return v - 1; } } others;
static O *o = &theirs;
struct A { int id, v; };
static int operator+ (A a, int b) { hit (a.id); return a.v ^ b; }
#endif

>>> compare.py
import json, re, sys
lines = open (sys.argv[1]).read ().split ("\n")
there = set (map (int, re.findall (r"[({](\d+),", "\n".join (lines))))
counts = dict (map (int, line.split ()) for line in open (sys.argv[2]))
counts = { n: counts[n] for n in there if n > 0 and n in counts }
seen, bad = set (), 0
for i in json.load (open (sys.argv[3]))["items"]:
    if i["sort"] != "call":
        continue
    rest = lines[i["line"] - 1][i["column"] - 1:].lstrip ("(!")
    name = i["text"] if i["text"][0] != "*" else i["text"][1:]
    # What begins there is the call: its number comes first.
    m = re.match (r"(?:f\d+|leaf|pair|place|S|o->area|lam) \((\d+),", rest) or re.match (r"A \{(\d+),", rest)
    if not m and rest.startswith ("p["):
        depth = 0
        for at, c in enumerate (rest[1:], 1):
            depth += (c == "[") - (c == "]")
            if depth == 0:
                break
        m = re.match (r"\] \((\d+),", rest[at:])
    if not m or i["text"] in ("get", "made", "hit", "~S"):
        continue
    n = int (m[1])
    if n == 0 or i["text"] == "operator+" and n in seen and i["count"] == counts[n]:
        continue
    seen.add (n)
    if counts[n] != i["count"]:
        bad += 1
        print (i["line"], i["column"], i["text"], i["count"], "not", counts[n])
print ("calls", len (seen) > 100, "all" if seen == set (counts) else sorted (set (counts) - seen)[:10], "wrong", bad)

>>> run
for seed in 1 2 3; do
  for language in c c++; do
    python3 gen.py $language $seed >calls.c
    compile=$CC
    [ $language = c ] || compile="$CXX -std=c++17 -x c++"
    for o in -O0 -O2; do
      $compile $o -w $PLUGIN $(arg cover count) -c calls.c -o calls.o
      $CXX calls.o $LIBHALT -o calls
      HALT_FILE=prof ./calls >counts
      $HALT cover --conditions --format=json calls prof >calls.json
      python3 compare.py calls.c counts calls.json | sort | uniq -c >result
      grep -qx ' *1 calls True all wrong 0' result || { echo "$language $seed $o"; head -n 8 result; }
    done
  done
done

>>> out
