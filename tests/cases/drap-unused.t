# SPDX-License-Identifier: GPL-3.0-or-later
# A function that saves the register for its arguments, but never computes the
# frame address from it, restores it as any other: the compiler stopped at a pot
# in its epilogue.

>>> x86_64 what it compiles

>>> prog.c
static void *volatile p;

int
main (void)
{
  int n = 0;
again:
  {
    int x[n % 1000 + 1];
    x[n % 1000] = 2;
    p = x;
    n++;
  }
  {
    int x[n % 1000 + 1];
    x[n % 1000] = 2;
    p = x;
    n++;
  }
  if (n < 10000)
    goto again;
  return 0;
}

>>> run
for machine in -m64 -m32; do
  $CC $machine -O2 -fschedule-insns2 $PLUGIN $(arg load cycle) -c prog.c
done

>>> out
