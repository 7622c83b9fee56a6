# SPDX-License-Identifier: GPL-3.0-or-later
# Rows are as wide as the terminal, or as COLUMNS says: names lose their middle.  Files
# are named from the folder that they have in common; JSON and CSV have all.

>>> a.cc
#include "../include/deep/header.h"
int library (int n);
namespace a_name_space_of_some_length
{
template <typename A, typename B> __attribute__ ((noinline)) int
a_template_that_has_a_long_name (A a, B b)
{
  return a > b ? header (a) : 2;
}
}
int
main (int argc, char **argv)
{
  int s = 0;
  for (int i = 0; i < argc * 10; i++)
    s += a_name_space_of_some_length::a_template_that_has_a_long_name
	   <unsigned long long, unsigned long long> (i, 5) + library (i);
  return argv == nullptr ? s : 0;
}

>>> b.cc
int
library (int n)
{
  return n & 1 ? n : 3;
}

>>> header.h
static __attribute__ ((noinline)) int header (int n) { return n & 1 ? n : 3; }

>>> widths.py
import sys
name, most = sys.argv[1], int(sys.argv[2])
rows = [l.rstrip("\n") for l in open(name, encoding="utf-8")]
wide = [l for l in rows if len(l) > most]
print("fits" if not wide else wide[0], "at", most, "shortened" if any("..." in l for l in rows) else "whole")

>>> terminal.py
import fcntl, os, pty, struct, sys, termios
child, fd = pty.fork()
if child == 0:
    os.environ.update(NO_COLOR="1", PAGER="")
    fcntl.ioctl(1, termios.TIOCSWINSZ, struct.pack("HHHH", 24, int(sys.argv[1]), 0, 0))
    os.execvp(sys.argv[2], sys.argv[2:])
text = b""
try:
    while part := os.read(fd, 65536):
        text += part
except OSError:
    pass
os.waitpid(child, 0)
open("terminal.out", "wb").write(text.replace(b"\r", b""))

>>> run
mkdir -p project/src project/lib project/include/deep project/build other/place
mv a.cc project/src
mv b.cc project/lib/a_file_with_a_name_that_is_long_as_well.cc
mv header.h project/include/deep
cp project/lib/*.cc other/place/shared.cc
kinds="$(arg cbr entry exit blpp)"
c="$CXX -O1 $PLUGIN $kinds"
cd project/build
$c -c "$PWD/../src/a.cc" -o a.o
$c -c ../lib/*.cc -o b.o
$CXX a.o b.o "$LIBHALT" -o ../../prog
cd ../..
HALT_FILE=a ./prog
HALT_FILE=b ./prog 1

echo "* relative to the common folder"
where () { grep -o '[^ ]*:[0-9][0-9:]*  ' | sed 's/ *$//' | sort -u; }
$HALT report --sort=id prog a | where
echo "* of the others"
$HALT report --hot prog a | where | cut -d : -f 1 | sort -u
code $HALT diff --kind=cbr prog a b | where
$HALT paths prog a | where
$HALT paths prog a | grep -o 'line [^ ]*/header.h:1,' | sort -u
$HALT paths --edges prog a | grep -o '[^ ]*/header.h:[0-9]*$' | sort -u
$HALT report --format=csv --kind=cbr prog a | grep -o '[^",]*,[0-9]*,[0-9]*,[0-9]*,[0-9]*,before' |
  cut -d , -f 1,2 | sort -u | sed "s|$PWD|.|"
$HALT paths --format=csv prog a | grep -o ',[^,]*/header.h,1,' | sort -u | sed "s|$PWD|.|"
$HALT report --format=json prog a >one.json
COLUMNS=60 $HALT report --format=json prog a | cmp - one.json

echo "* of several folders, of none, of one"
mkdir -p one/two
echo 'int f (int n) { return n & 1 ? n : 3; }' >one/two/f.cc
(cd one && $c -c two/f.cc -o ../f.o)
(cd one/two && $c -c f.cc -o ../../g.o -Df=g)
echo 'int f (int); int g (int); int main () { return f (3) != g (4); }' >m.cc
$c m.cc f.o g.o "$LIBHALT" -o many
HALT_FILE=many.prof ./many
$HALT report --kind=entry --sort=id many many.prof | where
$c -ffile-prefix-map="$PWD"=. m.cc f.o g.o "$LIBHALT" -o many
HALT_FILE=many.prof ./many
$HALT report --kind=entry --sort=id many many.prof | where
$c -fPIC -shared other/place/shared.cc -o libshared.so
$c -c project/src/a.cc -o a.o
$CXX a.o ./libshared.so "$LIBHALT" -o with
HALT_FILE=with.prof ./with
$HALT report --kind=entry --sort=id with with.prof | where

echo "* as wide as COLUMNS says, or the terminal"
for columns in 80 100 140; do
  COLUMNS=$columns $HALT report prog a | grep -v '^labelled' >text
  python3 widths.py text $columns
  COLUMNS=$columns $HALT report --hot prog a | grep -v '^labelled' >text
  python3 widths.py text $columns
  COLUMNS=$columns $HALT diff --kind=cbr,entry prog a b >text || [ $? = 1 ]
  python3 widths.py text $columns
  COLUMNS=$columns $HALT paths prog a | grep -v '^    line' >text
  python3 widths.py text $columns
done
COLUMNS=80 $HALT report --kind=cbr --sort=id prog a | cut -c 49- | grep '\.\.\.\|header'
python3 terminal.py 90 $HALT report --format=text prog a
grep -v '^labelled' terminal.out >text
python3 widths.py text 90
python3 terminal.py 90 $HALT report --format=text --wide prog a
grep -c 'a_name_space_of_some_length::a_template_that_has_a_long_name<[^>.]*>([^.]*)$' terminal.out
$HALT report prog a | cmp - terminal.out
COLUMNS=80 $HALT report --wide prog a | cmp - terminal.out
COLUMNS=0 $HALT report prog a | cmp - terminal.out
COLUMNS=80 $HALT report --wide --hot prog a | grep '\.\.\.' || echo whole
COLUMNS=80 $HALT paths --wide prog a | grep '\.\.\.' || echo whole
COLUMNS=80 $HALT diff --wide prog a b | grep '\.\.\.' || echo whole
code $HALT report --wide --format=json prog a 2>&1
code $HALT diff --wide --format=csv prog a b 2>&1

>>> out
* relative to the common folder
include/deep/header.h:1
include/deep/header.h:1:69
lib/a_file_with_a_name_that_is_long_as_well.cc:2
lib/a_file_with_a_name_that_is_long_as_well.cc:4:16
src/a.cc:12
src/a.cc:18:26
src/a.cc:6
src/a.cc:8:16
* of the others
include/deep/header.h
lib/a_file_with_a_name_that_is_long_as_well.cc
src/a.cc
include/deep/header.h:1:69
lib/a_file_with_a_name_that_is_long_as_well.cc:4:16
src/a.cc:8:16
include/deep/header.h:1
lib/a_file_with_a_name_that_is_long_as_well.cc:2
src/a.cc:12
src/a.cc:6
include/deep/header.h:1
../lib/a_file_with_a_name_that_is_long_as_well.cc,4
./project/include/deep/header.h,1
./project/src/a.cc,15
./project/src/a.cc,18
./project/src/a.cc,8
,./project/include/deep/header.h,1,
* of several folders, of none, of one
m.cc:1:31
one/two/f.cc:1:5
m.cc:1:31
two/f.cc:1:5
other/place/shared.cc:2:1
project/include/deep/header.h:1:39
project/src/a.cc:12:1
project/src/a.cc:6:1
* as wide as COLUMNS says, or the terminal
fits at 80 shortened
fits at 80 shortened
fits at 80 shortened
fits at 80 shortened
fits at 100 shortened
fits at 100 shortened
fits at 100 shortened
fits at 100 shortened
fits at 140 shortened
fits at 140 shortened
fits at 140 shortened
fits at 140 shortened
header.h:1:69    header(int)
src/a.cc:8:16    int a_... long)
a_fi....cc:4:16  library(int)
fits at 90 shortened
2
whole
whole
ghalt: note: counts of paths differ; see 'ghalt paths' with a and with b
whole
ghalt: '--wide' does not go with '--format=json'
exit 2
ghalt: '--wide' does not go with '--format=csv'
exit 2
