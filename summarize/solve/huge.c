/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What follows from counters that have stopped at 2^64-1: no number, but where a node's
   other arcs are known, that the last one is as large.  */

#include "summarize/solve/network.h"

/* What comes into a node or goes out.  */
struct side
{
  unsigned __int128 least, known;
  struct arc *loose;		/* the last one */
  uint32_t n_loose;
};

static bool
visit_node (struct network *net, uint32_t node)
{
  struct side sides[2] = { { 0 }, { 0 } };
  bool changed = false;
  for (uint32_t i = net->first[node]; i < net->first[node + 1]; i++)
    {
      struct side *s = sides + (net->ends[i] & 1);
      struct arc *a = arc_of (net, net->ends[i]);
      if (!a->loose)
	{
	  s->known += a->n;
	  s->least += a->n;
	  continue;
	}
      s->least += a->huge ? UINT64_MAX : 0;
      s->loose = a;
      s->n_loose++;
    }
  for (unsigned k = 0; k < 2; k++)
    if (sides[k].n_loose == 1 && !sides[k].loose->huge
	&& sides[1 - k].least >= sides[k].known + UINT64_MAX)
      sides[k].loose->huge = changed = true;
  return changed;
}

void
network_huge (struct network *net)
{
  bool changed = false;
  for (uint32_t i = 0; i < net->n_arcs; i++)
    changed |= net->arcs[i].huge;
  while (changed)
    {
      changed = false;
      for (uint32_t v = 0; v < net->n_nodes; v++)
	changed |= visit_node (net, v);
    }
}
