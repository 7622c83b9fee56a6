# SPDX-License-Identifier: GPL-3.0-or-later
# ghalt atom: where a program's parts are, as readelf has it; tables of addresses in the
# instrumented program (Xlate), as nm and objdump have it, also of what is replaced.

>>> x86_64 ghalt atom

>>> prog.c
#include <stdio.h>
#define N __attribute__ ((noipa))
int zeros[1000], numbers[3] = { 1, 2, 3 };
static N int twice (int a) { return a > 3 ? a * 2 : numbers[a]; }
N int called (int a) { return a + 1; }
int main (void) { printf ("%d\n", twice (2) + called (twice (5)) + zeros[4]); return 0; }
>>> inst.c
#include <stdio.h>
#include <halt/atom.h>
void Instrument (int argc, char **argv, Obj *obj)
{
  for (int i = ObjTextStartAddress; i <= ObjUninitDataSize; i += 2)
    fprintf (stderr, "%lx %lx\n", GetObjInfo (obj, i), GetObjInfo (obj, i + 1));
  Xlate *x = CreateXlate (obj, XLATE_NOSIZE), *entries = CreateXlate (obj, 3);
  AddCallProto ("Opcode(XLATE *, int, char *)");
  AddCallProto ("Entry(XLATE *, int, char *)");
  AddCallProto ("Here(int)");
  ReplaceProto ("mine(VALUE, VALUE)");
  int n = 0, e = 0;
  for (Proc *p = GetFirstObjProc (obj); p; p = GetNextProc (p))
    {
      AddXlateEntry (entries, GetFirstEntry (p));
      AddCallProgram (ProgramAfter, "Entry", entries, e++, ProcName (p));
      for (Block *b = GetFirstBlock (p); b; b = GetNextBlock (b))
	for (Inst *i = GetFirstInst (b); i; i = GetNextInst (i))
	  {
	    AddCallInst (i, InstBefore, "Here", n);
	    AddXlateAddress (x, i);
	    AddCallProgram (ProgramBefore, "Opcode", x, n++, InstOpcodeText (i));
	  }
    }
  ReplaceEntry (FindEntry (obj, "called"), "mine", ArgValue, ReplAddrValue);
}
>>> anal.c
#include <stdio.h>
#include <halt/anal.h>
static int n;
static long shift;
void Here (int i) { n++; }
void Opcode (XLATE *x, int i, char *opcode)
{
  shift = XlateLoadShift (x);
  fprintf (stderr, "%lx %s\n", (long) XlateAddr (x, i) - shift, opcode);
  char *start = XlateInstTextStart (x), *at = XlateAddr (x, i);
  if (at < start || at >= start + XlateInstTextSize (x))
    fprintf (stderr, "not in %p, %u bytes\n", start, XlateInstTextSize (x));
}
void Entry (XLATE *x, int i, char *name)
{
  printf ("%lx %s\n", (long) XlateAddr (x, i) - shift, name);
  if (XlateNum (x) != 3 || XlateAddr (x, 3))
    puts ("wrong number");
}
int mine (int a, int (*called) (int)) { printf ("%lx __halt_replaced.called\n", (long) called - shift); return called (a); }
>>> run
atom_library
for options in "-O2 -no-pie -fno-pie" "-O2 -static -fno-pie" "-O0 -masm=intel"; do
  $CC $options $PLUGIN $(arg atom) prog.c -o prog
  $HALT atom prog inst.c anal.c 2>parts
  readelf -SW prog | sed 's/^ *\[ *[0-9]*\] *//' | awk '
    function hex(s,    i, n) { n = 0; for (i = 1; i <= length (s); i++) n = n * 16 + index ("0123456789abcdef", substr (s, i, 1)) - 1; return n }
    function add(k) { if (!(k in end) || hex($3) < start[k]) start[k] = hex($3); if (hex($3) + hex($5) > end[k]) end[k] = hex($3) + hex($5) }
    $7 ~ /X/ { add(0) }
    $7 ~ /W/ && $2 != "NOBITS" { add(1) }
    $7 ~ /W/ && $2 == "NOBITS" && $7 !~ /T/ { add(2) }
    END { for (k = 0; k < 3; k++) printf "%x %x\n", start[k], end[k] - start[k] }' >known
  same known parts
  ./prog.atom >entries 2>opcodes
  grep " " entries | sed 's/ called/ __halt_replaced.called/' | sort -u >ours
  nm prog.atom | sed -n 's/^0*\([0-9a-f]*\) [tT] \(main\|twice\|__halt_replaced.called\)$/\1 \2/p' | sort >theirs
  same theirs ours
  objdump -d --no-show-raw-insn prog.atom | sed -n 's/^ *\([0-9a-f]*\):\t\([a-z]*\).*/\1 \2/p' | sort >all
  sort opcodes | join - all | sed 's/cdqe/cltq/' | awk '
    substr ($2, 1, 1) == "j" || substr ($2, 1, 3) == substr ($3, 1, 3) { n++; next } { print }
    END { print (n == '$(wc -l <opcodes)' ? "all" : n) }'
done
>>> out
all
all
all
