/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Every count that follows from the measured ones, and why the others do
   not.  */

#include "summarize/solve/network.h"

#define NONE UINT32_MAX

/* --- why ---------------------------------------------------------------- */

/* For each node the nearest loose arc with a cause; for one that is connected
   to such only through OUTSIDE, what OUTSIDE has: any.  In NET->work.  */
static const uint32_t *
find_causes (const struct network *net)
{
  uint32_t *cause = net->work, *queue = cause + net->n_nodes;
  uint32_t n = 0, any = NONE;
  for (uint32_t v = 0; v < net->n_nodes; v++)
    cause[v] = NONE;
  for (uint32_t i = 0; i < net->n_arcs; i++)
    {
      const struct arc *a = net->arcs + i;
      const uint32_t ends[2] = { a->from, a->to };
      if (a->loose && a->cause)
	any = i;
      for (unsigned k = 0; k < 2 && a->loose && a->cause; k++)
	if (ends[k] != OUTSIDE && cause[ends[k]] == NONE)
	  {
	    cause[ends[k]] = i;
	    queue[n++] = ends[k];
	  }
    }
  for (uint32_t k = 0; k < n; k++)
    for (uint32_t i = net->first[queue[k]]; i < net->first[queue[k] + 1]; i++)
      {
	uint32_t node = across (net, net->ends[i]);
	if (node == OUTSIDE || cause[node] != NONE
	    || !arc_of (net, net->ends[i])->loose)
	  continue;
	cause[node] = cause[queue[k]];
	queue[n++] = node;
      }
  cause[OUTSIDE] = any;
  return cause;
}

/* Where a point would tell how often the arc NUMBER is crossed.  */
static struct ghalt_count
unrecorded (const struct network *net, uint32_t number)
{
  struct ghalt_count c = { .why = REASON_RECORD,
			   .at = net->arcs[number].block };
  if (number >= net->first_block)
    c.why = REASON_RECORD_BLOCK;
  return c;
}

/* Why the loose arc A is, with CAUSE from find_causes.  */
static struct ghalt_count
explain_arc (const struct network *net, const struct arc *a,
	     const uint32_t *cause)
{
  if (a->cause)
    return (struct ghalt_count) { .why = a->cause, .at = a->block };
  const uint32_t from[3] = { cause[a->from], cause[a->to], cause[OUTSIDE] };
  unsigned k = 0;
  while (from[k] == NONE)
    k++;
  return (struct ghalt_count) { .why = net->arcs[from[k]].cause,
				.at = net->arcs[from[k]].block };
}

/* --- back into the flow ------------------------------------------------- */

/* What crosses A, or 2^64-1 if that is more.  */
static uint64_t
most_64 (const struct arc *a)
{
  return a->n < UINT64_MAX && !(a->loose && a->huge)
	   ? (uint64_t) a->n
	   : UINT64_MAX;
}

/* What is known of the arc A now, in C.  */
static void
put_known (struct ghalt_count *c, const struct arc *a)
{
  if (c->how == GHALT_MEASURED)
    return;
  *c = (struct ghalt_count) { .n = most_64 (a), .how = GHALT_DERIVED };
}

/* The count of arc NUMBER, or NULL.  */
static struct ghalt_count *
count_of (struct flow *w, const struct network *net, uint32_t number)
{
  if (number < w->n_edges)
    return w->edge_counts + number;
  if (number - net->first_block < w->n_blocks)
    return w->block_counts + (number - net->first_block);
  return NULL;
}

static void
put_arcs (struct flow *w, const struct network *net, const uint32_t *cause)
{
  for (uint32_t i = 0; i < net->first_special; i++)
    {
      const struct arc *a = net->arcs + i;
      struct ghalt_count *c = count_of (w, net, i);
      if (!c)
	continue;
      if (!a->loose || a->huge)
	put_known (c, a);
      else if (c->why != REASON_SHARED)
	*c = a->tangled && !a->cause ? unrecorded (net, i)
				     : explain_arc (net, a, cause);
    }
}

/* A block's loss is all that leaves it for OUTSIDE, but for returns.  */
static void
put_losses (struct flow *w, const struct network *net)
{
  for (uint32_t b = 0; b < w->n_blocks; b++)
    w->losses[b] = (struct ghalt_count) { .how = GHALT_DERIVED };
  for (uint32_t i = net->first_special; i < net->n_arcs; i++)
    {
      const struct arc *a = net->arcs + i;
      struct ghalt_count *c = w->losses + a->block;
      if (a->to != OUTSIDE)
	continue;
      if (a->loose && !a->huge)
	*c = (struct ghalt_count) { .why = a->cause, .at = a->block };
      else if (c->how != GHALT_UNKNOWN)
	c->n = add_counts (c->n, most_64 (a));
    }
}

/* Nothing can be said of what was not measured, because of WHY.  */
static void
give_up (struct flow *w, enum reason why)
{
  struct ghalt_count *const all[3] = { w->block_counts, w->losses,
				       w->edge_counts };
  for (unsigned k = 0; k < 3; k++)
    for (uint32_t i = 0; i < (k < 2 ? w->n_blocks : w->n_edges); i++)
      if (all[k][i].how != GHALT_MEASURED)
	all[k][i] = (struct ghalt_count) { .why = why,
					   .at = k < 2 ? i : w->edges[i].from };
}

/* --- in order ----------------------------------------------------------- */

/* Find some circulation.  Where there is none, let control leave or come
   anywhere around where it cannot be.  */
static enum routed
circulate (struct flow *w, struct network *net, struct fault *f)
{
  enum routed routed = ROUTED_SHORT;
  if (network_peel (net))
    routed = network_route (net, f);
  if (routed == ROUTED_SHORT)
    {
      network_reset (net);
      routed = network_route (net, f);
      w->conflict = true;
      if (routed == ROUTED_SHORT)
	routed = !network_relax (net, &w->conflict_at, f) ? ROUTED_FAULT
		 : net->effort > 0			  ? ROUTED
							  : ROUTED_EFFORT;
    }
  return routed;
}

static void
put_all (struct flow *w, struct network *net)
{
  bool open = false;
  const uint32_t *cause = NULL;
  for (uint32_t i = 0; i < net->n_arcs; i++)
    open |= net->arcs[i].state == ARC_OPEN;
  if (open)
    {
      network_unique (net, true);
      for (uint32_t i = 0; i < net->n_arcs; i++)
	net->arcs[i].tangled = net->arcs[i].loose;
      network_unique (net, false);
      if (!w->conflict)
	network_reach (net);
      network_huge (net);
      cause = find_causes (net);
    }
  put_arcs (w, net, cause);
  put_losses (w, net);
}

bool
flow_solve (struct flow *w, struct fault *f)
{
  struct network net;
  if (w->skipped || !network_fits (w))
    {
      give_up (w, w->skipped ? REASON_SKIPPED : REASON_EFFORT);
      return true;
    }
  enum routed routed = network_init (&net, w, f) ? circulate (w, &net, f)
						 : ROUTED_FAULT;
  if (routed == ROUTED)
    put_all (w, &net);
  else
    give_up (w, REASON_EFFORT);
  network_release (&net);
  return routed != ROUTED_FAULT;
}
