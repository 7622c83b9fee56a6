/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counts that fit together.

   GCC stops with an error where a block is left more often than it is begun, where a
   value came more or less often than its block was executed, and, counts being signed,
   where one is too large.  So it is if a signal ends a program between two counters, if
   threads lose counts, in a profile of another build (ghalt merge --onto), and where sums
   have stopped.  */

#include <stdlib.h>
#include "summarize/stale/stale.h"
#include "summarize/pgo/pgo.h"

static unsigned __int128
sum_counts (const uint64_t *counts, uint32_t n)
{
  unsigned __int128 all = 0;
  for (uint32_t i = 0; i < n; i++)
    all += counts[i];
  return all;
}

/* Make ARCS, those of function NUMBER of JU, the nearest counts with which everything in
   its flow W comes out even, and let W be of these.  */
static bool
even_out (struct flow *w, const struct joined_unit *ju, uint32_t number,
	  uint64_t *arcs, uint32_t n_arcs, struct fault *f)
{
  const struct map *m = &ju->unit->map;
  const struct halt_map_function *fn = m->functions + number;
  unsigned shift = 0;
  uint32_t at = 0;
  struct prior *all = fresh (2 * (size_t) w->n_blocks + w->n_edges, sizeof *all,
			     f);
  if (!all)
    return false;
  struct prior *edges = all + 2 * w->n_blocks;
  while (sum_counts (arcs, n_arcs) >> shift > GCOV_MOST / 2)
    shift++;
  for (uint32_t i = 0; i < fn->n_points; i++)
    {
      uint64_t edge = gcov_edge (m, m->points + fn->first_point + i);
      if (edge < w->n_edges)
	edges[edge] = (struct prior) { .n = arcs[at++] >> shift,
				       .sure = SURE_STRICT };
    }
  bool ok = flow_infer (w, all, edges, all + w->n_blocks, f);
  at = 0;
  for (uint32_t i = 0; i < fn->n_points && ok; i++)
    {
      uint64_t edge = gcov_edge (m, m->points + fn->first_point + i);
      if (edge < w->n_edges)
	arcs[at++] = w->edge_counts[edge].n;
    }
  free (all);
  return ok;
}

/* Let values have come to T as often as its block was executed, N times.  */
static void
even_times (struct tally *t, uint64_t n)
{
  unsigned __int128 all = 0;
  uint64_t kept = 0;
  for (uint32_t i = 0; i < t->n; i++)
    all += t->times[i].n;
  for (uint32_t i = 0; i < t->n; i++)
    {
      if (all > n)
	t->times[i].n = (uint64_t) (t->times[i].n * (unsigned __int128) n
				    / all);
      kept += t->times[i].n;
    }
  /* Not every function that is called is known, and nobody wants to know it.  */
  if (!(t->counters & 1u << GCOV_CALLEES))
    t->others = n - kept;
}

/* The flow of function NUMBER of JU as gcov sees it, from its ARCS alone: blocks that
   do not end for it have BLOCKS's flags.  */
static bool
measure_arcs (struct flow *w, const struct joined_unit *ju, uint32_t number,
	      const uint64_t *arcs, struct halt_map_block *blocks,
	      struct fault *f)
{
  const struct map *m = &ju->unit->map;
  const struct halt_map_function *fn = m->functions + number;
  for (uint32_t b = 0; b < fn->n_blocks; b++)
    {
      blocks[b] = m->blocks[fn->first_block + b];
      if (blocks[b].flags & HALT_BB_ENDS)
	blocks[b].flags &= ~HALT_BB_CALL;
    }
  if (!flow_init (w, fn->n_blocks + HALT_BLOCK_FIRST, fn->n_edges,
		  m->edges + fn->first_edge, blocks, f))
    return false;
  for (uint32_t i = 0; i < fn->n_points; i++)
    {
      uint64_t edge = gcov_edge (m, m->points + fn->first_point + i);
      if (edge < w->n_edges)
	flow_edge (w, (uint32_t) edge, *arcs++);
    }
  if (flow_solve (w, f))
    return true;
  flow_release (w);
  return false;
}

bool
gcov_settle (const struct joined_unit *ju, uint32_t number, uint64_t *arcs,
	     uint32_t n_arcs, struct tally *tallies, struct fault *f)
{
  struct flow w;
  const struct map *m = &ju->unit->map;
  const struct halt_map_function *fn = m->functions + number;
  struct halt_map_block *blocks = fresh (fn->n_blocks, sizeof *blocks, f);
  if (!blocks || !measure_arcs (&w, ju, number, arcs, blocks, f))
    {
      free (blocks);
      return false;
    }
  bool ok = true;
  if (w.conflict || sum_counts (arcs, n_arcs) > GCOV_MOST)
    ok = even_out (&w, ju, number, arcs, n_arcs, f);
  for (uint32_t i = 0; i < fn->n_points && ok; i++)
    {
      const struct halt_map_point *p = m->points + fn->first_point + i;
      uint32_t counters = gcov_counters (m, p);
      if (!counters)
	continue;
      const struct ghalt_count *c = w.block_counts + p->block;
      if (p->kind != HALT_FIRST && !(counters & 1u << GCOV_IOR)
	  && c->how != GHALT_UNKNOWN)
	even_times (tallies, c->n);
      tallies++;
    }
  flow_release (&w);
  free (blocks);
  return ok;
}
