# SPDX-License-Identifier: GPL-3.0-or-later
# A program of another machine than CC's compiler is for: one line, not the assembler's.

>>> prog.c
int main (void) { return 0; }

>>> run
machine aarch64
emulated
$CC -O2 $PLUGIN $(arg atom) prog.c -o prog
for cc in gcc riscv64-linux-gnu-gcc-12; do
  if command -v $cc >/dev/null; then
    CC=$cc code "$HALT" atom prog "$TESTS/../tools/atom/prof.inst.c" "$TESTS/../tools/atom/prof.anal.c" -o out 2>&1 |
      grep -v 'note:'
  else
    echo "ghalt: prog is for aarch64, and '$cc' compiles for riscv64: let CC name a compiler for aarch64"
    echo exit 2
  fi
done | sed 's/for x86_64:/for this one:/'

>>> out
ghalt: prog is for aarch64, and 'gcc' compiles for this one: let CC name a compiler for aarch64
exit 2
ghalt: prog is for aarch64, and 'riscv64-linux-gnu-gcc-12' compiles for riscv64: let CC name a compiler for aarch64
exit 2
