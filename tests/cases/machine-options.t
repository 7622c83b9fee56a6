# SPDX-License-Identifier: GPL-3.0-or-later
# With options that change how code is made, programs do what they do, whatever
# routines destroy.

>>> rest

>>> prog.c
#include <stdio.h>
int g;
double d = 1.5;
static char c[100];
__attribute__ ((noinline)) int
f (int a, int b)
{
  if (a < b)
    g++;
  if (a & 1)
    d += 1;
  c[a & 15] = b;
  return g;
}
__attribute__ ((noinline)) int
sw (int x)
{
  switch (x)
    {
    case 0: return f (1, 2);
    case 1: return 7;
    case 2: return g;
    case 3: return 8;
    case 4: return -3;
    case 5: return 99;
    case 6: return 11;
    case 7: return f (3, 4); case 8: return g ^ 5; case 9: return f (g, 1); case 10: return 6;
    case 11: return g + 1; case 12: return 12; case 13: return -g; case 14: return 0;
    case 15: return 33; case 16: return f (9, 9); case 17: return g & 3; case 18: return 71;
    }
  return 0;
}
__attribute__ ((noinline)) int
fp (double x, double y)
{
  return x < y ? f (1, 2) : x == y ? 3 : 4;
}
static __thread int local;
__attribute__ ((noinline)) int
shared (int *p)
{
  local += __atomic_fetch_add (p, 2, __ATOMIC_SEQ_CST);
  if (__atomic_compare_exchange_n (p, &local, 9, 0, __ATOMIC_ACQUIRE, __ATOMIC_RELAXED))
    local++;
  return local;
}
int
main (void)
{
  printf ("%d %d\n", shared (&g), shared (&g));
  for (int i = 0; i < 20; i++)
    printf ("%d %d %d %f\n", f (i, 5), sw (i), fp (i, 4.5), d);
  return 0;
}

>>> run
machine "$MACHINE"
hostile
case $MACHINE in
  aarch64)
    # The signatures are of an emulator's own kind: plain code fails with the others on newer ones.
    emulated
    RUN="$RUN -cpu max,pauth-impdef=on"
    more="-mcmodel=large -fno-pie -no-pie|-mcmodel=tiny|-mno-outline-atomics|-march=armv8.1-a
    |-mbranch-protection=standard|-march=armv8.5-a -mbranch-protection=pac-ret+leaf+b-key
    |-ffixed-x18|-ffixed-x16 -ffixed-x17|-mfix-cortex-a53-835769 -mfix-cortex-a53-843419
    |-mharden-sls=all|-mtls-dialect=trad -fpic|-fpic|-momit-leaf-frame-pointer
    |-fno-omit-frame-pointer|-mstrict-align|-fno-jump-tables|-mpc-relative-literal-loads
    |-mlow-precision-sqrt -Ofast|-mcpu=neoverse-n1" ;;
  alpha) more="-mieee-with-inexact|-mlarge-data -msmall-text|-msmall-data|-mbuild-constants
    |-mtune=ev4" ;;
  *) more=-fpic ;;
esac
echo "-O0 -g|-O2 -flto|-O2 -pg|-O2 -fpic -fno-plt|-O2 -fstack-protector-all
  |-O2 -g -fstack-clash-protection|-O2 -fprofile-arcs|-O2 -fnon-call-exceptions -ftrapv
  |-O2 -fno-shrink-wrap-separate|-O2 -freorder-blocks-and-partition|$more" | tr '|' '\n' |
while read -r o; do
  [ -z "$o" ] || both -O2 $o prog.c
done
