# SPDX-License-Identifier: GPL-3.0-or-later
# What a program may be: an archive of objects; stripped, with its debug file
# beside it or elsewhere; so its shared objects.

>>> main.c
int f (int);
int library (int);
int
main (int argc, char **argv)
{
  (void) argv;
  return f (argc) + library (argc) == 7;
}

>>> f.c
int
f (int n)
{
  int sum = 0;
  for (int i = 0; i < n + 9; i++)
    sum += i & 1 ? 3 : i;
  return sum;
}

>>> library.c
int
library (int n)
{
  return n > 3 ? 7 : 2;
}

>>> run
build="$CC -g -O0 $PLUGIN $(arg cbr)"
points () { "$HALT" summarize "$1" | awk '$1 == "point" { print $2, $3, $NF }'; }
$build -c main.c f.c
$build -fPIC -shared library.c -o library.so

echo archives
ar rc lib.a main.o f.o
points lib.a
mkdir sub
ar rcT sub/thin.a main.o f.o
points sub/thin.a

echo stripped
$CC main.o f.o ./library.so "$LIBHALT" -o full
./full
"$HALT" report full >expected
for name in full library.so; do
  objcopy --only-keep-debug $name $name.debug
  objcopy --compress-debug-sections $name.debug
  cp $name $name.whole
  objcopy --strip-all --add-gnu-debuglink=$name.debug $name
done
readelf -S full | grep -c debug.halt || :
"$HALT" report full >printed
diff expected printed

echo elsewhere
mkdir -p root"$PWD"
mv full.debug library.so.debug root"$PWD"
code "$HALT" report full 2>&1 | sed 's/[0-9a-f]\{40\}/ID/; s/ beside.*//'
HALT_DEBUG_PATH=$PWD/root "$HALT" report full >printed
diff expected printed

>>> out
archives
0 cbr f.c:6:22
1 cbr f.c:5:21
0 cbr f.c:6:22
1 cbr f.c:5:21
stripped
0
elsewhere
ghalt: full: no HALT map: stripped, and its debug file was not found by build-id ID or the name 'full.debug'
exit 2
