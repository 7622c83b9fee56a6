/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which paths were taken.  A path's number and its meaning are blpp.h's.

     paths/section.c   the file's section   -> a text for each unit
     paths/join.c      texts, map, profile  -> counts of each function's paths
     paths/flow.c      those                -> counts of its edges and blocks
     paths/lines.c     a path               -> the source lines on it  */

#ifndef HALT_PATHS_H
#define HALT_PATHS_H 1

#include "blpp/blpp.h"
#include "summarize/summarize.h"

/* --- paths/section.c ---------------------------------------------------- */

/* A unit and the description of its paths.  */
struct described
{
  const struct unit *unit;
  const char *text;		/* not terminated */
  size_t size;
};

/* List the units of P that have paths, *N of them, in the order of P; to be
   freed.  The fault names P.  */
bool paths_list (struct described **list, size_t *n, const struct program *p,
		 struct fault *f);

/* --- paths/join.c ------------------------------------------------------- */

/* Some lines of a file.  */
struct span
{
  uint32_t file;		/* string of the map */
  uint32_t first, last;
};

/* A function with paths.  */
struct path_function
{
  const struct unit *unit;
  uint32_t function;		/* in the unit */
  uint32_t object;		/* in the profile */
  size_t number;		/* in the join */
  uint64_t id;			/* of its region 0 in the process */
  const struct blpp *paths;
  uint32_t *edges;		/* number in the function's map of each edge of
				   PATHS */
  uint32_t *lines;		/* of each block: its first in the map */
  struct span *code;		/* all lines with code of the function, sorted,
				   apart from each other */
  size_t n_code;
  struct blpp_count *counts;	/* executed paths, costliest first */
  uint64_t *insns;		/* that all executions of each had */
  size_t n;
  uint64_t executions, total;	/* sums of both; the largest number if they
				   are larger */
};

struct paths
{
  struct blpp_description *descriptions;
  size_t n_descriptions;
  struct path_function *functions;
  size_t n_functions;
  uint64_t total;		/* instructions on all paths */
  bool gimple;			/* those are statements */
  uint64_t strays;		/* rows that no procedure explains */
  const struct path_function **of; /* by the function's number in the join;
					   NULL for those without */
};

/* Read what is described in P.  The fault names P.  Undone by paths_release,
   also if it fails.  */
bool paths_read (struct paths *s, const struct program *p, struct fault *f);

/* The same for all programs of J, with the counts of its profile, whose name is
   PROFILE.  Functions with the most instructions come first.  */
bool paths_join (struct paths *s, const struct join *j, const char *profile,
		 struct fault *f);
void paths_release (struct paths *s);

/* F in its map.  */
static inline const struct halt_map_function *
paths_record (const struct path_function *f)
{
  return f->unit->map.functions + f->function;
}

/* The number of paths of F that there may be.  */
unsigned __int128 paths_possible (const struct path_function *f);

/* Make PATH path ID of REGION of F, which has it.  */
bool paths_get (const struct path_function *f, uint32_t region, uint64_t id,
		struct blpp_path *path, struct fault *why);

/* --- paths/flow.c ------------------------------------------------------- */

/* What F's counts say of its edges and blocks; what they do not is unknown.
   Undone by flow_release.  */
bool paths_flow (struct flow *w, const struct path_function *f,
		 struct fault *why);

/* Put into W, the flow of function number FUNCTION of JU, what J->paths say of
   it, unless a path of it may have been lost.  */
bool paths_measure (struct flow *w, const struct join *j,
		    const struct joined_unit *ju, uint32_t function,
		    struct fault *why);

/* --- paths/lines.c ------------------------------------------------------ */

/* Find out which lines of F have code.  */
bool paths_find_code (struct path_function *f, struct fault *why);

/* The lines of PATH, in the order in which it comes to them: *N spans, to be
   freed.  Lines without code belong to what is around them.  */
struct span *paths_spans (const struct path_function *f,
			  const struct blpp_path *path, size_t *n,
			  struct fault *why);

/* The block of F where PATH, which ends with BLPP_END_EDGE, leads to.  */
uint32_t paths_next (const struct path_function *f,
		     const struct blpp_path *path);

/* How a path ends, in a word: by its end.  */
extern const char *const paths_ends[];

#endif /* HALT_PATHS_H */
