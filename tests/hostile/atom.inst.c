/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Instrumentation routines that call the hostile routines wherever a call can be
   added.  The arguments choose: inst, block, edge, proc, values; none is all but
   edge.  */

#include <string.h>
#include <halt/atom.h>

static int wanted_argc;
static char **wanted_argv;
static long id;

static int
wants (const char *what)
{
  for (int i = 1; i < wanted_argc; i++)
    if (strcmp (wanted_argv[i], what) == 0)
      return 1;
  return wanted_argc < 2 && strcmp (what, "edge") != 0;
}

/* What is known of INST when it is reached.  */
static void
add_values (Inst *inst)
{
  if (IsInstType (inst, InstTypeCondBr))
    AddCallInst (inst, InstBefore, "_record_cbr", BrCondValue, id);
  if (GetInstAccessCount (inst) && GetInstAccessBytes (inst, 0)
     )
    AddCallInst (inst, InstBefore, "_record_load",
		 (long) GetInstAccessBytes (inst, 0), EffAddrValue, id);
}

static void
add_inst (Inst *inst)
{
  if (wants ("inst"))
    AddCallInst (inst, InstBefore, "_record_block", id);
  if (wants ("inst"))
    AddCallInst (inst, InstAfter, "_record_exit", id);
  if (wants ("values"))
    add_values (inst);
}

static void
add_block (Block *block)
{
  if (wants ("block"))
    {
      AddCallBlock (block, BlockBefore, "_record_block", id);
      AddCallBlock (block, BlockAfter, "_record_exit", id);
    }
  if (wants ("edge"))
    for (Edge *e = GetFirstSuccEdge (block); e; e = GetNextSuccEdge (e))
      if (strcmp (EdgeKind (e), "eh") != 0
	  && strcmp (EdgeKind (e), "abnormal") != 0)
	AddCallEdge (e, "_record_block", id);
}

void
Instrument (int argc, char **argv)
{
  wanted_argc = argc;
  wanted_argv = argv;
  AddCallProto ("Start()");
  AddCallProto ("Finish()");
  AddCallProgram (ProgramBefore, "Start");
  AddCallProgram (ProgramAfter, "Finish");
  AddCallProto ("_record_block(long)");
  AddCallProto ("_record_exit(long)");
  AddCallProto ("_record_entry(long)");
  AddCallProto ("_record_cbr(VALUE, long)");
  AddCallProto ("_record_load(long, VALUE, long)");
  for (Proc *p = GetFirstProc (); p; p = GetNextProc (p))
    {
      id = id % 65536 + 1;
      if (wants ("proc"))
	{
	  AddCallProc (p, ProcBefore, "_record_entry", id);
	  AddCallProc (p, ProcAfter, "_record_exit", id);
	}
      for (Block *b = GetFirstBlock (p); b; b = GetNextBlock (b))
	{
	  add_block (b);
	  for (Inst *i = GetFirstInst (b); i; i = GetNextInst (i))
	    add_inst (i);
	}
    }
}
