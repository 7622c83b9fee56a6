/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines as the library's users have them.  */

#include <stdlib.h>
#include "summarize/library/library.h"

struct ghalt_lines *
ghalt_lines_open (const struct ghalt_report *report, struct ghalt_error **error)
{
  struct fault f;
  struct ghalt_lines *l = fresh (1, sizeof *l, &f);
  if (l)
    {
      l->report = report;
      l->elsewhere = ghalt_elsewhere_open (report, error);
      if (!l->elsewhere)
	{
	  free (l);
	  return NULL;
	}
      if (lines_begin (&l->lines, &report->join, l->elsewhere->found, &f))
	return l;
      ghalt_elsewhere_close (l->elsewhere);
      free (l);
    }
  error_set (error, &f);
  return NULL;
}

int
ghalt_lines_more (struct ghalt_lines *lines, const struct ghalt_report *report,
		  struct ghalt_error **error)
{
  struct fault f;
  if (!lines->lines.work)
    {
      fault (&f, "lines were summed up before");
      return error_set (error, &f);
    }
  struct ghalt_elsewhere *found = ghalt_elsewhere_open (report, error);
  if (!found)
    return 0;
  ghalt_elsewhere_close (lines->elsewhere);
  lines->elsewhere = found;
  lines->report = report;
  lines->next = 0;
  lines_more (&lines->lines, &report->join, found->found);
  return 1;
}

int
ghalt_lines_add (struct ghalt_lines *lines, size_t function,
		 struct ghalt_error **error)
{
  struct fault f;
  uint32_t number;
  const struct join *j = &lines->report->join;
  const struct joined_unit *ju = library_unit (j, function, &number);
  if (!ju)
    fault (&f, "there is no function %zu", function);
  else if (!lines->lines.work || function < lines->next)
    fault (&f, "function %zu comes too late", function);
  else if (lines_add (&lines->lines, (size_t) (ju - j->units), number, &f))
    {
      lines->next = function + 1;
      return 1;
    }
  return error_set (error, &f);
}

int
ghalt_lines_sum (struct ghalt_lines *lines, struct ghalt_error **error)
{
  struct fault f;
  if (!lines->lines.work)
    fault (&f, "lines were summed up before");
  else if (lines_sum (&lines->lines, &f))
    return 1;
  return error_set (error, &f);
}

struct ghalt_lines *
ghalt_lines_all (const struct ghalt_report *report, struct ghalt_error **error)
{
  struct ghalt_lines *l = ghalt_lines_open (report, error);
  bool ok = l;
  for (size_t i = 0; ok && i < report->join.n_functions; i++)
    ok = ghalt_lines_add (l, i, error);
  if (ok && ghalt_lines_sum (l, error))
    return l;
  ghalt_lines_close (l);
  return NULL;
}

void
ghalt_lines_close (struct ghalt_lines *lines)
{
  if (!lines)
    return;
  lines_release (&lines->lines);
  ghalt_elsewhere_close (lines->elsewhere);
  free (lines);
}

/* Before they are summed up there are none.  */
const struct ghalt_file *
ghalt_lines_files (const struct ghalt_lines *lines, size_t *n)
{
  *n = lines->lines.work ? 0 : lines->lines.files.n;
  return lines->lines.files.files;
}

const struct ghalt_line *
ghalt_lines_lines (const struct ghalt_lines *lines, size_t *n)
{
  *n = lines->lines.work ? 0 : lines->lines.n_lines;
  return lines->lines.lines;
}

const struct ghalt_branch *
ghalt_lines_branches (const struct ghalt_lines *lines, size_t *n)
{
  *n = lines->lines.work ? 0 : lines->lines.n_branches;
  return lines->lines.branches;
}

const struct ghalt_line_function *
ghalt_lines_functions (const struct ghalt_lines *lines, size_t *n)
{
  *n = lines->lines.work ? 0 : lines->lines.n_functions;
  return lines->lines.functions;
}
