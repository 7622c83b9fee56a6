/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From a control flow graph to the roles of its edges and blocks.  */

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "blpp/graph.h"

void *
blpp_zeroed (size_t n, size_t size)
{
  void *p = calloc (n ? n : 1, size);
  if (!p)
    errno = ENOMEM;
  return p;
}

void
blpp_free (struct blpp *b)
{
  if (!b)
    return;
  free (b->edges);
  free (b->role);
  free (b->same);
  free (b->blocks);
  free (b->out_first);
  free (b->out);
  free (b->head);
  free (b->block);
  free (b->region);
  free (b->ways);
  free (b->arcs);
  free (b->first);
  free (b->paths);
  free (b->begins);
  free (b->ops);
  free (b);
}

/* --- order of edges ----------------------------------------------------- */

struct key
{
  uint32_t from, bound, to, edge;
};

static int
compare_keys (const void *x, const void *y)
{
  const struct key *a = x, *b = y;
  if (a->from != b->from)
    return a->from < b->from ? -1 : 1;
  if (a->bound != b->bound)
    return a->bound > b->bound ? -1 : 1;
  if (a->to != b->to)
    return a->to < b->to ? -1 : 1;
  return a->edge < b->edge ? -1 : a->edge > b->edge;
}

bool
blpp_index (struct blpp *b)
{
  struct key *keys = blpp_zeroed (b->n_edges, sizeof *keys);
  b->out = blpp_zeroed (b->n_edges, sizeof *b->out);
  b->out_first = blpp_zeroed ((size_t) b->n_blocks + 1, sizeof *b->out_first);
  if (keys && b->out && b->out_first)
    {
      for (uint32_t e = 0; e < b->n_edges; e++)
	{
	  const struct blpp_edge *edge = b->edges + e;
	  bool bound = edge->flags & BLPP_BOUND;
	  keys[e] = (struct key) { edge->from, bound, bound ? edge->to : 0, e };
	  b->out_first[edge->from + 1]++;
	}
      qsort (keys, b->n_edges, sizeof *keys, compare_keys);
      for (uint32_t e = 0; e < b->n_edges; e++)
	b->out[e] = keys[e].edge;
      for (uint32_t v = 0; v < b->n_blocks; v++)
	b->out_first[v + 1] += b->out_first[v];
    }
  free (keys);
  return keys && b->out && b->out_first;
}

/* The order in which the search for cycles follows edges: heavy ones first, so
   that light ones close cycles.  */
struct weighed
{
  uint64_t weight;
  uint32_t from, edge;
};

static int
compare_weighed (const void *x, const void *y)
{
  const struct weighed *a = x, *b = y;
  if (a->from != b->from)
    return a->from < b->from ? -1 : 1;
  if (a->weight != b->weight)
    return a->weight > b->weight ? -1 : 1;
  return a->edge < b->edge ? -1 : a->edge > b->edge;
}

static uint32_t *
heavy_first (const struct blpp *b)
{
  struct weighed *all = blpp_zeroed (b->n_edges, sizeof *all);
  uint32_t *list = blpp_zeroed (b->n_edges, sizeof *list);
  if (!all || !list)
    {
      free (all);
      free (list);
      return NULL;
    }
  for (uint32_t e = 0; e < b->n_edges; e++)
    all[e] = (struct weighed) { b->edges[e].weight, b->edges[e].from, e };
  qsort (all, b->n_edges, sizeof *all, compare_weighed);
  for (uint32_t e = 0; e < b->n_edges; e++)
    list[e] = all[e].edge;
  free (all);
  return list;
}

/* --- what can be reached ------------------------------------------------ */

bool
blpp_reach (struct blpp *b)
{
  uint32_t *stack = blpp_zeroed (b->n_blocks, sizeof *stack), n = 0;
  if (!stack)
    return false;
  b->blocks[stack[n++] = b->entry] |= BLPP_REACHED;
  while (n > 0)
    {
      uint32_t v = stack[--n];
      if (b->out_first[v] == b->out_first[v + 1])
	b->blocks[v] |= BLPP_LEAVES;
      for (uint32_t i = b->out_first[v]; i < b->out_first[v + 1]; i++)
	{
	  uint32_t to = b->edges[b->out[i]].to;
	  if (!(b->blocks[to] & BLPP_REACHED))
	    b->blocks[stack[n++] = to] |= BLPP_REACHED;
	}
    }
  free (stack);
  return true;
}

void
blpp_heads (struct blpp *b)
{
  b->n_vertices = b->n_blocks;
  for (uint32_t v = 0; v < b->n_blocks; v++)
    {
      b->head[v] = NONE;
      b->block[v] = v;
      if (b->blocks[v] & BLOCK_HEAD)
	{
	  b->block[b->n_vertices] = v;
	  b->head[v] = b->n_vertices++;
	}
    }
}

/* Edges on which paths are lost.  A block with no other way on counts them at
   its end.  */
static void
lose_paths (struct blpp *b)
{
  for (uint32_t e = 0; e < b->n_edges; e++)
    if (b->role[e] == BLPP_STEP && (b->edges[e].flags & BLPP_LOSES))
      {
	b->role[e] = BLPP_LOST;
	b->blocks[b->edges[e].from] |= BLOCK_LEAKS;
	if (b->edges[e].flags & BLPP_BOUND)
	  b->blocks[b->edges[e].to] |= BLOCK_JOIN;
      }
  for (uint32_t v = 0; v < b->n_blocks; v++)
    {
      bool other = b->blocks[v] & BLPP_LEAVES;
      for (uint32_t i = b->out_first[v]; i < b->out_first[v + 1]; i++)
	other |= b->role[b->out[i]] == BLPP_STEP;
      if (!other && (b->blocks[v] & BLPP_REACHED))
	b->blocks[v] |= BLPP_TAIL_ENDS;
    }
}

/* Roles as the caller wants them: heads for all that is bound.  */
static void
first_roles (struct blpp *b)
{
  lose_paths (b);
  for (uint32_t e = 0; e < b->n_edges; e++)
    if (b->role[e] == BLPP_STEP && (b->edges[e].flags & BLPP_BOUND)
	&& !(b->blocks[b->edges[e].to] & BLOCK_JOIN))
      b->blocks[b->edges[e].to] |= BLOCK_HEAD
	| (b->edges[e].flags & BLPP_CUT ? BLPP_HEAD_ENDS : 0);
  for (uint32_t e = 0; e < b->n_edges; e++)
    if (b->role[e] == BLPP_STEP
	&& (b->edges[e].flags & (BLPP_CUT | BLPP_BOUND)) == BLPP_CUT
	&& !(b->blocks[b->edges[e].to] & BLPP_HEAD_ENDS))
      b->role[e] = BLPP_ENDS;
}

/* --- cycles ------------------------------------------------------------- */

enum { WHITE, GREY, BLACK };

struct search
{
  struct blpp *b;
  const uint32_t *list;		/* edges, by the blocks they come from */
  uint8_t *colour;		/* of blocks */
  uint32_t *next;		/* of blocks: in LIST */
  uint32_t *stack, n;
};

static void
enter (struct search *s, uint32_t v)
{
  s->colour[v] = GREY;
  s->next[v] = s->b->out_first[v];
  s->stack[s->n++] = v;
}

/* Follow edge E, or cut it: it leads back to where we come from.  */
static void
follow (struct search *s, uint32_t e)
{
  struct blpp *b = s->b;
  uint32_t to = b->edges[e].to;
  if (b->role[e] != BLPP_STEP || (b->blocks[to] & BLPP_HEAD_ENDS))
    return;
  if (s->colour[to] == WHITE)
    enter (s, to);
  else if (s->colour[to] == GREY)
    {
      if (b->edges[e].flags & BLPP_BOUND)
	b->blocks[to] |= BLPP_HEAD_ENDS;
      else
	b->role[e] = BLPP_ENDS;
    }
}

static void
search_from (struct search *s, uint32_t root)
{
  enter (s, root);
  while (s->n > 0)
    {
      uint32_t v = s->stack[s->n - 1];
      if (s->next[v] < s->b->out_first[v + 1])
	follow (s, s->list[s->next[v]++]);
      else
	{
	  s->colour[v] = BLACK;
	  s->n--;
	}
    }
}

/* Cut what closes a cycle.  A block in front of which all ends needs no other
   cuts.  */
static bool
cut_cycles (struct blpp *b)
{
  uint32_t *list = heavy_first (b);
  uint32_t *room = blpp_zeroed ((size_t) b->n_blocks * 2, sizeof *room);
  uint8_t *colour = blpp_zeroed (b->n_blocks, 1);
  bool done = list && room && colour;
  if (done)
    {
      struct search s = { b, list, colour, room, room + b->n_blocks, 0 };
      search_from (&s, b->entry);
      for (uint32_t v = 0; v < b->n_blocks; v++)
	if ((b->blocks[v] & BLPP_REACHED) && colour[v] == WHITE)
	  search_from (&s, v);
      for (uint32_t e = 0; e < b->n_edges; e++)
	if (b->role[e] == BLPP_ENDS
	    && (b->blocks[b->edges[e].to] & BLPP_HEAD_ENDS))
	  b->role[e] = BLPP_STEP;
    }
  free (list);
  free (room);
  free (colour);
  return done;
}

bool
blpp_roles (struct blpp *b)
{
  if (!blpp_reach (b))
    return false;
  for (uint32_t e = 0; e < b->n_edges; e++)
    if (b->blocks[b->edges[e].from] & BLPP_REACHED)
      b->role[e] = BLPP_STEP;
  blpp_fold (b);
  first_roles (b);
  if (!blpp_part (b, NULL) || !cut_cycles (b))
    return false;
  blpp_heads (b);
  return true;
}

void
blpp_block_weights (const struct blpp *b, uint64_t *weight)
{
  memset (weight, 0, b->n_blocks * sizeof *weight);
  weight[b->entry] = b->entry_weight;
  for (uint32_t e = 0; e < b->n_edges; e++)
    if (b->role[e] != BLPP_DEAD && b->role[e] != BLPP_SAME)
      weight[b->edges[e].to] = add_up_to_max (weight[b->edges[e].to],
					      b->edges[e].weight);
}

/* --- all of it ---------------------------------------------------------- */

static bool
valid (const struct blpp_cfg *cfg, uint64_t limit)
{
  if (cfg->n_blocks == 0 || cfg->n_blocks >= BLPP_MAX
      || cfg->n_edges >= BLPP_MAX || cfg->entry >= cfg->n_blocks
      || limit == 0 || limit > BLPP_MAX_PATHS)
    return false;
  for (uint32_t e = 0; e < cfg->n_edges; e++)
    if (cfg->edges[e].from >= cfg->n_blocks
	|| cfg->edges[e].to >= cfg->n_blocks
	|| (cfg->edges[e].flags & ~(BLPP_BOUND | BLPP_CUT | BLPP_LOSES)))
      return false;
  for (uint32_t v = 0; cfg->blocks && v < cfg->n_blocks; v++)
    if (cfg->blocks[v] & ~(BLPP_EXIT | BLPP_LEAKS))
      return false;
  return true;
}

static struct blpp *
copy (const struct blpp_cfg *cfg)
{
  struct blpp *b = blpp_zeroed (1, sizeof *b);
  if (!b)
    return NULL;
  b->n_blocks = cfg->n_blocks;
  b->n_edges = cfg->n_edges;
  b->entry = cfg->entry;
  b->entry_weight = cfg->entry_weight;
  b->edges = blpp_zeroed (b->n_edges, sizeof *b->edges);
  b->role = blpp_zeroed (b->n_edges, 1);
  b->same = blpp_zeroed (b->n_edges, sizeof *b->same);
  b->blocks = blpp_zeroed (b->n_blocks, 1);
  b->head = blpp_zeroed (b->n_blocks, sizeof *b->head);
  b->block = blpp_zeroed ((size_t) b->n_blocks * 2, sizeof *b->block);
  if (!b->edges || !b->role || !b->same || !b->blocks || !b->head || !b->block)
    {
      blpp_free (b);
      return NULL;
    }
  if (b->n_edges > 0)
    memcpy (b->edges, cfg->edges, b->n_edges * sizeof *b->edges);
  for (uint32_t e = 0; e < b->n_edges; e++)
    b->same[e] = e;
  for (uint32_t v = 0; cfg->blocks && v < b->n_blocks; v++)
    b->blocks[v] = (cfg->blocks[v] & BLPP_EXIT ? BLPP_LEAVES : 0)
		   | (cfg->blocks[v] & BLPP_LEAKS ? BLOCK_LEAKS : 0);
  return b;
}

struct blpp *
blpp_new (const struct blpp_cfg *cfg, uint64_t limit)
{
  if (!valid (cfg, limit))
    {
      errno = EINVAL;
      return NULL;
    }
  struct blpp *b = copy (cfg);
  if (b && blpp_index (b) && blpp_roles (b) && blpp_arcs (b, NULL, 1)
      && blpp_limit (b, limit) && blpp_place (b))
    return b;
  blpp_free (b);
  return NULL;
}

/* --- what it became ----------------------------------------------------- */

uint32_t
blpp_n_blocks (const struct blpp *b)
{
  return b->n_blocks;
}

uint32_t
blpp_n_edges (const struct blpp *b)
{
  return b->n_edges;
}

uint32_t
blpp_entry (const struct blpp *b)
{
  return b->entry;
}

const struct blpp_edge *
blpp_edge (const struct blpp *b, uint32_t e)
{
  return b->edges + e;
}

enum blpp_role
blpp_role (const struct blpp *b, uint32_t e)
{
  return b->role[e];
}

uint32_t
blpp_same (const struct blpp *b, uint32_t e)
{
  return b->same[e];
}

unsigned
blpp_block (const struct blpp *b, uint32_t block)
{
  return b->blocks[block]
    & (BLPP_HEAD_ENDS | BLPP_TAIL_ENDS | BLPP_REACHED | BLPP_LEAVES);
}

uint32_t
blpp_n_regions (const struct blpp *b)
{
  return b->n_regions;
}

uint64_t
blpp_n_paths (const struct blpp *b, uint32_t region)
{
  return b->paths[region];
}

uint32_t
blpp_region (const struct blpp *b, uint32_t block)
{
  return b->region[block];
}

uint64_t
blpp_n_ways (const struct blpp *b, uint32_t block)
{
  return b->ways[block];
}

const struct blpp_op *
blpp_ops (const struct blpp *b, size_t *n)
{
  *n = b->n_ops;
  return b->n_ops ? b->ops : NULL;
}
