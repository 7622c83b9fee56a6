/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arcs, how many ways lead from each vertex to the end of a path, and the
   values that number them (Ball and Larus, figure 5): the arcs of a vertex
   share out its ways, in order.  */

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "blpp/graph.h"

/* --- arcs --------------------------------------------------------------- */

/* How often paths begin at a vertex.  */
struct begin
{
  bool is;
  uint64_t weight;
};

static void
add_begin (const struct blpp *b, struct begin *begins, uint32_t vertex,
	   uint64_t weight)
{
  if (!(b->blocks[b->block[vertex]] & BLPP_REACHED))
    return;
  begins[vertex].is = true;
  begins[vertex].weight = add_up_to_max (begins[vertex].weight, weight);
}

static void
find_begins (const struct blpp *b, const uint64_t *weight, struct begin *begins)
{
  add_begin (b, begins, vertex_in (b, b->entry), b->entry_weight);
  for (uint32_t e = 0; e < b->n_edges; e++)
    if (b->role[e] == BLPP_ENDS || b->role[e] == BLPP_LOOSE
	|| b->role[e] == BLPP_LOST)
      add_begin (b, begins, vertex_in (b, b->edges[e].to), b->edges[e].weight);
  for (uint32_t v = 0; v < b->n_blocks; v++)
    if (b->blocks[v] & BLPP_HEAD_ENDS)
      add_begin (b, begins, v, weight[v]);
}

static void
push (struct blpp *b, struct arc a)
{
  b->arcs[b->n_arcs++] = a;
}

/* How often control leaves by block V, which is entered WEIGHT times.  */
static uint64_t
exit_weight (const struct blpp *b, uint32_t v, uint64_t weight)
{
  for (uint32_t i = b->out_first[v]; i < b->out_first[v + 1]; i++)
    {
      uint32_t e = b->out[i];
      uint64_t w = b->role[e] == BLPP_SAME ? 0 : b->edges[e].weight;
      weight = w > weight ? 0 : weight - w;
    }
  return weight;
}

static void
push_block (struct blpp *b, uint32_t v, uint64_t weight)
{
  if (b->blocks[v] & BLPP_TAIL_ENDS)
    {
      push (b, (struct arc) { v, NONE, v, ARC_TAIL_ENDS, false, 0, weight });
      return;
    }
  for (uint32_t i = b->out_first[v]; i < b->out_first[v + 1]; i++)
    {
      uint32_t e = b->out[i];
      const struct blpp_edge *edge = b->edges + e;
      struct arc a = { v, NONE, e, ARC_EDGE_ENDS, false, 0, edge->weight };
      if (b->role[e] == BLPP_STEP)
	{
	  a.kind = ARC_EDGE;
	  a.to = vertex_in (b, edge->to);
	  a.bound = edge->flags & BLPP_BOUND;
	}
      if (b->role[e] == BLPP_STEP || b->role[e] == BLPP_ENDS)
	push (b, a);
    }
  if (b->blocks[v] & BLPP_LEAVES)
    push (b, (struct arc) { v, NONE, v, ARC_EXIT, false, 0,
			    exit_weight (b, v, weight) });
}

static void
push_vertex (struct blpp *b, uint32_t v, const uint64_t *weight)
{
  uint32_t block = b->block[v];
  if (!(b->blocks[block] & BLPP_REACHED))
    return;
  if (v < b->n_blocks)
    push_block (b, v, weight[v]);
  else if (b->blocks[block] & BLPP_HEAD_ENDS)
    push (b, (struct arc) { v, NONE, block, ARC_HEAD_ENDS, false, 0,
			    weight[block] });
  else
    push (b,
	  (struct arc) { v, block, block, ARC_HEAD, false, 0, weight[block] });
}

static void
push_begin (struct blpp *b, uint32_t v, const struct begin *begins)
{
  if (begins[v].is)
    push (b, (struct arc) { NONE, v, b->block[v], ARC_BEGIN, false, 0,
			    begins[v].weight });
}

/* The function's own beginning is the first of its region.  BY: vertices by
   their region.  */
static void
push_begins (struct blpp *b, const uint32_t *by, const uint32_t *by_first,
	     const struct begin *begins)
{
  uint32_t entry = vertex_in (b, b->entry);
  for (uint32_t r = 0; r < b->n_regions; r++)
    {
      b->begins[r] = b->n_arcs;
      if (b->region[entry] == r)
	push_begin (b, entry, begins);
      for (uint32_t i = by_first[r]; i < by_first[r + 1]; i++)
	if (by[i] != entry)
	  push_begin (b, by[i], begins);
    }
  b->begins[b->n_regions] = b->n_arcs;
}

static void
make_arcs (struct blpp *b, uint32_t *by, uint32_t *by_first,
	   struct begin *begins, uint64_t *weight)
{
  blpp_block_weights (b, weight);
  find_begins (b, weight, begins);
  for (uint32_t v = 0; v < b->n_vertices; v++)
    {
      b->first[v] = b->n_arcs;
      push_vertex (b, v, weight);
      if (b->region[v] != NONE)
	by_first[b->region[v] + 1]++;
    }
  b->first[b->n_vertices] = b->n_arcs;
  for (uint32_t r = 0; r < b->n_regions; r++)
    by_first[r + 1] += by_first[r];
  for (uint32_t v = b->n_vertices; v-- > 0;)
    if (b->region[v] != NONE)
      by[--by_first[b->region[v] + 1]] = v;
  /* Each is where its region begins now, one too far.  */
  memmove (by_first, by_first + 1, b->n_regions * sizeof *by_first);
  by_first[b->n_regions] = 0;
  for (uint32_t v = 0; v < b->n_vertices; v++)
    by_first[b->n_regions] += b->region[v] != NONE;
  push_begins (b, by, by_first, begins);
}

/* Room for B's arcs; REGION as for blpp_arcs.  */
static bool
make_room (struct blpp *b, const uint32_t *region, uint32_t n_regions)
{
  size_t n = b->n_vertices, most = b->n_edges + 2 * n;
  FREE_ALL (b->region, b->ways, b->arcs, b->first, b->paths, b->begins);
  b->n_arcs = 0;
  b->n_regions = n_regions;
  b->region = blpp_zeroed (n, sizeof *b->region);
  b->ways = blpp_zeroed (n, sizeof *b->ways);
  b->arcs = blpp_zeroed (most + b->n_blocks, sizeof *b->arcs);
  b->first = blpp_zeroed (n + 1, sizeof *b->first);
  b->paths = blpp_zeroed (n_regions, sizeof *b->paths);
  b->begins = blpp_zeroed ((size_t) n_regions + 1, sizeof *b->begins);
  if (!b->region || !b->ways || !b->arcs || !b->first || !b->paths
      || !b->begins)
    return false;
  for (uint32_t v = 0; v < n; v++)
    b->region[v] = !(b->blocks[b->block[v]] & BLPP_REACHED) ? NONE
		   : region				    ? region[v]
							    : 0;
  return true;
}

/* --- order and numbers -------------------------------------------------- */

struct walk
{
  const struct blpp *b;
  const uint32_t *list;
  uint32_t *order, n_order;
  uint32_t *next, *stack, n;
  uint8_t *state;		/* 0: not found, 1: on the stack, 2: left */
};

static void
enter_vertex (struct walk *w, uint32_t v)
{
  w->state[v] = 1;
  w->next[v] = w->b->first[v];
  w->stack[w->n++] = v;
}

/* False if there is a cycle.  */
static bool
walk_from (struct walk *w, uint32_t root)
{
  if (w->state[root] != 0)
    return true;
  enter_vertex (w, root);
  while (w->n > 0)
    {
      uint32_t v = w->stack[w->n - 1];
      if (w->next[v] == w->b->first[v + 1])
	{
	  w->state[v] = 2;
	  w->order[w->n_order++] = v;
	  w->n--;
	  continue;
	}
      uint32_t i = w->next[v]++, to = w->b->arcs[w->list ? w->list[i] : i].to;
      if (to != NONE && w->state[to] == 1)
	return false;
      if (to != NONE && w->state[to] == 0)
	enter_vertex (w, to);
    }
  return true;
}

uint32_t
blpp_order (const struct blpp *b, const uint32_t *list, uint32_t *order)
{
  size_t n = b->n_vertices;
  uint32_t *room = blpp_zeroed (2 * n, sizeof *room);
  uint8_t *state = blpp_zeroed (n, 1);
  bool done = room && state;
  struct walk w = { b, list, order, 0, room, room + n, 0, state };
  for (uint32_t i = b->n_arcs; done && i-- > b->first[n];)
    done = walk_from (&w, b->arcs[i].to);
  free (room);
  free (state);
  return done ? w.n_order : NONE;
}

void
blpp_ways (struct blpp *b, const uint32_t *order, uint32_t n)
{
  for (uint32_t i = 0; i < n; i++)
    {
      uint32_t v = order[i];
      uint64_t sum = 0;
      for (uint32_t a = b->first[v]; a < b->first[v + 1]; a++)
	{
	  uint32_t to = b->arcs[a].to;
	  b->arcs[a].value = sum;
	  sum = add_up_to_max (sum, to == NONE ? 1 : b->ways[to]);
	}
      b->ways[v] = sum;
    }
  for (uint32_t r = 0; r < b->n_regions; r++)
    {
      uint64_t sum = 0;
      for (uint32_t a = b->begins[r]; a < b->begins[r + 1]; a++)
	{
	  b->arcs[a].value = sum;
	  sum = add_up_to_max (sum, b->ways[b->arcs[a].to]);
	}
      b->paths[r] = sum;
    }
}

bool
blpp_arcs (struct blpp *b, const uint32_t *region, uint32_t n_regions)
{
  if (!make_room (b, region, n_regions))
    return false;
  size_t n = b->n_vertices;
  uint32_t *by = blpp_zeroed (n, sizeof *by);
  uint32_t *by_first = blpp_zeroed ((size_t) n_regions + 2, sizeof *by_first);
  struct begin *begins = blpp_zeroed (n, sizeof *begins);
  uint64_t *weight = blpp_zeroed (b->n_blocks, sizeof *weight);
  bool done = by && by_first && begins && weight;
  if (done)
    {
      make_arcs (b, by, by_first, begins, weight);
      uint32_t found = blpp_order (b, NULL, by);
      done = found != NONE;
      if (done)
	blpp_ways (b, by, found);
    }
  FREE_ALL (by, by_first, begins, weight);
  return done;
}

bool
blpp_arcs_in (const struct blpp *b, uint32_t **first, uint32_t **list)
{
  size_t n = b->n_vertices;
  *first = blpp_zeroed (n + 1, sizeof **first);
  *list = blpp_zeroed (b->n_arcs, sizeof **list);
  if (!*first || !*list)
    return false;
  for (uint32_t a = 0; a < b->n_arcs; a++)
    if (b->arcs[a].to != NONE)
      (*first)[b->arcs[a].to]++;
  for (uint32_t v = 0; v < n; v++)
    (*first)[v + 1] += (*first)[v];
  for (uint32_t a = b->n_arcs; a-- > 0;)
    if (b->arcs[a].to != NONE)
      (*list)[--(*first)[b->arcs[a].to]] = a;
  return true;
}
