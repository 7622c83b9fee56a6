/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Blocks of a graph are copied at random: walks through the copies must count the
   paths of the graph.  */

#include <stdlib.h>

#include "tests/graphs/state.h"

/* A graph with copies.  Those of block v are FIRST[v] up to, without it,
   FIRST[v + 1].  */
struct unfolded
{
  struct blpp_cfg cfg;
  struct blpp_edge *edges;
  uint8_t *blocks;
  uint32_t *of_block, *of_edge;
  uint32_t first[MOST_BLOCKS + 1];
};

static uint32_t
any_copy (const struct unfolded *u, uint32_t v, uint64_t *random)
{
  return u->first[v] + random_below (random, u->first[v + 1] - u->first[v]);
}

/* Edges that stand for one lead to one copy.  */
static void
add_edges (const struct state *s, struct unfolded *u, uint32_t copy,
	   uint64_t *random)
{
  uint32_t v = u->of_block[copy], begin = u->cfg.n_edges;
  for (uint32_t e = 0; e < s->cfg->n_edges; e++)
    if (s->cfg->edges[e].from == v)
      {
	struct blpp_edge one = s->cfg->edges[e];
	one.from = copy;
	one.to = any_copy (u, one.to, random);
	for (uint32_t i = begin; i < u->cfg.n_edges; i++)
	  if (blpp_same (s->b, e) == u->of_edge[i])
	    one.to = u->edges[i].to;
	one.weight = random_below (random, 1000);
	u->of_edge[u->cfg.n_edges] = e;
	u->edges[u->cfg.n_edges++] = one;
      }
}

static void
make (const struct state *s, struct unfolded *u, uint64_t *random)
{
  uint32_t n = s->cfg->n_blocks, most = 1 + random_below (random, 3);
  for (uint32_t v = 0; v < n; v++)
    u->first[v + 1] = u->first[v] + 1 + random_below (random, most);
  u->cfg.n_blocks = u->first[n];
  u->edges = calloc (most * s->cfg->n_edges + 1, sizeof *u->edges);
  u->of_edge = calloc (most * s->cfg->n_edges + 1, sizeof *u->of_edge);
  u->blocks = calloc (u->first[n], 1);
  u->of_block = calloc (u->first[n], sizeof *u->of_block);
  for (uint32_t v = 0; v < n; v++)
    for (uint32_t c = u->first[v]; c < u->first[v + 1]; c++)
      {
	u->of_block[c] = v;
	u->blocks[c] = s->cfg->blocks[v];
      }
  for (uint32_t c = 0; c < u->first[n]; c++)
    add_edges (s, u, c, random);
  u->cfg.entry = any_copy (u, s->cfg->entry, random);
  u->cfg.entry_weight = s->cfg->entry_weight;
  u->cfg.edges = u->edges;
  u->cfg.blocks = u->blocks;
}

void
check_unfolded (struct state *s)
{
  uint64_t random = s->seed * 2 + 1;
  struct unfolded u = { 0 };
  static struct state t;
  if (3 * s->cfg->n_blocks > MOST_BLOCKS)
    return;
  make (s, &u, &random);
  memset (&t, 0, sizeof t);
  t.cfg = &u.cfg;
  t.seed = s->seed;
  t.covered = s->covered;
  t.paths = s->b;
  t.of_block = u.of_block;
  t.of_edge = u.of_edge;
  struct blpp *b = blpp_unfold (s->b, &u.cfg, u.of_block, u.of_edge);
  CHECK (s, b, "copies refused");
  t.b = b;
  if (b)
    {
      index_graph (&t);
      index_ops (&t);
      check_walks (&t, 3);
      s->wrong = t.wrong;
    }
  blpp_free (b);
  free (t.edge);
  free (t.out);
  free (u.edges);
  free (u.blocks);
  free (u.of_block);
  free (u.of_edge);
}
