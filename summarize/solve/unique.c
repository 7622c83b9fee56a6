/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which arcs have the same flow in every circulation.

   Two circulations differ by cycles of what can flow more or less.  An arc
   that is in no such cycle but the one of itself there and back is the same in
   all.  That is so in two cases.  Its ends are in different strongly connected
   parts.  Or it is a bridge, the only connection between two halves of one
   part: a cycle would have to come back by it.  If it is no bridge, the part
   without it is still connected in both directions between its ends, in one
   of them by a path that does not use it.  */

#include "summarize/solve/components.h"

#define NONE UINT32_MAX

struct bridges
{
  struct network *net;
  bool plain;
  const uint32_t *part;
  uint32_t *number, *low, *next, *path;
  uint32_t *via;		/* the end by which a node was found */
  uint32_t n_found, n_path;
};

/* True if END's arc is open within one part.  */
static bool
inner (const struct bridges *b, uint32_t end)
{
  const struct arc *a = arc_of (b->net, end);
  return a->state == ARC_OPEN && b->part[a->from] == b->part[a->to]
	 && !(b->plain && a->cause);
}

static void
enter_node (struct bridges *b, uint32_t node, uint32_t end)
{
  b->number[node] = b->low[node] = b->n_found++;
  b->next[node] = b->net->first[node];
  b->via[node] = end;
  b->path[b->n_path++] = node;
}

static void
leave_node (struct bridges *b, uint32_t node)
{
  if (--b->n_path == 0)
    return;
  uint32_t parent = b->path[b->n_path - 1];
  if (b->low[node] < b->low[parent])
    b->low[parent] = b->low[node];
  if (b->low[node] > b->number[parent])
    arc_of (b->net, b->via[node])->loose = false;
}

static void
search_bridges (struct bridges *b, uint32_t root)
{
  const struct network *net = b->net;
  enter_node (b, root, NONE);
  while (b->n_path > 0)
    {
      uint32_t v = b->path[b->n_path - 1];
      if (b->next[v] == net->first[v + 1])
	{
	  leave_node (b, v);
	  continue;
	}
      uint32_t end = net->ends[b->next[v]++], to = across (net, end);
      if (!inner (b, end) || end == (b->via[v] ^ 1))
	continue;
      if (b->number[to] == NONE)
	enter_node (b, to, end);
      else if (b->number[to] < b->low[v])
	b->low[v] = b->number[to];
    }
}

void
network_unique (struct network *net, bool plain)
{
  size_t n = net->n_nodes;
  uint32_t *room = net->work;
  struct bridges b = {
    .net = net, .plain = plain, .part = room, .number = room + n,
    .low = room + 2 * n, .next = room + 3 * n, .path = room + 4 * n,
    .via = room + 5 * n
  };
  components_number (net, plain, room, room + 6 * n);
  for (uint32_t i = 0; i < net->n_arcs; i++)
    net->arcs[i].loose = inner (&b, 2 * i);
  for (uint32_t v = 0; v < n; v++)
    b.number[v] = NONE;
  for (uint32_t v = 0; v < n; v++)
    if (b.number[v] == NONE)
      search_bridges (&b, v);
}
