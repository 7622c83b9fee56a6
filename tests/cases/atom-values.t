# SPDX-License-Identifier: GPL-3.0-or-later
# What analysis routines are passed is what the program itself sees: arguments, results,
# the stack pointer, the return address, with more arguments than there are registers;
# conditions and accesses are those that the plugin's own pots report.

>>> x86_64 ghalt atom

>>> rest

>>> prog.c
#include <alloca.h>
#include <stdio.h>
#include <string.h>
#define N __attribute__ ((noipa))
#define SAY(NAME, ...) say (NAME, (long) __builtin_dwarf_cfa (), (long) __builtin_return_address (0), __VA_ARGS__)
N void say (const char *name, long cfa, long ra, long a, long b, long c, long d, long e, long f, long result)
{ fprintf (stderr, "%s %lx %lx %lx %lx %lx %lx %lx %lx\n", name, cfa - 8, ra, a, b, c, d, e, f); fprintf (stderr, "%s returns %lx %lx\n", name, result, cfa - 8); }
N long plain (long a, long b, long c, long d, long e, long f) { long r = a * 3 + b; SAY ("plain", a, b, c, d, e, f, r); return r; }
N long grown (long a, long b, long c, long d, long e, long f) { char *p = alloca (a); memset (p, 1, a); long r = p[a - 1] + b; SAY ("grown", a, b, c, d, e, f, r); return r; }
N long vla (long a, long b, long c, long d, long e, long f) { long v[a]; memset (v, 1, sizeof v); long r = v[0] + b; SAY ("vla", a, b, c, d, e, f, r); return r; }
N long aligned (long a, long b, long c, long d, long e, long f) { char p[64] __attribute__ ((aligned (64))); memset (p, a, 64); asm ("" :: "r" (p) : "memory"); long r = p[9] + b; SAY ("aligned", a, b, c, d, e, f, r); return r; }
N long grown_aligned (long a, long b, long c, long d, long e, long f) { char p[64] __attribute__ ((aligned (64))), *q = alloca (a); memset (p, a, 64); asm ("" :: "r" (p), "r" (q) : "memory"); long r = p[9] + b; SAY ("grown_aligned", a, b, c, d, e, f, r); return r; }
N long many (long a, long b, long c, long d, long e, long f, long g, long h) { long r = a * 3 + b + g - h; SAY ("many", a, b, c, d, e, f, r); return r; }
N long choose (long a, long b, long c, long d, long e, long f) { if (a > 5) { SAY ("choose", a, b, c, d, e, f, 4L); return 4; } SAY ("choose", a, b, c, d, e, f, 9L); return 9; }
int main (void)
{
  plain (1, 2, 3, 4, 5, 6); grown (7, 8, 9, 10, 11, 12); vla (4, 3, 2, 1, 0, -1); aligned (3, 4, 5, 6, 7, 8); grown_aligned (33, 1, 1, 2, 3, 4);
  many (1, 2, 3, 4, 5, 6, 7, 8); choose (3, 4, 5, 6, 7, 8); choose (6, 4, 5, 6, 7, 8);
  return 0;
}
>>> inst.c
#include <halt/atom.h>
#include <string.h>
void Instrument (int argc, char **argv, Obj *obj)
{
  AddCallProto ("Enter(char *, REGV, REGV, REGV, REGV, REGV, REGV, REGV, REGV)");
  AddCallProto ("Leave(char *, REGV, REGV)");
  for (Proc *p = GetFirstObjProc (obj); p; p = GetNextProc (p))
    if (strcmp (ProcName (p), "main") && strcmp (ProcName (p), "say"))
    { AddCallProc (p, ProcBefore, "Enter", ProcName (p), REG_SP, REG_RA, REG_ARG_1, REG_ARG_2, REG_ARG_3, REG_ARG_4, REG_ARG_5, REG_ARG_6);
      AddCallProc (p, ProcAfter, "Leave", ProcName (p), REG_RETVAL, REG_SP); }
}
>>> anal.c
#include <stdio.h>
void Enter (char *name, long cfa, long ra, long a, long b, long c, long d, long e, long f)
{ fprintf (stderr, "%s %lx %lx %lx %lx %lx %lx %lx %lx\n", name, cfa, ra, a, b, c, d, e, f); }
void Leave (char *name, long r, long sp) { fprintf (stderr, "%s returns %lx %lx\n", name, r, sp); }
>>> record.h
static unsigned long n_cond, taken, n_load, n_store, loaded, stored;
#ifdef ATOM
void Cond (long c) { n_cond++; taken += c != 0; }
void Load (long b) { n_load++; loaded += b; }
void Store (long b) { n_store++; stored += b; }
#else
void _record_cbr (unsigned long c, unsigned long i) { n_cond++; taken += c != 0; }
void _record_load (long b, unsigned long e, unsigned long i) { n_load++; loaded += b; }
void _record_store (long b, unsigned long e, unsigned long i) { n_store++; stored += b; }
__attribute__ ((destructor))
#endif
void End (void) { fprintf (stderr, "%lu %lu, %lu %lu, %lu %lu\n", n_cond, taken, n_load, loaded, n_store, stored); }
>>> plugin.c
#include <stdio.h>
#include "record.h"
>>> events.inst.c
#include <halt/atom.h>
void Instrument (int argc, char **argv, Obj *obj)
{
  AddCallProto ("Cond(VALUE)");
  AddCallProto ("Load(long)");
  AddCallProto ("Store(long)");
  AddCallProto ("End()");
  AddCallProgram (ProgramAfter, "End");
  for (Proc *p = GetFirstObjProc (obj); p; p = GetNextProc (p))
    for (Block *b = GetFirstBlock (p); b; b = GetNextBlock (b))
      for (Inst *i = GetFirstInst (b); i; i = GetNextInst (i))
	{
	  if (IsInstType (i, InstTypeCondBr))
	    AddCallInst (i, InstBefore, "Cond", BrCondValue);
	  for (int k = 0; k < GetInstAccessCount (i); k++)
	    AddCallInst (i, InstBefore, IsInstAccessStore (i, k) ? "Store" : "Load",
			 GetInstAccessBytes (i, k));
	}
}
>>> events.anal.c
#include <stdio.h>
#define ATOM
#include "record.h"
>>> run
atom_library
# GCC's builtin for the frame's address is not right where frames are realigned.
cut_stack () { sed 's/^\([a-z_]*aligned returns [0-9a-f]*\) .*/\1/; s/^\([a-z_]*aligned\) [0-9a-f]* /\1 /' "$@"; }
while read -r options; do
  $CC -w $options $PLUGIN $(arg atom) prog.c -o prog
  $HALT atom prog inst.c anal.c
  ./prog.atom 2>said
  cut_stack said | sort | uniq -c | awk '{ n += $1 == 2 } $1 != 2 { print } END { print n, "twice" }'
done <<OPTIONS
-O0
-O2
-Os -fcf-protection -fno-omit-frame-pointer
-O3 -fPIE -pie -mno-red-zone
-O2 -masm=intel -fno-asynchronous-unwind-tables
OPTIONS

$CC -w -O2 -c plugin.c
for program in switches numbers floats; do
  for option in -O0 -O2; do
    options="-w $option -fno-ipa-ra $TESTS/oracle/$program.c -lm"
    $CC $options $PLUGIN $(arg atom) -o prog
    $CC $options $PLUGIN $(arg cbr load store mem=all) plugin.o -o other
    $HALT atom prog events.inst.c events.anal.c
    ./prog.atom >one 2>&1
    ./other >two 2>&1
    same one two
  done
done
>>> out
16 twice
16 twice
16 twice
16 twice
16 twice
