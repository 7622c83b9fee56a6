/* SPDX-License-Identifier: MIT */
/* callgraph: who calls whom, how often, and for how many of the processor's cycles.

   Each procedure says when it is entered, and before it returns.  The stack pointer
   tells which ones a longjmp or an exception has left.  */

#include <halt/atom.h>

/* How a procedure is left by jumping to another one, which returns for both.  */
static void
Jump (Inst *i)
{
  if (GetProcCalled (i) || !GetInstProcCalled (i))
    AddCallInst (i, InstBefore, "Jump");
  else				/* to one that does not say so */
    AddCallInst (i, InstBefore, "Leave", REG_SP, REG_CC);
}

static void
Visit (Inst *i)
{
  Proc *called = GetProcCalled (i);
  if (IsInstType (i, InstTypeReturn))
    AddCallInst (i, InstBefore, "Leave", REG_SP, REG_CC);
  else if (GetInstInfo (i, InstIpBr) || GetInstInfo (i, InstIpJmp))
    Jump (i);
  else if (IsInstType (i, InstTypeCall)
	   && (!GetInstProcCalled (i)
	       || (called && GetProcInfo (called, ProcIpBrJmp))))
    AddCallInst (i, InstAfter, "Return", REG_SP, REG_CC);
}

void
Instrument (int argc, char **argv)
{
  int n = 0;

  AddCallProto ("Open(int)");
  AddCallProto ("Enter(int, REGV, REGV)");
  AddCallProto ("Leave(REGV, REGV)");
  AddCallProto ("Jump()");
  AddCallProto ("Return(REGV, REGV)");
  AddCallProto ("Name(int, char *)");
  AddCallProto ("Close()");

  for (Proc *p = GetFirstProc (); p; p = GetNextProc (p), n++)
    {
      AddCallProc (p, ProcBefore, "Enter", n, REG_SP, REG_CC);
      AddCallProgram (ProgramAfter, "Name", n, ProcName (p));
      for (Block *b = GetFirstBlock (p); b; b = GetNextBlock (b))
	for (Inst *i = GetFirstInst (b); i; i = GetNextInst (i))
	  Visit (i);
    }
  AddCallProgram (ProgramBefore, "Open", n);
  AddCallProgram (ProgramAfter, "Close");
}
