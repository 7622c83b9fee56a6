/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The counts of one function for the points of another.

   Of two functions with the same graph the same points do.  Else what the old points
   tell of blocks and edges goes to those that were matched, becomes a flow, and that
   tells what the new points count.  What points count that tell nothing of the flow
   (bytes, values) goes to the same point of a matched block, in proportion to how often
   the blocks are begun.  */

#include <stdlib.h>
#include <string.h>
#include "summarize/stale/stale.h"

/* --- rows --------------------------------------------------------------- */

static bool
add_row (struct move *m, uint32_t kind, const uint64_t *row, struct fault *f)
{
  struct heap *h = m->heaps + kind;
  unsigned cells = kind_cells (kind) + 1;
  if (!another (&h->cells, h->n, cells * sizeof *row, f))
    return false;
  memcpy (h->cells + h->n++ * cells, row, cells * sizeof *row);
  return true;
}

/* The id that P, a point of the new function, has in the new profile.  */
static uint64_t
new_id (const struct move *m, const struct halt_map_point *p)
{
  return point_id (p, m->new->unit->base);
}

/* Add a row with COUNTERS for P, if any is not 0; or if points can be switched: then it
   says that this one was on.  */
static bool
add_counters (struct move *m, const struct halt_map_point *p, uint64_t first,
	      uint64_t second, struct fault *f)
{
  const uint64_t row[3] = { new_id (m, p), first, second };
  if (kind_cells (p->kind) == 1)
    second = 0;
  return (!(first | second) && !m->ju->switched)
	 || add_row (m, p->kind, row, f);
}

/* The same for a kind with an index: N rows of a profile, times TIMES / OF if that is
   not 0.  */
static uint64_t
scale (uint64_t n, uint64_t times, uint64_t of)
{
  if (of == 0 || times == of)
    return n;
  unsigned __int128 all = (unsigned __int128) n * times / of;
  return all < UINT64_MAX ? (uint64_t) all : UINT64_MAX;
}

static bool
add_indices (struct move *m, const struct halt_map_point *p,
	     const uint64_t *rows, uint64_t n, uint64_t times, uint64_t of,
	     struct fault *f)
{
  bool any = false, ok = true;
  for (uint64_t i = 0; ok && i < n; i++)
    {
      const uint64_t row[3] = { new_id (m, p), rows[3 * i + 1],
				scale (rows[3 * i + 2], times, of) };
      any |= row[2] != 0;
      ok = row[2] == 0 || add_row (m, p->kind, row, f);
    }
  const uint64_t was_on[3] = { new_id (m, p), 0, 0 };
  if (ok && !any && m->ju->switched)
    ok = add_row (m, p->kind, was_on, f);
  return ok;
}

/* --- the old points ----------------------------------------------------- */

static const struct halt_map_point *
old_points (const struct move *m)
{
  return m->old->unit->map.points + placed_record (m->old)->first_point;
}

static const struct halt_map_point *
new_points (const struct move *m)
{
  return m->new->unit->map.points + placed_record (m->new)->first_point;
}

/* What was counted at P, an old point; NULL: nothing can be known.  */
static const struct counted *
counted_at (const struct move *m, const struct halt_map_point *p)
{
  const struct counted *c
    = kind_counted (p->kind) && m->join->prof->rows[p->kind]
	? join_find (m->join, p->kind, point_id (p, m->ju->base))
	: NULL;
  return c && !c->off ? c : NULL;
}

/* The number of the edge that P tells of, or NO_BLOCK.  */
static uint32_t
edge_of (const struct placed *in, const struct halt_map_point *p)
{
  const struct map *m = &in->unit->map;
  uint64_t edge = kind_tells (p->kind) == TELLS_EDGE && map_n_args (p) == 1
		    ? (uint64_t) map_arg (m, p, 0).number
		    : UINT64_MAX;
  return edge < placed_record (in)->n_edges ? (uint32_t) edge : NO_BLOCK;
}

/* True if A and B, a point of the old and one of the new function, are the same apart
   from where they are.  */
static bool
like (const struct move *m, const struct halt_map_point *a,
      const struct halt_map_point *b)
{
  return a->kind == b->kind
	 && (a->flags & HALT_POINT_AFTER) == (b->flags & HALT_POINT_AFTER)
	 && (kind_tells (a->kind) != TELLS_EDGE
	     || edge_of (m->old, a) == edge_of (m->new, b));
}

/* The point of the old function that P is: the one with as many like it before it in
   the same block, which was WAS.  NULL: there are not as many.  Functions are entered
   for the first time wherever that is noticed.  */
static const struct halt_map_point *
partner (const struct move *m, const struct halt_map_point *p, uint32_t was)
{
  const struct halt_map_point *a = old_points (m), *b = new_points (m);
  uint32_t n = placed_record (m->old)->n_points, here = 0, there = 0, at = 0;
  bool anywhere = p->kind == HALT_FIRST || kind_tells (p->kind) == TELLS_ENTRY;
  for (uint32_t i = 0; i < placed_record (m->new)->n_points; i++)
    if (b[i].kind == p->kind && (anywhere || b[i].block == p->block)
	&& (b[i].flags & HALT_POINT_AFTER) == (p->flags & HALT_POINT_AFTER))
      {
	at = b + i == p ? here : at;
	here++;
      }
  const struct halt_map_point *found = NULL;
  for (uint32_t i = 0; i < n; i++)
    if (a[i].kind == p->kind && (anywhere || a[i].block == was)
	&& (a[i].flags & HALT_POINT_AFTER) == (p->flags & HALT_POINT_AFTER))
      {
	found = there == at ? a + i : found;
	there++;
      }
  return here == there ? found : NULL;
}

/* --- the same graph ----------------------------------------------------- */

/* Add all values that came at A for B.  */
static bool
move_values (struct move *m, const struct halt_map_point *a,
	     const struct halt_map_point *b, struct fault *f)
{
  uint64_t n;
  const uint64_t *rows = prof_find (m->join->prof, a->kind,
				    point_id (a, m->ju->base), &n);
  return !rows || add_indices (m, b, rows, n, 1, 1, f);
}

/* Give B what A has.  */
static bool
copy (struct move *m, const struct halt_map_point *a,
      const struct halt_map_point *b, struct fault *f)
{
  const struct counted *c = counted_at (m, a);
  if (kind_indexed (a->kind) && !kind_counted (a->kind))
    return move_values (m, a, b, f);
  if (!c)
    return true;
  if (kind_indexed (a->kind))
    return add_indices (m, b, c->rows, c->n_rows, 1, 1, f);
  return add_counters (m, b, c->counters[0], c->counters[1], f);
}

/* True if what P counts can be moved, and was recorded.  Paths cannot: their numbers are
   those of one graph.  */
static bool
moves (const struct move *m, const struct halt_map_point *p)
{
  return p->kind < HALT_KIND_END
	 && (kind_counted (p->kind) || kind_counts (p->kind) == CELLS_VALUES)
	 && m->join->prof->rows[p->kind];
}

/* Give every point what its twin has.  False if some has none; F is filled if there
   is no memory.  */
static bool
copy_all (struct move *m, struct fault *f)
{
  const struct halt_map_point *a = old_points (m), *b = new_points (m);
  uint32_t n = placed_record (m->old)->n_points, at = 0;
  for (unsigned round = 0; round < 2; round++, at = 0)
    for (uint32_t i = 0; i < placed_record (m->new)->n_points; i++)
      {
	if (!moves (m, b + i))
	  continue;
	while (at < n
	       && !(like (m, a + at, b + i) && a[at].block == b[i].block
		    && a[at].insn == b[i].insn))
	  at++;
	if (at == n || (round == 1 && !copy (m, a + at, b + i, f)))
	  return false;
	at++;
      }
  return true;
}

/* --- a graph that has changed ------------------------------------------- */

/* What is known of both functions while counts move.  */
struct change
{
  struct block_match blocks;
  struct flow old, new;
  struct prior *wishes;		/* of the new blocks, losses, edges */
  bool *found;			/* the old edges that have a place */
  bool *used;			/* the old points that are one's partner */
  bool any;			/* something of the old flow is known */
};

static struct prior
prior_of (const struct ghalt_count *c, uint8_t sure)
{
  if (c->how == GHALT_UNKNOWN)
    return (struct prior) { 0 };
  return (struct prior) { .n = c->n, .sure = sure };
}

static bool
infer (struct change *c, struct fault *f)
{
  uint32_t n = c->new.n_blocks, n_edges = c->new.n_edges;
  struct prior *blocks = c->wishes, *losses = blocks + n, *edges = losses + n;
  const struct block_match *b = &c->blocks;
  for (uint32_t i = 0; i < n; i++)
    if (b->was[i] != NO_BLOCK)
      {
	blocks[i] = prior_of (c->old.block_counts + b->was[i], b->sure[i]);
	losses[i] = prior_of (c->old.losses + b->was[i], b->sure[i]);
	c->any |= blocks[i].sure;
      }
  for (uint32_t i = 0; i < n_edges; i++)
    if (b->edge[i] != NO_BLOCK)
      {
	edges[i] = prior_of (c->old.edge_counts + b->edge[i],
			     b->sure[c->new.edges[i].from]);
	c->found[b->edge[i]] = true;
	c->any |= edges[i].sure;
      }
  return !c->any || flow_infer (&c->new, blocks, edges, losses, f);
}

/* The sum of the edges out of BLOCK that have one of FLAGS.  */
static uint64_t
sum_edges (const struct flow *w, uint32_t block, uint32_t flags)
{
  uint64_t n = 0;
  for (uint32_t i = w->out.first[block]; i < w->out.first[block + 1]; i++)
    if (w->edges[w->out.edges[i]].flags & flags)
      n = add_counts (n, w->edge_counts[w->out.edges[i]].n);
  return n;
}

/* A branch with both ways to one block tells only their sum: that is shared like A's,
   if there is A.  */
static bool
put_branch (struct move *m, const struct flow *w,
	    const struct halt_map_point *p, const struct counted *a,
	    struct fault *f)
{
  uint64_t taken = sum_edges (w, p->block, HALT_EDGE_TAKEN | HALT_EDGE_RETURN);
  uint64_t falls = sum_edges (w, p->block, HALT_EDGE_FALL), all;
  bool has_taken = false, has_falls = false;
  for (uint32_t i = w->out.first[p->block]; i < w->out.first[p->block + 1]; i++)
    {
      uint32_t flags = w->edges[w->out.edges[i]].flags;
      has_taken |= flags & (HALT_EDGE_TAKEN | HALT_EDGE_RETURN);
      has_falls |= flags & HALT_EDGE_FALL;
    }
  if (has_taken != has_falls && a && a->events > 0)
    {
      all = add_counts (taken, falls);
      taken = scale (a->counters[1], all, a->events);
      falls = all - taken;
    }
  return add_counters (m, p, falls, taken, f);
}

static bool
put_table (struct move *m, const struct flow *w, const struct halt_map_point *p,
	   struct fault *f)
{
  bool any = false;
  for (uint32_t i = w->out.first[p->block]; i < w->out.first[p->block + 1]; i++)
    {
      uint32_t edge = w->out.edges[i];
      const uint64_t row[3] = { new_id (m, p), w->edges[edge].index,
				w->edge_counts[edge].n };
      if (!(w->edges[edge].flags & HALT_EDGE_INDEX) || row[2] == 0)
	continue;
      any = true;
      if (!add_row (m, p->kind, row, f))
	return false;
    }
  return any || add_indices (m, p, NULL, 0, 1, 1, f);
}

/* True if the exits of the new function share their id: it is the function's.  */
static bool
exits_share (const struct move *m, const struct halt_map_point *p)
{
  const struct halt_map_point *all = new_points (m);
  for (uint32_t i = 0; i < placed_record (m->new)->n_points; i++)
    if (all + i != p && all[i].kind == p->kind
	&& new_id (m, all + i) == new_id (m, p))
      return true;
  return false;
}

/* Give P what the flow of C tells of it; A, which may be NULL, was its twin.  */
static bool
put_flow (struct move *m, const struct change *c,
	  const struct halt_map_point *p, const struct counted *a,
	  struct fault *f)
{
  const struct flow *w = &c->new;
  uint32_t edge = edge_of (m->new, p);
  switch (kind_tells (p->kind))
    {
    case TELLS_BLOCK:
      return add_counters (m, p, w->block_counts[p->block].n, 0, f);
    case TELLS_ENTRY:
      return add_counters (m, p, w->block_counts[HALT_BLOCK_ENTRY].n, 0, f);
    case TELLS_EXIT:
      return add_counters (m, p,
			   exits_share (m, p)
			     ? w->block_counts[HALT_BLOCK_EXIT].n
			     : sum_edges (w, p->block, HALT_EDGE_RETURN),
			   0, f);
    case TELLS_BRANCH:
      return put_branch (m, w, p, a, f);
    case TELLS_TABLE:
      return put_table (m, w, p, f);
    case TELLS_EDGE:
      return edge == NO_BLOCK
	     || add_counters (m, p, w->edge_counts[edge].n, 0, f);
    default:
      return true;
    }
}

/* Give P, which tells nothing of the flow, what A counted, or if that is NULL as many
   events as its block has.  */
static bool
put_other (struct move *m, const struct change *c,
	   const struct halt_map_point *p, const struct counted *a,
	   struct fault *f)
{
  const struct ghalt_count *now = c->new.block_counts + p->block;
  uint32_t was = c->blocks.was[p->block];
  const struct ghalt_count *before = was == NO_BLOCK
				       ? NULL
				       : c->old.block_counts + was;
  bool known = c->any && before && before->how != GHALT_UNKNOWN;
  uint64_t times = known ? now->n : 1, of = known ? before->n : 1;
  if (!a)
    return kind_counts (p->kind) != CELLS_EVENTS || !c->any
	   || add_counters (m, p, now->n, 0, f);
  if (kind_indexed (p->kind))
    return add_indices (m, p, a->rows, a->n_rows, times, of, f);
  return add_counters (m, p, scale (a->counters[0], times, of),
		       scale (a->counters[1], times, of), f);
}

/* Give P, a point at which values come, what A had, in proportion; which function came
   first stays as it is.  */
static bool
put_values (struct move *m, const struct change *c,
	    const struct halt_map_point *p, const struct halt_map_point *a,
	    struct fault *f)
{
  const struct ghalt_count *now = c->new.block_counts + p->block;
  const struct ghalt_count *before = c->old.block_counts + a->block;
  bool known = c->any && p->kind != HALT_FIRST && before->how != GHALT_UNKNOWN;
  uint64_t n;
  const uint64_t *rows = prof_find (m->join->prof, p->kind,
				    point_id (a, m->ju->base), &n);
  return !rows
	 || add_indices (m, p, rows, n, known ? now->n : 1,
			 known ? before->n : 1, f);
}

static bool
put_points (struct move *m, const struct change *c, struct fault *f)
{
  const struct halt_map_point *all = new_points (m);
  bool ok = true;
  for (uint32_t i = 0; ok && i < placed_record (m->new)->n_points; i++)
    {
      const struct halt_map_point *p = all + i;
      if (!moves (m, p))
	continue;
      bool values = kind_counts (p->kind) == CELLS_VALUES;
      uint32_t was = c->blocks.was[p->block];
      const struct halt_map_point *old
	= was == NO_BLOCK && p->kind != HALT_FIRST ? NULL : partner (m, p, was);
      const struct counted *a = old ? counted_at (m, old) : NULL;
      if (old)
	c->used[old - old_points (m)] = true;
      ok = values ? !old || put_values (m, c, p, old, f)
	   : kind_tells (p->kind) != TELLS_NOTHING && c->any
	     ? put_flow (m, c, p, a, f)
	     : put_other (m, c, p, a, f);
    }
  return ok;
}

/* Sum up what has a place.  */
static void
count_kept (struct move *m, const struct change *c)
{
  const struct halt_map_point *all = old_points (m);
  for (uint32_t i = 0; i < placed_record (m->old)->n_points; i++)
    {
      const struct counted *a = counted_at (m, all + i);
      uint32_t edge = edge_of (m->old, all + i);
      bool entry = kind_tells (all[i].kind) == TELLS_ENTRY;
      uint32_t is
	= c->blocks
	    .becomes[edge == NO_BLOCK ? all[i].block : c->old.edges[edge].from];
      bool placed = edge == NO_BLOCK ? is != NO_BLOCK : c->found[edge];
      /* What follows from nothing else needs a partner.  */
      if (kind_tells (all[i].kind) == TELLS_NOTHING
	  && kind_counts (all[i].kind) != CELLS_EVENTS)
	placed = c->used[i];
      if (!a || a->point != all + i || !(entry || placed))
	continue;
      m->kept = add_counts (m->kept, a->events);
      if (entry || c->blocks.sure[is] == SURE_STRICT)
	m->sure = add_counts (m->sure, a->events);
    }
}

/* True if most of what the smaller of the functions has is not in the other.  */
static bool
rewritten (const struct move *m, const struct block_match *b)
{
  uint32_t n = placed_record (m->new)->n_blocks, strict = 0;
  uint32_t least = placed_record (m->old)->n_blocks;
  for (uint32_t i = HALT_BLOCK_FIRST; i < n + HALT_BLOCK_FIRST; i++)
    strict += b->sure[i] == SURE_STRICT;
  least = n < least ? n : least;
  return least > 2 && 4 * (uint64_t) strict < least;
}

static bool
change (struct move *m, struct fault *f)
{
  struct change c = { 0 };
  const struct halt_map_function *fn = placed_record (m->new);
  const struct map *map = &m->new->unit->map;
  uint32_t n = fn->n_blocks + HALT_BLOCK_FIRST;
  bool ok = blocks_match (&c.blocks, m->old, m->new, f);
  if (ok && !rewritten (m, &c.blocks))
    {
      m->inferred = true;
      ok = measure_function (&c.old, m->join, m->ju, m->old->number, f)
	   && flow_init (&c.new, n, fn->n_edges, map->edges + fn->first_edge,
			 map->blocks + fn->first_block, f)
	   && (c.wishes = fresh (2 * (size_t) n + fn->n_edges, sizeof *c.wishes,
				 f))
	   && (c.found = fresh (c.old.n_edges, sizeof *c.found, f))
	   && (c.used = fresh (placed_record (m->old)->n_points, sizeof *c.used,
			       f))
	   && infer (&c, f) && put_points (m, &c, f);
      if (ok)
	count_kept (m, &c);
    }
  blocks_release (&c.blocks);
  flow_release (&c.old);
  flow_release (&c.new);
  FREE_ALL (c.wishes, c.found, c.used);
  return ok;
}

void
move_count (struct move *m)
{
  const struct halt_map_point *all = old_points (m);
  for (uint32_t i = 0; i < placed_record (m->old)->n_points; i++)
    {
      const struct counted *c = counted_at (m, all + i);
      if (c && c->point == all + i)
	m->events = add_counts (m->events, c->events);
    }
}

bool
move_function (struct move *m, bool same, struct fault *f)
{
  struct fault none = { "" };
  move_count (m);
  if (same && copy_all (m, &none))
    {
      m->kept = m->sure = m->events;
      return true;
    }
  if (none.text[0])
    return fault (f, "%s", none.text);
  return change (m, f);
}
