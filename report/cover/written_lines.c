/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Lines, branches and functions of what is written: as outputs know them that know no
   decisions.

   Where counts of blocks say how often a line was executed, that stays; else it is as often
   as the statement or decision on it that was executed most.  In files of which something
   is written, branches are the conditions' and the cases', whatever jumps GCC made.  */

#include <stdlib.h>
#include <string.h>
#include "base/grow.h"
#include "base/order.h"
#include "report/cover/written.h"
#include "report/coverage.h"

/* A line of what is written.  */
struct made
{
  uint32_t file, line;
  uint64_t n;
  bool has_count;
  size_t first_branch, n_branches;
};

struct maker
{
  struct coverage *c;
  struct ghalt_file *files;
  size_t n_files;
  struct made *made;
  size_t n_made;
  struct ghalt_branch *branches;
  size_t n_branches;
  struct ghalt_line_function *functions;
  size_t n_functions;
};

static const struct ghalt_count unknown = { .how = GHALT_UNKNOWN };

static struct ghalt_count
known (uint64_t n)
{
  return (struct ghalt_count) { .n = n, .how = GHALT_MEASURED };
}

static bool
find_file (struct maker *m, const char *path, uint32_t *file)
{
  for (*file = 0; *file < m->n_files; ++*file)
    if (strcmp (m->files[*file].path, path) == 0)
      return true;
  if (!grow (&m->files, m->n_files, sizeof *m->files))
    return false;
  m->files[m->n_files++] = (struct ghalt_file) { path, path, "" };
  return true;
}

/* LINE has N ways out, as often as COUNTS says, of a whole that was come to OF times.  */
static bool
add_line (struct maker *m, uint32_t file, uint32_t line, bool has_count,
	  uint64_t of, const uint64_t *counts, size_t n)
{
  if (!grow (&m->made, m->n_made, sizeof *m->made))
    return false;
  m->made[m->n_made++] = (struct made) { file,	    line,	   of,
					 has_count, m->n_branches, n };
  for (size_t i = 0; i < n; i++)
    {
      if (!grow (&m->branches, m->n_branches, sizeof *m->branches))
	return false;
      m->branches[m->n_branches++] = (struct ghalt_branch) {
	.count = known (counts[i]),
	.of = known (of),
	.flags = i == 0 ? GHALT_EDGE_FALL : GHALT_EDGE_TAKEN,
	.begins = i == 0
      };
    }
  return true;
}

static bool
add_decision (struct maker *m, uint32_t file, const struct written_item *i)
{
  uint64_t n[2];
  written_outcomes (i, -1, n);
  bool ok = add_line (m, file, i->at.line, true, n[0] + n[1], NULL, 0);
  for (int c = 0; ok && c < i->shape.n; c++)
    {
      written_outcomes (i, c, n);
      ok = add_line (m, file, i->parts[c].at.line, true, n[0] + n[1], n, 2);
    }
  return ok;
}

static bool
add_switch (struct maker *m, uint32_t file, const struct written_item *i)
{
  uint64_t sum = 0;
  for (size_t k = 0; k < i->n_counts; k++)
    sum += i->counts[k];
  return add_line (m, file, i->at.line, true, sum, i->counts, i->n_counts);
}

static bool
add_function (struct maker *m, uint32_t file, const struct written_item *i)
{
  if (!grow (&m->functions, m->n_functions, sizeof *m->functions))
    return false;
  m->functions[m->n_functions++] = (struct ghalt_line_function) {
    .file = file,
    .line = i->at.line,
    .name = i->symbol,
    .pretty = i->function,
    .count = known (i->counts[0])
  };
  return add_line (m, file, i->at.line, true, i->counts[0], NULL, 0);
}

static bool
add_item (struct maker *m, uint32_t file, const struct written_item *i)
{
  switch (i->sort)
    {
    case WRITTEN_FUNCTION:
      return add_function (m, file, i);
    case WRITTEN_STATEMENT:
      return add_line (m, file, i->at.line, true, i->counts[0], NULL, 0);
    case WRITTEN_CALL:
    case WRITTEN_LEFT_OUT:
      return true;
    case WRITTEN_DECISION:
      return add_decision (m, file, i);
    default:
      return add_switch (m, file, i);
    }
}

/* Add what C has, but branches of the files that are WRITTEN.  */
static bool
add_old (struct maker *m, const bool *written)
{
  struct coverage *c = m->c;
  bool ok = true;
  for (size_t i = 0; ok && i < c->n_lines; i++)
    {
      const struct ghalt_line *l = c->lines + i;
      size_t first = m->n_branches, n = written[l->file] ? 0 : l->n_branches;
      ok = add_line (m, l->file, l->line, false, 0, NULL, 0);
      for (size_t k = 0; ok && k < n; k++)
	if ((ok = grow (&m->branches, m->n_branches, sizeof *m->branches)))
	  m->branches[m->n_branches++] = c->branches[l->first_branch + k];
      if (ok)
	{
	  m->made[m->n_made - 1].first_branch = first;
	  m->made[m->n_made - 1].n_branches = n;
	}
    }
  return ok;
}

ORDER (compare_made, struct made, UP (file) ?: UP (line) ?: UP (first_branch));
ORDER (compare_functions, struct ghalt_line_function,
       UP (file) ?: UP (line) ?: BY_TEXT (name));

/* Let C have the lines that were made.  */
static bool
finish_lines (struct maker *m, const bool *written)
{
  struct coverage *c = m->c;
  struct ghalt_line *lines = calloc (m->n_made + 1, sizeof *lines);
  struct ghalt_branch *b = calloc (m->n_branches + 1, sizeof *b);
  size_t n = 0, n_branches = 0;
  if (m->n_made > 0)
    qsort (m->made, m->n_made, sizeof *m->made, compare_made);
  for (size_t i = 0, end; lines && b && i < m->n_made; i = end)
    {
      const struct made *first = m->made + i;
      const struct ghalt_line *old = coverage_find_line (c, first->file,
							 first->line);
      struct ghalt_line l = { .file = first->file,
			      .line = first->line,
			      .count = old ? old->count : unknown,
			      .first_branch = n_branches };
      bool keep = l.count.how != GHALT_UNKNOWN;
      for (end = i; end < m->n_made && m->made[end].file == l.file
		    && m->made[end].line == l.line;
	   end++)
	{
	  const struct made *made = m->made + end;
	  if (!keep && made->has_count
	      && (l.count.how == GHALT_UNKNOWN || made->n > l.count.n))
	    l.count = known (made->n);
	  memcpy (b + n_branches, m->branches + made->first_branch,
		  made->n_branches * sizeof *b);
	  n_branches += made->n_branches;
	}
      /* That a written file has code on a line tells nothing by itself.  */
      if (written[l.file] && l.count.how == GHALT_UNKNOWN)
	continue;
      l.n_branches = n_branches - l.first_branch;
      for (size_t k = l.first_branch; k < n_branches; k++)
	b[k].never = l.count.how != GHALT_UNKNOWN && l.count.n == 0;
      lines[n++] = l;
    }
  FREE_ALL (c->own_lines, c->own_branches);
  c->lines = c->own_lines = lines;
  c->branches = c->own_branches = b;
  c->n_lines = lines && b ? n : 0;
  c->n_branches = n_branches;
  return lines && b;
}

/* Whether one of the N functions at ALL begins where F does.  */
static bool
is_known (const struct ghalt_line_function *all, size_t n,
	  const struct ghalt_line_function *f)
{
  size_t low = 0, high = n;
  BISECT (low, high, i,
	  all[i].file < f->file
	    || (all[i].file == f->file && all[i].line < f->line));
  return low < n && all[low].file == f->file && all[low].line == f->line;
}

/* Let C have the functions, those that are known rather than others.  */
static bool
finish_functions (struct maker *m)
{
  struct coverage *c = m->c;
  size_t n = m->n_functions, kept = 0;
  struct ghalt_line_function *all = calloc (n + c->n_functions + 1,
					    sizeof *all);
  for (size_t i = 0; all && i < n; i++)
    all[kept++] = m->functions[i];
  if (all && n > 1)
    qsort (all, n, sizeof *all, compare_functions);
  for (size_t i = 0; all && i < c->n_functions; i++)
    if (!is_known (all, n, c->functions + i))
      all[kept++] = c->functions[i];
  if (kept > 1)
    qsort (all, kept, sizeof *all, compare_functions);
  free (c->own_functions);
  c->functions = c->own_functions = all;
  c->n_functions = kept;
  return all;
}

bool
written_lines (struct coverage *c, const struct written *w)
{
  struct maker m = { .c = c };
  bool ok = true;
  if (w->n_items == 0)
    return ok;
  for (size_t i = 0; ok && i < c->n_files; i++)
    if ((ok = grow (&m.files, i, sizeof *m.files)))
      m.files[m.n_files++] = c->files[i];
  uint32_t file = 0;
  bool *written = calloc (c->n_files + w->n_items, sizeof *written);
  for (size_t i = 0; ok && written && i < w->n_items; i++)
    {
      const struct written_item *item = w->items + i;
      ok = (i > 0 && strcmp (item->file, item[-1].file) == 0)
	   || find_file (&m, item->file, &file);
      if (ok)
	written[file] = true;
      ok = ok && add_item (&m, file, item);
    }
  ok = ok && written && add_old (&m, written) && finish_lines (&m, written)
       && finish_functions (&m);
  FREE_ALL (written, m.made, m.branches, m.functions);
  free (c->own_files);
  c->files = c->own_files = m.files;
  c->n_files = m.n_files;
  return ok;
}
