# SPDX-License-Identifier: GPL-3.0-or-later
# tests/bench: programs run, and what that takes is written down; it is sourced.

# run NAME PROGRAM SIZE THREADS: the work of the program at hand, by PROGRAM.
# Its output goes to the file NAME.out, and must be that of plain; what it took,
# "elapsed user system" in seconds, is left in $took.  All are called by one name, and
# their files too: what lies where on the stack depends on how long names are, and with
# that, instructions of mujs by 8 %.
run ()
{
  local TIMEFORMAT='%3R %3U %3S' file name=$made/$1.$3.$4 expected=$made/plain.$3.$4.out
  rm -f "$made/$1"/*.gcda "$made/$1".{prof,events} "$made/run".*
  ln -sfn "$2" "$made/run"
  if ! { time HALT_FILE=$made/run.prof HALT_BENCH_EVENTS=$made/run.events \
	 LLVM_PROFILE_FILE=$made/run.profraw \
	 work "$made/run" $3 $4 >"$name.out" 2>"$name.err" </dev/null; } 2>"$name.took"; then
    tail -n 20 "$name.err" >&2
    die "$program, $1: the program fails"
  fi
  took=$(cat "$name.took")
  for file in prof events; do
    [ ! -f "$made/run.$file" ] || mv "$made/run.$file" "$made/$1.$file"
  done
  cmp "$expected" "$name.out" || die "$program, $1: the output differs"
}

# processor_seconds: of $took, user and system time, because Linux only estimates
# how their sum divides.
processor_seconds () { echo $took | awk '{ print $2 + $3 }'; }

# seconds: what counts, time by the clock with threads, else processor time.
seconds ()
{
  if [ $role = threads ]; then
    echo ${took%% *}
  else
    processor_seconds
  fi
}

# time_program: all ways, $runs times.  They are listed before anything is timed, as
# asking compilers what they accept takes the other processor.
time_program ()
{
  local list way options_of linked text i
  list=$(ways)
  for ((i = 0; i < runs; i++)); do
    while IFS='|' read -r way options_of linked text; do
      run $way "$made/$way/program" full 2
      result $way time $(seconds)
      [ $role = threads ] || continue
      result $way cpu $(processor_seconds)
      run $way "$made/$way/program" full 1
      result $way time1 $(seconds)
      result $way cpu1 $(processor_seconds)
    done <<<"$list"
  done
  while IFS='|' read -r way options_of linked text; do
    [ ! -f "$made/$way.events" ] || result $way events $(cat "$made/$way.events")
  done <<<"$list"
}

# under NAME COMMAND...: make NAME.sh, which runs the plain program, or that of
# the way NAME, under COMMAND; with the same environment always, which lies on the stack.
under ()
{
  local name=$1 of=$2
  shift 2
  printf '#!/bin/sh\nln -sfn %s %s\nexec env -i PATH="$PATH" HALT_FILE="$HALT_FILE" HALT_BENCH_EVENTS="$HALT_BENCH_EVENTS" LLVM_PROFILE_FILE="$LLVM_PROFILE_FILE" %s %s "$@"\n' \
    "$made/$of/program" "$made/it" "$*" "$made/it" >"$made/$name.sh"
  chmod +x "$made/$name.sh"
}

# Valgrind's tools beside the plain program, on the smaller work; once.
time_valgrind ()
{
  local i tool
  for ((i = 0; i < runs; i++)); do
    run plain "$made/plain/program" small 2
    result plain small $(seconds)
  done
  under cachegrind plain valgrind -q --tool=cachegrind --cachegrind-out-file=/dev/null --log-file=/dev/null
  under lackey plain valgrind -q --tool=lackey --basic-counts=no --detailed-counts=yes --log-file=/dev/null
  for tool in cachegrind lackey; do
    run $tool "$made/$tool.sh" small 2
    result $tool small $(seconds)
  done
}

# counter FILE: the command that writes to FILE how many instructions a program executes.
counter ()
{
  if [ -n "$emulator" ]; then
    echo "$emulator -d plugin -D $1 -plugin $out/insns.so"
  else
    echo valgrind --tool=cachegrind --cache-sim=no --cachegrind-out-file=/dev/null --log-file=$1
  fi
}

# Instructions of the smaller work, in place of time.
count_program ()
{
  local way options_of linked text
  while IFS='|' read -r way options_of linked text; do
    under $way $way "$(counter "$made/$way.refs")"
    run $way "$made/$way.sh" small 2
    result $way instructions $(awk '/I +refs:/ { gsub (",", ""); n += $NF } END { print n }' "$made/$way.refs")
    [ ! -f "$made/$way.events" ] || result $way events $(cat "$made/$way.events")
  done < <(ways)
}
