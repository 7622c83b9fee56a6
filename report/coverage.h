/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lines of a report, for outputs that show them all.  */

#ifndef HALT_COVERAGE_H
#define HALT_COVERAGE_H 1

#include "report/input/suite.h"

struct coverage
{
  struct ghalt_lines *handle;
  const struct ghalt_file *files;
  const struct ghalt_line *lines;
  const struct ghalt_branch *branches;
  const struct ghalt_line_function *functions;
  size_t n_files, n_lines, n_branches, n_functions;
  /* Where something is left out, these are copies: */
  struct ghalt_file *own_files;
  struct ghalt_line *own_lines;
  struct ghalt_branch *own_branches;
  struct ghalt_line_function *own_functions;
};

/* Which units: all; those that have gcov's table; the others, whose lines are counted
   by the blocks of machine code.  */
enum coverage_of
{
  COVERAGE_ALL,
  COVERAGE_GIMPLE,
  COVERAGE_MACHINE
};

/* What is said of the latter.  */
#define MACHINE_LINES \
  "lines and branches of machine code: a line is executed as often as its blocks"

/* Find the lines of all chosen functions in the units that WHICH selects, of all
   parts of S.  Undone by coverage_release, also if it fails, as S->fault says.  */
bool coverage_find (struct coverage *c, const struct suite *s,
		    enum coverage_of which);

/* The number of the first line of C that is not before LINE of FILE; that line itself, or
   NULL.  */
size_t coverage_line (const struct coverage *c, uint32_t file, uint32_t line);
const struct ghalt_line *
coverage_find_line (const struct coverage *c, uint32_t file, uint32_t line);

/* How often FUNCTION of C was executed.  Where its own copy was never entered, but its
   code was inlined, or is in another copy, that is as often as its line, or once.  */
struct ghalt_count
coverage_function (const struct coverage *c,
		   const struct ghalt_line_function *function);

/* How many units of S have no table of gcov's; *N: of so many.  */
size_t coverage_machine (const struct suite *s, size_t *n);
/* Say so if N, the lines that were found, is 0.  */
void coverage_none (const struct suite *s, size_t n);
/* Say which files are not what was compiled.  */
void coverage_doubts (const struct suite *s, const struct coverage *c);
void coverage_release (struct coverage *c);

/* exchange/lcov.c, exchange/cobertura.c: all parts of S.  */
void lcov_suite (FILE *out, const struct suite *s);
void cobertura_suite (FILE *out, const struct suite *s);

#endif /* HALT_COVERAGE_H */
