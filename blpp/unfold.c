/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Operations for a graph in which blocks are copied.  The roles of edges, the
   flags of blocks, regions and values are those of what was copied.  Along each
   way through the copies values add up to what they did.  */

#include <errno.h>
#include <stdlib.h>

#include "blpp/graph.h"

struct unfolding
{
  const struct blpp *from;
  struct blpp *to;
  const uint32_t *block, *edge;	/* of TO: which of FROM */
};

static bool
valid (const struct blpp *b, const struct blpp_cfg *cfg, const uint32_t *block,
       const uint32_t *edge)
{
  for (uint32_t v = 0; v < cfg->n_blocks; v++)
    if (block[v] >= b->n_blocks)
      return false;
  for (uint32_t e = 0; e < cfg->n_edges; e++)
    if (edge[e] >= b->n_edges || cfg->edges[e].from >= cfg->n_blocks
	|| cfg->edges[e].to >= cfg->n_blocks
	|| block[cfg->edges[e].from] != b->edges[edge[e]].from
	|| block[cfg->edges[e].to] != b->edges[edge[e]].to)
      return false;
  return cfg->entry < cfg->n_blocks && block[cfg->entry] == b->entry;
}

/* The vertex of which V is a copy.  */
static uint32_t
original (const struct unfolding *u, uint32_t v)
{
  return v < u->to->n_blocks ? u->block[v]
			     : u->from->head[u->block[u->to->block[v]]];
}

/* --- roles -------------------------------------------------------------- */

/* Edge E, of those that go out of its block, is the same as another.  */
static void
copy_same (struct unfolding *u, uint32_t e)
{
  struct blpp *to = u->to;
  uint32_t from = to->edges[e].from;
  for (uint32_t i = to->out_first[from]; i < to->out_first[from + 1]; i++)
    if (u->edge[to->out[i]] == u->from->same[u->edge[e]])
      to->same[e] = to->out[i];
  uint64_t *weight = &to->edges[to->same[e]].weight;
  *weight = add_up_to_max (*weight, to->edges[e].weight);
}

static void
copy_roles (struct unfolding *u)
{
  struct blpp *to = u->to;
  for (uint32_t e = 0; e < to->n_edges; e++)
    if (to->blocks[to->edges[e].from] & BLPP_REACHED)
      {
	to->role[e] = u->from->role[u->edge[e]];
	if (to->role[e] == BLPP_SAME)
	  copy_same (u, e);
      }
}

/* --- values ------------------------------------------------------------- */

/* The place of an arc with ITEM, or of the begin arc to vertex TO, of KIND, among
   the values of FROM's arcs.  */
static size_t
arc_slot (const struct blpp *from, uint8_t kind, uint32_t item, uint32_t to)
{
  size_t n = from->n_edges;
  switch ((enum arc_kind) kind)
    {
    case ARC_EDGE:
    case ARC_EDGE_ENDS:
      return item;
    case ARC_HEAD:
    case ARC_HEAD_ENDS:
      return n + item;
    case ARC_EXIT:
    case ARC_TAIL_ENDS:
      return n + from->n_blocks + item;
    case ARC_BEGIN:
      break;
    }
  return n + 2 * (size_t) from->n_blocks + to;
}

static bool
copy_values (struct unfolding *u)
{
  const struct blpp *from = u->from;
  struct blpp *to = u->to;
  uint64_t *value = blpp_zeroed (from->n_edges + 2 * (size_t) from->n_blocks
				   + from->n_vertices,
				 sizeof *value);
  if (!value)
    return false;
  for (uint32_t i = 0; i < from->n_arcs; i++)
    {
      const struct arc *a = from->arcs + i;
      value[arc_slot (from, a->kind, a->item, a->to)] = a->value;
    }
  for (uint32_t i = 0; i < to->n_arcs; i++)
    {
      struct arc *a = to->arcs + i;
      bool edge = a->kind == ARC_EDGE || a->kind == ARC_EDGE_ENDS;
      uint32_t item = edge ? u->edge[a->item] : u->block[a->item];
      uint32_t vertex = a->kind == ARC_BEGIN ? original (u, a->to) : 0;
      a->value = value[arc_slot (from, a->kind, item, vertex)];
    }
  for (uint32_t v = 0; v < to->n_vertices; v++)
    to->ways[v] = from->ways[original (u, v)];
  for (uint32_t r = 0; r < to->n_regions; r++)
    to->paths[r] = from->paths[r];
  free (value);
  return true;
}

static bool
copy_arcs (struct unfolding *u)
{
  struct blpp *to = u->to;
  uint32_t *region = blpp_zeroed (to->n_vertices, sizeof *region);
  if (!region)
    return false;
  for (uint32_t v = 0; v < to->n_vertices; v++)
    region[v] = u->from->region[original (u, v)];
  bool done = blpp_arcs (to, region, u->from->n_regions) && copy_values (u);
  free (region);
  return done;
}

/* --- all of it ---------------------------------------------------------- */

static bool
unfold (struct unfolding *u)
{
  struct blpp *to = u->to;
  for (uint32_t v = 0; v < to->n_blocks; v++)
    to->blocks[v] = u->from->blocks[u->block[v]] & ~BLPP_REACHED;
  for (uint32_t e = 0; e < to->n_edges; e++)
    to->edges[e].flags = u->from->edges[u->edge[e]].flags;
  if (!blpp_index (to) || !blpp_reach (to))
    return false;
  copy_roles (u);
  blpp_heads (to);
  return copy_arcs (u) && blpp_place (to);
}

struct blpp *
blpp_unfold (const struct blpp *b, const struct blpp_cfg *cfg,
	     const uint32_t *block, const uint32_t *edge)
{
  if (!valid (b, cfg, block, edge))
    {
      errno = EINVAL;
      return NULL;
    }
  struct unfolding u = { b, blpp_take (cfg), block, edge };
  if (u.to && unfold (&u))
    return u.to;
  blpp_free (u.to);
  return NULL;
}
