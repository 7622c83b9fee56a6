/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counts as the compiler wants them for -fprofile-use.

     pgo/section.c   the file's section      -> what gcov calls a unit's functions
     pgo/add.c       those, map, profiles    -> counters
     pgo/write.c     the counters of a unit  -> a .gcda file
     pgo/command.c   the command  */

#ifndef HALT_PGO_H
#define HALT_PGO_H 1

#include "summarize/summarize.h"

/* --- pgo/section.c ------------------------------------------------------- */

/* What gcov calls a unit, which is viewed where it lies.  */
struct gcov_unit
{
  const struct unit *unit;
  const struct halt_gcov *header;
  const struct halt_gcov_function *functions;
  const char *strings;
};

/* How many points of kind ARC FN has, which is of M.  */
uint32_t gcov_arcs (const struct map *m, const struct halt_map_function *fn);

/* List the units of P that have arcs, *N of them; to be freed.  The fault names
   P.  */
bool gcov_list (struct gcov_unit **list, size_t *n, const struct program *p,
		struct fault *f);

/* --- pgo/add.c ----------------------------------------------------------- */

/* What a .gcda file will say.  */
struct gcda
{
  char *place, *name;		/* as in struct halt_gcov */
  struct halt_gcov header;
  struct halt_gcov_function *functions;
  uint32_t *n_arcs;		/* of each */
  uint64_t *counts;		/* of all their arcs; at most INT64_MAX */
  size_t n_counts;
  uint32_t runs;		/* profiles */
  uint64_t sum_max;		/* of the largest counter of each run in the same
				   program or shared object */
};

struct gcdas
{
  struct gcda *list;
  size_t n;
};

/* Add the counts of PROF, called NAME, a profile of PROGRAM, to ALL.  The fault
   names what is wrong.  Undone by gcdas_release, also if this fails.  */
bool gcdas_add (struct gcdas *all, const struct program *program,
		const struct prof *prof, const char *name, struct fault *f);
void gcdas_release (struct gcdas *all);

/* --- pgo/write.c --------------------------------------------------------- */

/* Write G below FOLDER, or where its object is if that is NULL.  */
bool gcda_write (const struct gcda *g, const char *folder, struct fault *f);

#endif /* HALT_PGO_H */
