/* SPDX-License-Identifier: MIT */
/* dyninst: how many instructions of each class a program executes.  */

#include <string.h>
#include "stretch.h"

void
Instrument (int argc, char **argv)
{
  int n = 0, classes[ClassMem + 1] = { 0 };

  AddCallProto ("Open(int)");
  AddCallProto ("Count(long)");
  AddCallProto ("Add(int, const int[19])");
  AddCallProto ("Close()");

  for (Proc *p = GetFirstProc (); p; p = GetNextProc (p))
    for (Block *b = GetFirstBlock (p); b; b = GetNextBlock (b))
      {
	Inst *first = GetFirstInst (b);
	for (Inst *i = first; i; i = GetNextInst (i))
	  {
	    classes[GetInstClass (i)] += Size (i);
	    if (!EndsStretch (i))
	      continue;
	    AddCallInst (first, InstBefore, "Count", n);
	    AddCallProgram (ProgramAfter, "Add", n, classes);
	    n++;
	    memset (classes, 0, sizeof classes);
	    first = GetNextInst (i);
	  }
      }
  AddCallProgram (ProgramBefore, "Open", n);
  AddCallProgram (ProgramAfter, "Close");
}
