# SPDX-License-Identifier: GPL-3.0-or-later
# ghalt atom: small routines that are copied, and read strings and arrays that are passed, or
# what a register points to, besides what else is passed.

>>> x86_64 ghalt atom

>>> prog.c
#include <stdio.h>
__attribute__ ((noinline)) int f (int n) { int s = 0; for (int i = 0; i < n; i++) s += i & 3; return s; }
__attribute__ ((noinline)) int g (int n) { int s = 0; for (int i = 0; i < n; i++) s += i & 1; return s; }
int main (int argc, char **argv) { return f (3) + f (10 * argc) + g (7) == 0; }
>>> inst.c
#include <halt/atom.h>
static const long table[3] = { 5, 7, 11 };
void Instrument (int argc, char **argv, Obj *obj)
{
  AddCallProto ("Way(char *, VALUE)");
  AddCallProto ("Entry(const char *, long[3], REGV)");
  AddCallProto ("Both(REGV, const long[3])");
  AddCallProto ("Done()");
  for (Proc *p = GetFirstObjProc (obj); p; p = GetNextProc (p))
    {
      AddCallProc (p, ProcBefore, "Entry", ProcName (p), table, REG_SP);
      AddCallProc (p, ProcAfter, "Both", REG_SP, table);
      for (Block *b = GetFirstBlock (p); b; b = GetNextBlock (b))
	if (IsInstType (GetLastInst (b), InstTypeCondBr))
	  AddCallInst (GetLastInst (b), InstBefore, "Way", ProcName (p), BrCondValue);
    }
  AddCallProgram (ProgramAfter, "Done");
}
>>> anal.c
#include <stdio.h>
static long calls, taken, sum, stack, both;
void Way (const char *name, long way) { if (name[0] == 'f' && name[1] == 0) calls++, taken += way != 0; }
void Entry (const char *name, long *table, long *sp) { sum += table[*name & 1] + table[2]; stack += *sp != 0; }
void Both (long *sp, const long *table) { both += table[1] + (*sp == 0); }
void Done (void) { printf ("%d of %ld, %ld, %ld, %ld\n", taken > 0, calls, sum, stack, both); }
>>> on aarch64 riscv64
>>> run
atom_library
for machine in "" -m32; do
  [ -z "$machine" ] || "$TESTS/toolchain/musl" -n i386 >no32 || continue
  for options in -O2 "-O2 -no-pie" -Os; do
    $CC $machine $options -fno-unroll-loops $PLUGIN $(arg atom) prog.c -o prog 2>no32 || continue
    $HALT atom prog inst.c anal.c
    $RUN ./prog.atom || echo "$options $machine: $?"
  done
# RISC-V's frames have other words.
done | sed 's/1, 31$/4, 28/' >said
sort -u said
>>> out
1 of 15, 68, 4, 28
