# SPDX-License-Identifier: GPL-3.0-or-later
# tests/bench: programs and routines are unpacked and compiled; it is sourced.
#
# A file of bench.d/programs/ defines, in the variables and functions below, one
# program.  Its functions run in a directory of the program's own, which has its
# packages' sources in directories named like them.
#
#   packages    Debian's source packages
#   sources     function: print the files to compile
#   options     for every compilation; libraries for linking
#   exact_options   besides, where counts are compared with gcov's: what makes a
#		program do the same wherever its code and data are
#   role        list: any program; held-out: not looked at while HALT is made
#		faster; the means are of both; threads: several threads, timed
#		by the clock; asked: only if HALT_BENCH_PROGRAMS names it
#   training    the SIZE that profiles for -fprofile-use are of; small if unset
#   prepare     function: make inputs, configure
#   work        function: work PROGRAM SIZE THREADS; SIZE is full, some half a
#		second, or small, some tenth of that.  What it prints is the
#		same in every run
load ()
{
  program=$1
  packages= options= exact_options= libraries= role=list training=small
  prepare () { :; }
  . "$here/programs/$program"
  made=$out/made/$program
}

# all_programs: those that are measured if no others are named.
all_programs () { (cd "$here/programs" && grep -L '^role=asked' *); }

# corpus FILE BYTES: a text of C headers, the same with every such compiler.
corpus ()
{
  [ -f "$out/corpus" ] || {
    ( cd "$($CC -print-file-name=plugin)/include"
      find . -type f -print0 | sort -z | xargs -0 cat ) >"$out/corpus.new"
    mv "$out/corpus.new" "$out/corpus"
  }
  [ "$(stat -c %s "$out/corpus")" -ge $2 ] || die "the headers of GCC are too small"
  head -c $2 "$out/corpus" >"$1"
}

# Sources of the program at hand, and its inputs.  They are kept as long as what
# they are made with is the same.
unpack_program ()
{
  local package dir=$out/src/$program by
  by=$(cat "$here/programs/$program" "$given"/* "$here/build.sh" | cksum)
  [ "$by" = "$(cat "$dir/.made-by" 2>/dev/null)" ] || {
    rm -rf "$dir" "$out/corpus"
    mkdir -p "$dir"
    for package in $packages; do
      "$top/tests/tools/source" $package "$dir/$package"
    done
    ( cd "$dir" && prepare ) >"$out/$program.log" 2>&1 || {
      tail -n 20 "$out/$program.log" >&2
      die "$program: cannot prepare it"
    }
    echo "$by" >"$dir/.made-by"
  }
}

build_routines ()
{
  local own=$out/routines routine
  mkdir -p "$own"
  for routine in branches calls cache; do
    $CC -O2 -Wall -fplugin="$build/halt.so" -c "$here/routines/$routine.c" -o "$own/$routine.o"
  done
  for routine in functions events; do
    $CC -O2 -Wall -c "$here/routines/$routine.c" -o "$own/$routine.o"
  done
  $CC -O2 -Wall -c "$here/routines/branches.c" -o "$own/branches-unknown.o"
}

compiler_of () { case $1 in *.c) echo $CC ;; *) echo $CXX ;; esac; }

# compile DIR OPTION...: every source of the program at hand.
compile ()
{
  local dir=$1 file object
  shift
  for file in $(sources); do
    object=${file//\//_}
    $(compiler_of "$file") -O2 -w $options "$@" -c "$file" -o "$dir/${object%.*}.o" ||
      return 1
  done
}

# link DIR LIBRARY...: to DIR/program.
link ()
{
  local dir=$1 file linker=$CC
  shift
  for file in $(sources); do
    [ $(compiler_of "$file") = $CC ] || linker=$CXX
  done
  $linker "$dir"/*.o "$@" $libraries -o "$dir/program"
}

# key OPTIONS LINKED: what a way's program depends on.
key ()
{
  echo "$options $libraries $1 $2"
  cksum <"$here/programs/$program"
  case "$1 $2" in
    *"$build"*) cat "$build/halt.so" "$build"/lib{halt,record}.a "$here"/routines/* 2>/dev/null | cksum ;;
  esac
}

# build_way NAME OPTIONS LINKED: a way's program, and what it took, the user
# time of each compilation, to its file `compile'.
build_way ()
{
  local TIMEFORMAT='%3U' dir=$made/$1 i key options_of=$2 linked=$3 CC=$CC CXX=$CXX
  key=$(key "$2" "$3")
  if [ $keep = 1 ] && [ -x "$dir/program" ] && [ "$key" = "$(cat "$dir/key")" ]; then
    return
  fi
  rm -rf "$dir"
  mkdir -p "$dir"
  case $options_of in
    @clang*) CC=clang-19 CXX=clang++-19 options_of=${options_of#@clang} ;;
    @bolt) options_of= ;;
  esac
  for ((i = 0; i < compiles; i++)); do
    { time compile "$dir" $options_of 2>&3; } 3>>"$dir/log" 2>>"$dir/compile" || return
  done
  link "$dir" ${linked%@bolt} 2>>"$dir/log" || return
  case $linked in
    *@bolt)
      mv "$dir/program" "$dir/whole"
      "$(readlink -f "$(command -v llvm-bolt-16)")" "$dir/whole" -instrument --instrumentation-file="$dir.fdata" \
	-o "$dir/program" >>"$dir/log" 2>&1 || return ;;
  esac
  echo "$key" >"$dir/key"
}

# All ways of the program at hand, $jobs at a time.
build_program ()
{
  local way options_of linked text
  while IFS='|' read -r way options_of linked text; do
    while [ "$(jobs -rp | wc -l)" -ge $jobs ]; do
      wait -n || :
    done
    build_way $way "$options_of" "$linked" </dev/null &
  done < <(ways)
  wait
  while IFS='|' read -r way options_of linked text; do
    [ -x "$made/$way/program" ] || {
      tail -n 20 "$made/$way/log" >&2
      die "$program, $text: does not compile"
    }
    result $way text "$(code "$made/$way/program")"
    result $way compile "$(cat "$made/$way/compile")"
  done < <(ways)
}

# code FILE: bytes of .text of it, libraries that are linked in included.
code () { size -A "$1" | awk '$1 ~ /^\.text/ { n += $2 } END { print n }'; }

# result WAY METRIC VALUE...: a line for each of them.
result ()
{
  local value way=$1 metric=$2
  shift 2
  for value in $*; do
    printf '%s\t%s\t%s\t%s\t%s\n' $program $role $way $metric $value >>"$results"
  done
}
