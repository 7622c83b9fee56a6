/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lines of a report, for outputs that show them all.  */

#ifndef HALT_COVERAGE_H
#define HALT_COVERAGE_H 1

#include "summarize/report.h"

struct coverage
{
  struct ghalt_lines *handle;
  const struct ghalt_file *files;
  const struct ghalt_line *lines;
  const struct ghalt_branch *branches;
  const struct ghalt_line_function *functions;
  size_t n_files, n_lines, n_branches, n_functions;
};

/* Find the lines of all functions that are chosen; ONLY_GIMPLE: of units that have
   gcov's table alone.  Undone by coverage_release, also if it fails, as R->fault
   says.  */
bool coverage_find (struct coverage *c, const struct report *r,
		    bool only_gimple);
void coverage_release (struct coverage *c);

#endif /* HALT_COVERAGE_H */
