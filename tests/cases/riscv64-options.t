# SPDX-License-Identifier: GPL-3.0-or-later
# RISC-V: with options that change how code is made, programs do what they do, whatever
# routines destroy; what is refused is refused by name.

>>> prog.c
#include <stdio.h>
int g;
double d = 1.5;
static char c[100];
static __thread int own;
extern int nowhere (void) __attribute__ ((weak));
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
    }
  return 0;
}
/* Its frame, and what is in it, is far from the stack pointer; the pots are far more than
   a branch reaches over.  */
__attribute__ ((noinline)) int
big (int n)
{
  volatile char room[5000];
  int sum = 0;
  room[n] = n;
  room[4990] = 3;
  for (int i = 0; i < n; i++)
    {
#define FOUR(x) x x x x
      if (i & 1)
	{ FOUR (FOUR (FOUR (room[i] += room[i + 1] ^ own++;))) }
      sum += room[i] + (nowhere ? nowhere () : 0);
    }
  return sum + room[4990];
}
__attribute__ ((noinline)) int
quiet (double x, double y)
{
  return __builtin_isless (x, y) + __atomic_fetch_add (&g, 0, 5)
	 + __sync_bool_compare_and_swap (&g, -1, 2);
}
__attribute__ ((noinline)) int
fp (double x, double y)
{
  return x < y ? f (1, 2) : x == y ? 3 : 4;
}
int
main (void)
{
  for (int i = 0; i < 10; i++)
    printf ("%d %d %d %d %d %f\n", f (i, 5), sw (i), fp (i, 4.5), big (i), quiet (i, 3), d);
  return 0;
}

>>> run
machine riscv64
hostile
for o in "-O0 -g" "-O2 -flto" "-O2 -pg" "-O2 -fpic -fno-plt" "-O2 -fstack-protector-all" \
    "-O2 -g -fstack-clash-protection" "-O2 -fprofile-arcs" "-O2 -fno-pie -no-pie -mcmodel=medlow" \
    "-O2 -fno-pie -no-pie -mcmodel=medany" "-O2 -fno-pie -no-pie -mno-explicit-relocs" \
    "-O2 -mexplicit-relocs" "-O2 -mno-relax" "-O2 -Wl,--no-relax" "-O2 -march=rv64g" \
    "-O2 -march=rv64gc_zba_zbb_zbs" "-O2 -mtune=sifive-7-series" "-O2 -mstrict-align -ftrapv" \
    "-O2 -static" "-O2 -fnon-call-exceptions -fno-omit-frame-pointer" "-Os -fno-shrink-wrap"; do
  both $o prog.c
done
# Counted in line, in cells that are reached as the linker likes.
$CC -O2 $PLUGIN $(arg cbr count) -fno-pie -no-pie -static -w prog.c "$LIBHALT" -o relaxed
$CC -O2 $PLUGIN $(arg cbr count) -fno-pie -no-pie -static -Wl,--no-relax -w prog.c "$LIBHALT" -o strict
for name in relaxed strict; do
  HALT_FILE=$name.prof $RUN ./$name >$name.out
  "$HALT" report --kind=cbr --sort=id --top=100 $name $name.prof | sed "s/$name//" >$name.report
done
same relaxed.out strict.out
same relaxed.report strict.report
grep -c '^cbr' relaxed.report | sed 's/^[1-9].*/branches/'
# refused OPTION...
refused ()
{
  ! $CC $PLUGIN $(arg cbr) "$@" -S prog.c -o /dev/null 2>err
  grep -o 'cannot instrument.*\|no recipes for this target.*words' err
}
refused -msave-restore
refused -march=rv64imac -mabi=lp64
refused -march=rv32gc -mabi=ilp32d
! $CC $PLUGIN $(arg cbr count=atomic) -march=rv64imfd -S prog.c -o /dev/null 2>err
grep -o 'cannot instrument.*' err
echo "void __attribute__ ((interrupt)) f (void) { }" >f.c
$CC $PLUGIN $(arg bb dump=label) -S f.c -o /dev/null 2>&1 | grep 'left out: function'

>>> out
branches
cannot instrument code for -msave-restore
cannot instrument code for an ABI other than lp64d
no recipes for this target (riscv64, 32-bit words
cannot instrument code for count=atomic without atomic instructions (-march)
left out: function f: interrupt handler
