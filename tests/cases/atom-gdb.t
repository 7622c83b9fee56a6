# SPDX-License-Identifier: GPL-3.0-or-later
# ghalt atom: a debugger finds lines, arguments and variables of the analysis, and who called
# it, in programs that are position-independent and others.

>>> x86_64 ghalt atom

>>> prog.c
__attribute__ ((noinline)) int work (int n) { int s = 0; for (int i = 0; i < n; i++) s += i; return s; }
int main (int argc, char **argv) { return work (4) - 6; }
>>> inst.c
#include <halt/atom.h>
void Instrument (int argc, char **argv, Obj *obj)
{
  AddCallProto ("Enter(char *)");
  AddCallProto ("Done(int)");
  for (Proc *p = GetFirstObjProc (obj); p; p = GetNextProc (p))
    AddCallProc (p, ProcBefore, "Enter", ProcName (p));
  AddCallProgram (ProgramAfter, "Done", 7);
}
>>> anal.c
#include <stdio.h>
static int entered;
void Enter (const char *name)
{
  entered++;
  if (*name == 'w')
    entered += 40;
}
void Done (int n)
{
  printf ("%d\n", entered + n);
}
>>> run
atom_library
command -v gdb >/dev/null || skip "no gdb"
gdb -batch -ex run --args /bin/true 2>&1 | grep -q 'exited normally' || skip "nothing may be traced here"
for options in -O2 "-O2 -no-pie" "-O2 -static"; do
  $CC $options $PLUGIN $(arg atom) prog.c -o prog
  $HALT atom prog inst.c anal.c -g
  # Where it is stopped, what is there, and who called.
  gdb -nx -batch -ex 'set breakpoint pending on' -ex 'break anal.c:7' -ex 'break Done' -ex run \
    -ex 'print name' -ex 'print entered' -ex 'bt 4' -ex continue -ex 'print n' -ex continue ./prog.atom 2>gdb.err |
    sed -n 's/^[0-9]*\t/&/p; s/^\$[0-9]* = \(0x[0-9a-f]* \)*/= /p; s/^#[0-9]* .* in work .*/by work/p; /^4[0-9]$/p'
done | sort | uniq -c | sed 's/^ *//'
>>> out
3 11	  printf ("%d\n", entered + n);
3 49
3 7	    entered += 40;
3 = "work"
3 = 2
3 = 7
3 by work
