/* SPDX-License-Identifier: MIT */
/* hotness: how often each instruction is executed, by its address: hotness.sh
   prints objdump's text with it.  */

#include <stdio.h>
#include <stdlib.h>
#include "stretch.h"

void
Instrument (int argc, char **argv)
{
  int n = 0, size = 0;
  long *pcs = malloc (GetProgramInstCount () * sizeof *pcs);

  AddCallProto ("Open(int)");
  AddCallProto ("Count(long)");
  AddCallProto ("Print(int, int, stable long[])");
  AddCallProto ("Close()");

  for (Proc *p = GetFirstProc (); p; p = GetNextProc (p))
    for (Block *b = GetFirstBlock (p); b; b = GetNextBlock (b))
      {
	Inst *first = GetFirstInst (b);
	for (Inst *i = first; i; i = GetNextInst (i))
	  {
	    char prototype[64];
	    pcs[size++] = InstPC (i);
	    if (!EndsStretch (i))
	      continue;
	    AddCallInst (first, InstBefore, "Count", n);
	    sprintf (prototype, "Print(int, int, stable long[%d])", size);
	    AddCallProto (prototype);
	    AddCallProgram (ProgramAfter, "Print", n++, size, pcs);
	    pcs += size;
	    size = 0;
	    first = GetNextInst (i);
	  }
      }
  AddCallProgram (ProgramBefore, "Open", n);
  AddCallProgram (ProgramAfter, "Close");
}
