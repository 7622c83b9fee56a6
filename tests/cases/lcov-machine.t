# SPDX-License-Identifier: GPL-3.0-or-later
# lcov and Cobertura of machine code: a line's count is that of --annotate, and marked;
# of both sorts of units each is there.  Cobertura says what the tracefile says.

>>> a.c
#include "b.h"
int volatile sink;
int other (int n);
static int never (int n) { return n > 3 ? n : -n; }
int
main (int argc, char **argv)
{
  (void) argv;
  for (int i = 0; i < 10; i++)
    if (i % 3 == 0)
      sink += g (i);
    else
      sink -= other (i);
  if (argc > 5)
    sink = never (argc);
  return 0;
}

>>> b.h
static inline int g (int n) { return n & 1 ? n : 1; }

>>> other.c
#include "b.h"
int
other (int n)
{
  switch (n)
    {
    case 1: return 3;
    case 2: return g (n);
    case 7: return 5;
    default: return n;
    }
}

>>> coverage-04.dtd
<!ELEMENT coverage (sources?, packages)>
<!ATTLIST coverage line-rate CDATA #REQUIRED branch-rate CDATA #REQUIRED
  lines-covered CDATA #REQUIRED lines-valid CDATA #REQUIRED
  branches-covered CDATA #REQUIRED branches-valid CDATA #REQUIRED
  complexity CDATA #REQUIRED version CDATA #REQUIRED timestamp CDATA #REQUIRED>
<!ELEMENT sources (source*)>
<!ELEMENT source (#PCDATA)>
<!ELEMENT packages (package*)>
<!ELEMENT package (classes)>
<!ATTLIST package name CDATA #REQUIRED line-rate CDATA #REQUIRED
  branch-rate CDATA #REQUIRED complexity CDATA #REQUIRED>
<!ELEMENT classes (class*)>
<!ELEMENT class (methods, lines)>
<!ATTLIST class name CDATA #REQUIRED filename CDATA #REQUIRED
  line-rate CDATA #REQUIRED branch-rate CDATA #REQUIRED complexity CDATA #REQUIRED>
<!ELEMENT methods (method*)>
<!ELEMENT method (lines)>
<!ATTLIST method name CDATA #REQUIRED signature CDATA #REQUIRED
  line-rate CDATA #REQUIRED branch-rate CDATA #REQUIRED complexity CDATA #REQUIRED>
<!ELEMENT lines (line*)>
<!ELEMENT line (conditions*)>
<!ATTLIST line number CDATA #REQUIRED hits CDATA #REQUIRED branch CDATA "false"
  condition-coverage CDATA "100%">
<!ELEMENT conditions (condition*)>
<!ELEMENT condition EMPTY>
<!ATTLIST condition number CDATA #REQUIRED type CDATA #REQUIRED coverage CDATA #REQUIRED>

>>> cobertura.py
# What the XML says, as lines of a tracefile; its sums are checked.
import os, sys, xml.etree.ElementTree as tree
root = tree.parse(sys.argv[1]).getroot()
source = root.find("sources/source").text
lines = covered = branches = taken = 0
for c in root.iter("class"):
    name = os.path.join(source, c.get("filename"))
    for m in c.find("methods"):
        line = m.find("lines/line")
        print(f"{name} {line.get('number')} function {m.get('signature')} {line.get('hits')}")
    for line in c.find("lines"):
        lines += 1
        covered += line.get("hits") != "0"
        ways = ""
        if line.get("branch") == "true":
            ways = line.get("condition-coverage").split("(")[1][:-1]
            taken += int(ways.split("/")[0])
            branches += int(ways.split("/")[1])
        print(f"{name} {line.get('number')} {line.get('hits')} {ways}".rstrip())
print(root.get("lines-covered") == str(covered), root.get("lines-valid") == str(lines),
      root.get("branches-covered") == str(taken), root.get("branches-valid") == str(branches),
      root.get("line-rate") == "%.4f" % (covered * 10000 // lines / 10000), file=sys.stderr)

>>> tracefile.py
# The tracefile in the same form.
import collections, sys
files, hit = {}, 0
for line in open(sys.argv[1]):
    word, _, rest = line.rstrip("\n").partition(":")
    if word == "SF":
        f = files.setdefault(rest, (collections.Counter(), {}, {}, {}))
    elif word == "DA":
        n, count = map(int, rest.split(","))
        f[0][n] += count
    elif word == "BRDA":
        n, _, _, count = rest.split(",")
        f[1].setdefault(int(n), []).append(count not in "-0")
        hit += count not in "-0"
    elif word == "BRH":
        print("", end="" if int(rest) == hit else line)
        hit = 0
    elif word == "FN":
        n, name = rest.split(",")
        f[2][name] = n
    elif word == "FNDA":
        n, name = rest.split(",")
        f[3][name] = n
for name, (counts, branches, where, called) in sorted(files.items()):
    for function in where:
        print(f"{name} {where[function]} function {function} {called[function]}")
    for n in sorted(counts):
        ways = f"{sum(branches[n])}/{len(branches[n])}" if n in branches else ""
        print(f"{name} {n} {counts[n]} {ways}".rstrip())

>>> run
c="$CC -g -O1 $PLUGIN $(arg cbr mbr bb entry)"
build ()			# OPTIONS OF a.c, OF other.c
{
  $c $1 -c a.c
  $c $2 -c other.c
  $CC a.o other.o "$LIBHALT" -o prog
  rm -f halt.prof
  ./prog
}
look ()
{
  $HALT report --format=lcov prog >all.info
  grep '^TN' all.info
  $HALT report --format=cobertura prog >all.xml
  if command -v xmllint >/dev/null; then
    grep -v DOCTYPE all.xml | xmllint --noout --nonet --dtdvalid coverage-04.dtd -
  fi
  grep '<!--' all.xml || :
  python3 cobertura.py all.xml | sort >ours
  python3 tracefile.py all.info | sort | diff - ours
  $HALT report --annotate prog >text
  grep 'lines executed' text | sed 's,^/.*/,,; s/[0-9]* of [0-9]*/so many/'
  # Each has the lines of the other.
  sed -n 's/^DA:\([0-9]*\),\(.*\)/\1 \2/p' all.info | sort -u >lines
  sed -n 's/^ *\([0-9#]*\): *\([0-9]*\):.*/\2 \1/p' text | sed 's/#####/0/' | sort -u >shown
  cmp -s lines shown || [ "$(grep -c '^TN' all.info)" = 2 ]
  lcov --summary all.info --rc $(lcov_branches)=1 2>&1 | grep -c '[lb][a-z]*\.*: [0-9.]*% ([1-9]'
}
echo "* machine code"
build
look
if command -v genhtml >/dev/null; then
  genhtml -q --branch-coverage all.info -o html >log 2>&1 || cat log
  ls html/index.html
fi
echo "* both"
build "" $(arg at=gimple)
look
echo "* as gcov has it"
build $(arg at=gimple) $(arg at=gimple)
look
echo "* not all is known"
c="$CC -g -O1 $PLUGIN"
build "$(arg store)" "$(arg at=gimple entry)"
$HALT report --format=lcov prog >all.info 2>notes
grep -c 'left out, because counts are unknown' notes
$HALT report --format=cobertura prog >all.xml 2>notes
python3 cobertura.py all.xml | sort >ours
python3 tracefile.py all.info | sort | diff - ours
$HALT cover --format=json prog 2>notes | sed -n '1s/.*"branches":{"found":\([0-9]*\),.*/\1/p' >found
sed -n 's/.* branches-valid="\([0-9]*\)".*/\1/p' all.xml | diff - found
>>> out
* machine code
ghalt: note: 2 of 2 units have lines and branches of machine code: a line is executed as often as its blocks; at=gimple counts as gcov does
TN:machine_code
<!-- lines and branches of machine code: a line is executed as often as its blocks -->
True True True True True
a.c: so many lines executed, by blocks of machine code
b.h: so many lines executed, by blocks of machine code
other.c: so many lines executed, by blocks of machine code
2
html/index.html
* both
ghalt: note: 1 of 2 units has lines and branches of machine code: a line is executed as often as its blocks; at=gimple counts as gcov does
TN:
TN:machine_code
<!-- lines and branches of machine code: a line is executed as often as its blocks -->
True True True True True
a.c: so many lines executed, by blocks of machine code
b.h: so many lines executed, by blocks of machine code
other.c: so many lines executed
2
* as gcov has it
TN:
True True True True True
a.c: so many lines executed
b.h: so many lines executed
other.c: so many lines executed
2
* not all is known
1
True True True True True
