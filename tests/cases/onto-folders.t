# SPDX-License-Identifier: GPL-3.0-or-later
# Static functions of one name, in files of one name, in several folders: counts stay in
# their folder, also where a new one comes first; by the names of files as they are given to
# the compiler, or by the folder it runs in.

>>> x.c
#include <stdio.h>
__attribute__ ((noinline)) static int
work (int n)
{
  int sum = 0;
  for (int i = 0; i < n; i++)
    if (i % 3 == 1)
      sum += i;
  return sum;
}
int NAME (int n) { return work (n); }

>>> main.c
int a (int), b (int);
int
main (void)
{
  return a (100) + b (3000) == 0;
}

>>> run
mkdir -p old/a old/b new/_ new/a new/b
for one in old/a old/b new/_ new/a new/b; do
  sed "s/NAME/${one#*/}/" x.c >$one/x.c
done
sed -i '1s/^/\n\n\n\n/' */a/x.c
sed -i '1s/^/\n\n\n\n\n\n\n\n/' */b/x.c
sed -i 's/  return sum/  if (n == 1)\n    puts ("one");\n&/' new/*/x.c
cp main.c old
cp main.c new
counting="$PLUGIN $(arg at=gimple arc count)"
# build FOLDER WHERE...: WHERE is "cd" or "".
build ()
{
  cd $1
  way=$2
  shift 2
  $CC -O2 $counting -c main.c
  for one; do
    shift
    set -- "$@" $one/x.o
    if [ "$way" ]; then (cd $one && $CC -O2 $counting -c x.c)
    else $CC -O2 $counting -c $one/x.c -o $one/x.o; fi
  done
  $CC "$@" main.o "$LIBHALT" -o program
  cd ..
}
for way in "" cd; do
  build old "$way" a b
  build new "$way" _ a b
  HALT_FILE=old.prof $RUN old/program
  "$HALT" merge --onto=new/program --only=old/program -o new.prof old.prof 2>/dev/null
  "$HALT" report --format=folded new/program new.prof 2>/dev/null | sed -n '/ 3*[01]00*$/s/^program;//p'
done

>>> out
work;a/x.c:10 100
work;b/x.c:14 3000
work;b/x.c:15 1000
work;x.c:10 100
work;x.c:14 3000
work;x.c:15 1000
