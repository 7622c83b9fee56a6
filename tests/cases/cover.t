# SPDX-License-Identifier: GPL-3.0-or-later
# ghalt cover: with at=gimple it finds what lcov finds in gcov's data for the same runs; of
# a change, what diff-cover finds in that.

>>> main.c
#include "part.h"
#include <stdio.h>
static int never (int n)
{
  int s = n;
  while (s > 3)
    s /= 2;
  return s;
}
int
main (int argc, char **argv)
{
  int s = 0;
  for (int i = 0; i < argc * 5; i++)
    if (i % 4 == 1)
      s += part (i);
    else
      s ^= 3;
  if (argc > 9)
    s = never (s);
  printf ("%s %d\n", argv[0] + 2, s > 0);
  return 0;
}

>>> part.h
int part (int n);
static inline int small (int n) { return n > 7 ? n : 1; }

>>> part.c
#include "part.h"
int
part (int n)
{
  switch (n)
    {
    case 1:
      return 3;
    case 5:
      return small (n);
    case 100:
      return 5;
    default:
      return n;
    }
}

>>> numbers.py
# The numbers of lcov --summary, and ours.
import json, re, sys
theirs = re.findall(r"(lines|functions|branches)[.]*: [0-9.]+% \((\d+) of (\d+)", open(sys.argv[1]).read())
ours = json.load(open(sys.argv[2]))
for word, hit, found in theirs:
    same = (ours[word]["hit"], ours[word]["found"]) == (int(hit), int(found))
    print(word, "equal" if same else (hit, found, ours[word]))
files = ours["files"]
never, name = {}, ""
for line in open(sys.argv[3]):
    name = line[3:].strip() if line.startswith("SF:") else name
    if re.match(r"DA:\d+,0\b", line):
        never.setdefault(name, []).append(int(line[3:].split(",")[0]))
print({f["path"]: f["never"] for f in files if f["never"]} == never)
print(all(sum(f[w][k] for f in files) == ours[w][k] for w in ("lines", "branches", "functions")
          for k in ("hit", "found")), all(len(f["never"]) == f["lines"]["found"] - f["lines"]["hit"] for f in files))

>>> change.py
# What diff-cover says of a change, and we.
import json, sys
theirs, ours = json.load(open(sys.argv[1])), json.load(open(sys.argv[2]))
a = {n: sorted(f["violation_lines"]) for n, f in theirs["src_stats"].items()}
b = {f["path"].split("/work/")[1]: f["never"] for f in ours["files"]}
print("files and lines", "equal" if a == b and b else (a, b))
print("total", "equal" if (theirs["total_num_lines"], theirs["total_num_violations"])
      == (ours["lines"]["found"], ours["lines"]["found"] - ours["lines"]["hit"]) else (theirs, ours["lines"]))

>>> markdown.py
import json, re, sys
text, ours = open(sys.argv[1]).read(), json.load(open(sys.argv[2]))
for f in ours["files"] + [ours]:
    name = "`" + "/".join(f["path"].split("/")[-1:]) + "`" if "path" in f else "**all**"
    row = [r for r in text.split("\n") if name in r][0].split("|")
    for cell, word in zip(row[2:], ("lines", "branches", "functions")):
        numbers = [int(n) for n in re.findall(r"(\d+) of (\d+)", cell)[0]] if cell.strip() else [0, 0]
        if numbers != [f[word]["hit"], f[word]["found"]]:
            print(name, cell, f[word])

>>> run
command -v lcov >/dev/null || skip "no lcov"
command -v git >/dev/null || skip "no git"
export GIT_CONFIG_GLOBAL=/dev/null GIT_CONFIG_SYSTEM=/dev/null
g () { git -c user.name=me -c user.email=me@localhost "$@"; }
mkdir -p work/src
mv main.c part.c part.h work/src
cd work
build ()			# both programs of what src has
{
  rm -f ../*.gc* ../plain* ../prog
  (cd .. && $CC -O0 -g --coverage work/src/main.c work/src/part.c -o plain)
  $CC -O0 -g $PLUGIN $(arg at=gimple cbr mbr bb entry) "$PWD/src/main.c" "$PWD/src/part.c" "$LIBHALT" -o ../prog
  rm -rf ../profiles
  mkdir ../profiles
}
run ()
{
  (cd .. && ./plain "$@" && HALT_FILE=profiles/%p.prof ./prog "$@") >/dev/null
}
theirs () { (cd .. && lcov -q -c -d . --gcov-tool $GCOV --rc $(lcov_branches)=1 -o theirs.info >lcov.log 2>&1 || cat lcov.log); }

echo "* as lcov counts gcov's"
build
run
run a b c
theirs
lcov --summary ../theirs.info --rc $(lcov_branches)=1 >../summary 2>&1
$HALT cover --format=json ../prog ../profiles >../ours.json
python3 ../numbers.py ../summary ../ours.json ../theirs.info
python3 -W ignore -m jsonschema -i ../ours.json "$TESTS/../docs/schema/cover.json"
$HALT cover --format=json ../prog ../profiles/*.prof >../files.json
sed 's/"profiles":\[[^]]*\]//' ../ours.json >../a
sed 's/"profiles":\[[^]]*\]//' ../files.json | cmp - ../a
$HALT cover ../prog ../profiles >../text
sed 's/[0-9]*\/[0-9]* *[0-9.-]*  *//g; s/^ *//; s/  */ /g' ../text
$HALT cover --format=markdown ../prog ../profiles >../text.md
sed 's/[0-9.]*%/N%/g; s/[0-9]* of [0-9]*/N of N/g' ../text.md
python3 ../markdown.py ../text.md ../ours.json
$HALT cover --format=json --function=part ../prog ../profiles | grep -o '"functions":{[^}]*}' | head -n 1

echo "* of a change"
g init -q -b main
g add .
g commit -qm one
sed -i 's|s /= 2;|s /= 3;|; s|s ^= 3;|s ^= 5;|; s|^  int s = 0;|  /* No code.  */\n  int s = 0;\n  s += argc > 12;|' src/main.c
sed -i 's|return 5;|return 6;|' src/part.c
build
run
theirs
g diff >../change
$HALT cover --format=json --diff=../change ../prog ../profiles >../ours.json
python3 -W ignore -m jsonschema -i ../ours.json "$TESTS/../docs/schema/cover.json"
if command -v diff-cover >/dev/null; then
  g commit -qam two
  # Not what only lcov 2 knows.
  sed -i "s|^SF:.*/src/|SF:$PWD/src/|; /^FN[AL]:/d" ../theirs.info
  diff-cover --compare-branch=main~1 --json-report ../theirs.json ../theirs.info >../log 2>&1 || cat ../log
  python3 ../change.py ../theirs.json ../ours.json
fi
$HALT cover --diff=- ../prog ../profiles <../change |
  sed 's/[0-9]*\/[0-9]* *[0-9.-]*  *//g; s/^ *//; s/  */ /g'
cd src
$HALT cover --diff=../../change ../../prog ../../profiles | tail -n 1 >../../last
cd ..
$HALT cover --diff=../change ../prog ../profiles | tail -n 1 | cmp - ../last
# Other prefixes, none, from elsewhere, as diff -u writes it.
for sed in 's| a/| i/|; s| b/| w/|' 's| [ab]/| |' 's|$|\r|' '/^diff/d; s|^+++ .*|&\t2020-01-01 00:00:00|; s|^--- .*|&\t2020|'; do
  sed "$sed" ../change >../other
  $HALT cover --diff=../other ../prog ../profiles | tail -n 1 | cmp - ../last
done
(cd / && $HALT cover --diff="$OLDPWD/../change" "$OLDPWD/../prog" "$OLDPWD/../profiles") | tail -n 1 | cmp - ../last

echo "* of a merge"
cat >../merge <<'END'
diff --cc src/main.c
index 1,2..3
--- a/src/main.c
+++ b/src/main.c
@@@ -3,5 -3,5 +3,5 @@@ main
  static int never (int n)
  {
-   int t = n;
 -  int u = n;
 -  int v = n;
++  int s = n;
 +  while (s > 3)
    s /= 2;
END
$HALT cover --diff=../merge --format=json ../prog ../profiles | grep -o '"never":.*\]'

echo "* two files of one name"
mkdir ../one ../two
echo 'int one (void) { return 1; }' >../one/twin.c
echo 'int one (void); int main (void) { return !one (); }' >../two/twin.c
printf -- '--- a/twin.c\n+++ b/twin.c\n@@ -1 +1 @@\n-a\n+b\n' >../twins
$CC -O0 -g $PLUGIN $(arg at=gimple entry) "$PWD/../one/twin.c" "$PWD/../two/twin.c" "$LIBHALT" -o ../both
HALT_FILE=../both.prof ../both
$HALT cover --diff=../twins ../both ../both.prof 2>&1 | sed 's/  */ /g'

echo "* nothing touched"
: >../empty
printf 'diff --git a/x b/x\nindex 1..2\nBinary files differ\n--- a/README\n+++ b/README\n@@ -0,0 +1 @@\n+one\n\\ No newline at end of file\n' >../else
for change in empty else; do
  code $HALT cover --diff=../$change --fail-under=90 ../prog ../profiles
  $HALT cover --diff=../$change --format=markdown ../prog ../profiles
done

echo "* thresholds"
code $HALT cover --fail-under=20 ../prog ../profiles >../out
code $HALT cover --fail-under=0.125 ../prog ../profiles >../out
code $HALT cover --fail-under=99.9,branches:100,functions:12.5 ../prog ../profiles 2>&1 >../out | sed 's/[0-9]* of [0-9]*/N of N/'
$HALT cover --fail-under=99.9 ../prog ../profiles >../out 2>../notes || echo "status $?"
for n in x 80% 101 1,x:2 1.2345 "" 80,; do
  code $HALT cover --fail-under="$n" ../prog ../profiles 2>&1
done

echo "* refused"
printf 'text\n' >../bad1
printf -- '--- a/x\n+++ b/x\n@@ -1 +1,2 @@\n-a\n+b\n' >../bad2
printf -- '--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n@@ +1 @@\n' >../bad3
printf -- '@@ -1 +1 @@\n-a\n+b\n' >../bad4
printf -- '--- a/x\n+++ b/x\n@@ -1,2 +1 @@\n-a\n?b\n' >../bad5
cd ..
for i in 1 2 3 4 5 6; do
  code $HALT cover --diff=bad$i prog profiles 2>&1
done
code $HALT cover --format=json --wide prog profiles 2>&1
code $HALT cover --function=nothing prog profiles 2>&1
code $HALT cover prog none.prof 2>&1
mkdir empties
code $HALT cover prog empties 2>&1

>>> out
* as lcov counts gcov's
lines equal
functions equal
branches equal
True
True True
lines branches functions file never executed
main.c 3-8, 20
part.c 11-12
part.h
all
### Coverage: N of N lines (N%)

| file | lines | branches | functions | never executed |
|---|---:|---:|---:|---|
| `main.c` | N of N (N%) | N of N (N%) | N of N (N%) | 3-8, 20 |
| `part.c` | N of N (N%) | N of N (N%) | N of N (N%) | 11-12 |
| `part.h` | N of N (N%) | N of N (N%) | N of N (N%) |  |
| **all** | N of N (N%) | N of N (N%) | N of N (N%) | |
"functions":{"found":1,"hit":1}
* of a change
files and lines equal
total equal
lines branches functions file never executed
main.c 7
part.c 12
all that the change touches
* of a merge
"never":[5]}]
* two files of one name
ghalt: note: twin.c is left out: the names of 2 files end so, and none is here
 lines branches functions file never executed
0/0 - 0/0 - 0/0 - all that the change touches
* nothing touched
      lines     branches    functions  file  never executed
0/0       -  0/0       -  0/0       -  all that the change touches
### Coverage of the change: it touches no lines with code
      lines     branches    functions  file  never executed
0/0       -  0/0       -  0/0       -  all that the change touches
### Coverage of the change: it touches no lines with code
* thresholds
ghalt: note: N of N lines were executed, which is less than 99.9%
ghalt: note: N of N branches were executed, which is less than 100%
status 1
ghalt: '--fail-under' needs percents, up to 100: 80, or 80,branches=60,mcdc=100:src/safety; not 'x'
exit 2
ghalt: '--fail-under' needs percents, up to 100: 80, or 80,branches=60,mcdc=100:src/safety; not '80%'
exit 2
ghalt: '--fail-under' needs percents, up to 100: 80, or 80,branches=60,mcdc=100:src/safety; not '101'
exit 2
ghalt: '--fail-under' needs percents, up to 100: 80, or 80,branches=60,mcdc=100:src/safety; not '1,x:2'
exit 2
ghalt: '--fail-under' needs percents, up to 100: 80, or 80,branches=60,mcdc=100:src/safety; not '1.2345'
exit 2
ghalt: '--fail-under' needs percents, up to 100: 80, or 80,branches=60,mcdc=100:src/safety; not ''
exit 2
ghalt: '--fail-under' needs percents, up to 100: 80, or 80,branches=60,mcdc=100:src/safety; not '80,'
exit 2
* refused
ghalt: bad1: no change in it, as git diff writes it
exit 2
ghalt: bad2:5: it ends inside of a range; this is to be what git diff writes
exit 2
ghalt: bad3:6: no range of lines; this is to be what git diff writes
exit 2
ghalt: bad4:1: lines of no file; this is to be what git diff writes
exit 2
ghalt: bad5:5: neither ' ' nor '+' nor '-' before a line; this is to be what git diff writes
exit 2
ghalt: cannot open 'bad6': No such file or directory
exit 2
ghalt: '--wide' does not go with '--format=json'
exit 2
ghalt: prog: no function 'nothing'
exit 2
ghalt: cannot open 'none.prof': No such file or directory
exit 2
ghalt: note: no profile is there: all counts as never executed
       lines      branches    functions  file    never executed
0/16     0.0   0/8     0.0  0/2     0.0  main.c  3-24
0/10     0.0   0/4     0.0  0/1     0.0  part.c  3-14
 0/1     0.0   0/2     0.0  0/1     0.0  part.h  2
0/27     0.0  0/14     0.0  0/4     0.0  all
