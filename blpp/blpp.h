/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Path numbering: which acyclic path of a control flow graph was taken, told
   by a sum of small constants.

   Source: T. Ball and J. Larus, "Efficient Path Profiling", MICRO-29, 1996;
   event counting after T. Ball, "Efficiently Counting Program Events with
   Support for On-line Queries", TOPLAS 16.5, 1994.  docs/blpp.md explains it.

   The caller says what the graph is and which edges code can be put on, and
   gets operations to put there.  Control then runs through the graph as
   ever; an operation COUNT is reached with the number of the path that has
   just ended.

   Nothing here prints, opens files or knows a compiler.  All functions are
   reentrant; a struct blpp does not change once it is made, so any number of
   threads may read it.  A function that can fail returns NULL or -1, and sets
   errno: EINVAL if it was asked for something that is not there, ENOMEM.  */

#ifndef HALT_BLPP_H
#define HALT_BLPP_H 1

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* --- the graph ---------------------------------------------------------- */

/* struct blpp_edge.flags.  */
#define BLPP_BOUND 1u		/* no code can be put on this edge: abnormal
				   edges, those of exceptions */
#define BLPP_CUT 2u		/* a path ends here and another begins, as on
				   an edge that closes a loop */
#define BLPP_LOSES 4u		/* the path on its way ends uncounted, as if
				   control had left for good, and another
				   begins; the path sum need not survive */

/* Blocks and edges have their index for a number.  Edges may be parallel, and
   lead from a block to itself.  */
struct blpp_edge
{
  uint32_t from, to;		/* blocks */
  uint32_t flags;
  uint64_t weight;		/* how often it is crossed, or is thought to be;
				   any unit */
};

/* struct blpp_cfg.blocks.  */
#define BLPP_EXIT 1u		/* control may leave the function by the end of
				   this block; those without edges going out
				   leave it, with or without this.  A compiler's
				   exit block, if no code can be put there, is
				   no block here: what leads there are exits */
#define BLPP_LEAKS 2u		/* control may leave the function for good from
				   within: a call that exits, throws or jumps;
				   no path is counted before its end */

#define BLPP_MAX (1u << 29)	/* fewer blocks, and fewer edges, than that */

struct blpp_cfg
{
  uint32_t n_blocks, n_edges;
  uint32_t entry;		/* block; edges may lead there, too */
  uint64_t entry_weight;	/* as an edge's */
  const struct blpp_edge *edges;
  const uint8_t *blocks;	/* flags of each; NULL: none */
};

struct blpp;			/* a graph whose paths are numbered */

#define BLPP_MAX_PATHS ((uint64_t) 1 << 62)

/* Number the paths of CFG, which is copied.  No region has more than LIMIT
   paths, from 1 to BLPP_MAX_PATHS: where there are more, further edges are
   cut, preferably those of little weight.  Time is O(E log E) for E blocks and
   edges.  EINVAL: a number in CFG or LIMIT is out of range.  The caller frees
   the result with blpp_free, which takes NULL, too.  */
struct blpp *blpp_new (const struct blpp_cfg *cfg, uint64_t limit);
void blpp_free (struct blpp *b);

/* --- what became of it -------------------------------------------------- */

uint32_t blpp_n_blocks (const struct blpp *b);
uint32_t blpp_n_edges (const struct blpp *b);
uint32_t blpp_entry (const struct blpp *b);

/* Edge E, which must be in range.  One that stands for others (BLPP_SAME) has
   their weights and flags, too.  Weights are 0 in what was read from a
   description.  */
const struct blpp_edge *blpp_edge (const struct blpp *b, uint32_t e);

enum blpp_role
{
  BLPP_DEAD,			/* cannot be reached: on no path */
  BLPP_STEP,			/* inside paths */
  BLPP_ENDS,			/* cut: the path ends with it, the next begins
				   with the block it leads to */
  BLPP_LOOSE,			/* out of a block with a counted tail: between
				   two paths, on neither */
  BLPP_LOST,			/* BLPP_LOSES: after a path that is not
				   counted, before the next, on neither */
  BLPP_SAME			/* BOUND and parallel to one with a smaller
				   number, which stands for both */
};

enum blpp_role blpp_role (const struct blpp *b, uint32_t e);

/* For BLPP_SAME that edge, for others E.  */
uint32_t blpp_same (const struct blpp *b, uint32_t e);

/* Blocks where something happens that no edge could take, as flags.  */
#define BLPP_HEAD_ENDS 1u	/* every path that arrives ends before the
				   block, the edge it came by its last */
#define BLPP_TAIL_ENDS 2u	/* every path ends with the block, whatever way
				   control goes */
#define BLPP_REACHED 4u		/* control can come here */
#define BLPP_LEAVES 8u		/* it is an exit */

unsigned blpp_block (const struct blpp *b, uint32_t block);

/* Paths are numbered from 0 in each region; regions are numbered from 0.
   There is one, unless LIMIT needs more, and none if there are no blocks in
   a description.  Every block that can be reached is in one region.  */
uint32_t blpp_n_regions (const struct blpp *b);
uint64_t blpp_n_paths (const struct blpp *b, uint32_t region);

/* Where paths that go through BLOCK are numbered; UINT32_MAX for one that
   cannot be reached.  */
uint32_t blpp_region (const struct blpp *b, uint32_t block);

/* How many ways there are from BLOCK to an end of a path.  */
uint64_t blpp_n_ways (const struct blpp *b, uint32_t block);

/* --- operations --------------------------------------------------------- */

/* Where an operation goes.  */
enum blpp_place
{
  BLPP_AT_ENTRY,		/* where control enters the function */
  BLPP_AT_EDGE,			/* on edge WHERE */
  BLPP_AT_HEAD,			/* at the beginning of block WHERE, however
				   control came there */
  BLPP_AT_TAIL,			/* at the end of block WHERE, before what
				   chooses the way on */
  BLPP_AT_EXIT			/* where control leaves the function by the
				   end of block WHERE */
};

/* What it does to the path sum S, a number of 64 bits, in this order.  */
#define BLPP_OP_COUNT 1u	/* count path S + COUNT of REGION */
#define BLPP_OP_FIXED 2u	/* with COUNT: it is path COUNT instead; S has
				   no value yet */
#define BLPP_OP_SET 4u		/* S = VALUE */
#define BLPP_OP_ADD 8u		/* S = S + VALUE; never with the others */

/* One place has one operation at most.  At the head of a block where control
   also enters, BLPP_AT_ENTRY comes first.

   Arithmetic is modulo 2^64: only the sum at COUNT, with its constant, is in
   [0, blpp_n_paths).  In between S may be anything, so it must wrap.  Modulo
   2^32 is as good where no region has more than 2^32 paths.

   In the manual's words: PATH_SUM_INIT is SET alone, PATH_SUM_INCR is ADD, and
   PATH_SUM_READ is COUNT, with or without SET.  */
struct blpp_op
{
  enum blpp_place place;
  uint32_t where;
  uint32_t what;
  uint32_t region;		/* of COUNT */
  uint32_t sums;		/* of SET and ADD: the region that S is a sum
				   of afterwards */
  uint64_t count, value;
};

/* All of B's operations, *N of them, by place and where; NULL if N is 0, as
   in what was read from a description.  They belong to B.  */
const struct blpp_op *blpp_ops (const struct blpp *b, size_t *n);

/* What they are thought to cost: instructions, each as often as WEIGHT says of
   where it stands.  */
uint64_t blpp_price (const struct blpp *b);

/* --- copies of blocks --------------------------------------------------- */

/* Operations for CFG, in which blocks of B's graph are copied: block v does what
   B's block BLOCK[v] does, edge e what B's edge EDGE[e] does.  Each copy of a block
   has all edges that go out of it.  Each leads to any copy of the block where it
   leads in B, BLPP_SAME edges to the same as the one that stands for them.  Flags are taken from B, not from CFG.

   Paths are those of B: copies of one path have one number.  A copy of a loop for
   its first turn lets all paths in the loop itself begin at its head, for example.
   Of the result blpp_ops, blpp_price, roles, blocks and regions may be asked.  It
   does not need B any more, and is freed as B is.  EINVAL: a number is out of
   range.  */
struct blpp *blpp_unfold (const struct blpp *b, const struct blpp_cfg *cfg,
			  const uint32_t *block, const uint32_t *edge);

/* --- paths -------------------------------------------------------------- */

enum blpp_end
{
  BLPP_END_EXIT,		/* the function was left by the last block */
  BLPP_END_EDGE,		/* the last edge led to the next path */
  BLPP_END_TAIL			/* after the last block, by any of its edges
				   or out of the function */
};

/* A path: blocks[0] edges[0] blocks[1] edges[1]...; as many edges as blocks if
   END is BLPP_END_EDGE, else one less.  It may have no blocks and no edges if
   BLPP_HEAD_ENDS is set for the block where it begins.  */
struct blpp_path
{
  uint32_t begin;		/* block: blocks[0], if there is one */
  enum blpp_end end;
  uint32_t n_blocks, n_edges;
  uint32_t *blocks, *edges;
  uint32_t room;		/* of both */
};

/* Fill PATH with path ID of REGION.  PATH must be all zero the first time; its
   arrays are used again, and freed by blpp_path_release.  O(blocks log
   edges).  */
int blpp_path (const struct blpp *b, uint32_t region, uint64_t id,
	       struct blpp_path *path);
void blpp_path_release (struct blpp_path *path);

/* The way back.  PATH's EDGES may be NULL: then of parallel edges the one with
   the smallest number is meant, and END must not be BLPP_END_EDGE.  EINVAL:
   there is no such path.  */
int blpp_path_id (const struct blpp *b, const struct blpp_path *path,
		  uint32_t *region, uint64_t *id);

/* --- profiles ----------------------------------------------------------- */

/* How often a path was taken.  */
struct blpp_count
{
  uint32_t region;
  uint64_t id;
  uint64_t n;
};

/* Sums of counts; any may be NULL.  They stop at UINT64_MAX.  */
struct blpp_sums
{
  uint64_t *edges;		/* how often each was crossed */
  uint64_t *blocks;		/* how often each was begun */
  uint64_t *exits;		/* how often the function was left by each
				   block (BLPP_END_EXIT) */
};

/* Add to SUMS what the N paths of COUNTS say.  Nothing is known of BLPP_LOOSE
   and BLPP_LOST edges and of paths that were not counted; all that is known of
   BLPP_SAME edges is counted for the one that stands for them.  */
int blpp_flow (const struct blpp *b, const struct blpp_count *counts, size_t n,
	       const struct blpp_sums *sums);

/* COST[b] is what block B costs each time, such as its instructions.  Sort
   COUNTS by the cost of each path times how often it was taken, largest first;
   TOTALS[i], if not NULL, becomes that product of COUNTS[i], UINT64_MAX if it
   is larger.  Equal ones are sorted by region and id.  */
int blpp_sort (const struct blpp *b, struct blpp_count *counts, size_t n,
	       const uint64_t *cost, uint64_t *totals);

/* How many of the first of N TOTALS have at least PERCENT (0 to 100) of their
   sum.  */
size_t blpp_cover (const uint64_t *totals, size_t n, unsigned percent);

/* --- the description ---------------------------------------------------- */

/* The text from which any path can be found without the program:

     description := "halt-paths 1" NL procedure*
     procedure   := "procedure" ID NAME NL
		    "graph" BLOCKS EDGES ENTRY REGIONS NL
		    region[REGIONS] edge[EDGES] point* begin* "end" NL
     region      := "region" NUMBER PATHS NL
     edge        := "edge" NUMBER FROM TO role NL
     role        := "step" VALUE | "bound" VALUE | "ends" VALUE | "loose"
		    | "lost" | "same" EDGE | "dead"
     point       := ("head" | "stop" | "exit" | "tail" | "final") BLOCK VALUE
		    NL | "dead" BLOCK NL
     begin       := ("begin" | "front") BLOCK REGION VALUE NL

   Words are separated by one space; numbers are decimal, without leading
   zeros; NAME goes on to the end of the line; control characters in it and \
   are written as \ooo.  Regions and edges have the numbers from 0 on, in
   order; points come by block, those of one in the order above; begins come by
   region, the function's entry first, then by block.

   A path's number is the sum of the VALUEs it meets: of its begin, of each
   edge it crosses, of the point where it ends.  A path goes through "head"
   before that block, and ends at "stop" before it; one that begins at
   "front" begins there.  All end with the block of a "tail", or "final" if
   that is an exit, too.  A "bound" edge is a step without room for code.  The
   values of what leads on from one place share out the ways from there to an
   end, in this order: bound edges by where they lead, others by number, exit.
   There is one text for one numbering.  */

/* Most bytes of a procedure's name.  */
#define BLPP_MAX_NAME 65535

/* Text that grows: zero at first, freed with free (TEXT).  */
struct blpp_text
{
  char *text;			/* ends with NUL once there is something */
  size_t size, room;		/* size: without it */
};

/* Append the description's first line, then each procedure.  EINVAL: NAME is
   too long or empty.  */
int blpp_describe_begin (struct blpp_text *t);
int blpp_describe (struct blpp_text *t, const struct blpp *b, uint64_t id,
		   const char *name);

struct blpp_procedure
{
  uint64_t id;
  char *name;
  struct blpp *paths;
};

struct blpp_description
{
  size_t n;
  struct blpp_procedure *procedures; /* as they come in the text */
};

/* What is wrong with a text: line, from 1, and reason.  */
struct blpp_fault
{
  size_t line;			/* 0: none of them; there is no memory */
  char reason[120];
};

/* Read the SIZE bytes of TEXT into *D, whatever that held before; everything
   is checked, so that every id below blpp_n_paths leads to a path.  Ids of
   procedures need not be unique.  -1: D is empty and F says why.  */
int blpp_read (struct blpp_description *d, const char *text, size_t size,
	       struct blpp_fault *f);
void blpp_description_release (struct blpp_description *d);

#ifdef __cplusplus
}
#endif

#endif /* HALT_BLPP_H */
