/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ghalt atom: the command; room atom/ does it.  */

#include <string.h>

#include "atom/command.h"
#include "summarize/command.h"

/* Whether NAME is a file of C or C++.  */
static bool
is_source (const char *name)
{
  static const char *const ends[] = { ".c", ".cc", ".cpp", ".cxx", ".C" };
  const char *dot = strrchr (name, '.');
  for (size_t i = 0; dot && i < sizeof ends / sizeof *ends; i++)
    if (strcmp (dot, ends[i]) == 0)
      return true;
  return false;
}

int
atom_run (const struct options *o, struct fault *f)
{
  struct atom_request r = { .options = o->functions,
			    .n_options = o->n_functions,
			    .output = o->output,
			    .link = o->link };
  if (o->n_before < 3)
    {
      fault (f, "a program, INST.c and ANAL.c are needed before --");
      return 0;
    }
  r.n_inputs = o->n_before - 2;
  for (size_t i = 0; i < r.n_inputs; i++)
    if (is_source (o->operands[i]))
      {
	fault (f,
	       "'%s' is no program; INST.c and ANAL.c come last, or the tool's "
	       "arguments after them and --",
	       o->operands[i]);
	return 0;
      }
  r.inputs = o->operands;
  r.inst = o->operands[o->n_before - 2];
  r.anal = o->operands[o->n_before - 1];
  r.argc = o->n_operands - o->n_before;
  r.argv = (char *const *) o->operands + o->n_before;
  return atom_command (&r);
}
