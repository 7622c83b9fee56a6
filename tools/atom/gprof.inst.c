/* SPDX-License-Identifier: MIT */
/* gprof: who calls whom how often, and how many instructions each procedure executes
   itself, and with those that it calls.

   The counter of a stretch is enough for the call at its end.  Only where a call goes by an
   address, the procedure that is entered next has to say who it is.  */

#include "stretch.h"

/* I is the last of stretch N: count what it calls.  */
static void
Call (Inst *i, int n, int *sites)
{
  const char *name = GetInstProcCalled (i);
  Proc *called = GetProcCalled (i);
  int comes_back = !GetInstInfo (i, InstIpBr) && !GetInstInfo (i, InstIpJmp);
  if (name)
    AddCallProgram (ProgramAfter, "Call", n, name);
  else
    {
      AddCallInst (i, InstBefore, "Site", ++*sites);
      AddCallProgram (ProgramAfter, "Indirect", *sites);
    }
  /* A procedure that was not instrumented did not say who it is.  */
  if (comes_back && (!name || (called && GetProcInfo (called, ProcIpBrJmp))))
    AddCallInst (i, InstAfter, "Site", 0);
}

void
Instrument (int argc, char **argv)
{
  int n = 0, procs = 0, sites = 0, size = 0;

  AddCallProto ("Open(int, int, int)");
  AddCallProto ("Name(int, char *)");
  AddCallProto ("Count(long)");
  AddCallProto ("Enter(long)");
  AddCallProto ("Site(long)");
  AddCallProto ("Procedure(int, int)");
  AddCallProto ("Add(int, int)");
  AddCallProto ("Call(int, char *)");
  AddCallProto ("Indirect(int)");
  AddCallProto ("Close()");

  for (Proc *p = GetFirstProc (); p; p = GetNextProc (p))
    AddCallProgram (ProgramAfter, "Name", procs++, ProcName (p));
  procs = 0;
  for (Proc *p = GetFirstProc (); p; p = GetNextProc (p))
    {
      AddCallProc (p, ProcBefore, "Enter", procs);
      AddCallProc (p, ProcBefore, "Count", n);
      AddCallProgram (ProgramAfter, "Procedure", procs++, n++);
      for (Block *b = GetFirstBlock (p); b; b = GetNextBlock (b))
	{
	  Inst *first = GetFirstInst (b);
	  for (Inst *i = first; i; i = GetNextInst (i))
	    {
	      size += Size (i);
	      if (!EndsStretch (i))
		continue;
	      AddCallInst (first, InstBefore, "Count", n);
	      AddCallProgram (ProgramAfter, "Add", n, size);
	      if (IsInstType (i, InstTypeCall))
		Call (i, n, &sites);
	      n++;
	      size = 0;
	      first = GetNextInst (i);
	    }
	}
    }
  AddCallProgram (ProgramBefore, "Open", n, procs, sites);
  AddCallProgram (ProgramAfter, "Close");
}
