/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Files of source lines: one for each path, whatever unit names it.  */

#include <stdlib.h>
#include <string.h>
#include "summarize/lines.h"

struct line_files
{
  struct line_file *files;
  size_t n, room;
  uint32_t *slots;		/* a hash table: file + 1, or 0 */
  size_t n_slots;		/* a power of 2 */
};

struct line_files *
line_files_new (void)
{
  return zeroed (1, sizeof (struct line_files));
}

/* Take the parts . and .. out of PATH.  */
static void
simplify (char *path)
{
  char *begin = path + (*path == '/'), *end = begin;
  for (const char *p = begin; *p;)
    {
      size_t n = strcspn (p, "/");
      const char *next = p + n + (p[n] == '/');
      char *slash = memrchr (begin, '/', (size_t) (end - begin));
      char *last = slash ? slash + 1 : begin;
      bool up = end - last == 2 && memcmp (last, "..", 2) == 0;
      if (n == 2 && memcmp (p, "..", 2) == 0 && end > begin && !up)
	end = slash ? slash : begin;
      else if (n > 0 && !(n == 1 && *p == '.'))
	{
	  if (end > begin)
	    *end++ = '/';
	  memmove (end, p, n);
	  end += n;
	}
      p = next;
    }
  *end = 0;
}

static char *
full_path (const char *directory, const char *name)
{
  size_t room = strlen (directory) + strlen (name) + 2;
  char *path = grow (NULL, room, 1);
  if (*name == '/' || !*directory)
    strcpy (path, name);
  else
    snprintf (path, room, "%s/%s", directory, name);
  simplify (path);
  return path;
}

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

static void
rehash (struct line_files *s)
{
  s->n_slots = s->n_slots ? 2 * s->n_slots : 64;
  free (s->slots);
  s->slots = zeroed (s->n_slots, sizeof *s->slots);
  for (size_t i = 0; i < s->n; i++)
    *slot_of (s, s->files[i].path) = (uint32_t) i + 1;
}

uint32_t
line_files_add (struct line_files *s, const char *directory, const char *name)
{
  char *path = full_path (directory, name);
  if (2 * s->n >= s->n_slots)
    rehash (s);
  uint32_t *slot = slot_of (s, path);
  if (*slot)
    {
      free (path);
      return *slot - 1;
    }
  if (s->n == s->room)
    {
      s->room = s->room ? 2 * s->room : 32;
      s->files = grow (s->files, s->room, sizeof *s->files);
    }
  s->files[s->n++] = (struct line_file) { path, name, directory };
  *slot = (uint32_t) s->n;
  return *slot - 1;
}

struct line_file *
line_files_take (struct line_files *s, size_t *n)
{
  struct line_file *files = s->files;
  *n = s->n;
  free (s->slots);
  free (s);
  return files;
}
