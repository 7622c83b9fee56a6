/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From profiles to gcov's counters.  */

#include <stdlib.h>
#include <string.h>
#include "summarize/pgo.h"

/* gcov's counters are signed.  */
static uint64_t
add_counters (uint64_t a, uint64_t b)
{
  uint64_t sum = add_counts (a, b);
  return sum < INT64_MAX ? sum : INT64_MAX;
}

void
gcdas_release (struct gcdas *all)
{
  for (size_t i = 0; i < all->n; i++)
    {
      struct gcda *g = all->list + i;
      free (g->place);
      free (g->name);
      free (g->functions);
      free (g->n_arcs);
      free (g->counts);
    }
  free (all->list);
}

/* Fill G, which is empty, from U.  */
static bool
fill (struct gcda *g, const struct gcov_unit *u, struct fault *f)
{
  const struct map *m = &u->unit->map;
  const char *place = u->strings + u->header->place;
  const char *name = u->strings + u->header->name;
  uint32_t n = u->header->n_functions;
  g->header = *u->header;
  g->place = copy_text (place, strlen (place), f);
  g->name = g->place ? copy_text (name, strlen (name), f) : NULL;
  g->functions = g->name ? fresh (n, sizeof *g->functions, f) : NULL;
  g->n_arcs = g->functions ? fresh (n, sizeof *g->n_arcs, f) : NULL;
  if (!g->n_arcs)
    return false;
  for (uint32_t i = 0; i < n; i++)
    {
      g->functions[i] = u->functions[i];
      g->n_arcs[i] = gcov_arcs (m, m->functions + u->functions[i].function);
      g->n_counts += g->n_arcs[i];
    }
  g->counts = fresh (g->n_counts, sizeof *g->counts, f);
  return g->counts != NULL;
}

/* The file of U in ALL, which has it from now on; NULL: that cannot be.  */
static struct gcda *
find (struct gcdas *all, const struct gcov_unit *u, struct fault *f)
{
  const char *place = u->strings + u->header->place;
  for (size_t i = 0; i < all->n; i++)
    if (strcmp (all->list[i].place, place) == 0)
      {
	if (all->list[i].header.map == u->header->map
	    && all->list[i].header.checksum == u->header->checksum)
	  return all->list + i;
	fault (f,
	       "two different objects are called %s: compile them to files "
	       "with different names",
	       place);
	return NULL;
      }
  if (!another (&all->list, all->n, sizeof *all->list, f))
    return NULL;
  struct gcda *g = all->list + all->n++;
  memset (g, 0, sizeof *g);
  return fill (g, u, f) ? g : NULL;
}

/* Add the counts of U, which is JU in J, to G; *MAX is the largest at least.  */
static bool
add_unit (struct gcda *g, const struct gcov_unit *u, const struct join *j,
	  const struct joined_unit *ju, uint64_t *max, struct fault *f)
{
  const struct map *m = &u->unit->map;
  size_t at = 0;
  for (uint32_t i = 0; i < u->header->n_functions; i++)
    {
      const struct halt_map_function *fn = m->functions
					   + u->functions[i].function;
      for (uint32_t k = 0; k < fn->n_points; k++)
	{
	  const struct halt_map_point *p = m->points + fn->first_point + k;
	  if (p->kind != HALT_ARC)
	    continue;
	  const struct counted *c = join_find (j, HALT_ARC,
					       point_id (p, ju->base));
	  if (!c || c->shared)
	    return fault (f,
			  "%s: arcs share an id: let unique= give each its own",
			  function_name (m, fn));
	  g->counts[at] = add_counters (g->counts[at], c->events);
	  *max = c->events > *max ? c->events : *max;
	  at++;
	}
    }
  return true;
}

/* Add what J counts in its object number OBJECT.  */
static bool
add_object (struct gcdas *all, const struct join *j, uint32_t object,
	    struct fault *f)
{
  struct gcov_unit *list;
  size_t n;
  uint64_t max = 0;
  bool ok = true;
  if (!gcov_list (&list, &n, j->objects[object].program, f))
    return false;
  for (size_t i = 0; i < n && ok; i++)
    for (size_t k = 0; k < j->n_units && ok; k++)
      if (j->units[k].object == object && j->units[k].unit == list[i].unit)
	{
	  struct gcda *g = find (all, list + i, f);
	  ok = g && add_unit (g, list + i, j, j->units + k, &max, f);
	}
  for (size_t i = 0; i < n && ok; i++)
    {
      struct gcda *g = find (all, list + i, f);
      g->runs++;
      g->sum_max = add_counts (g->sum_max, max);
    }
  free (list);
  return ok;
}

bool
gcdas_add (struct gcdas *all, const struct program *program,
	   const struct prof *prof, const char *name, struct fault *f)
{
  struct join j;
  if (!join_open (&j, prof, name, program, f))
    return false;
  bool ok = prof->rows[HALT_ARC]
	    || fault (f,
		      "%s: no arcs were counted: compile with "
		      "-fplugin-arg-halt-at=gimple -fplugin-arg-halt-arc "
		      "-fplugin-arg-halt-count, and link libhalt.a",
		      name);
  for (uint32_t o = 0; o < prof->header->n_objects && ok; o++)
    if (j.objects[o].program)
      ok = add_object (all, &j, o, f);
    else if (j.objects[o].unresolved > 0)
      note ("%llu counts of %s remain unresolved: %s",
	    (unsigned long long) j.objects[o].unresolved, name,
	    j.objects[o].why.text);
  join_close (&j);
  return ok;
}
