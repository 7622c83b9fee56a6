/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lines of a report.  */

#include <stdlib.h>
#include "base/order.h"
#include "report/cover/written.h"
#include "report/coverage.h"

/* So many files are named.  */
#define DOUBTS 5

/* Add the lines of PART to C, which is open for it.  */
static bool
add_part (struct coverage *c, const struct report *r, enum coverage_of which,
	  struct ghalt_error **error)
{
  struct ghalt_function fn;
  bool ok = true;
  progress_begin ("function", r->facts.n_functions);
  for (size_t i = 0; ok && report_next (r, &i, &fn);)
    if (which == COVERAGE_ALL
	|| (which == COVERAGE_GIMPLE)
	     == ((report_unit (r, &fn).flags & GHALT_UNIT_GIMPLE) != 0))
      {
	ok = ghalt_lines_add (c->handle, fn.number, error);
	progress_step ();
      }
  progress_end ();
  return ok;
}

/* Where the ways out of the block end that begin with number I of the N at B.  */
static size_t
block_end (const struct ghalt_branch *b, size_t i, size_t n)
{
  for (i++; i < n && !b[i].begins; i++)
    ;
  return i;
}

/* Copy to TO the N ways out of a block at B, without those of exceptions unless these are
   wanted: a single one is no branch.  Returns how many.  */
static size_t
keep_branches (struct ghalt_branch *to, const struct ghalt_branch *b, size_t n,
	       bool exceptions)
{
  size_t kept = 0;
  for (size_t i = 0; i < n; i++)
    if (exceptions || !(b[i].flags & GHALT_EDGE_EH))
      to[kept++] = b[i];
  return kept > 1 ? kept : 0;
}

/* Leave out of C what X says.  */
static bool
leave_out (struct coverage *c, struct exclude *x, struct fault *f)
{
  unsigned char *gone = fresh (c->n_files, sizeof *gone, f);
  struct ghalt_line *line = fresh (c->n_lines, sizeof *line, f);
  struct ghalt_branch *branch = fresh (c->n_branches, sizeof *branch, f);
  struct ghalt_line_function *fn = fresh (c->n_functions, sizeof *fn, f);
  size_t n_lines = 0, n_branches = 0, n_functions = 0;
  c->own_lines = line;
  c->own_branches = branch;
  c->own_functions = fn;
  bool ok = gone && line && branch && fn;
  for (size_t i = 0; ok && i < c->n_files; i++)
    gone[i] = exclude_file (x, c->files[i].path);
  for (size_t i = 0; ok && i < c->n_lines; i++)
    {
      struct ghalt_line l = c->lines[i];
      const struct ghalt_branch *b = c->branches + l.first_branch;
      unsigned out = gone[l.file]
		       ? EXCLUDE_LINE
		       : exclude_line (x, c->files[l.file].path, l.line);
      size_t n = out ? 0 : l.n_branches;
      if (out & EXCLUDE_LINE)
	continue;
      l.first_branch = n_branches;
      for (size_t k = 0, end; k < n; k = end)
	{
	  end = block_end (b, k, n);
	  n_branches += keep_branches (branch + n_branches, b + k, end - k,
				       x->exceptions);
	}
      l.n_branches = n_branches - l.first_branch;
      line[n_lines++] = l;
    }
  for (size_t i = 0; ok && i < c->n_functions; i++)
    if (!gone[c->functions[i].file]
	&& !(exclude_line (x, c->files[c->functions[i].file].path,
			   c->functions[i].line)
	     & EXCLUDE_LINE))
      fn[n_functions++] = c->functions[i];
  x->some |= n_lines < c->n_lines;
  c->lines = line;
  c->branches = branch;
  c->functions = fn;
  c->n_lines = n_lines;
  c->n_branches = n_branches;
  c->n_functions = n_functions;
  free (gone);
  return ok;
}

bool
coverage_find (struct coverage *c, const struct suite *s,
	       enum coverage_of which)
{
  struct ghalt_error *error = NULL;
  *c = (struct coverage) { .handle = NULL };
  if (s->n_parts > 0)
    c->handle = ghalt_lines_open (s->parts->report.data, &error);
  bool ok = c->handle;
  for (size_t i = 0; ok && i < s->n_parts; i++)
    {
      const struct report *r = &s->parts[i].report;
      ok = (i == 0 || ghalt_lines_more (c->handle, r->data, &error))
	   && add_part (c, r, which, &error);
    }
  if (!ok || !ghalt_lines_sum (c->handle, &error))
    return !error || take_error (s->fault, error);
  c->files = ghalt_lines_files (c->handle, &c->n_files);
  c->lines = ghalt_lines_lines (c->handle, &c->n_lines);
  c->branches = ghalt_lines_branches (c->handle, &c->n_branches);
  c->functions = ghalt_lines_functions (c->handle, &c->n_functions);
  return (!s->exclude || leave_out (c, s->exclude, s->fault))
	 && (!s->written || which == COVERAGE_MACHINE
	     || written_lines (c, s->written) || fault (s->fault, "%m"));
}

size_t
coverage_line (const struct coverage *c, uint32_t file, uint32_t line)
{
  size_t low = 0, high = c->n_lines;
  const struct ghalt_line *l = c->lines;
  BISECT (low, high, i,
	  l[i].file < file || (l[i].file == file && l[i].line < line));
  return low;
}

const struct ghalt_line *
coverage_find_line (const struct coverage *c, uint32_t file, uint32_t line)
{
  size_t i = coverage_line (c, file, line);
  return i < c->n_lines && c->lines[i].file == file && c->lines[i].line == line
	   ? c->lines + i
	   : NULL;
}

/* The count of the line of FN, if it is known and belongs to that function alone.  */
static uint64_t
line_count (const struct coverage *c, const struct ghalt_line_function *fn)
{
  for (int beside = -1; beside <= 1; beside += 2)
    {
      const struct ghalt_line_function *other = fn + beside;
      if (other >= c->functions && other < c->functions + c->n_functions
	  && other->file == fn->file && other->line == fn->line)
	return 0;
    }
  const struct ghalt_line *l = coverage_find_line (c, fn->file, fn->line);
  return l ? l->count.n : 0;
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
coverage_machine (const struct suite *s, size_t *n)
{
  struct ghalt_unit u;
  size_t n_machine = 0;
  *n = 0;
  for (size_t k = 0; k < s->n_parts; k++)
    for (size_t i = 0; ghalt_unit (s->parts[k].report.data, i, &u); i++)
      {
	++*n;
	n_machine += !(u.flags & GHALT_UNIT_GIMPLE);
      }
  return n_machine;
}

void
coverage_none (const struct suite *s, size_t n)
{
  if (n > 0 || s->fault->text[0])
    return;
  if (s->exclude && s->exclude->some)
    note ("all lines are left out, by --root, --exclude or by themselves");
  else if (s->n_parts == 1)
    note ("%s has no lines: compile it with -g, too", s->parts->report.path);
  else
    note ("no program has lines: compile them with -g, too");
}

/* Why FILE may not be what was compiled in some part of S, if it is: *PART.  ALL has what is
   known of files for each part.  */
static const char *
find_doubt (const struct suite *s, struct sources *all,
	    const struct ghalt_file *file, size_t *part)
{
  const char *doubt = NULL;
  for (size_t k = 0; k < s->n_parts && !doubt; k++)
    {
      doubt = source_doubt (all + k, file->directory, file->name, file->path);
      *part = k;
    }
  return doubt;
}

/* Whether parts of S had different files of the name of FILE.  */
static bool
has_versions (const struct suite *s, struct sources *all,
	      const struct ghalt_file *file)
{
  const uint64_t *sums, *first = NULL;
  struct ghalt_error *error = NULL;
  for (size_t k = 0; k < s->n_parts; k++)
    {
      if (!all[k].compiled)
	all[k].compiled = ghalt_sources_open (all[k].report, &error);
      ghalt_error_free (error);
      error = NULL;
      size_t n = all[k].compiled
		   ? ghalt_sources_sums (all[k].compiled, file->path, &sums)
		   : 0;
      if (n > 1 || (n == 1 && first && *first != *sums))
	return true;
      first = n == 1 ? sums : first;
    }
  return false;
}

void
coverage_doubts (const struct suite *s, const struct coverage *c)
{
  struct sources *all = fresh (s->n_parts, sizeof *all, s->fault);
  size_t n = 0, part;
  for (size_t k = 0; all && k < s->n_parts; k++)
    all[k] = (struct sources) { .fault = s->fault,
				.report = s->parts[k].report.data,
				.program = s->parts[k].report.path,
				.several = s->n_parts > 1 };
  for (size_t i = 0; all && i < c->n_files; i++)
    {
      const char *doubt = find_doubt (s, all, c->files + i, &part);
      bool versions = s->n_parts > 1 && has_versions (s, all, c->files + i);
      if ((!doubt && !versions) || n++ >= DOUBTS)
	continue;
      if (versions)
	note ("%s was compiled in several versions: what has the same number "
	      "is added up",
	      c->files[i].path);
      else if (s->n_parts == 1)
	note ("%s is %s", c->files[i].path, doubt);
      else
	note ("%s, for %s, is %s", c->files[i].path, s->parts[part].report.path,
	      doubt);
    }
  if (n > DOUBTS)
    note ("the same of %zu other file%s", n - DOUBTS, plural (n - DOUBTS));
  for (size_t k = 0; all && k < s->n_parts; k++)
    sources_release (all + k);
  free (all);
}

void
coverage_release (struct coverage *c)
{
  ghalt_lines_close (c->handle);
  FREE_ALL (c->own_files, c->own_lines, c->own_branches, c->own_functions);
  *c = (struct coverage) { 0 };
}
