# SPDX-License-Identifier: GPL-3.0-or-later
# ghalt atom and C++: units that share inline functions, a main in an archive, a weak
# function that is overridden, constructors and destructors between ProgramBefore and
# ProgramAfter; linked with its library, statically, by CC=g++.

>>> x86_64 ghalt atom

>>> rest

>>> h.h
static int own (int n) { return n * 7; }
struct S { __attribute__ ((noinline)) int f (int n) { static int k; return n + ++k + own (n); } virtual ~S () {} };
__attribute__ ((noinline)) inline int inl (int n) { return n > 4 ? n * 3 : n; }
>>> one.cc
#include <unistd.h>
#include "h.h"
struct say { const char *s; say (const char *s) : s (s) { write (2, s, 1); } ~say () { write (2, s + 1, 1); } };
static say global ("(>");
int two (int);
int lib_main () { static say local ("[]"); S s; return s.f (3) + two (4) + inl (5); }
>>> two.cc
#include "h.h"
__attribute__ ((weak)) int w () { return 2; }
int two (int n) { S s; return s.f (n) + inl (n) + w (); }
>>> strong.cc
int w () { return 40; }
>>> main.cc
int lib_main (); int main () { return lib_main (); }
>>> inst.c
#include <halt/atom.h>
#include <string.h>
void Instrument (int argc, char **argv, Obj *obj)
{
  AddCallProto ("P(char *)"); AddCallProto ("End()"); AddCallProto ("Begin()");
  AddCallProgram (ProgramBefore, "Begin"); AddCallProgram (ProgramAfter, "End");
  for (Proc *p = GetFirstObjProc (obj); p; p = GetNextProc (p)) AddCallProc (p, ProcBefore, "P", ProcName (p));
}
>>> anal.c
#include <unistd.h>
static char names[1000];
void Begin (void) { write (2, "begin\n", 6); }
void P (char *s) { int n = 0; while (s[n]) n++; write (2, s, n); write (2, "\n", 1); }
void End (void) { write (2, "end\n", 4); }
>>> run
atom_library
for file in one two strong main; do
  $CXX -w -O1 $PLUGIN $(arg atom) -c $file.cc
done
ar rc lib.a one.o two.o main.o
for static in "" -static; do
  $CXX $static strong.o lib.a -o prog
  $HALT atom prog inst.c anal.c
  code ./prog 2>plain
  code ./prog.atom 2>said"$static"
done
cat plain; echo
same said said-static
CC=$CXX $HALT atom strong.o lib.a inst.c anal.c -o other
code ./other 2>said-other
same said said-other
sed -n '1,3p; $p' said
grep -c . said
>>> out
exit 118
exit 118
exit 118
exit 118
([]>
exit 118
begin
_GLOBAL__sub_I__Z8lib_mainv
(main
>end
13
