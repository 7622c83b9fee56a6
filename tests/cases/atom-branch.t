# SPDX-License-Identifier: GPL-3.0-or-later
# tools/atom/branch and figures 2 and 3 of the paper: how often each branch was taken
# is what callgrind says, by PC; and what the plugin's own cbr says, by procedure.

>>> x86_64 ghalt atom

>>> run
for program in switches recursion sorting; do
  source=$TESTS/oracle/$program.c
  counted p $source
  atom_tool branch p
  atom_tool figure p
  ./p >plain
  ./p.branch >branch
  same plain branch
  ./p.figure >figure
  same plain figure
  "$TESTS/tools/callgrind" ./p
  sed -n 's/^0x//p' branch.out | awk '{ print $1, $2, $3 }' | sort >ours
  sed -n 's/^0x//p' btaken.out | awk '{ print $1, $2, $3 }' | sort >papers
  test -s ours
  same ours papers
  awk 'FILENAME == "cg.instructions" { n[$1] = $2; next }
    FILENAME == "cg.branches" { taken[$1] = $2; next }
    { print $1, taken[$1] + 0, n[$1] - taken[$1] }' cg.instructions cg.branches ours >theirs
  same ours theirs
  # What is predicted: a counter for each branch, once more.
  awk '/^all/ { if (!($4 > 0 && $4 < $2 + $3)) print }' branch.out
  # The plugin's.
  rm -f halt.prof
  $CC -w -O2 -static -no-pie -fno-align-loops -fno-align-jumps -fno-align-labels $PLUGIN $(arg cbr) \
    $source "$LIBHALT" -o own -lm
  ./own >own.out
  $HALT report --format=csv --kind=cbr own | awk -F , '$1 == "cbr" && $14 { print $4, $16, $15 }' | sort >theirs
  sed -n 's/^0x//p' branch.out | awk '$2 + $3 { sub (/:.*/, "", $5); print $5, $2, $3 }' | sort >ours
  same ours theirs
done
>>> out
