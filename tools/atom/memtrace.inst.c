/* SPDX-License-Identifier: MIT */
/* memtrace: which lines of the source touch which allocations, and how often.

   An allocation is known by the line that calls malloc, calloc or realloc.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <halt/atom.h>

/* Lines, by number from 0; and those of them that allocate, from 1.  */
struct line
{
  const char *file;
  long number;
};
static struct line *lines;
static int n_lines, n_sites;

/* The number of I's line.  FIRST: its procedure's first.  */
static int
Line (Inst *i, int first)
{
  const char *file = InstFileName (i);
  char text[1024];
  for (int n = first; n < n_lines; n++)
    if (lines[n].file == file && lines[n].number == InstLineNo (i))
      return n;
  lines = realloc (lines, (n_lines + 1) * sizeof *lines);
  lines[n_lines].file = file;
  lines[n_lines].number = InstLineNo (i);
  snprintf (text, sizeof text, "%s:%ld (%s)", file ? file : "?", InstLineNo (i),
	    ProcName (GetInstProc (i)));
  AddCallProgram (ProgramBefore, "Line", n_lines, text);
  return n_lines++;
}

/* I calls NAME: look at what that allocates and frees.  If it jumps there, its caller
   sees what is returned.  */
static void
Call (Inst *i, const char *name, int line)
{
  if (strcmp (name, "free") == 0 || strcmp (name, "realloc") == 0)
    AddCallInst (i, InstBefore, "Free", REG_ARG_1);
  if (strcmp (name, "malloc") == 0)
    AddCallInst (i, InstBefore, "Size", ++n_sites, REG_ARG_1);
  else if (strcmp (name, "calloc") == 0)
    AddCallInst (i, InstBefore, "Items", ++n_sites, REG_ARG_1, REG_ARG_2);
  else if (strcmp (name, "realloc") == 0)
    AddCallInst (i, InstBefore, "Size", ++n_sites, REG_ARG_2);
  else
    return;
  AddCallProgram (ProgramBefore, "Site", n_sites, line);
  if (!GetInstInfo (i, InstIpBr))
    AddCallInst (i, InstAfter, "Allocated", REG_RETVAL);
}

/* Whether I calls a procedure that may have jumped to one that allocates.  */
static int
Jumps (Inst *i)
{
  Proc *called = GetProcCalled (i);
  return called && GetProcInfo (called, ProcIpBrJmp)
	 && !GetInstInfo (i, InstIpBr);
}

void
Instrument (int argc, char **argv)
{
  static const ValueType address[2] = { EffAddrValue, EffAddrValue2 };

  AddCallProto ("Line(int, char *)");
  AddCallProto ("Site(int, int)");
  AddCallProto ("Open(int, int)");
  AddCallProto ("Size(int, REGV)");
  AddCallProto ("Items(int, REGV, REGV)");
  AddCallProto ("Allocated(REGV)");
  AddCallProto ("Free(REGV)");
  AddCallProto ("Load(long, VALUE)");
  AddCallProto ("Store(long, VALUE)");
  AddCallProto ("Close()");

  for (Proc *p = GetFirstProc (); p; p = GetNextProc (p))
    {
      int first = n_lines;
      for (Block *b = GetFirstBlock (p); b; b = GetNextBlock (b))
	for (Inst *i = GetFirstInst (b); i; i = GetNextInst (i))
	  {
	    const char *called = GetInstProcCalled (i);
	    for (int k = 0; k < GetInstAccessCount (i) && k < 2; k++)
	      AddCallInst (i, InstBefore,
			   IsInstAccessStore (i, k) ? "Store" : "Load",
			   Line (i, first), address[k]);
	    if (called)
	      Call (i, called, Line (i, first));
	    if (Jumps (i))
	      AddCallInst (i, InstAfter, "Allocated", REG_RETVAL);
	  }
    }
  AddCallProgram (ProgramBefore, "Open", n_lines, n_sites);
  AddCallProgram (ProgramAfter, "Close");
}
