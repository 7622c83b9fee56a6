/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ghalt atom: the command; room atom/ does it.  */

#include "atom/command.h"
#include "summarize/command.h"

int
atom_run (const struct options *o, struct fault *f)
{
  struct atom_request r = { .output = o->output, .link = o->link };
  if (o->n_before < 3)
    {
      fault (f, "a program, INST.c and ANAL.c are needed before --");
      return 0;
    }
  r.n_inputs = o->n_before - 2;
  r.inputs = o->operands;
  r.inst = o->operands[o->n_before - 2];
  r.anal = o->operands[o->n_before - 1];
  r.argc = o->n_operands - o->n_before;
  r.argv = (char *const *) o->operands + o->n_before;
  return atom_command (&r);
}
