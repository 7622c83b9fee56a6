# SPDX-License-Identifier: GPL-3.0-or-later
# On i386 options change how arguments are passed: routines compiled with them
# get theirs all the same, or the option is refused by name.

>>> prog.c
void
_record_cbr (unsigned long cond, unsigned long id)
{
  if (cond > 1 || id != 77)
    __builtin_trap ();
}

__attribute__ ((noipa)) static int
smaller (int a, int b)
{
  if (a < b)
    asm volatile ("");
  return a * 5;
}

int
main (void)
{
  return smaller (2, 3) != 10;
}

>>> run
for option in -mregparm=3 -mregparm=1 -mrtd; do
  if $CC -m32 -O2 $option $PLUGIN $(arg cbr unique=77) prog.c -o prog >out 2>log; then
    code ./prog
  elif ! grep -q -e "halt.*${option%=*}" log; then
    cat log
  fi
done
