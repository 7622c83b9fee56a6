# SPDX-License-Identifier: GPL-3.0-or-later
# Where ghalt pgo writes, gcc -fprofile-use looks.

>>> prog.c
int
main (int argc, char **argv)
{
  return argc > 5 ? **argv : 0;
}

>>> run
mkdir -p sub/of there
warn="-Wmissing-profile -Wcoverage-mismatch -Werror"
arcs="$PLUGIN $(arg at=gimple arc count)"
# try OPTIONS OBJECT USE [-o DIR]: OPTIONS at both times, USE at the second.
try ()
{
  options="-O2 $1" object=$2 use=$3
  shift 3
  find . -name '*.gcda' -exec rm {} +
  rm -rf profile/*
  $CC $options $arcs -c prog.c -o "$object"
  $CC "$object" "$LIBHALT" -o prog
  $RUN ./prog
  "$HALT" pgo prog "$@"
  find . -name '*.gcda' | sed "s|$(pwd | tr / '#')|FOLDER|;s|$PWD|/FOLDER|"
  $CC $options $use $warn -c prog.c -o "$object"
}
try "" prog.o -fprofile-use
try "" sub/of/prog.o -fprofile-use
try "" ../dir/sub/../prog.o -fprofile-use
try "" "$PWD/sub/prog.o" -fprofile-use
try "" sub/of/prog.o -fprofile-use=profile -o profile
try "" "$PWD/sub/prog.o" -fprofile-use=profile -o profile
try "-fprofile-prefix-path=$PWD" sub/of/prog.o -fprofile-use=profile -o profile
try -fprofile-dir=profile sub/of/prog.o -fprofile-use -o profile
try "-fprofile-dir=$PWD/there" sub/of/prog.o -fprofile-use
try "-fprofile-dir=new/one" sub/of/prog.o -fprofile-use
try "-fprofile-dir=$PWD/newer -fprofile-prefix-path=$PWD" sub/of/prog.o -fprofile-use
try "-ffile-prefix-map=$PWD=/home" sub/of/prog.o -fprofile-use
try "" prog.o "-flto -fprofile-use"
# Of one command that compiles and links.
$CC -O2 $arcs prog.c -L"${LIBHALT%/*}" -Wl,-Bstatic -lhalt -Wl,-Bdynamic -o prog
$RUN ./prog
"$HALT" pgo prog
$CC $warn -O2 -fprofile-use prog.c -o prog

>>> out
./prog.gcda
./sub/of/prog.gcda
./prog.gcda
./sub/prog.gcda
./profile/FOLDER#sub#of#prog.gcda
./profile/FOLDER/sub/prog.gcda
./profile/sub#of#prog.gcda
./profile/FOLDER#sub#of#prog.gcda
./there/FOLDER#sub#of#prog.gcda
./new/one/FOLDER#sub#of#prog.gcda
./newer/sub#of#prog.gcda
./sub/of/prog.gcda
./prog.gcda
