/* SPDX-License-Identifier: MIT */
/* callgraph: who calls whom, how often, and for how many of the processor's cycles.

   Each procedure says when it is entered, and before it returns.  The stack pointer
   tells which ones a longjmp or an exception has left.  */

#include <halt/atom.h>

void
Instrument (int argc, char **argv)
{
  int n = 0;

  AddCallProto ("Open(int)");
  AddCallProto ("Enter(int, REGV, REGV)");
  AddCallProto ("Leave(REGV, REGV)");
  AddCallProto ("Jump()");
  AddCallProto ("Name(int, char *)");
  AddCallProto ("Close()");

  for (Proc *p = GetFirstProc (); p; p = GetNextProc (p), n++)
    {
      AddCallProc (p, ProcBefore, "Enter", n, REG_SP, REG_CC);
      AddCallProgram (ProgramAfter, "Name", n, ProcName (p));
      for (Block *b = GetFirstBlock (p); b; b = GetNextBlock (b))
	{
	  Inst *i = GetLastInst (b);
	  int jumps = GetInstInfo (i, InstIpBr) || GetInstInfo (i, InstIpJmp);
	  if (jumps && GetProcCalled (i)) /* which returns for both */
	    AddCallInst (i, InstBefore, "Jump");
	  else if (jumps || IsInstType (i, InstTypeReturn))
	    AddCallInst (i, InstBefore, "Leave", REG_SP, REG_CC);
	}
    }
  AddCallProgram (ProgramBefore, "Open", n);
  AddCallProgram (ProgramAfter, "Close");
}
