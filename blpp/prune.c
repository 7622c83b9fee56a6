/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Too many paths: cut edges step by step, each time the one, or all that lead to
   one block, that leave the fewest paths for their weight.

   There are P ways from where paths begin to an edge and W from it to where they
   end, so P * W paths go through it.  If it is cut, P end with it and W begin
   behind it.  So much less their number becomes in its part: what edges that are
   not cut hang together is one.  A part with no more paths than the limit needs
   no more cuts.  How much is gained is the logarithm of the ratio.

   A cut counts the ways of its part anew, which falls into smaller ones.  Where so much
   work does not suffice, limit.c does the rest.  */

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "blpp/graph.h"

/* Numbers of ways: that or more.  Two of them can be multiplied.  */
#define MANY ldexpl (1, LDBL_MAX_EXP / 2 - 2)

/* Arcs looked at, all cuts together.  */
#define WORK ((uint64_t) 1 << 24)

/* A cut: of one arc, or of all to a vertex.  */
struct choice
{
  uint32_t arc, vertex;		/* NONE: the other */
  long double worth;
};

/* Some of the vertices, which hang together.  */
struct part
{
  uint32_t first, n;		/* of grouped */
  struct choice best;
};

struct pruner
{
  struct blpp *b;
  uint64_t limit, least;
  uint32_t n, *order;		/* vertices, so that arcs lead backward */
  uint32_t *grouped, *spare;	/* the same part by part */
  uint32_t *slot;		/* of vertices that stand for a part: its number */
  struct part *parts;
  uint32_t n_parts;
  uint64_t work;		/* arcs looked at */
  bool *cut;			/* arcs */
  bool *begins;			/* vertices */
  long double *from_begin, *to_end; /* of vertices */
  uint32_t *part;		/* of vertices: union-find */
  long double *paths;		/* of parts */
  uint32_t *first, *in;		/* arcs to vertices */
};

static uint32_t
find_part (uint32_t *part, uint32_t v)
{
  while (part[v] != v)
    v = part[v] = part[part[v]];
  return v;
}

static long double
at_most_many (long double x)
{
  return x < MANY ? x : MANY;
}

static bool
leads_on (const struct pruner *p, uint32_t i)
{
  return is_step (p->b->arcs + i) && !p->cut[i];
}

/* Count the ways in WHERE, and find the parts that it falls into.  */
static void
count_ways (struct pruner *p, const struct part *where)
{
  const struct blpp *b = p->b;
  const uint32_t *order = p->grouped + where->first;
  for (uint32_t i = 0; i < where->n; i++)
    {
      uint32_t v = order[i];
      long double sum = 0;
      p->part[v] = v;
      p->paths[v] = 0;
      p->work += b->first[v + 1] - b->first[v];
      for (uint32_t a = b->first[v]; a < b->first[v + 1]; a++)
	sum += leads_on (p, a) ? p->to_end[b->arcs[a].to] : 1;
      p->to_end[v] = at_most_many (sum);
    }
  for (uint32_t i = where->n; i-- > 0;)
    {
      uint32_t v = order[i];
      long double sum = p->begins[v];
      for (uint32_t k = p->first[v]; k < p->first[v + 1]; k++)
	if (leads_on (p, p->in[k]))
	  {
	    uint32_t from = b->arcs[p->in[k]].from;
	    sum += p->from_begin[from];
	    p->part[find_part (p->part, v)] = find_part (p->part, from);
	  }
      p->from_begin[v] = at_most_many (sum);
    }
  for (uint32_t i = 0; i < where->n; i++)
    if (p->begins[order[i]])
      p->paths[find_part (p->part, order[i])] += p->to_end[order[i]];
}

/* log2 (X), nearly.  */
static long double
logarithm (long double x)
{
  int exponent;
  long double rest = frexpl (x, &exponent);
  return exponent - 2 + 2 * rest;
}

static bool
can_cut (const struct pruner *p, uint32_t i)
{
  const struct arc *a = p->b->arcs + i;
  return a->kind == ARC_EDGE && !a->bound && !p->cut[i];
}

/* What it would bring, for its weight, to cut edges of WEIGHT to vertex V, to which
   FROM ways lead; 0: nothing.  */
static long double
worth (const struct pruner *p, uint32_t v, long double from, long double weight)
{
  long double paths = p->paths[find_part (p->part, v)], to = p->to_end[v];
  long double left = paths - from * to + from + (p->begins[v] ? 0 : to);
  if (paths <= p->limit || left >= paths)
    return 0;
  if (left < p->limit)
    left = p->limit;
  return logarithm (paths / left) / weight;
}

static void
take_better (struct choice *best, struct choice other)
{
  if (other.worth > best->worth)
    *best = other;
}

/* Look at the arcs to V, one by one and together.  An edge that is hardly ever
   crossed weighs the least all the same.  */
static void
choose_arc (const struct pruner *p, uint32_t v, struct choice *best)
{
  const struct blpp *b = p->b;
  long double from = 0, weight = 0;
  for (uint32_t k = p->first[v]; k < p->first[v + 1]; k++)
    if (can_cut (p, p->in[k]))
      {
	const struct arc *a = b->arcs + p->in[k];
	long double one = (long double) a->weight + p->least;
	take_better (best, (struct choice) {
			     p->in[k], NONE,
			     worth (p, v, p->from_begin[a->from], one) });
	from += p->from_begin[a->from];
	weight += one;
      }
  if (weight > 0)
    take_better (best, (struct choice) {
			 NONE, v, worth (p, v, at_most_many (from), weight) });
}

/* All paths of a part lead through V.  */
static void
choose_narrow (const struct pruner *p, uint32_t v, struct choice *best)
{
  long double from = 0, to = p->to_end[v], weight = 0;
  for (uint32_t k = p->first[v]; k < p->first[v + 1]; k++)
    if (can_cut (p, p->in[k]))
      {
	from += p->from_begin[p->b->arcs[p->in[k]].from];
	weight += (long double) p->b->arcs[p->in[k]].weight + p->least;
      }
  from = at_most_many (from);
  if (from > 1 && to > 1 && !p->begins[v])
    take_better (best,
		 (struct choice) {
		   NONE, v, logarithm (from * to / (from + to)) / weight });
}

/* A part with more paths than can be counted is cut where no arc passes by: it mostly is a
   sequence of statements.  */
static void
choose_in_sequence (struct pruner *p, const struct part *part,
		    struct choice *best)
{
  const struct blpp *b = p->b;
  const uint32_t *order = p->grouped + part->first;
  uint32_t *at = p->slot, *passed = p->spare, by = 0;
  for (uint32_t i = 0; i < part->n; i++)
    {
      at[order[i]] = i;
      passed[i] = 0;
    }
  for (uint32_t i = 0; i < part->n; i++)
    for (uint32_t a = b->first[order[i]]; a < b->first[order[i] + 1]; a++)
      if (leads_on (p, a))
	{
	  passed[at[b->arcs[a].to] + 1]++;
	  passed[i]--;
	}
  for (uint32_t i = 0; i < part->n; i++)
    {
      by += passed[i];
      if (by == 0)
	choose_narrow (p, order[i], best);
    }
}

/* Make parts of what part INDEX falls into, and look for the best cut of each.  */
static void
divide (struct pruner *p, uint32_t index)
{
  const struct part whole = p->parts[index];
  uint32_t *grouped = p->grouped + whole.first, at = whole.first;
  uint32_t before = p->n_parts;
  count_ways (p, &whole);
  for (uint32_t i = 0; i < whole.n; i++)
    p->slot[grouped[i]] = NONE;
  p->parts[index].n = 0;
  for (uint32_t i = 0; i < whole.n; i++)
    {
      uint32_t *slot = p->slot + find_part (p->part, grouped[i]);
      if (*slot == NONE)
	*slot = i == 0 ? index : p->n_parts++;
      p->parts[*slot].n++;
    }
  for (uint32_t i = index; i < p->n_parts; i = i < before ? before : i + 1)
    {
      p->parts[i].first = at;
      at += p->parts[i].n;
      p->parts[i].n = 0;
    }
  for (uint32_t i = 0; i < whole.n; i++)
    {
      struct part *to = p->parts + p->slot[find_part (p->part, grouped[i])];
      p->spare[to->first + to->n++] = grouped[i];
    }
  memcpy (grouped, p->spare + whole.first, whole.n * sizeof *grouped);
  for (uint32_t i = index; i < p->n_parts; i = i < before ? before : i + 1)
    {
      struct part *part = p->parts + i;
      part->best = (struct choice) { NONE, NONE, 0 };
      if (p->paths[find_part (p->part, p->grouped[part->first])] >= MANY)
	choose_in_sequence (p, part, &part->best);
      bool found = part->best.worth > 0;
      for (uint32_t k = 0; k < part->n && !found; k++)
	choose_arc (p, p->grouped[part->first + k], &part->best);
    }
}

/* Cut some more; false if nothing would help.  */
static bool
cut_more (struct pruner *p)
{
  uint32_t index = 0;
  for (uint32_t i = 1; i < p->n_parts; i++)
    if (p->parts[i].best.worth > p->parts[index].best.worth)
      index = i;
  const struct choice best = p->parts[index].best;
  if (best.worth <= 0)
    return false;
  uint32_t v = best.arc != NONE ? p->b->arcs[best.arc].to : best.vertex;
  for (uint32_t k = p->first[v]; k < p->first[v + 1]; k++)
    if (best.arc == NONE ? can_cut (p, p->in[k]) : p->in[k] == best.arc)
      p->cut[p->in[k]] = true;
  p->begins[v] = true;
  divide (p, index);
  return true;
}

static bool
within (const struct pruner *p)
{
  for (uint32_t i = 0; i < p->n; i++)
    if (p->paths[p->order[i]] > p->limit)
      return false;
  return true;
}

/* REGION[v] of vertices: parts are put together as long as their paths are not too
   many.  How many regions.  */
static uint32_t
make_regions (struct pruner *p, uint32_t *region)
{
  uint32_t n = 0;
  long double sum = 0;
  memset (region, 0xff, p->b->n_vertices * sizeof *region);
  for (uint32_t i = p->n; i-- > 0;)
    {
      uint32_t v = p->order[i], part = find_part (p->part, v);
      if (region[part] == NONE)
	{
	  if (n == 0 || sum + p->paths[part] > p->limit)
	    {
	      n++;
	      sum = 0;
	    }
	  sum += p->paths[part];
	  region[part] = n - 1;
	}
      region[v] = region[part];
    }
  return n;
}

static bool
pruner_init (struct pruner *p)
{
  struct blpp *b = p->b;
  size_t n = b->n_vertices;
  p->order = blpp_zeroed (n, sizeof *p->order);
  p->cut = blpp_zeroed (b->n_arcs, sizeof *p->cut);
  p->begins = blpp_zeroed (n, sizeof *p->begins);
  p->from_begin = blpp_zeroed (n, sizeof *p->from_begin);
  p->to_end = blpp_zeroed (n, sizeof *p->to_end);
  p->part = blpp_zeroed (n, sizeof *p->part);
  p->paths = blpp_zeroed (n, sizeof *p->paths);
  p->grouped = blpp_zeroed (n, sizeof *p->grouped);
  p->spare = blpp_zeroed (n, sizeof *p->spare);
  p->slot = blpp_zeroed (n, sizeof *p->slot);
  p->parts = blpp_zeroed (n, sizeof *p->parts);
  if (!p->order || !p->cut || !p->begins || !p->from_begin || !p->to_end
      || !p->part || !p->paths || !p->grouped || !p->spare || !p->slot
      || !p->parts || !blpp_arcs_in (b, &p->first, &p->in))
    return false;
  for (uint32_t i = b->first[n]; i < b->n_arcs; i++)
    p->begins[b->arcs[i].to] = true;
  p->n = blpp_order (b, NULL, p->order);
  if (p->n == NONE)
    return false;
  memcpy (p->grouped, p->order, p->n * sizeof *p->order);
  p->n_parts = 1;
  p->parts[0].n = p->n;
  return true;
}

static void
pruner_release (struct pruner *p)
{
  FREE_ALL (p->order, p->cut, p->begins, p->from_begin, p->to_end, p->part,
	    p->paths, p->grouped, p->spare, p->slot, p->parts, p->first, p->in);
}

/* Cut what is to be cut in the graph, with regions if all is within the
   limit.  */
static bool
apply (struct pruner *p)
{
  struct blpp *b = p->b;
  uint32_t n = 1, *region = NULL;
  for (uint32_t i = 0; i < b->n_arcs; i++)
    if (p->cut[i])
      b->role[b->arcs[i].item] = BLPP_ENDS;
  if (within (p))
    {
      region = blpp_zeroed (b->n_vertices, sizeof *region);
      if (!region)
	return false;
      n = make_regions (p, region);
    }
  bool done = blpp_arcs (b, region, n);
  free (region);
  return done;
}

bool
blpp_prune (struct blpp *b, uint64_t limit)
{
  struct pruner p = {
    .b = b, .limit = limit, .least = 1 + b->entry_weight / 1024
  };
  bool done = pruner_init (&p);
  if (done)
    {
      divide (&p, 0);
      while (p.work < WORK && cut_more (&p))
	continue;
      done = apply (&p);
    }
  pruner_release (&p);
  return done;
}
