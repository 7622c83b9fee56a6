/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ghalt pgo PROG PROFILE...: what gcc -fprofile-use reads.  */

#include "ghalt/command.h"
#include "summarize/pgo/pgo.h"

static const struct option_row options[] = {
  { .name = "output", .type = TYPE_TEXT, .offset = AT (output), .value = "DIR",
    .text = "write to DIR, for -fprofile-use=DIR, also -o DIR; else beside the "
	    "objects, for -fprofile-use" },
  FROM_OPTIONS,
  OBJECTS_OPTION,
  HELP, END
};

static bool
add_profile (struct gcdas *all, const struct program *program, const char *name,
	     struct fault *f)
{
  struct prof p;
  if (!prof_open (&p, name, f))
    return false;
  note_losses (&p, name, 1);
  bool ok = gcdas_add (all, program, &p, name, f);
  prof_close (&p);
  return ok;
}

static int
run_pgo (const struct options *o, struct fault *f)
{
  static const char *const usual = "halt.prof";
  const char *const *names = o->n_operands > 1 ? o->operands + 1 : &usual;
  size_t n = o->n_operands > 1 ? o->n_operands - 1 : 1;
  struct gcdas all = { NULL, 0 };
  struct program program;
  if (!program_open (&program, o->operands[0], f))
    return 0;
  bool ok = true;
  for (size_t i = 0; i < n && ok; i++)
    ok = add_profile (&all, &program, names[i], f);
  for (size_t i = 0; i < all.n && ok; i++)
    ok = gcda_write (all.list + i, o->output, f);
  gcdas_release (&all);
  program_close (&program);
  return 0;
}

const struct command cmd_pgo = {
  .name = "pgo",
  .synopsis = "[-o DIR] PROG [PROFILE]...",
  .text = "write the counts of PROFILE [halt.prof] as gcc -fprofile-use reads them",
  .options = options,
  .min_operands = 1,
  .max_operands = SIZE_MAX,
  .run = run_pgo
};
