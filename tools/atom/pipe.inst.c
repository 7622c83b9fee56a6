/* SPDX-License-Identifier: MIT */
/* pipe: how many cycles a simple pipeline would stall for each procedure.

   It starts one instruction a cycle, in order.  What an instruction computes can be
   used so many cycles later as LATENCY says; one that needs it earlier waits.  Blocks
   are scheduled here, each on its own; the program only counts those that stall.  */

#include <halt/atom.h>

enum
{
  LOAD_LATENCY = 3,		/* is added to the others */
  MULTIPLY_LATENCY = 4,
  FP_LATENCY = 4,
  DIVIDE_LATENCY = 20,
  REGISTERS = 64
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

/* Whether bit R of V is set.  */
static int
Has (const unsigned long v[2], int r)
{
  enum { WIDTH = 8 * sizeof *v };
  return v[r / WIDTH] >> r % WIDTH & 1;
}

/* How many cycles B stalls.  */
static int
Stalls (Block *b)
{
  int ready[REGISTERS] = { 0 }, cycle = 0, stalls = 0;
  for (Inst *i = GetFirstInst (b); i; i = GetNextInst (i), cycle++)
    {
      InstRegUsageVec usage;
      int start = cycle, changed = 0;
      GetInstRegUsage (i, &usage);
      for (int r = 0; r < REGISTERS; r++)
	{
	  changed += Has (usage.dreg_bitvec, r);
	  if (Has (usage.ureg_bitvec, r) && ready[r] > start)
	    start = ready[r];
	}
      stalls += start - cycle;
      cycle = start;
      for (int r = 0; r < REGISTERS; r++)
	if (Has (usage.dreg_bitvec, r))
	  {
	    /* An address that a load steps on is not what it loads.  */
	    int steps = changed > 1 && IsInstType (i, InstTypeLoad)
			&& Has (usage.ureg_bitvec, r);
	    ready[r] = cycle + (steps ? 1 : Latency (i));
	  }
    }
  return stalls;
}

void
Instrument (int argc, char **argv)
{
  int n = 0, procs = 0;

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
