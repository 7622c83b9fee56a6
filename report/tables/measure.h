/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measurement sets (--measure): which they are, and what each is counted by.  */

#ifndef HALT_MEASURE_H
#define HALT_MEASURE_H 1

#include "report/report.h"

enum measure
{
  MEASURE_FUNCTION_COVERAGE,
  MEASURE_FUNCTION_COUNTS,
  MEASURE_BLOCK_COVERAGE,
  MEASURE_BLOCK_COUNTS,
  MEASURE_ARC_COUNTS,
  MEASURE_CALL_GRAPH,
  MEASURES
};

/* The words of --measure, then a NULL.  */
extern const char *const measure_words[MEASURES + 1];

/* The kinds, a bit for each, by which the sets of SETS, a bit for each, are counted
   in the program PATH, of which DATA is a report.  KINDS are those that are there.
   0: *F says which is missing.  */
uint32_t measure_kinds (const struct ghalt_report *data, const char *path,
			uint32_t sets, uint32_t kinds, struct fault *f);

/* The kinds of which DATA has points.  */
uint32_t measure_points (const struct ghalt_report *data);

#endif /* HALT_MEASURE_H */
