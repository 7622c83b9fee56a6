/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ghalt merge -o OUT PROFILE|FOLDER...: the sum of several profiles.  */

#include <string.h>
#include "ghalt/command.h"

static const struct option_row options[] = {
  { .name = "output", .type = TYPE_TEXT, .offset = AT (output), .value = "OUT",
    .text = "the file to write, also -o OUT; replaced if it is there" },
  { .name = "only", .type = TYPE_TEXT, .offset = AT (only), .value = "PROG",
    .text = "only profiles of PROG, a file or a program's name or glob" },
  ONTO_OPTION,
  FROM_OPTIONS,
  OBJECTS_OPTION,
  HELP, END
};

/* Say which shared objects were profiled in several builds.  */
static void
say_what_differs (const struct prof *p)
{
  for (uint32_t i = 2; i < p->header->n_objects; i++)
    {
      const struct halt_prof_object *o = p->objects + i;
      const char *path = p->strings + o->path;
      if (strcmp (path, p->strings + o[-1].path) == 0
	  && strcmp (p->strings + o->build_id, p->strings + o[-1].build_id)
	       != 0)
	note ("different builds of %s were profiled; their counts stay apart",
	      path);
    }
}

static int
run_merge (const struct options *o, struct fault *f)
{
  struct prof p;
  const char *wrong = !o->output	   ? "no output given"
		      : o->n_operands == 0 ? "no profile given"
					   : NULL;
  if (wrong)
    fault (f, "%s; usage: ghalt merge -o OUT PROFILE|FOLDER...", wrong);
  if (wrong || !gather_profiles (&p, o, true, f))
    return 0;
  say_what_differs (&p);
  note_losses (&p, o->output, o->n_operands);
  replace_file (o->output, p.data, p.header->size, f);
  prof_close (&p);
  return 0;
}

const struct command cmd_merge = {
  .name = "merge",
  .synopsis = "[--only=PROG] [--onto=NEWPROG] -o OUT PROFILE|FOLDER...",
  .text = "write the sum of profiles of one program",
  .options = options,
  .max_operands = SIZE_MAX,
  .run = run_merge
};
