/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ghalt atom: the command; room atom/ does it.  */

#include <string.h>

#include "atom/request.h"
#include "ghalt/command.h"

static const struct option_row options[] = {
  { "output", TYPE_TEXT, AT (output), NULL, "FILE",
    "the instrumented program [PROG.atom]; also -o FILE", 0 },
  { "link", TYPE_TEXT, AT (link), NULL, "COMMAND",
    "how PROG was linked, if neither halt-gcc did it nor PROG tells", 0 },
  HELP,
  { "I", TYPE_COMPILER, 0, NULL, "FOLDER",
    "look there for what INST.c and ANAL.c include", 0 },
  { "D", TYPE_COMPILER, 0, NULL, "NAME[=VALUE]",
    "define a macro for both of them", 0 },
  { "U", TYPE_COMPILER, 0, NULL, "NAME", "let it not be defined", 0 },
  { "g", TYPE_COMPILER, 0, NULL, NULL,
    "do not optimize them, so that a debugger shows each line", 0 },
  END
};

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

static int
run_atom (const struct options *o, struct fault *f)
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

const struct command cmd_atom = {
  .name = "atom",
  .synopsis = "[OPTION]... PROG INST.c ANAL.c [-- ARGUMENT...]",
  .text = "make of PROG, compiled with `atom', a program that calls the analysis routines in "
	  "ANAL.c as the instrumentation routines in INST.c say",
  .options = options,
  .min_operands = 3,
  .max_operands = SIZE_MAX,
  .run = run_atom
};
