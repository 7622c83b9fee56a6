/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Source lines: what they have gained, and their text.  */

#include <stdlib.h>
#include <string.h>

#include "base/grow.h"
#include "base/order.h"
#include "ghalt/top/top.h"

/* --- text ------------------------------------------------------------------- */

struct top_file
{
  char *path;
  bool read;
  char *data;			/* NULL if it cannot be read */
  size_t *lines;		/* where each begins; one more, where the last ends */
  size_t n_lines;
};

#define LARGEST ((size_t) 1 << 26) /* source files are smaller */

static struct top_file *
find_file (struct top *t, const char *path)
{
  for (size_t i = 0; i < t->n_files; i++)
    if (strcmp (t->files[i]->path, path) == 0)
      return t->files[i];
  if (!grow (&t->files, t->n_files, sizeof *t->files))
    return NULL;
  struct top_file *f = calloc (1, sizeof *f);
  char *copy = strdup (path);
  if (!f || !copy)
    {
      free (f);
      free (copy);
      return NULL;
    }
  f->path = copy;
  return t->files[t->n_files++] = f;
}

static void
read_file (struct top_file *f)
{
  FILE *in = fopen (f->path, "re");
  size_t size = 0, room = 1 << 16, n;
  f->read = true;
  f->data = in ? malloc (room) : NULL;
  while (f->data && (n = fread (f->data + size, 1, room - size, in)) > 0
	 && size < LARGEST)
    if ((size += n) == room)
      {
	char *more = realloc (f->data, room *= 2);
	if (!more)
	  free (f->data);
	f->data = more;
      }
  if (in)
    fclose (in);
  size_t lines = 2;
  for (size_t i = 0; f->data && i < size; i++)
    lines += f->data[i] == '\n';
  f->lines = f->data ? calloc (lines, sizeof *f->lines) : NULL;
  if (!f->lines)
    return;
  for (size_t i = 0; i < size; i++)
    if (f->data[i] == '\n')
      f->lines[++f->n_lines] = i + 1;
  if (f->lines[f->n_lines] < size)
    f->lines[++f->n_lines] = size + 1;
}

const char *
top_line_text (struct top_file *file, uint64_t line, size_t *length)
{
  if (!file->read)
    read_file (file);
  if (line == 0 || line > file->n_lines)
    return NULL;
  size_t at = file->lines[line - 1];
  *length = file->lines[line] - 1 - at;
  return file->data + at;
}

const char *
top_file_path (const struct top_file *file)
{
  return file->path;
}

void
top_release_files (struct top *t)
{
  for (size_t i = 0; i < t->n_files; i++)
    {
      FREE_ALL (t->files[i]->path, t->files[i]->data, t->files[i]->lines,
		t->files[i]);
    }
  free (t->files);
}

/* --- which functions have a line ---------------------------------------------- */

static bool
add_mention (struct top *t, uint32_t line, size_t function)
{
  if (line == 0)
    return true;
  if (t->n_mentions > 0 && t->mentions[t->n_mentions - 1].line == line
      && t->mentions[t->n_mentions - 1].function == function)
    return true;
  if (!grow (&t->mentions, t->n_mentions, sizeof *t->mentions))
    return false;
  t->mentions[t->n_mentions++] = (struct top_mention) { line,
							(uint32_t) function };
  return true;
}

static bool
mention_function (struct top *t, size_t function)
{
  const struct ghalt_report *r = t->now.report;
  struct ghalt_graph *g = ghalt_graph_open (r, function, 0, NULL);
  struct ghalt_block b;
  struct ghalt_point p;
  struct ghalt_place place;
  bool ok = g;
  for (uint32_t i = GHALT_BLOCK_FIRST; ok && ghalt_block (g, i, &b); i++)
    {
      ok = add_mention (t, b.line, function);
      for (uint32_t k = 0; ok && ghalt_block_line (g, i, k, &place); k++)
	ok = add_mention (t, place.line, function);
    }
  for (uint32_t i = 0; ok && ghalt_point (r, function, i, &p); i++)
    ok = add_mention (t, p.line, function);
  ghalt_graph_close (g);
  return ok;
}

ORDER (compare_mentions, struct top_mention, UP (line) ?: UP (function));

bool
top_mention (struct top *t, struct fault *f)
{
  size_t n = t->of.n_functions;
  bool ok = true;
  if (t->n_mentioning == n)
    return true;
  free (t->mentions);
  t->mentions = NULL;
  t->n_mentions = 0;
  for (size_t i = 0; ok && i < n; i++)
    ok = mention_function (t, i);
  if (!ok)
    return fault (f, "out of memory");
  if (t->n_mentions > 1)
    qsort (t->mentions, t->n_mentions, sizeof *t->mentions, compare_mentions);
  t->n_mentioning = n;
  return true;
}

/* --- lines ------------------------------------------------------------------ */

/* The lines of those of the N functions at NUMBER that REPORT has; NULL without an
   error if there are none.  */
static struct ghalt_lines *
lines_of (const struct ghalt_report *report, const size_t *number, size_t n,
	  struct ghalt_error **error)
{
  struct ghalt_report_facts facts;
  struct ghalt_lines *l = report ? ghalt_lines_open (report, error) : NULL;
  bool ok = l;
  if (ok)
    ghalt_report_facts (report, &facts);
  for (size_t i = 0; ok && i < n && number[i] < facts.n_functions; i++)
    ok = ghalt_lines_add (l, number[i], error);
  if (ok && ghalt_lines_sum (l, error))
    return l;
  ghalt_lines_close (l);
  return NULL;
}

static int
compare_places (const struct ghalt_line *a, const struct ghalt_line *b)
{
  if (a->file != b->file)
    return a->file < b->file ? -1 : 1;
  return a->line < b->line ? -1 : a->line > b->line;
}

/* What LINE has gained since it was BEFORE, which may be NULL.  */
static struct top_count
count_line (const struct top *t, const struct ghalt_line *line,
	    const struct ghalt_line *before)
{
  struct top_count c = { .now = line->count.n };
  if (t->before.report)
    c = top_gain (before ? before->count.n : 0, line->count.n);
  c.known = line->count.how != GHALT_UNKNOWN;
  c.rated = t->before.report && c.known
	    && (!before || before->count.how != GHALT_UNKNOWN);
  if (!c.rated)
    c.gained = 0;
  return c;
}

/* Files have the same numbers in both.  */
static bool
add_lines (struct top_rows *r, struct top *t, const struct ghalt_lines *now,
	   const struct ghalt_lines *before)
{
  size_t n_files, n, n_before = 0, at = 0;
  const struct ghalt_file *files = ghalt_lines_files (now, &n_files);
  const struct ghalt_line *line = ghalt_lines_lines (now, &n), *was = NULL;
  struct top_file *file = NULL;
  if (before)
    was = ghalt_lines_lines (before, &n_before);
  for (size_t i = 0; i < n; i++)
    {
      if (i == 0 || line[i].file != line[i - 1].file)
	file = find_file (t, files[line[i].file].path);
      struct top_row *row = file ? top_add (r) : NULL;
      if (!row)
	return false;
      while (at < n_before && compare_places (was + at, line + i) < 0)
	at++;
      bool same = at < n_before && compare_places (was + at, line + i) == 0;
      row->count = count_line (t, line + i, same ? was + at : NULL);
      row->code = true;
      row->key = line[i].line;
      row->number = (uint32_t) i;
      row->file = file;
      r->total += row->count.now;
      r->all += row->count.gained;
    }
  return true;
}

bool
top_fill_lines (struct top_rows *r, struct top *t, const size_t *number,
		size_t n, struct fault *f)
{
  struct ghalt_error *error = NULL;
  struct ghalt_lines *now = lines_of (t->now.report, number, n, &error);
  struct ghalt_lines *before = now
				 ? lines_of (t->before.report, number, n, NULL)
				 : NULL;
  bool ok = now && add_lines (r, t, now, before);
  if (!ok)
    fault (f, "%s", error ? ghalt_error_text (error) : "out of memory");
  ghalt_error_free (error);
  ghalt_lines_close (before);
  ghalt_lines_close (now);
  return ok;
}

void
top_lines_off (struct top_rows *r, const struct top *t)
{
  r->off = t->off != 0;
  for (size_t i = 0; i < r->n; i++)
    r->off &= !r->rows[i].count.known;
}

/* --- a function's source ---------------------------------------------------- */

#define GAP 12			/* lines without code between two with it */

/* Where a function is in its own file, as far as can be told: up to where another one
   begins.  */
struct extent
{
  const struct top_file *file;
  uint64_t first, end;
};

static bool
is_in (const struct top_row *row, const struct extent *own)
{
  return row->file == own->file && row->key >= own->first
	 && row->key < own->end;
}

/* Its own lines first, then what was inlined, by file and line.  */
static int
compare_rows (const void *a, const void *b, void *extent)
{
  const struct top_row *x = a, *y = b;
  bool mine = is_in (x, extent), theirs = is_in (y, extent);
  if (mine != theirs)
    return mine ? -1 : 1;
  int c = x->file == y->file ? 0 : strcmp (x->file->path, y->file->path);
  return c ? c : x->key < y->key ? -1 : x->key > y->key;
}

static const char *
base (const char *path)
{
  const char *slash = strrchr (path, '/');
  return slash ? slash + 1 : path;
}

/* The extent of F, which has the lines LINES.  */
static struct extent
find_extent (const struct top *t, const struct ghalt_function *f,
	     const struct top_rows *lines)
{
  struct extent own = { NULL, f->line, UINT64_MAX };
  struct ghalt_function other;
  struct ghalt_unit unit;
  for (size_t i = 0; i < lines->n; i++)
    if (!own.file
	&& strcmp (base (lines->rows[i].file->path), base (f->file)) == 0)
      own.file = lines->rows[i].file;
  if (!ghalt_unit (t->now.report, f->unit, &unit))
    return own;
  for (size_t i = 0; i < unit.n_functions; i++)
    if (ghalt_function (t->now.report, unit.first_function + i, &other)
	&& strcmp (other.file, f->file) == 0 && other.line > f->line
	&& other.line < own.end)
      own.end = other.line;
  return own;
}

/* Add the lines between row I of R and the next one, of the same function.  */
static bool
add_gap (struct top_rows *r, size_t i, const struct top_row *next)
{
  const struct top_row at = r->rows[i];
  if (at.file != next->file || next->key < at.key || next->key - at.key > GAP)
    return true;
  for (uint64_t line = at.key + 1; line < next->key; line++)
    {
      struct top_row *row = top_add (r);
      if (!row)
	return false;
      row->function = at.function;
      row->key = line;
      row->file = at.file;
    }
  return true;
}

bool
top_fill_source (struct top_rows *r, struct top *t, size_t function,
		 struct fault *f)
{
  struct top_rows lines = { .view = TOP_LINES };
  struct ghalt_function fn;
  top_release (r);
  r->view = TOP_SOURCE;
  r->all = r->total = 0;
  r->events = "executions";
  top_lines_off (r, t);
  if (!ghalt_function (t->now.report, function, &fn))
    return fault (f, "that function is gone");
  bool ok = top_fill_lines (&lines, t, &function, 1, f);
  struct extent own = find_extent (t, &fn, &lines);
  if (lines.n > 1)
    qsort_r (lines.rows, lines.n, sizeof *lines.rows, compare_rows, &own);
  for (size_t i = 0; ok && i < lines.n; i++)
    {
      struct top_row *row = top_add (r);
      ok = row;
      if (ok)
	{
	  *row = lines.rows[i];
	  row->function = function;
	  ok = i + 1 == lines.n || add_gap (r, r->n - 1, &lines.rows[i + 1]);
	}
      if (!ok)
	fault (f, "out of memory");
    }
  r->all = lines.all;
  r->total = lines.total;
  free (lines.rows);
  return ok;
}
