# SPDX-License-Identifier: GPL-3.0-or-later
# ghalt atom: more arguments than registers, and an aligned stack for the routine, also where
# GCC calls without one; what is no program, no output, or not there is one line.

>>> x86_64 ghalt atom

>>> p.c
#define N __attribute__ ((noinline))
N int leaf (int x) { return x * 3; }
int main (void) { return leaf (14) - 42; }
>>> inst.c
#include <halt/atom.h>
void Instrument (int argc, char **argv, Obj *obj)
{
  AddCallProto ("R(int,int,int,int,int,int,int,long,REGV)");
  AddCallProc (FindProc (obj, "leaf"), ProcBefore, "R", 1, 2, 3, 4, 5, 6, 7, 8L, REG_ARG_1);
}
>>> anal.c
#include <stdio.h>
void R (int a, int b, int c, int d, int e, int f, int g, long h, long i)
{
  char there[16] __attribute__ ((aligned (16))), *at = there;
  asm volatile ("" : "+r" (at) : : "memory");
  printf ("%d %d %d %ld %d %d\n", a, f, g, h, (int) i, (int) ((long) at & 15));
}
>>> run
atom_library
for options in -O2 -O0 "-O2 -fPIC"; do
  $CC $options $PLUGIN $(arg atom) p.c -o p
  $HALT atom p inst.c anal.c
  ./p.atom
done | sort -u
code $HALT atom p inst.c anal.c -o p
code $HALT atom p.atom inst.c anal.c
$CC -O2 $PLUGIN $(arg atom) -c p.c
$CC p.o -o p
code $HALT atom p inst.c anal.c --link="$CC p.o none.o -o p" 2>said
grep -c none.o said
>>> out
1 6 7 8 14 0
ghalt: p: the output would replace the program
exit 2
ghalt: p.atom: it is instrumented already; give the plain program
exit 2
exit 2
1
