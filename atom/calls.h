/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A call that a tool adds, for calls.c and arguments.c.  */

#ifndef HALT_ATOM_CALLS_H
#define HALT_ATOM_CALLS_H 1

#include <stdarg.h>

#include "atom/atom.h"

/* A call that is being added.  */
struct adding
{
  const char *function;		/* of the interface */
  const char *routine;
  const struct halt_target *target;
  Obj *outside;			/* before or after this, or the whole program: no code of
				   it is under way */
  bool replaces;
  Inst *inst;			/* InstBefore or InstAfter of this ... */
  bool before;
  /* REG_PC: the address of this instruction or procedure; or of each instruction
     that leaves the latter.  */
  Inst *pc_inst;
  Proc *pc_proc;
  bool leaves;
};

/* Where arguments come from: the macros, which say their number and types, or a call
   in C.  */
struct source
{
  int n;			/* negative: that is what is declared */
  va_list list;
};

/* The call of A's routine with arguments FROM there.  What is wrong ends the tool.  */
struct call *call_make (const struct adding *a, struct source *from);

#endif /* HALT_ATOM_CALLS_H */
