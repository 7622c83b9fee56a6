# SPDX-License-Identifier: GPL-3.0-or-later
# GCC's register stack pass puts a load in front of the instruction that needs
# it on the stack: pots between the two find something there.

>>> x86_64 what it compiles

>>> f.c
struct { char pad; double d; int n; float f; } s = { 1, 2.5, 3, 4.25 };
double
f (double x, float y, int n, double *p)
{
  if (x < y)
    p[0] = x - y;
  else
    p[1] = y - s.d;
  for (int i = 0; i < n; i++)
    {
      p[2] += (x - p[3]) * s.f;
      p[3] = s.n / x - y * s.d;
      if (p[2] > p[3])
	s.n++;
    }
  return s.d - p[0] * (y - p[1]);
}

>>> main.c
#include <stdio.h>
extern double f (double, float, int, double *);
static int seven;

/* Need all of the stack.  */
static void
fill (void)
{
  __asm__ volatile ("fld1\n\tfld1\n\tfld1\n\tfld1\n\tfld1\n\tfld1\n\tfld1\n\t"
		    "fldz\n\tfaddp\n\tfaddp\n\tfaddp\n\tfaddp\n\tfaddp\n\t"
		    "faddp\n\tfaddp\n\tfistpl %0" : "=m" (seven)
		    : : "st", "st(1)", "st(2)", "st(3)", "st(4)", "st(5)",
		    "st(6)", "st(7)");
  if (seven != 7)
    printf ("the stack was full\n");
}
void _record_cbr (unsigned long taken, unsigned long id) { fill (); }
void _record_load (void *at, unsigned long n, unsigned long id) { fill (); }
void _record_store (void *at, unsigned long n, unsigned long id) { fill (); }

int
main (void)
{
  double p[4] = { 1, 2, 3, 4 };
  double x = f (1.5, 2.5f, 9, p);
  double y = f (7.5, -2.5f, 5, p);
  printf ("%.15g %.15g %.15g %.15g %.15g\n", x, y, p[1], p[2], p[3]);
  return 0;
}

>>> run
for options in -O0 -O1 -O2 -O3 "-O2 -march=i686" "-Os -fno-schedule-insns2"; do
  $CC -m32 $options -mfpmath=387 -ffloat-store f.c main.c -o plain
  $CC -m32 $options -mfpmath=387 -ffloat-store $PLUGIN $(arg cbr load store) -c f.c
  $CC -m32 main.c f.o "${LIBHALT%libhalt.a}32/libhalt.a" -o prog
  ./plain >without
  HALT_FILE=/dev/null ./prog >with
  same without with
done

>>> out
