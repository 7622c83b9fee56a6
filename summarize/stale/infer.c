/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A flow that is as near as possible to what is wished for.

   What flows in an arc of the network (network.h) has a price for each that it is more
   or less than wished.  At first all wishes are fulfilled, and some nodes have too
   much, others too little.  What is too much is moved to where it lacks, along the
   cheapest ways first, all of one price at a time (the primal-dual method of Ford and
   Fulkerson): so the sum of all prices is the least that there is.  */

#include <stdlib.h>
#include <string.h>
#include "summarize/solve/network.h"
#include "summarize/stale/stale.h"

/* What one more costs, one less: of a block or edge that was found by what is in
   it; of one that may have been; of any other.  Fewer is worse than more, as in
   profi.  Control that gets lost or comes by no edge is rather not assumed, and if it
   cannot be, least of all.  */
enum
{
  MORE = 10,
  LESS = 20,
  MORE_LOOSE = 3,
  LESS_LOOSE = 6,
  MORE_UNKNOWN = 1,
  MORE_LOST = 40,
  LESS_LOST = 10,
  MORE_NEVER = 1000
};

#define FAR UINT64_MAX

struct price
{
  unsigned __int128 wish;
  uint32_t more, less;
};

struct market
{
  struct network *net;
  struct price *prices;		/* of the arcs */
  uint64_t *height;		/* of the nodes: potentials */
  uint64_t *distance;
  uint32_t *heap, *where;	/* nodes by distance; where each is, from 1 */
  uint32_t n_heap;
  uint32_t *level, *next, *queue, *path;
};

/* What one more costs at END, which is negative if one is taken back; 0 room:
   nothing can go there.  *ROOM: how many at that price.  */
static int64_t
price_of (const struct market *m, uint32_t end, unsigned __int128 *room)
{
  const struct arc *a = arc_of (m->net, end);
  const struct price *p = m->prices + end / 2;
  if (!(end & 1))
    {
      *room = a->n < p->wish ? p->wish - a->n : (unsigned __int128) -1 >> 1;
      return a->n < p->wish ? -(int64_t) p->less : p->more;
    }
  *room = a->n > p->wish ? a->n - p->wish : a->n;
  return a->n > p->wish ? -(int64_t) p->more : p->less;
}

/* The same with the heights: never negative.  */
static uint64_t
reduced (const struct market *m, uint32_t from, uint32_t end,
	 unsigned __int128 *room)
{
  int64_t price = price_of (m, end, room);
  return (uint64_t) (price + (int64_t) m->height[from]
		     - (int64_t) m->height[across (m->net, end)]);
}

/* --- a heap of nodes ---------------------------------------------------- */

static void
swap (struct market *m, uint32_t a, uint32_t b)
{
  uint32_t node = m->heap[a];
  m->heap[a] = m->heap[b];
  m->heap[b] = node;
  m->where[m->heap[a]] = a + 1;
  m->where[m->heap[b]] = b + 1;
}

static void
rise (struct market *m, uint32_t at)
{
  for (;
       at > 0 && m->distance[m->heap[at]] < m->distance[m->heap[(at - 1) / 2]];
       at = (at - 1) / 2)
    swap (m, at, (at - 1) / 2);
}

static void
put_node (struct market *m, uint32_t node, uint64_t distance)
{
  m->distance[node] = distance;
  if (!m->where[node])
    {
      m->heap[m->n_heap++] = node;
      m->where[node] = m->n_heap;
    }
  rise (m, m->where[node] - 1);
}

static uint32_t
take_node (struct market *m)
{
  uint32_t node = m->heap[0], at = 0;
  swap (m, 0, --m->n_heap);
  m->where[node] = 0;
  for (;;)
    {
      uint32_t least = at;
      for (uint32_t k = 2 * at + 1; k <= 2 * at + 2 && k < m->n_heap; k++)
	if (m->distance[m->heap[k]] < m->distance[m->heap[least]])
	  least = k;
      if (least == at)
	return node;
      swap (m, at, least);
      at = least;
    }
}

/* --- ways of one price -------------------------------------------------- */

/* Raise the heights by how far nodes are from those with too much.  False if nothing
   lacks anything that can be reached.  */
static bool
measure_heights (struct market *m)
{
  struct network *net = m->net;
  uint64_t farthest = FAR;
  m->n_heap = 0;
  for (uint32_t v = 0; v < net->n_nodes; v++)
    {
      m->distance[v] = FAR;
      m->where[v] = 0;
    }
  for (uint32_t v = 0; v < net->n_nodes; v++)
    if (net->balance[v] > 0)
      put_node (m, v, 0);
  while (m->n_heap > 0)
    {
      uint32_t v = take_node (m);
      if (net->balance[v] < 0)
	{
	  farthest = m->distance[v];
	  break;
	}
      for (uint32_t i = net->first[v]; i < net->first[v + 1]; i++)
	{
	  unsigned __int128 room;
	  uint32_t to = across (net, net->ends[i]);
	  uint64_t price = reduced (m, v, net->ends[i], &room);
	  if (room > 0 && m->distance[v] + price < m->distance[to])
	    put_node (m, to, m->distance[v] + price);
	}
    }
  for (uint32_t v = 0; farthest != FAR && v < net->n_nodes; v++)
    m->height[v] += m->distance[v] < farthest ? m->distance[v] : farthest;
  return farthest != FAR;
}

/* Number the nodes by how many free steps they are away; false if nothing lacks
   anything there.  */
static bool
find_levels (struct market *m)
{
  struct network *net = m->net;
  uint32_t n = 0;
  bool found = false;
  for (uint32_t v = 0; v < net->n_nodes; v++)
    {
      m->level[v] = net->balance[v] > 0 ? 0 : UINT32_MAX;
      m->next[v] = net->first[v];
      if (net->balance[v] > 0)
	m->queue[n++] = v;
    }
  for (uint32_t k = 0; k < n; k++)
    {
      uint32_t v = m->queue[k];
      found |= net->balance[v] < 0;
      for (uint32_t i = net->first[v]; i < net->first[v + 1]; i++)
	{
	  unsigned __int128 room;
	  uint32_t to = across (net, net->ends[i]);
	  if (m->level[to] != UINT32_MAX
	      || reduced (m, v, net->ends[i], &room) != 0 || room == 0)
	    continue;
	  m->level[to] = m->level[v] + 1;
	  m->queue[n++] = to;
	}
    }
  return found;
}

static void
move (struct market *m, uint32_t source, uint32_t sink, uint32_t length)
{
  struct network *net = m->net;
  unsigned __int128 n = (unsigned __int128) net->balance[source], room;
  if ((unsigned __int128) -net->balance[sink] < n)
    n = (unsigned __int128) -net->balance[sink];
  for (uint32_t i = 0; i < length; i++)
    {
      price_of (m, m->path[i], &room);
      n = room < n ? room : n;
    }
  for (uint32_t i = 0; i < length; i++)
    if (m->path[i] & 1)
      arc_of (net, m->path[i])->n -= n;
    else
      arc_of (net, m->path[i])->n += n;
  net->balance[source] -= (__int128) n;
  net->balance[sink] += (__int128) n;
}

/* Follow the levels from SOURCE to what lacks something; false if there is no
   way.  */
static bool
advance_path (struct market *m, uint32_t source)
{
  struct network *net = m->net;
  uint32_t length = 0, at = source;
  unsigned __int128 room;
  while (net->balance[at] >= 0)
    {
      uint32_t *i = m->next + at;
      if (net->effort == 0)
	return false;
      net->effort--;
      if (*i == net->first[at + 1])
	{
	  m->level[at] = UINT32_MAX;
	  if (length == 0)
	    return false;
	  at = across (net, m->path[--length] ^ 1);
	  m->next[at]++;
	}
      else if (m->level[across (net, net->ends[*i])] != UINT32_MAX
	       && m->level[across (net, net->ends[*i])] == m->level[at] + 1
	       && reduced (m, at, net->ends[*i], &room) == 0 && room > 0)
	{
	  m->path[length++] = net->ends[*i];
	  at = across (net, net->ends[*i]);
	}
      else
	++*i;
    }
  move (m, source, at, length);
  return true;
}

/* Balance all nodes; false if that would take too long.  */
static bool
trade (struct market *m)
{
  struct network *net = m->net;
  while (net->effort > 0 && measure_heights (m))
    while (net->effort > 0 && find_levels (m))
      {
	net->effort -= net->effort < net->n_arcs ? net->effort : net->n_arcs;
	for (uint32_t v = 0; v < net->n_nodes; v++)
	  while (net->balance[v] > 0 && advance_path (m, v))
	    ;
      }
  return net->effort > 0;
}

/* --- prices ------------------------------------------------------------- */

static struct price
price_by (const struct prior *w)
{
  return w->sure == SURE_STRICT ? (struct price) { w->n, MORE, LESS }
	 : w->sure == SURE_LOOSE
	   ? (struct price) { w->n, MORE_LOOSE, LESS_LOOSE }
	   : (struct price) { 0, MORE_UNKNOWN, 0 };
}

/* Control leaves block A->BLOCK by no edge, or comes there.  */
static struct price
price_special (const struct arc *a, const struct prior *losses)
{
  struct price p = { 0, MORE_LOST, 0 };
  if (a->cause == REASON_NORETURN || a->cause == REASON_NO_WAY_IN)
    p.more = MORE_UNKNOWN;
  if (a->to == OUTSIDE && losses[a->block].sure)
    p = (struct price) { losses[a->block].n, p.more, LESS_LOST };
  return p;
}

/* Set what flows and what it costs, and let control come and go everywhere if there
   is no other way.  */
static void
set_prices (struct market *m, const struct flow *w, const struct prior *blocks,
	    const struct prior *edges, const struct prior *losses)
{
  struct network *net = m->net;
  uint32_t n = net->n_arcs;
  for (uint32_t i = 0; i < n; i++)
    m->prices[i] = i < w->n_edges ? price_by (edges + i)
		   : i < net->first_special
		     ? price_by (blocks + (i - net->first_block))
		     : price_special (net->arcs + i, losses);
  for (uint32_t v = 2; v < 2 * w->n_blocks; v++)
    for (unsigned into = 0; into < 2; into++)
      {
	m->prices[net->n_arcs] = (struct price) { 0, MORE_NEVER, 0 };
	network_add (net, into ? OUTSIDE : v, into ? v : OUTSIDE, v / 2,
		     REASON_CONFLICT, 0);
      }
  network_index (net);
  for (uint32_t i = 0; i < net->n_arcs; i++)
    net->arcs[i].n = m->prices[i].wish;
  memset (net->balance, 0, net->n_nodes * sizeof *net->balance);
  for (uint32_t i = 0; i < net->n_arcs; i++)
    {
      net->balance[net->arcs[i].to] += (__int128) net->arcs[i].n;
      net->balance[net->arcs[i].from] -= (__int128) net->arcs[i].n;
    }
}

static struct ghalt_count
count_of (unsigned __int128 n)
{
  return (struct ghalt_count) { .n = n < UINT64_MAX ? (uint64_t) n : UINT64_MAX,
				.how = GHALT_DERIVED };
}

static void
put_counts (struct flow *w, const struct network *net)
{
  for (uint32_t i = 0; i < w->n_edges; i++)
    w->edge_counts[i] = count_of (net->arcs[i].n);
  for (uint32_t b = 0; b < w->n_blocks; b++)
    {
      w->block_counts[b] = count_of (net->arcs[net->first_block + b].n);
      w->losses[b] = count_of (0);
    }
  for (uint32_t i = net->first_special; i < net->n_arcs; i++)
    if (net->arcs[i].to == OUTSIDE)
      {
	struct ghalt_count *c = w->losses + net->arcs[i].block;
	*c = count_of (net->arcs[i].n + c->n);
      }
}

static void
put_wishes (struct ghalt_count *counts, const struct prior *wishes, uint32_t n)
{
  for (uint32_t i = 0; i < n; i++)
    if (wishes[i].sure)
      counts[i] = count_of (wishes[i].n);
}

static bool
market_init (struct market *m, struct network *net, struct fault *f)
{
  size_t n = net->n_nodes;
  return (m->prices = fresh (net->n_arcs + 2 * n, sizeof *m->prices, f))
	 && (m->height = fresh (2 * n, sizeof *m->height, f))
	 && (m->level = fresh (6 * n, sizeof *m->level, f))
	 && network_room (net, net->n_nodes, net->n_arcs + 2 * n, f);
}

bool
flow_infer (struct flow *w, const struct prior *blocks,
	    const struct prior *edges, const struct prior *losses,
	    struct fault *f)
{
  struct network net = { 0 };
  struct market m = { .net = &net };
  bool ok = true, solved = false;
  if (network_fits (w))
    ok = network_init (&net, w, f) && market_init (&m, &net, f);
  if (ok && m.level)
    {
      size_t n = net.n_nodes;
      m.distance = m.height + n;
      m.heap = m.level + n;
      m.where = m.level + 2 * n;
      m.next = m.level + 3 * n;
      m.queue = m.level + 4 * n;
      m.path = m.level + 5 * n;
      net.effort = (1ull << 26) + 1000ull * net.n_arcs;
      set_prices (&m, w, blocks, edges, losses);
      solved = trade (&m);
    }
  if (ok && solved)
    put_counts (w, &net);
  else if (ok)
    {
      put_wishes (w->block_counts, blocks, w->n_blocks);
      put_wishes (w->edge_counts, edges, w->n_edges);
      put_wishes (w->losses, losses, w->n_blocks);
    }
  network_release (&net);
  FREE_ALL (m.prices, m.height, m.level);
  return ok;
}
