# SPDX-License-Identifier: GPL-3.0-or-later
# tools/atom/hotness: how often each instruction is executed is what callgrind says, by
# PC; but callgrind counts each step of a string instruction.

>>> x86_64 ghalt atom

>>> rest

>>> run
for program in leaps calls memory; do
  counted p $TESTS/oracle/$program.c 2>warnings
  atom_tool hotness p
  ./p >plain
  ./p.hotness >instrumented
  same plain instrumented
  "$TESTS/tools/callgrind" ./p
  objdump -d --no-show-raw-insn p | awk '$2 ~ /^rep/ { sub (/:/, "", $1); print $1 }' >steps
  awk 'FILENAME == "steps" { left_out[$1] = 1; next }
    FILENAME == "cg.instructions" { n[$1] = $2; next }
    !($1 in left_out) { print $1, n[$1] + 0 }' steps cg.instructions hotness.out >theirs
  awk 'FILENAME == "steps" { left_out[$1] = 1; next } !($1 in left_out)' steps hotness.out >ours
  test -s ours
  same ours theirs
  # Over the text of the plain program: all are there, with their counts.
  "$TESTS/../tools/atom/hotness.sh" p | awk '$2 ~ /^[0-9a-f]*:$/ && sub (/:$/, "", $2) && $1 ~ /^[0-9]+$/ { print $2, $1 }' | sort >printed
  sort hotness.out | cmp printed -
done
