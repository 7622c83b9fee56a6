/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which paths of functions were taken, of those that there are: `prime' and `blpp',
   docs/coverage.md.

     taken.c         points, counts of paths   -> functions, and the paths that are missing
     show_taken.c    those                     -> text, JSON  */

#ifndef HALT_TAKEN_H
#define HALT_TAKEN_H 1

#include "cover/prime.h"
#include "report/input/suite.h"

struct path_function;

enum taken_sort
{
  TAKEN_PRIME,
  TAKEN_ACYCLIC,
  TAKEN_SORTS
};
extern const char *const taken_words[TAKEN_SORTS];

struct taken_function
{
  enum taken_sort sort;
  const struct report *report;	/* of a program that has it */
  struct ghalt_function fn;
  const char *file;		/* absolute, as far as known */
  uint64_t map;			/* checksum of its unit's */
  unsigned __int128 found, hit;
  bool too_many;		/* so that none was counted; ENTERED: so often */
  uint64_t entered;
  uint64_t *counts;		/* prime: of each path */
  const struct path_function *acyclic;
  struct blpp_count *taken;	/* acyclic: N_TAKEN, by region and number */
  size_t n_taken;
};

struct taken
{
  const struct suite *suite;
  struct ghalt_paths **acyclic;	/* of each of its parts, or NULL */
  struct taken_function *functions; /* by file and line */
  size_t n_functions;
};

/* Fill T, of which the suite is there.  Undone by taken_release, also if it fails, as the
   suite's fault says.  */
bool taken_find (struct taken *t);
void taken_release (struct taken *t);

/* --- a path that was not taken -------------------------------------------------- */

/* A line on it, and the way on from there, or "".  */
struct taken_step
{
  const char *file;
  uint32_t line;
  char way[16];			/* true, false, or the index of a switch */
};

struct taken_missing
{
  uint32_t region;
  uint64_t number;		/* in that */
  uint32_t *blocks;		/* of the graph; an acyclic path that ends with an edge has the
				   block where the next one begins */
  size_t n_blocks;
  struct taken_step *steps;
  size_t n_steps;

  /* The rest is for taken.c alone.  */
  const struct taken_function *f;
  struct fault *fault;
  struct ghalt_graph *graph;
  struct prime_paths paths;
  size_t next;			/* of F's TAKEN */
  uint64_t tried;		/* the next number */
};

/* Begin with the paths of F that were not taken, and go on to the first or next one; false
   if there is none.  Ended by taken_end, always.  */
bool taken_begin (struct taken_missing *m, const struct taken_function *f);
bool taken_next (struct taken_missing *m);
void taken_end (struct taken_missing *m);

void taken_text (FILE *out, const struct taken *t);
void taken_json (FILE *out, const struct taken *t);

#endif /* HALT_TAKEN_H */
