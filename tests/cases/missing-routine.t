# SPDX-License-Identifier: GPL-3.0-or-later
# Without the routine the linker's error names it.

>>> prog.c
int
main (int argc, char **argv)
{
  (void) argv;
  return argc > 1;
}
void
f (int n)
{
  while (n-- > 3)
    asm ("");
}

>>> run
$CC -O0 $PLUGIN $(arg cbr) prog.c -o prog 2>err && echo linked
grep -o "undefined reference to .*" err | sort -u

>>> out
undefined reference to `_record_cbr'
