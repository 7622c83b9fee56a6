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
  /* Its arguments, of the macros, which say how many they are and their types, or of a
     call in C: N is negative, and that is what is declared.  */
  int n;
  va_list list;
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

/* The call of A's routine.  What is wrong ends the tool.  */
struct call *call_make (struct adding *a);

#endif /* HALT_ATOM_CALLS_H */
