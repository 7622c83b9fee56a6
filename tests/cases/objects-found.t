# SPDX-License-Identifier: GPL-3.0-or-later
# Objects are recorded by the path that leads to them without links and folders between,
# and found by build-id where they are now.

>>> f.c
int f (int n) { int s = 0; while (n > 0) s += n & 1 ? n-- : --n; return s; }

>>> main.c
#include <dlfcn.h>
int
main (int argc, char **argv)
{
  void *so = dlopen (argv[1], RTLD_NOW);
  int (*f) (int) = so ? (int (*) (int)) dlsym (so, "f") : 0;
  return !f || f (100) < 0;
}

>>> run
# The branches of f, and what is said.
branches ()
{
  $HALT "$@" 2>&1 | sed -n 's/  */ /g;/ f /s/^ \([0-9]*\) .* f .*/\1/p;/remain/s/counts.*/counts remain/p' |
    sort -u
}

mkdir -p lib test/deep other/below prog.d
$CC -O0 $PLUGIN $(arg cbr) -fPIC -shared f.c -o lib/f.so
$CC -O0 $PLUGIN $(arg cbr) -rdynamic main.c -Wl,--whole-archive $LIBHALT -Wl,--no-whole-archive -o prog.d/prog
ln -s "$PWD/lib" test/link
for path in test/deep/../../lib/f.so ./test/link/f.so; do
  prog.d/prog $path
  mv test gone
  branches report prog.d/prog
  mv gone test
done
echo moved
mv lib/f.so other/below/g.so
branches report prog.d/prog
branches report --objects=other prog.d/prog
for command in "report --hot" "cover --format=text" "html -o site"; do
  $HALT $command --objects other prog.d/prog 2>&1 | grep 'remain' || :
done
$HALT pgo --help | grep -c -e --objects
$HALT merge --help | grep -c -e --objects
$HALT diff --objects=other halt.prof halt.prof 2>&1 | grep -c remain || :
echo beside the program
cp other/below/g.so prog.d/h.so
branches report prog.d/prog
rm prog.d/h.so
echo beside another object
cp other/below/g.so lib/one.so
$CC -O0 -DX=1 $PLUGIN $(arg cbr) -fPIC -shared main.c -o lib/two.so
sed 's/so = dlopen/*o = dlopen ("lib\/two.so", RTLD_NOW), *so = dlopen/' main.c >both.c
$CC -O0 $PLUGIN $(arg cbr) -rdynamic both.c -Wl,--whole-archive $LIBHALT -Wl,--no-whole-archive -o prog.d/prog
prog.d/prog other/below/g.so
rm other/below/g.so
branches report prog.d/prog
echo another build
rm lib/one.so
$CC -O1 $PLUGIN $(arg cbr) -fPIC -shared f.c -o prog.d/g.so
branches report prog.d/prog

>>> out
100
101
100
101
moved
ghalt: note: 2 counts remain
100
101
1
1
0
beside the program
100
101
beside another object
100
101
another build
ghalt: note: 2 counts remain
