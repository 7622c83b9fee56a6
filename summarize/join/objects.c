/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the objects of a profile are now: where they were, or in the folders of the
   others, of the program, or those that the user names.  */

#include <stdlib.h>
#include <string.h>
#include "summarize/summarize.h"

/* An object of a profile.  */
struct wanted
{
  const struct prof *prof;
  const struct halt_prof_object *object;
  struct program *found;
};

static bool
is_wanted (void *data, const char *path)
{
  struct wanted *w = data;
  struct fault ignored;
  if (!program_open (w->found, path, &ignored))
    return false;
  if (program_fits (w->found, w->prof, w->object))
    return true;
  program_close (w->found);
  return false;
}

bool
objects_find (struct program *found, const struct prof *prof,
	      const struct halt_prof_object *object, const char *program,
	      struct fault *why)
{
  const char *path = prof->strings + object->path;
  struct wanted w = { prof, object, found };
  uint32_t n = 0;
  if (program_open (found, path, why))
    {
      if (program_fits (found, prof, object))
	return true;
      fault (why, "%s: is not the build that was profiled", path);
      program_close (found);
    }
  struct fault first = *why;
  const char **beside = fresh (prof->header->n_objects + (size_t) 1,
			       sizeof *beside, why);
  if (!beside)
    return false;
  beside[n++] = program;
  for (uint32_t i = 0; i < prof->header->n_objects; i++)
    if (strchr (prof->strings + prof->objects[i].path, '/'))
      beside[n++] = prof->strings + prof->objects[i].path;
  bool good = objects_look (path, prof->strings + object->build_id, beside, n,
			    is_wanted, &w);
  free (beside);
  return good
	 || fault (why, "%s (where it is now, --objects=DIR tells)",
		   first.text);
}
