/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What every output of `ghalt report' is given, and what they share.  */

#ifndef HALT_REPORT_H
#define HALT_REPORT_H 1

#include "summarize/command.h"

struct report
{
  const struct options *options;
  const struct join *join;
  const struct program *program; /* the one that was named */
  const char *const *profiles;	/* names */
  size_t n_profiles;
  struct fault *fault;		/* empty until something goes wrong; an output
				   may lack anything then */
  bool colour;			/* text goes to a terminal that may have it */
  size_t columns;		/* that a row may have; 0: any number */
};

/* --- totals.c ----------------------------------------------------------- */

struct totals
{
  uint64_t points, executed, events, bytes;
  bool recorded;
};

/* Of the points of KIND that O selects; the events of an id count once.  */
struct totals totals_of (const struct join *j, const struct options *o,
			 uint32_t kind);

/* True if O selects the function of C.  */
bool report_selects (const struct join *j, const struct options *o,
		     const struct counted *c);

/* --- outputs, each in the file of its name ------------------------------ */

/* table.c: totals, and a table for each kind.  Functions of other objects than
   the program are shown with the object's name.  */
void table_report (FILE *out, const struct report *r);

/* hot.c: totals, what is executed most, worst predicted, or never.  */
void hot_report (FILE *out, const struct report *r);

void json_report (FILE *out, const struct report *r);
void csv_report (FILE *out, const struct report *r);
void annotate_report (FILE *out, const struct report *r);
void callgrind_report (FILE *out, const struct report *r);
void folded_report (FILE *out, const struct report *r);
void lcov_report (FILE *out, const struct report *r);

#endif /* HALT_REPORT_H */
