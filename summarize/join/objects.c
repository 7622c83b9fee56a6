/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where the objects of a profile are now: where they were, or in the folders of the
   others, of the program, or those that the user names.  */

#include <fts.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "summarize/summarize.h"

static const char **named;
static size_t n_named;

bool
objects_add (const char *folder, struct fault *f)
{
  if (!another (&named, n_named, sizeof *named, f))
    return false;
  named[n_named++] = folder;
  return true;
}

/* What is looked for.  */
struct search
{
  const struct prof *prof;
  const struct halt_prof_object *object;
  struct program *found;
  const char *name;		/* of its file, without folders */
};

/* True if PATH is it, which is open then.  */
static bool
is_it (struct search *s, const char *path)
{
  struct fault ignored;
  if (!program_open (s->found, path, &ignored))
    return false;
  if (program_fits (s->found, s->prof, s->object))
    return true;
  program_close (s->found);
  return false;
}

/* The same, where most files are others.  */
static bool
has_id (struct search *s, const char *path)
{
  const char *id = s->prof->strings + s->object->build_id;
  struct image im;
  struct fault ignored;
  if (!*id || !image_open (&im, path, &ignored))
    return false;
  bool same = strcmp (im.build_id, id) == 0;
  image_close (&im);
  return same && is_it (s, path);
}

/* Look in FOLDER: for its name, then for its build-id; DEEP: and in those below.  */
static bool
look_in (struct search *s, const char *folder, bool deep)
{
  char *path, *roots[2] = { (char *) folder, NULL };
  bool found = asprintf (&path, "%s/%s", folder, s->name) >= 0;
  if (found)
    {
      found = is_it (s, path);
      free (path);
    }
  FTS *tree = found ? NULL : fts_open (roots, FTS_PHYSICAL | FTS_NOCHDIR, NULL);
  for (FTSENT *e; tree && !found && (e = fts_read (tree));)
    if (e->fts_info == FTS_F && e->fts_statp->st_size > 64)
      found = has_id (s, e->fts_path);
    else if (e->fts_info == FTS_D && e->fts_level > 0 && !deep)
      fts_set (tree, e, FTS_SKIP);
  if (tree)
    fts_close (tree);
  return found;
}

/* Look in the folder of FILE.  */
static bool
look_beside (struct search *s, const char *file)
{
  const char *slash = strrchr (file, '/');
  char *folder = slash
		   ? strndup (file, (size_t) (slash - file) + (slash == file))
		   : strdup (".");
  bool found = folder && look_in (s, folder, false);
  free (folder);
  return found;
}

/* True if the folder of object NUMBER is that of an earlier one.  */
static bool
is_known_folder (const struct prof *prof, uint32_t number)
{
  const char *path = prof->strings + prof->objects[number].path;
  const char *slash = strrchr (path, '/');
  size_t length = slash ? (size_t) (slash - path) + 1 : 0;
  for (uint32_t i = 0; i < number; i++)
    {
      const char *other = prof->strings + prof->objects[i].path;
      if (strncmp (path, other, length) == 0 && !strchr (other + length, '/'))
	return true;
    }
  return length == 0;
}

bool
objects_find (struct program *found, const struct prof *prof,
	      const struct halt_prof_object *object, const char *program,
	      struct fault *why)
{
  const char *path = prof->strings + object->path;
  const char *slash = strrchr (path, '/');
  struct search s = { prof, object, found, slash ? slash + 1 : path };
  if (program_open (found, path, why))
    {
      if (program_fits (found, prof, object))
	return true;
      fault (why, "%s: is not the build that was profiled", path);
      program_close (found);
    }
  for (size_t i = 0; i < n_named; i++)
    if (look_in (&s, named[i], true))
      return true;
  if (look_beside (&s, program))
    return true;
  for (uint32_t i = 0; i < prof->header->n_objects; i++)
    if (!is_known_folder (prof, i)
	&& look_beside (&s, prof->strings + prof->objects[i].path))
      return true;
  struct fault first = *why;
  fault (why, "%s (where it is now, --objects=DIR tells)", first.text);
  return false;
}
