# SPDX-License-Identifier: GPL-3.0-or-later
# What halt-gcc passes on: the plugin where code is made, the library where
# something is linked, nothing anywhere else.

>>> show
#!/bin/sh
# A compiler that says how it was called.
for word; do
  [ "$word" != -print-file-name=plugin ] || { echo "$PWD/plugins"; exit; }
done
for word; do
  case $word in
    *" "*|*\"*) printf ' [%s]' "$word" ;;
    *) printf ' %s' "$word" ;;
  esac
done | sed -e "s|$PWD|.|g" -e 's|-Wl,--push.* -Wl,--pop-state|LIBRARY|' \
	   -e 's|-L./plugins -Wl,-rpath,[^ ]* ||' \
	   -e 's|-static\(.*\)-L[^ ]* L|-static\1L|'
echo

>>> a.c
int main (void) { return 0; }

>>> compile.rsp
-c 'a file.c' -DX="\"a b\""

>>> nested.rsp
@compile.rsp -o a.o

>>> run
chmod +x show
mkdir plugins
: >plugins/halt.so
: >plugins/libhalt.a
export HALT_CC=./show HALT_FLAGS=cbr
h=${HALT%/*}/halt-gcc
unset HALT
ln -s "$h" halt-g++
ln -s "$h" some-halt-gcc-9
ask () { echo "$*:"; "$h" "$@"; }
for word in --version -v -dumpmachine -dumpversion -print-search-dirs \
	    -print-file-name=libc.a --help -print-prog-name=ld; do
  ask $word
done
for words in "-E a.c" "-M a.c" "-MM a.c" "-E -" "-fsyntax-only a.c" "-v -E -x c -" \
	     "-c a.c" "-S a.c -o -" "-c -MD -MF a.d a.c -o a.o" "-c a.s" "-c a.S b.c" \
	     "-x c -c -" "-xc -" "a.o -o a" "a.c b.o -lm" "-shared -fPIC a.o" \
	     "-static a.o" "-nostdlib a.o" "-r a.o -o b.o" "-r a.c" "-lfoo" "-o x -I y" \
	     "-Wl,--whole-archive,x.a" "-include a.h -D X" "-c -fplugin=halt a.c" \
	     "@nested.rsp" "@missing.rsp" "-dumpbase a.c -v" \
	     "-### a.c" \
	     "a.h" "-x c-header a.c -o b.gch" "-xc++-header a" "-x c++ a.h"; do
  ask $words
done
"$h" -c 'a b.c' '-DX="q"' ''

echo "-- flags"
HALT_FLAGS='cbr,entry only=a,b  "summary=x y",count' "$h" -c a.c
HALT_FLAGS= "$h" -c a.c
HALT_FLAGS= "$h" --halt-flags=bb,only=x,y -c a.c
HALT=off "$h" --halt-flags=bb a.c
HALT=on "$h" -c a.c
code env HALT=yes "$h" -c a.c 2>&1
echo "-- libraries"
HALT_LIBS= "$h" a.o
HALT_LIBS="mine.o -lm" "$h" -x c a.o
echo "-- compilers"
HALT_CC="./show 'first word'" "$h" -c a.c
HALT_CXX="./show c++" ./halt-g++ -c a.c
# As a build has it that is to find it under the compiler's name.
mkdir mine others
ln -s "$h" mine/gcc
cp show others/gcc
HALT_CC= PATH="$PWD/mine:$PWD/others:$PATH" "$h" -c a.c
HALT_CC= code ./some-halt-gcc-9 -c a.c 2>&1
HALT_CC=$h code "$h" -c a.c 2>&1 | sed "s|'/.*'|FILE|"
rm plugins/halt.so
code "$h" -c a.c 2>&1 | sed "s|$PWD|.|"
code "$h" --version
HALT_PLUGIN=none code "$h" -c a.c 2>&1
: >here.so
HALT_PLUGIN=here.so HALT_FLAGS=cbr code "$h" -c a.c
echo "-- many"
: >plugins/halt.so
cat >count <<'END'
#!/bin/sh
echo $#
END
chmod +x count
HALT_PLUGIN=plugins/halt.so HALT_CC=./count HALT_LIBS= "$h" $(seq -f '%g.o' 20000)

>>> out
--version:
 --version
-v:
 -v
-dumpmachine:
 -dumpmachine
-dumpversion:
 -dumpversion
-print-search-dirs:
 -print-search-dirs
-print-file-name=libc.a:
 -print-file-name=libc.a
--help:
 --help
-print-prog-name=ld:
 -print-prog-name=ld
-E a.c:
 -E a.c
-M a.c:
 -M a.c
-MM a.c:
 -MM a.c
-E -:
 -E -
-fsyntax-only a.c:
 -fsyntax-only a.c
-v -E -x c -:
 -v -E -x c -
-c a.c:
 -fplugin=./plugins/halt.so -fplugin-arg-halt-cbr -fplugin-arg-halt-lto -c a.c
-S a.c -o -:
 -fplugin=./plugins/halt.so -fplugin-arg-halt-cbr -fplugin-arg-halt-lto -S a.c -o -
-c -MD -MF a.d a.c -o a.o:
 -fplugin=./plugins/halt.so -fplugin-arg-halt-cbr -fplugin-arg-halt-lto -c -MD -MF a.d a.c -o a.o
-c a.s:
 -fplugin=./plugins/halt.so -fplugin-arg-halt-cbr -fplugin-arg-halt-lto -c a.s
-c a.S b.c:
 -fplugin=./plugins/halt.so -fplugin-arg-halt-cbr -fplugin-arg-halt-lto -c a.S b.c
-x c -c -:
 -fplugin=./plugins/halt.so -fplugin-arg-halt-cbr -fplugin-arg-halt-lto -x c -c -
-xc -:
 -fplugin=./plugins/halt.so -fplugin-arg-halt-cbr -fplugin-arg-halt-lto -xc - LIBRARY
a.o -o a:
 -fplugin=./plugins/halt.so -fplugin-arg-halt-cbr -fplugin-arg-halt-lto a.o -o a LIBRARY
a.c b.o -lm:
 -fplugin=./plugins/halt.so -fplugin-arg-halt-cbr -fplugin-arg-halt-lto a.c b.o -lm LIBRARY
-shared -fPIC a.o:
 -fplugin=./plugins/halt.so -fplugin-arg-halt-cbr -fplugin-arg-halt-lto -shared -fPIC a.o LIBRARY
-static a.o:
 -fplugin=./plugins/halt.so -fplugin-arg-halt-cbr -fplugin-arg-halt-lto -static a.o LIBRARY
-nostdlib a.o:
 -fplugin=./plugins/halt.so -fplugin-arg-halt-cbr -fplugin-arg-halt-lto -nostdlib a.o LIBRARY
-r a.o -o b.o:
 -fplugin=./plugins/halt.so -fplugin-arg-halt-cbr -fplugin-arg-halt-lto -r a.o -o b.o
-r a.c:
 -fplugin=./plugins/halt.so -fplugin-arg-halt-cbr -fplugin-arg-halt-lto -r a.c
-lfoo:
 -fplugin=./plugins/halt.so -fplugin-arg-halt-cbr -fplugin-arg-halt-lto -lfoo LIBRARY
-o x -I y:
 -o x -I y
-Wl,--whole-archive,x.a:
 -fplugin=./plugins/halt.so -fplugin-arg-halt-cbr -fplugin-arg-halt-lto -Wl,--whole-archive,x.a LIBRARY
-include a.h -D X:
 -include a.h -D X
-c -fplugin=halt a.c:
 -c -fplugin=halt a.c
@nested.rsp:
 -fplugin=./plugins/halt.so -fplugin-arg-halt-cbr -fplugin-arg-halt-lto @nested.rsp
@missing.rsp:
 -fplugin=./plugins/halt.so -fplugin-arg-halt-cbr -fplugin-arg-halt-lto @missing.rsp LIBRARY
-dumpbase a.c -v:
 -dumpbase a.c -v
-### a.c:
 -fplugin=./plugins/halt.so -fplugin-arg-halt-cbr -fplugin-arg-halt-lto -### a.c LIBRARY
a.h:
 -fplugin=./plugins/halt.so -fplugin-arg-halt-cbr -fplugin-arg-halt-lto a.h
-x c-header a.c -o b.gch:
 -fplugin=./plugins/halt.so -fplugin-arg-halt-cbr -fplugin-arg-halt-lto -x c-header a.c -o b.gch
-xc++-header a:
 -fplugin=./plugins/halt.so -fplugin-arg-halt-cbr -fplugin-arg-halt-lto -xc++-header a
-x c++ a.h:
 -fplugin=./plugins/halt.so -fplugin-arg-halt-cbr -fplugin-arg-halt-lto -x c++ a.h LIBRARY
 -fplugin=./plugins/halt.so -fplugin-arg-halt-cbr -fplugin-arg-halt-lto -c [a b.c] [-DX="q"] 
-- flags
 -fplugin=./plugins/halt.so -fplugin-arg-halt-cbr -fplugin-arg-halt-entry -fplugin-arg-halt-only=a,b [-fplugin-arg-halt-summary=x y] -fplugin-arg-halt-count -fplugin-arg-halt-lto -c a.c
 -fplugin=./plugins/halt.so -fplugin-arg-halt-cbr -fplugin-arg-halt-mbr -fplugin-arg-halt-entry -fplugin-arg-halt-lto -c a.c
 -fplugin=./plugins/halt.so -fplugin-arg-halt-bb -fplugin-arg-halt-only=x,y -fplugin-arg-halt-lto -c a.c
 a.c
 -fplugin=./plugins/halt.so -fplugin-arg-halt-cbr -fplugin-arg-halt-lto -c a.c
halt-gcc: HALT is 'yes'; it can be 'on' or 'off'
exit 2
-- libraries
 -fplugin=./plugins/halt.so -fplugin-arg-halt-cbr -fplugin-arg-halt-lto a.o
 -fplugin=./plugins/halt.so -fplugin-arg-halt-cbr -fplugin-arg-halt-lto -x c a.o -x none mine.o -lm
-- compilers
 [first word] -fplugin=./plugins/halt.so -fplugin-arg-halt-cbr -fplugin-arg-halt-lto -c a.c
 c++ -fplugin=./plugins/halt.so -fplugin-arg-halt-cbr -fplugin-arg-halt-lto -c a.c
 -fplugin=./plugins/halt.so -fplugin-arg-halt-cbr -fplugin-arg-halt-lto -c a.c
some-halt-gcc-9: no 'some-gcc-9' in PATH; HALT_CC and HALT_CXX name the compilers to run
exit 2
halt-gcc: HALT_CC and HALT_CXX name the compiler to run, not FILE again
exit 2
halt-gcc: no HALT plugin for './show' (./plugins/halt.so); install it for this compiler, name another one in HALT_CC or HALT_CXX, or the plugin in HALT_PLUGIN
exit 2
 --version
halt-gcc: HALT_PLUGIN: cannot read 'none': No such file or directory
exit 2
 -fplugin=./here.so -fplugin-arg-halt-cbr -fplugin-arg-halt-lto -c a.c
-- many
20003
