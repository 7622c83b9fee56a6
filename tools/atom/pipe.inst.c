/* SPDX-License-Identifier: MIT */
/* pipe: how many cycles a simple pipeline would stall for each procedure.

   It starts one instruction a cycle, in order.  What an instruction computes can be
   used so many cycles later as LATENCY says; one that needs it earlier waits.  Blocks
   are scheduled here, each on its own; the program only counts those that stall.

   Registers are read from the text of instructions: an x86's, or an Alpha's.  */

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <halt/atom.h>

enum
{
  LOAD_LATENCY = 3,		/* is added to the others */
  MULTIPLY_LATENCY = 4,
  FP_LATENCY = 4,
  DIVIDE_LATENCY = 20,
  REGISTERS = 128
};

static int
Latency (Inst *i)
{
  int n = IsInstType (i, InstTypeDiv)	  ? DIVIDE_LATENCY
	  : IsInstType (i, InstTypeMul)	  ? MULTIPLY_LATENCY
	  : GetInstClass (i) == ClassFpop ? FP_LATENCY
	  : GetInstClass (i) == ClassLoad || GetInstClass (i) == ClassFload
	    ? 0
	    : 1;
  return IsInstType (i, InstTypeLoad) ? n + LOAD_LATENCY : n;
}

/* An x86's registers have names that begin with %, Alpha's with $.  */
static int x86;

static int
IsX86 (void)
{
  for (Proc *p = GetFirstProc (); p; p = GetNextProc (p))
    for (Block *b = GetFirstBlock (p); b; b = GetNextBlock (b))
      for (Inst *i = GetFirstInst (b); i; i = GetNextInst (i))
	if (strchr (InstText (i), '%'))
	  return 1;
  return 0;
}

/* The register whose name begins at TEXT, after % or $; parts of a register are that
   register.  0: none.  */
static int
Register (const char *text)
{
  static const char names[] = "axbxcxdxsidibpsp";
  if (!x86)
    return *text == 'f' && isdigit (text[1]) ? 33 + atoi (text + 1)
	   : isdigit (*text)		     ? 1 + atoi (text)
					     : 0;
  if (strncmp (text + 1, "mm", 2) == 0)
    return 33 + atoi (text + 3);
  if (*text == 'r' && isdigit (text[1]))
    return 1 + atoi (text + 1);
  text += (*text == 'e' || *text == 'r') && isalpha (text[2]);
  for (int n = 0; n < 8; n++)
    if (text[0] == names[2 * n]
	&& (text[1] == names[2 * n + 1]
	    || (n < 4 && (text[1] == 'l' || text[1] == 'h'))))
      return 17 + n;
  return 0;
}

/* Whether an x86's I only reads what its last operand is; whether it only writes
   it.  Others do both.  */
static int
OnlyReads (const char *text)
{
  return strncmp (text, "cmp", 3) == 0 || strncmp (text, "test", 4) == 0;
}

static int
OnlyWrites (const char *text)
{
  return strncmp (text, "mov", 3) == 0 || strncmp (text, "lea", 3) == 0
	 || strncmp (text, "set", 3) == 0;
}

/* Which operand I's result is, from 0; -1: none.  */
static int
ResultOperand (Inst *i)
{
  int last = 0, inside = 0;
  switch ((int) GetInstClass (i))
    {
    case ClassLoad:
    case ClassFload:
      if (!x86)
	return 0;
      break;
    case ClassStore:
    case ClassFstore:
    case ClassIbranch:
    case ClassFbranch:
    case ClassSubroutine:
      return -1;
    }
  for (const char *p = InstText (i); *p; p++)
    {
      inside += (*p == '(') - (*p == ')');
      last += *p == ',' && !inside;
    }
  return x86 && OnlyReads (InstText (i)) ? -1 : last;
}

/* Mark in NEEDS the registers that I needs, and return the one that it computes,
   or 0.  */
static int
Operands (Inst *i, char *needs)
{
  const char *text = InstText (i);
  int operand = 0, inside = 0, result = 0;
  int to = ResultOperand (i);
  for (const char *p = text + strcspn (text, " "); *p; p++)
    {
      int r = *p == (x86 ? '%' : '$') ? Register (p + 1) : 0;
      inside += (*p == '(') - (*p == ')');
      operand += *p == ',' && !inside;
      if (r && operand == to && !inside)
	result = r;
      else
	needs[r] = 1;
    }
  if (x86 && !OnlyWrites (text))
    needs[result] = 1;
  return result;
}

/* How many cycles B stalls.  */
static int
Stalls (Block *b)
{
  int ready[REGISTERS] = { 0 }, cycle = 0, stalls = 0;
  for (Inst *i = GetFirstInst (b); i; i = GetNextInst (i), cycle++)
    {
      char needs[REGISTERS] = { 0 };
      int result = Operands (i, needs), start = cycle;
      for (int r = 1; r < REGISTERS; r++)
	if (needs[r] && ready[r] > start)
	  start = ready[r];
      stalls += start - cycle;
      cycle = start;
      if (result)
	ready[result] = cycle + Latency (i);
    }
  return stalls;
}

void
Instrument (int argc, char **argv)
{
  int n = 0, procs = 0;

  x86 = IsX86 ();
  AddCallProto ("Open(int, int)");
  AddCallProto ("Count(long)");
  AddCallProto ("Add(int, int)");
  AddCallProto ("Procedure(char *)");
  AddCallProto ("Close()");

  for (Proc *p = GetFirstProc (); p; p = GetNextProc (p), procs++)
    {
      for (Block *b = GetFirstBlock (p); b; b = GetNextBlock (b))
	{
	  int stalls = Stalls (b);
	  if (stalls == 0)
	    continue;
	  AddCallBlock (b, BlockBefore, "Count", n);
	  AddCallProgram (ProgramAfter, "Add", n++, stalls);
	}
      AddCallProgram (ProgramAfter, "Procedure", ProcName (p));
    }
  AddCallProgram (ProgramBefore, "Open", n, procs);
  AddCallProgram (ProgramAfter, "Close");
}
