# SPDX-License-Identifier: GPL-3.0-or-later
# The colours of source in the site of ghalt html: of each language what Prism tells apart; of
# a long file the lines that are looked at, as if it had been read from its begin; of what was
# never executed none, nor of anything if Prism is not there.

>>> other.cc
#include "b.f90"
#include "c.adb"
int cpp (int n) { if (n < 0) throw "x"; return n; } // C++

>>> b.f90
integer function f (n)   ! doubles it
  character (len=3) :: s = 'a!b'
  f = 2 * n
end function

>>> c.adb
function G (N : Integer) return Integer is   -- of Ada's
   S : constant String := "a-b";
begin
   return N + 16#F#;
end G;

>>> steps.json
[["#/file/0/5", "top"], ["#/file/0/4402", "far"], ["#/file/1/3", "cpp"], ["#/file/2/3", "fortran"], ["#/file/3/4", "ada"],
 ["#/graph/0", "graph"]]

>>> look.py
import json, sys
r = json.load(open("views.json"))
for name, wanted in ("top", (1, 2, 3, 4, 5)), ("far", (4399, 4400, 4401, 4402, 4599, 4600, 4601, 4602, 4603)), ("cpp", (1, 2, 3)), ("fortran", (1, 2, 3)), ("ada", (1, 2, 4)):
    rows = {}
    for row, colour, text in r[name]["colours"]:
        rows.setdefault(int(row.replace("line-", "")), []).append(colour.replace("is-", "") + " " + text)
    for line in wanted:
        print(name, line, rows.get(line, "plain"))
print("as few as needed", len({c[0] for c in r["top"]["colours"]}) < 2000)
print("graph", [c[1:] for c in r["graph"]["colours"] if c[0] == "5"])
text = open("long.c").read().split("\n")
print("text", all(text[int(row[0]) - 1].strip() == row[3] for row in r["top"]["tables"][0][1:] if len(row) == 4))

>>> run
# Lines 200 k are where pieces begin: a comment and a macro go over two of them.
awk 'BEGIN {
  print "#include <stdio.h>\n#define TEN 10 /* ten */"
  print "static int volatile sink; /* begins"
  print "   and ends */ static char const text[] = \"/*\";"
  print "int main (void) { for (int i = 0; i < TEN; i++) sink += i; if (sink < 0) return text[0];"
  for (i = 6; i < 4395; i++) print ""
  print "/* one */ /* int two"
  for (i = 4396; i < 4401; i++) print "   int " i ";"
  print "*/ /* again */"
  print "  sink += 0x10;"
  for (i = 4403; i < 4599; i++) print ""
  print "#define THREE \\"
  print "  1 + \\"
  print "  2"
  print "  sink += THREE; /* \"not a string\" */"
  print "  return 0; }" }' >long.c
for i in 4399 4400 4401 4599 4600 4601; do sed -n ${i}p long.c; done
$CC -g -O0 $PLUGIN $(arg bb entry) -c long.c
{
  printf '%s\n' '# 3 "other.cc"' 'int cpp (int n) { if (n < 0) return 1; return n; }'
  printf '%s\n' '# 3 "b.f90"' 'int f (int n) { return 2 * n; }'
  printf '%s\n' '# 4 "c.adb"' 'int g (int n) { return n + 15; }'
} >other.i
$CC -g -O0 $PLUGIN $(arg bb entry) -c other.i
$CC long.o other.o "$LIBHALT" -o prog
./prog
$HALT html -o site prog
command -v chromium >/dev/null || skip "no chromium"
AXE=$("$TESTS/html/axe") || { echo "not run: axe-core is not there" >>"$TMPDIR/left-out"; AXE=; }
export AXE
for scheme in 1 0; do
  "$TESTS/html/browse" site '[["#/file/1/3", "cpp"], ["#/file/2/3", "fortran"]]' --blink-settings=preferredColorScheme=$scheme >views.json
  python3 -c 'import json; [print(w) for v in json.load(open("views.json")).values() for w in v.get("axe", [])]'
done
AXE= "$TESTS/html/browse" site "$(cat steps.json)" >views.json
python3 look.py
sed -i 's/"highlight-library"//' site/data/index.js
"$TESTS/html/browse" site '[["#/file/0/5", "plain"], ["#/graph/0", "graph"]]' >views.json
python3 -c 'import json; print([(v["colours"], len(v["tables"][0]) > 5) for v in json.load(open("views.json")).values()])'

>>> out
   int 4399;
   int 4400;
*/ /* again */
#define THREE \
  1 + \
  2
site/index.html
top 1 ['macro #', 'macro include', 'macro  ', 'string <stdio.h>']
top 2 ['macro #', 'macro define', 'macro  ', 'macro TEN', 'macro  ', 'number 10', 'macro  ', 'comment /* ten */']
top 3 ['keyword static', 'keyword int', 'keyword volatile', 'comment /* begins']
top 4 ['comment    and ends */', 'keyword static', 'keyword char', 'keyword const', 'string "/*"']
top 5 ['keyword int', 'keyword void', 'keyword for', 'keyword int', 'number 0', 'keyword if', 'number 0', 'keyword return', 'number 0']
far 4399 ['comment    int 4399;']
far 4400 ['comment    int 4400;']
far 4401 ['comment */', 'comment /* again */']
far 4402 ['number 0x10']
far 4599 ['macro #', 'macro define', 'macro  ', 'macro THREE', 'macro  ', 'macro \\']
far 4600 ['macro   ', 'number 1', 'macro  ', 'macro +', 'macro  ', 'macro \\']
far 4601 ['macro   ', 'number 2']
far 4602 ['comment /* "not a string" */']
far 4603 ['keyword return', 'number 0']
cpp 1 ['macro #', 'macro include', 'macro  ', 'string "b.f90"']
cpp 2 ['macro #', 'macro include', 'macro  ', 'string "c.adb"']
cpp 3 ['keyword int', 'keyword int', 'keyword if', 'number 0', 'keyword throw', 'string "x"', 'keyword return', 'comment // C++']
fortran 1 ['keyword integer', 'keyword function', 'comment ! doubles it']
fortran 2 ['keyword character', 'number 3', "string 'a!b'"]
fortran 3 ['number 2']
ada 1 ['keyword function', 'keyword return', 'keyword is', "comment -- of Ada's"]
ada 2 ['keyword constant', 'string "a-b"']
ada 4 ['keyword return', 'number 16#F#']
as few as needed True
graph [['is-keyword', 'int'], ['is-keyword', 'void'], ['is-keyword', 'for'], ['is-keyword', 'int'], ['is-number', '0'], ['is-keyword', 'if'], ['is-number', '0'], ['is-keyword', 'return'], ['is-number', '0']]
text True
[([], True), ([], True)]
