/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Too many paths: cut further edges, and number the paths of each remaining
   part by itself.

   Vertices are put in an order in which arcs lead forward, each next to its
   heaviest successor.  A piece is what is between two places of that order;
   all arcs across a place are cut.  A piece grows while it has no more paths
   than the limit.  Then it ends at the place in its second half that the least
   weight crosses, and the next begins.  Before that, all edges up to some
   weight are cut: often rare edges alone make the paths many.  Of a few such
   weights the one is taken for which all cuts together are the cheapest.
   Neighbouring pieces are one region as long as their paths are not too many.

   How many paths a piece has follows as it grows: with P(v) ways from its
   beginnings to v, it has P(v) for each end at v; all arcs out of it are ends.
   */

#include <stdlib.h>
#include <string.h>

#include "base/order.h"
#include "blpp/graph.h"

struct cutter
{
  struct blpp *b;
  uint64_t limit;
  bool some;			/* edges up to BAR are cut */
  uint64_t bar;
  uint32_t n, *order;		/* of vertices */
  uint32_t *in_first, *in;	/* arcs to them */
  uint32_t *piece;		/* of vertices */
  uint64_t *from_begin;		/* P */
  uint64_t *total;		/* of the piece, at each place of the order */
  uint64_t *across;		/* weight of arcs cut if it ends before */
  uint64_t *weight;		/* of blocks */
  uint8_t *mark;		/* blocks with one end, see blpp_part */
  uint64_t *paths;		/* of pieces */
  uint32_t n_pieces;
  uint64_t price;		/* of all cuts */
};

static uint64_t
times (uint64_t a, uint64_t b)
{
  return a && b > UINT64_MAX / a ? UINT64_MAX : a * b;
}

/* Edge below the bar.  */
static bool
barred (const struct cutter *c, const struct arc *a)
{
  return c->some && a->kind == ARC_EDGE && !a->bound && a->weight <= c->bar;
}

/* Whether all paths end with vertex V.  */
static bool
marked (const struct cutter *c, uint32_t v)
{
  return v < c->b->n_blocks && c->mark[v];
}

/* What it costs to cut A.  An edge without room for code takes the ends of
   both blocks.  */
static uint64_t
cut_price (const struct cutter *c, const struct arc *a)
{
  return a->bound ? add_up_to_max (c->weight[c->b->block[a->from]],
				   c->weight[c->b->block[a->to]])
		  : a->weight;
}

/* --- pieces ------------------------------------------------------------- */

/* What changes when the vertex at place I is added to its piece.  */
struct addition
{
  uint64_t inside;		/* ways that do not end any more */
  uint64_t ways;		/* P */
  uint64_t ends;
  uint64_t across;		/* weight of arcs into it that are not cut */
};

static struct addition
try_add (const struct cutter *c, uint32_t v)
{
  const struct blpp *b = c->b;
  struct addition t = { 0, 0, b->first[v + 1] - b->first[v], 0 };
  bool begins = false;
  for (uint32_t i = c->in_first[v]; i < c->in_first[v + 1]; i++)
    {
      const struct arc *a = b->arcs + c->in[i];
      if (a->kind == ARC_BEGIN || barred (c, a) || marked (c, a->from)
	  || c->piece[a->from] != c->n_pieces)
	begins = true;
      else
	{
	  t.inside += c->from_begin[a->from];
	  t.across = add_up_to_max (t.across, cut_price (c, a));
	}
    }
  t.ways = t.inside + begins;
  return t;
}

/* A block follows its head, with nothing between.  */
static bool
held (const struct cutter *c, uint32_t place)
{
  uint32_t v = c->order[place];
  return v < c->b->n_blocks && c->b->head[v] != NONE
	 && !(c->b->blocks[v] & BLPP_HEAD_ENDS);
}

/* Add the vertex at place I to the piece from START on; false if it would have
   too many paths.  */
static bool
add_vertex (struct cutter *c, uint32_t start, uint32_t i)
{
  const struct blpp *b = c->b;
  uint32_t v = c->order[i];
  struct addition t = try_add (c, v);
  uint64_t before = i > start ? c->total[i] : 0;
  uint64_t total = add_up_to_max (before - t.inside, times (t.ways, t.ends));
  if (total > c->limit)
    {
      if (i > start + held (c, i))
	return false;
      /* One block, too many edges.  */
      c->mark[v] = 1;
      c->price = add_up_to_max (c->price, c->weight[b->block[v]]);
      total = before - t.inside + t.ways;
    }
  c->piece[v] = c->n_pieces;
  c->from_begin[v] = t.ways;
  c->total[i + 1] = total;
  uint64_t across = (i > start ? c->across[i] : 0);
  across = across == UINT64_MAX ? across : across - t.across;
  for (uint32_t a = b->first[v]; a < b->first[v + 1]; a++)
    if (is_step (b->arcs + a) && !barred (c, b->arcs + a) && !marked (c, v))
      across = add_up_to_max (across, cut_price (c, b->arcs + a));
  c->across[i + 1] = across;
  return true;
}

/* Where the piece from START on ends that cannot go on at END.  */
static uint32_t
choose_place (const struct cutter *c, uint32_t start, uint32_t end)
{
  uint32_t best = held (c, end) ? end - 1 : end;
  for (uint32_t p = best; p > start + (end - start) / 2; p--)
    if (!held (c, p) && c->across[p] < c->across[best])
      best = p;
  return best;
}

static void
make_pieces (struct cutter *c)
{
  uint32_t start = 0;
  c->n_pieces = 0;
  c->price = 0;
  memset (c->mark, 0, c->b->n_blocks);
  memset (c->piece, 0xff, c->b->n_vertices * sizeof *c->piece);
  while (start < c->n)
    {
      uint32_t end = start;
      while (end < c->n && add_vertex (c, start, end))
	end++;
      if (end < c->n)
	end = choose_place (c, start, end);
      c->paths[c->n_pieces++] = c->total[end];
      if (end < c->n)
	c->price = add_up_to_max (c->price, c->across[end]);
      start = end;
    }
  for (uint32_t i = 0; i < c->b->n_arcs; i++)
    if (barred (c, c->b->arcs + i))
      c->price = add_up_to_max (c->price, c->b->arcs[i].weight);
}

/* --- the bar ------------------------------------------------------------ */

/* Weights of steps, sorted; *N of them.  */
static uint64_t *
sorted_weights (const struct blpp *b, uint32_t *n)
{
  uint64_t *weights = blpp_zeroed (b->n_arcs, sizeof *weights);
  *n = 0;
  for (uint32_t i = 0; weights && i < b->n_arcs; i++)
    if (b->arcs[i].kind == ARC_EDGE && !b->arcs[i].bound)
      weights[(*n)++] = b->arcs[i].weight;
  if (weights)
    qsort (weights, *n, sizeof *weights, order_u64);
  return weights;
}

/* Make the cheapest pieces: without a bar, or with one that is the least
   weight, a weight between some, or zero.  */
static bool
choose_bar (struct cutter *c)
{
  enum
  {
    TRIES = 12
  };
  uint32_t n;
  uint64_t *weights = sorted_weights (c->b, &n);
  if (!weights)
    return false;
  c->some = false;
  make_pieces (c);
  uint64_t best = c->price, bar = 0;
  bool some = false;
  for (uint32_t t = 0; n > 0 && t < TRIES; t++)
    {
      c->some = true;
      c->bar = weights[(uint64_t) (n - 1) * t / TRIES];
      if (t > 0 && c->bar == weights[(uint64_t) (n - 1) * (t - 1) / TRIES])
	continue;
      make_pieces (c);
      if (c->price < best)
	{
	  best = c->price;
	  bar = c->bar;
	  some = true;
	}
    }
  free (weights);
  c->some = some;
  c->bar = bar;
  make_pieces (c);
  return true;
}

/* --- cutting ------------------------------------------------------------ */

/* Whether the pieces cut A.  */
static bool
is_cut (const struct cutter *c, const struct arc *a)
{
  return is_step (a) && (barred (c, a) || c->piece[a->from] != c->piece[a->to]);
}

/* Mark the blocks that have to be parted for the pieces, or, if ALL, for any;
   true if there are some.  */
static bool
mark_bound (struct cutter *c, bool all)
{
  struct blpp *b = c->b;
  bool some = false;
  for (uint32_t i = 0; i < b->n_arcs; i++)
    if (b->arcs[i].bound && (all || is_cut (c, b->arcs + i)))
      c->mark[b->arcs[i].from] = 1;
  for (uint32_t v = 0; v < b->n_blocks; v++)
    some |= c->mark[v];
  return some;
}

static void
cut_arcs (struct cutter *c)
{
  for (uint32_t i = 0; i < c->b->n_arcs; i++)
    if (is_cut (c, c->b->arcs + i))
      c->b->role[c->b->arcs[i].item] = BLPP_ENDS;
}

/* Put pieces together; the regions of vertices replace their pieces.  How
   many.  */
static uint32_t
make_regions (struct cutter *c)
{
  uint32_t region = 0;
  uint64_t sum = 0;
  uint32_t *of_piece = c->in;	/* not needed any more */
  for (uint32_t i = 0; i < c->n_pieces; i++)
    {
      if (i > 0 && c->paths[i] > c->limit - sum)
	{
	  region++;
	  sum = 0;
	}
      sum += c->paths[i];
      of_piece[i] = region;
    }
  for (uint32_t i = 0; i < c->n; i++)
    c->piece[c->order[i]] = of_piece[c->piece[c->order[i]]];
  return region + 1;
}

/* --- order -------------------------------------------------------------- */

struct key
{
  uint64_t weight;
  uint32_t from, arc;
};

ORDER (compare_keys, struct key, UP (from) ?: UP (weight) ?: UP (arc));

/* Vertices, so that arcs lead forward; what is followed last comes next.  */
static bool
make_order (struct cutter *c)
{
  const struct blpp *b = c->b;
  uint32_t steps = b->first[b->n_vertices];
  uint32_t *list = blpp_zeroed (steps, sizeof *list);
  struct key *keys = blpp_zeroed (steps, sizeof *keys);
  c->n = NONE;
  if (list && keys)
    {
      for (uint32_t i = 0; i < steps; i++)
	keys[i] = (struct key) { b->arcs[i].weight, b->arcs[i].from, i };
      qsort (keys, steps, sizeof *keys, compare_keys);
      for (uint32_t i = 0; i < steps; i++)
	list[i] = keys[i].arc;
      c->n = blpp_order (b, list, c->order);
      for (uint32_t i = 0; c->n != NONE && i < c->n / 2; i++)
	{
	  uint32_t v = c->order[i];
	  c->order[i] = c->order[c->n - 1 - i];
	  c->order[c->n - 1 - i] = v;
	}
    }
  free (list);
  free (keys);
  return c->n != NONE;
}

/* --- all of it ---------------------------------------------------------- */

static bool
cutter_init (struct cutter *c)
{
  struct blpp *b = c->b;
  size_t n = b->n_vertices;
  c->order = blpp_zeroed (n, sizeof *c->order);
  c->piece = blpp_zeroed (n, sizeof *c->piece);
  c->from_begin = blpp_zeroed (n, sizeof *c->from_begin);
  c->total = blpp_zeroed (n + 1, sizeof *c->total);
  c->across = blpp_zeroed (n + 1, sizeof *c->across);
  c->paths = blpp_zeroed (n, sizeof *c->paths);
  c->weight = blpp_zeroed (b->n_blocks, sizeof *c->weight);
  c->mark = blpp_zeroed (b->n_blocks, 1);
  if (!c->order || !c->piece || !c->from_begin || !c->total || !c->across
      || !c->paths || !c->weight || !c->mark
      || !blpp_arcs_in (b, &c->in_first, &c->in))
    return false;
  blpp_block_weights (b, c->weight);
  return make_order (c);
}

static void
cutter_release (struct cutter *c)
{
  FREE_ALL (c->order, c->piece, c->from_begin, c->total, c->across, c->paths,
	    c->weight, c->mark, c->in_first, c->in);
}

/* Part blocks, and the paths have to be counted again, or cut.  ALL: part all
   that may have to be.  */
static bool
cut_or_part (struct cutter *c, bool all)
{
  struct blpp *b = c->b;
  if (!cutter_init (c) || !choose_bar (c))
    return false;
  if (mark_bound (c, all))
    {
      if (!blpp_part (b, c->mark))
	return false;
      blpp_heads (b);
      return blpp_arcs (b, NULL, 1);
    }
  cut_arcs (c);
  uint32_t n = make_regions (c);
  return blpp_arcs (b, c->piece, n);
}

static bool
within (const struct blpp *b, uint64_t limit)
{
  for (uint32_t r = 0; r < b->n_regions; r++)
    if (b->paths[r] > limit)
      return false;
  return true;
}

bool
blpp_limit (struct blpp *b, uint64_t limit)
{
  enum
  {
    ROUNDS = 3
  };				/* then no edge without room is left */
  bool done = within (b, limit) || blpp_prune (b, limit);
  for (int round = 0; done && !within (b, limit); round++)
    {
      struct cutter c = { .b = b, .limit = limit };
      done = cut_or_part (&c, round >= ROUNDS);
      cutter_release (&c);
    }
  return done;
}
