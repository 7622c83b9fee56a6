/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files that are not where they were: looked for by name and build-id.  */

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
  const char *name;		/* of its file, without folders */
  const char *build_id;		/* or "" */
  objects_is *is_it;
  void *data;
};

/* Whether PATH, a file that is called otherwise, is it; most are not.  */
static bool
has_id (const struct search *s, const char *path)
{
  struct image im;
  struct fault ignored;
  if (!*s->build_id || !image_open (&im, path, &ignored))
    return false;
  bool same = strcmp (im.build_id, s->build_id) == 0;
  image_close (&im);
  return same && s->is_it (s->data, path);
}

/* Look in FOLDER: for its name, then for its build-id; DEEP: and in those below.  */
static bool
look_in (const struct search *s, const char *folder, bool deep)
{
  char *path, *roots[2] = { (char *) folder, NULL };
  bool found = asprintf (&path, "%s/%s", folder, s->name) >= 0;
  if (found)
    {
      found = s->is_it (s->data, path);
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

/* Characters of PATH before the name of its file.  */
static size_t
folder_length (const char *path)
{
  const char *slash = strrchr (path, '/');
  return slash ? (size_t) (slash - path) + 1 : 0;
}

/* True if the folder of file NUMBER of BESIDE is that of an earlier one.  */
static bool
is_known_folder (const char *const *beside, size_t number)
{
  size_t length = folder_length (beside[number]);
  for (size_t i = 0; i < number; i++)
    if (folder_length (beside[i]) == length
	&& strncmp (beside[number], beside[i], length) == 0)
      return true;
  return false;
}

bool
objects_look (const char *path, const char *build_id, const char *const *beside,
	      size_t n, objects_is *is_it, void *data)
{
  const struct search s = { path + folder_length (path), build_id, is_it,
			    data };
  bool found = false;
  for (size_t i = 0; !found && i < n_named; i++)
    found = look_in (&s, named[i], true);
  for (size_t i = 0; !found && i < n; i++)
    if (!is_known_folder (beside, i))
      {
	size_t length = folder_length (beside[i]);
	char *folder = length ? strndup (beside[i], length) : strdup (".");
	found = folder && look_in (&s, folder, false);
	free (folder);
      }
  return found;
}
