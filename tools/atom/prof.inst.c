/* SPDX-License-Identifier: MIT */
/* prof: how many instructions each procedure executes, and how often it is called.  */

#include "stretch.h"

void
Instrument (int argc, char **argv)
{
  int n = 0, size = 0;

  AddCallProto ("Open(int, int)");
  AddCallProto ("Count(long)");
  AddCallProto ("Add(int, int)");
  AddCallProto ("Procedure(int, char *, char *)");
  AddCallProto ("Close()");

  for (Proc *p = GetFirstProc (); p; p = GetNextProc (p))
    {
      const char *from = ProcFileName (p);
      for (Block *b = GetFirstBlock (p); b; b = GetNextBlock (b))
	{
	  Inst *first = GetFirstInst (b);
	  for (Inst *i = first; i; i = GetNextInst (i))
	    {
	      size += Size (i);
	      if (!EndsStretch (i))
		continue;
	      AddCallInst (first, InstBefore, "Count", n);
	      AddCallProgram (ProgramAfter, "Add", n++, size);
	      size = 0;
	      first = GetNextInst (i);
	    }
	}
      AddCallProc (p, ProcBefore, "Count", n);
      AddCallProgram (ProgramAfter, "Procedure", n++, ProcName (p),
		      from ? from : "");
    }
  AddCallProgram (ProgramBefore, "Open", n,
		  GetProgramInfo (ProgramNumberProcs));
  AddCallProgram (ProgramAfter, "Close");
}
