# SPDX-License-Identifier: GPL-3.0-or-later
# AArch64 with SVE, whose registers have the width of the processor's: vectors, predicates
# and what is said of faults outlive routines that destroy them, at any width, and those of
# libhalt, which save what they change themselves.  Functions that are passed vectors keep
# more for their callers than others.

>>> prog.c
#include <arm_sve.h>
#include <stdio.h>
double a[1000], b[1000];
int c[1000];
char text[300] = "a text that is read until it ends";

__attribute__ ((noinline)) double
dot (int n)
{
  double x = 0;
  for (int i = 0; i < n; i++)
    x += a[i] * b[i];
  return x;
}

__attribute__ ((noinline)) void
some (int n)
{
  for (int i = 0; i < n; i++)
    if (c[i] > 5)
      a[i] = b[i] + c[i];
}

__attribute__ ((noinline)) int
gather (int n)
{
  int x = 0;
  for (int i = 0; i < n; i++)
    x += c[c[i] % 1000];
  return x;
}

/* What a fault ends is in the first-fault register.  */
__attribute__ ((noinline)) int
length (const char *s)
{
  for (int n = 0;;)
    {
      svsetffr ();
      svuint8_t x = svldff1_u8 (svptrue_b8 (), (const uint8_t *) s + n);
      svbool_t read = svrdffr ();
      svbool_t end = svcmpeq_n_u8 (read, x, 0);
      if (svptest_any (read, end))
	return n + svcntp_b8 (read, svbrkb_z (read, end));
      n += svcntp_b8 (read, read);
    }
}

__attribute__ ((noinline)) svint32_t
add (svint32_t x, svint32_t y, svbool_t p, int n)
{
  return n > 3 ? svadd_m (p, x, y) : svsub_m (p, x, y);
}

__attribute__ ((noinline)) int
sums (int n)
{
  svint32_t sum = svdup_s32 (1), kept = svdup_s32 (7);
  for (int i = 0; i < n; i += svcntw ())
    {
      svbool_t p = svwhilelt_b32 (i, n);
      sum = add (sum, svld1 (p, c + i), p, i);
      kept = svadd_x (p, kept, add (sum, kept, p, 1));
    }
  return svaddv (svptrue_b32 (), svadd_x (svptrue_b32 (), sum, kept));
}

int
main (void)
{
  for (int i = 0; i < 1000; i++)
    {
      a[i] = i * .5;
      b[i] = i * .25 + 1;
      c[i] = i * 7 % 1000;
    }
  for (int n = 1; n < 1000; n += 97)
    {
      some (n);
      printf ("%g %d %d %d\n", dot (n), gather (n), length (text + n % 20), sums (n));
    }
  return 0;
}

>>> run
machine aarch64
emulated
hostile
kinds=$(arg cbr mbr entry exit load store bb call callret)
for o in -O0 "-O3 -fno-math-errno" "-O2 -msve-vector-bits=256" "-O2 -march=armv9-a"; do
  $CC -w -march=armv8.2-a+sve $o prog.c -o plain
  $CC -w -march=armv8.2-a+sve $o $PLUGIN $kinds prog.c hostile.o -o prog
  # Each event has to look for its place.
  $CC -w -march=armv8.2-a+sve $o $PLUGIN $kinds $(arg unique=3000000 routines=$LIBHALT) prog.c \
    $LIBHALT -o known >next
  for vectors in 1 2 16; do
    case $o in *256) vectors=2 ;; esac
    cpu="-cpu max,sve$((128 * vectors))=on,sve-max-vq=$vectors"
    code $RUN $cpu ./plain >plain.out
    HALT_EVENTS=events code $RUN $cpu ./prog >prog.out
    same plain.out prog.out
    code $RUN $cpu ./known >known.out
    same plain.out known.out
    [ $(wc -l <prog.out) = 11 ] && [ -s events ] || echo "$o: nothing to compare"
  done
done
# What is lane by lane is not reported, and that is said.
$CC -w -march=armv8.2-a+sve -O3 $PLUGIN $(arg load dump=label) -c prog.c 2>&1 |
  sed -n 's/^left out: \(load in gather\).*/\1/p' | uniq

>>> out
load in gather
