# SPDX-License-Identifier: GPL-3.0-or-later
# docs/cross.md does what it says.

>>> run
[ "$(uname -m)" = x86_64 ] || skip "the page is for x86-64"
choices 12 "the page shows the output"
case $HALT in */build/ghalt) ;; *) skip "the page uses what is in build/" ;; esac
"$TESTS/toolchain/musl" -n aarch64 >/dev/null || skip "no C library: tests/toolchain/musl aarch64"
for m in aarch64 riscv64; do (machine $m) >said || { cat said; exit 77; }; done
"$TESTS/tutorial" "$TESTS/../docs/cross.md" >printed || cat printed
tail -n 1 printed | sed 's/^[0-9]* //'

>>> out
commands, 0 wrong
