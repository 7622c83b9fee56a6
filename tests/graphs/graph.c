/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random control flow graphs: made, made smaller, printed.  */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/graphs/graph.h"

uint64_t
random_next (uint64_t *state)
{
  *state ^= *state << 13;
  *state ^= *state >> 7;
  *state ^= *state << 17;
  return *state * 0x2545f4914f6cdd1dull >> 16;
}

/* --- made --------------------------------------------------------------- */

static uint64_t
any_weight (uint64_t *s)
{
  switch (random_below (s, 8))
    {
    case 0: return 0;
    case 1: return random_next (s) << random_below (s, 17);
    case 2: return random_below (s, 1000000);
    default: return random_below (s, 10);
    }
}

static uint64_t
any_limit (uint64_t *s)
{
  switch (random_below (s, 8))
    {
    case 0: return 1 + random_below (s, 4);
    case 1: return 1 + random_below (s, 40);
    case 2: return 1 + random_below (s, 4096);
    default: return BLPP_MAX_PATHS;
    }
}

/* Where an edge of block FROM leads: anywhere; mostly on; on only.  */
static uint32_t
any_target (uint64_t *s, uint32_t n, uint32_t from, unsigned style)
{
  uint32_t near = from + 1 + random_below (s, 4);
  if (style == 0 || near >= n || (style == 1 && random_below (s, 6) == 0))
    return random_below (s, n);
  return near;
}

void
graph_make (struct graph *g, uint64_t *s, uint32_t most)
{
  uint32_t n = 1 + random_below (s, most);
  unsigned style = random_below (s, 3), density = random_below (s, 5);
  unsigned bound = random_below (s, 2) ? 0 : random_below (s, 6);
  unsigned cut = random_below (s, 3) ? 0 : random_below (s, 4);
  unsigned lose = random_below (s, 3) ? 0 : random_below (s, 4);
  uint32_t room = 5 * n + 1, m = 0;
  g->edges = calloc (room, sizeof *g->edges);
  g->blocks = calloc (n, 1);
  for (uint32_t v = 0; v < n; v++)
    {
      uint32_t out = v + 1 == n && style ? 0 : random_below (s, 2 + density);
      if (style && v + 1 < n && out == 0 && random_below (s, 8))
	out = 1;
      while (out-- > 0 && m < room)
	{
	  struct blpp_edge *e = g->edges + m++;
	  e->from = v;
	  e->to = any_target (s, n, v, style);
	  e->weight = any_weight (s);
	  e->flags = (random_below (s, 10) < bound ? BLPP_BOUND : 0)
		     | (random_below (s, 10) < cut ? BLPP_CUT : 0)
		     | (random_below (s, 10) < lose ? BLPP_LOSES : 0);
	}
      g->blocks[v] = (random_below (s, 10) == 0 ? BLPP_EXIT : 0)
		     | (random_below (s, 10) == 0 ? BLPP_LEAKS : 0);
    }
  /* Edges come in any order.  */
  for (uint32_t e = m; e-- > 1;)
    {
      uint32_t other = random_below (s, e + 1);
      struct blpp_edge t = g->edges[e];
      g->edges[e] = g->edges[other];
      g->edges[other] = t;
    }
  g->limit = any_limit (s);
  g->cfg = (struct blpp_cfg) {
    n, m, random_below (s, 4) ? 0 : random_below (s, n), any_weight (s),
    g->edges, g->blocks
  };
}

void
graph_release (struct graph *g)
{
  free (g->edges);
  free (g->blocks);
}

/* --- made smaller ------------------------------------------------------- */

static bool
fails (const struct graph *g, uint64_t seed)
{
  struct covered none = { 0 };
  for (uint64_t i = 0; i < 8; i++)
    if (graph_check (g, seed + i, &none))
      return true;
  return false;
}

static bool
without_edge (struct graph *g, uint64_t seed, uint32_t e)
{
  struct blpp_edge kept = g->edges[e];
  size_t behind = (g->cfg.n_edges - e - 1) * sizeof kept;
  memmove (g->edges + e, g->edges + e + 1, behind);
  g->cfg.n_edges--;
  if (fails (g, seed))
    return true;
  memmove (g->edges + e + 1, g->edges + e, behind);
  g->edges[e] = kept;
  g->cfg.n_edges++;
  return false;
}

/* Block V goes, what led there or from there leads from or to V - 1.  */
static bool
without_block (struct graph *g, uint64_t seed, uint32_t v)
{
  struct graph less = *g;
  uint32_t n = g->cfg.n_blocks;
  less.edges = calloc (g->cfg.n_edges + 1, sizeof *less.edges);
  less.blocks = calloc (n, 1);
  memcpy (less.blocks, g->blocks, v);
  memcpy (less.blocks + v, g->blocks + v + 1, n - v - 1);
  memcpy (less.edges, g->edges, g->cfg.n_edges * sizeof *less.edges);
  for (uint32_t e = 0; e < g->cfg.n_edges; e++)
    {
      less.edges[e].from -= less.edges[e].from >= v && less.edges[e].from > 0;
      less.edges[e].to -= less.edges[e].to >= v && less.edges[e].to > 0;
    }
  less.cfg.entry -= less.cfg.entry >= v && less.cfg.entry > 0;
  less.cfg.n_blocks--;
  less.cfg.edges = less.edges;
  less.cfg.blocks = less.blocks;
  bool better = fails (&less, seed);
  if (better)
    {
      graph_release (g);
      *g = less;
    }
  else
    graph_release (&less);
  return better;
}

static bool
plainer (struct graph *g, uint64_t seed)
{
  bool some = false;
  for (uint32_t e = 0; e < g->cfg.n_edges; e++)
    {
      struct blpp_edge kept = g->edges[e];
      g->edges[e].weight = 1;
      if (kept.weight != 1 && fails (g, seed))
	some = true;
      else
	g->edges[e].weight = kept.weight;
      for (uint32_t flag = 1; flag <= 4; flag *= 2)
	if (g->edges[e].flags & flag)
	  {
	    g->edges[e].flags &= ~flag;
	    if (fails (g, seed))
	      some = true;
	    else
	      g->edges[e].flags |= flag;
	  }
    }
  for (uint32_t v = 0; v < g->cfg.n_blocks; v++)
    {
      uint8_t kept = g->blocks[v];
      g->blocks[v] = 0;
      if (kept && fails (g, seed))
	some = true;
      else
	g->blocks[v] = kept;
    }
  return some;
}

void
graph_shrink (struct graph *g, uint64_t seed)
{
  bool some = true;
  while (some)
    {
      some = plainer (g, seed);
      for (uint32_t e = g->cfg.n_edges; e-- > 0;)
	some |= without_edge (g, seed, e);
      for (uint32_t v = g->cfg.n_blocks; v-- > 0;)
	if (g->cfg.n_blocks > 1)
	  some |= without_block (g, seed, v);
    }
}

void
graph_print (const struct graph *g)
{
  printf ("\n%" PRIu32 " blocks, entry %" PRIu32 " (%" PRIu64 " times), limit %"
	  PRIu64 "\n", g->cfg.n_blocks, g->cfg.entry, g->cfg.entry_weight,
	  g->limit);
  for (uint32_t v = 0; v < g->cfg.n_blocks; v++)
    if (g->blocks[v])
      printf ("block %" PRIu32 "%s%s\n", v,
	      g->blocks[v] & BLPP_EXIT ? " exit" : "",
	      g->blocks[v] & BLPP_LEAKS ? " leaks" : "");
  for (uint32_t e = 0; e < g->cfg.n_edges; e++)
    printf ("edge %" PRIu32 ": %" PRIu32 " -> %" PRIu32 "%s%s%s (%" PRIu64
	    " times)\n", e, g->edges[e].from, g->edges[e].to,
	    g->edges[e].flags & BLPP_BOUND ? " bound" : "",
	    g->edges[e].flags & BLPP_CUT ? " cut" : "",
	    g->edges[e].flags & BLPP_LOSES ? " loses" : "",
	    g->edges[e].weight);
}
