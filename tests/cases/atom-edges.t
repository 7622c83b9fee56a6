# SPDX-License-Identifier: GPL-3.0-or-later
# AddCallEdge on what computed gotos, inline assembler that jumps, tables and exceptions
# take: what comes to a block and what leaves it is as often as the block is executed.
# REG_PC where a procedure is left in several places.

>>> x86_64 ghalt atom

>>> rest

>>> goto.c
#include <stdio.h>
__attribute__ ((noipa)) static int
run (const char *p)
{
  static void *const tab[] = { &&a, &&b, &&c, &&d, &&end };
  int n = 0;
#define NEXT goto *tab[*p++ - '0']
  NEXT;
a: n += 1; printf ("a%d ", n); NEXT;
b: n += 2; printf ("b "); NEXT;
c: n += 3;
  asm goto ("cmp{l} {$8, %0|%0, 8}; jg %l1; cmp{l} {$5, %0|%0, 5}; jl %l2" : : "r" (n) : "cc" : big, small);
  printf ("c "); NEXT;
big: printf ("big "); NEXT;
small: printf ("small "); NEXT;
d: switch (n & 15)
    {
    case 0: n *= 3; break;
    case 1: n += 4; break;
    case 2: n--; break;
    case 3: case 4: case 5: n += 2; break;
    case 6: n = -n; NEXT;
    }
  printf ("d%d ", n); NEXT;
end: return n;
}
int main (void) { printf ("%d\n", run ("2001122333333333013034")); return 0; }
>>> full.c
#include <stdio.h>
/* Every register is in use where it jumps.  */
#define ALL "+r" (a), "+r" (b), "+r" (c), "+r" (d), "+r" (e), "+r" (f), "+r" (g), "+r" (h), "+r" (i), "+r" (j), "+r" (k), "+r" (l)
#define NEXT asm volatile ("" : ALL, "+r" (p)); goto *tab[*p++]
__attribute__ ((noipa)) static long
run (const unsigned char *p)
{
  static void *const tab[] = { &&one, &&two, &&three, &&end };
  register long a = 1, b = 2, c = 3, d = 4, e = 5, f = 6, g = 7, h = 8, i = 9, j = 10, k = 11, l = 12;
  NEXT;
one: a += b; c += d; e += f; NEXT;
two: g += h; i += j; k += l; NEXT;
three: b += c; d -= g; f ^= k; NEXT;
end: return a * 3 + b * 5 + c * 7 + d * 11 + e + f + g + h + i + j + k + l;
}
int main (void) { printf ("%ld\n", run ((const unsigned char *) "\0\1\2\2\1\0\0\0\2\1\3")); return 0; }
>>> throw.cc
#include <setjmp.h>
#include <stdio.h>
#define N __attribute__ ((noipa))
static jmp_buf buffer;
N void f (int n) { if (n % 3 == 0) throw n; if (n % 7 == 0) throw 'c'; }
N int one (int n) { try { f (n); } catch (int) { return 1; } return 0; }
N int two (int n) { int r = 0; try { f (n); f (n + 1); } catch (int i) { r = i; } catch (...) { r = -1; } return r; }
N int three (int n) { if (setjmp (buffer)) return 5; if (n & 1) longjmp (buffer, 1); return 2; }
int main () { int s = 0; for (int i = 0; i < 40; i++) try { s += one (i) + two (i) + three (i); } catch (...) { s++; } printf ("%d\n", s); return 0; }
>>> pc.c
#include <stdio.h>
#define N __attribute__ ((noipa))
N int other (int a) { return a; }
N int exits (int a) { if (a == 1) return 4; if (a == 2) return other (a + 1); if (a > 5) { puts (""); return 6; } return 3; }
int main (void) { return exits (1) + exits (2) + exits (6) + exits (4) - 16; }
>>> inst.c
#include <halt/atom.h>
#include <stdio.h>
void Instrument (int argc, char **argv, Obj *obj)
{
  int n = 0, blocks = 0;
  AddCallProto ("Count(int)");
  AddCallProto ("Check(int, long, int[], int)");
  AddCallProto ("End()");
  for (Proc *p = GetFirstObjProc (obj); p; p = GetNextProc (p))
    for (Block *b = GetFirstBlock (p); b; b = GetNextBlock (b))
      n += GetBlockInfo (b, BlockNumberInsts) > 0;
  blocks = n;
  int first[100000], k = blocks, refused = 0, at = 0;
  for (Proc *p = GetFirstObjProc (obj); p; p = GetNextProc (p))
    for (Block *b = GetFirstBlock (p); b; b = GetNextBlock (b))
      {
	first[GetBlockInfo (b, BlockID)] = k;
	AddCallBlock (b, BlockBefore, "Count", GetBlockInfo (b, BlockID));
	for (Edge *e = GetFirstSuccEdge (b); e; e = GetNextSuccEdge (e), k++)
	  if (CanAddCallEdge (e))
	    AddCallEdge (e, "Count", k);
	  else
	    refused++;
      }
  char proto[64];
  for (int out = 0; out < 2; out++)
    for (Proc *p = GetFirstObjProc (obj); p; p = GetNextProc (p))
      for (Block *b = GetFirstBlock (p); b; b = GetNextBlock (b))
	{
	  int list[100] = { 0 }, good = 1, n = 0;
	  for (Edge *e = out ? GetFirstSuccEdge (b) : GetFirstPredEdge (b); e;
	       e = out ? GetNextSuccEdge (e) : GetNextPredEdge (e))
	    {
	      Block *from = GetEdgeFrom (e);
	      good &= CanAddCallEdge (e) && from != NULL;
	      if (from)
		{
		  int m = first[GetBlockInfo (from, BlockID)];
		  for (Edge *f = GetFirstSuccEdge (from); f != e; f = GetNextSuccEdge (f))
		    m++;
		  list[n++] = m;
		}
	    }
	  /* Where calls leave, less may come out.  */
	  for (Inst *i = GetFirstInst (b); i && out; i = GetNextInst (i))
	    good &= !IsInstType (i, InstTypeCall);
	  if (good && n)
	    AddCallProgram (ProgramAfter, "Check", (int) GetBlockInfo (b, BlockID), BlockPC (b),
			    (AddCallProto ("Check(int, long, int[100], int)"), list), n), at++;
	}
  AddCallProgram (ProgramAfter, "End");
  printf ("%d edges refused; %s\n", refused, at > 8 ? "blocks are checked" : "few");
}
>>> anal.c
#include <stdio.h>
static long counts[100000];
static int wrong, right;
void Count (int n) { counts[n]++; }
void Check (int block, long pc, int *list, int n)
{
  long sum = 0;
  for (int i = 0; i < n; i++)
    sum += counts[list[i]];
  if (sum != counts[block])
    printf ("%lx: %ld times, edges %ld\n", pc, counts[block], sum), wrong++;
  else if (sum)
    right++;
}
void End (void) { printf ("%d wrong%s\n", wrong, right > 8 ? "" : ", nothing right"); }
>>> pc.inst.c
#include <halt/atom.h>
void Instrument (int argc, char **argv, Obj *obj)
{
  Proc *p = FindProc (obj, "exits");
  AddCallProto ("Enter(REGV)");
  AddCallProto ("Leave(REGV, REGV)");
  AddCallProto ("Here(REGV)");
  AddCallProc (p, ProcBefore, "Enter", REG_RA);
  AddCallProc (p, ProcAfter, "Leave", REG_PC, REG_RA);
  for (Block *b = GetFirstBlock (p); b; b = GetNextBlock (b))
    {
      Inst *i = GetLastInst (b);
      if (IsInstType (i, InstTypeReturn) || GetInstInfo (i, InstIpBr))
	AddCallInst (i, InstBefore, "Here", REG_PC);
    }
}
>>> pc.anal.c
#include <stdio.h>
static long called, here;
void Enter (long ra) { called = ra; }
void Here (long pc) { here = pc; }
void Leave (long pc, long ra)
{
  printf ("%s %s\n", pc == here ? "here" : "elsewhere", ra == called ? "to the caller" : "lost");
}
>>> gather.c
double sum (double *p, const long *at) { double s = 0; for (int i = 0; i < 64; i++) s += p[at[i]]; return s; }
int main (void) { return 0; }
>>> gather.inst.c
#include <halt/atom.h>
#include <stdio.h>
void Instrument (int argc, char **argv, Obj *obj)
{
  AddCallProto ("Address(VALUE)");
  for (Block *b = GetFirstBlock (FindProc (obj, "sum")); b; b = GetNextBlock (b))
    for (Inst *i = GetFirstInst (b); i; i = GetNextInst (i))
      if (GetInstAccessCount (i) && GetInstAccessPlaces (i, 0) > 1)
	{
	  printf ("%d places of %ld bytes\n", GetInstAccessPlaces (i, 0), GetInstAccessBytes (i, 0));
	  if (argc > 1)
	    AddCallInst (i, InstBefore, "Address", EffAddrValue);
	}
      else if (GetInstAccessCount (i))
	AddCallInst (i, InstBefore, "Address", EffAddrValue);
}
>>> gather.anal.c
void Address (long a) {}
>>> run
atom_library
while read -r options; do
  $CC -w $PLUGIN $(arg atom) $options -o prog
  $HALT atom prog inst.c anal.c
  ./prog.atom
done <<OPTIONS
goto.c -O0
goto.c -O2
goto.c -O2 -masm=intel -fno-asynchronous-unwind-tables
full.c -O2 -no-pie -fno-pie
full.c -O2 -no-pie -fno-pie -masm=intel
OPTIONS
$CXX -O2 $PLUGIN $(arg atom) throw.cc -o prog
$HALT atom prog inst.c anal.c | sed 's/^[1-9]* edges/some edges/'
./prog.atom >printed
sort printed
if $CC -m32 -O2 $PLUGIN $(arg atom) goto.c -o prog 2>no32 &&
   "$TESTS/toolchain/musl" -n i386 >no32; then
  $HALT atom prog inst.c anal.c
  ./prog.atom
fi | sed '/wrong/!d; /^0 wrong$/d'
for options in "-O2" "-O2 -fno-asynchronous-unwind-tables"; do
  $CC $options $PLUGIN $(arg atom) pc.c -o prog
  $HALT atom prog pc.inst.c pc.anal.c
  ./prog.atom
done
$CC -O3 -ffast-math -march=haswell $PLUGIN $(arg atom) gather.c -o prog
$HALT atom prog gather.inst.c gather.anal.c | sort -u
code $HALT atom prog gather.inst.c gather.anal.c -- fail
>>> out
0 edges refused; blocks are checked
0 wrong
small a4 a5 b b big big d15 d15 d15 d15 d15 d15 d15 d15 d15 a16 b d17 a18 d17 17
0 edges refused; blocks are checked
0 wrong
small a4 a5 b b big big d15 d15 d15 d15 d15 d15 d15 d15 d15 a16 b d17 a18 d17 17
0 edges refused; blocks are checked
0 wrong
small a4 a5 b b big big d15 d15 d15 d15 d15 d15 d15 d15 d15 a16 b d17 a18 d17 17
0 edges refused; blocks are checked
0 wrong
-945
0 edges refused; blocks are checked
0 wrong
-945
some edges refused; blocks are checked
0 wrong
637
here to the caller
here to the caller
here to the caller
here to the caller

here to the caller
here to the caller
here to the caller
here to the caller

4 places of 32 bytes
ghalt: gather.inst.c:12: AddCallInst: Address: EffAddrValue is only for accesses of one address (GetInstAccessPlaces): this one has an address for each element of a vector
exit 2
