/* SPDX-License-Identifier: MIT */
/* memtrace: which lines of the source touch which allocations, and how often.

   An allocation is known by the line that calls malloc, calloc or realloc.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <halt/atom.h>

/* Lines, by number from 0; and those of them that allocate, from 1.  */
static struct
{
  const char *file;
  long line;
} *lines;
static int n_lines, n_sites;

/* The number of I's line.  FIRST: its procedure's first.  */
static int
Line (Inst *i, int first)
{
  const char *file = InstFileName (i);
  char text[1024];
  for (int n = first; n < n_lines; n++)
    if (lines[n].file == file && lines[n].line == InstLineNo (i))
      return n;
  lines = realloc (lines, (n_lines + 1) * sizeof *lines);
  lines[n_lines].file = file;
  lines[n_lines].line = InstLineNo (i);
  snprintf (text, sizeof text, "%s:%ld (%s)", file ? file : "?", InstLineNo (i),
	    ProcName (GetInstProc (i)));
  AddCallProgram (ProgramBefore, "Line", n_lines, text);
  return n_lines++;
}

/* I calls NAME: look at what that allocates and frees.  */
static void
Call (Inst *i, const char *name, int line)
{
  int jumps = GetInstInfo (i, InstIpBr);
  if (strcmp (name, "free") == 0 || strcmp (name, "realloc") == 0)
    AddCallInst (i, InstBefore, "Free", REG_ARG_1);
  if (jumps)			/* the caller says what becomes of it */
    return;
  if (strcmp (name, "malloc") == 0)
    AddCallInst (i, InstBefore, "Size", REG_ARG_1);
  else if (strcmp (name, "calloc") == 0)
    AddCallInst (i, InstBefore, "Items", REG_ARG_1, REG_ARG_2);
  else if (strcmp (name, "realloc") == 0)
    AddCallInst (i, InstBefore, "Size", REG_ARG_2);
  else
    return;
  AddCallProgram (ProgramBefore, "Site", ++n_sites, line);
  AddCallInst (i, InstAfter, "Allocated", n_sites, REG_RETVAL);
}

void
Instrument (int argc, char **argv)
{
  static const ValueType address[2] = { EffAddrValue, EffAddrValue2 };

  AddCallProto ("Line(int, char *)");
  AddCallProto ("Site(int, int)");
  AddCallProto ("Open(int, int)");
  AddCallProto ("Size(REGV)");
  AddCallProto ("Items(REGV, REGV)");
  AddCallProto ("Allocated(int, REGV)");
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
	  }
    }
  AddCallProgram (ProgramBefore, "Open", n_lines, n_sites);
  AddCallProgram (ProgramAfter, "Close");
}
