/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A flow that balances all nodes, if there is one.

   Where open arcs make a cycle, anything can get from any of its nodes to any
   other: each strongly connected part is balanced along two trees.  Between
   the parts, which are the nodes of a smaller network without cycles: leaves
   are peeled, then come augmenting paths, shortest first (Dinic), those of
   one length at a time.  */

#include <string.h>
#include "summarize/solve/network.h"
#include "summarize/solve/components.h"

#define NOWHERE UINT32_MAX

/* --- along the trees ---------------------------------------------------- */

/* Walk the part that ROOT is in, along arcs (SIDE 0) or against them (1), and
   list its nodes and the end by which each was found.  */
static uint32_t
walk_part (const struct network *net, const uint32_t *part, uint32_t root,
	   unsigned side, uint32_t *order, uint32_t *via, bool *found)
{
  uint32_t n = 0;
  order[n++] = root;
  found[root] = true;
  for (uint32_t k = 0; k < n; k++)
    for (uint32_t i = net->first[order[k]]; i < net->first[order[k] + 1]; i++)
      {
	uint32_t end = net->ends[i], node = across (net, end);
	if ((end & 1) != side || arc_of (net, end)->state != ARC_OPEN
	    || part[node] != part[root] || found[node])
	  continue;
	found[node] = true;
	via[node] = end;
	order[n++] = node;
      }
  for (uint32_t k = 0; k < n; k++)
    found[order[k]] = false;
  return n;
}

/* Move what the nodes of ROOT's part have too much, or lack, to ROOT.  */
static void
balance_part (struct network *net, const uint32_t *part, uint32_t root,
	      uint32_t *order, uint32_t *via, bool *found)
{
  for (unsigned side = 0; side < 2; side++)
    for (uint32_t k = walk_part (net, part, root, side, order, via, found);
	 k-- > 1;)
      {
	__int128 *own = net->balance + order[k], n = *own;
	if (side ? n <= 0 : n >= 0)
	  continue;
	struct arc *a = arc_of (net, via[order[k]]);
	a->n += (unsigned __int128) (side ? n : -n);
	net->balance[side ? a->to : a->from] += n;
	*own = 0;
      }
}

/* Balance the parts that PART, the first of NET->work, numbers, all but one node
   of each.  */
static void
balance_parts (struct network *net, const uint32_t *part, uint32_t n_parts)
{
  size_t n = net->n_nodes;
  uint32_t *order = net->work + n, *via = net->work + 2 * n;
  bool *found = memset (net->work + 3 * n, 0, n);
  bool *done = memset (net->work + 4 * n, 0, n_parts);
  for (uint32_t v = 0; v < n; v++)
    if (!done[part[v]])
      {
	done[part[v]] = true;
	balance_part (net, part, v, order, via, found);
      }
}

/* --- augmenting paths --------------------------------------------------- */

struct search
{
  struct network *net;
  uint32_t *level;		/* steps from a node with too much */
  uint32_t *next;		/* of each node: ends before led nowhere */
  uint32_t *queue;
  uint32_t *path;		/* ends */
};

/* Find the levels.  False if no path leads to a node that lacks anything.  */
static bool
find_levels (struct search *s)
{
  struct network *net = s->net;
  uint32_t n = 0;
  bool found = false;
  for (uint32_t v = 0; v < net->n_nodes; v++)
    {
      s->level[v] = NOWHERE;
      s->next[v] = net->first[v];
      if (net->balance[v] > 0)
	{
	  s->level[v] = 0;
	  s->queue[n++] = v;
	}
    }
  for (uint32_t k = 0; k < n; k++)
    {
      uint32_t v = s->queue[k];
      found |= net->balance[v] < 0;
      for (uint32_t i = net->first[v]; i < net->first[v + 1]; i++)
	{
	  uint32_t to = across (net, net->ends[i]);
	  if (s->level[to] != NOWHERE || !residual (net, net->ends[i]))
	    continue;
	  s->level[to] = s->level[v] + 1;
	  s->queue[n++] = to;
	}
    }
  return found;
}

/* Move what can be along the path of LENGTH ends from SOURCE to SINK.  */
static void
augment (struct search *s, uint32_t source, uint32_t sink, uint32_t length)
{
  struct network *net = s->net;
  __int128 n = net->balance[source];
  if (-net->balance[sink] < n)
    n = -net->balance[sink];
  for (uint32_t i = 0; i < length; i++)
    if (s->path[i] & 1 && (__int128) arc_of (net, s->path[i])->n < n)
      n = (__int128) arc_of (net, s->path[i])->n;
  for (uint32_t i = 0; i < length; i++)
    if (s->path[i] & 1)
      arc_of (net, s->path[i])->n -= (unsigned __int128) n;
    else
      arc_of (net, s->path[i])->n += (unsigned __int128) n;
  net->balance[source] -= n;
  net->balance[sink] += n;
}

/* Follow the levels from SOURCE to a node that lacks something; false if
   there is no way.  */
static bool
advance_path (struct search *s, uint32_t source)
{
  struct network *net = s->net;
  uint32_t length = 0, at = source;
  while (net->balance[at] >= 0)
    {
      uint32_t *i = s->next + at;
      if (net->effort == 0)
	return false;
      net->effort--;
      if (*i == net->first[at + 1])
	{
	  s->level[at] = NOWHERE;
	  if (length == 0)
	    return false;
	  at = across (net, s->path[--length] ^ 1);
	  s->next[at]++;
	}
      else if (residual (net, net->ends[*i])
	       && s->level[across (net, net->ends[*i])] != NOWHERE
	       && s->level[across (net, net->ends[*i])] == s->level[at] + 1)
	{
	  s->path[length++] = net->ends[*i];
	  at = across (net, net->ends[*i]);
	}
      else
	++*i;
    }
  augment (s, source, at, length);
  return true;
}

static bool
balanced (const struct network *net)
{
  for (uint32_t v = 0; v < net->n_nodes; v++)
    if (net->balance[v])
      return false;
  return true;
}

static void
augment_all (struct network *net)
{
  size_t n = net->n_nodes;
  struct search s = {
    .net = net, .level = net->work, .next = net->work + n,
    .queue = net->work + 2 * n, .path = net->work + 3 * n
  };
  while (net->effort > 0 && find_levels (&s))
    {
      net->effort -= net->effort < net->n_arcs ? net->effort : net->n_arcs;
      for (uint32_t v = 0; v < n; v++)
	while (net->balance[v] > 0 && advance_path (&s, v))
	  ;
    }
}

/* --- parts as nodes ------------------------------------------------------ */

/* What the parts have too much or lack.  */
static void
sum_balance (const struct network *net, const uint32_t *part,
	     struct network *small)
{
  memset (small->balance, 0, small->n_nodes * sizeof *small->balance);
  for (uint32_t v = 0; v < net->n_nodes; v++)
    small->balance[part[v]] += net->balance[v];
}

/* Make SMALL the network of NET's parts and the open arcs between them, in the
   order of NET's.  */
static bool
contract (const struct network *net, const uint32_t *part, uint32_t n_parts,
	  struct network *small, struct fault *f)
{
  memset (small, 0, sizeof *small);
  if (!network_room (small, n_parts, net->n_arcs, f))
    return false;
  small->effort = net->effort;
  sum_balance (net, part, small);
  for (uint32_t i = 0; i < net->n_arcs; i++)
    {
      const struct arc *a = net->arcs + i;
      if (a->state == ARC_OPEN && part[a->from] != part[a->to])
	network_add (small, part[a->from], part[a->to], 0, REASON_NONE, 0);
    }
  network_index (small);
  return true;
}

/* Balance SMALL as far as it can be.  */
static void
route_small (const struct network *net, const uint32_t *part,
	     struct network *small)
{
  if (!network_peel (small))
    {
      sum_balance (net, part, small);
      for (uint32_t i = 0; i < small->n_arcs; i++)
	{
	  small->arcs[i].state = ARC_OPEN;
	  small->arcs[i].n = 0;
	}
    }
  augment_all (small);
}

/* Let flow in NET what flows in SMALL.  */
static void
expand_flow (struct network *net, const uint32_t *part,
	     const struct network *small)
{
  const struct arc *from = small->arcs;
  for (uint32_t i = 0; i < net->n_arcs; i++)
    {
      struct arc *a = net->arcs + i;
      if (a->state != ARC_OPEN || part[a->from] == part[a->to])
	continue;
      a->n = from->n;
      net->balance[a->from] -= (__int128) from->n;
      net->balance[a->to] += (__int128) from->n;
      from++;
    }
  net->effort = small->effort;
}

enum routed
network_route (struct network *net, struct fault *f)
{
  if (balanced (net))
    return ROUTED;
  struct network small;
  uint32_t *part = net->work;
  uint32_t n_parts = components_number (net, false, part, part + net->n_nodes);
  /* Steps.  Real functions need a few for each arc; in a made-up one with
     hundreds of thousands of blocks, of which few counts are known, paths can
     be so long that it would take hours.  */
  net->effort = (1ull << 24) + 200ull * net->n_arcs;
  bool ok = contract (net, part, n_parts, &small, f);
  if (ok)
    {
      route_small (net, part, &small);
      expand_flow (net, part, &small);
      balance_parts (net, part, n_parts);
    }
  network_release (&small);
  return !ok		    ? ROUTED_FAULT
	 : net->effort == 0 ? ROUTED_EFFORT
	 : balanced (net)   ? ROUTED
			    : ROUTED_SHORT;
}

/* --- where it cannot be balanced ---------------------------------------- */

/* Mark the nodes to which the nodes with too much could move it (SIDE 0), or
   from which those that lack it could get it (1): in NET->work.  */
static bool *
reach (const struct network *net, unsigned side)
{
  uint32_t *queue = net->work;
  bool *found = memset (queue + net->n_nodes, 0, net->n_nodes);
  uint32_t n = 0;
  for (uint32_t v = 0; v < net->n_nodes; v++)
    if (side ? net->balance[v] < 0 : net->balance[v] > 0)
      {
	found[v] = true;
	queue[n++] = v;
      }
  for (uint32_t k = 0; k < n; k++)
    for (uint32_t i = net->first[queue[k]]; i < net->first[queue[k] + 1]; i++)
      {
	uint32_t end = net->ends[i], node = across (net, end);
	if (found[node] || !residual (net, end ^ side))
	  continue;
	found[node] = true;
	queue[n++] = node;
      }
  return found;
}

/* True if NODE is the entry's or the exit's: there is no code, and nothing goes
   astray there if it can be elsewhere.  */
static bool
codeless (uint32_t node)
{
  return node == 2 * HALT_BLOCK_ENTRY + 1 || node == 2 * HALT_BLOCK_EXIT;
}

/* Move what NODE, the entry's or the exit's, has too much or lacks, to a block
   that an open arc connects it with.  */
static void
move_on (struct network *net, uint32_t node)
{
  __int128 n = net->balance[node];
  for (uint32_t i = net->first[node]; n && i < net->first[node + 1]; i++)
    {
      uint32_t end = net->ends[i];
      if (arc_of (net, end)->state != ARC_OPEN || (end & 1) != (n < 0)
	  || across (net, end) == OUTSIDE)
	continue;
      arc_of (net, end)->n += (unsigned __int128) (n < 0 ? -n : n);
      net->balance[across (net, end)] += n;
      net->balance[node] = n = 0;
    }
}

/* Let what the nodes have too much get lost (SIDE 0), or what they lack come
   from outside (1), wherever it may have been.  *AT becomes the block of one
   such node, if there is any.  */
static void
open_side (struct network *net, unsigned side, uint32_t *at)
{
  bool *found = reach (net, side);
  for (uint32_t v = net->n_nodes; v-- > 0;)
    {
      __int128 n = side ? -net->balance[v] : net->balance[v];
      if (v == OUTSIDE || !found[v] || (codeless (v) && n <= 0))
	continue;
      uint32_t block = network_block (net, v);
      if (n > 0)
	{
	  *at = block;
	  net->balance[OUTSIDE] += net->balance[v];
	  net->balance[v] = 0;
	}
      network_add (net, side ? OUTSIDE : v, side ? v : OUTSIDE, block,
		   REASON_CONFLICT, n > 0 ? (unsigned __int128) n : 0);
    }
  network_index (net);
}

bool
network_relax (struct network *net, uint32_t *at, struct fault *f)
{
  *at = HALT_BLOCK_ENTRY;
  if (!network_room (net, net->n_nodes, net->n_arcs + 2 * (size_t) net->n_nodes,
		     f))
    return false;
  /* What can get outside needs no other way to get lost, and then what is
     missing elsewhere cannot come from there.  */
  unsigned side = reach (net, 0)[OUTSIDE];
  move_on (net, 2 * HALT_BLOCK_ENTRY + 1);
  move_on (net, 2 * HALT_BLOCK_EXIT);
  for (unsigned k = 0; k < 2 && !balanced (net); k++)
    {
      open_side (net, side ^ k, at);
      augment_all (net);
    }
  return true;
}
