/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The graph itself: its edges in order, what can be reached, what became of it.  */

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/order.h"
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
  FREE_ALL (b->edges, b->role, b->same, b->blocks, b->out_first, b->out,
	    b->head, b->block, b->region, b->ways, b->arcs, b->first, b->paths,
	    b->begins, b->apart, b->ops, b);
}

/* --- order of edges ----------------------------------------------------- */

struct key
{
  uint32_t from, bound, to, edge;
};

ORDER (compare_keys, struct key,
       UP (from) ?: DOWN (bound) ?: UP (to) ?: UP (edge));

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

bool
blpp_apart (struct blpp *b)
{
  uint32_t *n_in = blpp_zeroed (b->n_blocks, sizeof *n_in);
  b->apart = blpp_zeroed (b->n_edges, sizeof *b->apart);
  if (n_in && b->apart)
    {
      n_in[b->entry]++;
      for (uint32_t e = 0; e < b->n_edges; e++)
	n_in[b->edges[e].to] += b->role[e] != BLPP_DEAD;
      for (uint32_t e = 0; e < b->n_edges; e++)
	{
	  uint32_t from = b->edges[e].from;
	  b->apart[e] = b->out_first[from + 1] - b->out_first[from] > 1
			&& n_in[b->edges[e].to] > 1;
	}
    }
  free (n_in);
  return n_in && b->apart;
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

uint64_t
blpp_price (const struct blpp *b)
{
  return b->price;
}
