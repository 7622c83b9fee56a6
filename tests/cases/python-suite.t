# SPDX-License-Identifier: GPL-3.0-or-later
# Python's package halt: lines of several programs, one that was never executed, names of runs.

>>> part.c
int
part (int n)
{
  if (n > 1)
    return 2;
  return n;
}

>>> main.c
int part (int n);
int main (int argc, char **argv) { (void) argv; return part (argc) == 99; }

>>> suite.py
import halt
profile = {n: halt.Profile(f"{n}.prof") for n in ("one", "two", "three")}
print([p.label for p in profile.values()])
both = halt.Profile("one.prof", "two.prof")
print(repr(both.label), repr(halt.Profile("one.prof", "three.prof").label))
one, two = halt.Program("one"), halt.Program("two")
never = halt.Report.never(two)
report = halt.Report(one, both)
def show(lines):
    return [(line.line, line.count) for line in lines if line.file.endswith("part.c")]
print(show(report.lines()))
print(show(never.lines()), [f.count for f in never.line_functions()][:1] != [None])
print(show(halt.Report.lines_of([report, never])) == show(report.lines()))
print(show(halt.Report.lines_of([report, report])))
print(halt.Report.lines_of([]))

>>> run
command -v python3 >/dev/null || skip "no python3"
export PYTHONPATH=$TESTS/../python GHALT_LIBRARY=${HALT%/*}/libghalt.so.0 PYTHONDONTWRITEBYTECODE=1
for p in one two; do
  $CC -O0 -g $PLUGIN $(arg at=gimple bb cbr entry) part.c main.c "$LIBHALT" -o $p
done
HALT_LABEL="a test" HALT_FILE=one.prof ./one
HALT_LABEL="another" HALT_FILE=two.prof ./one a
HALT_LABEL="a test" HALT_FILE=three.prof ./one a b
python3 suite.py

>>> out
['a test', 'another', 'a test']
'' 'a test'
[(2, 2), (4, 2), (5, 1), (6, 1)]
[(2, 0), (4, 0), (5, 0), (6, 0)] True
True
[(2, 4), (4, 4), (5, 2), (6, 2)]
[]
