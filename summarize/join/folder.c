/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The folder that the source files of a program have in common.  People know it, so
   tables do without it.  */

#include <stdlib.h>
#include <string.h>
#include "summarize/summarize.h"

/* True if PATH has a component `.' or `..', or an empty one.  */
static bool
roundabout (const char *path)
{
  for (const char *p = path; *p; p++)
    if ((p == path || p[-1] == '/')
	&& ((p[0] == '/' && p > path) || (p[0] == '.' && (p[1] == '/' || !p[1]))
	    || (p[0] == '.' && p[1] == '.' && (p[2] == '/' || !p[2]))))
      return true;
  return false;
}

/* Append the components of PATH to the N bytes at TO, which has room.  Returns how
   many there are then.  `..' goes up, whatever links there are.  */
static size_t
append_path (char *to, size_t n, const char *path)
{
  while (*path)
    {
      size_t length = strcspn (path, "/");
      if (length == 2 && path[0] == '.' && path[1] == '.')
	while (n > 0 && to[--n] != '/')
	  ;
      else if (length > 0 && !(length == 1 && path[0] == '.'))
	{
	  to[n++] = '/';
	  memcpy (to + n, path, length);
	  n += length;
	}
      path += length + (path[length] == '/');
    }
  to[n] = '\0';
  return n;
}

/* Make the SHOWN_SIZE bytes at TO the absolute path of FILE, which is in DIRECTORY
   if it is relative.  False if that is not known, or too long.  */
static bool
make_absolute (char *to, const char *directory, const char *file)
{
  if (strlen (directory) + strlen (file) + 3 > SHOWN_SIZE
      || (file[0] != '/' && directory[0] != '/'))
    return false;
  append_path (to, file[0] == '/' ? 0 : append_path (to, 0, directory), file);
  return true;
}

static void
cut_name (char *path)
{
  char *slash = strrchr (path, '/');
  if (slash)
    *slash = '\0';
}

/* Let P->folder be that of all its source files, and of those in which their
   relative names are; "" if they have none.  */
static bool
find_folder (struct program *p, struct fault *f)
{
  char path[SHOWN_SIZE], *folder = fresh (SHOWN_SIZE, 1, f);
  bool found = false;
  p->folder = folder;
  for (size_t i = 0; folder && i < p->n_units; i++)
    {
      const struct map *m = &p->units[i].map;
      const char *directory = m->strings + m->header->directory;
      const char *source = m->strings + m->header->source;
      if (!make_absolute (path, directory, source))
	continue;
      cut_name (path);
      if (!found)
	strcpy (folder, path);
      else
	path_cut (folder, path);
      found = true;
      if (source[0] != '/' && make_absolute (path, directory, ""))
	path_cut (folder, path);
    }
  return folder;
}

static void
set_folder (struct program *p, const char *folder)
{
  for (size_t i = 0; i < p->n_units; i++)
    {
      struct map *m = &p->units[i].map;
      const char *directory = m->strings + m->header->directory;
      m->folder = folder;
      m->place = directory[0] == '/' && !roundabout (directory)
		   ? path_inside (folder, directory)
		   : NULL;
    }
}

bool
folder_find (struct program *p, struct fault *f)
{
  if (!p->folder && !find_folder (p, f))
    return false;
  if (*p->folder)
    set_folder (p, p->folder);
  return true;
}

void
folder_share (const struct program *p, struct join *j)
{
  for (size_t i = 0; p->folder && *p->folder && i < j->n_opened; i++)
    set_folder (j->opened + i, p->folder);
}

const char *
folder_file (const struct map *m, const char *file, char *shown)
{
  const char *found = NULL;
  if (!m->folder)
    return file;
  if (roundabout (file) || (file[0] != '/' && !m->place))
    {
      if (make_absolute (shown, m->strings + m->header->directory, file))
	found = path_inside (m->folder, shown);
    }
  else if (file[0] == '/')
    found = path_inside (m->folder, file);
  else if (*m->place && strlen (m->place) + strlen (file) + 2 < SHOWN_SIZE)
    found = strcat (strcat (strcpy (shown, m->place), "/"), file);
  return found && *found ? found : file;
}
