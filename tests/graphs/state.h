/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is checked of a graph: check.c enumerates its paths, walk.c
   walks.  */

#ifndef HALT_TESTS_GRAPHS_STATE_H
#define HALT_TESTS_GRAPHS_STATE_H 1

#include <string.h>

#include "tests/graphs/graph.h"

#define MOST_BLOCKS 256
#define MOST_PATHS 4000		/* enumerated */
#define MOST_STEPS 600		/* of a walk */

/* What is known of a graph.  */
struct state
{
  const struct blpp_cfg *cfg;
  const struct blpp *b;

  /* Of what was unfolded: the graph whose paths they are, and which block and edge
     of it each is a copy of.  */
  const struct blpp *paths;
  uint32_t *of_block, *of_edge;

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

static inline enum blpp_role
role (const struct state *s, uint32_t e)
{
  return blpp_role (s->b, blpp_same (s->b, e));
}

static inline bool
has (const struct state *s, uint32_t block, unsigned flag)
{
  return blpp_block (s->b, block) & flag;
}

static inline bool
leaves (const struct state *s, uint32_t v)
{
  return (s->cfg->blocks[v] & BLPP_EXIT) || s->first[v] == s->first[v + 1];
}

static inline bool
same_path (const struct blpp_path *a, const struct blpp_path *b)
{
  return a->begin == b->begin && a->end == b->end
	 && a->n_blocks == b->n_blocks && a->n_edges == b->n_edges
	 && (a->n_blocks == 0
	     || memcmp (a->blocks, b->blocks, a->n_blocks * 4) == 0)
	 && (a->n_edges == 0
	     || memcmp (a->edges, b->edges, a->n_edges * 4) == 0);
}

/* Check what becomes of S's graph when blocks are copied.  */
void check_unfolded (struct state *s);

/* Find the edges that go out of each block of S, and what can be reached.  */
void index_graph (struct state *s);

/* Put the operations of S where walks look for them.  */
void index_ops (struct state *s);

/* Walk N times, and compare what the operations count with what was walked.  */
void check_walks (struct state *s, unsigned n);

#endif /* HALT_TESTS_GRAPHS_STATE_H */
