/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What must hold for every numbered graph.  What a path is follows from the
   roles alone: all paths are enumerated by walking.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/graphs/state.h"

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

void
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
  if (!s.wrong && seed % 4 < 2)
    check_unfolded (&s);
  covered->graphs++;
  covered->regions += blpp_n_regions (b);
  covered->cut += blpp_n_regions (b) > 1;
  free (s.edge);
  free (s.out);
  blpp_free (b);
  return s.wrong;
}
