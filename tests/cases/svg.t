# SPDX-License-Identifier: GPL-3.0-or-later
# --format=svg: Graphviz draws; if it cannot, one line says so.

>>> a.c
int volatile sink;
int one (int n) { return n > 3 ? n : -n; }
int main (void) { for (int i = 0; i < 10; i++) sink += one (i); return 0; }

>>> run
starts_programs
$CC -O0 -g $PLUGIN $(arg cbr bb) a.c "$LIBHALT" -o prog
./prog
$HALT report --format=svg prog >hottest.svg
python3 -c 'import sys, xml.dom.minidom as x
print(x.parse("hottest.svg").documentElement.tagName)'
grep -c '<title>main</title>' hottest.svg
$HALT report --format=svg --function=one prog | grep -c '<title>one</title>'
$HALT summarize --format=svg --function=one prog | grep -c '<title>one</title>'
code $HALT report --format=svg --function='*' prog 2>&1
code $HALT summarize --format=svg prog 2>&1
$HALT report --format=dot --top=2 prog | grep '^digraph'
mkdir bin none
printf '#!/bin/sh\nexit 3\n' >bin/dot
chmod +x bin/dot
PATH=$PWD/none code "$HALT" report --format=svg prog 2>&1
PATH=$PWD/bin:$PATH code "$HALT" report --format=svg prog 2>&1
printf '#!/bin/sh\necho "no fonts" >&2\nexit 1\n' >bin/dot
PATH=$PWD/bin:$PATH code "$HALT" report --format=svg prog 2>&1
# A standard output that is closed is not the number of a file of ghalt's own.
"$HALT" report --format=svg prog >&- 2>error || echo "exit $?"
wc -l <error

>>> out
svg
1
1
1
ghalt: a picture shows one function, not 2; name it with --function, or see --format=dot
exit 2
ghalt: prog: a picture shows one function, not 2; name it with --function, or see --format=dot
exit 2
digraph "main" {
digraph "one" {
ghalt: cannot run 'dot', which is of Graphviz: No such file or directory; --format=dot writes what it would draw
exit 2
ghalt: 'dot' failed with status 3: it does not say why
exit 2
ghalt: 'dot' failed with status 1: no fonts
exit 2
exit 2
1
