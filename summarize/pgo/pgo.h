/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counts as the compiler wants them for -fprofile-use.

     section.c   the file's section      -> what gcov calls a unit's functions
     settle.c    a function's counts     -> those that fit together

   In ghalt/pgo/:

     add.c       all that, profiles      -> counters
     write.c     the counters of a unit  -> a .gcda file  */

#ifndef HALT_PGO_H
#define HALT_PGO_H 1

#include "summarize/summarize.h"

/* --- pgo/section.c ------------------------------------------------------- */

/* A unit's names and numbers for gcov: views of its section.  */
struct gcov_unit
{
  const struct unit *unit;
  const struct halt_gcov *header;
  const struct halt_gcov_function *functions;
  const char *strings;
  bool swapped;			/* the program has the other byte order */
};

/* The counters that are made of P, which is of M and of FIRST, CALLEE or VALUE; 0: it
   is of another kind.  */
uint32_t gcov_counters (const struct map *m, const struct halt_map_point *p);

/* The number of the edge that P, which is of M, counts; UINT64_MAX: none.  */
uint64_t gcov_edge (const struct map *m, const struct halt_map_point *p);

/* Whether P is of kind ARC and one of gcov's.  */
bool gcov_counts (const struct halt_map_point *p);

/* How many of these FN has, which is of M.  */
uint32_t gcov_arcs (const struct map *m, const struct halt_map_function *fn);

/* List the units of P that have arcs, *N of them; to be freed.  The fault names
   P.  */
bool gcov_list (struct gcov_unit **list, size_t *n, const struct program *p,
		struct fault *f);

/* gcov's counters, by the numbers that they have in GCC 12 to 16.  */
enum gcov_counter
{
  GCOV_ARCS,
  GCOV_INTERVAL,		/* of a quotient: how often 0, 1, more, less */
  GCOV_POW2,			/* of a divisor: how often it is no power of 2, or
				   one */
  GCOV_TOPN,			/* how often each value comes */
  GCOV_CALLEES,			/* how often each function is called */
  GCOV_AVERAGE,			/* the sum of all values, and how many */
  GCOV_IOR,			/* the bits of all values */
  GCOV_TIME,			/* which in the order of functions this is */
  GCOV_COUNTERS
};

/* A value, and how often it came.  */
struct times
{
  uint64_t value, n;
};

/* What came at a point of FIRST, CALLEE or VALUE.  */
struct tally
{
  uint32_t counters;		/* 1 << each that is made of it */
  uint32_t n;
  struct times *times;		/* sorted by value */
  uint64_t others;		/* how often nobody knows which value came */
};

/* --- pgo/settle.c -------------------------------------------------------- */

/* The sum of a function's arcs, at most: no count that follows from them is larger than
   GCC's can be.  */
#define GCOV_MOST (UINT64_C (1) << 60)

/* Let the N_ARCS counts at ARCS and what came at TALLIES, all of function NUMBER of JU,
   be what GCC takes.  They stay what they are if they fit together.  */
bool gcov_settle (const struct joined_unit *ju, uint32_t number, uint64_t *arcs,
		  uint32_t n_arcs, struct tally *tallies, struct fault *f);

/* --- pgo/add.c ----------------------------------------------------------- */

/* What a .gcda file will say.  */
struct gcda
{
  char *place, *name;		/* as in struct halt_gcov */
  struct halt_gcov header;
  struct halt_gcov_function *functions;
  uint32_t *n_arcs;		/* of each */
  uint64_t *counts;		/* of all their arcs; those of a function at
				   most GCOV_MOST together */
  size_t n_counts;
  uint32_t *n_tallies;		/* of each function */
  struct tally *tallies;	/* of all */
  size_t n_all_tallies;
  uint32_t counters;		/* those that the file has, besides arcs */
  bool swapped;			/* as in struct gcov_unit */
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

/* Those that gcov keeps of each point.  */
#define GCOV_MOST_VALUES 32u

/* Write G below FOLDER, or where its object is if that is NULL.  */
bool gcda_write (const struct gcda *g, const char *folder, struct fault *f);

#endif /* HALT_PGO_H */
