# SPDX-License-Identifier: GPL-3.0-or-later
# summary= writes at compile time what ghalt summarize prints of the object.

>>> a.c
int h (int);
int
f (int n)
{
  return n > 3 ? h (n - 1) : 7;
}

>>> b.c
int g (int n) { switch (n) { case 1: return 5; case 2: return 9; case 3: return 1; case 4: return 77; case 5: return 3; } return 0; }

>>> run
for options in "cbr" "proc mbr bb load" "at=gimple bb cbr"; do
  $CC -O2 $PLUGIN $(arg summary=one $options) -c a.c
  "$HALT" summarize a.o | cmp - one
done
mkdir all
$CC -O2 $PLUGIN $(arg summary=all cbr mbr) -c a.c b.c
for f in a b; do "$HALT" summarize $f.o | cmp - all/$f.halt; done
ls all
$CC -O2 -ffat-lto-objects -flto $PLUGIN $(arg lto summary=one cbr) -c a.c
"$HALT" summarize a.o | cmp - one
$CC -O2 $PLUGIN $(arg summary=one mbr) -c a.c
sed '/^ /d; s/ checksum.*//; s/cfg [0-9a-f]*/cfg .../' one
code $CC -O2 $PLUGIN $(arg summary=none/one cbr) -c a.c 2>&1
code $CC -O2 $PLUGIN $(arg summary cbr) -c a.c 2>&1

>>> out
a.halt
b.halt
halt-summary 1
unit 0 base 0 ids 0
function f address - cfg ... flags - blocks 3 edges 5 points 0 at a.c:3 pretty f
cc1: error: halt: cannot write summary 'none/one': No such file or directory
exit 1
cc1: error: halt: option 'summary' needs a file or a directory, as in 'summary=prog.halt'
exit 1
