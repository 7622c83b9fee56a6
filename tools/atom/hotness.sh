#!/bin/sh
# SPDX-License-Identifier: MIT
# Print the instructions of PROGRAM, as it was before it was instrumented, with how
# often each was executed.
#   hotness.sh PROGRAM [hotness.out]
objdump -d --no-show-raw-insn "$1" | awk '
  NR == FNR { count[$1] = $2; next }
  { pc = $1; sub (/:$/, "", pc) }
  /^ / && pc in count { printf "%14d%s\n", count[pc], $0; next }
  { printf "%14s%s\n", "", $0 }' "${2-hotness.out}" -
