# SPDX-License-Identifier: GPL-3.0-or-later
# ghalt atom: registers that are passed before and after the program and its objects: as they
# are when the analysis is entered, with the program's arguments; cycles, addresses.

>>> x86_64 ghalt atom

>>> prog.c
#include <stdio.h>
int work (int n);
int main (int argc, char **argv) { int s = work (1000 * argc); return s == 7; }
>>> lib.c
int work (int n) { int s = 0; for (int i = 0; i < n; i++) s += i * 3 & n; return s; }
>>> inst.c
#include <stdlib.h>
#include <halt/atom.h>
unsigned InstrumentAll (int argc, char **argv)
{
  AddCallProto ("Start(REGV, int, REGV, REGV, REGV, char *)");
  AddCallProto ("Where(int, REGV, REGV, REGV, long, long)");
  AddCallProto ("Stop(REGV)");
  AddCallProto ("All(REGV, REGV, REGV, REGV, REGV, REGV, REGV, REGV, REGV, REGV)");
  AddCallProto ("Bits(FREGV)");
  AddCallProgram (ProgramBefore, "Start", REG_CC, 17, REG_ARG_1, REG_ARG_2, REG_ARG_3, "text");
  for (Obj *o = GetFirstObj (); o; o = GetNextObj (o))
    {
      long start = GetObjInfo (o, ObjTextStartAddress), size = GetObjInfo (o, ObjTextSize);
      AddCallObj (o, ObjBefore, "Where", 1, REG_PC, REG_IPC, REG_SP, start, size);
      AddCallObj (o, ObjAfter, "Where", 2, REG_PC, REG_RA, REG_SP, start, size);
    }
  AddCallProgram (ProgramAfter, "All", REG_X86_RAX, REG_X86_RBX, REG_X86_RCX, REG_X86_RDX, REG_X86_RSI,
		  REG_X86_RDI, REG_X86_RBP, REG_RETVAL, REG_SP, REG_PC);
  if (argc > 1)
    AddCallProgram (ProgramAfter, "Bits", FREG_ARG_1);
  AddCallProgram (ProgramAfter, "Stop", REG_CC);
  return 0;
}
>>> anal.c
#include <stdio.h>
#include <string.h>
static unsigned long begun, ended;
static long stack;
void Start (unsigned long cc, int n, long argc, char **argv, char **envp, const char *text)
{
  int own = 0;
  begun = cc;
  while (envp[own] && strcmp (envp[own], "MINE=1") != 0)
    own++;
  printf ("%d %ld %s %s %s %s\n", n, argc, strrchr (argv[0], '/'), argv[1], envp[own] ? "env" : "no env", text);
}
void Where (int when, long pc, long ipc, char *sp, long start, long size)
{
  long here = 0;
  printf ("%d %s %s %s\n", when, pc == (when == 1 ? start : start + size) ? "pc" : "wrong pc", ipc ? "ipc" : "no ipc",
	  sp > (char *) &here && sp - (char *) &here < 100000 ? "sp" : "no sp");
}
void All (long a, long b, long c, long d, long e, long f, long g, long h, long sp, long pc) { printf ("%d %d\n", a == h, sp != 0); }
void Bits (long bits) { puts ("bits"); }
void Stop (unsigned long cc) { puts (sizeof (long) == 4 || cc - begun > 1000 ? "cycles" : "no cycles"); }
>>> refused.c
#include <stdlib.h>
#include <halt/atom.h>
void Instrument (int argc, char **argv, Obj *obj)
{
  AddCallProto ("A(REGV)");
  AddCallProto ("B(VALUE)");
  switch (atoi (argv[1]))
    {
    case 1: AddCallProgram (ProgramBefore, "A", REG_NOTUSED); break;
    case 2: AddCallProgram (ProgramBefore, "A", FREG_ARG_1); break;
    case 3: AddCallObj (obj, ObjBefore, "A", REG_7); break;
    case 4: AddCallObj (obj, ObjAfter, "B", EffAddrValue); break;
    case 5: AddCallProgram (ProgramAfter, "B", BrCondValue); break;
    }
}
>>> run
atom_library
export MINE=1
# try OPTION...: what is printed for programs of all kinds.
try ()
{
  for options in -O2 "-O2 -no-pie" "-O2 -static"; do
    $CC "$@" $options $PLUGIN $(arg atom) prog.c lib.c -o prog
    $HALT atom prog inst.c anal.c -- $arguments
    ./prog.atom one || echo "$options: $?"
  done
  $CC "$@" -O2 -fPIC -shared $PLUGIN $(arg atom) lib.c -o libwork.so
  $CC "$@" -O2 $PLUGIN $(arg atom) prog.c ./libwork.so -o prog
  $HALT atom prog inst.c anal.c -- $arguments
  ./prog.atom two || echo "shared: $?"
}
arguments=1
try | sort | uniq -c | sed 's/^ *//' | tee said
for way in 1 2 3 4 5; do
  code $HALT atom prog refused.c anal.c -- $way 2>&1
done
arguments=
if "$TESTS/toolchain/musl" -n i386 >no32 && $CC -m32 prog.c lib.c -o prog 2>no32; then
  sed -i '/bits/d' said
  try -m32 | sort | uniq -c | sed 's/^ *//' | same said -
fi
>>> out
4 1 1
5 1 pc ipc sp
3 17 2 /prog.atom one env text
1 17 2 /prog.atom two env text
5 2 pc ipc sp
4 bits
4 cycles
ghalt: refused.c:9: AddCallProgram: A: REG_NOTUSED is no register
exit 2
ghalt: refused.c:10: AddCallProgram: A: FREG_ARG_1 is not for REGV
exit 2
ghalt: refused.c:11: AddCallObj: A: REG_7 is no register of x86-64: it is an Alpha's; other machines' are REG_SP, REG_ARG_1 ..., REG_X86_RAX ..., REG_A64_X0 ... and REG_RV_X0 ...
exit 2
ghalt: refused.c:12: AddCallObj: B: EffAddrValue is only for InstBefore of an instruction that accesses memory
exit 2
ghalt: refused.c:13: AddCallProgram: B: BrCondValue is only for InstBefore of a conditional branch
exit 2
