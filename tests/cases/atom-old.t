# SPDX-License-Identifier: GPL-3.0-or-later
# ghalt atom: tools as they were written for OSF/1: <cmplrs/atom.inst.h>, <cmplrs/atom.anal.h>.

>>> x86_64 ghalt atom

>>> prog.c
int main (int argc, char **argv) { return argc - 1; }
>>> inst.c
#include <stdio.h>
#include <cmplrs/atom.inst.h>
void InstrumentInit (int argc, char **argv)
{
  AddCallProto ("Enter(const char *, REGV)");
}
void Instrument (int argc, char **argv, Obj *obj)
{
  for (Proc *p = GetFirstObjProc (obj); p; p = GetNextProc (p))
    AddCallEntry (GetFirstEntry (p), EntryBefore, "Enter", ProcName (p), REG_ARG_1);
}
>>> anal.c
#include <stdio.h>
#include <cmplrs/atom.anal.h>
void Enter (const char *name, REGV first) { printf ("%s %ld\n", name, first); }
>>> run
atom_library
$CC -O2 $PLUGIN $(arg atom) prog.c -o prog
$HALT atom prog inst.c anal.c
./prog.atom
>>> out
main 1
