# SPDX-License-Identifier: GPL-3.0-or-later
# ghalt merge takes folders, and --only the program whose profiles are wanted; what
# else is there is passed over with a note.  Thousands of files need little memory.

>>> prog.c
#include <stdlib.h>
int
main (int argc, char **argv)
{
  for (int i = 0; i < (argc > 1 ? atoi (argv[1]) : 0); i++)
    ;
  return 0;
}
int NAME (void) { return 1; }

>>> run
make="$CC -O0 $PLUGIN $(arg cbr) prog.c $LIBHALT"
$make -DNAME=python -o python
cp python python3
$make -DNAME=tests -Wl,--build-id=none -o tests
$make -DNAME=helper -o helper
mkdir -p all/deep/er
HALT_FILE=all/1.prof ./python 1
HALT_FILE=all/deep/python ./python 10
HALT_FILE=all/deep/er/halt.prof ./python3 100
HALT_FILE=all/tests.prof ./tests 1000
HALT_FILE=all/deep/tests ./tests 10000
HALT_FILE=all/deep/helper ./helper 5

short () { sed "s/[0-9a-f]\{40\}/ID/g; s|$PWD|.|g; s|100 bytes of [0-9]*|100 bytes of MORE|"; }
merge () { code "$HALT" merge "$@" 2>&1 | short; }
loop () { "$HALT" report --sort=count "$@" 2>&1 | awk '/prog.c:5:/ { print $1, $2, $3 }'; }

echo "* of four programs"
merge -o sum all
merge -o sum --only=python all
loop python sum
merge --only=python3 all/deep/er all/deep -o sum
loop python sum
merge --only=python all/*.prof all/deep -o sum
loop python sum
mkdir -p names
cp -r all names
cd names
merge --only='py*' all -o sum | sed 's|[^ ]*/||g'
loop ../python sum
merge --only=tests all -o sum | sed 's|[^ ]*/||g'
loop ../tests sum
cd ..
merge --only=./tests all -o sum
loop tests sum
merge --only=tests all/tests.prof all/deep/tests -o sum
loop tests sum
merge all/tests.prof all/deep/tests -o sum
loop tests sum

echo "* what is no profile of the program"
echo text >all/text
: >all/empty
head -c 100 all/tests.prof >all/short
cp all/tests.prof all/.halt-7-0
mkfifo all/pipe
ln -s tests.prof all/link
ln -s .. all/deep/loop
merge --only=tests -o all/sum all
merge --only=./tests -o all/sum all
loop tests all/sum
rm all/short all/empty all/sum
merge --only=./tests -o sum all
merge --only=tests -o sum all/text all

echo "* errors"
mkdir empty
merge -o out empty
merge -o out all/deep/er empty
rm out
mkdir text
cp all/text text
merge -o out text
merge -o out nosuch
merge -o out --only=perl all
merge -o out --only=./perl all
merge -o out --only=./python/perl all
merge -o out --only=all/text all
$make -DNAME=new -o python
merge -o out --only=./python all
cp all/tests.prof names
HALT_FILE=names/new.prof ./python
merge -o out --only=python names/all
merge -o out --only='py*' names | sed 's/unit 0.*;/...;/'
mkdir shut
chmod 0 shut
may= own=$HALT
if [ "$(id -u)" = 0 ]; then
  cp "$HALT" mine
  chmod 755 . mine
  may="setpriv --reuid=65534 --regid=65534 --clear-groups" own=./mine
fi
code $may "$own" merge -o out shut 2>&1
[ ! -e out ] || echo "out is there"

echo "* many"
cat >large.c <<'END'
#define A if (argc & 1) k++;
#define B A A A A A A A A A A
#define C B B B B B B B B B B
#define D C C C C C C C C C C
int main (int argc, char **argv) { int k = 0; (void) argv; D D D D return k == 1; }
END
$CC -O0 $PLUGIN $(arg cbr) large.c "$LIBHALT" -o large
HALT_FILE=small.prof ./large
$HALT merge -o large.prof small.prof
[ "$(stat -c %s large.prof)" -ge 90000 ] || stat large.prof
mkdir -p many/1
for i in 0 1 2 3 4 5 6 7 8 9; do
  for k in 0 1 2 3 4 5 6 7 8 9; do
    ln large.prof many/1/$i$k
  done
done
for i in 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20; do
  cp -al many/1 many/$i
done
# 190 MB, with room for 60, unless what $HALT runs by needs more.
room=60000
(ulimit -v $room && "$HALT" help) >/dev/null 2>&1 ||
  { room=unlimited; echo "not limited: ghalt does not begin in 60 MB" >>"$TMPDIR/left-out"; }
(ulimit -v $room; $HALT merge -o sum many)
$HALT report large sum | grep -c '^      2000       '
$HALT report large sum | sed -n 2p

>>> out
* of four programs
ghalt: all: profiles of 3 programs: 3 of ./python, 2 of ./tests, 1 of ./helper; choose one with --only=PROG
exit 2
ghalt: note: passed over 3 of 6 profiles: 2 of ./tests, 1 of ./helper
114 114 0
114 3 111
ghalt: note: passed over 2 of 5 profiles: 1 of ./helper, 1 of ./tests
213 213 0
213 3 210
ghalt: note: passed over 3 of 6 profiles: 2 of ./tests, 1 of ./helper
114 114 0
114 3 111
ghalt: note: passed over 3 of 6 profiles: 2 of tests, 1 of helper
114 114 0
114 3 111
ghalt: note: passed over 4 of 6 profiles: 3 of python, 1 of helper
11002 11002 0
11002 2 11000
ghalt: note: passed over 4 of 6 profiles: 3 of ./python, 1 of ./helper
11002 11002 0
11002 2 11000
11002 11002 0
11002 2 11000
11002 11002 0
11002 2 11000
* what is no profile of the program
ghalt: note: passed over 4 of 6 profiles: 3 of ./python, 1 of ./helper
ghalt: note: passed over 3 files that cannot be read as profiles, such as all/short: truncated profile: 100 bytes of MORE
ghalt: note: passed over 4 of 6 profiles: 3 of ./python, 1 of ./helper
ghalt: note: passed over 3 files that cannot be read as profiles, such as all/short: truncated profile: 100 bytes of MORE
ghalt: note: passed over 'all/sum', which is written
11002 11002 0
11002 2 11000
ghalt: note: passed over 4 of 6 profiles: 3 of ./python, 1 of ./helper
ghalt: note: passed over all/text: not a HALT profile
ghalt: all/text: not a HALT profile
exit 2
* errors
ghalt: empty: no profile in it
exit 2
ghalt: text: no profile in it (text/text: not a HALT profile)
exit 2
ghalt: cannot open 'nosuch': No such file or directory
exit 2
ghalt: no profile of perl; there are 3 of ./python, 2 of ./tests, 1 of ./helper
exit 2
ghalt: ./perl: cannot open: No such file or directory
exit 2
ghalt: ./python/perl: cannot open: Not a directory
exit 2
ghalt: all/text: not an ELF file
exit 2
ghalt: no profile of ./python (build-id ID); there are 3 of ./python (build-id ID), 2 of ./tests (build-id none), 1 of ./helper (build-id ID)
exit 2
ghalt: no profile of python (build-id ID); there are 3 of ./python (build-id ID), 2 of ./tests (build-id none), 1 of ./helper (build-id ID)
exit 2
ghalt: names/all/1.prof and names/new.prof are of different builds: of ./python (build-id ID) and ./python (build-id ID): ...; choose one with --only=PROG, a file
exit 2
ghalt: cannot open 'shut': Permission denied
exit 2
* many
4000
cbr        4000      4000      0     8000000
