# SPDX-License-Identifier: GPL-3.0-or-later
# Machine code in the site: objdump's text whole, and each count that is shown is what
# callgrind counts for that instruction. Beside the source it is shown for a line.

>>> x86_64 what a site says of single instructions

>>> a.c
#include <stdio.h>
#include <stdlib.h>
int volatile sink;
__attribute__ ((cold, noinline)) static void oops (int n) { sink = n; }
__attribute__ ((noinline)) static int
sw (int n)
{
  switch (n % 11)
    {
    case 0: return 5;
    case 1: sink++; break;
    case 2: sink += 2;
    case 3: sink *= 3; break;
    case 4: return n;
    case 5: sink ^= 5; break;
    case 6: sink -= 4; break;
    case 7: return n * n;
    }
  if (__builtin_expect (n > 97, 0))
    {
      oops (n);
      return sink;
    }
  return n + 1;
}
__attribute__ ((noinline)) static double
fl (double a, double b)
{
  double s = 0;
  for (int i = 0; i < 20; i++)
    if (a * i < b)
      s += a / (i + 1);
    else if (a == b)
      s -= b;
  return s;
}
__attribute__ ((noinline)) static int
fib (int n)
{
  return n < 2 ? n : fib (n - 1) + fib (n - 2);
}
#define STEP if (b[i] != b[k]) return b[i] > b[k]; i++; k++;
__attribute__ ((noinline)) static int gtu (const unsigned char *b, int i, int k) { STEP STEP STEP STEP return 2; }
static int compare (const void *a, const void *b) { return *(const int *) a - *(const int *) b; }
int
main (int argc, char **argv)
{
  int v[200];
  unsigned char b[200];
  unsigned x = 7;
  (void) argv;
  for (int i = 0; i < 200; i++)
    {
      x = x * 1103515245 + 12345;
      v[i] = (x >> 16) & 127;
      b[i] = v[i] % 3;
    }
  for (int i = 0; i < 200; i++)
    sink += sw (v[i]);
  qsort (v, 200, sizeof *v, compare);
  for (int i = 0; i < 100; i++)
    sink += gtu (b, i, i + 7);
  for (int i = 0; i < 50; i++)
    sink += fl (v[i], v[199 - i]);
  sink += fib (12);
  if (argc > 1)
    exit (3);
  return 0;
}

>>> oracle.py
import json, re, subprocess, sys
oracle, mine, skip = {}, False, False
for line in open("calls"):
    if line.startswith("ob="):
        mine = line.rstrip().endswith("/prog")
    elif line.startswith("calls="):
        skip = True
    elif line[0].isdigit():
        words = line.split()
        if mine and not skip:
            oracle[int(words[0], 16)] = oracle.get(int(words[0], 16), 0) + int(words[2])
        skip = False
text = {}
for line in subprocess.run([sys.argv[1], "-d", "--no-show-raw-insn", "-w", "prog"], capture_output=True, text=True).stdout.splitlines():
    if m := re.match(r" *([0-9a-f]+):\t(.*)", line):
        text[int(m[1], 16)] = m[2].replace("\t", " ").rstrip()
index = json.loads(re.fullmatch(r'halt \("index", (.*)\);\n', open("site/data/index.js").read(), re.S)[1])
right = unknown = 0
for row, f in enumerate(index["functions"]):
    names = [n for bit, n in ((1, f"code-{row}"), (2, f"code-{row}-cold")) if f.get("code", 0) & bit]
    if not names:
        print(f["name"], "has no code")
    for name in names:
        part = json.loads(re.fullmatch(r'halt \("[^"]*", (.*)\);\n', open(f"site/data/{name}.js").read(), re.S)[1])
        if "why" in part:
            print(f["name"], part["why"])
        for count, address, insn, *where in part["insns"]:
            address = int(address, 16)
            if text[address] != insn:
                print(f["name"], hex(address), insn, "is", text[address])
            if "@plt" in insn:		# callgrind has the stub there as well
                continue
            if count is None:
                unknown += 1
            elif int(str(count).lstrip("~") or 0) == oracle.get(address, 0):
                right += 1
            else:
                print(f["name"], hex(address), insn, "was executed", oracle.get(address, 0), "times, not", count)
print("most are known" if right > 5 * unknown else f"{right} are known, {unknown} are not")

>>> look.py
import json
r = json.load(open("views.json"))
for name, view in r.items():
    if view is True:
        print(name)
        continue
    for what in view.get("axe", []):
        print(name, what)
print(len(r["code"]["tables"]), r["code"]["tables"][1][0])
marked = r["code"]["marked"]
print("source and code of the line:", marked[0][0], {m[2] for m in marked[1:]})
print("hidden again:", len(r["hidden"]["tables"]))
print("another function:", r["chosen"]["address"])

>>> run
objdump=$($CC -print-prog-name=objdump)
for kinds in "cbr mbr entry" "count cbr mbr entry" "count bb"; do
  $CC -g -O2 -no-pie $PLUGIN $(arg $kinds) a.c "$LIBHALT" -o prog
  ./prog
  valgrind -q --tool=callgrind --compress-strings=no --compress-pos=no --dump-instr=yes --callgrind-out-file=calls ./prog 2>log ||
    cat log
  rm -rf site
  $HALT html -o site prog
  python3 oracle.py $objdump
done
# Without objdump the site says so; blocks of at=gimple are none of the machine's.
PATH=$PWD/empty $HALT html -o none prog
grep -o '"no_code":"[^"]*"' none/data/index.js
$CC -g -O2 $PLUGIN $(arg at=gimple bb) a.c "$LIBHALT" -o gimple
HALT_FILE=gimple.prof ./gimple
$HALT html -o other gimple gimple.prof
cat other/data/code-*.js | grep -o '"why":"[^"]*"' | sort -u

command -v chromium >/dev/null || { echo "not run: chromium is not there" >>"$TMPDIR/left-out"; cat <<'END'
2 ['executions', 'address', 'line', 'instruction']
source and code of the line: 36 {'36'}
hidden again: 1
another function: #/file/0/6/code
END
exit 0; }
AXE=$("$TESTS/html/axe") || AXE=
export AXE
"$TESTS/html/browse" site '[["#/file/0/36/code", "code"], [null, "hidden", ["button.code", "click"]],
  ["#/file/0/36/code", "chosen", [".beside select", "change", "1"]]]' >views.json
python3 look.py

>>> out
site/index.html
most are known
site/index.html
most are known
site/index.html
most are known
none/index.html
"no_code":"cannot run 'objdump', which is of binutils: No such file or directory"
other/index.html
"why":"blocks were counted before GCC made instructions of them (at=gimple or blpp)"
2 ['executions', 'address', 'line', 'instruction']
source and code of the line: 36 {'36'}
hidden again: 1
another function: #/file/0/6/code
