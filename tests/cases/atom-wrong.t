# SPDX-License-Identifier: GPL-3.0-or-later
# ghalt atom: outputs that would take something else's place, definitions that are no
# routines, pointers that are no tables; how programs for gprof are linked.

>>> x86_64 ghalt atom

>>> p.c
#include <stdio.h>
int data = 1;
int main (void) { printf ("%d\n", data); return 0; }
>>> inst.c
#include <halt/atom.h>
#include <stdlib.h>
#include <unistd.h>
void Instrument (int argc, char **argv, Obj *obj)
{
  AddCallProto ("A(int)");
  AddCallProto ("X(XLATE *)");
  AddCallProgram (ProgramBefore, "A", 1);
  if (argc > 1)
    _exit (atoi (argv[1]));
  if (getenv ("TABLE"))
    AddCallProgram (ProgramBefore, "X", GetFirstObjProc (obj));
}
>>> anal.c
void A (int a) {}
void X (void *x) {}
>>> variable.c
int A;
>>> structure.c
struct s { long a[4]; };
struct s A (int a) { return (struct s) { { a } }; }
>>> thread.c
__thread int mine;
void A (int a) { mine++; }
>>> nested.c
static int (*volatile g) (int);
void A (int a) { int f (int b) { return a + b; } g = f; g (a); }
>>> run
atom_library
$CC -O2 $PLUGIN $(arg atom) p.c -o p
mkdir folder
mkfifo pipe
for output in folder pipe inst.c anal.c p; do code $HALT atom p inst.c anal.c -o $output; done
[ -p pipe ] && head -1 inst.c
ls folder
for anal in variable structure thread; do code $HALT atom p inst.c $anal.c; done
code $HALT atom p inst.c nested.c 2>&1 | sed -n '/error:/s/.*error: //p; /^ghalt/p; /^exit/p'
TABLE=1 code $HALT atom p inst.c anal.c
for status in 0 3; do code $HALT atom p inst.c anal.c -- $status; done
ls | grep atom || echo nothing
# gprof's start-up code comes with -pg.
$CC -O2 -pg -no-pie $PLUGIN $(arg atom) p.c -o p
$HALT atom p inst.c anal.c
./p.atom
[ -s gmon.out ] && echo gmon.out
# What the program was made of is not what it was.
$CC -c -O2 $PLUGIN $(arg atom) p.c
$CC p.o -o p
echo 'int main (void) { return 1; }' | $CC -c -x c - -o p.o
code $HALT atom p inst.c anal.c --link="$CC -o p p.o" 2>&1 | sed 's/: [^ ]*ld[^ ]*: .*multiple/: multiple/; s/; .*/ .../'
# A split stack.
code $CC -O2 -fsplit-stack $PLUGIN $(arg atom) p.c -o p
# What is not deduced moves data; --link says it.
$CC -O2 -Wl,--gc-sections -fdata-sections -no-pie $PLUGIN $(arg atom) p.c -o p
$HALT atom p inst.c anal.c 2>&1 | sed 's/: [0-9]* of [0-9]* data/: N data/; s/the first is .*;/the first is NAME;/'
$CC -c -O2 -fdata-sections $PLUGIN $(arg atom) p.c
$HALT atom p inst.c anal.c --link="$CC -Wl,--gc-sections -no-pie -o p p.o"
>>> out
ghalt: folder: it is a folder; name a file for the output
exit 2
ghalt: pipe: it is no file; name one for the output
exit 2
ghalt: inst.c: the output would replace the tool
exit 2
ghalt: anal.c: the output would replace the tool
exit 2
ghalt: p: the output would replace the program
exit 2
#include <halt/atom.h>
ghalt: inst.c:6: the routine 'A' is not defined in the analysis file variable.c
exit 2
ghalt: inst.c:6: A returns at structure.c:2 a structure in memory: nobody takes it
exit 2
ghalt: thread.c: 'mine' is thread-local, and an analysis has no such data: they would move the program's
exit 2
trampoline generated for nested function 'f' [-Werror=trampolines]
ghalt: the analysis file 'nested.c' does not compile
exit 2
ghalt: inst.c:12: AddCallProgram: X: argument 1 is not of CreateXlate
exit 2
ghalt: inst.c: it called _exit, which leaves no program
exit 2
ghalt: inst.c: it called _exit, which leaves no program
exit 2
nothing
1
gmon.out
ghalt: cannot link the instrumented program: <stdin>:(.text+0x0): multiple definition of `main' ...
exit 2
cc1: error: halt: cannot instrument code for -fsplit-stack and atom
exit 1
ghalt: p.atom: N data are not where they are in p, the first is NAME; say how it is linked, --link='gcc ...', or link it with halt-gcc
