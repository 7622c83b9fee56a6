/* SPDX-License-Identifier: MIT */
/* stacks: how many instructions were executed in each calling context, exactly: folded stacks, as
   flame graphs are drawn of (ghalt html --stacks=stacks.out).

   Each procedure says when it is entered, and before it returns.  The stack pointer
   tells which ones a longjmp or an exception has left.  */

#include "stretch.h"

/* How a procedure is left by jumping to another one, which returns for both.  */
static void
Jump (Inst *i)
{
  if (GetProcCalled (i) || !GetInstProcCalled (i))
    AddCallInst (i, InstBefore, "Jump");
  else				/* to one that does not say so */
    AddCallInst (i, InstBefore, "Leave", REG_SP);
}

static void
Visit (Inst *i)
{
  Proc *called = GetProcCalled (i);
  const char *name = GetInstProcCalled (i);
  if (IsInstType (i, InstTypeReturn))
    AddCallInst (i, InstBefore, "Leave", REG_SP);
  else if (GetInstInfo (i, InstIpBr) || GetInstInfo (i, InstIpJmp))
    Jump (i);
  else if (IsInstType (i, InstTypeCall)
	   && (!name || strstr (name, "setjmp")
	       || (called && GetProcInfo (called, ProcIpBrJmp))))
    AddCallInst (i, InstAfter, "Return", REG_SP);
}

/* Whether exceptions are caught in B.  */
static int
Catches (Block *b)
{
  Edge *e = GetFirstPredEdge (b);
  while (e && strcmp (EdgeKind (e), "eh") != 0)
    e = GetNextPredEdge (e);
  return e != NULL;
}

/* Count the stretches of B.  */
static void
Stretches (Block *b)
{
  int size = 0;
  Inst *first = GetFirstInst (b);
  for (Inst *i = first; i; i = GetNextInst (i))
    {
      size++;
      if (!EndsStretch (i))
	continue;
      AddCallInst (first, InstBefore, "Count", size, REG_SP);
      first = GetNextInst (i);
      size = 0;
    }
}

void
Instrument (int argc, char **argv)
{
  int n = 0;

  AddCallProto ("Open(int)");
  AddCallProto ("Enter(int, REGV)");
  AddCallProto ("Count(int, REGV)");
  AddCallProto ("Leave(REGV)");
  AddCallProto ("Jump()");
  AddCallProto ("Return(REGV)");
  AddCallProto ("Name(int, char *)");
  AddCallProto ("Close()");

  for (Proc *p = GetFirstProc (); p; p = GetNextProc (p), n++)
    {
      AddCallProc (p, ProcBefore, "Enter", n, REG_SP);
      AddCallProgram (ProgramAfter, "Name", n, ProcName (p));
      for (Block *b = GetFirstBlock (p); b; b = GetNextBlock (b))
	{
	  if (Catches (b))
	    AddCallBlock (b, BlockBefore, "Return", REG_SP);
	  Stretches (b);
	  for (Inst *i = GetFirstInst (b); i; i = GetNextInst (i))
	    Visit (i);
	}
    }
  AddCallProgram (ProgramBefore, "Open", n);
  AddCallProgram (ProgramAfter, "Close");
}
