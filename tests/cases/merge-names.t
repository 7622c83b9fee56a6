# SPDX-License-Identifier: GPL-3.0-or-later
# One binary under two names, its library too: merge, report, diff and paths take
# them for what they are by the build-id; where there is none, by their units.  A
# program that was linked again is another.

>>> prog.c
#include <dlfcn.h>
#include <stdlib.h>

/* The arguments: shared objects, and how often to call what is in them.  */
int
main (int argc, char **argv)
{
  for (int i = 1; i + 1 < argc; i += 2)
    {
      void *so = dlopen (argv[i], RTLD_NOW);
      int (*f) (int) = (int (*) (int)) dlsym (so, "f");
      for (int k = 0; k < atoi (argv[i + 1]); k++)
	f (k);
    }
  return 0;
}

>>> f.c
int f (int n);
int
f (int n)
{
  return n == 3 ? 7 : n;
}

>>> run
kinds="$(arg cbr blpp)"
rows () { "$HALT" report --sort=id "$@" 2>&1 | awk '/f.c:/ { print $1, $2, $3, $6, $7, $8 }'; }
ids () { sed "s/[0-9a-f]\{40\}/ID/g; s|$PWD/||g"; }

# try OPTION...: of prog and f.so, linked with these options.
try ()
{
  $CC -O0 $PLUGIN $kinds -rdynamic prog.c "$LIBHALT" "$@" -o server
  $CC -O0 $PLUGIN $kinds -fPIC -shared f.c "$@" -o f.so
  cp server check
  cp f.so f.so.1
  HALT_FILE=a ./server ./f.so 10
  HALT_FILE=b ./check ./f.so.1 100
  HALT_FILE=c ./check ./f.so 1000 ./f.so.1 10000
  $HALT merge -o sum a b c
  $HALT merge -o sum2 c b a
  same sum sum2
  rows server sum
  rows check a b c
  code $HALT diff --kind=cbr server a b | awk '$NF == "[f.so]"'
  $HALT paths check sum | sed -n 's/: [0-9]* statements/: statements/; /^executions/,$p; /paths executed/p'
}
echo "* build-id"
try
echo "* none"
# Files that both have no build-id need the same name.
cp f.so with.so
try -Wl,--build-id=none
echo "* one has none"
mv with.so f.so
HALT_FILE=d ./server ./f.so 5
$HALT merge -o sum a d
rows check sum

echo "* linked again"
try -Wl,--build-id=0x1234 >made-up
HALT_FILE=a ./server
$CC -O0 $PLUGIN $kinds -rdynamic prog.c "$LIBHALT" -Wl,--build-id=0x1235 -o server
HALT_FILE=b ./server
code $HALT merge -o sum a b 2>&1 | ids
code $HALT report server a 2>&1 | ids
code $HALT diff server a b 2>&1 | ids
$CC -O1 $PLUGIN $kinds -rdynamic prog.c "$LIBHALT" -Wl,--build-id=0x1234 -o server
HALT_FILE=b ./server
code $HALT merge -o sum a b 2>&1 | ids | sed 's/checksum.*/checksum.../'

echo "* no instrumented unit in the program"
echo 'int f (int n); int main (int argc, char **argv) { (void) argv; return f (argc) > 9; }' >plain.c
$CC -O0 $PLUGIN $kinds -fPIC -shared f.c "$LIBHALT" -o libf.so
$CC plain.c ./libf.so -o one
cp one two
HALT_FILE=a ./one 2 3
HALT_FILE=b ./two
$HALT merge -o sum a b
rows libf.so sum
$CC -DOTHER -g plain.c ./libf.so -o two
HALT_FILE=b ./two
code $HALT merge -o sum a b 2>&1 | ids

>>> out
* build-id
11110 4 11106 f.c:5:21 f [f.so]
11110 4 11106 f.c:5:21 f [f.so]
10  100     +90   +900.0%  f [f.so]
10  100     +90   +900.0%     90.0     99.0   6  f.c:5:21      f [f.so]
7 paths executed 22227 times: statements
* none
1010 2 1008 f.c:5:21 f [f.so]
10100 2 10098 f.c:5:21 f [f.so.1]
1010 2 1008 f.c:5:21 f [f.so]
10100 2 10098 f.c:5:21 f [f.so.1]
10    0     -10   -100.0%  f [f.so]
10    0     -10   -100.0%     90.0        -   6  f.c:5:21      f [f.so]
9 paths executed 22227 times: statements
* one has none
15 2 13 f.c:5:21 f [f.so]
* linked again
ghalt: a and b are of different builds: of server (build-id 1234) and server (build-id 1235)
exit 2
ghalt: a was recorded from another build: from server (build-id 1234), but the program is server (build-id 1235): it was linked again since; run this one, or use --onto
exit 2
ghalt: a and b are of different builds: of server (build-id 1234) and server (build-id 1235)
exit 2
ghalt: a and b are of different builds: of server (build-id 1234) and server (build-id 1234): unit 0 has checksum...
exit 2
* no instrumented unit in the program
2 1 1 f.c:5:21 f 
ghalt: a and b are of different builds: of one (build-id ID) and two (build-id ID)
exit 2
