# SPDX-License-Identifier: GPL-3.0-or-later
# REG_ARG_n on i386, where arguments are on the stack: what procedures and calls are
# passed is what the program itself says.

>>> x86_64 ghalt atom

>>> prog.c
#include <stdio.h>
#define N __attribute__ ((noipa))
N int plain (int a, int b, int c, int d, int e, int f) { fprintf (stderr, "plain %d %d %d %d %d %d\n", a, b, c, d, e, f); return a + f; }
N int tail (int a, int b, int c, int d, int e, int f) { fprintf (stderr, "tail %d %d %d %d %d %d\n", a, b, c, d, e, f); return plain (b, a, d, c, f, e); }
N int loop (int a, int b, int c, int d, int e, int f)
{ fprintf (stderr, "loop %d %d %d %d %d %d\n", a, b, c, d, e, f); int s = 0; while (b-- > 0) s += tail (a, b, s, d, e, f); return s; }
N int aligned (int a, int b, int c, int d, int e, int f)
{ char p[64] __attribute__ ((aligned (64))); asm ("" :: "r" (p) : "memory"); fprintf (stderr, "aligned %d %d %d %d %d %d\n", a, b, c, d, e, f); return loop (a, 2, c, d, e, f); }
static int __attribute__ ((noinline)) own (int a, int b, int c) { asm volatile (""); return a * b + c; }
int main (int argc, char **argv) { return own (aligned (1, -2, 3, -4, 5, -6), argc, argc + 4) == 0; }
>>> inst.c
#include <halt/atom.h>
#include <string.h>
static int
is_one (const char *name)
{
  return name && (!strcmp (name, "plain") || !strcmp (name, "tail") || !strcmp (name, "loop") || !strcmp (name, "aligned"));
}
void Instrument (int argc, char **argv, Obj *obj)
{
  AddCallProto ("Args(char *, REGV, REGV, REGV, REGV, REGV, REGV)");
#define ARGS REG_ARG_1, REG_ARG_2, REG_ARG_3, REG_ARG_4, REG_ARG_5, REG_ARG_6
  for (Proc *p = GetFirstObjProc (obj); p; p = GetNextProc (p))
    {
      for (Block *b = GetFirstBlock (p); b; b = GetNextBlock (b))
	for (Inst *i = GetFirstInst (b); i; i = GetNextInst (i))
	  if (is_one (GetInstProcCalled (i)))
	    AddCallInst (i, InstBefore, "Args", GetInstProcCalled (i), ARGS);
      if (!is_one (ProcName (p)))
	continue;
      AddCallProc (p, ProcBefore, "Args", ProcName (p), ARGS);
      AddCallEntry (GetFirstEntry (p), EntryBefore, "Args", ProcName (p), ARGS);
      AddCallInst (FindInst (obj, ProcName (p)), InstBefore, "Args", ProcName (p), ARGS);
    }
  if (argc > 1)
    AddCallProc (FindProc (obj, argv[1]), argv[1][0] == 'o' ? ProcBefore : ProcAfter, "Args", "", ARGS);
}
>>> anal.c
#include <stdio.h>
void Args (char *name, int a, int b, int c, int d, int e, int f)
{ fprintf (stderr, "%s %d %d %d %d %d %d\n", name, a, b, c, d, e, f); }
>>> run
"$TESTS/toolchain/musl" -n i386 >/dev/null || skip "no C library: tests/toolchain/musl i386"
while read -r options; do
  $CC -m32 -w $options $PLUGIN $(arg atom) prog.c -o prog
  $HALT atom prog inst.c anal.c
  ./prog.atom 2>said
  sort said | uniq -c | awk '{ n += $1 % 5 == 0 } $1 % 5 { print } END { print n, "five times" }'
done <<OPTIONS
-O0
-O2
-Os -fno-omit-frame-pointer -masm=intel
-O2 -fPIE -pie
OPTIONS
for where in own plain; do code $HALT atom prog inst.c anal.c -- $where; done
>>> out
6 five times
6 five times
6 five times
6 five times
ghalt: inst.c:25: AddCallProc: Args: REG_ARG_1: own is passed arguments in registers: see its code (InstText)
exit 2
ghalt: inst.c:25: AddCallProc: Args: REG_ARG_1 is on the stack of i386, and known only where a procedure is entered and before a call
exit 2
