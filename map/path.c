/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Names of files without detours: a/../b is b, unless a is a link.  */

#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "map/map.h"

/* Take the last part off the N characters of PATH; returns how many are left.  If it is a
   link, go up from where that leads, in the SIZE bytes at PATH.  */
static size_t
go_up (const char *directory, char *path, size_t n, size_t size)
{
  char full[PATH_MAX], real[PATH_MAX];
  struct stat st;
  path[n] = '\0';
  bool inside = *path != '/' && *directory;
  int length = snprintf (full, sizeof full, "%s%s%s", inside ? directory : "",
			 inside ? "/" : "", path);
  if (length > 0 && length < (int) sizeof full && lstat (full, &st) == 0
      && S_ISLNK (st.st_mode) && realpath (full, real) && strlen (real) < size)
    n = strlen (strcpy (path, real));
  while (n > 0 && path[n - 1] != '/')
    n--;
  return n > 1 ? n - 1 : n;
}

/* The last part of the N characters of PATH is `..', or there is none.  */
static bool
is_above (const char *path, size_t n)
{
  return n == 0
	 || (n >= 2 && path[n - 1] == '.' && path[n - 2] == '.'
	     && (n == 2 || path[n - 3] == '/'));
}

char *
path_plain (const char *directory, const char *path)
{
  size_t size = strlen (path) + PATH_MAX + 2, n = 0;
  char *to = malloc (size);
  if (!to)
    return NULL;
  if (*path == '/')
    to[n++] = '/';
  while (*path)
    {
      size_t length = strcspn (path, "/");
      if (length == 2 && path[0] == '.' && path[1] == '.' && !is_above (to, n))
	n = go_up (directory, to, n, size - strlen (path));
      else if (length > 0 && !(length == 1 && *path == '.'))
	{
	  if (n > 0 && to[n - 1] != '/')
	    to[n++] = '/';
	  memcpy (to + n, path, length);
	  n += length;
	}
      path += length + (path[length] == '/');
    }
  to[n] = '\0';
  return to;
}

char *
path_join (const char *directory, const char *name, struct fault *f)
{
  size_t room = strlen (directory) + strlen (name) + 2;
  char *path = fresh (room, 1, f), *plain;
  bool inside = *name && *name != '/' && *directory;
  if (!path)
    return NULL;
  snprintf (path, room, "%s%s%s", inside ? directory : "", inside ? "/" : "",
	    name);
  plain = path_plain ("", path);
  free (path);
  if (!plain)
    fault (f, "out of memory");
  return plain;
}

bool
path_detours (const char *path)
{
  for (const char *p = path; (p = strstr (p, "/..")); p += 3)
    if (p[3] == '/' || !p[3])
      return true;
  return false;
}

void
path_cut (char *folder, const char *path)
{
  size_t same = 0;
  for (size_t i = 0;; i++)
    {
      bool ends = folder[i] == '\0' || folder[i] == '/';
      if (ends && (path[i] == '\0' || path[i] == '/'))
	same = i;
      if (folder[i] == '\0' || folder[i] != path[i])
	break;
    }
  folder[same] = '\0';
}

const char *
path_inside (const char *folder, const char *path)
{
  size_t n = strlen (folder);
  return strncmp (path, folder, n) != 0 ? NULL
	 : path[n] == '/'		? path + n + 1
	 : path[n]			? NULL
					: path + n;
}
