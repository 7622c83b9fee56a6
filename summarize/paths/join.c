/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Descriptions of paths, the functions of the maps they are of, and what a
   profile has counted of them.  */

#include <stdlib.h>
#include <string.h>
#include "base/order.h"
#include "summarize/paths/paths.h"

/* --- procedures and functions ------------------------------------------- */

/* The functions of a unit by their names.  */
struct by_name
{
  const struct map *map;
  uint32_t *sorted;
  bool *taken;			/* by the number of the function */
};

static int
compare_names (const void *a, const void *b, void *map)
{
  const struct map *m = map;
  uint32_t x = *(const uint32_t *) a, y = *(const uint32_t *) b;
  int order = strcmp (m->strings + m->functions[x].name,
		      m->strings + m->functions[y].name);
  return order ? order : x < y ? -1 : x > y;
}

static bool
sort_names (struct by_name *s, const struct map *m, struct fault *f)
{
  uint32_t n = m->header->n_functions;
  s->map = m;
  s->sorted = fresh (n, sizeof *s->sorted, f);
  s->taken = fresh (n, sizeof *s->taken, f);
  if (!s->sorted || !s->taken)
    return false;
  for (uint32_t i = 0; i < n; i++)
    s->sorted[i] = i;
  qsort_r (s->sorted, n, sizeof *s->sorted, compare_names, (void *) m);
  return true;
}

/* The first function called NAME that has not been taken; UINT32_MAX if there
   is none.  */
static uint32_t
take_name (struct by_name *s, const char *name)
{
  const struct map *m = s->map;
  uint32_t low = 0, end = m->header->n_functions, high = end;
  BISECT (low, high, i,
	  strcmp (m->strings + m->functions[s->sorted[i]].name, name) < 0);
  for (; low < end; low++)
    {
      uint32_t number = s->sorted[low];
      if (strcmp (m->strings + m->functions[number].name, name) != 0)
	break;
      if (!s->taken[number])
	{
	  s->taken[number] = true;
	  return number;
	}
    }
  return UINT32_MAX;
}

/* True if code of the function can be on E, as blpp sees it.  */
static bool
edge_inside (const struct halt_map_edge *e)
{
  return e->from != HALT_BLOCK_ENTRY && e->to != HALT_BLOCK_EXIT;
}

/* Fill F->edges; false if blocks or edges of procedure and function differ.  */
static bool
match_edges (struct path_function *f, struct fault *why)
{
  const struct map *m = &f->unit->map;
  const struct halt_map_function *fn = m->functions + f->function;
  const struct halt_map_edge *edges = m->edges + fn->first_edge;
  uint32_t n = blpp_n_edges (f->paths), found = 0;
  if (blpp_n_blocks (f->paths) != fn->n_blocks)
    return fault (why, "%u blocks, but the function has %u",
		  blpp_n_blocks (f->paths), fn->n_blocks);
  f->edges = fresh (n, sizeof *f->edges, why);
  if (!f->edges)
    return false;
  for (uint32_t i = 0; i < fn->n_edges; i++)
    {
      const struct blpp_edge *e = found < n ? blpp_edge (f->paths, found)
					    : NULL;
      if (!edge_inside (edges + i))
	continue;
      if (!e || e->from + HALT_BLOCK_FIRST != edges[i].from
	  || e->to + HALT_BLOCK_FIRST != edges[i].to)
	return fault (why,
		      "edge %u is not that of the function, from block %u "
		      "to %u",
		      found, edges[i].from, edges[i].to);
      f->edges[found++] = i;
    }
  return found == n
	 || fault (why, "%u edges, but the function has %u", n, found);
}

/* --- reading ------------------------------------------------------------ */

static void
release_function (struct path_function *f)
{
  FREE_ALL (f->edges, f->lines, f->code, f->counts, f->insns);
}

/* Take back the last one.  */
static void
drop (struct paths *s)
{
  release_function (s->functions + --s->n_functions);
}

/* Add the functions that the procedures of D are.  */
static bool
add_procedures (struct paths *s, const struct joined_unit *ju,
		const struct blpp_description *d, struct by_name *names,
		struct fault *f)
{
  const struct unit *u = ju->unit;
  uint64_t n_ids = u->map.header->n_ids;
  for (size_t i = 0; i < d->n; i++)
    {
      const struct blpp_procedure *p = d->procedures + i;
      uint32_t number = take_name (names, p->name),
	       regions = blpp_n_regions (p->paths);
      struct fault why;
      if (number == UINT32_MAX)
	return fault (f, "procedure %s: the map has no such function", p->name);
      if (p->id > n_ids || regions > n_ids - p->id)
	return fault (f, "procedure %s: id %llu out of range", p->name,
		      (unsigned long long) p->id);
      if (!another (&s->functions, s->n_functions, sizeof *s->functions, f))
	return false;
      struct path_function *function = s->functions + s->n_functions++;
      *function = (struct path_function) {
	.unit = u,
	.function = number,
	.object = ju->object,
	.number = ju->first_function + number,
	.id = ju->base + p->id,
	.paths = p->paths
      };
      if (!match_edges (function, &why))
	return fault (f, "procedure %s: %s", p->name, why.text);
      if (!paths_find_code (function, f))
	return false;
      if (u->discarded[number])
	drop (s);
    }
  return true;
}

/* Read the description D of JU.  */
static bool
add_unit (struct paths *s, const struct described *d,
	  const struct joined_unit *ju, struct fault *f)
{
  const struct map *m = &d->unit->map;
  struct blpp_description *read;
  struct blpp_fault line;
  struct by_name names;
  struct fault why;
  if (!another (&s->descriptions, s->n_descriptions, sizeof *s->descriptions,
		f))
    return false;
  read = s->descriptions + s->n_descriptions++;
  memset (read, 0, sizeof *read);
  s->gimple = m->header->flags & HALT_UNIT_GIMPLE;
  if (blpp_read (read, d->text, d->size, &line) < 0)
    return fault (f, "description of the paths of %s is damaged: line %zu: %s",
		  m->strings + m->header->source, line.line, line.reason);
  bool ok = (sort_names (&names, m, &why)
	     && add_procedures (s, ju, read, &names, &why))
	    || fault (f, "paths of %s: %s", m->strings + m->header->source,
		      why.text);
  free (names.sorted);
  free (names.taken);
  return ok;
}

bool
paths_read (struct paths *s, const struct program *p, struct fault *f)
{
  struct described *list;
  struct fault why;
  size_t n;
  memset (s, 0, sizeof *s);
  if (!paths_list (&list, &n, p, f))
    return false;
  bool ok = true;
  for (size_t i = 0; ok && i < n; i++)
    {
      struct joined_unit alone = { .unit = list[i].unit,
				   .base = list[i].unit->base };
      ok = add_unit (s, list + i, &alone, &why)
	   || fault (f, "%s: %s", p->path, why.text);
    }
  free (list);
  return ok;
}

void
paths_release (struct paths *s)
{
  for (size_t i = 0; i < s->n_functions; i++)
    release_function (s->functions + i);
  for (size_t i = 0; i < s->n_descriptions; i++)
    blpp_description_release (s->descriptions + i);
  FREE_ALL (s->functions, s->descriptions, s->of);
  memset (s, 0, sizeof *s);
}

/* --- counts ------------------------------------------------------------- */

/* Take the rows of F, of a profile of that name.  */
static bool
take_rows (struct path_function *f, const struct prof *prof,
	   const char *profile, struct fault *why)
{
  uint32_t regions = blpp_n_regions (f->paths);
  uint64_t first = prof_lower (prof, HALT_PATH_SUM_READ, f->id);
  uint64_t end = prof_lower (prof, HALT_PATH_SUM_READ, f->id + regions);
  f->counts = fresh (end - first, sizeof *f->counts, why);
  if (!f->counts)
    return false;
  for (uint64_t i = first; i < end; i++)
    {
      const uint64_t *row = prof->rows[HALT_PATH_SUM_READ] + 3 * i;
      struct blpp_count c = { (uint32_t) (row[0] - f->id), row[1], row[2] };
      if (c.id >= blpp_n_paths (f->paths, c.region))
	return fault (why,
		      "%s: path %llu of %s in region %u is out of range: "
		      "there are %llu",
		      profile, (unsigned long long) c.id,
		      function_name (&f->unit->map,
				     f->unit->map.functions + f->function),
		      c.region,
		      (unsigned long long) blpp_n_paths (f->paths, c.region));
      f->counts[f->n++] = c;
      f->executions = add_counts (f->executions, c.n);
    }
  return true;
}

/* Sort what was counted of F, costliest first.  */
static bool
rank_paths (struct path_function *f, struct fault *why)
{
  const struct map *m = &f->unit->map;
  const struct halt_map_function *fn = m->functions + f->function;
  uint64_t *cost = fresh (fn->n_blocks, sizeof *cost, why);
  f->insns = fresh (f->n, sizeof *f->insns, why);
  bool ok = cost && f->insns;
  for (uint32_t b = 0; ok && b < fn->n_blocks; b++)
    cost[b] = m->blocks[fn->first_block + b].n_insns;
  if (ok && f->n > 0
      && blpp_sort (f->paths, f->counts, f->n, cost, f->insns) < 0)
    ok = fault (why, "cannot sort the paths of %s: %m", m->strings + fn->name);
  for (size_t i = 0; ok && i < f->n; i++)
    f->total = add_counts (f->total, f->insns[i]);
  free (cost);
  return ok;
}

ORDER (compare_functions, struct path_function, DOWN (total) ?: UP (id));

/* Add the units of object NUMBER.  */
static bool
add_object (struct paths *s, const struct join *j, uint32_t number,
	    struct fault *f)
{
  const struct program *p = j->objects[number].program;
  struct described *list;
  struct fault why;
  size_t n, k = 0;
  bool ok = true;
  if (!paths_list (&list, &n, p, f))
    return false;
  /* The units of the object need not be in the order of their addresses.  */
  for (size_t i = 0; ok && i < j->n_units; i++)
    {
      const struct joined_unit *ju = j->units + i;
      if (ju->object != number
	  || !(ju->unit->map.header->flags & HALT_MAP_PATHS))
	continue;
      for (k = 0; list[k].unit != ju->unit; k++)
	;
      ok = add_unit (s, list + k, ju, &why)
	   || fault (f, "%s: %s", p->path, why.text);
    }
  free (list);
  return ok;
}

bool
paths_join (struct paths *s, const struct join *j, const char *profile,
	    struct fault *f)
{
  uint64_t explained = 0;
  memset (s, 0, sizeof *s);
  for (uint32_t i = 0; i < j->prof->header->n_objects; i++)
    if (j->objects[i].program && !add_object (s, j, i, f))
      return false;
  for (size_t i = 0; i < s->n_functions; i++)
    {
      if (!take_rows (s->functions + i, j->prof, profile, f)
	  || !rank_paths (s->functions + i, f))
	return false;
      explained += s->functions[i].n;
      s->total = add_counts (s->total, s->functions[i].total);
    }
  s->strays = j->path_rows > explained ? j->path_rows - explained : 0;
  if (s->n_functions > 0)
    qsort (s->functions, s->n_functions, sizeof *s->functions,
	   compare_functions);
  s->of = fresh (j->n_functions, sizeof *s->of, f);
  for (size_t i = 0; s->of && i < s->n_functions; i++)
    s->of[s->functions[i].number] = s->functions + i;
  return s->of;
}

unsigned __int128
paths_possible (const struct path_function *f)
{
  unsigned __int128 sum = 0;
  for (uint32_t r = 0; r < blpp_n_regions (f->paths); r++)
    sum += blpp_n_paths (f->paths, r);
  return sum;
}

bool
paths_get (const struct path_function *f, uint32_t region, uint64_t id,
	   struct blpp_path *path, struct fault *why)
{
  return blpp_path (f->paths, region, id, path) == 0
	 || fault (why, "cannot follow path %llu: %m", (unsigned long long) id);
}
