# SPDX-License-Identifier: GPL-3.0-or-later
# ghalt cover of suites that are laid out oddly.

>>> lib.c
int
lib (int n)
{
  if (n > 2)
    return 1;
  return n;
}

>>> prog.c
int lib (int n);
int main (int argc, char **argv) { (void) argv; return lib (argc) == 99; }

>>> run
mkdir -p build/profiles
for f in lib prog; do
  $CC -O1 -g $PLUGIN $(arg cover count) -c "$PWD/$f.c" -o build/$f.o
done
$CC build/prog.o build/lib.o "$LIBHALT" -o build/prog
for n in "" "a b"; do HALT_FILE=build/profiles/%p.prof build/prog $n; done
counts () { $HALT cover --format=lcov "$@" 2>&1 | grep -E '^(DA|ghalt)' | tr '\n' ' '; echo; }

echo "* files that are found again"
counts build
counts build build/profiles
counts build/profiles build/profiles/*.prof
ln build/profiles/*.prof .
ln -s build link
counts . link/ link/prog
counts build/prog build/profiles build/profiles

echo "* a shared object that several programs loaded"
mkdir shared loads
$CC -O1 -g -fPIC -shared $PLUGIN $(arg cover count) "$PWD/lib.c" "$LIBHALT" -o shared/liblib.so
for p in one two; do
  $CC -O1 "$PWD/prog.c" shared/liblib.so -Wl,-rpath,"$PWD/shared" -o shared/$p
  HALT_FILE=loads/%p.prof shared/$p
done
counts shared/liblib.so loads

echo "* labels"
mkdir labels
n=0
for l in "$(printf 'a\nb\t\033[31m')" "ü <\"&>" " "; do
  n=$((n + 1))
  HALT_LABEL=$l HALT_FILE=labels/$n.prof build/prog
done
$HALT cover --by=test build/prog.o build/prog labels

echo "* what is the system's is left out, and nothing else"
mkdir places
for d in /usr/include/c++/12 /usr/lib/gcc/x/12/include /opt/lib/gcc/x/13/include /usr/x-linux-gnu/include \
  /usr/src/app/include /opt/gcc/my/plugin /opt/include/c++ /usr/local/src/include; do
  $CC -O1 -g "-ffile-prefix-map=$PWD=$d" $PLUGIN $(arg cover) -c "$PWD/lib.c" -o places/$(echo $d | tr / _).o
done
$HALT cover --format=json places 2>/dev/null | grep -o '"path":"[^"]*' | sort

echo "* functions"
counts --function=main build
code $HALT cover --function=nothing build 2>&1

echo "* a root that sources call by a link"
mkdir real
mv prog.c lib.c real
ln -s real linked
$CC -O1 -g $PLUGIN $(arg cover count) "$PWD/linked/prog.c" "$PWD/linked/lib.c" "$LIBHALT" -o root
HALT_FILE=root.prof ./root
for r in real linked . / /usr; do
  echo "$r"
  $HALT cover --root=$r --format=lcov root root.prof 2>&1 | sed -n 's|^SF:/.*/\(.*/\)|\1|p;/^ghalt/p'
done

echo "* not of a change alone"
code $HALT cover --diff=/dev/null --baseline=base.json --ratchet build 2>&1
code $HALT cover --diff=/dev/null --by=test build 2>&1
ls base.json 2>&1 | sed 's/.*: //'

>>> out
* files that are found again
DA:2,2 DA:2,2 DA:4,2 DA:5,1 DA:6,1 
DA:2,2 DA:2,2 DA:4,2 DA:5,1 DA:6,1 
DA:2,2 DA:2,2 DA:4,2 DA:5,1 DA:6,1 
DA:2,2 DA:2,2 DA:4,2 DA:5,1 DA:6,1 
DA:2,2 DA:2,2 DA:4,2 DA:5,1 DA:6,1 
* a shared object that several programs loaded
DA:2,2 DA:4,2 DA:5,0 DA:6,2 
* labels
  lines  only it  test
      4        0   
      4        0  a?b??[31m
      4        0  ü <"&>
      4           all, of 5 lines
1 of 3 tests execute all of that, no fewer do:  
* what is the system's is left out, and nothing else
"path":"/opt/gcc/my/plugin/lib.c
"path":"/opt/include/c++/lib.c
"path":"/usr/local/src/include/lib.c
"path":"/usr/src/app/include/lib.c
* functions
DA:2,2 
ghalt: build: no function 'nothing'
exit 2
* a root that sources call by a link
real
linked/prog.c
linked/lib.c
linked
linked/prog.c
linked/lib.c
.
linked/prog.c
linked/lib.c
/
linked/prog.c
linked/lib.c
/usr
ghalt: note: all lines are left out, by --root, --exclude or by themselves
* not of a change alone
ghalt: '--baseline' does not go with '--diff'
exit 2
ghalt: '--by=test' does not go with '--diff'
exit 2
No such file or directory
