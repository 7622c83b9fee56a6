/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From a function's flow to its network.  */

#include <stdlib.h>
#include <string.h>
#include "summarize/solve/network.h"

/* The nodes of BLOCK; nodes of groups are after them.  */
static uint32_t
node_in (uint32_t block)
{
  return block == HALT_BLOCK_ENTRY ? OUTSIDE : 2 * block;
}

static uint32_t
node_out (uint32_t block)
{
  return block == HALT_BLOCK_EXIT ? OUTSIDE : 2 * block + 1;
}

void
network_add (struct network *net, uint32_t from, uint32_t to, uint32_t block,
	     enum reason cause, unsigned __int128 n)
{
  net->arcs[net->n_arcs++] = (struct arc) {
    .n = n, .from = from, .to = to, .block = block, .cause = (uint8_t) cause
  };
}

/* A counter that has stopped tells no more than that.  */
static void
fix (struct network *net, const struct ghalt_count *c)
{
  if (c->how != GHALT_MEASURED)
    return;
  struct arc *a = net->arcs + net->n_arcs - 1;
  if (c->n == UINT64_MAX)
    {
      a->huge = true;
      a->cause = REASON_OVERFLOW;
      return;
    }
  a->state = ARC_FIXED;
  a->n = c->n;
}

static void
add_edges (struct network *net, const struct flow *w)
{
  for (uint32_t i = 0; i < w->n_edges; i++)
    {
      const struct halt_map_edge *e = w->edges + i;
      uint32_t group = w->groups[i];
      network_add (net,
		   group ? 2 * w->n_blocks + group - 1 : node_out (e->from),
		   node_in (e->to), e->from,
		   e->flags == HALT_EDGE_EH	    ? REASON_EXCEPTION
		   : e->flags == HALT_EDGE_ABNORMAL ? REASON_ABNORMAL
						    : REASON_NONE,
		   0);
      fix (net, w->edge_counts + i);
    }
}

static void
add_blocks (struct network *net, const struct flow *w)
{
  net->first_block = net->n_arcs;
  for (uint32_t b = 0; b < w->n_blocks; b++)
    {
      network_add (net, node_in (b), node_out (b), b, REASON_NONE, 0);
      fix (net, w->block_counts + b);
    }
}

static void
add_groups (struct network *net, const struct flow *w)
{
  for (uint32_t i = 0; i < w->n_groups; i++)
    {
      struct ghalt_count c = { .n = w->group[i].n, .how = GHALT_MEASURED };
      network_add (net, node_out (w->group[i].block), 2 * w->n_blocks + i,
		   w->group[i].block, REASON_NONE, 0);
      fix (net, &c);
    }
}

/* Where control may leave the function, or come into it, by no edge.  */
static void
add_specials (struct network *net, const struct flow *w)
{
  net->first_special = net->n_arcs;
  for (uint32_t b = HALT_BLOCK_FIRST; b < w->n_blocks; b++)
    {
      uint32_t flags = w->blocks ? w->blocks[b - HALT_BLOCK_FIRST].flags : 0;
      if (w->out.first[b] == w->out.first[b + 1])
	network_add (net, node_out (b), OUTSIDE, b, REASON_NORETURN, 0);
      else if (flags & HALT_BB_CALL)
	network_add (net, node_out (b), OUTSIDE, b, REASON_CALL, 0);
      if (flags & HALT_BB_TWICE)
	network_add (net, OUTSIDE, node_out (b), b, REASON_TWICE, 0);
      if (w->in.first[b] == w->in.first[b + 1])
	network_add (net, OUTSIDE, node_in (b), b, REASON_NO_WAY_IN, 0);
    }
}

bool
network_room (struct network *net, uint32_t n_nodes, size_t n_arcs,
	      struct fault *f)
{
  net->n_nodes = n_nodes;
  return enlarge (&net->arcs, n_arcs, sizeof *net->arcs, f)
	 && enlarge (&net->ends, 2 * n_arcs, sizeof *net->ends, f)
	 && enlarge (&net->first, n_nodes + (size_t) 2, sizeof *net->first, f)
	 && enlarge (&net->balance, n_nodes, sizeof *net->balance, f)
	 && enlarge (&net->work, WORK * (size_t) n_nodes, sizeof *net->work, f);
}

void
network_index (struct network *net)
{
  memset (net->first, 0, (net->n_nodes + (size_t) 2) * sizeof *net->first);
  for (uint32_t i = 0; i < net->n_arcs; i++)
    {
      net->first[net->arcs[i].from + 2]++;
      net->first[net->arcs[i].to + 2]++;
    }
  for (uint32_t v = 0; v < net->n_nodes; v++)
    net->first[v + 2] += net->first[v + 1];
  /* One further on is where those of a node go; afterwards where they end.  */
  for (uint32_t i = 0; i < net->n_arcs; i++)
    {
      net->ends[net->first[net->arcs[i].from + 1]++] = 2 * i;
      net->ends[net->first[net->arcs[i].to + 1]++] = 2 * i + 1;
    }
}

void
network_reset (struct network *net)
{
  memset (net->balance, 0, net->n_nodes * sizeof *net->balance);
  for (uint32_t i = 0; i < net->n_arcs; i++)
    {
      struct arc *a = net->arcs + i;
      if (a->state != ARC_FIXED)
	{
	  a->state = ARC_OPEN;
	  a->n = 0;
	}
      net->balance[a->to] += (__int128) a->n;
      net->balance[a->from] -= (__int128) a->n;
    }
}

/* A block has its own arc, and at most three special ones.  */
static uint64_t
most_arcs (const struct flow *w)
{
  return w->n_edges + 4ull * w->n_blocks + w->n_groups;
}

bool
network_fits (const struct flow *w)
{
  return most_arcs (w) <= UINT32_MAX / 4;
}

bool
network_init (struct network *net, const struct flow *w, struct fault *f)
{
  memset (net, 0, sizeof *net);
  net->n_blocks = w->n_blocks;
  if (!network_room (net, 2 * w->n_blocks + w->n_groups, most_arcs (w), f))
    return false;
  add_edges (net, w);
  add_blocks (net, w);
  add_groups (net, w);
  add_specials (net, w);
  network_index (net);
  network_reset (net);
  return true;
}

void
network_release (struct network *net)
{
  FREE_ALL (net->arcs, net->first, net->ends, net->balance, net->work);
}

uint32_t
network_block (const struct network *net, uint32_t node)
{
  /* All arcs at a group's node begin in its block.  */
  return node < 2 * net->n_blocks
	   ? node / 2
	   : net->arcs[net->ends[net->first[node]] / 2].block;
}
