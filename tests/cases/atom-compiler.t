# SPDX-License-Identifier: GPL-3.0-or-later
# tool=FILE.so: a tool's instrumentation routines inside the compiler, a unit at a time; the
# analysis routines are the program's.

>>> x86_64 ghalt atom

>>> inst.c
#include <stdlib.h>
#include <halt/atom.h>
void
Instrument (int argc, char **argv, Obj *obj)
{
  long n = argc > 1 ? atol (argv[1]) : 0;
  AddCallProto ("branch (char *, long, VALUE)");
  AddCallProto ("called (long, REGV)");
  AddCallProto ("begin (char *)");
  AddCallProto ("end (long)");
  AddCallObj (obj, ObjBefore, "begin", GetObjName (obj));
  for (Proc *p = GetFirstObjProc (obj); p; p = GetNextProc (p))
    {
      AddCallProc (p, ProcBefore, "called", n, REG_ARG_1);
      for (Block *b = GetFirstBlock (p); b; b = GetNextBlock (b))
	if (IsInstType (GetLastInst (b), InstTypeCondBr))
	  AddCallInst (GetLastInst (b), InstBefore, "branch", ProcName (p), ++n,
		       BrCondValue);
    }
  AddCallObj (obj, ObjAfter, "end", n);
}
>>> pc.c
#include <halt/atom.h>
void
Instrument (int argc, char **argv, Obj *obj)
{
  (void) argc, (void) argv;
  InstPC (GetFirstInst (GetFirstBlock (GetFirstObjProc (obj))));
}
>>> anal.c
#include <stdio.h>
void begin (const char *unit) { printf ("begin %s\n", unit); }
void branch (const char *proc, long n, unsigned long taken) { printf ("%s %ld %lu\n", proc, n, taken); }
void called (long n, long argument) { printf ("called %ld %d\n", n, (int) argument); }
void end (long n) { printf ("end %ld\n", n); }
>>> one.c
__attribute__ ((noinline)) int odd (int n) { if (n & 1) asm volatile (""); else asm volatile ("nop"); return n; }
int two (int);
int main (void) { odd (3); return two (4); }
>>> two.c
__attribute__ ((noipa)) int two (int n) { if (n > 3) asm volatile ("nop"); else asm volatile (""); return 0; }
>>> run
for t in inst pc; do $CC -shared -fPIC -O1 -I$TESTS/../include $t.c -o $t.so; done
$CC -O2 -c anal.c
for options in "-O2" "-O2 -fPIC -masm=intel" "-Os -g"; do
  for u in one two; do $CC $options $PLUGIN $(arg tool=inst.so,5) -c $u.c; done
  $CC one.o two.o anal.o -o program
  ./program
done
code $CC $PLUGIN $(arg tool=./pc.so) -c one.c
code $CC $PLUGIN $(arg tool=./none.so) -c one.c
code $CC $PLUGIN $(arg tool=) -c one.c
code $CC $PLUGIN $(arg tool=./inst.so cbr) -c one.c
>>> out
begin one.c
begin two.c
called 6 1
called 5 3
odd 6 0
called 5 4
two 6 0
end 6
end 6
begin one.c
begin two.c
called 6 1
called 5 3
odd 6 0
called 5 4
two 6 0
end 6
end 6
begin one.c
begin two.c
called 6 1
called 5 3
odd 6 0
called 5 4
two 6 0
end 6
end 6
cc1: fatal error: halt: pc.c:6: addresses in the program are known when it is linked; use `ghalt atom'
compilation terminated.
exit 1
cc1: fatal error: halt: cannot load the tool: ./none.so: cannot open shared object file: No such file or directory
compilation terminated.
exit 1
cc1: error: halt: option 'tool' needs a shared object with the instrumentation routines of a tool, as in 'tool=./branch.so'
exit 1
cc1: error: halt: with option 'tool' the tool instruments; leave 'cbr' out
exit 1
