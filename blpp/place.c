/* SPDX-License-Identifier: GPL-3.0-or-later */
/* From increments to operations (Ball and Larus, figure 8 and section 3.4).

   S is set where a path begins, unless all that comes there begins: then
   that is pushed on to where other paths come in, and what arcs on the way add
   goes into what it is set to.  Counting is pulled back from a path's end in
   the same way, but never over a block from which control may leave for good.
   A path counted where S has no value yet has a number that is known.  The
   paper pushes and pulls up to the next chord only.

   It is tried with two trees, as the paper's weights leave open whether an
   increment costs something where there must be an operation anyway; and pushing
   and pulling as far as can be, or only where that costs no more as far as a
   block and its arcs tell.  */

#include <stdlib.h>
#include <string.h>

#include "blpp/graph.h"

enum start
{
  STARTED,			/* S has a value */
  START_HERE,			/* gets one here, if it is needed */
  START_LATER			/* does not have one yet */
};

enum finish
{
  UNFINISHED,
  FINISH_HERE,			/* count here */
  FINISHED			/* has been counted */
};

struct placer
{
  const struct blpp *b;
  uint32_t *in_first, *in;	/* arcs to a vertex */
  uint64_t *increment;		/* of arcs */
  bool *chord;
  uint8_t *start, *finish;	/* of arcs */
  uint64_t *sum;		/* of arcs without a value before them: what
				   the path has added after them */
  uint64_t *rest;		/* of arcs with FINISH_*: what the path would
				   add after them */
  uint32_t *stack, n;		/* vertices */
  bool always;			/* push and pull as far as can be */
  struct blpp_op *ops;
  size_t n_ops;
  uint64_t price;
};

static uint32_t
n_out (const struct placer *p, uint32_t v)
{
  return p->b->first[v + 1] - p->b->first[v];
}

static uint32_t
n_in (const struct placer *p, uint32_t v)
{
  return p->in_first[v + 1] - p->in_first[v];
}

/* WEIGHT times what the jump costs that code on edge E may take.  Often there is
   none: what comes after it is copied, or the other way jumps instead.  */
static uint64_t
jump_cost (const struct placer *p, uint32_t e, uint64_t weight)
{
  return p->b->apart[e] ? weight / 2 : 0;
}

/* What it costs to do something on arc I.  */
static uint64_t
cost_on (const struct placer *p, uint32_t i)
{
  const struct arc *a = p->b->arcs + i;
  bool edge = a->kind == ARC_EDGE || a->kind == ARC_EDGE_ENDS;
  return add_up_to_max (a->weight,
			edge ? jump_cost (p, a->item, a->weight) : 0);
}

/* --- starts ------------------------------------------------------------- */

/* Whether all arcs out of V can take over the start of its only arc in.  The
   only arc out of a head always can.  */
static bool
can_push (const struct placer *p, uint32_t v)
{
  const struct blpp *b = p->b;
  if (n_in (p, v) != 1)
    return false;
  for (uint32_t i = b->first[v]; i < b->first[v + 1]; i++)
    if (b->arcs[i].bound && n_in (p, b->arcs[i].to) != 1)
      return false;
  return true;
}

/* Whether it costs no more if the arcs out of V take over the start of arc I.  Those
   with an increment have something to do anyway.  */
static bool
should_push (const struct placer *p, uint32_t i, uint32_t v)
{
  const struct blpp *b = p->b;
  uint64_t here = cost_on (p, i), later = 0;
  if (p->always || v >= b->n_blocks)
    return true;
  for (uint32_t k = b->first[v]; k < b->first[v + 1]; k++)
    if (b->arcs[k].to != NONE)
      {
	if (p->increment[k] != 0)
	  here = add_up_to_max (here, cost_on (p, k));
	if (!can_push (p, b->arcs[k].to))
	  later = add_up_to_max (later, cost_on (p, k));
      }
  return later <= here;
}

/* A path that comes along arc I has no value yet, and added SUM.  */
static void
start_on (struct placer *p, uint32_t i, uint64_t sum)
{
  const struct arc *a = p->b->arcs + i;
  bool later = a->to != NONE && can_push (p, a->to)
	       && should_push (p, i, a->to);
  p->start[i] = later ? START_LATER : START_HERE;
  p->sum[i] = sum + p->increment[i];
  if (later)
    p->stack[p->n++] = a->to;
}

static void
place_starts (struct placer *p)
{
  const struct blpp *b = p->b;
  for (uint32_t i = b->first[b->n_vertices]; i < b->n_arcs; i++)
    {
      start_on (p, i, 0);
      while (p->n > 0)
	{
	  uint32_t v = p->stack[--p->n];
	  uint64_t sum = p->sum[p->in[p->in_first[v]]];
	  for (uint32_t k = b->first[v]; k < b->first[v + 1]; k++)
	    start_on (p, k, sum);
	}
    }
}

/* --- finishes ----------------------------------------------------------- */

/* Whether the arcs to V can take over the finish of its only arc out.  */
static bool
can_pull (const struct placer *p, uint32_t v)
{
  const struct blpp *b = p->b;
  if (n_out (p, v) != 1 || (b->blocks[b->block[v]] & BLOCK_LEAKS))
    return false;
  for (uint32_t i = p->in_first[v]; i < p->in_first[v + 1]; i++)
    if (!is_step (b->arcs + p->in[i]) || b->arcs[p->in[i]].bound)
      return false;
  return true;
}

/* Whether it costs no more if the arcs to V take over the finish of arc I.  */
static bool
should_pull (const struct placer *p, uint32_t i, uint32_t v)
{
  uint64_t here = cost_on (p, i), sooner = 0;
  if (p->always || n_in (p, v) == 1)
    return true;
  for (uint32_t k = p->in_first[v]; k < p->in_first[v + 1]; k++)
    {
      uint32_t in = p->in[k];
      if (p->increment[in] != 0 || p->start[in] != STARTED)
	here = add_up_to_max (here, cost_on (p, in));
      sooner = add_up_to_max (sooner, cost_on (p, in));
    }
  return sooner < here;
}

/* A path counted on arc I would still add REST after it.  */
static void
finish_on (struct placer *p, uint32_t i, uint64_t rest)
{
  const struct arc *a = p->b->arcs + i;
  bool sooner = can_pull (p, a->from) && should_pull (p, i, a->from);
  p->finish[i] = sooner ? FINISHED : FINISH_HERE;
  p->rest[i] = rest;
  if (sooner)
    p->stack[p->n++] = a->from;
}

static void
place_finishes (struct placer *p)
{
  const struct blpp *b = p->b;
  for (uint32_t i = 0; i < b->first[b->n_vertices]; i++)
    if (b->arcs[i].to == NONE)
      {
	finish_on (p, i, 0);
	while (p->n > 0)
	  {
	    uint32_t v = p->stack[--p->n], only = b->first[v];
	    uint64_t rest = p->rest[only] + p->increment[only];
	    for (uint32_t k = p->in_first[v]; k < p->in_first[v + 1]; k++)
	      finish_on (p, p->in[k], rest);
	  }
      }
}

/* --- operations --------------------------------------------------------- */

/* What there is to do on arc I, added to OP.  */
static void
operate (const struct placer *p, uint32_t i, struct blpp_op *op)
{
  const struct arc *a = p->b->arcs + i;
  uint64_t n = p->increment[i];
  if (p->finish[i] == FINISHED)
    return;
  if (p->finish[i] == FINISH_HERE)
    {
      bool fixed = p->start[i] != STARTED;
      op->what |= BLPP_OP_COUNT | (fixed ? BLPP_OP_FIXED : 0);
      op->region = p->b->region[a->from];
      op->count = (fixed ? p->sum[i] : n) + p->rest[i];
    }
  else if (p->start[i] == START_HERE)
    {
      op->what |= BLPP_OP_SET;
      op->sums = p->b->region[a->to];
      op->value = p->sum[i];
    }
  else if (p->start[i] == STARTED && n != 0)
    {
      op->what |= BLPP_OP_ADD;
      op->sums = p->b->region[a->to];
      op->value = n;
    }
}

/* A COUNT goes through memory.  */
static void
emit (struct placer *p, const struct blpp_op *op, uint64_t weight)
{
  if (!op->what)
    return;
  p->ops[p->n_ops++] = *op;
  unsigned cost = (op->what & BLPP_OP_COUNT ? 3 : 0)
		  + (op->what & (BLPP_OP_SET | BLPP_OP_ADD) ? 1 : 0);
  while (cost-- > 0)
    p->price = add_up_to_max (p->price, weight);
  if (op->place == BLPP_AT_EDGE)
    p->price = add_up_to_max (p->price, jump_cost (p, op->where, weight));
}

/* What to look up for each place.  */
struct places
{
  uint32_t *begin;		/* of vertices: the begin arc */
  uint32_t *edge;		/* of edges: the step or end */
  uint32_t *exit, *head;	/* of blocks: the end, the arc at the head */
};

static void
index_places (const struct placer *p, const struct places *at)
{
  const struct blpp *b = p->b;
  for (uint32_t i = 0; i < b->n_arcs; i++)
    {
      const struct arc *a = b->arcs + i;
      switch ((enum arc_kind) a->kind)
	{
	case ARC_EDGE:
	case ARC_EDGE_ENDS:
	  at->edge[a->item] = i;
	  break;
	case ARC_HEAD:
	case ARC_HEAD_ENDS:
	  at->head[a->item] = i;
	  break;
	case ARC_EXIT:
	case ARC_TAIL_ENDS:
	  at->exit[a->item] = i;
	  break;
	case ARC_BEGIN:
	  at->begin[a->to] = i;
	  break;
	}
    }
}

/* Add the start of the paths that begin at VERTEX to OP.  */
static void
begin_at (const struct placer *p, const struct places *at, uint32_t vertex,
	  struct blpp_op *op)
{
  operate (p, at->begin[vertex], op);
}

static void
emit_edge (struct placer *p, const struct places *at, uint32_t e)
{
  const struct blpp *b = p->b;
  const struct blpp_edge *edge = b->edges + e;
  struct blpp_op op = { BLPP_AT_EDGE, e, 0, 0, 0, 0, 0 };
  if (b->role[e] == BLPP_STEP || b->role[e] == BLPP_ENDS)
    operate (p, at->edge[e], &op);
  if ((b->role[e] == BLPP_ENDS || b->role[e] == BLPP_LOOSE
       || b->role[e] == BLPP_LOST)
      && !(b->blocks[edge->to] & BLOCK_JOIN))
    begin_at (p, at, vertex_in (b, edge->to), &op);
  emit (p, &op, edge->weight);
}

static void
emit_head (struct placer *p, const struct places *at, uint32_t v,
	   uint64_t weight)
{
  const struct blpp *b = p->b;
  struct blpp_op op = { BLPP_AT_HEAD, v, 0, 0, 0, 0, 0 };
  if (b->head[v] != NONE)
    operate (p, at->head[v], &op);
  if (b->blocks[v] & (BLPP_HEAD_ENDS | BLOCK_JOIN))
    begin_at (p, at, v, &op);
  emit (p, &op, weight);
}

static void
emit_end (struct placer *p, const struct places *at, uint32_t v,
	  enum blpp_place place)
{
  struct blpp_op op = { place, v, 0, 0, 0, 0, 0 };
  operate (p, at->exit[v], &op);
  emit (p, &op, p->b->arcs[at->exit[v]].weight);
}

static void
emit_all (struct placer *p, const struct places *at, const uint64_t *weight)
{
  const struct blpp *b = p->b;
  struct blpp_op op = { BLPP_AT_ENTRY, b->entry, 0, 0, 0, 0, 0 };
  if (!(b->blocks[b->entry] & BLOCK_JOIN))
    begin_at (p, at, vertex_in (b, b->entry), &op);
  emit (p, &op, b->entry_weight);
  for (uint32_t e = 0; e < b->n_edges; e++)
    emit_edge (p, at, e);
  for (uint32_t v = 0; v < b->n_blocks; v++)
    if (b->blocks[v] & BLPP_REACHED)
      emit_head (p, at, v, weight[v]);
  for (uint32_t v = 0; v < b->n_blocks; v++)
    if ((b->blocks[v] & BLPP_REACHED) && (b->blocks[v] & BLPP_TAIL_ENDS))
      emit_end (p, at, v, BLPP_AT_TAIL);
  for (uint32_t v = 0; v < b->n_blocks; v++)
    if ((b->blocks[v] & BLPP_REACHED) && (b->blocks[v] & BLPP_LEAVES)
	&& !(b->blocks[v] & BLPP_TAIL_ENDS))
      emit_end (p, at, v, BLPP_AT_EXIT);
}

static bool
emit_places (struct placer *p)
{
  const struct blpp *b = p->b;
  struct places at = {
    blpp_zeroed (b->n_vertices, sizeof *at.begin),
    blpp_zeroed (b->n_edges, sizeof *at.edge),
    blpp_zeroed (b->n_blocks, sizeof *at.exit),
    blpp_zeroed (b->n_blocks, sizeof *at.head)
  };
  uint64_t *weight = blpp_zeroed (b->n_blocks, sizeof *weight);
  bool done = at.begin && at.edge && at.exit && at.head && weight;
  if (done)
    {
      blpp_block_weights (b, weight);
      index_places (p, &at);
      emit_all (p, &at, weight);
    }
  FREE_ALL (at.begin, at.edge, at.exit, at.head, weight);
  return done;
}

/* --- the cheapest --------------------------------------------------------- */

static bool
placer_init (struct placer *p)
{
  const struct blpp *b = p->b;
  size_t places = 1 + (size_t) b->n_edges + 3 * (size_t) b->n_blocks;
  p->increment = blpp_zeroed (b->n_arcs, sizeof *p->increment);
  p->chord = blpp_zeroed (b->n_arcs, sizeof *p->chord);
  p->start = blpp_zeroed (b->n_arcs, 1);
  p->finish = blpp_zeroed (b->n_arcs, 1);
  p->sum = blpp_zeroed (b->n_arcs, sizeof *p->sum);
  p->rest = blpp_zeroed (b->n_arcs, sizeof *p->rest);
  p->stack = blpp_zeroed (b->n_arcs, sizeof *p->stack);
  p->ops = blpp_zeroed (places, sizeof *p->ops);
  return blpp_arcs_in (b, &p->in_first, &p->in) && p->increment && p->chord
	 && p->start && p->finish && p->sum && p->rest && p->stack && p->ops;
}

static void
placer_release (struct placer *p)
{
  FREE_ALL (p->in_first, p->in, p->increment, p->chord, p->start, p->finish,
	    p->sum, p->rest, p->stack, p->ops);
}

static bool
try_tree (struct placer *p, bool light)
{
  if (!placer_init (p) || !blpp_tree (p->b, light, p->increment, p->chord))
    return false;
  place_starts (p);
  place_finishes (p);
  return emit_places (p);
}

bool
blpp_place (struct blpp *b)
{
  struct placer all[4];
  struct placer *best = all;
  bool done = blpp_apart (b);
  for (int i = 0; i < 4; i++)
    {
      all[i] = (struct placer) { .b = b, .always = i & 2 };
      done = done && try_tree (all + i, i & 1);
      if (all[i].price < best->price)
	best = all + i;
    }
  if (done)
    {
      b->ops = best->ops;
      b->n_ops = best->n_ops;
      b->price = best->price;
      best->ops = NULL;
    }
  for (int i = 0; i < 4; i++)
    placer_release (all + i);
  return done;
}
