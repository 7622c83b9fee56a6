# SPDX-License-Identifier: GPL-3.0-or-later
# ghalt atom: what an analysis defines: routines have to be as they are declared, those
# in place of procedures may have floating-point arguments; constructors and
# destructors run around the program, thread-local data are refused.

>>> x86_64 ghalt atom

>>> p.c
#include <stdio.h>
#define N __attribute__ ((noipa))
N int f (int a) { return a > 3 ? a * 2 : 0; }
N double h (double x, int y, double z) { return x * y + z; }
N void many (int a, int b, int c, int d, int e, int f, int g) { printf ("%d %d\n", a + b + c, d + e + f + g); }
typedef struct { long a, b, c; } S;
N S s (long a) { return (S) { a, 1, 2 }; }
int main (void) { printf ("%d %g %ld\n", f (7), h (1.5, 2, .25), s (8).a); many (1, 2, 3, 4, 5, 6, 7); return 0; }
>>> inst.c
#include <string.h>
#include <halt/atom.h>
void Instrument (int argc, char **argv, Obj *obj)
{
  const char *what = argc > 1 ? argv[1] : "";
  AddCallProto ("A(int, REGV)");
  AddCallProto ("Strings(char *, char[2])");
  AddCallProto ("Before()");
  AddCallProto ("After()");
  ReplaceProto ("my_h(VALUE, VALUE, VALUE, VALUE, int)");
  ReplaceProto ("my_s(VALUE, VALUE)");
  ReplaceProto ("my_f(VALUE, REGV)");
  ReplaceProto ("my_many(VALUE, VALUE, VALUE, VALUE, VALUE, VALUE, VALUE, VALUE)");
  AddCallProgram (ProgramBefore, "Before");
  AddCallProgram (ProgramAfter, "After");
  AddCallProc (FindProc (obj, "f"), ProcBefore, "A", 1, REG_SP);
  ReplaceEntry (FindEntry (obj, "h"), "my_h", ArgValue, ArgValue, ArgValue, ReplAddrValue, 42);
  if (strcmp (what, "structure") == 0)
    ReplaceEntry (FindEntry (obj, "s"), "my_s", ArgValue, ReplAddrValue);
  if (strcmp (what, "many") == 0)
    ReplaceEntry (FindEntry (obj, "many"), "my_many", ArgValue, ArgValue, ArgValue, ArgValue, ArgValue, ArgValue, ArgValue, ReplAddrValue);
  if (strcmp (what, "register") == 0)
    ReplaceEntry (FindEntry (obj, "f"), "my_f", ArgValue, REG_SP);
  if (strcmp (what, "order") == 0)
    ReplaceEntry (FindEntry (obj, "s"), "my_s", ReplAddrValue, ArgValue);
}
>>> anal.c
#include <stdio.h>
#include <stdlib.h>
static void last (void) { puts ("atexit"); }
__attribute__ ((constructor)) static void second (void) { puts ("constructor"); atexit (last); }
__attribute__ ((constructor (200))) static void first (int argc) { printf ("constructor 200 of %d\n", argc); }
__attribute__ ((destructor)) static void third (void) { puts ("destructor"); }
__attribute__ ((destructor (200))) static void fourth (void) { puts ("destructor 200"); }
void Before (void) { puts ("before"); }
void After (void) { puts ("after"); if (getenv ("LEAVE")) exit (7); }
void A (int a, long b) { printf ("A %d\n", a); }
void Strings (const char *s, unsigned long t) { }
double my_h (double x, int y, double z, double (*h) (double, int, double), int w)
{ printf ("h %g %d %g %d\n", x, y, z, w); return h (x, y, z) + 1; }
int my_f (int a, long sp) { return 0; }
struct s { long a, b, c; } my_s (long a, struct s (*s) (long)) { return s (a); }
void my_many (int a, int b, int c, int d, int e, int f, int g, void (*many) (int, int, int, int, int, int, int)) { }
>>> run
atom_library
$CC -O2 $PLUGIN $(arg atom) p.c -o p
$HALT atom p inst.c anal.c
./p.atom >said
cat said
LEAVE=1 code ./p.atom | tail -4
for what in structure many register order; do code $HALT atom p inst.c anal.c -- $what; done
# $1: how the analysis is changed
but () { sed "$1" anal.c >other.c; cmp -s anal.c other.c && echo same; code $HALT atom p inst.c other.c; }
but 's/A (int a, long b)/A (int a)/'
but 's/A (int a, long b)/A (int a, double b)/'
but 's/A (int a, long b)/A (char *a, long b)/'
but 's/A (int a, long b)/A (int a, __int128 b)/'
but 's/unsigned long t/int t/'
but 's/void Before (void)/void Before (int a)/'
but 's/int w)$/struct s { long a; } w)/; s/struct s { long a, b, c; } my/struct t { long a, b, c; } my/; s/struct s (/struct t (/; s/, w);/, 1);/'
but 's/^void Before/static __thread int mine; void Before/; s/puts ("before");/mine++;/'
code $HALT atom p inst.c anal.c many
if $CC -m32 -O2 $PLUGIN $(arg atom) p.c -o p 2>no32 && $HALT atom p inst.c anal.c 2>no32; then
  ./p.atom | diff said -
fi
>>> out
constructor 200 of 1
constructor
before
h 1.5 2 0.25 42
A 1
after
atexit
destructor
destructor 200
14 4.25 8
6 22
atexit
destructor
destructor 200
exit 7
ghalt: inst.c:19: s cannot be replaced by my_s: a routine that returns a structure is passed nothing but ArgValues
exit 2
ghalt: inst.c:21: many cannot be replaced by my_many: the procedure's arguments leave no register for the others
exit 2
ghalt: inst.c:23: f cannot be replaced by my_f: after the ArgValues it can be passed numbers, strings, arrays, ReplAddrValue, REG_PC and REG_RA
exit 2
ghalt: inst.c:25: ReplaceEntry: my_s: ArgValue is argument 2: ArgValues come before all others
exit 2
ghalt: inst.c:6: A is declared with 2 parameters, but at other.c:10 it has 1
exit 2
ghalt: inst.c:6: parameter 2 of A is declared REGV, but at other.c:10 it is a floating-point number: pass its bits as an integer
exit 2
ghalt: inst.c:6: parameter 1 of A is declared int, but at other.c:10 it is a pointer
exit 2
ghalt: inst.c:6: parameter 2 of A is declared REGV, but at other.c:10 it is an integer of 128 bits
exit 2
ghalt: inst.c:7: parameter 2 of Strings is declared char[], but at other.c:11 it is an integer of 32 bits
exit 2
ghalt: inst.c:8: Before is declared with 0 parameters, but at other.c:8 it has 1
exit 2
ghalt: inst.c:10: parameter 5 of my_h is declared int, but at other.c:12 it is a structure
exit 2
ghalt: other.c: 'mine' is thread-local, and an analysis has no such data: they would move the program's
exit 2
ghalt: 'inst.c' is no program; INST.c and ANAL.c come last, or the tool's arguments after them and --
exit 2
