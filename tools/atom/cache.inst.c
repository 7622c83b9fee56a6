/* SPDX-License-Identifier: MIT */
/* cache: a direct-mapped data cache of 8 KB, in lines of 32 bytes, as the first
   Alphas had; but one that a store that misses fills, too.

   A reference is looked up by its first byte.  How many there are is known from how often
   stretches are executed.  */

#include "stretch.h"

void
Instrument (int argc, char **argv)
{
  static const ValueType address[2] = { EffAddrValue, EffAddrValue2 };
  int n = 0, references[2] = { 0, 0 };

  AddCallProto ("Open(int)");
  AddCallProto ("Count(long)");
  AddCallProto ("Load(VALUE)");
  AddCallProto ("Store(VALUE)");
  AddCallProto ("Add(int, int, int)");
  AddCallProto ("Close()");

  for (Proc *p = GetFirstProc (); p; p = GetNextProc (p))
    for (Block *b = GetFirstBlock (p); b; b = GetNextBlock (b))
      {
	Inst *first = GetFirstInst (b);
	for (Inst *i = first; i; i = GetNextInst (i))
	  {
	    for (int k = 0; k < GetInstAccessCount (i); k++)
	      {
		int store = IsInstAccessStore (i, k);
		references[store]++;
		if (k < 2)
		  AddCallInst (i, InstBefore, store ? "Store" : "Load",
			       address[k]);
	      }
	    if (!EndsStretch (i))
	      continue;
	    if (references[0] + references[1] > 0)
	      {
		AddCallInst (first, InstBefore, "Count", n);
		AddCallProgram (ProgramAfter, "Add", n, references[0],
				references[1]);
		n++;
	      }
	    references[0] = references[1] = 0;
	    first = GetNextInst (i);
	  }
      }
  AddCallProgram (ProgramBefore, "Open", n);
  AddCallProgram (ProgramAfter, "Close");
}
