/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A function as a network in which control circulates.

     network.c   struct flow            -> nodes and arcs
     peel.c      arcs that a node forces, until none is left
     route.c     the rest               -> some circulation
     unique.c    a circulation          -> arcs that are the same in all
     reach.c     loops in it            -> 0 where nothing enters them
     huge.c      counts that stopped    -> others that are as large
     solve.c     all this in order, and back into the struct flow

   A block has two nodes: edges come in at the one and go out at the other, and
   the arc between them is how often it was begun.  All that is outside the
   function is one node: the entry's arc comes from there, the exit's and
   those of lost control lead there.  Edges of which only the sum is known
   come from a node of their own.  So what comes into a node goes out, at all
   of them; known counts are the flows of their arcs; all others may be any
   number from 0 up.

   Flows are wider than 64 bits: the sum of all measured counts always
   fits.  */

#ifndef HALT_NETWORK_H
#define HALT_NETWORK_H 1

#include "summarize/summarize.h"

#define OUTSIDE 0u		/* the node */

enum arc_state
{
  ARC_OPEN,			/* may still be any number */
  ARC_FORCED,			/* follows */
  ARC_FIXED			/* measured */
};

struct arc
{
  unsigned __int128 n;
  uint32_t from, to;
  uint32_t block;		/* where it belongs */
  uint8_t state;
  uint8_t cause;		/* enum reason: why it cannot be known at
				   all; else REASON_NONE */
  bool loose;			/* open, and not the same in all
				   circulations */
  bool huge;			/* 2^64-1 or more */
  bool tangled;			/* it would be loose even if those with a
				   cause were known */
};

struct network
{
  uint32_t n_blocks, n_nodes, n_arcs;
  uint32_t first_block;		/* arc of block 0 */
  uint32_t first_special;	/* after those of edges, blocks and groups */
  struct arc *arcs;
  uint32_t *first, *ends;	/* the arcs at node v: ends[first[v]] up to,
				   without it, ends[first[v + 1]]; an end is
				   twice the arc's number, plus 1 if the arc
				   ends there */
  __int128 *balance;		/* of a node: what comes in less what goes
				   out */
  uint64_t effort;		/* left: 0 is given up */
  uint32_t *work;		/* WORK numbers for each node, for whatever is
				   being done */
};

#define WORK 11

/* The arc of END, and the node at its other side.  */
static inline struct arc *
arc_of (const struct network *net, uint32_t end)
{
  return net->arcs + end / 2;
}

static inline uint32_t
across (const struct network *net, uint32_t end)
{
  return end & 1 ? arc_of (net, end)->from : arc_of (net, end)->to;
}

/* True if more, or less where END is the arc's end, can flow there.  */
static inline bool
residual (const struct network *net, uint32_t end)
{
  const struct arc *a = arc_of (net, end);
  return a->state == ARC_OPEN && (!(end & 1) || a->n > 0);
}

/* False if W is too large for a network.  */
bool network_fits (const struct flow *w);

/* Make NET the network of W.  Undone by network_release, also if it fails.  */
bool network_init (struct network *net, const struct flow *w, struct fault *f);
void network_release (struct network *net);

/* Open every arc that is not fixed, with nothing flowing.  */
void network_reset (struct network *net);

/* Make room for so many nodes and arcs.  */
bool network_room (struct network *net, uint32_t n_nodes, size_t n_arcs,
		   struct fault *f);

/* Add an open arc with flow N, for which there must be room.  network_index
   finds it at its nodes.  */
void network_add (struct network *net, uint32_t from, uint32_t to,
		  uint32_t block, enum reason cause, unsigned __int128 n);
void network_index (struct network *net);

/* Find the loose arcs that are huge because others are.  */
void network_huge (struct network *net);

/* The block of NODE.  */
uint32_t network_block (const struct network *net, uint32_t node);

/* Force what has only one solution at one of its ends.  False if some node
   cannot be balanced.  */
bool network_peel (struct network *net);

enum routed
{
  ROUTED,			/* all nodes are balanced */
  ROUTED_SHORT,			/* they cannot be: as much as possible */
  ROUTED_EFFORT,		/* given up */
  ROUTED_FAULT			/* there is no memory */
};

/* Find a flow of the open arcs that balances all nodes.  */
enum routed network_route (struct network *net, struct fault *f);

/* After ROUTED_SHORT: let control get lost, or come, wherever what is missing
   may have gone, or come from, with as little of that as possible, and
   balance all nodes unless the effort is used up.  *AT becomes the block of one
   such place.  */
bool network_relax (struct network *net, uint32_t *at, struct fault *f);

/* Mark the open arcs that are loose.  PLAIN: if those with a cause were
   known.  */
void network_unique (struct network *net, bool plain);

/* After it: nothing flows in loops that nothing comes into from outside.  Their
   arcs are not loose any more.  */
void network_reach (struct network *net);

#endif /* HALT_NETWORK_H */
