/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random walks through a numbered graph: they are cut into paths by the roles of
   edges and blocks alone, while their operations are carried out.  */

#include <stdio.h>
#include <stdlib.h>

#include "tests/graphs/state.h"

/* --- operations --------------------------------------------------------- */

static void
place (struct state *s, const struct blpp_op **at, const struct blpp_op *op)
{
  CHECK (s, !*at, "two operations in one place");
  CHECK (s, op->what && (!(op->what & BLPP_OP_ADD) || op->what == BLPP_OP_ADD)
	 && (!(op->what & BLPP_OP_FIXED) || (op->what & BLPP_OP_COUNT)),
	 "a strange operation");
  *at = op;
}

void
index_ops (struct state *s)
{
  size_t n;
  const struct blpp_op *ops = blpp_ops (s->b, &n);
  s->edge = calloc (s->cfg->n_edges + 1, sizeof *s->edge);
  for (size_t i = 0; i < n; i++)
    {
      uint32_t at = ops[i].where;
      CHECK (s, i == 0 || ops[i].place > ops[i - 1].place
	     || (ops[i].place == ops[i - 1].place && at > ops[i - 1].where),
	     "operations not in order");
      switch (ops[i].place)
	{
	case BLPP_AT_ENTRY: place (s, &s->entry, ops + i); break;
	case BLPP_AT_HEAD: place (s, s->head + at, ops + i); break;
	case BLPP_AT_TAIL: place (s, s->tail + at, ops + i); break;
	case BLPP_AT_EXIT: place (s, s->exit + at, ops + i); break;
	case BLPP_AT_EDGE:
	  place (s, s->edge + at, ops + i);
	  CHECK (s, !(s->cfg->edges[at].flags & BLPP_BOUND),
		 "an operation on an edge without room");
	  CHECK (s, s->reached[s->cfg->edges[at].from], "a dead operation");
	  break;
	}
    }
}

/* --- walks -------------------------------------------------------------- */

/* A walk: what was counted, and what it really was.  */
struct walk
{
  uint64_t sum;
  bool set;			/* SUM has a value */
  struct blpp_count counts[MOST_STEPS * 2 + 4];
  size_t n_counts;
  size_t n_paths;		/* that have ended */
  uint64_t *edges;		/* on those, how often */
  uint64_t blocks[MOST_BLOCKS];
  struct blpp_path again;
};

static void
execute (struct state *s, struct walk *w, const struct blpp_op *op)
{
  if (!op)
    return;
  if (op->what & BLPP_OP_COUNT)
    {
      bool fixed = op->what & BLPP_OP_FIXED;
      CHECK (s, fixed != w->set, fixed ? "a known path, but the sum has a value"
				       : "the sum has no value");
      w->counts[w->n_counts].region = op->region;
      w->counts[w->n_counts].id = op->count + (fixed ? 0 : w->sum);
      w->counts[w->n_counts++].n = 1;
      w->set = false;
    }
  CHECK (s, !(op->what & BLPP_OP_ADD) || w->set, "added to nothing");
  if (op->what & BLPP_OP_ADD)
    w->sum += op->value;
  if (op->what & BLPP_OP_SET)
    {
      w->sum = op->value;
      w->set = true;
    }
}

/* The block, or the edge, whose path it is.  */
static uint32_t
path_block (const struct state *s, uint32_t v)
{
  return s->paths ? s->of_block[v] : v;
}

static uint32_t
path_edge (const struct state *s, uint32_t e)
{
  return s->paths ? s->of_edge[e] : e;
}

static const struct blpp *
path_graph (const struct state *s)
{
  return s->paths ? s->paths : s->b;
}

static void
path_begins (struct state *s, uint32_t v)
{
  s->path.begin = path_block (s, v);
  s->path.n_blocks = s->path.n_edges = 0;
}

/* The path that was walked has ended, and begins again at V.  It must be the
   next that was counted.  */
static void
path_ended (struct state *s, struct walk *w, enum blpp_end end, uint32_t v)
{
  s->path.end = end;
  CHECK (s, w->n_paths < w->n_counts, "a path was not counted");
  if (!s->wrong)
    {
      const struct blpp_count *c = w->counts + w->n_paths++;
      CHECK (s, blpp_path (path_graph (s), c->region, c->id, &w->again) == 0,
	     "the sum is no path");
      CHECK (s, s->wrong || same_path (&w->again, &s->path),
	     "another path was counted");
    }
  for (uint32_t k = 0; k < s->path.n_edges; k++)
    w->edges[s->path.edges[k]]++;
  for (uint32_t k = 0; k < s->path.n_blocks; k++)
    w->blocks[s->path.blocks[k]]++;
  path_begins (s, v);
}

static void
arrive (struct state *s, struct walk *w, uint32_t v)
{
  execute (s, w, s->head[v]);
  if (has (s, v, BLPP_HEAD_ENDS))
    path_ended (s, w, BLPP_END_EDGE, v);
  s->path.blocks[s->path.n_blocks++] = path_block (s, v);
  CHECK (s, !(s->cfg->blocks[v] & BLPP_LEAKS) || w->n_counts == w->n_paths,
	 "counted in front of a block where control may be lost");
}

/* Go on from block V by edge E.  */
static void
cross (struct state *s, struct walk *w, uint32_t e)
{
  uint32_t to = s->cfg->edges[e].to;
  enum blpp_role r = role (s, e);
  if (r != BLPP_LOOSE)
    s->path.edges[s->path.n_edges++] = path_edge (s, blpp_same (s->b, e));
  if (r == BLPP_LOST)
    {
      CHECK (s, w->n_counts == w->n_paths, "a lost path was counted");
      w->set = false;
    }
  execute (s, w, s->edge[e]);
  if (r == BLPP_ENDS)
    path_ended (s, w, BLPP_END_EDGE, to);
  else if (r == BLPP_LOOSE || r == BLPP_LOST)
    path_begins (s, to);
  arrive (s, w, to);
}

/* What paths say must be what was seen.  */
static void
check_flow (struct state *s, struct walk *w, uint32_t last)
{
  const struct blpp *b = path_graph (s);
  uint64_t *edges = calloc (blpp_n_edges (b) + 1, sizeof *edges);
  uint64_t blocks[MOST_BLOCKS] = { 0 }, exits[MOST_BLOCKS] = { 0 };
  struct blpp_sums sums = { edges, blocks, exits };
  CHECK (s, w->n_counts == w->n_paths, "a path too many was counted");
  CHECK (s, s->wrong || blpp_flow (b, w->counts, w->n_counts, &sums) == 0, "flow");
  CHECK (s, s->wrong || memcmp (edges, w->edges, blpp_n_edges (b) * 8) == 0,
	 "edge counts");
  CHECK (s, s->wrong || memcmp (blocks, w->blocks, sizeof blocks) == 0,
	 "block counts");
  exits[path_block (s, last)] -= !has (s, last, BLPP_TAIL_ENDS);
  for (uint32_t v = 0; v < blpp_n_blocks (b); v++)
    CHECK (s, s->wrong || exits[v] == 0, "exit counts");
  free (edges);
}

static void
walk (struct state *s, struct walk *w, uint64_t *random)
{
  uint32_t v = s->cfg->entry;
  path_begins (s, v);
  execute (s, w, s->entry);
  arrive (s, w, v);
  for (unsigned step = 0; step < MOST_STEPS && !s->wrong; step++)
    {
      uint32_t n = s->first[v + 1] - s->first[v];
      if (has (s, v, BLPP_TAIL_ENDS))
	{
	  execute (s, w, s->tail[v]);
	  path_ended (s, w, BLPP_END_TAIL, v);
	}
      uint32_t way = random_below (random, n + leaves (s, v));
      if (way == n)
	{
	  execute (s, w, s->exit[v]);
	  if (!has (s, v, BLPP_TAIL_ENDS))
	    path_ended (s, w, BLPP_END_EXIT, v);
	  check_flow (s, w, v);
	  return;
	}
      uint32_t e = s->out[s->first[v] + way];
      cross (s, w, e);
      v = s->cfg->edges[e].to;
    }
  CHECK (s, w->n_counts <= w->n_paths + 1, "paths counted that did not end");
}

void
check_walks (struct state *s, unsigned n)
{
  uint64_t random = s->seed * 2 + 1;
  static struct walk w;
  for (unsigned i = 0; i < n && !s->wrong; i++)
    {
      w.n_counts = w.n_paths = 0;
      w.set = false;
      w.sum = random;
      w.edges = calloc (blpp_n_edges (path_graph (s)) + 1, sizeof *w.edges);
      memset (w.blocks, 0, sizeof w.blocks);
      walk (s, &w, &random);
      s->covered->walked += w.n_paths;
      free (w.edges);
    }
}
