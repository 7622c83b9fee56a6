# SPDX-License-Identifier: GPL-3.0-or-later
# A buffer of __builtin_longjmp in the frame: between the moment when the stack
# pointer is the target's and the jump, nothing is known of it.

>>> x86_64 what it compiles

>>> prog.c
#include <stdio.h>

volatile int zero;
char *volatile where;

__attribute__ ((noinline)) static void
leap (void *from)
{
  void *buffer[32];
  __builtin_memcpy (buffer, from, 5 * sizeof (void *));
  __builtin_memset (from, 0, 5 * sizeof (void *));
  __builtin_longjmp (buffer, 1);
}

int
main (void)
{
  void *buffer[5];
  where = __builtin_alloca (zero);
  if (!__builtin_setjmp (buffer))
    leap (buffer);
  puts ("back");
  return 0;
}

>>> run
for machine in -m64 -m32; do
  rm -f hostile.o
  hostile $machine
  for level in -O2 -O3 -Os; do
    $CC -w $machine $level $PLUGIN $(arg cycle load store bb setlongjmp) prog.c hostile.o -o prog
    code ./prog
  done
done | sort | uniq -c | sed 's/^ *//'

>>> out
6 back
