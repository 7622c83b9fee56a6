# SPDX-License-Identifier: GPL-3.0-or-later
# tests/bench: counts are compared with gcov's; it is sourced.

# exact_program: the program at hand at -O0, where its flow graph is the same to
# gcov and to the machine but for switches, does the smaller work.
exact_program ()
{
  local dir=$made/exact arg=-fplugin-arg-halt- log=$made/exact.log gcov
  gcov=$(echo "$CC" | sed 's/gcc/gcov/')
  rm -rf "$dir"
  mkdir -p "$dir/gcov" "$dir/halt"
  compile "$dir/gcov" $exact_options -O0 -g --coverage 2>"$log" &
  compile "$dir/halt" $exact_options -O0 -g -fplugin="$build/halt.so" ${arg}count ${arg}cbr ${arg}mbr \
    ${arg}entry 2>>"$log" || :
  wait
  { link "$dir/gcov" --coverage && link "$dir/halt" "$build/libhalt.a"; } 2>>"$log" || {
    tail -n 20 "$log" >&2
    die "$program: does not compile at -O0"
  }
  run plain "$made/plain/program" small 2
  run exact/gcov "$dir/gcov/program" small 2
  run exact/halt "$dir/halt/program" small 2
  ( cd "$dir/gcov" && $gcov -b -t --json-format *.gcda ) >"$dir/gcov.json" 2>>"$log"
  "$build/ghalt" report --format=json "$dir/halt/program" "$made/exact/halt.prof" >"$dir/halt.json"
  "$here/exact" "$dir/halt.json" "$dir/gcov.json" >"$dir/differences" ||
    die "$program: cannot compare its counts with gcov's"
  tail -n 1 "$dir/differences" | {
    read -r branches events functions other differ
    result exact branches $branches
    result exact events $events
    result exact functions $functions
    result exact other $other
    result exact differ $differ
  }
}
