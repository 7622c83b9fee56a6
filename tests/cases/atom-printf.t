# SPDX-License-Identifier: GPL-3.0-or-later
# ghalt atom: what an analysis prints and reads is what glibc's printf and scanf make of
# it: each conversion of C11 with random flags, widths, precisions and arguments; with
# wide formats, too.

>>> x86_64 ghalt atom

>>> prog.c
int main (void) { return 0; }
>>> inst.c
#include <stdlib.h>
#include <halt/atom.h>
void Instrument (int argc, char **argv, Obj *obj)
{
  AddCallProto ("Prints(int)");
  AddCallProgram (ProgramAfter, "Prints", atoi (argv[1]));
}
>>> prints.c
#define _GNU_SOURCE 1
#include <errno.h>
#include <fenv.h>
#include <inttypes.h>
#include <limits.h>
#include <math.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <wchar.h>
static uint64_t state = 88172645463325252u;
static uint64_t
any (void)
{
  state ^= state << 13, state ^= state >> 7, state ^= state << 17;
  return state * 0x2545f4914f6cdd1d;
}
static unsigned below (unsigned n) { return (any () >> 33) % n; }
/* Of all sizes, often at a limit.  None that %#g rounds up to 1e+06 and the like: glibc
   2.36 leaves out the zeros.  */
static uint64_t
integer (void)
{
  static const uint64_t few[] = { 0, 1, -1, 9, 10, 255, 256, INT_MAX, INT_MIN, UINT_MAX, INT64_MAX, INT64_MIN };
  return below (4) ? any () >> below (64) : few[below (12)];
}
static double
real (void)
{
  static const double few[] = { 0, -0.0, 1, 0.5, 1.5, 2.5, 3.1e-7, 1e300, 9.5, 99.5, 0.1, 1e15, 1e16, 123456789,
				0x1p-1074, -0x1.8p-1030, 0x1.fffffffffffffp1023, 0x1.fffffffffffffp0, INFINITY, -INFINITY, NAN, -NAN };
  uint64_t bits = any ();
  double d;
  memcpy (&d, &bits, sizeof d);
  switch (below (4))
    {
    case 0: return few[below (sizeof few / sizeof *few)];
    case 1: return d;
    case 2: return (double) (int64_t) integer () / (1 << below (20));
    default: return ldexp ((int64_t) (any () >> 44) - (1 << 18), (int) below (30) - 20);
    }
}
static long double
long_real (void)
{
  switch (below (4))
    {
    case 0: return real ();
    case 1: return ldexpl (any (), (int) below (32700) - 16400);
    case 2: return -ldexpl (any () >> 9, -(int) below (100) - 16390);
    default: return (long double) any () / 3;
    }
}
/* A conversion, with LENGTH and one of CONVERSIONS, in TO.  */
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
  p += sprintf (p, "%s%c", length, conversions[below (strlen (conversions))]);
}
static char said[6000], expected[6000];
static int lines;
static void
print (const char *format, ...)
{
  va_list list, copy;
  wchar_t wide[60], text[6000];
  int n, m;
  va_start (list, format);
  va_copy (copy, list);
  errno = 0;
  n = vsnprintf (said, sizeof said, format, list);
  printf ("%s|%s|%d %d\n", format, said, n, n >= 0 && n < (int) sizeof said ? (int) strlen (said) : -1);
  va_end (list);
  /* glibc 2.36 for i386 prints nothing for 0LL.  */
  if (sizeof (long) == 4 && strstr (format, "ll"))
    {
      va_end (copy);
      return;
    }
  swprintf (wide, 60, L"%s", format);
  n = vswprintf (text, 6000, wide, copy);
  if (n >= 0)
    printf ("%d %.*ls|\n", n, n, text);
  va_end (copy);
}
#define INTEGER(LENGTH, TYPE) \
  make (format, "-+ 0", LENGTH, "di", 30); print (format, (TYPE) integer ()); \
  make (format, "-0", LENGTH, "u", 30); print (format, (TYPE) integer ()); \
  make (format, "-#0", LENGTH, "oxX", 30); print (format, (TYPE) integer ())
static void
fixed (void)
{
  int a = 0; signed char hh = 0; short h = 0; long l = 0; long long ll = 0; intmax_t j = 0; size_t z = 0; ptrdiff_t t = 0;
  printf ("12%n3%hhn4%hn5%ln6%lln7%jn8%zn9%tn\n", &a, &hh, &h, &l, &ll, &j, &z, &t);
  printf ("%d %d %d %ld %lld %jd %zu %td\n", a, hh, h, l, ll, j, z, t);
  printf ("%a%n%p%hhn %d %d\n", 1.0, &a, (void *) 0, &hh, a, hh);
  print ("%p|%10p|%-10p|%p", (void *) 0, (void *) 0, (void *) 0, (void *) 0x12345);
  print ("%s|%.3s|%.6s|%10s|%ls|%.2ls", (char *) 0, (char *) 0, (char *) 0, (char *) 0, (wchar_t *) 0, (wchar_t *) 0);
  print ("%5c|%-5c|%lc|%%|%*d|%-*d|%.*d|%.*d", 'a', 'b', (wint_t) L'w', 6, 7, -6, 7, 5, 7, -5, 7);
  print ("%*.*f|%*.*Le|%*a", 12, 3, 2.0005, -14, 2, 3.0L, -12, 1.25);
  print ("%d%s%a%c%lld%La%x%s", 1, "two", 3.0, '4', 5LL, 6.0L, 7, "eight");
  printf ("%2$d %1$s\n", "positions", 2);
  print ("%.300f|%.1100g|%.40a|%.200d", 0x1p-1074, 0x1.8p-1060, 1.1, 12);
  printf ("%d %d\n", snprintf (said, 9, "%lc", (wint_t) 0x20ac), snprintf (said, 9, "%ls", L"caf\u00e9"));
  printf ("%d ", snprintf (said, 4, "%s", "longer"));
  printf ("%d\n", snprintf (NULL, 0, "%a", 1.1));
  printf ("%s\n", said);
  printf ("%d\n", sprintf (said, "[%a] [%p]", 0x1p-1070, (void *) 0));
  char *made;
  printf ("%d ", asprintf (&made, "%Lf", 1e4000L));
  printf ("%zu\n", strlen (made));
  free (made);
  fflush (stdout);
  dprintf (1, "%g %p\n", 1e300, (void *) 0);
}
static void
reads (void)
{
  static const char *const texts[] = { "3.1e-7", "1e300", "-0x1.8p-1070", "inf", "nan", "1e-400", "1e5000", "12abc", "  +7", "-", ".5", "5.", "0b1", "010", "0xfF", 
					"2.2250738585072011e-308", "9007199254740993", "0.1e1e1", "infinit", "" };
  for (size_t i = 0; i < sizeof texts / sizeof *texts; i++)
    {
      /* glibc takes 0b for binary since 2.38 where _GNU_SOURCE is defined; before, and as C17 has it, it is 0.  */
      int binary = strncmp (texts[i], "0b", 2) == 0;
      char *end;
      double d = -1; float f = -1; long double ld = -1; int a = -1, n = -1; unsigned u = 1; long l = -1; signed char hh = -1; short h = -1; size_t z = 1; intmax_t j = -1;
      char word[40] = "", set[40] = "", c = '?';
      int m;
      d = strtod (texts[i], &end); printf ("%a %d ", d, (int) (end - texts[i]));
      f = strtof (texts[i], &end); printf ("%a %d ", f, (int) (end - texts[i]));
      errno = 0;
      ld = strtold (texts[i], &end); printf ("%La %d ", ld, errno == ERANGE);
      errno = 0;
      l = strtol (texts[i], &end, binary ? 10 : 0); printf ("%ld %d ", l, errno == ERANGE);
      printf ("%llu\n", strtoull (texts[i], &end, 16));
      m = sscanf (texts[i], "%lf", &d); printf ("%d %a\n", m, d);
      m = sscanf (texts[i], "%La%n", &ld, &n); printf ("%d %La %d\n", m, ld, n);
      if (strlen (texts[i]) > 9)
	continue;
      m = sscanf (texts[i], binary ? "%d" : "%i", &a); printf ("%d %d\n", m, a);
      m = sscanf (texts[i], "%x", &u); printf ("%d %u\n", m, u);
      m = sscanf (texts[i], "%2hhd%2hd%zu", &hh, &h, &z); printf ("%d %d %d %zu\n", m, hh, h, z);
      m = sscanf (texts[i], "%jo", &j); printf ("%d %jd\n", m, j);
      m = sscanf (texts[i], "%3[0-9.+-]%*1s%[^ab]%c", word, set, &c); printf ("%d [%s] [%s] %c\n", m, word, set, c);
    }
  printf ("%ld %lld\n", strtol ("-99999999999999999999", NULL, 10), strtoll ("99999999999999999999", NULL, 10));
  wchar_t w[10];
  int m = swscanf (L"12 word", L"%*d %ls", w);
  printf ("%d ", m);
  printf ("%ls\n", w);
}
void
Prints (int rounds)
{
  static const char *const words[] = { "", "a", "some words", "tab\there" };
  static const wchar_t *const wides[] = { L"", L"w", L"wide words" };
  char format[60];
  fixed ();
  reads ();
  for (int i = 0; i < rounds; i++)
    {
      INTEGER ("hh", int);
      INTEGER ("h", int);
      INTEGER ("", int);
      INTEGER ("l", long);
      INTEGER ("ll", long long);
      INTEGER ("j", intmax_t);
      INTEGER ("z", size_t);
      INTEGER ("t", ptrdiff_t);
      for (int k = 0; k < 10; k++)
	{
	  make (format, "-+ #0", k & 1 ? "l" : "", "eEfFgGaA", 30);
	  print (format, real ());
	  make (format, "-+ #0", "L", "eEfFgGaA", 30);
	  print (format, long_real ());
	}
      make (format, "-", "", "s", 12);
      print (format, words[below (4)]);
      make (format, "-", "l", "s", 12);
      print (format, wides[below (3)]);
      make (format, "-", "", "p", 1);
      print (format, (void *) (uintptr_t) integer ());
    }
  static const int modes[] = { FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO };
  for (int i = 0; i < 3 * rounds; i++)
    {
      double d = real ();
      long double ld = long_real ();
      make (format, "-+ #0", "", "efga", 12);
      fesetround (modes[i % 3]);
      snprintf (said, sizeof said, format, d);
      fesetround (FE_TONEAREST);
      printf ("%s %s\n", format, said);
      make (format, "-+ #0", "L", "efga", 12);
      fesetround (modes[i % 3]);
      snprintf (said, sizeof said, format, ld);
      fesetround (FE_TONEAREST);
      printf ("%s %s\n", format, said);
    }
}
#ifdef MAIN
int main (int argc, char **argv) { Prints (atoi (argv[1])); return 0; }
#endif
>>> on aarch64 riscv64
>>> run
# compare OPTION...: what is printed with both libraries, by a program and by analyses.
compare ()
{
  $CC -w -O2 -DMAIN "$@" prints.c -lm -o prints 2>errors || return 0
  $RUN ./prints 500 >expected
  for kind in "" -static; do
    $CC -w -O2 "$@" $kind $PLUGIN $(arg atom) prog.c -o prog
    $HALT atom prog inst.c prints.c -- 500
    $RUN ./prog.atom >printed && cmp expected printed || diff -a expected printed | head -n 20
  done
  awk 'END { print (NR > 30000 ? "many" : NR) }' printed
}
atom_library
compare
! "$TESTS/toolchain/musl" -n i386 >no32 || compare -m32 >printed32
[ ! -s printed32 ] || grep -v many printed32 || :
>>> out
many
