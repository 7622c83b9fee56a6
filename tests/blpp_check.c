/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What must hold for every numbered graph.  What a path is follows from the
   roles alone: all paths are enumerated by walking, and random walks are cut
   into paths while their operations are carried out.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/blpp_graph.h"

#define MOST_BLOCKS 256
#define MOST_PATHS 4000		/* enumerated */
#define MOST_STEPS 600		/* of a walk */

/* What is known of a graph.  */
struct state
{
  const struct blpp_cfg *cfg;
  const struct blpp *b;
  uint64_t limit, seed;
  const char *wrong;
  struct covered *covered;
  bool reached[MOST_BLOCKS];
  uint32_t first[MOST_BLOCKS + 1], *out;	/* edges by block */

  /* Operations by place; NULL: none.  */
  const struct blpp_op *entry, **edge, *head[MOST_BLOCKS], *tail[MOST_BLOCKS],
    *exit[MOST_BLOCKS];

  /* The path being made.  */
  struct blpp_path path;
  uint32_t path_blocks[MOST_STEPS + 2], path_edges[MOST_STEPS + 2];
};

#define CHECK(s, condition, text) \
  do { if (!(condition) && !(s)->wrong) (s)->wrong = (text); } while (0)

static enum blpp_role
role (const struct state *s, uint32_t e)
{
  return blpp_role (s->b, blpp_same (s->b, e));
}

static bool
has (const struct state *s, uint32_t block, unsigned flag)
{
  return blpp_block (s->b, block) & flag;
}

/* Blocks that can be reached from V, without block AVOID.  */
static void
reach (const struct blpp_cfg *cfg, bool *reached, uint32_t v, uint32_t avoid)
{
  bool more = v != avoid;
  memset (reached, 0, MOST_BLOCKS);
  reached[v] = more;
  while (more)
    {
      more = false;
      for (uint32_t e = 0; e < cfg->n_edges; e++)
	if (reached[cfg->edges[e].from] && !reached[cfg->edges[e].to]
	    && cfg->edges[e].to != avoid)
	  more = reached[cfg->edges[e].to] = true;
    }
}

static void
index_graph (struct state *s)
{
  uint32_t n = 0;
  s->out = calloc (s->cfg->n_edges + 1, sizeof *s->out);
  for (uint32_t v = 0; v < s->cfg->n_blocks; v++)
    {
      s->first[v] = n;
      for (uint32_t e = 0; e < s->cfg->n_edges; e++)
	if (s->cfg->edges[e].from == v)
	  s->out[n++] = e;
    }
  s->first[s->cfg->n_blocks] = n;
  s->path.blocks = s->path_blocks;
  s->path.edges = s->path_edges;
  reach (s->cfg, s->reached, s->cfg->entry, UINT32_MAX);
}

static bool
leaves (const struct state *s, uint32_t v)
{
  return (s->cfg->blocks[v] & BLPP_EXIT) || s->first[v] == s->first[v + 1];
}

/* --- roles -------------------------------------------------------------- */

/* Whether an edge does that loses paths on its way.  */
static bool
loses (const struct blpp_cfg *cfg, uint32_t from, uint32_t to)
{
  for (uint32_t e = 0; e < cfg->n_edges; e++)
    if (cfg->edges[e].from == from && cfg->edges[e].to == to
	&& (cfg->edges[e].flags & BLPP_LOSES))
      return true;
  return false;
}

static void
check_edge (struct state *s, uint32_t e)
{
  const struct blpp_edge *edge = s->cfg->edges + e;
  enum blpp_role r = blpp_role (s->b, e);
  uint32_t same = blpp_same (s->b, e);
  CHECK (s, (r == BLPP_DEAD) == !s->reached[edge->from], "dead edges");
  CHECK (s, (r == BLPP_SAME) == (same != e), "edges that are the same");
  CHECK (s, same <= e && s->cfg->edges[same].from == edge->from
	 && s->cfg->edges[same].to == edge->to, "a different edge is the same");
  CHECK (s, r != BLPP_SAME || (edge->flags & s->cfg->edges[same].flags
			       & BLPP_BOUND), "parallel edges with room");
  if (r == BLPP_DEAD)
    return;
  r = role (s, e);
  CHECK (s, (r == BLPP_LOOSE) == has (s, edge->from, BLPP_TAIL_ENDS),
	 "loose edges come from tails");
  CHECK (s, !(edge->flags & BLPP_LOSES) || r == BLPP_LOST
	 || r == BLPP_LOOSE, "an edge that should lose paths");
  CHECK (s, r != BLPP_LOST || loses (s->cfg, edge->from, edge->to),
	 "an edge that should not lose paths");
  CHECK (s, !(edge->flags & BLPP_BOUND) || r != BLPP_ENDS,
	 "a path ends on an edge without room");
  CHECK (s, !(edge->flags & BLPP_CUT) || r != BLPP_STEP
	 || has (s, edge->to, BLPP_HEAD_ENDS), "an edge that should be cut");
}

/* In a reducible graph without flags exactly those edges are cut that lead to
   a dominator.  */
static void
check_loops (struct state *s)
{
  const struct blpp_cfg *cfg = s->cfg;
  bool reached[MOST_BLOCKS], back[8 * MOST_BLOCKS];
  if (cfg->n_blocks > 12 || blpp_n_regions (s->b) > 1
      || s->limit != BLPP_MAX_PATHS)
    return;
  for (uint32_t e = 0; e < cfg->n_edges; e++)
    {
      if (cfg->edges[e].flags)
	return;
      reach (cfg, reached, cfg->entry, cfg->edges[e].to);
      back[e] = !reached[cfg->edges[e].from];
    }
  /* Acyclic without those?  Remove blocks nothing leads to.  */
  bool gone[MOST_BLOCKS] = { false };
  uint32_t n_gone = 0;
  for (uint32_t v = 0; v < cfg->n_blocks; v++)
    n_gone += gone[v] = !s->reached[v];
  for (bool more = true; more;)
    {
      more = false;
      for (uint32_t v = 0; v < cfg->n_blocks; v++)
	{
	  bool led = gone[v];
	  for (uint32_t e = 0; e < cfg->n_edges; e++)
	    led |= cfg->edges[e].to == v && !back[e]
		   && !gone[cfg->edges[e].from];
	  if (!led)
	    {
	      more = gone[v] = true;
	      n_gone++;
	    }
	}
    }
  if (n_gone < cfg->n_blocks)
    return;
  s->covered->reducible++;
  for (uint32_t e = 0; e < cfg->n_edges; e++)
    if (s->reached[cfg->edges[e].from])
      CHECK (s, (blpp_role (s->b, e) == BLPP_ENDS) == back[e],
	     "other edges cut than those that close loops");
}

static void
check_roles (struct state *s)
{
  for (uint32_t v = 0; v < s->cfg->n_blocks; v++)
    {
      CHECK (s, has (s, v, BLPP_REACHED) == s->reached[v], "reached blocks");
      CHECK (s, !s->reached[v]
	     || (has (s, v, BLPP_LEAVES) != 0) == leaves (s, v), "exits");
      CHECK (s, s->reached[v] == (blpp_region (s->b, v) != UINT32_MAX),
	     "blocks without a region");
      s->covered->tails += has (s, v, BLPP_TAIL_ENDS);
      s->covered->heads += has (s, v, BLPP_HEAD_ENDS);
    }
  for (uint32_t e = 0; e < s->cfg->n_edges; e++)
    check_edge (s, e);
  check_loops (s);
  for (uint32_t r = 0; r < blpp_n_regions (s->b); r++)
    CHECK (s, blpp_n_paths (s->b, r) > 0
	   && blpp_n_paths (s->b, r) <= s->limit, "a region's paths");
}

/* Ways from the beginning of V to an end, by the definition.  */
static uint64_t
ways (struct state *s, uint64_t *known, uint32_t v, uint32_t depth)
{
  if (known[v] || s->wrong)
    return known[v];
  if (depth > s->cfg->n_blocks)
    {
      CHECK (s, false, "steps form a cycle");
      return 0;
    }
  uint64_t sum = has (s, v, BLPP_TAIL_ENDS) || leaves (s, v);
  for (uint32_t i = s->first[v]; i < s->first[v + 1]; i++)
    {
      uint32_t to = s->cfg->edges[s->out[i]].to;
      enum blpp_role r = blpp_role (s->b, s->out[i]);
      if (r == BLPP_ENDS || (r == BLPP_STEP && has (s, to, BLPP_HEAD_ENDS)))
	sum++;
      else if (r == BLPP_STEP)
	sum += ways (s, known, to, depth + 1);
    }
  return known[v] = sum;
}

static void
check_ways (struct state *s)
{
  uint64_t known[MOST_BLOCKS] = { 0 };
  for (uint32_t v = 0; v < s->cfg->n_blocks; v++)
    if (s->reached[v])
      CHECK (s, ways (s, known, v, 0) == blpp_n_ways (s->b, v),
	     "ways from a block");
}

/* --- all paths ---------------------------------------------------------- */

static bool
same_path (const struct blpp_path *a, const struct blpp_path *b)
{
  return a->begin == b->begin && a->end == b->end
	 && a->n_blocks == b->n_blocks && a->n_edges == b->n_edges
	 && (a->n_blocks == 0
	     || memcmp (a->blocks, b->blocks, a->n_blocks * 4) == 0)
	 && (a->n_edges == 0
	     || memcmp (a->edges, b->edges, a->n_edges * 4) == 0);
}

/* Paths that were found: which of each region's first ones.  */
struct found
{
  uint64_t n, base[4 * MOST_BLOCKS];
  bool seen[MOST_PATHS];
  struct blpp_path again;
};

static void
found_path (struct state *s, struct found *f, enum blpp_end end)
{
  uint32_t region = UINT32_MAX;
  uint64_t id = UINT64_MAX;
  s->path.end = end;
  f->n++;
  if (s->wrong)
    return;
  CHECK (s, blpp_path_id (s->b, &s->path, &region, &id) == 0,
	 "a path without a number");
  if (s->wrong)
    return;
  CHECK (s, region < blpp_n_regions (s->b)
	 && id < blpp_n_paths (s->b, region), "a number out of range");
  if (s->wrong)
    return;
  bool *seen = f->seen + f->base[region] + id;
  CHECK (s, !*seen, "two paths have one number");
  *seen = true;
  CHECK (s, blpp_path (s->b, region, id, &f->again) == 0
	 && same_path (&f->again, &s->path), "a number leads elsewhere");
}

static void from_block (struct state *s, struct found *f, uint32_t v);

static void
from_arrival (struct state *s, struct found *f, uint32_t v)
{
  if (has (s, v, BLPP_HEAD_ENDS))
    found_path (s, f, BLPP_END_EDGE);
  else
    from_block (s, f, v);
}

static void
from_block (struct state *s, struct found *f, uint32_t v)
{
  if (s->wrong)
    return;
  s->path.blocks[s->path.n_blocks++] = v;
  if (has (s, v, BLPP_TAIL_ENDS))
    found_path (s, f, BLPP_END_TAIL);
  else
    {
      if (leaves (s, v))
	found_path (s, f, BLPP_END_EXIT);
      for (uint32_t i = s->first[v]; i < s->first[v + 1]; i++)
	{
	  uint32_t e = s->out[i];
	  s->path.edges[s->path.n_edges++] = e;
	  if (blpp_role (s->b, e) == BLPP_ENDS)
	    found_path (s, f, BLPP_END_EDGE);
	  else if (blpp_role (s->b, e) == BLPP_STEP)
	    from_arrival (s, f, s->cfg->edges[e].to);
	  s->path.n_edges--;
	}
    }
  s->path.n_blocks--;
}

static void
check_paths (struct state *s)
{
  static struct found f;
  uint64_t all = 0;
  bool arrives[MOST_BLOCKS] = { false };
  for (uint32_t r = 0; r < blpp_n_regions (s->b); r++)
    {
      f.base[r] = all;
      all += blpp_n_paths (s->b, r);
      if (all > MOST_PATHS)
	return;
    }
  f.n = 0;
  memset (f.seen, 0, all);
  arrives[s->cfg->entry] = true;
  for (uint32_t e = 0; e < s->cfg->n_edges; e++)
    if (blpp_role (s->b, e) == BLPP_ENDS || blpp_role (s->b, e) == BLPP_LOOSE
	|| blpp_role (s->b, e) == BLPP_LOST)
      arrives[s->cfg->edges[e].to] = true;
  for (uint32_t v = 0; v < s->cfg->n_blocks; v++)
    {
      s->path.n_blocks = s->path.n_edges = 0;
      s->path.begin = v;
      if (arrives[v])
	from_arrival (s, &f, v);
      if (s->reached[v] && has (s, v, BLPP_HEAD_ENDS))
	from_block (s, &f, v);
    }
  CHECK (s, f.n == all, "more numbers than paths");
  s->covered->paths += all;
  s->covered->all++;
}

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

static void
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

static void
path_begins (struct state *s, uint32_t v)
{
  s->path.begin = v;
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
      CHECK (s, blpp_path (s->b, c->region, c->id, &w->again) == 0,
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
  s->path.blocks[s->path.n_blocks++] = v;
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
    s->path.edges[s->path.n_edges++] = blpp_same (s->b, e);
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
  uint64_t *edges = calloc (s->cfg->n_edges + 1, sizeof *edges);
  uint64_t blocks[MOST_BLOCKS] = { 0 }, exits[MOST_BLOCKS] = { 0 };
  struct blpp_sums sums = { edges, blocks, exits };
  CHECK (s, w->n_counts == w->n_paths, "a path too many was counted");
  CHECK (s, s->wrong || blpp_flow (s->b, w->counts, w->n_counts,
				   &sums) == 0, "flow");
  CHECK (s, s->wrong || memcmp (edges, w->edges, s->cfg->n_edges * 8) == 0,
	 "edge counts");
  CHECK (s, s->wrong || memcmp (blocks, w->blocks, sizeof blocks) == 0,
	 "block counts");
  exits[last] -= !has (s, last, BLPP_TAIL_ENDS);
  for (uint32_t v = 0; v < s->cfg->n_blocks; v++)
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

static void
check_walks (struct state *s, unsigned n)
{
  uint64_t random = s->seed * 2 + 1;
  static struct walk w;
  for (unsigned i = 0; i < n && !s->wrong; i++)
    {
      w.n_counts = w.n_paths = 0;
      w.set = false;
      w.sum = random;
      w.edges = calloc (s->cfg->n_edges + 1, sizeof *w.edges);
      memset (w.blocks, 0, sizeof w.blocks);
      walk (s, &w, &random);
      s->covered->walked += w.n_paths;
      free (w.edges);
    }
}

/* --- the description ---------------------------------------------------- */

static void
check_description (struct state *s)
{
  struct blpp_text t = { 0 }, again = { 0 };
  struct blpp_description d;
  struct blpp_fault fault = { 0 };
  CHECK (s, blpp_describe_begin (&t) == 0
	 && blpp_describe (&t, s->b, s->seed, "a name\\\n") == 0, "describe");
  if (blpp_read (&d, t.text, t.size, &fault) < 0)
    {
      static char text[200];
      snprintf (text, sizeof text, "description refused: %zu: %s", fault.line,
		fault.reason);
      CHECK (s, false, text);
    }
  else
    {
      CHECK (s, d.n == 1 && d.procedures[0].id == s->seed
	     && strcmp (d.procedures[0].name, "a name\\\n") == 0, "name");
      CHECK (s, blpp_describe_begin (&again) == 0
	     && blpp_describe (&again, d.procedures[0].paths, s->seed,
			       d.procedures[0].name) == 0
	     && again.size == t.size && memcmp (t.text, again.text, t.size) == 0,
	     "another description");
      const struct blpp *b = s->b;
      s->b = d.procedures[0].paths;
      check_roles (s);
      check_paths (s);
      s->b = b;
      blpp_description_release (&d);
    }
  free (t.text);
  free (again.text);
}

const char *
graph_check (const struct graph *g, uint64_t seed, struct covered *covered)
{
  static struct state s;
  memset (&s, 0, sizeof s);
  s.cfg = &g->cfg;
  s.limit = g->limit;
  s.seed = seed;
  s.covered = covered;
  struct blpp *b = blpp_new (&g->cfg, g->limit);
  if (!b)
    return "refused";
  s.b = b;
  index_graph (&s);
  check_roles (&s);
  if (!s.wrong)
    check_ways (&s);
  if (!s.wrong)
    check_paths (&s);
  if (!s.wrong)
    index_ops (&s);
  if (!s.wrong)
    check_walks (&s, 3);
  if (!s.wrong && seed % 4 == 0)
    check_description (&s);
  covered->graphs++;
  covered->regions += blpp_n_regions (b);
  covered->cut += blpp_n_regions (b) > 1;
  free (s.edge);
  free (s.out);
  blpp_free (b);
  return s.wrong;
}
