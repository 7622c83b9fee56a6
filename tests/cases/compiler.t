# SPDX-License-Identifier: GPL-3.0-or-later
# make builds for the machine's gcc, whatever version of those that HALT is for it is; CC=
# alone is enough for another.  What is wrong with a compiler is one line.  The
# compilers here are ours and say what they are; gcc-15 has plugin headers.

>>> compiler
#!/bin/sh
name=${0##*/}
case $name in
  *-1[0-9]) major=${name##*-} ;;
  *) major=$GCC ;;
esac
case $1 in
  -dumpmachine) case $name in alpha-*) echo alpha-linux-gnu ;; *) echo x86_64-linux-gnu ;; esac ;;
  -dumpfullversion) [ $major != none ] || exit 1; echo $major.2.0 ;;
  -dumpversion) echo ${major#none} ;;
  -print-file-name=plugin) echo $PLUGINS/$major ;;
esac

>>> run
command -v make >/dev/null || skip "no make"
unset MAKEFLAGS MAKELEVEL
top=${TESTS%/tests}
mkdir -p bin plugins/15/include
: >plugins/15/include/gcc-plugin.h
chmod +x compiler
for name in gcc g++ gcc-15 g++-15 gcc-14 gcc-17 alpha-linux-gnu-gcc-15; do cp compiler bin/$name; done
PLUGINS=$PWD/plugins PATH=$PWD/bin:$PATH
export PLUGINS
cat >print.mk <<'END'
include Makefile
print:
	@echo 'for $(CC), by $(HOSTCC) and $(HOSTCXX)'
END
# what GCC ARGUMENT...: what make says where gcc is GCC.
what ()
{
  GCC=$1
  export GCC
  shift
  make -s -C $top -f "$PWD/print.mk" B=$PWD/build H=$PWD/build print "$@" 2>&1
  make -n -C $top B=$PWD/build H=$PWD/build "$@" 2>&1 | sed -n 's/^Makefile:[0-9]*: //p'
}
what 15
what 17
what 11
what none
what 14
what 15 CC=gcc-15
what 15 CC=gcc-14
what 15 CC=my-gcc-16
what 15 CC=gcc-17
what 14 CC=alpha-linux-gnu-gcc-15

>>> out
for gcc, by gcc and g++
for gcc, by gcc and g++
*** HALT is for GCC 12 to 16, and 'gcc' is 17.2.0: make CC=gcc-N.  Stop.
for gcc, by gcc and g++
*** HALT is for GCC 12 to 16, and 'gcc' is 11.2.0: make CC=gcc-N.  Stop.
for gcc, by gcc and g++
*** HALT is for GCC 12 to 16, and 'gcc' is none of them: make CC=gcc-N.  Stop.
for gcc, by gcc and g++
*** 'gcc' has no plugin headers here; make deps installs them.  Stop.
for gcc-15, by gcc-15 and g++-15
for gcc-14, by gcc-14 and g++-14
*** 'gcc-14' has no plugin headers here; make deps CC='gcc-14' installs them.  Stop.
for my-gcc-16, by my-gcc-16 and my-g++-16
*** no compiler 'my-gcc-16'; make deps CC='my-gcc-16' installs it.  Stop.
for gcc-17, by gcc-17 and g++-17
*** HALT is for GCC 12 to 16, and 'gcc-17' is 17.2.0: make CC=gcc-N.  Stop.
for alpha-linux-gnu-gcc-15, by gcc and g++
