# SPDX-License-Identifier: GPL-3.0-or-later
# Unwind information is right at every instruction that three programs execute which
# are instrumented at the link, with calls before and after each instruction, on
# edges, and of values and registers, some of them copied: frames that exceptions
# leave, frames that grow or are realigned, jumps
# of all kinds, with and without a frame pointer.

>>> x86_64 ghalt atom

>>> rest

>>> exceptions.cc
#include <stdexcept>
static int alive;
struct guard
{
  int n;
  explicit guard (int n) : n (n) { alive++; }
  ~guard () { if (n > 2) alive -= 1; else alive--; }
};
__attribute__ ((noinline)) static int
thrower (int n)
{
  guard g (n);
  if (n % 5 == 0)
    throw std::runtime_error ("five");
  if (n % 7 == 0)
    throw n;
  return n % 2 ? n : thrower (n / 2);
}
__attribute__ ((noinline)) static int
middle (int n)
{
  guard a (n), b (n + 1);
  try
    {
      return thrower (n);
    }
  catch (int i)
    {
      if (i > 6)
	throw;
      return -i;
    }
}
int
main ()
{
  int sum = 0;
  for (int i = 1; i < 9; i++)
    try
      {
	sum += middle (i);
      }
    catch (const std::exception &e)
      {
	sum += 1000;
      }
    catch (...)
      {
	sum += 100000;
      }
  return sum % 100 + alive;
}
>>> grown.c
#include <alloca.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#define CALLED __attribute__ ((noipa))
CALLED int leaf (int n)
{
  volatile int below[20];
  below[n & 15] = n;
  return n > 3 ? below[n & 15] : n;
}
CALLED int with_alloca (int n)
{
  char *p = alloca (n * 16);
  memset (p, n, n * 16);
  if (p[n] == 3)
    return leaf (n);
  return p[n - 1] + leaf (1);
}
CALLED int vla (int n, int m)
{
  int sum = 0;
  for (int i = 1; i < n; i++)
    {
      int a[i], b[m];
      memset (a, i, sizeof a);
      memset (b, i, sizeof b);
      sum += leaf (a[i - 1]) + b[m - 1];
    }
  return sum;
}
CALLED int variadic (int n, ...)
{
  va_list a;
  double sum = 0;
  va_start (a, n);
  for (int i = 0; i < n; i++)
    sum += va_arg (a, double);
  va_end (a);
  return sum;
}
CALLED int realigned (int n)
{
  int __attribute__ ((aligned (64))) a[16];
  memset (a, n, sizeof a);
  asm ("" :: "r" (a) : "memory");
  return a[3] > 5 ? leaf (a[4]) : 0;
}
CALLED int realigned_alloca (int n)
{
  int __attribute__ ((aligned (64))) a[16];
  char *p = alloca (n);
  memset (a, n, sizeof a);
  memset (p, n, n);
  asm ("" :: "r" (a), "r" (p) : "memory");
  return a[3] > 5 ? leaf (a[4]) + p[n - 1] : 0;
}
CALLED int stacked (int a, int b, int c, int d, int e, int f, int g, int h, int i)
{
  if (h > g)
    return leaf (a + b + c) + (d > e) + f + i;
  return a;
}
CALLED int depth (int n)
{
  if (n > 0)
    return depth (n - 1) + 1;
  return stacked (1, 2, 3, 4, 5, 6, 7, 8, 9) + vla (5, 3) + with_alloca (4) + realigned (9)
	 + realigned_alloca (100) + variadic (3, 1., 2., 3.);
}
int main (void) { printf ("%d\n", depth (3)); return 0; }
>>> ways.c
#include <setjmp.h>
#include <stdio.h>
#define CALLED __attribute__ ((noipa))
static jmp_buf out;
CALLED static void leave (int n) { if (n > 2) longjmp (out, n); puts ("stays"); }
CALLED static int table (int n)
{
  switch (n)
    {
    case 0: return 7;
    case 1: puts ("one"); return 3;
    case 2: leave (1); return 11;
    case 3: return printf ("%d\n", n);
    case 4: puts ("four"); leave (4); return 1;
    case 5: return -4;
    }
  return 0;
}
CALLED static int labels (const char *word)
{
  static void *const to[] = { &&a, &&b, &&end };
  int sum = 0;
  goto *to[*word++ - 'a'];
a:
  sum += table (3);
  goto *to[*word++ - 'a'];
b:
  sum += sum ^ 5;
  goto *to[*word++ - 'a'];
end:
  return sum;
}
CALLED static int tail (int n, int (*f) (int)) { return f (n + 1); }
CALLED static double vectors (double x, long double y)
{
  double a[4] = { x, x, x, x };
  for (int i = 0; i < 3; i++)
    a[i] = a[i + 1] * x + y;
  return a[0] > 3 ? a[1] : tail (a[2] > 3, table);
}
CALLED __attribute__ ((cold)) static void rare (int n) { printf ("rare %d\n", n); }
CALLED static int parts (int n)
{
  if (__builtin_expect (n > 3, 0))
    rare (n);
  return n;
}
int
main (void)
{
  volatile int n = 0;
  int sum = 0, left = setjmp (out);
  sum += left;
  for (; n < 6; )
    sum += table (n++);
  sum += labels ("abbac") + (int) vectors (2, 3) + (int) vectors (.1, .2) + parts (3) + parts (4);
  return sum % 100;
}
>>> inst.c
#include <string.h>
#include <halt/atom.h>
static void
add (Inst *i)
{
  AddCallInst (i, InstBefore, "Here", InstPC (i));
  AddCallInst (i, InstAfter, "Here", 1);
  if (IsInstType (i, InstTypeCondBr))
    AddCallInst (i, InstBefore, "Value", BrCondValue);
  if (GetInstAccessCount (i))
    AddCallInst (i, InstBefore, "Value", EffAddrValue);
}
void
Instrument (int argc, char **argv, Obj *obj)
{
  AddCallProto ("Here(long)");
  AddCallProto ("Value(VALUE)");
  AddCallProto ("Regs(REGV, REGV)");
  for (Proc *p = GetFirstObjProc (obj); p; p = GetNextProc (p))
    {
      AddCallProc (p, ProcBefore, "Regs", REG_SP, REG_RA);
      AddCallProc (p, ProcAfter, "Regs", REG_RETVAL, REG_SP);
      for (Block *b = GetFirstBlock (p); b; b = GetNextBlock (b))
	{
	  for (Edge *e = GetFirstSuccEdge (b); e; e = GetNextSuccEdge (e))
	    if (strcmp (EdgeKind (e), "eh") && strcmp (EdgeKind (e), "abnormal"))
	      AddCallEdge (e, "Here", 3);
	  for (Inst *i = GetFirstInst (b); i; i = GetNextInst (i))
	    add (i);
	}
    }
}
>>> anal.c
static volatile long n;
static __attribute__ ((noinline)) void more (void) { asm ("" ::: "rax", "rdx", "rcx"); n++; }
void Here (long pc) { if (pc & 1) more (); n += pc; }
void Value (long v) { n ^= v; }
void Regs (long a, long b) { n += a * b; more (); }
>>> run
atom_library
$CC -std=gnu11 -O2 "$TESTS/steppers/unwind.c" -o unwind -ldw -lelf
while read -r program options; do
  compiler=$CC
  case $program in *.cc) compiler=$CXX ;; esac
  $compiler -w $options $PLUGIN $(arg atom) $program -o plain
  $HALT atom plain inst.c anal.c -o program
  code ./plain >one
  code ./program >two
  same one two
  status=0
  timeout 20 ./unwind ./program >said || status=$?
  [ $status -ne 77 ] || skip "no ptrace here"
  [ $status -eq 0 ] || { echo "$program $options:"; cat said; }
  awk -v what="$program $options" '{ print what ": " ($1 > 2000 ? "enough" : $0) }' said
done <<END
exceptions.cc -O2
exceptions.cc -O0
grown.c -O0
grown.c -O2
grown.c -O2 -fno-omit-frame-pointer -mno-red-zone
grown.c -Os -maccumulate-outgoing-args
ways.c -O0
ways.c -O2 -fPIE -pie
ways.c -O3 -fno-omit-frame-pointer
END
>>> out
exceptions.cc -O2: enough
exceptions.cc -O0: enough
grown.c -O0: enough
grown.c -O2: enough
grown.c -O2 -fno-omit-frame-pointer -mno-red-zone: enough
grown.c -Os -maccumulate-outgoing-args: enough
ways.c -O0: enough
ways.c -O2 -fPIE -pie: enough
ways.c -O3 -fno-omit-frame-pointer: enough
