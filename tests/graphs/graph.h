/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Random control flow graphs for the tests of blpp, and what must hold for
   each: told by walking through them, with nothing of blpp but its answers.
   */

#ifndef HALT_TESTS_GRAPHS_GRAPH_H
#define HALT_TESTS_GRAPHS_GRAPH_H 1

#include "blpp/blpp.h"

struct graph
{
  struct blpp_cfg cfg;		/* points to what follows */
  struct blpp_edge *edges;
  uint8_t *blocks;
  uint64_t limit;
};

/* Numbers from STATE, which must not be 0.  */
uint64_t random_next (uint64_t *state);

static inline uint32_t
random_below (uint64_t *state, uint32_t n)
{
  return random_next (state) % n;
}

/* A graph of 1 to MOST blocks; the same one for the same state.  */
void graph_make (struct graph *g, uint64_t *state, uint32_t most);
void graph_release (struct graph *g);

/* What is wrong with what blpp makes of G; NULL: nothing.  COVERED counts what
   was looked at.  */
struct covered
{
  uint64_t graphs, paths, all, walked, regions, cut, tails, heads, reducible;
};
const char *graph_check (const struct graph *g, uint64_t seed,
			 struct covered *covered);

/* Leave out of G what is not needed for graph_check to fail, and print it.  */
void graph_shrink (struct graph *g, uint64_t seed);
void graph_print (const struct graph *g);

#endif /* HALT_TESTS_GRAPHS_GRAPH_H */
