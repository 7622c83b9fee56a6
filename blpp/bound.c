/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Edges without room for code.

   The sum is the same at both ends of such an edge.  So if two paths go on
   along a -> x and b -> y, and all of a, b are joined with all of x, y by
   edges of this kind, what a path adds for x and for y must not depend on
   whether it came from a or b.  It does not where the edges of a group, those
   that share blocks, form a tree: sums can be chosen freely for each block.
   Nor does it where every source is joined with every target: the edges of all
   sources come first, in the same order, and get the same values.  Any other
   group is parted: paths end with the sources and begin at the targets.  So is
   one with a target where paths begin because others were lost on the way
   there.  */

#include <stdlib.h>

#include "blpp/graph.h"

static bool
bound_step (const struct blpp *b, uint32_t e)
{
  return b->role[e] == BLPP_STEP && (b->edges[e].flags & BLPP_BOUND);
}

void
blpp_fold (struct blpp *b)
{
  for (uint32_t v = 0; v < b->n_blocks; v++)
    for (uint32_t i = b->out_first[v] + 1; i < b->out_first[v + 1]; i++)
      {
	/* Equal ones are neighbours, the smallest number first.  */
	uint32_t e = b->out[i], before = b->out[i - 1];
	if (!bound_step (b, e) || b->edges[before].to != b->edges[e].to)
	  continue;
	b->same[e] = b->same[before];
	b->edges[b->same[e]].flags |= b->edges[e].flags;
      }
  for (uint32_t e = 0; e < b->n_edges; e++)
    if (b->same[e] != e)
      {
	struct blpp_edge *one = b->edges + b->same[e];
	b->role[e] = BLPP_SAME;
	one->weight = add_up_to_max (one->weight, b->edges[e].weight);
      }
}

/* --- groups ------------------------------------------------------------- */

/* A block is a source, its own number, or a target, N_BLOCKS more.  */
static uint32_t
root (uint32_t *parent, uint32_t v)
{
  while (parent[v] != v)
    v = parent[v] = parent[parent[v]];
  return v;
}

struct group
{
  uint32_t sources, targets;
  uint64_t edges;
  bool part;
};

static void
join_blocks (const struct blpp *b, uint32_t *parent)
{
  for (uint32_t v = 0; v < 2 * b->n_blocks; v++)
    parent[v] = v;
  for (uint32_t e = 0; e < b->n_edges; e++)
    if (bound_step (b, e))
      parent[root (parent, b->n_blocks + b->edges[e].to)]
	= root (parent, b->edges[e].from);
}

/* What is in each of GROUPS, whose index is what root says of its members,
   always a source.  */
static void
survey (const struct blpp *b, uint32_t *parent, struct group *groups)
{
  for (uint32_t e = 0; e < b->n_edges; e++)
    if (bound_step (b, e))
      groups[root (parent, b->edges[e].from)].edges++;
  for (uint32_t v = 0; v < b->n_blocks; v++)
    {
      uint32_t i = b->out_first[v];
      while (i < b->out_first[v + 1] && !bound_step (b, b->out[i]))
	i++;
      groups[root (parent, v)].sources += i < b->out_first[v + 1];
      uint32_t target = root (parent, b->n_blocks + v);
      if (target != b->n_blocks + v)
	groups[target].targets++;
    }
}

/* Whether a group needs code on its edges.  */
static bool
tangled (const struct group *g)
{
  return g->edges != (uint64_t) g->sources + g->targets - 1
	 && g->edges != (uint64_t) g->sources * g->targets;
}

/* Part the group that bound edge E is in.  */
static void
part_edge (struct blpp *b, uint32_t e)
{
  uint8_t *to = b->blocks + b->edges[e].to;
  b->blocks[b->edges[e].from] |= BLPP_TAIL_ENDS;
  *to = (*to & ~(BLOCK_HEAD | BLPP_HEAD_ENDS)) | BLOCK_JOIN;
}

/* The role that follows from what the blocks at both ends became.  */
static void
part_role (struct blpp *b, uint32_t e)
{
  if (b->role[e] == BLPP_DEAD || b->role[e] == BLPP_SAME)
    return;
  if (b->blocks[b->edges[e].from] & BLPP_TAIL_ENDS)
    b->role[e] = BLPP_LOOSE;
  else if (b->role[e] != BLPP_LOST && (b->blocks[b->edges[e].to] & BLOCK_JOIN))
    b->role[e] = BLPP_ENDS;
}

bool
blpp_part (struct blpp *b, const uint8_t *mark)
{
  uint32_t *parent = blpp_zeroed ((size_t) b->n_blocks * 2, sizeof *parent);
  struct group *groups = blpp_zeroed ((size_t) b->n_blocks * 2, sizeof *groups);
  bool done = parent && groups;
  if (done)
    {
      join_blocks (b, parent);
      survey (b, parent, groups);
      for (uint32_t v = 0; v < b->n_blocks; v++)
	{
	  struct group *g = groups + root (parent, v);
	  if (mark ? mark[v] : g->edges > 0 && tangled (g))
	    g->part = true;
	}
      for (uint32_t e = 0; e < b->n_edges; e++)
	if (bound_step (b, e) && (b->blocks[b->edges[e].to] & BLOCK_JOIN))
	  groups[root (parent, b->edges[e].from)].part = true;
      for (uint32_t e = 0; e < b->n_edges; e++)
	if (bound_step (b, e) && groups[root (parent, b->edges[e].from)].part)
	  part_edge (b, e);
      for (uint32_t v = 0; mark && v < b->n_blocks; v++)
	if (mark[v])
	  b->blocks[v] |= BLPP_TAIL_ENDS;
      for (uint32_t e = 0; e < b->n_edges; e++)
	part_role (b, e);
    }
  free (parent);
  free (groups);
  return done;
}
