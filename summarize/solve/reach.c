/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Loops that nothing enters: a circulation may go around in them as often as
   it likes, control cannot.  */

#include <string.h>
#include "summarize/solve/network.h"

/* Walk on from NODE along whatever can be crossed; mark in REACHED what is
   found.  */
static void
walk_network (const struct network *net, uint32_t node, bool *reached,
	      uint32_t *stack)
{
  uint32_t n = 0;
  if (reached[node])
    return;
  reached[stack[n++] = node] = true;
  while (n > 0)
    {
      uint32_t v = stack[--n];
      for (uint32_t i = net->first[v]; i < net->first[v + 1]; i++)
	{
	  uint32_t end = net->ends[i], to = across (net, end);
	  const struct arc *a = arc_of (net, end);
	  if ((end & 1) || reached[to] || !(a->loose || a->n > 0))
	    continue;
	  reached[stack[n++] = to] = true;
	}
    }
}

void
network_reach (struct network *net)
{
  uint32_t *stack = net->work;
  bool *reached = memset (stack + net->n_nodes, 0, net->n_nodes);
  walk_network (net, OUTSIDE, reached, stack);
  for (uint32_t i = 0; i < net->n_arcs; i++)
    if (!net->arcs[i].loose && net->arcs[i].n > 0)
      walk_network (net, net->arcs[i].from, reached, stack);
  for (uint32_t i = 0; i < net->n_arcs; i++)
    if (net->arcs[i].loose && !reached[net->arcs[i].from])
      {
	net->arcs[i].loose = false;
	net->arcs[i].n = 0;
      }
}
