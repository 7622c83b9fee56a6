/* SPDX-License-Identifier: MIT */
/* unalign: which loads and stores access memory at an address that is no multiple of
   their size, and how often.

   Those of one byte cannot; those whose size is known only when they are executed,
   or is no power of two, are left out.  */

#include <stdio.h>
#include <halt/atom.h>

#define MOST_BYTES 64

void
Instrument (int argc, char **argv)
{
  static const ValueType address[2] = { EffAddrValue, EffAddrValue2 };
  char name[32];
  int n = 0;

  AddCallProto ("Open(int)");
  for (int bytes = 2; bytes <= MOST_BYTES; bytes *= 2)
    {
      sprintf (name, "Access%d(VALUE, long)", bytes);
      AddCallProto (name);
    }
  AddCallProto ("Print(int, long, char *, int, int, int)");
  AddCallProto ("Close()");

  for (Proc *p = GetFirstProc (); p; p = GetNextProc (p))
    for (Block *b = GetFirstBlock (p); b; b = GetNextBlock (b))
      for (Inst *i = GetFirstInst (b); i; i = GetNextInst (i))
	for (int k = 0; k < GetInstAccessCount (i) && k < 2; k++)
	  {
	    long bytes = GetInstAccessBytes (i, k);
	    if (bytes < 2 || bytes > MOST_BYTES || (bytes & (bytes - 1)))
	      continue;
	    sprintf (name, "Access%ld", bytes);
	    AddCallInst (i, InstBefore, name, address[k], n);
	    AddCallProgram (ProgramAfter, "Print", n++, InstPC (i),
			    ProcName (p), InstLineNo (i), bytes,
			    IsInstAccessStore (i, k));
	  }
  AddCallProgram (ProgramBefore, "Open", n);
  AddCallProgram (ProgramAfter, "Close");
}
