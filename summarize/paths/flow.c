/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Edge and block counts from path counts.  */

#include <stdlib.h>
#include <string.h>
#include "summarize/paths/paths.h"

static struct ghalt_count
measured (uint64_t n)
{
  return (struct ghalt_count) { .n = n, .how = GHALT_MEASURED };
}

/* What is known of edge E, which was crossed N times by paths.  Edges that one
   of them stands for are known together only.  */
static struct ghalt_count
edge_count (const struct blpp *b, uint32_t e, uint64_t n)
{
  switch (blpp_role (b, e))
    {
    case BLPP_LOOSE:
    case BLPP_LOST:
    case BLPP_SAME:
      return (struct ghalt_count) {
	.why = REASON_ABNORMAL, .at = blpp_edge (b, e)->from + HALT_BLOCK_FIRST
      };
    case BLPP_DEAD:
    case BLPP_STEP:
    case BLPP_ENDS:
      break;
    }
  return measured (n);
}

/* An edge that stands for others has their count, too.  */
static void
hide_shared (struct flow *w, const struct path_function *f)
{
  const struct blpp *b = f->paths;
  for (uint32_t e = 0; e < blpp_n_edges (b); e++)
    if (blpp_role (b, e) == BLPP_SAME)
      w->edge_counts[f->edges[blpp_same (b, e)]] = w->edge_counts[f->edges[e]];
}

/* The function was left N times by the end of BLOCK: by its edge to the exit, if
   it has only one.  Returns how many it has: none if it does not return.  */
static uint32_t
leave_function (struct flow *w, uint32_t block, uint64_t n, bool known)
{
  uint32_t found = 0, edge = 0;
  for (uint32_t i = w->out.first[block]; i < w->out.first[block + 1]; i++)
    if (w->edges[w->out.edges[i]].to == HALT_BLOCK_EXIT)
      {
	edge = w->out.edges[i];
	found++;
      }
  if (found == 1 && known)
    w->edge_counts[edge] = measured (n);
  return found;
}

/* How often the function was entered is what came into its first block and not
   from another one.  */
static void
enter_function (struct flow *w, const struct blpp *b)
{
  uint32_t block = blpp_entry (b) + HALT_BLOCK_FIRST, entry = UINT32_MAX;
  uint64_t n = w->block_counts[block].n;
  if (w->block_counts[block].how != GHALT_MEASURED || n == UINT64_MAX)
    return;
  for (uint32_t i = w->in.first[block]; i < w->in.first[block + 1]; i++)
    {
      uint32_t edge = w->in.edges[i];
      const struct ghalt_count *c = w->edge_counts + edge;
      if (w->edges[edge].from == HALT_BLOCK_ENTRY && entry == UINT32_MAX)
	entry = edge;
      else if (c->how != GHALT_MEASURED || c->n > n)
	return;
      else
	n -= c->n;
    }
  if (entry == UINT32_MAX)
    return;
  w->edge_counts[entry] = measured (n);
  w->block_counts[HALT_BLOCK_ENTRY] = measured (n);
}

/* The same for all blocks, and how often the function returned.  */
static void
leave_all (struct flow *w, const struct blpp *b, const uint64_t *exits)
{
  uint64_t sum = 0;
  bool all = true;
  for (uint32_t v = 0; v < blpp_n_blocks (b); v++)
    {
      bool known = !(blpp_block (b, v) & BLPP_TAIL_ENDS);
      if (leave_function (w, v + HALT_BLOCK_FIRST, exits[v], known) == 0)
	continue;
      sum = add_counts (sum, exits[v]);
      all &= known;
    }
  if (all)
    w->block_counts[HALT_BLOCK_EXIT] = measured (sum);
}

/* Put what the paths of F add up to into W.  */
static void
fill_flow (struct flow *w, const struct path_function *f,
	   const struct blpp_sums *sums)
{
  const struct blpp *b = f->paths;
  w->recorded = 1u << HALT_PATH_SUM_READ;
  for (uint32_t v = 0; v < blpp_n_blocks (b); v++)
    {
      /* A path that was lost is not counted at all.  */
      w->block_counts[v + HALT_BLOCK_FIRST] = measured (sums->blocks[v]);
      w->losses[v + HALT_BLOCK_FIRST] = measured (0);
    }
  for (uint32_t e = 0; e < blpp_n_edges (b); e++)
    w->edge_counts[f->edges[e]] = edge_count (b, e, sums->edges[e]);
  hide_shared (w, f);
  leave_all (w, b, sums->exits);
  enter_function (w, b);
}

bool
paths_flow (struct flow *w, const struct path_function *f, struct fault *why)
{
  const struct blpp *b = f->paths;
  const struct map *m = &f->unit->map;
  const struct halt_map_function *fn = m->functions + f->function;
  uint32_t n_blocks = blpp_n_blocks (b), n_edges = blpp_n_edges (b);
  struct blpp_sums sums = {
    .edges = fresh (n_edges, sizeof (uint64_t), why),
    .blocks = fresh (n_blocks, sizeof (uint64_t), why),
    .exits = fresh (n_blocks, sizeof (uint64_t), why)
  };
  bool ok = sums.edges && sums.blocks && sums.exits
	    && flow_init (w, fn->n_blocks + HALT_BLOCK_FIRST, fn->n_edges,
			  m->edges + fn->first_edge,
			  m->blocks + fn->first_block, why);
  if (ok && blpp_flow (b, f->counts, f->n, &sums) < 0)
    {
      ok = fault (why, "cannot add up the paths of %s: %m",
		  m->strings + fn->name);
      flow_release (w);
    }
  if (ok)
    fill_flow (w, f, &sums);
  FREE_ALL (sums.edges, sums.blocks, sums.exits);
  return ok;
}

/* --- what the report is told -------------------------------------------- */

/* True if all that came to BLOCK of W, by edges that are all known, went on
   paths that were counted.  */
static bool
all_came (const struct flow *w, uint32_t block)
{
  unsigned __int128 sum = 0;
  for (uint32_t i = w->in.first[block]; i < w->in.first[block + 1]; i++)
    {
      const struct ghalt_count *c = w->edge_counts + w->in.edges[i];
      if (c->how != GHALT_MEASURED)
	return false;
      sum += c->n;
    }
  return sum == w->block_counts[block].n;
}

/* True if the function was entered as often as paths of W say: as ENTRY has
   counted it, or else because nothing in it can lose control.  */
static bool
all_entered (const struct flow *w, const struct join *j,
	     const struct joined_unit *ju, const struct halt_map_function *fn)
{
  const struct halt_map_point *p = ju->unit->map.points + fn->first_point;
  for (uint32_t i = 0; j->prof->rows[HALT_ENTRY] && i < fn->n_points; i++)
    if (p[i].kind == HALT_ENTRY)
      {
	const struct counted *c = join_find (j, HALT_ENTRY,
					     point_id (p + i, ju->base));
	return c && !c->shared && !c->off
	       && w->block_counts[HALT_BLOCK_ENTRY].how == GHALT_MEASURED
	       && w->block_counts[HALT_BLOCK_ENTRY].n == c->events;
      }
  for (uint32_t b = 0; b < fn->n_blocks; b++)
    if (w->blocks[b].flags & (HALT_BB_CALL | HALT_BB_TWICE | HALT_BB_LANDING))
      return false;
  return true;
}

/* A path that was lost began where the function does, or where a path that was
   counted led to.  */
static bool
nothing_lost (const struct flow *w, const struct join *j,
	      const struct joined_unit *ju, const struct halt_map_function *fn)
{
  const struct halt_prof *h = j->prof->header;
  if (h->lost > 0 || (h->flags & HALT_PROF_THREADS)
      || !all_entered (w, j, ju, fn))
    return false;
  for (uint32_t b = HALT_BLOCK_FIRST; b < w->n_blocks; b++)
    if (!all_came (w, b))
      return false;
  return true;
}

bool
paths_measure (struct flow *w, const struct join *j,
	       const struct joined_unit *ju, uint32_t function,
	       struct fault *why)
{
  const struct path_function *f
    = j->paths ? j->paths->of[ju->first_function + function] : NULL;
  struct flow taken;
  if (!f)
    return true;
  if (!paths_flow (&taken, f, why))
    return false;
  if (nothing_lost (&taken, j, ju, paths_record (f)))
    {
      memcpy (w->edge_counts, taken.edge_counts,
	      w->n_edges * sizeof *w->edge_counts);
      memcpy (w->block_counts, taken.block_counts,
	      w->n_blocks * sizeof *w->block_counts);
    }
  flow_release (&taken);
  return true;
}
