# SPDX-License-Identifier: GPL-3.0-or-later
# ghalt atom on Alpha: what an analysis prints is what glibc prints there, each conversion of
# C11 with random flags, widths, precisions and arguments.

>>> prog.c
int main (void) { return 0; }
>>> inst.c
#include <halt/atom.h>
void Instrument (int argc, char **argv, Obj *obj)
{
  AddCallProto ("Prints(int)");
  AddCallProgram (ProgramAfter, "Prints", 1800);
}
>>> prints.c
#include <inttypes.h>
#include <limits.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
static uint64_t state = 88172645463325252u;
static uint64_t any (void) { state ^= state << 13, state ^= state >> 7, state ^= state << 17; return state * 0x2545f4914f6cdd1d; }
static unsigned below (unsigned n) { return (any () >> 33) % n; }
static uint64_t
integer (void)
{
  static const uint64_t few[] = { 0, 1, -1, 9, 10, 255, 256, INT_MAX, INT_MIN, UINT_MAX, INT64_MAX, INT64_MIN };
  return below (4) ? any () >> below (64) : few[below (12)];
}
/* None that %#g rounds up to 1e+06 and the like: glibc 2.36 leaves out the zeros.  */
static double
real (void)
{
  static const double few[] = { 0, -0.0, 1, 0.5, 1.5, 2.5, 3.1e-7, 1e300, 9.5, 99.5, 0.1, 1e15, 1e16, 123456789,
				0x1p-1074, -0x1.8p-1030, 0x1.fffffffffffffp1023, 0x1.fffffffffffffp0, __builtin_inf (), -__builtin_inf (), __builtin_nan ("") };
  uint64_t bits = any ();
  double d;
  memcpy (&d, &bits, sizeof d);
  switch (below (4))
    {
    case 0: return few[below (sizeof few / sizeof *few)];
    case 1: return (bits >> 52 & 0x7ff) == 0x7ff ? 1 : d;
    case 2: return (double) (int64_t) integer () / (1 << below (20));
    default: return ((int64_t) (any () >> 44) - (1 << 18)) / (double) (1 << below (20)) * (1 << below (10));
    }
}
static void
make (char *to, const char *flags, const char *length, const char *conversions, int precision)
{
  char *p = to;
  *p++ = '%';
  for (; *flags; flags++)
    if (below (3) == 0)
      *p++ = *flags;
  if (below (2))
    p += sprintf (p, "%u", 1 + below (30));
  if (below (2))
    p += below (4) ? sprintf (p, ".%u", below (precision)) : sprintf (p, ".");
  sprintf (p, "%s%c", length, conversions[below (strlen (conversions))]);
}
static void
print (const char *format, ...)
{
  static char said[6000];
  va_list list;
  va_start (list, format);
  int n = vsnprintf (said, sizeof said, format, list);
  printf ("%s|%s|%d %d\n", format, said, n, (int) strlen (said));
  va_end (list);
}
#define INTEGER(LENGTH, TYPE) \
  make (format, "-+ 0", LENGTH, "di", 30); print (format, (TYPE) integer ()); \
  make (format, "-0", LENGTH, "u", 30); print (format, (TYPE) integer ()); \
  make (format, "-#0", LENGTH, "oxX", 30); print (format, (TYPE) integer ())
static void
fixed (void)
{
  int a = 0; signed char hh = 0; short h = 0; long l = 0; long long ll = 0; intmax_t j = 0; size_t z = 0; ptrdiff_t t = 0;
  char few[9], *made;
  printf ("12%n3%hhn4%hn5%ln6%lln7%jn8%zn9%tn\n", &a, &hh, &h, &l, &ll, &j, &z, &t);
  printf ("%d %d %d %ld %lld %jd %zu %td\n", a, hh, h, l, ll, j, z, t);
  print ("%p|%10p|%-10p|%p", (void *) 0, (void *) 0, (void *) 0, (void *) 0x12345);
  print ("%s|%.3s|%.6s|%10s", (char *) 0, (char *) 0, (char *) 0, (char *) 0);
  print ("%5c|%-5c|%lc|%%|%*d|%-*d|%.*d|%.*d", 'a', 'b', (wint_t) L'w', 6, 7, -6, 7, 5, 7, -5, 7);
  print ("%*.*f|%*.*Le|%*a", 12, 3, 2.0005, -14, 2, 3.0L, -12, 1.25);
  print ("%d%s%a%c%lld%La%x%s", 1, "two", 3.0, '4', 5LL, 6.0L, 7, "eight");
  printf ("%2$d %1$s\n", "positions", 2);
  print ("%.300f|%.1100g|%.40a|%.200d", 0x1p-1074, 0x1.8p-1060, 1.1, 12);
  printf ("%d ", snprintf (few, 4, "%s", "longer"));
  printf ("%d %s\n", snprintf (NULL, 0, "%a", 1.1), few);
  printf ("%d ", asprintf (&made, "%f", 1e300));
  printf ("%d\n", (int) strlen (made));
  free (made);
  fprintf (stdout, "%g %p\n", 1e300, (void *) 0);
}
void
Prints (int rounds)
{
  static const char *const words[] = { "", "a", "some words", "tab\there" };
  static const wchar_t *const wides[] = { L"", L"w", L"wide words" };
  char format[90];
  fixed ();
  for (int i = 0; i < rounds; i++)
    {
      INTEGER ("hh", int);
      INTEGER ("h", int);
      INTEGER ("", int);
      INTEGER ("l", long);
      INTEGER ("ll", long long);
      INTEGER ("z", size_t);
      for (int k = 0; k < 4; k++)
	{
	  make (format, "-+ #0", "", "eEfFgGaA", 30);
	  print (format, real ());
	  make (format, "-+ #0", "L", "eEfFgGaA", 30);
	  print (format, (long double) real ());
	}
      make (format, "-", "", "s", 12);
      print (format, words[below (4)]);
      make (format, "-", "l", "s", 12);
      print (format, wides[below (3)]);
      make (format, "-", "", "p", 1);
      print (format, (void *) (uintptr_t) integer ());
    }
}
#ifdef MAIN
int main (void) { Prints (1800); return 0; }
#endif
>>> run
machine alpha
"$TESTS/toolchain/diet" -n alpha >/dev/null || skip "no C library: tests/toolchain/diet alpha"
# A long double is a double in analyses.
$CC -w -O2 -D_GNU_SOURCE -mieee -mlong-double-64 -DMAIN prints.c -o prints
$RUN ./prints >expected
$CC -w -O2 $PLUGIN $(arg atom) prog.c -o prog
CC=$CC $HALT atom prog inst.c prints.c -D_GNU_SOURCE
$RUN ./prog.atom >printed
cmp expected printed || diff -a expected printed | head -n 20
awk 'END { print (NR > 50000 ? "many" : NR) }' printed
>>> out
many
