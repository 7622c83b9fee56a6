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
      free (g->n_tallies);
      for (size_t k = 0; k < g->n_all_tallies; k++)
	free (g->tallies[k].times);
      free (g->tallies);
    }
  free (all->list);
}

/* Make the tallies of function number I of G, which is FN of M; true if there is
   memory.  */
static bool
make_tallies (struct gcda *g, uint32_t i, const struct map *m,
	      const struct halt_map_function *fn, struct fault *f)
{
  for (uint32_t k = 0; k < fn->n_points; k++)
    {
      uint32_t counters = gcov_counters (m, m->points + fn->first_point + k);
      if (!counters)
	continue;
      if (!another (&g->tallies, g->n_all_tallies, sizeof *g->tallies, f))
	return false;
      g->tallies[g->n_all_tallies++] = (struct tally) { counters, 0, NULL };
      g->n_tallies[i]++;
    }
  return true;
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
  g->n_tallies = g->n_arcs ? fresh (n, sizeof *g->n_tallies, f) : NULL;
  if (!g->n_tallies)
    return false;
  /* Functions that gcov forgets have made it know their counters.  */
  for (uint32_t i = 0; i < m->header->n_points; i++)
    g->counters |= gcov_counters (m, m->points + i);
  for (uint32_t i = 0; i < n; i++)
    {
      g->functions[i] = u->functions[i];
      g->n_arcs[i] = gcov_arcs (m, m->functions + u->functions[i].function);
      g->n_counts += g->n_arcs[i];
      if (!make_tallies (g, i, m, m->functions + u->functions[i].function, f))
	return false;
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

/* Add the N ROWS of a profile, (id, value, count) each, to T.  */
static bool
add_times (struct tally *t, const uint64_t *rows, uint64_t n, struct fault *f)
{
  struct times *all = fresh (t->n + n, sizeof *all, f);
  uint32_t a = 0, end = 0;
  if (!all)
    return false;
  for (uint64_t b = 0; a < t->n || b < n;)
    {
      uint64_t mine = a < t->n ? t->times[a].value : 0;
      uint64_t other = b < n ? rows[3 * b + 1] : 0;
      bool take = a < t->n && (b >= n || mine <= other);
      bool both = a < t->n && b < n && mine == other;
      all[end] = take ? t->times[a] : (struct times) { other, 0 };
      a += take;
      if (!take || both)
	all[end].n = add_counters (all[end].n, rows[3 * b++ + 2]);
      end++;
    }
  free (t->times);
  t->times = all;
  t->n = end;
  return true;
}

/* A function that was executed, and when.  */
struct first
{
  uint64_t order;
  struct tally *tally;
};

struct firsts
{
  struct first *list;
  size_t n;
};

static int
compare_firsts (const void *a, const void *b)
{
  const struct first *x = a, *y = b;
  return x->order < y->order ? -1 : x->order > y->order;
}

/* Those of one object and run are known: their places among each other.  Of those of
   several runs the first counts.  */
static bool
add_firsts (struct firsts *all, struct fault *f)
{
  bool ok = true;
  qsort (all->list, all->n, sizeof *all->list, compare_firsts);
  for (size_t i = 0; i < all->n && ok; i++)
    {
      struct tally *t = all->list[i].tally;
      if (t->n == 0 && (t->times = fresh (1, sizeof *t->times, f)))
	t->times[t->n++].value = i + 1;
      ok = t->n > 0;
      if (ok && i + 1 < t->times->value)
	t->times->value = i + 1;
    }
  return ok;
}

/* Add what came at P, which is of JU in J, to T.  */
static bool
add_point (struct tally *t, const struct halt_map_point *p,
	   const struct join *j, const struct joined_unit *ju,
	   struct firsts *firsts, struct fault *f)
{
  uint64_t n;
  const uint64_t *rows = prof_find (j->prof, p->kind, point_id (p, ju->base),
				    &n);
  if (!rows || n == 0)
    return true;
  if (p->kind != HALT_FIRST)
    return add_times (t, rows, n, f);
  if (!another (&firsts->list, firsts->n, sizeof *firsts->list, f))
    return false;
  firsts->list[firsts->n++] = (struct first) { rows[1], t };
  return true;
}

/* Add the counts of U, which is JU in J, to G; *MAX is the largest at least.  */
static bool
add_unit (struct gcda *g, const struct gcov_unit *u, const struct join *j,
	  const struct joined_unit *ju, uint64_t *max, struct firsts *firsts,
	  struct fault *f)
{
  const struct map *m = &u->unit->map;
  size_t at = 0;
  struct tally *tally = g->tallies;
  for (uint32_t i = 0; i < u->header->n_functions; i++)
    {
      const struct halt_map_function *fn = m->functions
					   + u->functions[i].function;
      for (uint32_t k = 0; k < fn->n_points; k++)
	{
	  const struct halt_map_point *p = m->points + fn->first_point + k;
	  if (gcov_counters (m, p) && !add_point (tally++, p, j, ju, firsts, f))
	    return false;
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
  struct firsts firsts = { NULL, 0 };
  bool ok = true;
  if (!gcov_list (&list, &n, j->objects[object].program, f))
    return false;
  for (size_t i = 0; i < n && ok; i++)
    for (size_t k = 0; k < j->n_units && ok; k++)
      if (j->units[k].object == object && j->units[k].unit == list[i].unit)
	{
	  struct gcda *g = find (all, list + i, f);
	  ok = g && add_unit (g, list + i, j, j->units + k, &max, &firsts, f);
	}
  for (size_t i = 0; i < n && ok; i++)
    {
      struct gcda *g = find (all, list + i, f);
      g->runs++;
      g->sum_max = add_counts (g->sum_max, max);
    }
  ok = ok && add_firsts (&firsts, f);
  free (firsts.list);
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
