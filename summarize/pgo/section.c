/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The section that says what gcov calls a unit's functions and files.  */

#include <stdlib.h>
#include <string.h>
#include "base/order.h"
#include "summarize/pgo/pgo.h"

uint32_t
gcov_counters (const struct map *m, const struct halt_map_point *p)
{
  bool has = p->kind == HALT_FIRST || p->kind == HALT_CALLEE
	     || p->kind == HALT_VALUE;
  return has && p->n_args == 1 ? (uint32_t) map_arg (m, p, 0).number : 0;
}

bool
gcov_counts (const struct halt_map_point *p)
{
  return p->kind == HALT_ARC && !(p->flags & HALT_POINT_OURS);
}

uint64_t
gcov_edge (const struct map *m, const struct halt_map_point *p)
{
  return gcov_counts (p) && p->n_args == 1 ? (uint64_t) map_arg (m, p, 0).number
					   : UINT64_MAX;
}

uint32_t
gcov_arcs (const struct map *m, const struct halt_map_function *fn)
{
  uint32_t n = 0;
  for (uint32_t i = 0; i < fn->n_points; i++)
    n += gcov_counts (m->points + fn->first_point + i);
  return n;
}

static bool
has_arcs (const struct map *m)
{
  for (uint32_t i = 0; i < m->header->n_points; i++)
    if (m->points[i].kind == HALT_ARC)
      return true;
  return false;
}

/* Whether the functions of G are those of its map.  */
static bool
check_functions (const struct gcov_unit *g, struct fault *f)
{
  const struct map *m = &g->unit->map;
  for (uint32_t i = 0; i < g->header->n_functions; i++)
    {
      uint32_t n = g->functions[i].function;
      if (n >= m->header->n_functions
	  || (i > 0 && n <= g->functions[i - 1].function))
	return fault (f, "function %u: out of range or out of order", i);
      if (gcov_arcs (m, m->functions + n) == 0)
	return fault (f, "function %u has no arcs", i);
    }
  return true;
}

/* Check what is at AT of CHUNK, that of G's unit, and let G view it.  */
static bool
view_unit (struct gcov_unit *g, const struct chunk *chunk, size_t at,
	   struct fault *f)
{
  const char *data = (const char *) chunk->data + at;
  const struct halt_gcov *h = (const void *) data;
  uint64_t left = chunk->size - at;
  if (left < sizeof *h)
    return fault (f, "truncated: %zu bytes are no header", (size_t) left);
  if (h->magic == __builtin_bswap32 (HALT_GCOV_MAGIC))
    return fault (f, "the byte order of another machine");
  if (h->magic != HALT_GCOV_MAGIC)
    return fault (f, "not gcov's names: wrong magic number");
  if (h->version != HALT_GCOV_VERSION)
    return fault (f, "version %u, this is the reader of version %u", h->version,
		  HALT_GCOV_VERSION);
  uint64_t functions = (uint64_t) h->n_functions * sizeof *g->functions;
  if (h->size > left || h->size % 8 != 0
      || h->size < sizeof *h + functions + h->strings_size)
    return fault (f, "its sizes do not add up");
  g->header = h;
  g->functions = (const void *) (data + sizeof *h);
  g->strings = data + sizeof *h + functions;
  if (h->strings_size == 0 || g->strings[0] || g->strings[h->strings_size - 1]
      || h->place >= h->strings_size || h->name >= h->strings_size)
    return fault (f, "strings out of range");
  return true;
}

/* Find what belongs to each of the N units in LIST, which are in the order of the
   maps.  */
static bool
find_all (struct gcov_unit *list, size_t n, const struct chunks *chunks,
	  const char *file, struct fault *f)
{
  size_t found = 0;
  for (size_t c = 0; c < chunks->n; c++)
    for (size_t at = 0; at < chunks->chunks[c].size; found++)
      {
	struct gcov_unit extra, *g = found < n ? list + found : &extra;
	struct fault why;
	bool ok = view_unit (g, chunks->chunks + c, at, &why);
	if (ok && found >= n)
	  ok = fault (&why, "no unit is left that has arcs");
	else if (ok && g->header->map != g->unit->map.header->checksum)
	  ok = fault (&why, "of another map");
	if (!ok || !check_functions (g, &why))
	  return fault (f,
			"%s: unit %zu at offset %zu of " HALT_GCOV_SECTION
			": %s",
			file, found, at, why.text);
	at += (size_t) g->header->size;
      }
  return found == n
	 || fault (
	   f,
	   "%s: what gcov calls %zu of %zu units is missing: " HALT_GCOV_SECTION
	   " was removed or cut",
	   file, n - found, n);
}

ORDER (compare_places, struct gcov_unit, UP (unit->place));

bool
gcov_list (struct gcov_unit **list, size_t *n, const struct program *p,
	   struct fault *f)
{
  const struct image *im = p->debug_path ? &p->debug : &p->image;
  *n = 0;
  *list = fresh (p->n_units, sizeof **list, f);
  if (!*list)
    return false;
  for (size_t i = 0; i < p->n_units; i++)
    if (has_arcs (&p->units[i].map))
      (*list)[(*n)++] = (struct gcov_unit) { .unit = p->units + i,
					     .swapped = im->swapped };
  qsort (*list, *n, sizeof **list, compare_places);
  if (find_all (*list, *n, &im->gcovs, p->debug_path ? p->debug_path : p->path,
		f))
    return true;
  free (*list);
  *list = NULL;
  return false;
}
