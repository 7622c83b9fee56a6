# SPDX-License-Identifier: GPL-3.0-or-later
# ghalt atom where texts are not as usual: a block of several source files, a function
# that is entered at endbr64 and begins with a comparison, an analysis with sections
# of its own.

>>> x86_64 ghalt atom

>>> files.c
void f (int *p)
{
# 1 "one.h"
  p[0] = 1;
# 1 "two.h"
  p[3] = 2;
# 1 "three.h"
  p[9] = 2;
}
>>> entry.c
#include <stdio.h>
char z = 4;
__attribute__ ((noipa)) int f (int a) { if (z == 3) return 1; z--; return a * 5; }
static __attribute__ ((noipa)) int g (int a) { if (a == 3) return 1; return a * 7; }
char done;
__attribute__ ((noipa)) void once (void) { if (done) return; done = 1; puts ("once"); }
int zeros[100];
int main (void)
{
  once ();
  once ();
  printf ("%d %d %d %d %d\n", f (2), f (3), g (2), g (3), zeros[z]);
  return 0;
}
>>> inst.c
#include <stdio.h>
#include <halt/atom.h>
void Instrument (int argc, char **argv, Obj *obj)
{
  AddCallProto ("Here(int, REGV)");
  for (Proc *p = GetFirstObjProc (obj); p; p = GetNextProc (p))
    {
      Inst *i = GetFirstInst (GetFirstBlock (p));
      if (argc > 1)
	printf ("%s is %ld bytes before %s\n", ProcName (p), InstPC (i) - ProcPC (p),
		InstOpcodeText (i));
      AddCallProc (p, ProcBefore, "Here", 1, REG_ARG_1);
      AddCallProc (p, ProcAfter, "Here", 2, REG_RETVAL);
    }
}
>>> anal.c
#define MINE(NAME) __attribute__ ((section (NAME)))
static int data[64] MINE ("mine") = { 3 };
static const int constants[64] MINE (".mine.rodata") = { 3 };
int read_only (int n) { return constants[n]; }
MINE ("own_text") __attribute__ ((noinline)) static int add (int n) { return data[0] += n; }
void Here (int n, long value)
{
  asm volatile ("cmp %0, %0; mov %1, %%rdi" :: "r" (add (n)), "r" (value)
		: "cc", "rax", "rcx", "rdx", "rsi", "rdi", "r8", "r9", "r10", "r11");
}
>>> run
atom_library
$CC -O0 $PLUGIN $(arg atom) -c files.c
$HALT code files.o | sed -n 's/^#@file //p'
for options in "-no-pie -fno-pie" "-static -fno-pie" "-fPIE -pie -Wl,-z,now"; do
  $CC -Os -fcf-protection $options $PLUGIN $(arg atom) entry.c -o prog
  show=
  case $options in -no-pie*) show=show ;; esac
  $HALT atom prog inst.c anal.c -- $show | sort | sed 's/imull$/movl/'
  ./prog >plain
  ./prog.atom >atom
  same plain atom
done
cat plain
>>> out
1 files.c
2 one.h
3 two.h
4 three.h
f is 4 bytes before movb
g is 0 bytes before movl
main is 4 bytes before pushq
once is 4 bytes before cmpb
once
1 15 14 1 0
