# SPDX-License-Identifier: GPL-3.0-or-later
# What was off is not known: whatever is on, a report claims no count that is not the one of
# a run with all on.  So in the process's own profile, also if it ends at once; in that of
# who traces it; in sums and differences of them.

>>> prog.c
#include <stdio.h>
void finish (int sum);
__attribute__ ((noipa)) static int
leaf (int n)
{
  int sum = 0;
  for (int i = 0; i < n; i++)
    if (i % 3)
      sum += i;
    else
      sum -= 1;
  return sum;
}
__attribute__ ((noipa)) static int
table (int n)
{
  switch (n)
    {
    case 1: return leaf (2);
    case 2: puts ("two"); return 7;
    case 3: return leaf (0);
    case 4: puts ("four"); return 5;
    case 5: return leaf (9);
    case 6: puts ("six"); return 11;
    default: return n > 100 ? 1 : leaf (n);
    }
}
__attribute__ ((noipa)) static int
never (int n)
{
  return n > 3 ? table (n) : leaf (n);
}
int
main (int argc, char **argv)
{
  int sum = 0;
  for (int i = 0; i < 10; i++)
    sum += table (i);
  if (argc > 5)
    sum += never (argc);
  finish (sum);
  return 0;
}

>>> finish.c
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>
void
finish (int sum)
{
  const char *how = getenv ("END");
  fprintf (stderr, "%d\n", sum);
  if (how && *how == 'a')
    abort ();
  if (how)
    _exit (0);
}

>>> known.py
import os, sys, halt
KINDS = ("cbr", "mbr", "entry", "exit", "block", "call")
program = halt.Program(sys.argv[1])
def counts(*files):
    """Of each block, edge and point what is known."""
    report = halt.Report(program, halt.Profile(*files))
    found = {}
    for f in report.functions:
        for b in f.blocks:
            found[f.name, b.number] = b.count
        for n, e in enumerate(f.edges):
            found[f.name, "edge", n] = e.count
    for kind in KINDS:
        for n, p in enumerate(report.points(kind)):
            found[kind, n] = (p.events, p.counters, p.indices) if p.recorded else None
    return found
def recorded(found):
    return [k for k, v in found.items() if v is not None and k[0] in KINDS]
truth = counts("all.prof")
end = counts("all.end")
if None in [v for k, v in truth.items() if isinstance(k[1], int) and k[0] in ("cbr", "entry")]:
    print("not all of it is known")
def check(name, is_, was):
    wrong = {k: (v, was[k]) for k, v in is_.items() if v is not None and v != was[k]}
    if wrong:
        print(sys.argv[1], name, wrong)
for name in sys.argv[2:]:
    if name == "10":
        # All off: the process writes nothing.
        if os.path.exists("10.own") or os.path.exists("10.end") or recorded(counts("10.run")):
            print("there is a profile, and all was off")
        continue
    check(name, counts(name + ".own"), truth)
    check(name + " ended", counts(name + ".end"), end)
    if recorded(counts(name + ".own")) != recorded(counts(name + ".end")):
        print(name, "knows other points when it ends at once")
    check(name + " traced", counts(name + ".run"), truth)
    if counts(name + ".own") != counts(name + ".run"):
        print(name, "is not the same from outside")
    same = halt.Profile(name + ".run").since(halt.Profile(name + ".run"))
    report = halt.Report(program, same)
    known = [p.recorded for p in report.points("cbr")]
    if known != [p.recorded for p in halt.Report(program, halt.Profile(name + ".run")).points("cbr")]:
        print(name, "is not the same in a difference")
    if sum(p.events for p in report.points("cbr")):
        print(name, "has counted something in no time")
twice = counts("1.own", "2.own")
for k, v in twice.items():
    if k[0] in ("cbr", "entry") and isinstance(k[1], int) and v is None:
        print(k, "is not known in the sum")

>>> run
export PYTHONPATH="$TESTS/../python" GHALT_LIBRARY=${GHALT_LIBRARY:-${HALT%/*}/libghalt.so.0}
echo 'int main (void) { return 0; }' >quiet.c
$CC $PLUGIN $(arg switch entry) quiet.c "$LIBHALT" -o quiet
traced "$HALT" run --on=entry -o quiet.prof ./quiet
$CC -O1 -c -w finish.c -o finish.o
for how in count=atomic ''; do
  $CC -O1 -g -w $PLUGIN $(arg switch cbr mbr entry exit bb call $how) prog.c finish.o $LIBHALT -o prog
  export HALT_ON='*'
  HALT_FILE=all.prof ./prog >said 2>&1
  END=exit HALT_FILE=all.end ./prog >said 2>&1
  n=0 list=
  for on in cbr entry 'cbr@leaf' 'entry,mbr' 'bb@table' 'exit,cbr@table' 'call' 'entry,cbr,mbr' '*@main' ''; do
    n=$((n + 1)) list="$list $n"
    export HALT_ON="$on"
    HALT_FILE=$n.own ./prog >said 2>&1
    end=exit
    [ $((n % 2)) = 0 ] || end=abort
    { END=$end HALT_FILE=$n.end ./prog || :; } >said 2>&1
    unset HALT_ON
    words=${on:+--on=}$on
    $HALT run "${words:---off=*}" -o $n.run ./prog >said 2>&1
  done
  python3 known.py prog $list
done
echo "-- what is said"
HALT_ON=cbr@leaf ./prog 2>/dev/null >/dev/null
$HALT report prog 2>&1 | sed -n 's/^ghalt: note: [0-9]* of [0-9]* /N of M /p; s/  *[0-9][0-9]*  not/ not/p'
$HALT run '--off=*' -o off.prof ./prog 2>/dev/null >/dev/null
$HALT report prog off.prof 2>&1 | sed -n 's/^\(ghalt: note.*all\) [0-9]*/\1 N/p'

>>> out
-- what is said
N of M points were off; nothing is known of them
mbr not recorded
entry not recorded
exit not recorded
block not recorded
call not recorded
ghalt: note: nothing was recorded: all N points were off
