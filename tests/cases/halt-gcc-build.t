# SPDX-License-Identifier: GPL-3.0-or-later
# Which plugin and library halt-gcc takes: those that belong together, first of all
# those of its own build; and what it says if there is no library.

>>> a.c
int main (int argc, char **argv) { return argc > 3 && argv[3]; }

>>> many.c
/* Load fifty objects; so many with the library in each do not go into the static
   thread-local storage that glibc keeps.  */
#include <dlfcn.h>
#include <stdio.h>
int
main (void)
{
  int sum = 0;
  for (int i = 0; i < 50; i++)
    {
      char name[32];
      snprintf (name, sizeof name, "./many/%d.so", i);
      void *object = dlopen (name, RTLD_NOW);
      int (*f) (int) = object ? (int (*) (int)) dlsym (object, "f") : NULL;
      if (!f)
	{
	  puts (dlerror ());
	  return 1;
	}
      sum += f (i);
    }
  printf ("%d\n", sum);
  return 0;
}

>>> f.c
int f (int n) { return n > 30; }

>>> other
#!/bin/sh
# A compiler in whose folders there is another HALT, that says how it was called.
for word; do
  case $word in
    -print-file-name=plugin) echo "$PWD/installed"; exit ;;
    -print-file-name=*)
      [ ! -f "$PWD/usual/${word#*=}" ] || cd usual
      [ -f "${word#*=}" ] && echo "$PWD/${word#*=}" || echo "${word#*=}"
      exit ;;
    -dumpmachine) echo "${MACHINE-$($CC -dumpmachine)}"; exit ;;
  esac
done
if [ -n "${REAL-}" ]; then exec $CC "$@"; fi
for word; do printf ' %s' "$word"; done |
  sed -e "s|$PWD|.|g" -e "s|$BUILD|BUILD|g" -e 's|-fplugin-arg[^ ]* ||g' -e 's| -Wl,-*[pr][^ ]*||g'
echo

>>> run
chmod +x other
export BUILD=${HALT_SO%/*} HALT_CC=./other HALT_FLAGS="entry cbr"
command=$HALT
unset HALT HALT_PLUGIN
h=$BUILD/halt-gcc
mkdir installed usual bin elsewhere bare
echo "not this one" >installed/halt.so
: >usual/libhalt.a

echo "-- in its build folder"
REAL=1 "$h" -O2 a.c -o prog && ./prog && "$command" report prog | sed -n 's/  */ /g; /^cbr/p'
"$h" a.o
HALT_FLAGS="entry count=thread" REAL=1 "$h" -shared -fPIC f.c -o f.so
mkdir many
for i in $(seq 0 49); do cp f.so many/$i.so; done
HALT_FLAGS=cbr REAL=1 "$h" many.c -o loads && ./loads
mkdir machine
cp "$h" machine
: >machine/halt.so
: >machine/libhalt.a
mkdir machine/riscv64-linux-gnu
: >machine/riscv64-linux-gnu/halt.so
: >machine/riscv64-linux-gnu/libhalt.a
MACHINE=riscv64-linux-gnu machine/halt-gcc a.o
MACHINE=sparc64-linux-gnu machine/halt-gcc a.o

echo "-- installed"
cp "$h" bin
bin/halt-gcc a.o
for lib in $(strings "$h" | grep '^\.\./.*lib'); do
  mkdir -p "bin/$lib"
  : >"bin/$lib/libhalt.a"
done
bin/halt-gcc a.o | sed 's|-L[^ ]*lib[^ ]* |-LLIB |'

echo "-- a plugin that is named"
: >elsewhere/halt.so
HALT_PLUGIN=elsewhere/halt.so "$h" a.o
: >elsewhere/libhalt.a
HALT_PLUGIN=elsewhere/halt.so "$h" a.o
"$h" -fplugin=elsewhere/halt.so a.o

echo "-- no library"
rm usual/libhalt.a
mkdir bare/bin
cp "$h" bare/bin
bare/bin/halt-gcc a.o
HALT_FLAGS="only=f block" bare/bin/halt-gcc a.o
bare/bin/halt-gcc -L elsewhere a.o
bare/bin/halt-gcc -Lelsewhere a.o
bare/bin/halt-gcc -c a.c
HALT_LIBS=mine.o bare/bin/halt-gcc a.o

>>> out
-- in its build folder
cbr 1 1 0 1
 -fplugin=BUILD/halt.so a.o -LBUILD -lhalt
19
 -fplugin=./machine/riscv64-linux-gnu/halt.so a.o -L./machine/riscv64-linux-gnu -lhalt
 -fplugin=./installed/halt.so a.o -lhalt
-- installed
 -fplugin=./installed/halt.so a.o -lhalt
 -fplugin=./installed/halt.so a.o -LLIB -lhalt
-- a plugin that is named
 -fplugin=elsewhere/halt.so a.o -lhalt
 -fplugin=elsewhere/halt.so a.o -L./elsewhere -lhalt
 -fplugin=elsewhere/halt.so a.o -L./elsewhere -lhalt
-- no library
halt-gcc: no libhalt for './other'; link libhalt.a (HALT_LIBS=/its/folder/libhalt.a), or write '_record_entry' (HALT_LIBS=yours.o)
 -fplugin=./installed/halt.so a.o -lhalt
halt-gcc: no libhalt for './other'; link libhalt.a (HALT_LIBS=/its/folder/libhalt.a), or write '_record_block' (HALT_LIBS=yours.o)
 -fplugin=./installed/halt.so a.o -lhalt
 -fplugin=./installed/halt.so -L elsewhere a.o -lhalt
 -fplugin=./installed/halt.so -Lelsewhere a.o -lhalt
 -fplugin=./installed/halt.so -c a.c
 -fplugin=./installed/halt.so a.o -x none mine.o
