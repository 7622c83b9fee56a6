/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Too many paths: cut edges step by step, each time the one, or all that lead to
   one block, that leave the fewest paths for their weight.

   There are P ways from where paths begin to an edge and W from it to where they
   end, so P * W paths go through it.  If it is cut, P end with it and W begin
   behind it.  So much less their number becomes in its part: what edges that are
   not cut hang together is one.  A part with no more paths than the limit needs
   no more cuts.  How much is gained is the logarithm of the ratio.

   Every cut counts all ways anew; a large graph has only so many.  Where they do
   not suffice, limit.c does the rest.  */

#include <float.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "blpp/graph.h"

/* Numbers of ways: that or more.  Two of them can be multiplied.  */
#define MANY ldexpl (1, LDBL_MAX_EXP / 2 - 2)

/* Arcs looked at, all cuts together.  */
#define WORK ((uint64_t) 1 << 24)

struct pruner
{
  struct blpp *b;
  uint64_t limit;
  uint32_t n, *order;		/* vertices, so that arcs lead backward */
  bool *cut;			/* arcs */
  bool *begins;			/* vertices */
  long double *from_begin, *to_end; /* of vertices */
  uint32_t *part;		/* of vertices: union-find */
  long double *paths;		/* of parts */
  uint32_t *first, *in;		/* arcs to vertices */
};

static uint32_t
find (uint32_t *part, uint32_t v)
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

/* Count all ways and find all parts.  */
static void
count_ways (struct pruner *p)
{
  const struct blpp *b = p->b;
  for (uint32_t i = 0; i < p->n; i++)
    {
      uint32_t v = p->order[i];
      long double sum = 0;
      p->part[v] = v;
      p->paths[v] = 0;
      for (uint32_t a = b->first[v]; a < b->first[v + 1]; a++)
	sum += leads_on (p, a) ? p->to_end[b->arcs[a].to] : 1;
      p->to_end[v] = at_most_many (sum);
    }
  for (uint32_t i = p->n; i-- > 0;)
    {
      uint32_t v = p->order[i];
      long double sum = p->begins[v];
      for (uint32_t k = p->first[v]; k < p->first[v + 1]; k++)
	if (leads_on (p, p->in[k]))
	  {
	    uint32_t from = b->arcs[p->in[k]].from;
	    sum += p->from_begin[from];
	    p->part[find (p->part, v)] = find (p->part, from);
	  }
      p->from_begin[v] = at_most_many (sum);
    }
  for (uint32_t i = 0; i < p->n; i++)
    if (p->begins[p->order[i]])
      p->paths[find (p->part, p->order[i])] += p->to_end[p->order[i]];
}

/* log2 (X), nearly.  */
static long double
logarithm (long double x)
{
  int exponent;
  long double rest = frexpl (x, &exponent);
  return exponent - 2 + 2 * rest;
}

/* A cut: of one arc, or of all to a vertex.  */
struct choice
{
  uint32_t arc, vertex;		/* NONE: the other */
  long double worth;
};

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
  long double paths = p->paths[find (p->part, v)], to = p->to_end[v];
  long double left = paths - from * to + from + (p->begins[v] ? 0 : to);
  if (paths <= p->limit || left >= paths)
    return 0;
  if (left < p->limit)
    left = p->limit;
  return logarithm (paths / left) / weight;
}

/* Look at the arcs to V, one by one and together.  An edge that is hardly ever
   crossed weighs LEAST all the same.  */
static void
choose (const struct pruner *p, uint32_t v, uint64_t least, struct choice *best)
{
  const struct blpp *b = p->b;
  long double from = 0, weight = 0;
  for (uint32_t k = p->first[v]; k < p->first[v + 1]; k++)
    if (can_cut (p, p->in[k]))
      {
	const struct arc *a = b->arcs + p->in[k];
	long double one = (long double) a->weight + least;
	long double x = worth (p, v, p->from_begin[a->from], one);
	if (x > best->worth)
	  *best = (struct choice) { p->in[k], NONE, x };
	from += p->from_begin[a->from];
	weight += one;
      }
  long double x = weight > 0 ? worth (p, v, at_most_many (from), weight) : 0;
  if (x > best->worth)
    *best = (struct choice) { NONE, v, x };
}

/* Cut some more; false if nothing would help.  */
static bool
cut_more (struct pruner *p, uint64_t least)
{
  struct choice best = { NONE, NONE, 0 };
  for (uint32_t i = 0; i < p->n; i++)
    choose (p, p->order[i], least, &best);
  if (best.arc != NONE)
    {
      p->cut[best.arc] = true;
      p->begins[p->b->arcs[best.arc].to] = true;
    }
  else if (best.vertex != NONE)
    {
      uint32_t v = best.vertex;
      for (uint32_t k = p->first[v]; k < p->first[v + 1]; k++)
	if (can_cut (p, p->in[k]))
	  p->cut[p->in[k]] = true;
      p->begins[v] = true;
    }
  return best.worth > 0;
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
      uint32_t v = p->order[i], part = find (p->part, v);
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
  if (!p->order || !p->cut || !p->begins || !p->from_begin || !p->to_end
      || !p->part || !p->paths || !blpp_arcs_in (b, &p->first, &p->in))
    return false;
  for (uint32_t i = b->first[n]; i < b->n_arcs; i++)
    p->begins[b->arcs[i].to] = true;
  p->n = blpp_order (b, NULL, p->order);
  return p->n != NONE;
}

static void
pruner_release (struct pruner *p)
{
  free (p->order);
  free (p->cut);
  free (p->begins);
  free (p->from_begin);
  free (p->to_end);
  free (p->part);
  free (p->paths);
  free (p->first);
  free (p->in);
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
  struct pruner p = { .b = b, .limit = limit };
  bool done = pruner_init (&p);
  if (done)
    {
      uint64_t rounds = 1 + WORK / (1 + (uint64_t) b->n_arcs);
      uint64_t least = 1 + b->entry_weight / 1024;
      count_ways (&p);
      while (rounds-- > 0 && !within (&p) && cut_more (&p, least))
	count_ways (&p);
      done = apply (&p);
    }
  pruner_release (&p);
  return done;
}
