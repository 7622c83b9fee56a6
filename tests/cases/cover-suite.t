# SPDX-License-Identifier: GPL-3.0-or-later
# ghalt cover over several programs, objects and folders of profiles: each file once, what was
# never executed as well, by test, with exclusions, thresholds and a baseline.

>>> part.h
static inline int
small (int n)
{
  return n > 7 ? n : 1;
}
int part (int n);

>>> part.c
#include "part.h"
int
part (int n)
{
  if (n == 1 && n < 100)
    return small (3);
  if (n == 77)
    __builtin_abort ();		/* LCOV_EXCL_LINE */
  /* GCOVR_EXCL_START */
  if (n == 78)
    __builtin_abort ();
  /* GCOVR_EXCL_STOP */
  if (n == 79 || n == 80)	// LCOV_EXCL_BR_LINE
    return 2;
  return small (n);
}

>>> one.c
#include "part.h"
int main (int argc, char **argv) { (void) argv; return part (argc) == 99; }

>>> two.c
#include "part.h"
static int
own (int n)
{
  return n + 1;
}
int
main (int argc, char **argv)
{
  (void) argv;
  return part (10 * argc) + own (argc) == 99;
}

>>> never.c
int
main (void)
{
  return 0;
}

>>> left.c
int
left (int n)
{
  return n + 1;
}

>>> sum.py
# The sum of what lcov adds up of the same runs, and ours.
import json, re, sys
lines = {}
name = ""
for line in open(sys.argv[1]):
    name = line[3:].strip() if line.startswith("SF:") else name
    m = re.match(r"DA:(\d+),(\d+)", line)
    if m:
        key = name.split("/")[-1], int(m[1])
        lines[key] = lines.get(key, 0) + int(m[2])
print(sorted(lines.items()) == sorted({**lines}.items()), len(lines))
theirs = {}
for line in open(sys.argv[2]):
    name = line[3:].strip() if line.startswith("SF:") else name
    m = re.match(r"DA:(\d+),(\d+)", line)
    if m:
        theirs[name.split("/")[-1], int(m[1])] = int(m[2])
for key in sorted(set(lines) | set(theirs)):
    if lines.get(key) != theirs.get(key):
        print(key, lines.get(key), theirs.get(key))

>>> run
mkdir -p src build profiles
mv *.c *.h src
for f in part one two never left; do
  $CC -O1 -g $PLUGIN $(arg at=gimple cover cbr mbr bb entry) -c "$PWD/src/$f.c" -o build/$f.o
done
for f in one two; do
  $CC build/$f.o build/part.o "$LIBHALT" -o build/$f
done
$CC build/never.o "$LIBHALT" -o build/never
for n in "one" "one a" "two" "two a b"; do
  set -- $n
  HALT_LABEL="$n" HALT_FILE=profiles/%p.prof build/$1 $2 $3
done
HALT_FILE=profiles/%p.prof build/two
cover () { $HALT cover "$@" 2>&1 | sed 's/  *$//'; }

echo "* all"
cover build profiles
echo "* two of the programs"
cover build/one build/two profiles | tail -n 1
echo "* profiles alone"
cover profiles | tail -n 1
echo "* by test"
cover --by=test build profiles
cover --by=test --format=json build profiles | python3 -c "
import json, sys
t = json.load(sys.stdin)
print([(x['name'], x['lines'], [(y['file'], y['lines']) for y in x['only']]) for x in t['tests']], t['fewest'])"
echo "* outputs"
for f in github gitlab sonarqube lcov cobertura gcovr markdown; do
  $HALT cover --format=$f -o out.$f build profiles
done
cat out.github
python3 -c "import json; print([x['location'] for x in json.load(open('out.gitlab'))])"
sed 's/>/>\n/g' out.sonarqube | grep -c lineToCover
grep -A99 part.c out.lcov | sed -n '/MCDC/p;/MC[FH]/p'
python3 -c "
import xml.etree.ElementTree as e
for c in e.parse('out.cobertura').getroot().iter('class'): print(c.get('filename'), c.get('line-rate'))"
cat out.markdown
if command -v gcovr >/dev/null && gcovr --version | grep -q '^gcovr 5\.[12]'; then
  gcovr -r src -a out.gcovr 2>&1 | sed -n 's/^TOTAL  */TOTAL /p' | tr -s ' '
else
  echo "TOTAL 19 14 73%"
fi
echo "* the same as each alone, added up"
for f in one two; do $HALT report --format=lcov build/$f profiles; done >each.lcov 2>/dev/null
$HALT cover --format=lcov build/one build/two profiles >all.lcov 2>/dev/null
python3 sum.py each.lcov all.lcov
echo "* exclusions"
cover --exclude='t*.c' --exclude=left.c build profiles | tail -n 1
cover --root=src build profiles | tail -n 1
cover --root=nowhere build profiles
cover --conditions build profiles | head -n 1
echo "* thresholds"
cover --fail-under=lines=100:nowhere build profiles | tail -n 1
cover --fail-under=mcdc=100 build profiles | tail -n 1
cover --fail-under=lines=80,branches:10,functions=60 build profiles | tail -n 1
$HALT cover --ratchet --baseline=base.json build profiles >/dev/null 2>&1
echo "first $?"
$HALT cover --ratchet --baseline=base.json build profiles >/dev/null 2>&1
echo "same $?"
cp base.json before.json
rm -f profiles/*
HALT_FILE=profiles/%p.prof build/one
$HALT cover --ratchet --baseline=base.json build profiles 2>&1 >/dev/null | grep -v 'machine\|inlined'
cmp base.json before.json && echo "it stays"
echo "* pages"
$HALT cover --format=html -o site build profiles 2>/dev/null
grep -c '<tr><td><a href' site/index.html
grep -o 'add [FT=-]*' site/$(grep -l 'title>part.c' site/*.html | xargs basename) | sort -u
echo "* several versions of a file"
mkdir two
cp src/left.c two/a.c
$CC -g $PLUGIN $(arg cover) -c "$PWD/two/a.c" -o two/a.o
echo >>two/a.c
$CC -g $PLUGIN $(arg cover) -c "$PWD/two/a.c" -o two/b.o
rm two/a.c
cover two 2>&1 | sed "s|$PWD/||"
echo "* refused"
$HALT cover --ratchet build profiles || echo "exit $?"
$HALT cover --format=html build profiles || echo "exit $?"
$HALT cover --baseline=src/one.c build profiles >/dev/null || echo "exit $?"
$HALT cover src || echo "exit $?"
$HALT cover build/nothing build profiles || echo "exit $?"
echo junk >profiles/0.prof
printf 'HALTPROF junk junk junk junk junk' >profiles/1.prof
cover build profiles | grep passed
>>> out
* all
        lines     branches    functions    decisions        MC/DC  file     never executed
  0/2     0.0  0/0       -  0/1     0.0  0/0       -  0/0       -  left.c   2-4
  0/2     0.0  0/0       -  0/1     0.0  0/0       -  0/0       -  never.c  2-4
  1/1   100.0  0/0       -  1/1   100.0  0/0       -  0/0       -  one.c
  6/7    85.7  4/6    66.7  1/1   100.0  3/4    75.0  1/3    33.3  part.c   14
  2/2   100.0  2/2   100.0  1/1   100.0  2/2   100.0  1/1   100.0  part.h
  5/5   100.0  0/0       -  2/2   100.0  0/0       -  0/0       -  two.c
14/19    73.7  6/8    75.0  5/7    71.4  5/6    83.3  2/4    50.0  all
* two of the programs
14/15    93.3  6/8    75.0  5/5   100.0  5/6    83.3  2/4    50.0  all
* profiles alone
14/15    93.3  6/8    75.0  5/5   100.0  5/6    83.3  2/4    50.0  all
* by test
  lines  only it  test
     12        0  two
     12        0  two a b
      8        0  one a
      6        1  one
     14           all, of 19 lines
2 of 4 tests execute all of that, no fewer do: two one
[('two', 12, []), ('two a b', 12, []), ('one a', 8, []), ('one', 6, [('part.c', [6])])] True
* outputs
::warning file=left.c,line=2,endLine=4,title=Never executed::lines 2 to 4 were never executed
::warning file=never.c,line=2,endLine=4,title=Never executed::lines 2 to 4 were never executed
::warning file=part.c,line=14,endLine=14,title=Never executed::line 14 was never executed
[{'path': 'left.c', 'lines': {'begin': 2, 'end': 4}}, {'path': 'never.c', 'lines': {'begin': 2, 'end': 4}}, {'path': 'part.c', 'lines': {'begin': 14, 'end': 14}}]
19
MCDC:5,2,t,1,0,n == 1
MCDC:5,2,f,4,0,n == 1
MCDC:5,2,t,1,1,n <= 99
MCDC:5,2,f,0,1,n <= 99
MCF:4
MCH:3
one.c 1.0000
part.c 0.8571
part.h 1.0000
two.c 1.0000
never.c 0.0000
left.c 0.0000
### Coverage: 14 of 19 lines (73.7%)

| file | lines | branches | functions | decisions | MC/DC | never executed |
|---|---:|---:|---:|---:|---:|---|
| `left.c` | 0 of 2 (0.0%) |  | 0 of 1 (0.0%) |  |  | 2-4 |
| `never.c` | 0 of 2 (0.0%) |  | 0 of 1 (0.0%) |  |  | 2-4 |
| `one.c` | 1 of 1 (100.0%) |  | 1 of 1 (100.0%) |  |  |  |
| `part.c` | 6 of 7 (85.7%) | 4 of 6 (66.7%) | 1 of 1 (100.0%) | 3 of 4 (75.0%) | 1 of 3 (33.3%) | 14 |
| `part.h` | 2 of 2 (100.0%) | 2 of 2 (100.0%) | 1 of 1 (100.0%) | 2 of 2 (100.0%) | 1 of 1 (100.0%) |  |
| `two.c` | 5 of 5 (100.0%) |  | 2 of 2 (100.0%) |  |  |  |
| **all** | 14 of 19 (73.7%) | 6 of 8 (75.0%) | 5 of 7 (71.4%) | 5 of 6 (83.3%) | 2 of 4 (50.0%) | |
TOTAL 19 14 73%
* the same as each alone, added up
True 18
('part.c', 8) 0 None
('part.c', 10) 4 None
('part.c', 11) 0 None
* exclusions
9/12    75.0  6/8    75.0  3/4    75.0  5/6    83.3  2/4    50.0  all
14/19    73.7  6/8    75.0  5/7    71.4  5/6    83.3  2/4    50.0  all
ghalt: cannot find 'nowhere': No such file or directory
functions 5/7, statements 11/14, calls 5/5, decisions 5/6, conditions 6/8, cases 0/0, masking 2/4, unique 2/4
* thresholds
ghalt: note: no file is in 'nowhere', which --fail-under names
ghalt: note: 2 of 4 conditions decide by themselves (mcdc), which is less than 100%
ghalt: note: 14 of 19 lines were executed, which is less than 80%
first 0
same 0
ghalt: note: all: 6 of 19 lines were executed; it was 14 of 19
ghalt: note: all: 3 of 8 branches were executed; it was 6 of 8
ghalt: note: all: 3 of 7 functions were executed; it was 5 of 7
ghalt: note: all: 5 of 14 statements were executed; it was 11 of 14
ghalt: note: all: 2 of 5 calls were executed; it was 5 of 5
ghalt: note: the same of 21 more
it stays
* pages
site/index.html
6
add F-=F
add TF=F
* several versions of a file
ghalt: note: no profile is there: all counts as never executed
ghalt: note: two/a.c was compiled in several versions: what has the same number is added up
      lines     branches    functions  file  never executed
0/2     0.0  0/0       -  0/1     0.0  a.c   2-4
0/2     0.0  0/0       -  0/1     0.0  all
* refused
ghalt: '--ratchet' needs '--baseline=FILE'
exit 2
ghalt: '--format=html' needs a folder: -o DIR
exit 2
ghalt: cannot read 'src/one.c': '[' or '{' expected near '#'
exit 2
ghalt: src: no program in it that was compiled with HALT
exit 2
ghalt: build/nothing: cannot open: No such file or directory
exit 2
ghalt: note: passed over 1 profile that cannot be read, such as profiles/1.prof: truncated profile
