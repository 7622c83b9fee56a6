# SPDX-License-Identifier: GPL-3.0-or-later
# The code of RISC-V without its pots is the plain program's, too.

>>> run
machine riscv64
for options in -O2 -O3 "-O2 -fPIC"; do
  $CC -w $options -S "$TESTS/programs/features.c" -o plain.s
  $CC -w $options $PLUGIN $(arg cbr bb load store entry exit dump=pot) -S "$TESTS/programs/features.c" -o pots.s 2>dump
  "$TESTS/tools/take-out" plain.s pots.s dump >said && grep -q ' 5.. pots$' said ||
    { echo "$options"; cat said; }
done

>>> out
