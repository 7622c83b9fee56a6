# SPDX-License-Identifier: GPL-3.0-or-later
# ghalt atom given what it cannot use, or stopped: one line, status 2, and nothing half
# written is left.

>>> x86_64 ghalt atom

>>> p.c
int f (int a) { return a > 3 ? a * 2 : 0; }
int main (void) { return f (2); }
>>> none.c
int x;
>>> inst.c
#include <stdio.h>
#include <string.h>
#include <halt/atom.h>
static void at_all (const char *what, long value)
{
  for (Block *b = GetFirstBlock (FindProc (GetFirstObj (), "f")); b; b = GetNextBlock (b))
    for (Inst *i = GetFirstInst (b); i; i = GetNextInst (i))
      AddCallInst (i, InstBefore, what, value);
}
void Instrument (int argc, char **argv, Obj *obj)
{
  const char *wrong = argc > 1 ? argv[1] : "";
  Proc *p = GetFirstObjProc (obj);
  AddCallProto ("A(int)");
  AddCallProto ("Value(VALUE)");
  AddCallProto ("Reg(REGV)");
  AddCallProto ("Missing(int)");
  if (strcmp (wrong, "undeclared") == 0) AddCallProgram (ProgramBefore, "B", 1);
  if (strcmp (wrong, "missing") == 0) AddCallProgram (ProgramBefore, "Missing", 1);
  if (strcmp (wrong, "condition") == 0) at_all ("Value", BrCondValue);
  if (strcmp (wrong, "address") == 0) at_all ("Value", EffAddrValue);
  if (strcmp (wrong, "place") == 0) AddCallProc (p, InstBefore, "A", 1);
  if (strcmp (wrong, "null") == 0) AddCallProc (NULL, ProcBefore, "A", 1);
  if (strcmp (wrong, "few") == 0) AddCallProc (p, ProcBefore, "A");
  if (strcmp (wrong, "gp") == 0) AddCallProc (p, ProcBefore, "Reg", REG_GP);
  if (strcmp (wrong, "return") == 0) AddCallInst (GetPrevInst (GetLastInst (GetFirstBlock (FindProc (obj, "f")))), InstBefore, "Reg", REG_RA);
  if (strcmp (wrong, "loop") == 0) for (fclose (fopen ("looping", "w"));;) ;
}
>>> anal.c
void A (int a) {}
void Value (long a) {}
void Reg (long a) {}
>>> run
atom_library
mkdir tmp
export TMPDIR=$PWD/tmp
$CC -O1 -fno-asynchronous-unwind-tables $PLUGIN $(arg atom) p.c -o p
for wrong in undeclared missing condition address place null few gp return; do
  code $HALT atom p inst.c anal.c -- $wrong
done
$CC -O1 p.c -o without
strip p -o stripped
objcopy -O binary --only-section=.debug.halt_code --set-section-flags .debug.halt_code=alloc p section
cp p damaged
printf xxxx | dd of=section bs=1 seek=90 conv=notrunc 2>dd
objcopy --update-section .debug.halt_code=section damaged
cp p other
printf '\011' | dd of=section bs=1 seek=8 conv=notrunc 2>dd
objcopy --update-section .debug.halt_code=section other
for program in without stripped damaged other none; do
  code $HALT atom $program inst.c anal.c
done
code $HALT atom p none.c anal.c
code $HALT atom p inst.c absent.c
code $HALT atom p inst.c anal.c -o absent/p.atom
# Stopped in the midst of it.
$HALT atom p inst.c anal.c -- loop &
until [ -e looping ]; do sleep 0.1; done
kill $!
wait $! 2>said || echo "exit $?"
ls tmp
ls | grep -e atom -e '~' || echo nothing
>>> out
ghalt: inst.c:18: AddCallProgram: B was not declared: AddCallProto comes first
exit 2
ghalt: inst.c:17: the routine 'Missing' is not defined in the analysis file anal.c
exit 2
ghalt: inst.c:8: AddCallInst: Value: BrCondValue is only for InstBefore of a conditional branch
exit 2
ghalt: inst.c:8: AddCallInst: Value: EffAddrValue is only for InstBefore of an instruction that accesses memory
exit 2
ghalt: inst.c:22: AddCallProc: the place is InstBefore: it has to be ProcBefore or ProcAfter
exit 2
ghalt: inst.c:23: AddCallProc: the Proc is NULL: there is none of that, or it was not compiled for ATOM
exit 2
ghalt: inst.c:24: AddCallProc: A has 1 parameter, but 0 arguments are passed
exit 2
ghalt: inst.c:25: AddCallProc: Reg: REG_GP is no register of x86-64: it has none
exit 2
ghalt: inst.c:26: Reg in f, line 1, cannot be called: where the return address is, is not known here
exit 2
ghalt: without: no assembler text; compile with -fplugin-arg-halt-atom, and do not strip
exit 2
ghalt: stripped: no assembler text; compile with -fplugin-arg-halt-atom, and do not strip
exit 2
ghalt: damaged: damaged HALT code: Data corruption detected
exit 2
ghalt: other: HALT code of version 9; this ghalt knows 2
exit 2
ghalt: none: No such file or directory
exit 2
ghalt: none.c: it defines neither Instrument nor InstrumentAll; the instrumentation file comes before that of the analysis
exit 2
ghalt: absent.c: No such file or directory
exit 2
ghalt: absent/p.atom: No such file or directory
exit 2
exit 143
nothing
