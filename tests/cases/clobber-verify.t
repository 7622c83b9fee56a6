# SPDX-License-Identifier: GPL-3.0-or-later
# With verify, a routine that changes more than its summary says is caught; one
# that does not, is not.  The first lie is none: the count changes eax, too.  The
# function's callers keep the stack aligned for it: else its pots save everything.

>>> x86_64 names of registers

>>> prog.c
#include <stdio.h>

__attribute__ ((noipa)) static double
sum (int n, double x)
{
  double y = 1;
  for (int i = 0; i < n; i++)
    if (y < 1000)
      y = y * 2 + x;
    else
      y = y / 3 - x;
  return y;
}

int
main (void)
{
  printf ("%.3f\n", sum (50, 1.5));
  return 0;
}

>>> routine.c
static unsigned long count;
void _record_cbr (unsigned long cond, unsigned long id) { count += cond + id; LIE; }

>>> run
# try LIE OPTION...: LIE is done behind the compiler's back.
try ()
{
  lie=$1
  shift
  $CC -O2 "$@" "-DLIE=__asm__ volatile (\"$lie\")" $PLUGIN -c routine.c -o routine.o
  $CC -O2 "$@" -fno-ipa-stack-alignment $PLUGIN $(arg cbr verify routines=routine.o) prog.c routine.o -o prog
  status=0
  sh -c 'ulimit -t 5; ./prog; exit $?' 2>/dev/null || status=$?
  [ $status = 0 ] || echo "exit $status"
}
try nop
try 'mov $5, %eax'
try 'pcmpeqd %xmm0, %xmm0'
try 'pcmpeqd %xmm1, %xmm1'
echo == a register that nobody needs but that may keep something
try 'mov $5, %r9d'
echo == the condition
try 'mov $5, %edi'
echo == i386
try nop -m32 -msse2 -mfpmath=sse
try 'pcmpeqd %xmm1, %xmm1' -m32 -msse2 -mfpmath=sse
try nop -m32
try 'fldz; faddp' -m32

>>> out
978.635
978.635
exit 132
exit 132
== a register that nobody needs but that may keep something
exit 132
== the condition
exit 132
== i386
978.635
exit 132
978.635
exit 132
