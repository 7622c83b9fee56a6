# SPDX-License-Identifier: GPL-3.0-or-later
# ghalt atom of programs with sanitizers, which say where memory may be: the heap of
# the analysis is in none of their way.

>>> x86_64 ghalt atom

>>> rest

>>> p.c
#include <stdio.h>
#include <stdlib.h>
__attribute__ ((noipa)) int f (int n) { return n > 3 ? n * 2 : n; }
int main (void)
{
  int *p = malloc (40 * sizeof *p);
  p[3] = f (4) + f (1);
  printf ("%d\n", p[3]);
  free (p);
  return 0;
}
>>> inst.c
#include <halt/atom.h>
void Instrument (int argc, char **argv, Obj *obj)
{
  AddCallProto ("Count()");
  AddCallProto ("Print()");
  AddCallProc (FindProc (obj, "f"), ProcBefore, "Count");
  AddCallProgram (ProgramAfter, "Print");
}
>>> anal.c
#include <stdio.h>
#include <stdlib.h>
static long *n;
void Count (void) { if (!n) n = calloc (1, 100000); ++*n; }
void Print (void) { printf ("f was called %ld times\n", *n); }
>>> run
atom_library
for sanitizer in address thread undefined; do
  $CC -O1 -fsanitize=$sanitizer $PLUGIN $(arg atom) p.c -o p
  $HALT atom p inst.c anal.c
  code env ASAN_OPTIONS=detect_leaks=0 ./p.atom >said; sort said
done
>>> out
9
f was called 2 times
9
f was called 2 times
9
f was called 2 times
