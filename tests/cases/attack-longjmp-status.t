# SPDX-License-Identifier: GPL-3.0-or-later
# The status of a longjmp is an int, whatever is above it in its register.

>>> prog.c
#include <setjmp.h>

static jmp_buf buffer;

__attribute__ ((noipa)) static void
leap (jmp_buf b, long x)
{
  longjmp (b, x);
}

int
main (void)
{
  if (!setjmp (buffer))
    leap (buffer, 0x1234567800000007);
  return 0;
}

>>> analysis.c
#include <stdio.h>
void _record_setjmp (unsigned long buf, unsigned long id) { (void) buf; (void) id; }
void
_record_longjmp (unsigned long buf, unsigned long status, unsigned long id)
{
  (void) buf;
  (void) id;
  printf ("%lu\n", status);
}

>>> run
$CC -w -O2 $PLUGIN $(arg setlongjmp) prog.c analysis.c -o prog
./prog

>>> out
7
