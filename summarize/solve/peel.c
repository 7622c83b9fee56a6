/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Arcs that follow from the others at one of their nodes.  This solves nearly
   everything, in one pass.  */

#include <string.h>
#include "summarize/solve/network.h"

struct peel
{
  struct network *net;
  uint32_t *open[2];		/* arcs of each node, out and in */
  uint32_t *next;		/* of each node: those before are not open */
  uint32_t *work, n_work;	/* nodes to look at */
  bool *waiting;		/* node is among them */
};

static void
push_node (struct peel *p, uint32_t node)
{
  if (!p->waiting[node])
    p->work[p->n_work++] = node;
  p->waiting[node] = true;
}

/* Force the arc to N.  */
static void
force (struct peel *p, struct arc *a, __int128 n)
{
  a->state = ARC_FORCED;
  a->n = (unsigned __int128) n;
  p->net->balance[a->from] -= n;
  p->net->balance[a->to] += n;
  p->open[0][a->from]--;
  p->open[1][a->to]--;
  push_node (p, a->from);
  push_node (p, a->to);
}

/* False if NODE cannot be balanced.  */
static bool
balance_node (struct peel *p, uint32_t node)
{
  struct network *net = p->net;
  uint32_t out = p->open[0][node], in = p->open[1][node];
  __int128 n = net->balance[node];
  if (out > 0 && in > 0)
    return true;
  if (in > 0)
    n = -n;
  if (out + in == 0)
    return n == 0;
  if (n < 0)
    return false;
  if (n > 0 && out + in > 1)
    return true;
  for (uint32_t *i = p->next + node; p->open[0][node] + p->open[1][node] > 0;
       ++*i)
    if (arc_of (net, net->ends[*i])->state == ARC_OPEN)
      force (p, arc_of (net, net->ends[*i]), n);
  return true;
}

bool
network_peel (struct network *net)
{
  size_t n = net->n_nodes;
  struct peel p = {
    .net = net,
    .open = { net->work, net->work + n }, .next = net->work + 2 * n,
    .work = net->work + 3 * n, .waiting = (bool *) (net->work + 4 * n)
  };
  bool good = true;
  memset (net->work, 0, 5 * n * sizeof *net->work);
  for (uint32_t i = 0; i < net->n_arcs; i++)
    if (net->arcs[i].state == ARC_OPEN)
      {
	p.open[0][net->arcs[i].from]++;
	p.open[1][net->arcs[i].to]++;
      }
  for (uint32_t v = 0; v < net->n_nodes; v++)
    {
      p.next[v] = net->first[v];
      push_node (&p, v);
    }
  while (good && p.n_work > 0)
    {
      uint32_t node = p.work[--p.n_work];
      p.waiting[node] = false;
      good = balance_node (&p, node);
    }
  return good;
}
