# SPDX-License-Identifier: GPL-3.0-or-later
# ghalt atom: a program with a shared object and an analysis in C++, with exceptions of its own and
# small data; registers and edges in all parts; a procedure of the object is replaced, with
# floating-point arguments and what the routine is passed besides.

>>> x86_64 ghalt atom
>>> on aarch64 riscv64

>>> so.c
#include <stdio.h>
_Thread_local int own = 3;
int lib (int n) { int s = 0; for (int i = 0; i < n; i++) s += i % 3 ? own++ : i; return s; }
double half (double x, float y, long z) { return x / 2 + y + z; }
>>> main.c
#include <stdio.h>
int lib (int);
double half (double, float, long);
__attribute__ ((noipa)) static int
choose (int n)
{
  switch (n)
    {
    case 0: return 7;
    case 1: puts ("one"); return 3;
    case 2: return 9;
    case 3: return 11;
    case 4: return lib (3);
    case 5: return 1;
    }
  return 0;
}
int
main (void)
{
  int s = 0;
  for (int i = 0; i < 10; i++)
    s += choose (i) + lib (i);
  printf ("%d %g\n", s, half (3, 4, 5));
  return 0;
}
>>> inst.c
#include <halt/atom.h>
void
Instrument (int argc, char **argv)
{
  AddCallProto ("Way(char *, VALUE)");
  AddCallProto ("Enter(char *, REGV, REGV, REGV, FREGV, long, long, long)");
  AddCallProto ("Access(VALUE, long)");
  AddCallProto ("Taken()");
  AddCallProto ("Done(REGV)");
  ReplaceProto ("my_half(VALUE, VALUE, VALUE, VALUE, long, char *)");
  for (Proc *p = GetFirstProc (); p; p = GetNextProc (p))
    {
      AddCallProc (p, ProcBefore, "Enter", ProcName (p), REG_SP, REG_RA, REG_CC, FREG_ARG_1, 1L << 40,
		   -5L, 12345678901L);
      for (Block *b = GetFirstBlock (p); b; b = GetNextBlock (b))
	{
	  Inst *last = GetLastInst (b);
	  for (Edge *e = GetFirstSuccEdge (b); e; e = GetNextSuccEdge (e))
	    if (CanAddCallEdge (e))
	      AddCallEdge (e, "Taken");
	  for (Inst *i = GetFirstInst (b); i; i = GetNextInst (i))
	    if (GetInstAccessCount (i))
	      AddCallInst (i, InstBefore, "Access", EffAddrValue, GetInstAccessBytes (i, 0));
	  if (IsInstType (last, InstTypeCondBr))
	    AddCallInst (last, InstBefore, "Way", ProcName (p), BrCondValue);
	}
    }
  for (Obj *o = GetFirstObj (); o; o = GetNextObj (o))
    if (o != GetFirstObj () || !GetNextObj (o))
      ReplaceEntry (FindEntry (o, "half"), "my_half", ArgValue, ArgValue, ArgValue, ReplAddrValue, 77L,
		    "text");
  AddCallProgram (ProgramAfter, "Done", REG_SP);
}
>>> anal.cc
#include <cstdio>
#include <cstring>
#include <map>
#include <stdexcept>
#include <string>
static std::map<std::string, long> ways;
static long bytes, thrown, edges, entered, wrong;
static double sum;
extern "C" {
void Way (const char *name, long taken) { ways[name] += taken != 0; }
void
Enter (const char *name, long sp, long ra, long cycles, long f, long x, long y, long z)
{
  double d;
  entered++;
  wrong += !sp || !ra || !cycles || x != 1L << 40 || y != -5 || z != 12345678901L;
  memcpy (&d, &f, sizeof d);
  sum += name == std::string ("half") ? d : 0;
}
void
Access (char *, long n)
{
  try
    {
      if ((bytes += n) % 100 == 0)
	throw std::runtime_error ("full");
    }
  catch (std::exception &e)
    {
      thrown += *e.what () == 'f';
    }
}
void Taken () { edges++; }
double
my_half (double x, float y, long z, double (*original) (double, float, long), long n, const char *text)
{
  return original (x, y, z) + n + *text;
}
void
Done (long sp)
{
  for (auto &w : ways)
    printf ("%s %d\n", w.first.c_str (), w.second > 0);
  printf ("%d %d %d %ld %ld %g %d\n", bytes > 0, thrown > 0, edges > 20, entered, wrong, sum, sp != 0);
}
}
>>> run
atom_library
PLUGIN="$PLUGIN $(arg atom)"
for options in "-O2 -fPIE -pie" "-O1 -no-pie"; do
  $CC $options -fPIC -shared $PLUGIN so.c -o libso.so -Wl,-soname,libso.so
  $CC $options $PLUGIN main.c -o main ./libso.so -Wl,-rpath,.
  "$HALT" atom main inst.c anal.cc
  $RUN ./main.atom
  $CC $options -no-pie -static $PLUGIN main.c so.c -o main
  "$HALT" atom main inst.c anal.cc
  $RUN ./main.atom
done >said
sort said | uniq -c
>>> out
      4 1 1 1 23 0 3 1
      4 560 203.5
      4 choose 1
      4 lib 1
      4 main 1
      4 one
