/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A profile of one build put onto another: counts find their places in code that has
   changed since.

     key.c        what a point is called in every build
     functions.c  which functions are the same
     blocks.c     which blocks of two functions are
     infer.c      counts that are known here and there -> a flow
     move.c       that -> the counters of the new function's points
     stale.c      a profile of one program -> one of the other

   A function whose graph has the same checksum keeps its counts.  In one that has
   changed blocks are matched by what is in them and around them, from strict to loose
   (Ayupov, Panchenko, Pupyrev: Stale Profile Matching, CC 2024), then in their order
   between those that are, by calls first, as LLVM's matching by anchors does it.  What
   is known of them so becomes a flow with as little change as possible: a circulation
   of minimum cost (Levin, Newman, Haber: Complementing Missing and Inaccurate Profiling
   Using a Minimum Cost Circulation Algorithm, HiPEAC 2008), with prices like those of
   profi (He, Mestre, Pupyrev, Wang, Yu: Profile Inference Revisited, POPL 2022).  */

#ifndef HALT_STALE_H
#define HALT_STALE_H 1

#include "summarize/summarize.h"

/* --- key.c --------------------------------------------------------- */

/* What P, a point of FN, is called in every build; not 0.  */
uint64_t point_key (const struct map *m, const struct halt_map_function *fn,
		    const struct halt_map_point *p);

/* --- functions.c --------------------------------------------------- */

/* A function of a program.  */
struct placed
{
  const struct unit *unit;
  uint32_t number;
};

static inline const struct halt_map_function *
placed_record (const struct placed *p)
{
  return p->unit->map.functions + p->number;
}

enum stale_how
{
  STALE_NOTHING,		/* none of the other program's */
  STALE_SAME,			/* the graph has the same checksum */
  STALE_CHANGED,
  STALE_RENAMED			/* the name is another; the graph may be, too */
};

/* All functions of both programs that have points, and which of the old ones each of
   the new ones was.  */
struct twins
{
  struct placed *from, *to;
  size_t n_from, n_to;
  size_t *was;			/* for each of TO; SIZE_MAX: none */
  uint8_t *how;			/* enum stale_how, for each of TO */
};

/* Undone by twins_release, also if it fails.  */
bool twins_find (struct twins *t, const struct program *from,
		 const struct program *to, struct fault *f);
void twins_release (struct twins *t);

/* --- blocks.c ------------------------------------------------------ */

#define NO_BLOCK UINT32_MAX

/* How sure it is that two blocks are one.  */
enum sure
{
  SURE_NOT,
  SURE_LOOSE,			/* by where they are, and the ways out of them */
  SURE_STRICT			/* by what is in them */
};

struct block_match
{
  uint32_t *was;		/* for each block of the new function: that of the
				   old one, or NO_BLOCK */
  uint32_t *becomes;		/* the other way round */
  uint8_t *sure;		/* enum sure, for each new one */
  uint32_t *edge;		/* for each edge of the new function: that of the
				   old one, or NO_BLOCK */
};

/* A hash of what each real block of P has in it and around it, to be freed.  NULL: there
   is no memory.  */
uint64_t *block_surroundings (const struct placed *p, struct fault *f);

/* Match the blocks and edges of OLD and NEW.  Undone by blocks_release, also if it
   fails.  */
bool blocks_match (struct block_match *b, const struct placed *old,
		   const struct placed *new, struct fault *f);
void blocks_release (struct block_match *b);

/* --- infer.c ------------------------------------------------------- */

/* What a count should be.  */
struct prior
{
  uint64_t n;
  uint8_t sure;			/* enum sure; SURE_NOT: nothing is known */
};

/* Give all blocks, edges and losses of W, of which nothing is known, counts: what enters
   a block leaves it, and the counts are as near to the priors as can be.  The priors are
   arrays like W's counts.  If W is too large for that, the priors are the counts.  */
bool flow_infer (struct flow *w, const struct prior *blocks,
		 const struct prior *edges, const struct prior *losses,
		 struct fault *f);

/* --- move.c -------------------------------------------------------- */

/* Rows of a profile, in any order; of each kind.  */
struct heap
{
  uint64_t *cells;
  size_t n;
};

/* One function's counts on their way.  */
struct move
{
  const struct join *join;	/* the old program's */
  const struct joined_unit *ju;	/* the old function's unit there */
  const struct placed *old, *new;
  struct heap *heaps;		/* of each kind: the new profile's rows */
  uint64_t events, kept, sure;	/* of the old function's points; of those, what
				   found a place; of those, SURE_STRICT */
  bool inferred;		/* some counts are */
};

/* Sum up M->events alone.  */
void move_count (struct move *m);

/* Move all counts.  SAME: the graphs are.  False if there is no memory.  */
bool move_function (struct move *m, bool same, struct fault *f);

/* --- stale.c -------------------------------------------------------- */

/* What became of a function of the new program.  */
struct stale_function
{
  char *name, *was;		/* as in the source */
  size_t unit;			/* of the new program's, and its number there;
				   in that order */
  uint32_t number;
  uint8_t how;			/* enum stale_how */
  uint64_t events, kept, sure;
};

/* What became of a profile.  */
struct stale_result
{
  struct stale_function *functions; /* those with a counterpart */
  size_t n;
  size_t n_same, n_changed, n_renamed;
  size_t n_gone, n_new;		/* old ones that have counts and no counterpart;
				   new ones without one */
  uint64_t events, kept;	/* of the program */
  uint64_t elsewhere;		/* ids with counts that are no points of it: of shared
				   objects */
  uint64_t paths;		/* that were executed: they have no place */
};

/* True if P is a profile of PROGRAM.  */
bool stale_fits (const struct program *program, const struct prof *p);

/* Make OUT a profile of TO from P, called NAME, which is one of FROM; FROM may be
   NULL: then it is looked for where it was.  The fault says so if nothing of it fits.
   ALL is undone by stale_release, also if it fails.  */
bool stale_move (struct prof *out, struct stale_result *all,
		 const struct prof *p, const char *name,
		 const struct program *from, const struct program *to,
		 struct fault *f);
void stale_release (struct stale_result *all);

#endif /* HALT_STALE_H */
