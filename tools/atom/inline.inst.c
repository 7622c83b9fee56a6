/* SPDX-License-Identifier: MIT */
/* inline: which calls are worth to be done in line: how often each is made, how long
   the procedure is that it calls, and from how many places that is called.

   Calls of procedures that were not compiled for instrumentation cannot be, and are
   left out; so are those by an address.  */

#include <halt/atom.h>

void
Instrument (int argc, char **argv)
{
  int n = 0, procs = 0;

  AddCallProto ("Open(int, int)");
  AddCallProto ("Count(long)");
  AddCallProto ("Site(int, char *, int, char *)");
  AddCallProto ("Procedure(char *, int)");
  AddCallProto ("Close()");

  for (Proc *p = GetFirstProc (); p; p = GetNextProc (p), procs++)
    for (Block *b = GetFirstBlock (p); b; b = GetNextBlock (b))
      for (Inst *i = GetFirstInst (b); i; i = GetNextInst (i))
	{
	  Proc *called = GetProcCalled (i);
	  if (!called)
	    continue;
	  AddCallInst (i, InstBefore, "Count", n);
	  AddCallProgram (ProgramAfter, "Site", n++, ProcName (p),
			  InstLineNo (i), ProcName (called));
	}
  for (Proc *p = GetFirstProc (); p; p = GetNextProc (p))
    AddCallProgram (ProgramAfter, "Procedure", ProcName (p),
		    GetProcInfo (p, ProcNumberInsts));
  AddCallProgram (ProgramBefore, "Open", n, procs);
  AddCallProgram (ProgramAfter, "Close");
}
