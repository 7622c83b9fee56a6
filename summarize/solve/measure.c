/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From the points of a function to the counts of its blocks and edges.  */

#include <stdlib.h>
#include <string.h>
#include "summarize/paths/paths.h"

static void
measure_one (struct flow *w, const struct counted *c)
{
  uint32_t block = c->point->block;
  switch (kind_tells (c->point->kind))
    {
    case TELLS_BLOCK:
      flow_block (w, block, c->events);
      break;
    case TELLS_ENTRY:
      flow_block (w, HALT_BLOCK_ENTRY, c->events);
      break;
    case TELLS_EXIT:
      flow_return (w, block, c->events);
      break;
    case TELLS_BRANCH:
      flow_branch (w, block, c->counters[0], c->counters[1]);
      break;
    case TELLS_TABLE:
      flow_table (w, block, c->rows, c->n_rows,
		  c->point->flags & HALT_POINT_TARGETS);
      break;
    case TELLS_EDGE:
    case TELLS_NOTHING:
      break;
    }
}

/* Put the points of KIND in FN, which tell of edges, into W.  */
static void
measure_edges (struct flow *w, const struct join *j,
	       const struct joined_unit *ju, const struct halt_map_function *fn,
	       uint32_t kind)
{
  const struct map *m = &ju->unit->map;
  for (uint32_t i = 0; i < fn->n_points; i++)
    {
      const struct halt_map_point *p = m->points + fn->first_point + i;
      const struct counted *c = p->kind == kind && map_n_args (p) == 1
				  ? join_find (j, kind, point_id (p, ju->base))
				  : NULL;
      uint64_t edge = c ? (uint64_t) map_arg (m, p, 0).number : w->n_edges;
      if (edge < w->n_edges && !c->shared)
	flow_edge (w, (uint32_t) edge, c->events);
    }
}

/* Put the points of KIND in FN into W.  A point counts for its block if no
   other one of its kind does, and nothing else has its id.  CLAIMS: a number for
   each block.  */
static void
measure_kind (struct flow *w, const struct join *j,
	      const struct joined_unit *ju, const struct halt_map_function *fn,
	      uint32_t kind, uint32_t *claims)
{
  const struct halt_map_point *p = ju->unit->map.points + fn->first_point;
  memset (claims, 0, w->n_blocks * sizeof *claims);
  bool entry = kind_tells (kind) == TELLS_ENTRY;
  for (uint32_t i = 0; i < fn->n_points; i++)
    claims[entry ? 0 : p[i].block] += p[i].kind == kind;
  for (uint32_t i = 0; i < fn->n_points; i++)
    if (p[i].kind == kind && claims[entry ? 0 : p[i].block] == 1)
      {
	const struct counted *c = join_find (j, kind,
					     point_id (p + i, ju->base));
	if (c && c->off)
	  continue;
	if (c && !c->shared)
	  measure_one (w, c);
	else if (c)
	  flow_shared (w, entry ? 0 : p[i].block, kind);
      }
}

/* The exits of FN may share one id of their own: they are the function's.  */
static void
measure_exits (struct flow *w, const struct join *j,
	       const struct joined_unit *ju, const struct halt_map_function *fn)
{
  const struct halt_map_point *p = ju->unit->map.points + fn->first_point;
  const struct counted *c = NULL;
  size_t n = 0, n_exits = 0;
  for (uint32_t i = 0; i < fn->n_points; i++)
    if (p[i].kind == HALT_EXIT && n_exits++ == 0)
      c = join_find (j, HALT_EXIT, point_id (p + i, ju->base));
  while (n_exits > 1 && c && n <= n_exits
	 && c + n < j->points + j->first[HALT_EXIT + 1] && c[n].id == c->id
	 && c[n].point >= p && c[n].point < p + fn->n_points)
    n++;
  bool foreign = c && c + n < j->points + j->first[HALT_EXIT + 1]
		 && c[n].id == c->id;
  if (n > 1 && n == n_exits && !foreign && !c->off)
    flow_block (w, HALT_BLOCK_EXIT, c->events);
}

/* Put all that was recorded of FN into W.  A kind that was not recorded says
   nothing.  */
static bool
measure_all (struct flow *w, const struct join *j, const struct joined_unit *ju,
	     const struct halt_map_function *fn, struct fault *f)
{
  uint32_t *claims = fresh (w->n_blocks, sizeof *claims, f);
  if (!claims)
    return false;
  for (uint32_t kind = 0; kind < HALT_KIND_END; kind++)
    if (kind_tells (kind) != TELLS_NOTHING && j->prof->rows[kind])
      {
	w->recorded |= 1u << kind;
	if (kind_tells (kind) == TELLS_EDGE)
	  measure_edges (w, j, ju, fn, kind);
	else
	  measure_kind (w, j, ju, fn, kind, claims);
      }
  if (j->prof->rows[HALT_EXIT])
    measure_exits (w, j, ju, fn);
  free (claims);
  return true;
}

bool
measure_function (struct flow *w, const struct join *j,
		  const struct joined_unit *ju, uint32_t function,
		  struct fault *f)
{
  const struct map *m = &ju->unit->map;
  const struct halt_map_function *fn = m->functions + function;
  if (!flow_init (w, fn->n_blocks + HALT_BLOCK_FIRST, fn->n_edges,
		  m->edges + fn->first_edge, m->blocks + fn->first_block, f))
    return false;
  w->skipped = fn->flags & HALT_FN_SKIPPED;
  if (paths_measure (w, j, ju, function, f) && measure_all (w, j, ju, fn, f)
      && flow_solve (w, f))
    return true;
  flow_release (w);
  return false;
}
