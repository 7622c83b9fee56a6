/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counts of edges and blocks from the counts of some.

   Two rules, used until nothing changes: a block is executed as often as the
   edges into it, and as the edges out of it, are crossed; and of the edges on
   one side of a block the last unknown one is what is missing, or all are 0
   if nothing is missing.

   Where a rule does not hold: blocks that nothing leads into or out of (entry,
   exit, exit (1)); and no rule derives anything in a function that control
   may enter or leave elsewhere.  A call that never returns makes what is
   derived around its block wrong by as many as did not return; hence
   COUNT_DERIVED.  */

#include <stdlib.h>
#include <string.h>
#include "summarize/summarize.h"

/* What is known of the edges on one side of one block.  */
struct side
{
  uint32_t unknown;
  bool overflow;
  uint64_t sum;			/* of the known ones */
};

struct solver
{
  struct flow *flow;
  struct side *in, *out;	/* for each block */
  uint32_t *work;		/* blocks to look at; a ring */
  bool *waiting;		/* block is in it */
  uint32_t head, n_waiting;
};

/* List the edges by the blocks they lead to, or else come from.  */
static void
list_edges (const struct flow *w, struct edge_list *list, bool by_target)
{
  list->first = zeroed (w->n_blocks + (size_t) 2, sizeof *list->first);
  list->edges = zeroed (w->n_edges, sizeof *list->edges);
  uint32_t *next = list->first + 1;
  for (uint32_t i = 0; i < w->n_edges; i++)
    list->first[(by_target ? w->edges[i].to : w->edges[i].from) + 2]++;
  for (uint32_t b = 0; b < w->n_blocks; b++)
    list->first[b + 2] += list->first[b + 1];
  /* NEXT is where the edges of a block go; afterwards where they end.  */
  for (uint32_t i = 0; i < w->n_edges; i++)
    list->edges[next[by_target ? w->edges[i].to : w->edges[i].from]++] = i;
}

void
flow_init (struct flow *w, uint32_t n_blocks, uint32_t n_edges,
	   const struct halt_map_edge *edges,
	   const struct halt_map_block *blocks)
{
  memset (w, 0, sizeof *w);
  w->n_blocks = n_blocks;
  w->n_edges = n_edges;
  w->edges = edges;
  w->blocks = blocks;
  list_edges (w, &w->in, true);
  list_edges (w, &w->out, false);
  w->block_counts = zeroed (n_blocks, sizeof *w->block_counts);
  w->edge_counts = zeroed (n_edges, sizeof *w->edge_counts);
  w->losses = zeroed (n_blocks, sizeof *w->losses);
}

void
flow_release (struct flow *w)
{
  free (w->in.first);
  free (w->in.edges);
  free (w->out.first);
  free (w->out.edges);
  free (w->block_counts);
  free (w->edge_counts);
  free (w->losses);
  free (w->groups);
  free (w->group);
  memset (w, 0, sizeof *w);
}

void
flow_block (struct flow *w, uint32_t block, uint64_t n)
{
  w->block_counts[block] = (struct count) { .n = n, .how = COUNT_MEASURED };
}

void
flow_branch (struct flow *w, uint32_t block, uint64_t not_taken,
	     uint64_t taken)
{
  struct count *falls = NULL, *takes = NULL;
  bool several = false;
  for (uint32_t i = w->out.first[block]; i < w->out.first[block + 1]; i++)
    {
      uint32_t edge = w->out.edges[i];
      /* On some targets a branch can return.  */
      struct count **side
	= w->edges[edge].flags & (HALT_EDGE_TAKEN | HALT_EDGE_RETURN) ? &takes
	  : w->edges[edge].flags == HALT_EDGE_FALL ? &falls : NULL;
      if (!side)
	continue;
      several |= *side != NULL;
      *side = w->edge_counts + edge;
    }
  if (taken + not_taken >= taken
      && w->block_counts[block].how == COUNT_UNKNOWN)
    flow_block (w, block, taken + not_taken);
  if (takes && !several)
    *takes = (struct count) { .n = taken, .how = COUNT_MEASURED };
  if (falls && !several)
    *falls = (struct count) { .n = not_taken, .how = COUNT_MEASURED };
}

static int
compare_index (const void *a, const void *b, void *all)
{
  const struct halt_map_edge *edges = all;
  uint32_t x = edges[*(const uint32_t *) a].index;
  uint32_t y = edges[*(const uint32_t *) b].index;
  return x < y ? -1 : x > y;
}

void
flow_table (struct flow *w, uint32_t block, const uint64_t *rows,
	    uint64_t n_rows)
{
  uint32_t room = w->out.first[block + 1] - w->out.first[block], n = 0;
  uint32_t *list = grow (NULL, room, sizeof *list);
  uint64_t sum = 0;
  bool overflow = false;
  for (uint64_t i = 0; i < n_rows; i++)
    {
      overflow |= sum + rows[3 * i + 2] < sum;
      sum += rows[3 * i + 2];
    }
  if (!overflow && w->block_counts[block].how == COUNT_UNKNOWN)
    flow_block (w, block, sum);
  for (uint32_t i = w->out.first[block]; i < w->out.first[block + 1]; i++)
    if (w->edges[w->out.edges[i]].flags == HALT_EDGE_INDEX)
      list[n++] = w->out.edges[i];
  qsort_r (list, n, sizeof *list, compare_index, (void *) w->edges);
  uint64_t next = 0;
  for (uint32_t i = 0; i < n; i++)
    {
      uint32_t index = w->edges[list[i]].index;
      while (next < n_rows && rows[3 * next + 1] < index)
	next++;
      /* Of two edges with one index nobody knows which it was.  */
      if ((i > 0 && w->edges[list[i - 1]].index == index)
	  || (i + 1 < n && w->edges[list[i + 1]].index == index))
	continue;
      bool counted = next < n_rows && rows[3 * next + 1] == index;
      w->edge_counts[list[i]]
	= (struct count) { .n = counted ? rows[3 * next + 2] : 0,
			   .how = COUNT_MEASURED };
    }
  free (list);
}

void
flow_return (struct flow *w, uint32_t block, uint64_t n)
{
  uint32_t i = w->out.first[block];
  if (w->out.first[block + 1] - i == 1
      && w->edges[w->out.edges[i]].flags == HALT_EDGE_RETURN)
    w->edge_counts[w->out.edges[i]] = (struct count) { .n = n, .how = COUNT_MEASURED };
}

void
flow_shared (struct flow *w, uint32_t block, uint32_t kind)
{
  struct count c = { .why = REASON_SHARED, .at = block };
  if (kind == HALT_BLOCK && w->block_counts[block].how == COUNT_UNKNOWN)
    w->block_counts[block] = c;
  for (uint32_t i = w->out.first[block];
       kind != HALT_BLOCK && i < w->out.first[block + 1]; i++)
    if (w->edge_counts[w->out.edges[i]].how == COUNT_UNKNOWN)
      w->edge_counts[w->out.edges[i]] = c;
}

static bool
conserves (const struct flow *w)
{
  for (uint32_t i = 0; i < w->n_edges; i++)
    if (w->edges[i].flags & (HALT_EDGE_EH | HALT_EDGE_ABNORMAL))
      return false;
  return true;
}

static void
push (struct solver *s, uint32_t block)
{
  if (s->waiting[block])
    return;
  s->waiting[block] = true;
  s->work[(s->head + (uint64_t) s->n_waiting++) % s->flow->n_blocks] = block;
}

static void
learn_side (struct side *side, uint64_t n)
{
  side->unknown--;
  side->overflow |= side->sum + n < n;
  side->sum += n;
}

/* The count of EDGE is known now.  */
static void
learn_edge (struct solver *s, uint32_t edge)
{
  const struct halt_map_edge *e = s->flow->edges + edge;
  uint64_t n = s->flow->edge_counts[edge].n;
  learn_side (s->out + e->from, n);
  learn_side (s->in + e->to, n);
  push (s, e->from);
  push (s, e->to);
}

/* BLOCK, with SIDE and its edges in LIST, is executed N times.  */
static void
complete (struct solver *s, uint32_t block, const struct side *side,
	  const struct edge_list *list, uint64_t n)
{
  if (side->unknown == 0 || side->overflow || side->sum > n)
    return;
  uint64_t rest = n - side->sum;
  if (side->unknown > 1 && rest > 0)
    return;
  for (uint32_t i = list->first[block];
       i < list->first[block + 1] && side->unknown > 0; i++)
    {
      struct count *c = s->flow->edge_counts + list->edges[i];
      if (c->how != COUNT_UNKNOWN)
	continue;
      *c = (struct count) { .n = rest, .how = COUNT_DERIVED };
      learn_edge (s, list->edges[i]);
    }
}

/* The count of BLOCK follows from SIDE if that has N edges, all known.  */
static void
total (struct count *c, const struct side *side, uint32_t n)
{
  if (c->how == COUNT_UNKNOWN && n > 0 && side->unknown == 0
      && !side->overflow)
    *c = (struct count) { .n = side->sum, .how = COUNT_DERIVED };
}

static void
visit (struct solver *s, uint32_t block)
{
  const struct flow *w = s->flow;
  struct count *c = w->block_counts + block;
  const struct side *in = s->in + block, *out = s->out + block;
  total (c, in, w->in.first[block + 1] - w->in.first[block]);
  total (c, out, w->out.first[block + 1] - w->out.first[block]);
  if (c->how == COUNT_UNKNOWN)
    return;
  complete (s, block, in, &w->in, c->n);
  complete (s, block, out, &w->out, c->n);
}

void
flow_solve (struct flow *w)
{
  if (!conserves (w))
    return;
  struct solver s = {
    .flow = w,
    .in = zeroed (w->n_blocks, sizeof *s.in),
    .out = zeroed (w->n_blocks, sizeof *s.out),
    .work = zeroed (w->n_blocks, sizeof *s.work),
    .waiting = zeroed (w->n_blocks, sizeof *s.waiting)
  };
  for (uint32_t b = 0; b < w->n_blocks; b++)
    {
      s.in[b].unknown = w->in.first[b + 1] - w->in.first[b];
      s.out[b].unknown = w->out.first[b + 1] - w->out.first[b];
      if (w->block_counts[b].how != COUNT_UNKNOWN)
	push (&s, b);
    }
  for (uint32_t i = 0; i < w->n_edges; i++)
    if (w->edge_counts[i].how != COUNT_UNKNOWN)
      learn_edge (&s, i);
  while (s.n_waiting > 0)
    {
      uint32_t block = s.work[s.head];
      s.head = (uint32_t) ((s.head + 1ull) % w->n_blocks);
      s.n_waiting--;
      s.waiting[block] = false;
      visit (&s, block);
    }
  free (s.in);
  free (s.out);
  free (s.work);
  free (s.waiting);
}
