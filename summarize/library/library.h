/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is in the handles of include/ghalt.h.  What is not written
   for that yet looks in here.

     library/error.c    what went wrong
     library/kinds.c    the table of kinds, words for flags
     library/program.c library/profile.c library/report.c
     library/points.c   points, totals
     library/graph.c    a function's graph
     library/lines.c library/paths.c
     library/calls.c    who called whom
     library/elsewhere.c   functions that were executed where they were inlined
     library/live.c     live profiles
     library/self.c     the running process  */

#ifndef HALT_LIBRARY_H
#define HALT_LIBRARY_H 1

#include "summarize/solve/lines.h"
#include "summarize/stale/stale.h"
#include "summarize/paths/paths.h"

struct ghalt_program
{
  struct program program;
};

struct ghalt_profile
{
  struct prof prof;
  char *name, *names;
  size_t n_names;
  struct stale_result *onto;	/* what became of it; or NULL */
};

struct ghalt_report
{
  struct join join;
  const struct ghalt_program *program;
  const struct ghalt_profile *profile; /* or NULL */
  struct prof bare;		/* instead of a profile's */
  bool never;			/* nothing was executed: all kinds are in it */
  struct paths paths;		/* join.paths, if that is not NULL */
  struct fault no_paths;	/* why it is NULL though some were counted */
  char **notes;
  size_t n_notes;
  void *owned;			/* by the report of the process itself */
  struct ghalt_program *main;	/* the same */
};

struct ghalt_graph
{
  const struct ghalt_report *report;
  const struct joined_unit *unit;
  const struct halt_map_function *record;
  struct flow flow;
  uint32_t *first_line;		/* of each real block */
};

struct ghalt_elsewhere
{
  struct mention *list;
  size_t n;
  uint8_t *found;		/* for each function, enum ghalt_found */
  size_t n_functions;
};

struct ghalt_lines
{
  const struct ghalt_report *report;
  struct lines lines;
  struct ghalt_elsewhere *elsewhere;
  size_t next;			/* the first function that may be added */
};

struct ghalt_paths
{
  const struct ghalt_report *report;
  const struct paths *paths;
  struct paths own;
  struct blpp_path path;	/* the one that was asked for */
};

/* Let *ERROR, if ERROR is not NULL, be F.  Always 0.  */
int error_set (struct ghalt_error **error, const struct fault *f);

/* The unit of function number FUNCTION of J, and its number there; NULL if there
   is none.  */
const struct joined_unit *
library_unit (const struct join *j, size_t function, uint32_t *number);

/* Join a report that has its program and profile, or else BARE.  KNOWN is one of the
   same program that stays open, or NULL.  */
bool library_join (struct ghalt_report *r, const struct ghalt_report *known,
		   struct fault *f);

/* The program that object I of PROF was, wherever it is now.  */
struct ghalt_program *library_object (const struct prof *prof, uint32_t i,
				      struct ghalt_error **error);

/* The profile that the SIZE bytes at IMAGE are, which are its own, also if this
   fails; NAME is what messages call it.  */
struct ghalt_profile *profile_take (void *image, size_t size, const char *name,
				    struct fault *f);

#endif /* HALT_LIBRARY_H */
