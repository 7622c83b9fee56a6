/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Event counting: a spanning tree of arcs that need no code, and what the
   other arcs, the chords, must add so that the sum along every path stays
   what it was.

   Every vertex v has a potential p(v), a root 0, such that the values of a
   tree arc u -> v is p(v) - p(u).  A chord u -> v with value x adds
   p(u) + x - p(v).  Along a path potentials cancel.  The tree is Kruskal's; it
   keeps potentials relative to a representative (union-find with
   differences).  All modulo 2^64.  */

#include <stdlib.h>

#include "base/order.h"
#include "blpp/graph.h"

struct forest
{
  uint32_t *parent;
  uint64_t *above;		/* potential less the parent's */
  uint8_t *rank;
};

/* The representative of V; *P becomes V's potential less that one's.  */
static uint32_t
find_root (struct forest *f, uint32_t v, uint64_t *p)
{
  *p = 0;
  while (f->parent[v] != v)
    {
      uint32_t up = f->parent[v];
      if (f->parent[up] != up)
	{
	  f->above[v] += f->above[up];
	  f->parent[v] = f->parent[up];
	}
      *p += f->above[v];
      v = f->parent[v];
    }
  return v;
}

/* Make p(TO) - p(FROM) VALUE; false if both are connected already.  */
static bool
connect (struct forest *f, uint32_t from, uint32_t to, uint64_t value)
{
  uint64_t p, q;
  uint32_t u = find_root (f, from, &p), v = find_root (f, to, &q);
  if (u == v)
    return false;
  uint64_t above = p + value - q; /* p(v) - p(u) */
  if (f->rank[u] >= f->rank[v])
    {
      f->parent[v] = u;
      f->above[v] = above;
      f->rank[u] += f->rank[u] == f->rank[v];
    }
  else
    {
      f->parent[u] = v;
      f->above[u] = -above;
    }
  return true;
}

/* --- order of arcs ------------------------------------------------------ */

struct key
{
  uint64_t weight;
  uint32_t bound, arc;
};

ORDER (compare_keys, struct key, DOWN (bound) ?: DOWN (weight) ?: UP (arc));

static void
sort_arcs (const struct blpp *b, bool light, struct key *keys)
{
  for (uint32_t i = 0; i < b->n_arcs; i++)
    {
      const struct arc *a = b->arcs + i;
      uint64_t weight = light && !is_step (a) ? 0 : a->weight;
      keys[i] = (struct key) { weight, a->bound, i };
    }
  qsort (keys, b->n_arcs, sizeof *keys, compare_keys);
}

/* The ends of A; a region's root comes after all vertices.  */
static void
ends_of (const struct blpp *b, const struct arc *a, uint32_t *from,
	 uint32_t *to)
{
  uint32_t vertex = a->from != NONE ? a->from : a->to;
  uint32_t root = b->n_vertices + b->region[vertex];
  *from = a->from != NONE ? a->from : root;
  *to = a->to != NONE ? a->to : root;
}

bool
blpp_tree (const struct blpp *b, bool light, uint64_t *increment, bool *chord)
{
  size_t n = (size_t) b->n_vertices + b->n_regions;
  struct key *keys = blpp_zeroed (b->n_arcs, sizeof *keys);
  struct forest f = {
    blpp_zeroed (n, sizeof *f.parent), blpp_zeroed (n, sizeof *f.above),
    blpp_zeroed (n, 1)
  };
  bool done = keys && f.parent && f.above && f.rank;
  if (done)
    {
      uint32_t from, to;
      uint64_t p, q;
      for (uint32_t v = 0; v < n; v++)
	f.parent[v] = v;
      sort_arcs (b, light, keys);
      for (uint32_t i = 0; i < b->n_arcs; i++)
	{
	  const struct arc *a = b->arcs + keys[i].arc;
	  ends_of (b, a, &from, &to);
	  chord[keys[i].arc] = !connect (&f, from, to, a->value);
	}
      for (uint32_t i = 0; i < b->n_arcs; i++)
	{
	  ends_of (b, b->arcs + i, &from, &to);
	  find_root (&f, from, &p);
	  find_root (&f, to, &q);
	  increment[i] = p + b->arcs[i].value - q;
	}
    }
  FREE_ALL (keys, f.parent, f.above, f.rank);
  return done;
}
