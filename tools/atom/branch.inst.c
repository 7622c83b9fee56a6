/* SPDX-License-Identifier: MIT */
/* branch: how often each conditional branch is taken, and how often a table of
   two-bit counters predicts it wrongly.

   Argument: the number of counters in the table, a power of two up to 4096.  */

#include <stdlib.h>
#include <halt/atom.h>

void
Instrument (int argc, char **argv)
{
  long counters = argc > 1 ? atol (argv[1]) : 2048;
  int n = 0;

  AddCallProto ("Open(int)");
  AddCallProto ("Branch(long, long, VALUE)");
  AddCallProto ("Print(int, long, char *, int)");
  AddCallProto ("Close()");

  for (Proc *p = GetFirstProc (); p; p = GetNextProc (p))
    for (Block *b = GetFirstBlock (p); b; b = GetNextBlock (b))
      {
	Inst *i = GetLastInst (b);
	if (!IsInstType (i, InstTypeCondBr))
	  continue;
	AddCallInst (i, InstBefore, "Branch", n, InstPC (i) & (counters - 1),
		     BrCondValue);
	AddCallProgram (ProgramAfter, "Print", n, InstPC (i), ProcName (p),
			InstLineNo (i));
	n++;
      }
  AddCallProgram (ProgramBefore, "Open", n);
  AddCallProgram (ProgramAfter, "Close");
}
