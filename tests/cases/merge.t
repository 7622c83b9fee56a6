# SPDX-License-Identifier: GPL-3.0-or-later
# Profiles of several runs: added up by report, written by merge; shared objects
# that are loaded in another order, or not at all; other builds are refused.

>>> main.c
#include <dlfcn.h>
#include <stdlib.h>
#include <sys/wait.h>
#include <unistd.h>

int library (int);

/* The arguments: shared objects to load, how often to call what is in them;
   - forks, and the child goes on.  */
int
main (int argc, char **argv)
{
  for (int i = 1; i + 1 < argc; i += 2)
    {
      if (argv[i][0] == '-' && fork () == 0)
	continue;
      void *so = dlopen (argv[i], RTLD_NOW);
      int (*f) (int) = so ? (int (*) (int)) dlsym (so, "f") : library;
      for (int k = 0; k < atoi (argv[i + 1]); k++)
	f (k);
      if (so)
	dlclose (so);
    }
  wait (0);
  return library (argc) == 0;
}

>>> library.c
int
library (int n)
{
  return n > 2 ? 5 : 6;
}

>>> f.c
int
f (int n)
{
  if (n == 7)
    return 1;
  return n < MANY ? 2 : 3;
}

>>> run
make="$CC -O0 $PLUGIN $(arg cbr)"
$make -fPIC -shared library.c -o liblibrary.so
$make -fPIC -shared -DMANY=2 f.c -o one.so
$make -fPIC -shared -DMANY=4 f.c -o two.so
$make -rdynamic main.c "$LIBHALT" ./liblibrary.so -o prog
profile () { HALT_FILE=$1.prof ./prog $2; }
profile a "./one.so 10 ./two.so 20"
profile b "./two.so 100 ./one.so 1000"
profile c ""
profile d "./one.so 1 ./two.so 2 ./one.so 3"
rows () { "$HALT" report --sort=id prog "$@" | awk '/%/ || $1 == "cbr" { next } $4 + 0 || $4 == "0.0" { print $1, $2, $3, $6, $7 }'; }

echo one run
rows a.prof
echo the same twice
rows a.prof a.prof
echo all
rows a.prof b.prof c.prof d.prof

echo merge
$HALT merge -o sum a.prof b.prof c.prof d.prof
rows a.prof b.prof c.prof d.prof >expected
rows sum | diff expected -
$HALT merge --output=ab b.prof a.prof
$HALT merge -o cd d.prof c.prof
$HALT merge -o sum2 cd ab
cmp sum sum2
$HALT merge -o ab ab c.prof d.prof
cmp sum ab
$HALT merge -o copy a.prof
$HALT merge -o again copy
cmp copy again
rm again
ls -A | grep '^\.halt' || :

echo children
profile p "- 5"
ls p.prof* | sed 's/[0-9]\{2,\}/PID/'
rows p.prof.*
rows p.prof*

echo errors
$make -DOTHER=1 -O1 -rdynamic main.c "$LIBHALT" ./liblibrary.so -o other
HALT_FILE=other.prof ./other
short () { sed 's/[0-9a-f]\{40\}/ID/g; s/[0-9a-f]\{16\}/SUM/g' | sed "s|$PWD|.|g"; }
code $HALT merge -o out a.prof other.prof 2>&1 | short
code $HALT report prog a.prof other.prof 2>&1 | short
# Whether the unit is at the same address in both is the linker's.
code $HALT report prog other.prof 2>&1 | short |
  sed 's/: \(the unit of main.c has checksum SUM there, SUM here\|1 instrumented units .*\)/: DIFFERS/'
code $HALT merge -o out
code $HALT merge a.prof
code $HALT merge -o nosuch/out a.prof
code $HALT merge -o out a.prof missing
code ls out 2>&1
$make -fPIC -shared library.c -o one.so
$HALT report prog a.prof 2>&1 >/dev/null | sed "s|$PWD|.|"
$HALT report prog a.prof b.prof 2>&1 >/dev/null | sed "s|$PWD|.|"

echo what cells mean
$CC -O0 $PLUGIN $(arg cbr count) main.c library.c "$LIBHALT" -o cells
HALT_FILE=first.prof ./cells
HALT_FILE=second.prof ./cells
mkdir -p away/far
mv cells away/far/kept
code $HALT merge -o cells.sum first.prof second.prof
code ls cells.sum 2>&1
# The program may be elsewhere.
$HALT merge --only=away/far/kept -o cells.sum first.prof second.prof
rm -r away
$HALT merge -o cells.again cells.sum
cmp cells.sum cells.again

>>> out
one run
2 0 2 main.c:15:10 main
2 2 0 main.c:18:61 main
32 2 30 main.c:19:25 main
2 2 0 main.c:21:10 main
3 1 2 main.c:13:25 main
1 1 0 library.c:4:20 library
10 1 9 f.c:4:6 f
9 2 7 f.c:6:23 f
20 1 19 f.c:4:6 f
19 4 15 f.c:6:23 f
the same twice
4 0 4 main.c:15:10 main
4 4 0 main.c:18:61 main
64 4 60 main.c:19:25 main
4 4 0 main.c:21:10 main
6 2 4 main.c:13:25 main
2 2 0 library.c:4:20 library
20 2 18 f.c:4:6 f
18 4 14 f.c:6:23 f
40 2 38 f.c:4:6 f
38 8 30 f.c:6:23 f
all
7 0 7 main.c:15:10 main
7 7 0 main.c:18:61 main
1143 7 1136 main.c:19:25 main
7 7 0 main.c:21:10 main
11 4 7 main.c:13:25 main
4 3 1 library.c:4:20 library
1014 2 1012 f.c:4:6 f
1012 7 1005 f.c:6:23 f
122 2 120 f.c:4:6 f
120 10 110 f.c:6:23 f
merge
children
p.prof
p.prof.PID
1 0 1 main.c:15:29 main
1 1 0 main.c:13:25 main
1 1 0 library.c:4:20 library
1 1 0 main.c:15:10 main
2 1 1 main.c:15:29 main
1 0 1 main.c:18:61 main
6 1 5 main.c:19:25 main
1 0 1 main.c:21:10 main
3 2 1 main.c:13:25 main
7 4 3 library.c:4:20 library
errors
ghalt: a.prof and other.prof are of different builds: of ./prog (build-id ID) and ./other (build-id ID): unit 0 has checksum SUM and SUM
exit 2
ghalt: a.prof and other.prof are of different builds: of ./prog (build-id ID) and ./other (build-id ID): unit 0 has checksum SUM and SUM
exit 2
ghalt: other.prof was recorded from another build: from ./other (build-id ID), but the program is prog (build-id ID): DIFFERS
exit 2
ghalt: no profile given; usage: ghalt merge -o OUT PROFILE|FOLDER...
exit 2
ghalt: no output given; usage: ghalt merge -o OUT PROFILE|FOLDER...
exit 2
ghalt: cannot write 'nosuch/out': No such file or directory
exit 2
ghalt: cannot open 'missing': No such file or directory
exit 2
ls: cannot access 'out': No such file or directory
exit 2
ghalt: note: 2 counts of a.prof remain unresolved: ./one.so: is not the build that was profiled (where it is now, --objects=DIR tells)
ghalt: note: 2 counts of a.prof and 1 more remain unresolved: ./one.so: is not the build that was profiled (where it is now, --objects=DIR tells)
what cells mean
ghalt: first.prof: counts are missing: an object that it is of is not there any more, or was built anew since, and only that says what its cells mean
exit 2
ls: cannot access 'cells.sum': No such file or directory
exit 2
