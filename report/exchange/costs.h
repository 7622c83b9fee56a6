/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Events of a function by source line, for tools that show costs.  */

#ifndef HALT_COSTS_H
#define HALT_COSTS_H 1

#include "report/report.h"

/* Two for each kind, of which one or both may have no name.  */
enum
{
  COST_COLUMNS = 2 * HALT_KIND_END
};

struct cost_column
{
  char name[24];
  const char *text, *more;	/* for people: one after the other */
  uint32_t kind;
  bool events;			/* not bytes, nor a part of the events */
};

struct cost_column cost_column (unsigned k);

struct cost
{
  const char *file;		/* as the unit has it */
  uint32_t line;		/* 0 if not known */
  uint64_t values[COST_COLUMNS];
};

/* The costs of a function, sorted by file and line.  What several points count
   together is at the first of them.  */
struct costs
{
  struct cost *rows;
  size_t n;
};

/* True if column K is recorded, selected, and has points.  */
bool costs_known (const struct report *r, unsigned k);

/* What a call through a pointer leads to.  */
#define CALL_POINTER "(through a pointer)"

/* Make C the costs of FN; what it was is overwritten.  There are none if R->fault
   is filled.  */
void costs_find (struct costs *c, const struct report *r,
		 const struct ghalt_function *fn);
void costs_release (struct costs *c);

#endif /* HALT_COSTS_H */
