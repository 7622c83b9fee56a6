/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Programs as the library's users have them.  */

#include <stdlib.h>
#include "summarize/library/library.h"

struct ghalt_program *
ghalt_program_open (const char *path, struct ghalt_error **error)
{
  struct fault f;
  struct ghalt_program *p = fresh (1, sizeof *p, &f);
  bool opened = p && program_open (&p->program, path, &f);
  if (opened && folder_find (&p->program, &f))
    return p;
  if (opened)
    program_close (&p->program);
  free (p);
  error_set (error, &f);
  return NULL;
}

struct ghalt_program *
library_object (const struct prof *prof, uint32_t i, struct ghalt_error **error)
{
  struct fault f;
  struct ghalt_program *p = fresh (1, sizeof *p, &f);
  bool found = p
	       && objects_find (&p->program, prof, prof->objects + i,
				prof->strings + prof->objects[0].path, &f);
  if (found && folder_find (&p->program, &f))
    return p;
  if (found)
    program_close (&p->program);
  free (p);
  error_set (error, &f);
  return NULL;
}

void
ghalt_program_close (struct ghalt_program *program)
{
  if (!program)
    return;
  program_close (&program->program);
  free (program);
}

const char *
ghalt_program_path (const struct ghalt_program *program)
{
  return program->program.path;
}

const char *
ghalt_program_build_id (const struct ghalt_program *program)
{
  return program->program.image.build_id;
}

const char *
ghalt_program_folder (const struct ghalt_program *program)
{
  return program->program.folder;
}

struct ghalt_error *
ghalt_program_why_no_profile (const struct ghalt_program *program,
			      const char *profile)
{
  struct ghalt_error *error = NULL;
  struct fault f;
  if (why_no_profile (&program->program, profile, &f))
    error_set (&error, &f);
  return error;
}
