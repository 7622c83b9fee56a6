# SPDX-License-Identifier: GPL-3.0-or-later
# Counters of 64 bits on i386, too: what overflows the lower half goes to the
# upper one.  Two cells; behind them is what was written of them before.

>>> x86_64 what it compiles

>>> prog.c
__attribute__ ((noipa)) void f (void) { asm (""); }

int
main (void)
{
  for (int i = 0; i < 2; i++)
    asm volatile ("movl $-1, .LHALT_counters(,%0,8)" : : "r" ((long) i));
  for (int i = 0; i < 5; i++)
    f ();
  return 0;
}

>>> run
$CC -m32 -O1 -fno-pie -no-pie $PLUGIN $(arg count entry) -c prog.c
$CC -m32 -O1 -fno-pie -no-pie $PLUGIN $(arg count entry) prog.c "${LIBHALT%/*}/32/libhalt.a" -o prog
./prog
$HALT report prog | sed -n 's/^ *\(4294967[0-9]*\).* f$/\1 f/p'

>>> out
4294967300 f
