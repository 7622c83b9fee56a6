# SPDX-License-Identifier: GPL-3.0-or-later
# ghalt atom: addresses of functions that the linker need not load from the global offset
# table, in the plain program: pots make it longer, and data stay where they are.  So do
# copies of shared objects' variables, whatever is passed to the analysis.

>>> x86_64 ghalt atom

>>> other.c
#define F(n) int f##n (int a) { return a * n; }
F (0) F (1) F (2) F (3) F (4) F (5) F (6) F (7) F (8) F (9)
int count = 3, zeros[100];
>>> prog.c
#include <stdio.h>
#include <stdlib.h>
#define F(n) extern int f##n (int);
F (0) F (1) F (2) F (3) F (4) F (5) F (6) F (7) F (8) F (9)
extern int count, zeros[];
__attribute__ ((noipa)) static int call (int (*f) (int), int a) { return f (a); }
int main (void)
{
  int sum = call (f0, 1) + call (f1, 2) + call (f2, 3) + call (f3, 4) + call (f4, 5)
    + call (f5, 6) + call (f6, 7) + call (f7, 8) + call (f8, 9) + call (f9, 1);
  printf ("%p %p %p\n", (void *) &stdin, (void *) &stdout, (void *) &stderr);
  printf ("%d %p %p %p\n", sum + count, (void *) &count, (void *) zeros, malloc (1));
  return 0;
}
>>> inst.c
#include <stdio.h>
#include <string.h>
#include <halt/atom.h>
void Instrument (int argc, char **argv, Obj *obj)
{
  char name[20];
  AddCallProto ("Name(char *)");
  for (int i = 0; i < 5000; i++)
    {
      snprintf (name, sizeof name, "%d", i);
      AddCallProgram (ProgramBefore, "Name", strdup (name));
    }
  AddCallProto ("Load(VALUE)");
  for (Proc *p = GetFirstObjProc (obj); p; p = GetNextProc (p))
    for (Block *b = GetFirstBlock (p); b; b = GetNextBlock (b))
      for (Inst *i = GetFirstInst (b); i; i = GetNextInst (i))
	if (IsInstType (i, InstTypeLoad))
	  AddCallInst (i, InstBefore, "Load", EffAddrValue);
}
>>> anal.c
#include <stdio.h>
#include <stdlib.h>
#include <halt/anal.h>
static long loads;
static int names;
void Name (char *name) { if (atoi (name) != names++) printf ("%s\n", name); }
void Load (long at) { loads += at != 0; }
>>> run
atom_library
setarch -R true 2>/dev/null || skip "setarch -R does nothing here"
for options in "-fPIE -pie" "-fPIE -pie -Wl,-z,now" "-fPIE -no-pie" "-fPIE -no-pie -Wl,-z,now"; do
  $CC -O2 $options $PLUGIN $(arg atom) prog.c other.c -o prog
  $HALT atom prog inst.c anal.c
  setarch -R ./prog >plain
  setarch -R ./prog.atom | same plain - && echo same
  readelf -SW prog | awk '{ sub (/.*\] /, "") } $1 == ".got" { print $5 }' >size
  readelf -SW prog.atom | awk '{ sub (/.*\] /, "") } $1 == ".got" { print $5 }' | cmp -s size - || echo longer
done
>>> out
same
longer
same
longer
same
longer
same
longer
