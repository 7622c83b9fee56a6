/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prime paths of a flow graph: its simple paths, which come to no block twice but, if they
   are cycles, to the first one again, and which are part of no other such path (Ammann and
   Offutt, Introduction to Software Testing).

   Exceptions, longjmp and computed gotos are on no path.  Where control comes in by one,
   paths begin, and those that come there otherwise have ended before.  */

#ifndef HALT_PRIME_H
#define HALT_PRIME_H 1

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum prime_how
{
  PRIME_STEP,
  PRIME_THROW,
  PRIME_ABNORMAL		/* the same; what is left by such edges alone, and on no path,
				   may have no code, and is none */
};

struct prime_edge
{
  uint32_t from, to;		/* blocks from 0, the first, to N_BLOCKS, the exit */
  enum prime_how how;
};

struct prime_graph
{
  uint32_t n_blocks, n_edges;
  const struct prime_edge *edges;
};

/* The paths, in the order of their blocks' numbers: that of the first ones, then that of
   the second ones, and so on.  */
struct prime_paths
{
  size_t n;
  size_t *starts;		/* N + 1 places in BLOCKS */
  uint32_t *blocks;
  bool too_many;		/* more than wanted, and there are none here */
};

/* Mark the blocks where control comes in as said above; CUT has a place for each.  */
void prime_cuts (const struct prime_graph *g, bool *cut);

/* Find the paths of G, if they are no more than MOST and found in reasonable time; false if
   there is no memory.  Undone by prime_release, also then.  */
bool prime_find (struct prime_paths *p, const struct prime_graph *g, size_t most);
void prime_release (struct prime_paths *p);

/* --- states --------------------------------------------------------------------- */

/* What has to be known of the blocks that control comes from, to tell which path ends, if
   any; at most one does at a time.  A block's states have numbers from 0 up.  */
struct prime_block
{
  uint32_t start;		/* where control comes in from elsewhere */
  uint32_t n_inner;		/* from that number up each is the end of a path */
  uint32_t n_states;
};

/* A number that no state has.  */
#define PRIME_NEVER UINT32_MAX

struct prime_states
{
  struct prime_block *blocks;
  size_t *next_at;		/* of each edge, and where the last one ends: */
  uint32_t *next;		/* by the state of the block that it leaves, that of the one
				   that it leads to; PRIME_NEVER: there is no such one; or
				   nothing, if no path goes by the edge */
  size_t *path_at;		/* of each block, the same: */
  uint32_t *paths;		/* those that its states from N_INNER up are the ends of */
  bool too_many;		/* more than reasonable, and there are none here */
};

/* Make the states for paths P of G; false if there is no memory.  Undone by
   prime_states_release, also then.  */
bool prime_states_make (struct prime_states *s, const struct prime_graph *g,
			const struct prime_paths *p);
void prime_states_release (struct prime_states *s);

#ifdef __cplusplus
}
#endif

#endif /* HALT_PRIME_H */
