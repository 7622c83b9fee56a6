# SPDX-License-Identifier: GPL-3.0-or-later
# tests/freestanding, as much of a C library as there is for IA-64, does what this
# machine's does.

>>> prog.c
#include <setjmp.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static jmp_buf buffer;
static __thread int of_thread = 7, zero_of_thread;

static int
depth (int n, int kept)
{
  if (n == 0)
    longjmp (buffer, kept);
  return depth (n - 1, kept + 1) + n;
}

static int
compare (const void *a, const void *b)
{
  return *(const int *) a - *(const int *) b;
}

static void last (void) { puts ("last"); }
__attribute__ ((constructor)) static void first (void) { puts ("first"); }
__attribute__ ((destructor)) static void end (void) { puts ("destructor"); }

int
main (int argc, char **argv)
{
  printf ("%d %s %s\n", argc, argv[1], getenv ("OF_TEST") ? getenv ("OF_TEST") : "none");
  printf ("[%5d] [%-5d] [%05d] [%+d] [% d] [%.3d] [%8.3d]\n", 42, 42, 42, 42, 42, 42, -42);
  printf ("[%x] [%#X] [%o] [%#o] [%u] [%lu] [%ld] [%lld]\n", 255u, 255u, 8u, 8u, -1u,
	  -1ul, -1l, -1234567890123ll);
  printf ("[%c] [%s] [%10s] [%-10s] [%.2s] [%*d] [%hhd] [%hu] [%%]\n", 'x', "ab", "abc",
	  "abc", "abc", 6, 12, 300, 70000);
  printf ("[%f] [%.2f] [%8.3f] [%-8.1f] [%.0f] [%Lf]\n", 1.5, 2.125, -3.14159, 2.5, 0.5,
	  12345.678901L);
  volatile int here = 3;
  int status = setjmp (buffer);
  printf ("setjmp %d %d\n", status, here);
  if (status == 0)
    {
      here = 4;
      depth (200, 5);
    }
  int a[50];
  for (int i = 0; i < 50; i++)
    a[i] = i * 37 % 50;
  qsort (a, 50, sizeof *a, compare);
  for (int i = 0; i < 50; i++)
    if (a[i] != i)
      puts ("not sorted");
  char *p = malloc (100), *q = realloc (strcpy (p, "kept"), 200);
  printf ("%s %d %d\n", q, of_thread++, zero_of_thread);
  printf ("%s %s %d\n", strchr ("abcdef", 'c'), strrchr ("abcabc", 'b'),
	  strncmp ("abc", "abd", 2));
  char text[8];
  int n = snprintf (text, sizeof text, "%d", 123456789);
  printf ("%d %s\n", n, text);
  fprintf (stderr, "of errors\n");
  atexit (last);
  exit (23);
}

>>> run
export OF_TEST=value
try () { code $RUN ./prog argument >$1.out 2>$1.err; }
$CC -w -O1 prog.c -o prog
try here
machine ia64
for o in -O0 -O2; do
  $CC -w $o prog.c -o prog
  try there
  diff here.out there.out
  diff here.err there.err
done
