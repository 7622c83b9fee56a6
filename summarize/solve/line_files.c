/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files of source lines: one for each path, whatever unit names it.  */

#include <stdlib.h>
#include <string.h>
#include "summarize/solve/lines.h"

/* The slot of PATH: its own, or a free one.  */
static uint32_t *
slot_of (const struct line_files *s, const char *path)
{
  uint64_t h = halt_checksum (HALT_CHECKSUM_START, path, strlen (path));
  for (size_t i = (size_t) h & (s->n_slots - 1);;
       i = (i + 1) & (s->n_slots - 1))
    if (s->slots[i] == 0 || strcmp (s->files[s->slots[i] - 1].path, path) == 0)
      return s->slots + i;
}

static bool
rehash (struct line_files *s, struct fault *f)
{
  size_t n = s->n_slots ? 2 * s->n_slots : 64;
  uint32_t *slots = fresh (n, sizeof *slots, f);
  if (!slots)
    return false;
  free (s->slots);
  s->slots = slots;
  s->n_slots = n;
  for (size_t i = 0; i < s->n; i++)
    *slot_of (s, s->files[i].path) = (uint32_t) i + 1;
  return true;
}

bool
line_files_add (struct line_files *s, uint32_t *number, const char *directory,
		const char *name, struct fault *f)
{
  char *path = path_join (directory, name, f);
  if (!path || (2 * s->n >= s->n_slots && !rehash (s, f))
      || !another (&s->files, s->n, sizeof *s->files, f))
    {
      free (path);
      return false;
    }
  uint32_t *slot = slot_of (s, path);
  if (*slot)
    free (path);
  else
    {
      s->files[s->n++] = (struct ghalt_file) { path, name, directory };
      *slot = (uint32_t) s->n;
    }
  *number = *slot - 1;
  return true;
}

bool
line_files_find (const struct line_files *s, uint32_t *number,
		 const char *directory, const char *name, struct fault *f)
{
  char *path = s->n_slots > 0 ? path_join (directory, name, f) : NULL;
  uint32_t slot = path ? *slot_of (s, path) : 0;
  free (path);
  *number = slot - 1;
  return slot > 0;
}

void
line_files_release (struct line_files *s)
{
  for (size_t i = 0; i < s->n; i++)
    free ((char *) s->files[i].path);
  free (s->files);
  free (s->slots);
}
