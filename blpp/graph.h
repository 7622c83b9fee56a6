/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the files of blpp/ share.

     new.c        CFG                     -> roles of edges and blocks, and
					     all that follows
     graph.c      the graph: the bottom of all
     bound.c      edges without room for code that cannot all do without it
     number.c     roles                   -> arcs, paths, values
     limit.c      too many paths          -> further cuts, regions
     prune.c      the same, edge by edge
     tree.c       values                  -> increments on few arcs
     place.c      increments              -> operations
     unfold.c     the same for a graph with copies of blocks
     path.c       path <-> number
     profile.c    counts of paths         -> what they say
     describe.c, parse.c                  the description's text

   The roles say all; arcs and what follows are made anew from them.

   A block is a vertex.  One that is reached by an edge without room for code
   has another, its head: all edges lead there, and the arc from there to the block
   has room, at the beginning of the block.  Paths go from the root to the root
   of their region: along a begin arc, along steps, along an end arc.  A cut
   edge is an end arc, and a begin arc where it leads to.  */

#ifndef HALT_BLPP_GRAPH_H
#define HALT_BLPP_GRAPH_H 1

#include "base/grow.h"
#include "blpp/blpp.h"

#define NONE UINT32_MAX

/* struct blpp.blocks, besides the public BLPP_HEAD_ENDS, BLPP_TAIL_ENDS,
   BLPP_REACHED and BLPP_LEAVES.  */
#define BLOCK_HEAD 16u		/* has a head */
#define BLOCK_JOIN 32u		/* S is set at its beginning, whatever edge leads
				   there: all have ended */
#define BLOCK_LEAKS 64u

enum arc_kind
{
  ARC_EDGE,			/* step along edge ITEM */
  ARC_HEAD,			/* step from the head of block ITEM to it */
  ARC_EDGE_ENDS,		/* end: edge ITEM */
  ARC_HEAD_ENDS,		/* end: at the head of block ITEM */
  ARC_EXIT,			/* end: block ITEM */
  ARC_TAIL_ENDS,		/* end: block ITEM */
  ARC_BEGIN			/* begin at TO, vertex of block ITEM */
};

struct arc
{
  uint32_t from, to;		/* vertices; NONE is the root */
  uint32_t item;
  uint8_t kind;			/* enum arc_kind */
  bool bound;			/* no room for code */
  uint64_t value;
  uint64_t weight;
};

struct blpp
{
  uint32_t n_blocks, n_edges, entry;
  uint64_t entry_weight;
  struct blpp_edge *edges;
  uint8_t *role;		/* of edges */
  uint32_t *same;
  uint8_t *blocks;		/* flags */
  uint32_t *out_first, *out;	/* edges out of block v: out[out_first[v]] up
				   to, without it, out[out_first[v + 1]]: bound
				   ones first, by where they lead */

  uint32_t n_vertices;
  uint32_t *head;		/* of blocks; NONE if there is none */
  uint32_t *block;		/* of vertices */
  uint32_t *region;		/* of vertices; NONE: not reached */
  uint64_t *ways;		/* of vertices; UINT64_MAX: that or more */

  uint32_t n_arcs;
  struct arc *arcs;		/* by where they come from, values rising; then
				   begins, by region, values rising */
  uint32_t *first;		/* of a vertex's arcs; of begins at last */

  uint32_t n_regions;
  uint64_t *paths;		/* of regions */
  uint32_t *begins;		/* of a region: its first begin; the end at
				   last */

  bool *apart;			/* edges: see blpp_apart */
  struct blpp_op *ops;
  size_t n_ops;
  uint64_t price;
};

/* N objects of SIZE bytes, zero; NULL and ENOMEM if there is no room.  */
void *blpp_zeroed (size_t n, size_t size);

static inline uint64_t
add_up_to_max (uint64_t a, uint64_t b)
{
  return a + b < a ? UINT64_MAX : a + b;
}

/* Where edges to BLOCK lead.  */
static inline uint32_t
vertex_in (const struct blpp *b, uint32_t block)
{
  return b->head[block] != NONE ? b->head[block] : block;
}

static inline bool
is_step (const struct arc *a)
{
  return a->kind == ARC_EDGE || a->kind == ARC_HEAD;
}

/* --- graph.c ------------------------------------------------------------ */

/* Make B->out.  */
bool blpp_index (struct blpp *b);

/* Find the blocks that can be reached, and of those the exits.  */
bool blpp_reach (struct blpp *b);

/* Give every block that needs it a head.  */
void blpp_heads (struct blpp *b);

/* Make B->apart: code on such an edge is in a block of its own, which takes a
   jump, as it is neither the only one from a block nor the only one to one.  */
bool blpp_apart (struct blpp *b);

/* WEIGHT[v] becomes how often block V is entered.  */
void blpp_block_weights (const struct blpp *b, uint64_t *weight);

/* --- new.c -------------------------------------------------------------- */

/* A copy of CFG, nothing known of it yet; EINVAL: a number in it is out of range.  */
struct blpp *blpp_take (const struct blpp_cfg *cfg);

/* --- bound.c ------------------------------------------------------------ */

/* Fold parallel bound edges.  */
void blpp_fold (struct blpp *b);

/* Bound edges that share blocks are a group.  Let no path go through those
   that contain a marked block, MARK[block], or, without MARK, those that no
   numbering can do without code on them.  */
bool blpp_part (struct blpp *b, const uint8_t *mark);

/* --- number.c ----------------------------------------------------------- */

/* Make arcs and regions; in which region a vertex is says REGION, or, if it
   is NULL, all are in the first.  Then count ways and number.  */
bool blpp_arcs (struct blpp *b, const uint32_t *region, uint32_t n_regions);

/* ORDER gets the vertices that can be reached so that arcs lead backward; how
   many.  NONE if there is no memory or, in what was read, a cycle.  LIST, if
   not NULL, has the numbers of arcs in the order in which they are to be
   followed.  */
uint32_t blpp_order (const struct blpp *b, const uint32_t *list,
		     uint32_t *order);

/* Set B->ways, given ORDER, and B->paths.  */
void blpp_ways (struct blpp *b, const uint32_t *order, uint32_t n);

/* The arcs to vertex v are LIST[FIRST[v]] up to, without it,
   LIST[FIRST[v + 1]]; begins too.  Both are the caller's to free.  */
bool blpp_arcs_in (const struct blpp *b, uint32_t **first, uint32_t **list);

/* --- prune.c, limit.c, tree.c, place.c ------------------------------------------- */

/* Cut edges until no region has more than LIMIT paths, or as far as that can be
   done by edges that are not bound, in so much time.  */
bool blpp_prune (struct blpp *b, uint64_t limit);

/* Cut until no region has more than LIMIT paths.  */
bool blpp_limit (struct blpp *b, uint64_t limit);

/* Which arcs are in a spanning tree of least price, that is with the largest
   sum of weights, and the increments of the others.  Begins and ends weigh
   nothing if LIGHT.  INCREMENT has room for all arcs; CHORD, too.  */
bool blpp_tree (const struct blpp *b, bool light, uint64_t *increment,
		bool *chord);

/* Make B->ops.  */
bool blpp_place (struct blpp *b);

#endif /* HALT_BLPP_GRAPH_H */
