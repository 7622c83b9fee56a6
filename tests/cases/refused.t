# SPDX-License-Identifier: GPL-3.0-or-later
# What cannot be instrumented is refused by name, at once.

>>> x86_64 what it compiles

>>> a.c
int
f (int n)
{
  return n > 3 ? f (n - 1) : 7;
}

>>> run
code $CC -O2 -S -mcmodel=large -fPIC $PLUGIN $(arg cbr) a.c -o /dev/null 2>&1
code $CC -O2 -S -mcmodel=large -fno-PIC $PLUGIN $(arg cbr) a.c -o /dev/null 2>&1
code $CC -O2 -S -mabi=ms $PLUGIN $(arg cbr) a.c -o /dev/null 2>&1
code $CC -O2 -S -mx32 $PLUGIN $(arg cbr) a.c -o /dev/null 2>&1 |
  sed "s/ (.*bit pointers)/ (...)/"
for option in -mregparm=3 -mrtd; do
  code $CC -O2 -S -m32 $option $PLUGIN $(arg cbr) a.c -o /dev/null 2>&1
done

>>> out
cc1: error: halt: cannot instrument code for -mcmodel=large with -fPIC or -fPIE
exit 1
cc1: error: halt: cannot instrument code for -mabi=ms
exit 1
cc1: error: halt: no recipes for this target (...), so its machine code cannot be labelled; '-fplugin-arg-halt-at=gimple' needs none
exit 1
cc1: error: halt: cannot instrument code for -mregparm
exit 1
cc1: error: halt: cannot instrument code for -mrtd
exit 1
