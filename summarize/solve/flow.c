/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is measured of a function's edges and blocks.  */

#include <stdlib.h>
#include <string.h>
#include "summarize/summarize.h"

/* List the edges by the blocks they lead to, or else come from.  */
static bool
list_edges (const struct flow *w, struct edge_list *list, bool by_target,
	    struct fault *f)
{
  list->first = fresh (w->n_blocks + (size_t) 2, sizeof *list->first, f);
  list->edges = fresh (w->n_edges, sizeof *list->edges, f);
  if (!list->first || !list->edges)
    return false;
  uint32_t *next = list->first + 1;
  for (uint32_t i = 0; i < w->n_edges; i++)
    list->first[(by_target ? w->edges[i].to : w->edges[i].from) + 2]++;
  for (uint32_t b = 0; b < w->n_blocks; b++)
    list->first[b + 2] += list->first[b + 1];
  /* NEXT is where the edges of a block go; afterwards where they end.  */
  for (uint32_t i = 0; i < w->n_edges; i++)
    list->edges[next[by_target ? w->edges[i].to : w->edges[i].from]++] = i;
  return true;
}

bool
flow_init (struct flow *w, uint32_t n_blocks, uint32_t n_edges,
	   const struct halt_map_edge *edges,
	   const struct halt_map_block *blocks, struct fault *f)
{
  memset (w, 0, sizeof *w);
  w->n_blocks = n_blocks;
  w->n_edges = n_edges;
  w->edges = edges;
  w->blocks = blocks;
  bool ok
    = list_edges (w, &w->in, true, f) && list_edges (w, &w->out, false, f)
      && (w->block_counts = fresh (n_blocks, sizeof (struct ghalt_count), f))
      && (w->edge_counts = fresh (n_edges, sizeof (struct ghalt_count), f))
      && (w->losses = fresh (n_blocks, sizeof (struct ghalt_count), f))
      && (w->groups = fresh (n_edges, sizeof *w->groups, f))
      && (w->group = fresh (n_edges / 2, sizeof *w->group, f))
      && (w->scratch = fresh (n_edges, sizeof *w->scratch, f));
  if (!ok)
    flow_release (w);
  return ok;
}

void
flow_release (struct flow *w)
{
  FREE_ALL (w->in.first, w->in.edges, w->out.first, w->out.edges,
	    w->block_counts, w->edge_counts, w->losses, w->groups, w->group,
	    w->scratch);
  memset (w, 0, sizeof *w);
}

void
flow_block (struct flow *w, uint32_t block, uint64_t n)
{
  w->block_counts[block] = (struct ghalt_count) { .n = n,
						  .how = GHALT_MEASURED };
}

void
flow_edge (struct flow *w, uint32_t edge, uint64_t n)
{
  w->edge_counts[edge] = (struct ghalt_count) { .n = n, .how = GHALT_MEASURED };
}

/* The N edges in LIST, which begin in BLOCK, are crossed COUNT times
   together.  */
static void
measure_edges (struct flow *w, uint32_t block, const uint32_t *list, uint32_t n,
	       uint64_t count)
{
  if (n == 0)
    return;
  if (n == 1)
    {
      flow_edge (w, *list, count);
      return;
    }
  w->group[w->n_groups++] = (struct edge_group) { block, count };
  for (uint32_t i = 0; i < n; i++)
    w->groups[list[i]] = w->n_groups;
}

/* List the edges out of BLOCK that have one of FLAGS and of which nothing is
   known.  */
static uint32_t
unmeasured (const struct flow *w, uint32_t block, uint32_t flags,
	    uint32_t *list)
{
  uint32_t n = 0;
  for (uint32_t i = w->out.first[block]; i < w->out.first[block + 1]; i++)
    {
      uint32_t edge = w->out.edges[i];
      if (w->edges[edge].flags & flags
	  && w->edge_counts[edge].how == GHALT_UNKNOWN && !w->groups[edge])
	list[n++] = edge;
    }
  return n;
}

void
flow_branch (struct flow *w, uint32_t block, uint64_t not_taken, uint64_t taken)
{
  uint32_t *list = w->scratch;
  /* On some targets a branch can return.  */
  uint32_t n_taken = unmeasured (w, block, HALT_EDGE_TAKEN | HALT_EDGE_RETURN,
				 list);
  uint32_t n_falls = unmeasured (w, block, HALT_EDGE_FALL, list + n_taken);
  if (n_taken > 0 && n_falls > 0)
    {
      measure_edges (w, block, list, n_taken, taken);
      measure_edges (w, block, list + n_taken, n_falls, not_taken);
    }
  /* Both ways lead to one block.  */
  else
    measure_edges (w, block, list, n_taken + n_falls,
		   add_counts (taken, not_taken));
}

static int
compare_index (const void *a, const void *b, void *all)
{
  const struct halt_map_edge *x = (struct halt_map_edge *) all
				  + *(const uint32_t *) a;
  const struct halt_map_edge *y = (struct halt_map_edge *) all
				  + *(const uint32_t *) b;
  return x->index < y->index ? -1 : x->index > y->index;
}

static int
compare_target (const void *a, const void *b, void *all)
{
  const struct halt_map_edge *x = (struct halt_map_edge *) all
				  + *(const uint32_t *) a;
  const struct halt_map_edge *y = (struct halt_map_edge *) all
				  + *(const uint32_t *) b;
  return x->to < y->to ? -1 : x->to > y->to ? 1 : compare_index (a, b, all);
}

/* How often INDEX is in ROWS.  */
static uint64_t
row_of (const uint64_t *rows, uint64_t n_rows, uint32_t index)
{
  uint64_t from = 0;
  while (from < n_rows)
    {
      uint64_t middle = from + (n_rows - from) / 2;
      if (rows[3 * middle + 1] == index)
	return rows[3 * middle + 2];
      if (rows[3 * middle + 1] < index)
	from = middle + 1;
      else
	n_rows = middle;
    }
  return 0;
}

void
flow_table (struct flow *w, uint32_t block, const uint64_t *rows,
	    uint64_t n_rows, bool targets)
{
  uint32_t *list = w->scratch;
  uint32_t n = unmeasured (w, block, HALT_EDGE_INDEX, list);
  qsort_r (list, n, sizeof *list, targets ? compare_target : compare_index,
	   (void *) w->edges);
  for (uint32_t i = 0, end; i < n; i = end)
    {
      const struct halt_map_edge *first = &w->edges[list[i]];
      uint64_t count = row_of (rows, n_rows, first->index);
      for (end = i + 1; end < n; end++)
	{
	  const struct halt_map_edge *e = &w->edges[list[end]];
	  if (targets ? e->to != first->to : e->index != first->index)
	    break;
	  if (e->index != w->edges[list[end - 1]].index)
	    count = add_counts (count, row_of (rows, n_rows, e->index));
	}
      measure_edges (w, block, list + i, end - i, count);
    }
}

void
flow_return (struct flow *w, uint32_t block, uint64_t n)
{
  measure_edges (w, block, w->scratch,
		 unmeasured (w, block, HALT_EDGE_RETURN, w->scratch), n);
}

void
flow_shared (struct flow *w, uint32_t block, uint32_t kind)
{
  enum tells tells = kind_tells (kind);
  uint32_t flags = tells == TELLS_BRANCH  ? HALT_EDGE_TAKEN | HALT_EDGE_FALL
		   : tells == TELLS_TABLE ? HALT_EDGE_INDEX
		   : tells == TELLS_EXIT  ? HALT_EDGE_RETURN
					  : 0;
  struct ghalt_count c = { .why = REASON_SHARED, .at = block };
  if (!flags && w->block_counts[block].how == GHALT_UNKNOWN)
    w->block_counts[block] = c;
  for (uint32_t i = w->out.first[block]; i < w->out.first[block + 1]; i++)
    {
      uint32_t edge = w->out.edges[i];
      if (w->edges[edge].flags & flags
	  && w->edge_counts[edge].how == GHALT_UNKNOWN)
	w->edge_counts[edge] = c;
    }
}
