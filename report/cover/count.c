/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What was found, and how much of it was executed.  */

#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/order.h"
#include "report/cover/cover.h"

const char *const cover_words[COVER_SORTS] = {
  "lines", "branches",	 "functions", "statements", "calls", "decisions",
  "conditions", "cases", "masking",   "unique"
};

/* The lines that count; NULL: all.  */
struct wanted
{
  struct changed_line *lines;	/* by file of the coverage, and line */
  size_t n;
};

ORDER (compare_lines, struct changed_line, UP (file) ?: UP (line));

static bool
wants (const struct wanted *w, uint32_t file, uint32_t line)
{
  struct changed_line key = { file, line };
  return !w
	 || (w->n > 0
	     && bsearch (&key, w->lines, w->n, sizeof key, compare_lines)
		  != NULL);
}

/* --- files of a change ------------------------------------------------------ */

/* The file of L that is FOLDER's first LENGTH bytes, a slash, and NAME; or -1.  */
static uint32_t
find_in (const struct coverage *l, const char *folder, size_t length,
	 const char *name)
{
  for (uint32_t i = 0; i < l->n_files; i++)
    {
      const char *path = l->files[i].path;
      if (strncmp (path, folder, length) == 0 && path[length] == '/'
	  && strcmp (path + length + 1, name) == 0)
	return i;
    }
  return UINT32_MAX;
}

/* The file of L that NAME, of a change, is: in this folder or one that this is in; or
   else the only one that ends so, built in another copy of the sources.  */
static uint32_t
find_file (const struct coverage *l, const char *name, size_t *n_alike)
{
  char *here = getcwd (NULL, 0);
  uint32_t found = UINT32_MAX;
  size_t n = here ? strlen (here) : 0, length = strlen (name);
  for (; here && found == UINT32_MAX; n--)
    {
      if (n == 0 || here[n] == '/' || !here[n])
	found = find_in (l, here, n, name);
      if (n == 0)
	break;
    }
  free (here);
  if (found != UINT32_MAX)
    return found;
  for (uint32_t i = 0; i < l->n_files; i++)
    {
      const char *path = l->files[i].path;
      size_t all = strlen (path);
      if (strcmp (path, name) != 0
	  && !(all > length && path[all - length - 1] == '/'
	       && strcmp (path + all - length, name) == 0))
	continue;
      found = i;
      ++*n_alike;
    }
  return *n_alike == 1 ? found : UINT32_MAX;
}

/* List in W what CHANGE touches.  */
static bool
choose_lines (struct wanted *w, const struct cover *c,
	      const struct change *change)
{
  struct fault *f = c->suite->fault;
  uint32_t *files = fresh (change->n_paths, sizeof *files, f);
  w->lines = files ? fresh (change->n_lines, sizeof *w->lines, f) : NULL;
  for (size_t i = 0; w->lines && i < change->n_paths; i++)
    {
      size_t n_alike = 0;
      files[i] = find_file (&c->coverage, change->paths[i], &n_alike);
      if (n_alike > 1)
	note ("%s is left out: the names of %zu files end so, and none is "
	      "here",
	      change->paths[i], n_alike);
    }
  for (size_t i = 0; w->lines && i < change->n_lines; i++)
    {
      const struct changed_line *line = change->lines + i;
      if (files[line->file] != UINT32_MAX)
	w->lines[w->n++] = (struct changed_line) { files[line->file],
						   line->line };
    }
  if (w->n > 1)
    qsort (w->lines, w->n, sizeof *w->lines, compare_lines);
  free (files);
  return w->lines != NULL;
}

/* --- counting ------------------------------------------------------------------ */

static void
count_item (struct cover_file *file, unsigned what, bool hit)
{
  file->counts[what].found++;
  file->counts[what].hit += hit;
}

/* The first function of C that is not before LINE of FILE.  */
static size_t
first_function (const struct coverage *c, uint32_t file, uint32_t line)
{
  size_t low = 0, high = c->n_functions;
  const struct ghalt_line_function *f = c->functions;
  BISECT (low, high, i,
	  f[i].file < file || (f[i].file == file && f[i].line < line));
  return low;
}

enum ghalt_found
cover_found (const struct coverage *c, uint32_t file, uint32_t line)
{
  uint32_t found = GHALT_FOUND_NOTHING;
  for (size_t i = first_function (c, file, line);
       i < c->n_functions && c->functions[i].file == file
       && c->functions[i].line == line;
       i++)
    if (c->functions[i].count.n > 0)
      return GHALT_FOUND_NOTHING;
    else if (c->functions[i].found > found)
      found = c->functions[i].found;
  return (enum ghalt_found) found;
}

/* Add LINE; branches that nobody knows are left out, all of them, as for lcov.  */
static bool
add_line (struct cover *c, struct cover_file *file,
	  const struct ghalt_line *line)
{
  const struct ghalt_branch *b = c->coverage.branches + line->first_branch;
  bool known = true, elsewhere = false;
  if (line->count.n == 0)
    elsewhere = cover_found (&c->coverage, line->file, line->line)
		>= GHALT_FOUND_COPY;
  if (line->count.how == GHALT_UNKNOWN && !elsewhere)
    {
      c->n_unknown++;
      return true;
    }
  count_item (file, COVER_LINES, line->count.n > 0 || elsewhere);
  for (size_t i = 0; i < line->n_branches; i++)
    known &= b[i].count.how != GHALT_UNKNOWN;
  for (size_t i = 0; known && i < line->n_branches; i++)
    count_item (file, COVER_BRANCHES, !b[i].never && b[i].count.n > 0);
  if (line->count.n > 0 || elsewhere)
    return true;
  if (!another (&c->never, c->n_never, sizeof *c->never, c->suite->fault))
    return false;
  c->never[c->n_never++] = line->line;
  file->n++;
  return true;
}

/* Whether X and Y are one function of the source: what follows a dot in a symbol says
   that it is a clone.  */
static bool
same_function (const struct ghalt_line_function *x,
	       const struct ghalt_line_function *y)
{
  size_t n = strcspn (x->name, ".");
  return x->file == y->file && x->line == y->line && n == strcspn (y->name, ".")
	 && strncmp (x->name, y->name, n) == 0;
}

/* Add the functions of FILE from number I on, several copies as one.
   Returns the next file's.  */
static size_t
add_functions (struct cover *c, struct cover_file *file, size_t i,
	       const struct wanted *w)
{
  const struct ghalt_line_function *f = c->coverage.functions;
  size_t n = c->coverage.n_functions, end;
  while (i < n && f[i].file < file->file)
    i++;
  for (; i < n && f[i].file == file->file; i = end)
    {
      bool hit = false, known = true;
      for (end = i; end < n && same_function (f + i, f + end); end++)
	{
	  hit |= f[end].count.n > 0 || f[end].found >= GHALT_FOUND_COPY;
	  known &= f[end].count.how != GHALT_UNKNOWN
		   && f[end].found != GHALT_FOUND_PERHAPS;
	}
      if (!wants (w, file->file, f[i].line))
	continue;
      if (!hit && !known)
	c->n_unknown++;
      else
	count_item (file, COVER_FUNCTIONS, hit);
    }
  return i;
}

/* Add what is written in FILE.  */
static void
add_written (const struct cover *c, struct cover_file *file,
	     const struct wanted *w)
{
  const struct written *all = c->suite->written;
  const char *path = c->coverage.files[file->file].path;
  struct written_sum sum = { { 0 }, { 0 } };
  size_t low = 0, high = all ? all->n_items : 0;
  BISECT (low, high, i, strcmp (all->items[i].file, path) < 0);
  for (; all && low < all->n_items && strcmp (all->items[low].file, path) == 0;
       low++)
    if (wants (w, file->file, all->items[low].at.line))
      written_add (&sum, all->items + low);
  for (unsigned k = WRITTEN_FUNCTIONS + 1; k < WRITTEN_MEASURES; k++)
    file->counts[COVER_FUNCTIONS + k] = (struct cover_count) { sum.found[k],
							       sum.hit[k] };
}

static bool
add_up (struct cover *c, const struct wanted *w)
{
  const struct coverage *l = &c->coverage;
  size_t function = 0;
  for (size_t i = 0; i < l->n_lines;)
    {
      struct cover_file file = {
	.file = l->lines[i].file,
	.shown = suite_shown (c->suite, l->files[l->lines[i].file].path),
	.first = c->n_never
      };
      for (; i < l->n_lines && l->lines[i].file == file.file; i++)
	if (wants (w, file.file, l->lines[i].line)
	    && !add_line (c, &file, l->lines + i))
	  return false;
      function = add_functions (c, &file, function, w);
      add_written (c, &file, w);
      for (unsigned k = 0; k < COVER_SORTS; k++)
	{
	  c->counts[k].found += file.counts[k].found;
	  c->counts[k].hit += file.counts[k].hit;
	}
      if (file.counts[COVER_LINES].found + file.counts[COVER_FUNCTIONS].found
	  == 0)
	continue;
      if (!another (&c->files, c->n_files, sizeof *c->files, c->suite->fault))
	return false;
      c->files[c->n_files++] = file;
    }
  return true;
}

/* Mark the files that machine code has lines in.  */
static bool
mark_machine (struct cover *c)
{
  size_t n_units, n = coverage_machine (c->suite, &n_units);
  bool all = n == n_units;
  struct coverage m = { 0 };
  bool ok = n == 0 || all || coverage_find (&m, c->suite, COVERAGE_MACHINE);
  for (size_t i = 0; ok && i < c->n_files; i++)
    {
      struct cover_file *file = c->files + i;
      file->machine = all;
      for (uint32_t k = 0; k < m.n_files; k++)
	file->machine
	  |= strcmp (m.files[k].path, c->coverage.files[file->file].path) == 0;
    }
  coverage_release (&m);
  return ok;
}

ORDER (compare_files, struct cover_file, BY_TEXT (shown));

bool
cover_count (struct cover *c, const struct change *change)
{
  struct wanted w = { 0 };
  bool ok = coverage_find (&c->coverage, c->suite, COVERAGE_ALL);
  if (ok)
    coverage_doubts (c->suite, &c->coverage);
  ok = ok && (!change || choose_lines (&w, c, change))
       && add_up (c, change ? &w : NULL) && mark_machine (c);
  if (ok && c->suite->n_parts > 1)
    qsort (c->files, c->n_files, sizeof *c->files, compare_files);
  free (w.lines);
  return ok;
}

void
cover_release (struct cover *c)
{
  coverage_release (&c->coverage);
  free (c->files);
  free (c->never);
}
