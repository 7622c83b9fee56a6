# SPDX-License-Identifier: GPL-3.0-or-later
# Ids are dense over all files of a program and follow the order of linking:
# neither the order in which files are compiled nor -j nor an archive matters.

>>> a.c
int b (int), c (int);
int
main (int argc, char **argv)
{
  (void) argv;
  int n = argc;
  for (int i = 0; i < 3; i++)
    n += b (i);
  return n + c (n) == 0;
}

>>> b.c
int
b (int n)
{
  if (n > 1)
    return n;
  while (n++ < 9)
    if (n == 4)
      return 7;
  return 0;
}

>>> c.c
int d (int);
int
c (int n)
{
  return n > 3 ? d (n) : 1;
}

>>> d.c
int
d (int n)
{
  if (n < 0 || n > 100)
    return -n;
  return n;
}

>>> unused.c
int
unused (int n)
{
  return n > 5 ? 6 : 7;
}

>>> compile
$CC -O0 $PLUGIN $(arg cbr) -c $1.c -o $2/$1.o

>>> link
for f in c d unused; do objects="$objects $1/$f.o"; done
ar rc $1/lib.a $objects
$CC $1/a.o $1/b.o count.o $1/lib.a -o $1/prog
$HALT summarize $1/prog | awk '$1 == "function" { f = $2 } $1 == "point" { print $2, f }' >$1.ids
HALT_COUNTS=$1.counts code ./$1/prog

>>> run
$CC -O2 -c "$TESTS/routines/count.c" -o count.o
mkdir one two three
one () { . ./compile; }
for f in a b c d unused; do one $f one; done
for f in unused d c b a; do one $f two; done
for f in c a unused b d; do one $f three & done
wait
all () { . ./link; }
all one
all two
all three
same one.ids two.ids
same one.ids three.ids
same one.counts two.counts
same one.counts three.counts
ids one/prog
cat one.ids

>>> out
7 ids, dense
0 main
1 b
2 b
3 b
4 c
5 d
6 d
