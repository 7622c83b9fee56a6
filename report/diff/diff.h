/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What changed between two profiles of a program: diff.c finds it out, for
   text.c, json.c and csv.c.  */

#ifndef HALT_DIFF_H
#define HALT_DIFF_H 1

#include "report/diff/pair.h"

/* A point that was counted otherwise.  */
struct change
{
  const struct counted *a, *b;	/* the same point */
  uint64_t most;		/* of the changes of its counters */
};

/* A function in which something was.  */
struct function_change
{
  const struct counted *point;	/* one of its points */
  uint64_t a, b;		/* events of all its points */
};

struct diff
{
  const struct options *options;
  struct fault *fault;		/* empty until something goes wrong */
  const char *path;		/* of the program */
  const char *names[2];		/* of the profiles */
  const struct ghalt_report *reports[2];
  const struct join *a, *b;	/* theirs: the same points in the same places */
  struct change *changes;	/* by kind, the largest first */
  size_t first[HALT_KIND_END + 1]; /* of a kind, as in struct join */
  struct function_change *functions; /* the largest first */
  size_t n_functions;
  bool colour;
  size_t columns;		/* that a row may have; 0: any number */
};

/* C, of report number REPORT, and its function.  */
struct ghalt_point diff_point (const struct diff *d, unsigned report,
			       const struct counted *c);
struct ghalt_function diff_function (const struct diff *d,
				     const struct counted *c);

/* How far A is from B.  */
uint64_t distance_of (uint64_t a, uint64_t b);

/* True if both profiles have counts of KIND, so that they can be compared.  */
bool diff_recorded (const struct diff *d, uint32_t kind);

void diff_text (FILE *out, const struct diff *d);
void diff_json (FILE *out, const struct diff *d);
void diff_csv (FILE *out, const struct diff *d);

/* Show what changed between the profiles that the operands of O name; 1: they differ.  */
int diff_profiles (const struct options *o, struct fault *f);

#endif /* HALT_DIFF_H */
