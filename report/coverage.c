/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lines of a report.  */

#include "base/order.h"
#include "report/coverage.h"

/* So many files are named.  */
#define DOUBTS 5

bool
coverage_find (struct coverage *c, const struct report *r,
	       enum coverage_of which)
{
  struct ghalt_error *error = NULL;
  struct ghalt_function fn;
  *c = (struct coverage) { .handle = ghalt_lines_open (r->data, &error) };
  bool ok = c->handle;
  progress_begin ("function", r->facts.n_functions);
  for (size_t i = 0; ok && report_next (r, &i, &fn);)
    if (which == COVERAGE_ALL
	|| (which == COVERAGE_GIMPLE)
	     == ((report_unit (r, &fn).flags & GHALT_UNIT_GIMPLE) != 0))
      {
	ok = ghalt_lines_add (c->handle, fn.number, &error);
	progress_step ();
      }
  progress_end ();
  if (!ok || !ghalt_lines_sum (c->handle, &error))
    return take_error (r->fault, error);
  c->files = ghalt_lines_files (c->handle, &c->n_files);
  c->lines = ghalt_lines_lines (c->handle, &c->n_lines);
  c->branches = ghalt_lines_branches (c->handle, &c->n_branches);
  c->functions = ghalt_lines_functions (c->handle, &c->n_functions);
  return true;
}

/* The count of LINE of FILE, if it is known and belongs to one function alone.  */
static uint64_t
line_count (const struct coverage *c, const struct ghalt_line_function *fn)
{
  size_t low = 0, high = c->n_lines;
  const struct ghalt_line *l = c->lines;
  for (int beside = -1; beside <= 1; beside += 2)
    {
      const struct ghalt_line_function *other = fn + beside;
      if (other >= c->functions && other < c->functions + c->n_functions
	  && other->file == fn->file && other->line == fn->line)
	return 0;
    }
  BISECT (low, high, i,
	  l[i].file < fn->file
	    || (l[i].file == fn->file && l[i].line < fn->line));
  return low < c->n_lines && l[low].file == fn->file && l[low].line == fn->line
	   ? l[low].count.n
	   : 0;
}

struct ghalt_count
coverage_function (const struct coverage *c,
		   const struct ghalt_line_function *function)
{
  struct ghalt_count count = function->count;
  if (count.n > 0 || function->found == GHALT_FOUND_NOTHING)
    return count;
  count.how = GHALT_UNKNOWN;
  if (function->found >= GHALT_FOUND_COPY)
    {
      uint64_t n = line_count (c, function);
      count = (struct ghalt_count) { n > 0 ? n : 1, GHALT_DERIVED, 0, 0 };
    }
  return count;
}

size_t
coverage_machine (const struct report *r)
{
  struct ghalt_unit u;
  size_t n = 0;
  for (size_t i = 0; ghalt_unit (r->data, i, &u); i++)
    n += !(u.flags & GHALT_UNIT_GIMPLE);
  return n;
}

void
coverage_none (const struct report *r, size_t n)
{
  if (n == 0 && !r->fault->text[0])
    note ("%s has no lines: compile it with -g, too", r->path);
}

void
coverage_doubts (const struct report *r, const struct coverage *c)
{
  struct sources s = {
    .fault = r->fault, .report = r->data, .program = r->path
  };
  size_t n = 0;
  for (size_t i = 0; i < c->n_files; i++)
    {
      const struct ghalt_file *file = c->files + i;
      const char *doubt = source_doubt (&s, file->directory, file->name,
					file->path);
      if (doubt && n++ < DOUBTS)
	note ("%s is %s", file->path, doubt);
    }
  if (n > DOUBTS)
    note ("the same of %zu other file%s", n - DOUBTS, plural (n - DOUBTS));
  sources_release (&s);
}

void
coverage_release (struct coverage *c)
{
  ghalt_lines_close (c->handle);
  *c = (struct coverage) { 0 };
}
