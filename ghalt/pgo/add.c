/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From profiles to gcov's counters.  */

#include <stdlib.h>
#include <string.h>
#include "base/order.h"
#include "report/show/show.h"
#include "summarize/pgo/pgo.h"

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
      FREE_ALL (g->place, g->name, g->functions, g->n_arcs, g->counts,
		g->n_tallies);
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
      g->tallies[g->n_all_tallies++] = (struct tally) { .counters = counters };
      g->n_tallies[i]++;
    }
  return true;
}

/* Fill G, which is empty, from U.  */
static bool
fill_gcda (struct gcda *g, const struct gcov_unit *u, struct fault *f)
{
  const struct map *m = &u->unit->map;
  const char *place = u->strings + u->header->place;
  const char *name = u->strings + u->header->name;
  uint32_t n = u->header->n_functions;
  g->header = *u->header;
  g->swapped = u->swapped;
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
find_gcda (struct gcdas *all, const struct gcov_unit *u, struct fault *f)
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
  return fill_gcda (g, u, f) ? g : NULL;
}

/* Add FROM to T.  */
static bool
add_tally (struct tally *t, const struct tally *from, struct fault *f)
{
  struct times *all = fresh (t->n + (size_t) from->n, sizeof *all, f);
  const struct times *a = t->times, *b = from->times;
  const struct times *a_end = a + t->n, *b_end = b + from->n;
  uint32_t n = 0;
  if (!all)
    return false;
  while (a < a_end || b < b_end)
    {
      bool mine = a < a_end && (b == b_end || a->value <= b->value);
      bool both = mine && b < b_end && a->value == b->value;
      all[n] = mine ? *a++ : *b++;
      if (both)
	all[n].n = add_counters (all[n].n, b++->n);
      n++;
    }
  free (t->times);
  t->times = all;
  t->n = n;
  t->others = add_counters (t->others, from->others);
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

ORDER (compare_firsts, struct first, UP (order));

/* Those of one object and run are known: their places among each other.  Of those of
   several runs the first counts.  */
static bool
add_firsts (struct firsts *all, struct fault *f)
{
  bool ok = true;
  if (all->n > 0)
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

/* Fill T, which is empty, with the values that were counted at P, a point of JU in J.  */
static bool
read_tally (struct tally *t, const struct halt_map_point *p,
	    const struct join *j, const struct joined_unit *ju, struct fault *f)
{
  uint64_t n;
  const uint64_t *rows = prof_find (j->prof, p->kind, point_id (p, ju->base),
				    &n);
  t->counters = gcov_counters (&ju->unit->map, p);
  t->times = rows ? fresh (n, sizeof *t->times, f) : NULL;
  if (rows && !t->times)
    return false;
  t->n = rows ? (uint32_t) n : 0;
  for (uint32_t i = 0; i < t->n; i++)
    t->times[i] = (struct times) { rows[3 * i + 1], rows[3 * i + 2] };
  return true;
}

/* What one profile counts in a function.  */
struct counts
{
  uint64_t *arcs;
  uint32_t n_arcs;
  struct tally *tallies;
  uint32_t n_tallies;
};

static void
counts_release (struct counts *c)
{
  for (uint32_t i = 0; i < c->n_tallies && c->tallies; i++)
    free (c->tallies[i].times);
  free (c->tallies);
  free (c->arcs);
}

/* Fill C, of which the numbers are known, from function NUMBER of JU in J.  */
static bool
read_counts (struct counts *c, const struct join *j,
	     const struct joined_unit *ju, uint32_t number, struct fault *f)
{
  const struct map *m = &ju->unit->map;
  const struct halt_map_function *fn = m->functions + number;
  uint32_t at = 0, tally = 0;
  c->arcs = fresh (c->n_arcs, sizeof *c->arcs, f);
  c->tallies = c->arcs ? fresh (c->n_tallies, sizeof *c->tallies, f) : NULL;
  if (!c->tallies)
    return false;
  for (uint32_t k = 0; k < fn->n_points; k++)
    {
      const struct halt_map_point *p = m->points + fn->first_point + k;
      if (gcov_counters (m, p)
	  && !read_tally (c->tallies + tally++, p, j, ju, f))
	return false;
      if (!gcov_counts (p))
	continue;
      const struct counted *e = join_find (j, HALT_ARC, point_id (p, ju->base));
      if (!e || e->shared)
	return fault (f, "%s: arcs share an id: let unique= give each its own",
		      function_name (m, fn));
      c->arcs[at++] = e->events;
    }
  return true;
}

/* Add C to the arcs and tallies of a function; nothing, if that would be too large.  */
static bool
add_counts_to (uint64_t *arcs, struct tally *tallies, const struct counts *c,
	       struct firsts *firsts, struct fault *f)
{
  unsigned __int128 sum = 0;
  for (uint32_t i = 0; i < c->n_arcs; i++)
    sum += (unsigned __int128) arcs[i] + c->arcs[i];
  if (sum > GCOV_MOST)
    return true;
  for (uint32_t i = 0; i < c->n_arcs; i++)
    arcs[i] += c->arcs[i];
  for (uint32_t i = 0; i < c->n_tallies; i++)
    {
      const struct tally *t = c->tallies + i;
      if (!(t->counters & 1u << GCOV_TIME))
	{
	  if (!add_tally (tallies + i, t, f))
	    return false;
	  continue;
	}
      if (t->n == 0)
	continue;
      if (!another (&firsts->list, firsts->n, sizeof *firsts->list, f))
	return false;
      firsts->list[firsts->n++] = (struct first) { t->times->value,
						   tallies + i };
    }
  return true;
}

/* Add the counts of U, which is JU in J, to G; *MAX is the largest at least.  */
static bool
add_unit (struct gcda *g, const struct gcov_unit *u, const struct join *j,
	  const struct joined_unit *ju, uint64_t *max, struct firsts *firsts,
	  struct fault *f)
{
  uint64_t *arcs = g->counts;
  struct tally *tallies = g->tallies;
  bool ok = true;
  for (uint32_t i = 0; i < u->header->n_functions && ok; i++)
    {
      struct counts c = {
	.n_arcs = g->n_arcs[i], .n_tallies = g->n_tallies[i]
      };
      uint32_t number = u->functions[i].function;
      ok = read_counts (&c, j, ju, number, f)
	   && gcov_settle (ju, number, c.arcs, c.n_arcs, c.tallies, f)
	   && add_counts_to (arcs, tallies, &c, firsts, f);
      for (uint32_t k = 0; k < c.n_arcs && ok; k++)
	*max = c.arcs[k] > *max ? c.arcs[k] : *max;
      counts_release (&c);
      arcs += g->n_arcs[i];
      tallies += g->n_tallies[i];
    }
  return ok;
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
	  struct gcda *g = find_gcda (all, list + i, f);
	  ok = g && add_unit (g, list + i, j, j->units + k, &max, &firsts, f);
	}
  for (size_t i = 0; i < n && ok; i++)
    {
      struct gcda *g = find_gcda (all, list + i, f);
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
      {
	struct fault why;
	say_unresolved (&why, j.objects[o].unresolved, name,
			j.objects[o].why.text);
	note ("%s", why.text);
      }
  join_close (&j);
  return ok;
}
