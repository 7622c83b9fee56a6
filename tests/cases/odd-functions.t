# SPDX-License-Identifier: GPL-3.0-or-later
# Functions that cannot have pots are left out, by name, and work.

>>> x86_64 what it compiles

>>> prog.c
#include <stdio.h>

typedef int __attribute__ ((regparm (3))) function (int, int, int);

__attribute__ ((noipa)) static int
call (function *f)
{
  return f (1, 2, 3);
}

__attribute__ ((ms_hook_prologue, noipa)) int
hook (int n)
{
  return n > 2 ? n : 3;
}

int
main (void)
{
  int base = 10;
  __attribute__ ((regparm (3), noinline)) int
  nested (int a, int b, int c)
  {
    return base++ > 3 ? a + b * c : 0;
  }
  printf ("%d %d %d\n", call (nested), base, hook (7));
  return 0;
}

>>> run
hostile -m32
for level in -O0 -O2; do
  $CC -m32 -w $level -fno-pie -no-pie -z execstack $PLUGIN $(arg entry exit bb load store dump=label) prog.c hostile.o -o prog 2>log
  ./prog
  grep "left out: function\|left out: .*\(nested\|hook\)" log | sed 's/nested\.[0-9]*/nested/' || :
done

>>> out
7 11 7
left out: function hook: attribute ms_hook_prologue: its prologue is text
left out: function nested: nested function whose static chain is on the stack
7 11 7
left out: function nested: nested function whose static chain is on the stack
left out: function hook: attribute ms_hook_prologue: its prologue is text
