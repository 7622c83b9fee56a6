/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The section with the descriptions of paths: which is of which unit.  */

#include <stdlib.h>
#include "base/order.h"
#include "summarize/paths/paths.h"

/* Check the description at AT of CHUNK, that of U; returns its text.  */
static const char *
check_description (const struct chunk *chunk, size_t at, const struct unit *u,
		   size_t *size, struct fault *f)
{
  const char *data = (const char *) chunk->data + at;
  const struct halt_paths *h = (const void *) data;
  size_t left = chunk->size - at;
  if (left < sizeof *h)
    fault (f, "truncated: %zu bytes are no header", left);
  else if (h->magic == __builtin_bswap32 (HALT_PATHS_MAGIC))
    fault (f, "the byte order of another machine");
  else if (h->magic != HALT_PATHS_MAGIC)
    fault (f, "not a description: wrong magic number");
  else if (h->version != HALT_PATHS_VERSION)
    fault (f, "version %u, this is the reader of version %u", h->version,
	   HALT_PATHS_VERSION);
  else if (h->size > left - sizeof *h
	   || ((h->size + 7) & ~(uint64_t) 7) > left - sizeof *h)
    fault (f, "truncated: %zu bytes of %llu", left - sizeof *h,
	   (unsigned long long) h->size);
  else if (!u)
    fault (f, "no unit is left that has paths");
  else if (h->map != u->map.header->checksum)
    fault (f, "of a map with checksum %016llx, but that of %s has %016llx",
	   (unsigned long long) h->map, u->map.strings + u->map.header->source,
	   (unsigned long long) u->map.header->checksum);
  else
    {
      *size = (size_t) h->size;
      return data + sizeof *h;
    }
  return NULL;
}

/* Find the text of each of the N units in LIST, which are in the order of the
   maps.  */
static bool
find_texts (struct described *list, size_t n, const struct chunks *chunks,
	    const char *file, struct fault *f)
{
  size_t found = 0;
  for (size_t c = 0; c < chunks->n; c++)
    {
      const struct chunk *chunk = chunks->chunks + c;
      for (size_t at = 0; at < chunk->size; found++)
	{
	  struct fault why;
	  struct described *d = list + found;
	  size_t size;
	  const char *text = check_description (chunk, at,
						found < n ? d->unit : NULL,
						&size, &why);
	  if (!text)
	    return fault (
	      f,
	      "%s: %s%sdescription %zu at offset %zu of " HALT_PATHS_SECTION
	      ": %s",
	      file, chunk->member ? chunk->member : "",
	      chunk->member ? ": " : "", found, at, why.text);
	  d->text = text;
	  d->size = size;
	  at += sizeof (struct halt_paths) + ((size + 7) & ~(size_t) 7);
	}
    }
  return found == n
	 || fault (
	   f,
	   "%s: %zu of %zu description%s of paths %s missing: " HALT_PATHS_SECTION
	   " was removed or cut",
	   file, n - found, n, plural (n), by_number (n - found, "is", "are"));
}

ORDER (compare_places, struct described, UP (unit->place));

/* The units of a program lie in one array.  */
ORDER (compare_units, struct described, UP (unit));

bool
paths_list (struct described **list, size_t *n, const struct program *p,
	    struct fault *f)
{
  const struct image *im = p->debug_path ? &p->debug : &p->image;
  *n = 0;
  *list = fresh (p->n_units, sizeof **list, f);
  if (!*list)
    return false;
  for (size_t i = 0; i < p->n_units; i++)
    if (p->units[i].map.header->flags & HALT_MAP_PATHS)
      (*list)[(*n)++].unit = p->units + i;
  qsort (*list, *n, sizeof **list, compare_places);
  if (!find_texts (*list, *n, &im->paths,
		   p->debug_path ? p->debug_path : p->path, f))
    {
      free (*list);
      *list = NULL;
      return false;
    }
  qsort (*list, *n, sizeof **list, compare_units);
  return true;
}
