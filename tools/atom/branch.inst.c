/* SPDX-License-Identifier: MIT */
/* branch: how often each conditional branch is taken, and how often a table of
   two-bit counters, one for each branch, predicts it wrongly.

   Calls are on the edges of the graph: there nobody has to ask which way it went.  */

#include <string.h>
#include <halt/atom.h>

/* What a branch needs in the analysis' table: 9 longs.  */
#define BYTES (9 * sizeof (long))

void
Instrument (int argc, char **argv)
{
  int n = 0;

  AddCallProto ("Open(int)");
  AddCallProto ("Taken(long)");
  AddCallProto ("NotTaken(long)");
  AddCallProto ("Print(int, long, char *, int)");
  AddCallProto ("Close()");

  for (Proc *p = GetFirstProc (); p; p = GetNextProc (p))
    for (Block *b = GetFirstBlock (p); b; b = GetNextBlock (b))
      {
	Inst *i = GetLastInst (b);
	if (!IsInstType (i, InstTypeCondBr))
	  continue;
	for (Edge *e = GetFirstSuccEdge (b); e; e = GetNextSuccEdge (e))
	  if (strcmp (EdgeKind (e), "taken") == 0)
	    AddCallEdge (e, "Taken", n * BYTES);
	  else
	    AddCallEdge (e, "NotTaken", n * BYTES);
	AddCallProgram (ProgramAfter, "Print", n, InstPC (i),
			ProcName (p), InstLineNo (i));
	n++;
      }
  AddCallProgram (ProgramBefore, "Open", n);
  AddCallProgram (ProgramAfter, "Close");
}
