# SPDX-License-Identifier: GPL-3.0-or-later
# make install: each piece is used from where it was put; make uninstall leaves no
# file of ours and none of our folders.

>>> prog.c
#include <halt/halt.h>
int
main (int argc, char **argv)
{
  int sum = 0;
  (void) argv;
  for (int i = 0; i < 50; i++)
    {
      /* No vectors.  */
      __asm__ volatile ("");
      if (i % 5 == argc)
	sum += i;
    }
  return sum != 235;
}

>>> library.c
int f (int n);
volatile int total;
int
f (int n)
{
  for (int i = 0; i < 9; i++)
    if (i > n)
      total++;
  return 1;
}

>>> reader.c
#include <ghalt.h>
int
main (void)
{
  const char *const files[] = { "halt.prof" };
  struct ghalt_program *program = ghalt_program_open ("prog", 0);
  struct ghalt_profile *profile = ghalt_profile_open (files, 1, 0);
  struct ghalt_report *report = ghalt_report_open (program, profile, 0);
  struct ghalt_point p;
  int good = ghalt_counted (report, GHALT_KIND_CBR, 0, &p) && p.events == 50;
  ghalt_report_close (report);
  ghalt_profile_close (profile);
  ghalt_program_close (program);
  return !good;
}

>>> user.c
int f (int n);
int main (int argc, char **argv) { (void) argv; return f (argc) != 1; }

>>> run
command -v make >/dev/null || skip "no make"
top=${TESTS%/tests}
build=${HALT%/*}
unset HALT MAKEFLAGS MAKELEVEL
root=$PWD/root
make="make -s -C $top CC=$CC HOSTCC=$CC HOSTCXX=$CXX B=$build H=$build PREFIX=/usr DESTDIR=$root"
$make install >made 2>&1 || cat made
plugins=$root$($CC -print-file-name=plugin)
PATH=$root/usr/bin:$PATH
echo "-- files"
( cd root && find . ! -type d ) | sed -e 's|^./usr/||' -e 's|lib/gcc/.*/plugin/|PLUGINS/|' \
  -e '/^lib32/d' | sort | grep -v -e 'share/doc/ghalt/[^L]' -e include/halt

echo "-- the plugin by its short name, headers, the library both ways"
from_here () { $CC -B"${plugins%/*}/" -I"$root/usr/include" -L"$root/usr/lib" "$@"; }
counts () { ghalt report "$@" | sed -n -e '1d' -e '/^$/q' -e 's/  */ /gp'; }
from_here -O2 -fplugin=halt $(arg cbr) prog.c -lhalt -o prog
code ./prog 2>&1 | grep -o "libhalt.so.0.*No such file.*"
export LD_LIBRARY_PATH=$root/usr/lib
./prog && counts prog
from_here -O2 -fplugin=halt $(arg cbr) prog.c -static -lhalt -o prog
./prog && counts prog
echo "-- the library that reads, both ways"
from_here reader.c -lghalt -o reader && ./reader && echo reader
from_here reader.c -Wl,-Bstatic -lghalt -Wl,-Bdynamic -ldw -lelf -o reader && ./reader && echo reader
echo "-- Python"
if command -v python3 >/dev/null; then
  PYTHONPATH=$root/usr/lib/python3/dist-packages python3 -c 'import halt
print(halt.open("prog").totals("cbr").events)'
else
  echo 50
fi
echo "-- a program and its shared object count together"
from_here -O2 -fplugin=halt $(arg cbr) -shared -fPIC library.c -lhalt -o libl.so
from_here -O2 -fplugin=halt $(arg cbr entry) user.c ./libl.so -lhalt -o user
rm halt.prof
./user && counts user
ls halt.prof*
echo "-- pkg-config"
export PKG_CONFIG_PATH=$root/usr/lib/pkgconfig PKG_CONFIG_SYSROOT_DIR=
if command -v pkg-config >/dev/null; then
  pkg-config --variable=plugin halt | sed "s|^$($CC -print-file-name=plugin)/||"
  pkg-config --define-variable=gcc=99 --variable=plugin halt | grep -o /99/plugin/.*
  pkg-config --libs --define-variable=prefix=/x halt | grep -o -- -lhalt
  pkg-config --libs --static ghalt | grep -o -- "-lghalt.*" | sed 's/ *$//'
else
  printf '%s\n' halt.so /99/plugin/halt.so -lhalt "-lghalt -ldw -lelf"
fi
echo "-- manual"
for page in "$root"/usr/share/man/man*/*; do
  # The first words of the NAME section.
  awk '/^.Nm|^.SH NAME/ { found = 1 } END { exit !found }' "$page" || echo "no name: $page"
done
echo "-- completion"
cat >complete.bash <<'END'
compopt () { echo "compopt $*"; }
. "$1"
try ()
{
  COMP_WORDS=("$@")
  COMP_CWORD=$(($# - 1))
  _ghalt 2>/dev/null
  echo "$*: ${COMPREPLY[*]}"
}
try ghalt s
try ghalt report --f
try ghalt report --format = j
try ghalt help m
try ghalt report user.
END
bash complete.bash "$root/usr/share/bash-completion/completions/ghalt"
echo "-- halt-gcc"
unset LD_LIBRARY_PATH
HALT_CC=$CC HALT_PLUGIN=$plugins/halt.so HALT_FLAGS=cbr halt-gcc -O2 -I"$root/usr/include" prog.c -o prog
./prog && counts prog
echo "-- another GCC beside it"
$make install-plugin PLUGINDIR=/usr/lib/gcc/other/99/plugin
( cd root && find . -name halt.so ) | sed 's|gcc/.*/\([0-9]*\)/plugin|\1|; s|/'"$($CC -dumpversion)"'/|/ours/|' | sort
$make uninstall-plugin PLUGINDIR=/usr/lib/gcc/other/99/plugin
echo "-- uninstalled"
$make uninstall
find root ! -type d
find root -name '*halt*' -o -name HALT

>>> out
-- files
PLUGINS/halt.so
bin/ghalt
bin/halt-g++
bin/halt-gcc
bin/halt-gcc-ar
bin/halt-gcc-nm
bin/halt-gcc-ranlib
include/atomium_rp.h
include/cmplrs/atom.anal.h
include/cmplrs/atom.inst.h
include/ghalt.h
lib/cmake/HALT/HALTConfig.cmake
lib/cmake/HALT/HALTConfigVersion.cmake
lib/libarp-events.a
lib/libarp.a
lib/libarp.so
lib/libarp.so.0
lib/libghalt.a
lib/libghalt.so
lib/libghalt.so.0
lib/libhalt.a
lib/libhalt.so
lib/libhalt.so.0
lib/librecord.a
lib/pkgconfig/ghalt.pc
lib/pkgconfig/halt.pc
lib/python3/dist-packages/halt/__init__.py
lib/python3/dist-packages/halt/_base.py
lib/python3/dist-packages/halt/_library.py
lib/python3/dist-packages/halt/_live.py
lib/python3/dist-packages/halt/_profile.py
lib/python3/dist-packages/halt/_report.py
lib/python3/dist-packages/halt/py.typed
share/bash-completion/completions/ghalt
share/bash-completion/completions/halt-g++
share/bash-completion/completions/halt-gcc
share/doc/ghalt/LICENSES/GPL-3.0-or-later.txt
share/doc/ghalt/LICENSES/MIT.txt
share/man/man1/ghalt.1
share/man/man1/halt-g++.1
share/man/man1/halt-gcc-ar.1
share/man/man1/halt-gcc-nm.1
share/man/man1/halt-gcc-ranlib.1
share/man/man1/halt-gcc.1
share/man/man5/halt.prof.5
share/man/man7/halt.so.7
share/man/man7/libarp.7
-- the plugin by its short name, headers, the library both ways
libhalt.so.0: cannot open shared object file: No such file or directory
cbr 1 1 0 50
cbr 1 1 0 50
-- the library that reads, both ways
reader
reader
-- Python
50
-- a program and its shared object count together
cbr 2 2 0 18
entry 1 1 0 1
halt.prof
-- pkg-config
halt.so
/99/plugin/halt.so
-lhalt
-lghalt -ldw -lelf
-- manual
-- completion
ghalt s: summarize store
compopt -o nospace
ghalt report --f: --format= --from= --function=
ghalt report --format = j: json
ghalt help m: merge
compopt -o default
ghalt report user.: 
-- halt-gcc
cbr 1 1 0 50
-- another GCC beside it
./usr/lib/99/halt.so
./usr/lib/ours/halt.so
-- uninstalled
