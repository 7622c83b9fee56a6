# SPDX-License-Identifier: GPL-3.0-or-later
# Code with pots is the plain program's, plus pots: what a function promises callers in
# the same file (-fipa-ra, -fipa-stack-alignment) its pots keep, from routines that
# destroy all they may.

>>> x86_64 what it compiles

>>> prog.c
#include <stdio.h>

#define LEAF __attribute__ ((noinline, noclone)) static

/* They leave most registers alone, and do not care how the stack is aligned.  */
LEAF int
leaf (int x)
{
  return x > 7 ? x * x + 3 : x - 1;
}

LEAF int
sum (const int *x, int n)
{
  int s = 0;
  for (int i = 0; i < n; i++)
    if (x[i] > 3)
      s += x[i];
  return s;
}

/* They keep general registers and vector registers over calls.  */
LEAF long
whole (int a, int b, int c, int d)
{
  return leaf (a) + (long) b * leaf (c) + a * d + c * (b ^ d);
}

LEAF double
real (const int *x, double y, double z)
{
  return y * sum (x, 8) + z * sum (x + 1, 7) + y / z;
}

/* It promises what the one that it calls does.  */
LEAF int
twice (int x)
{
  return leaf (x) - leaf (-x);
}

LEAF double
deep (int x, double y)
{
  return twice (x) * y + x * y;
}

/* It has a frame of its own, in which vectors are.  */
LEAF float
framed (const int *x)
{
  float volatile y[4] = { 1, 2, 3, 4 };
  return y[x[0] & 3] + sum (x, 3);
}

int
main (void)
{
  static const int x[] = { 5, 2, 8, 1, 9, 4, 7, 3 };
  printf ("%ld %g %g %g\n", whole (9, 2, 5, 11), real (x, 1.5, 2.25),
	  deep (12, .75), framed (x));
  return 0;
}

>>> other.c
/* Its functions are made for different machines.  */
__attribute__ ((noinline)) static int
plain (int x)
{
  return x > 3 ? x * 3 : x;
}

__attribute__ ((target ("avx2"))) double
wide (double *x, int n)
{
  for (int i = 0; i < 4; i++)
    x[i] = x[i] * plain (n) + plain (n + 1);
  return x[0];
}

>>> printed.c
/* Callers work with floating point, but keep none while they call.  */
#include <stdio.h>

__attribute__ ((noinline)) static int
leaf (int x)
{
  return x > 7 ? x * x + 3 : x - 1;
}

/* It is made anew, without K.  */
__attribute__ ((noinline)) static int
constant (int x, int k)
{
  return leaf (x) + k * leaf (x - k);
}

void
print (int x)
{
  int n = leaf (x), m = constant (x, 3);
  printf ("%g\n", (float) n / (m == 0 ? 1 : m));
}

>>> run
# apart FILE OPTION...: take the pots out.  What is left is not counted here.
apart ()
{
  file=$1
  shift
  $CC -w "$@" -S $file -o plain.s
  for kinds in cbr "cbr entry exit load store bb call callret"; do
    $CC -w "$@" $PLUGIN $(arg $kinds dump=pot) -S $file -o pots.s 2>dump
    "$TESTS/tools/take-out" plain.s pots.s dump >said || { echo "$kinds $*"; cat said; }
  done
}
while read -r options; do
  apart prog.c $options
  apart "$TESTS/programs/features.c" $options
done <<END
-O0
-O2
-O2 -fPIC
-O2 -m32
-O3 -march=x86-64-v4
END
echo == hostile
hostile
for options in -O2 "-O3 -fPIC" "-O2 -fno-ipa-ra"; do
  $CC $options $PLUGIN $(arg cbr entry exit load store bb call callret) prog.c hostile.o -o prog
  ./prog
done
echo == a summary
echo 'long n; void _record_cbr (long c, long id) { n += c; }' >routine.c
$CC -O2 $PLUGIN -c routine.c -o routine.o
$CC -O2 $PLUGIN $(arg cbr verify routines=routine.o) prog.c routine.o -o prog
./prog
$CC -O2 $PLUGIN $(arg cbr routines=routine.o dump=pot) prog.c routine.o -o prog 2>dump
./prog
grep -c 'xmm[0-9]*, [0-9]*(%rsp)' dump || :
echo == vectors that nobody keeps
$CC -O2 $PLUGIN $(arg cbr dump=pot) -c printed.c -o printed.o 2>dump
nm printed.o | grep -o 'constant.*'
grep -c 'xmm15, [0-9]*(%rsp)' dump || :
echo == functions for different machines promise no vectors
$CC -O2 $PLUGIN $(arg atom) -c other.c -o other.o
"$HALT" code --function=plain other.o | sed -n 's/ dx,/ /; /#@promise/p'

>>> out
== hostile
236 113.167 129 15
236 113.167 129 15
236 113.167 129 15
== a summary
236 113.167 129 15
236 113.167 129 15
0
== vectors that nobody keeps
constant.constprop.0
0
== functions for different machines promise no vectors
#@promise cx,si,di,r8,r9,r10,r11
