# SPDX-License-Identifier: GPL-3.0-or-later
# What guide= reads is checked: each error is one line.  One that says nothing of the
# unit changes nothing, and functions that it does not know are counted as without.

>>> a.c
__attribute__ ((noipa)) int
f (int n)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    if (i & 5)
      s += i * n;
  return s;
}

int
main (void)
{
  return f (10) == 7;
}

>>> other.c
int g (int n) { return n > 3 ? n * 7 : n; }

>>> run
try () { echo "$*"; code $CC -O2 -S $PLUGIN $(arg "$@") a.c -o /dev/null 2>&1; }
$CC -O2 $PLUGIN $(arg count cbr entry) a.c "$LIBHALT" -o prog
./prog
"$HALT" report --format=guide prog >good
head -n 2 good >short
sed 's/ - / ? /; $s/$/ 1x/' good >digits
sed '3s/[0-9-]*$/18446744073709551616/' good >large
sed '2s/^./g/' good >key
sed '2s/ [0-9-]*$//' good >count
{ head -n 1 good; tail -n 1 good; sed -n 2p good; } >order
sed '1s/ 1 / 2 /' good >new
printf 'halt-guide 1 0\n' >empty
head -c -3 good >cut
try cbr count guide
try cbr count guide=
for file in missing . a.c halt.prof short digits large key count order new cut; do
  try cbr entry count guide=$file
done
try cbr guide=good
try cbr count switch guide=good
try at=gimple arc count guide=good
try blpp count guide=good
try atom guide=good
try cbr count guyde=good
echo == the same code
$CC -O2 -S $PLUGIN $(arg count cbr entry) other.c -o without.s
for file in good empty; do
  $CC -O2 -S $PLUGIN $(arg count cbr entry guide=$file) other.c -o with.s
  same without.s with.s
done
echo == what is not known
$CC -O2 -S $PLUGIN $(arg count entry guide=good dump=label) other.c -o with.s
echo == nothing to write
$CC -O2 $PLUGIN $(arg count at=gimple arc) a.c "$LIBHALT" -o gimple
./gimple
code "$HALT" report --format=guide gimple

>>> out
cbr count guide
cc1: error: halt: option 'guide' needs what 'ghalt report --format=guide' wrote, as in 'guide=prog.guide'
exit 1
cbr count guide=
cc1: error: halt: option 'guide' needs what 'ghalt report --format=guide' wrote, as in 'guide=prog.guide'
exit 1
cbr entry count guide=missing
cc1: error: halt: option 'guide' cannot open 'missing': No such file or directory
exit 1
cbr entry count guide=.
cc1: error: halt: '.' is no guide; 'ghalt report --format=guide' makes one of a profile
exit 1
cbr entry count guide=a.c
cc1: error: halt: 'a.c' is no guide; 'ghalt report --format=guide' makes one of a profile
exit 1
cbr entry count guide=halt.prof
cc1: error: halt: 'halt.prof' is no guide; 'ghalt report --format=guide' makes one of a profile
exit 1
cbr entry count guide=short
cc1: error: halt: 'short' is damaged: it has 1 of 2 functions
exit 1
cbr entry count guide=digits
cc1: error: halt: 'digits' is damaged in line 2
exit 1
cbr entry count guide=large
cc1: error: halt: 'large' is damaged in line 3
exit 1
cbr entry count guide=key
cc1: error: halt: 'key' is damaged in line 2
exit 1
cbr entry count guide=count
In function 'main':
cc1: error: halt: 'count' is damaged: it has 4 counts of 'main', not 5
exit 1
cbr entry count guide=order
cc1: error: halt: 'order' is damaged in line 3
exit 1
cbr entry count guide=new
cc1: error: halt: 'new' is a guide of version 2; this plugin reads 1
exit 1
cbr entry count guide=cut
cc1: error: halt: 'cut' is damaged in line 3
exit 1
cbr guide=good
cc1: error: halt: option 'guide' says where counters lie; add '-fplugin-arg-halt-count'
exit 1
cbr count switch guide=good
cc1: error: halt: with option 'switch' each point has a counter of its own; leave 'guide' out
exit 1
at=gimple arc count guide=good
cc1: error: halt: option 'guide' is about machine code; 'at=gimple' does not have it
exit 1
blpp count guide=good
cc1: error: halt: option 'guide' is about machine code; 'blpp' does not have it
exit 1
atom guide=good
cc1: error: halt: option 'atom' instruments nothing; leave 'guide' out
exit 1
cbr count guyde=good
cc1: error: halt: unknown option 'guyde'; did you mean 'guide'?
exit 1
== the same code
== what is not known
label entry 0 g block 2 other.c:1:5
not in the guide: function g
== nothing to write
ghalt: halt.prof: nothing was recorded of machine code that counters could be placed by
exit 2
