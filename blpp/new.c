/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From a control flow graph to its numbered paths: roles of edges and blocks,
   and all that follows from them.  */

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "blpp/graph.h"

/* --- what the caller wants ------------------------------------------------ */

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
      b->blocks[b->edges[e].to]
	|= BLOCK_HEAD | (b->edges[e].flags & BLPP_CUT ? BLPP_HEAD_ENDS : 0);
  for (uint32_t e = 0; e < b->n_edges; e++)
    if (b->role[e] == BLPP_STEP
	&& (b->edges[e].flags & (BLPP_CUT | BLPP_BOUND)) == BLPP_CUT
	&& !(b->blocks[b->edges[e].to] & BLPP_HEAD_ENDS))
      b->role[e] = BLPP_ENDS;
}

/* --- cycles ------------------------------------------------------------- */

/* The order in which the search for cycles follows edges: heavy ones first, so
   that light ones close cycles.  */
struct weighed
{
  uint64_t weight;
  uint32_t from, edge;
};

ORDER (compare_weighed, struct weighed,
       UP (from) ?: DOWN (weight) ?: UP (edge));

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

enum
{
  WHITE,
  GREY,
  BLACK
};

struct search
{
  struct blpp *b;
  const uint32_t *list;		/* edges, by the blocks they come from */
  uint8_t *colour;		/* of blocks */
  uint32_t *next;		/* of blocks: in LIST */
  uint32_t *stack, n;
};

static void
enter_block (struct search *s, uint32_t v)
{
  s->colour[v] = GREY;
  s->next[v] = s->b->out_first[v];
  s->stack[s->n++] = v;
}

/* Follow edge E, or cut it: it leads back to where we come from.  */
static void
follow_edge (struct search *s, uint32_t e)
{
  struct blpp *b = s->b;
  uint32_t to = b->edges[e].to;
  if (b->role[e] != BLPP_STEP || (b->blocks[to] & BLPP_HEAD_ENDS))
    return;
  if (s->colour[to] == WHITE)
    enter_block (s, to);
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
  enter_block (s, root);
  while (s->n > 0)
    {
      uint32_t v = s->stack[s->n - 1];
      if (s->next[v] < s->b->out_first[v + 1])
	follow_edge (s, s->list[s->next[v]++]);
      else
	{
	  s->colour[v] = BLACK;
	  s->n--;
	}
    }
}

/* Cut what closes a cycle.  A block before which all ends needs no other
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
  FREE_ALL (list, room, colour);
  return done;
}

/* --- all of it ---------------------------------------------------------- */

/* Roles, from the caller's flags and what is on a cycle.  */
static bool
make_roles (struct blpp *b)
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

static bool
valid (const struct blpp_cfg *cfg)
{
  if (cfg->n_blocks == 0 || cfg->n_blocks >= BLPP_MAX
      || cfg->n_edges >= BLPP_MAX || cfg->entry >= cfg->n_blocks)
    return false;
  for (uint32_t e = 0; e < cfg->n_edges; e++)
    if (cfg->edges[e].from >= cfg->n_blocks || cfg->edges[e].to >= cfg->n_blocks
	|| (cfg->edges[e].flags & ~(BLPP_BOUND | BLPP_CUT | BLPP_LOSES)))
      return false;
  for (uint32_t v = 0; cfg->blocks && v < cfg->n_blocks; v++)
    if (cfg->blocks[v] & ~(BLPP_EXIT | BLPP_LEAKS))
      return false;
  return true;
}

struct blpp *
blpp_take (const struct blpp_cfg *cfg)
{
  if (!valid (cfg))
    {
      errno = EINVAL;
      return NULL;
    }
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
  if (limit == 0 || limit > BLPP_MAX_PATHS)
    {
      errno = EINVAL;
      return NULL;
    }
  struct blpp *b = blpp_take (cfg);
  if (b && blpp_index (b) && make_roles (b) && blpp_arcs (b, NULL, 1)
      && blpp_limit (b, limit) && blpp_place (b))
    return b;
  blpp_free (b);
  return NULL;
}
