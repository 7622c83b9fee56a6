# SPDX-License-Identifier: GPL-3.0-or-later
# ghalt atom: both addresses of an instruction in one call, in any order and several times, in
# registers that they are computed from, on the stack, and in copies of small routines.

>>> x86_64 ghalt atom

>>> prog.c
#include <stdio.h>
#include <string.h>
static struct { char to[64], from[64]; } both;
static int many[9];
__attribute__ ((noinline)) static void copy (char *x, const char *y) { asm volatile ("" ::: "memory"); __builtin_memcpy (x, y, 64); }
__attribute__ ((noinline)) static void one (int *x) { x[2]++; }
__attribute__ ((noinline)) static void indexed (long n, int *x) { x[n]++; }
__attribute__ ((noinline)) static void second (long a, int *x) { x[a * 2 + 1]++; }
int main (int argc, char **argv)
{
  copy (both.to, both.from);
  one (many);
  indexed (5 * argc, many);
  second (argc, many);
  return many[2] + many[3] + many[5] - 3;
}
>>> inst.c
#include <string.h>
#include <halt/atom.h>
void Instrument (int argc, char **argv, Obj *obj)
{
  AddCallProto ("Start(REGV, char *)");
  AddCallProto ("Two(VALUE, VALUE)");
  AddCallProto ("Swapped(VALUE, VALUE, VALUE, REGV)");
  AddCallProto ("Far(int, int, int, int, int, VALUE, VALUE, VALUE)");
  AddCallProto ("Twice(VALUE, VALUE)");
  AddCallProto ("Add(VALUE, VALUE)");
  AddCallProto ("Done()");
  for (Proc *p = GetFirstObjProc (obj); p; p = GetNextProc (p))
    for (Block *b = GetFirstBlock (p); b; b = GetNextBlock (b))
      for (Inst *i = GetFirstInst (b); i; i = GetNextInst (i))
        {
	  if (GetInstAccessCount (i) != 2 || GetInstAccessPlaces (i, 0) != 1 || GetInstAccessPlaces (i, 1) != 1)
	    continue;
	  AddCallInst (i, InstBefore, "Start", REG_SP, InstText (i));
	  AddCallInst (i, InstBefore, "Two", EffAddrValue, EffAddrValue2);
	  AddCallInst (i, InstBefore, "Swapped", EffAddrValue2, EffAddrValue, EffAddrValue2, REG_SP);
	  AddCallInst (i, InstBefore, "Far", 1, 2, 3, 4, 5, EffAddrValue, EffAddrValue2, EffAddrValue);
	  AddCallInst (i, InstBefore, "Twice", EffAddrValue, EffAddrValue);
	  AddCallInst (i, InstBefore, "Add", EffAddrValue, EffAddrValue2);
	}
  AddCallProgram (ProgramAfter, "Done");
}
>>> anal.c
#include <stdio.h>
#include <string.h>
static long sp, first, second, sum, calls;
static char text[100];
static void wrong (const char *what) { printf ("%s: %s %lx %lx %lx\n", text, what, first, second, sp); fflush (stdout); }
void Start (long stack, const char *t) { sp = stack; strncpy (text, t, sizeof text - 1); }
void Two (long a, long b)
{
  calls++;
  sum += a + b;
  first = a;
  second = b;
  if (strstr (text, "movs"))
    printf ("copies %ld\n", first - second);
  else if (strstr (text, "push"))
    { if (second != sp - (long) sizeof (long)) wrong ("pushes"); }
  else if (strncmp (text, "inc", 3) == 0 || strncmp (text, "add", 3) == 0)
    printf ("%s\n", first == second ? "same" : "two");
}
void Swapped (long b, long a, long c, long stack) { if (a != first || b != second || c != b || stack != sp) wrong ("swapped"); }
void Far (int n, int m, int o, int p, int q, long a, long b, long c) { if (a != first || b != second || c != a || q != 5) wrong ("far"); }
void Twice (long a, long b) { if (a != first || b != first) wrong ("twice"); }
void Add (long a, long b) { sum -= a; sum -= b; }
void Done (void) { printf ("%ld %s\n", sum, calls ? "many" : "none"); }
>>> run
atom_library
for machine in "" -m32; do
  [ -z "$machine" ] || "$TESTS/toolchain/musl" -n i386 >no32 || continue
  for options in "-Os -fPIE" "-Os -no-pie" "-O2 -static"; do
    $CC $machine $options -minline-all-stringops -mmemcpy-strategy=rep_byte:-1:align $PLUGIN $(arg atom) prog.c \
      -o prog 2>no32 || continue
    $HALT atom prog inst.c anal.c
    ./prog.atom || echo "$options $machine: $?"
  done
done >said
sort -u said
>>> out
0 many
copies 64
same
