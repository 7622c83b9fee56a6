/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Paths as text: functions, and the costliest paths with their lines.  */

#include <stdlib.h>
#include <string.h>
#include "report/paths/path_report.h"
#include "report/table.h"

#define SPANS 24		/* that are shown of a path in a table */
#define COVER 90		/* percent */

/* Columns that several tables have.  */
struct columns
{
  unsigned insns, executions, possible, executed, cover, path;
  struct ends ends;
};

const char *
paths_insns (const struct path_report *r)
{
  return r->paths->gimple ? "statements" : "instructions";
}

size_t
paths_where (FILE *out, const struct path_function *f, size_t limit)
{
  const struct halt_map_function *fn = paths_record (f);
  const struct map *m = &f->unit->map;
  char shown[SHOWN_SIZE];
  struct ghalt_place place = { m->strings + fn->file, fn->line, 0, 0 };
  return put_place (out, folder_file (m, place.file, shown), &place, limit);
}

static struct named
name_function (const struct path_report *r, const struct path_function *f)
{
  struct ghalt_object o;
  ghalt_object (r->report->data, f->object, &o);
  return (struct named) { function_name (&f->unit->map, paths_record (f)),
			  o.is_program ? NULL : o.path, false };
}

/* The end of a row: where F is, and its name.  */
static void
put_function (FILE *out, const struct path_report *r,
	      const struct path_function *f, const struct columns *w)
{
  struct named named = name_function (r, f);
  put_text (out, "  ");
  ends_put (out, &w->ends, paths_where (out, f, w->ends.limit), &named);
  put_text (out, "\n");
}

static void
fit_function (struct columns *w, const struct path_report *r,
	      const struct path_function *f)
{
  struct named named = name_function (r, f);
  ends_fit (&w->ends, paths_where (NULL, f, SIZE_MAX), &named);
}

/* --- totals ------------------------------------------------------------- */

static void
put_totals (FILE *out, const struct path_report *r)
{
  const struct paths *s = r->paths;
  uint64_t functions = 0, called = 0, executions = 0, insns = 0;
  uint64_t *totals = fresh (r->n_all, sizeof *totals, r->report->fault);
  if (!totals)
    return;
  for (size_t i = 0; i < s->n_functions; i++)
    {
      const struct path_function *f = s->functions + i;
      if (!paths_select (r->report->options, f))
	continue;
      functions++;
      called += f->n > 0;
      executions = add_counts (executions, f->executions);
      insns = add_counts (insns, f->total);
    }
  for (size_t i = 0; i < r->n_all; i++)
    totals[i] = r->rows[i].insns;
  put_number (out, functions);
  put_text (out, functions == 1 ? " function" : " functions");
  put_text (out, " with paths, ");
  put_number (out, called);
  put_text (out, " executed\n");
  put_number (out, r->n_all);
  put_text (out, r->n_all == 1 ? " path executed " : " paths executed ");
  put_number (out, executions);
  put_text (out, executions == 1 ? " time: " : " times: ");
  put_number (out, insns);
  put_text (out, " ");
  put_text (out, paths_insns (r));
  put_text (out, "\n");
  size_t cover = blpp_cover (totals, r->n_all, COVER);
  put_number (out, cover);
  put_text (out, cover == 1 ? " path has" : " paths have");
  put_text (out, " 90 % of them\n");
  free (totals);
}

/* --- functions ---------------------------------------------------------- */

static unsigned
wide_width (unsigned __int128 n)
{
  char text[WIDE_DIGITS];
  return (unsigned) strlen (wide_digits (text, n));
}

static struct columns
measure_functions (const struct path_report *r,
		   const struct path_function *const *list, size_t n)
{
  struct columns w = { .insns = strlen (paths_insns (r)),
		       .executions = strlen ("executions"),
		       .possible = strlen ("possible"),
		       .executed = strlen ("executed"),
		       .cover = strlen ("90%"),
		       .ends = ends_begin (r->report->columns) };
  for (size_t i = 0; i < n; i++)
    {
      const struct path_function *f = list[i];
      w.insns = table_larger (w.insns, number_width (f->total));
      w.executions = table_larger (w.executions, number_width (f->executions));
      w.possible = table_larger (w.possible, wide_width (paths_possible (f)));
      w.executed = table_larger (w.executed, number_width (f->n));
      w.cover = table_larger (w.cover, number_width (f->n));
      fit_function (&w, r, f);
    }
  ends_fitted (&w.ends, w.insns + 8 + w.executions + 2 + w.possible + 2
			  + w.executed + 2 + w.cover + 2);
  return w;
}

static void
put_function_row (FILE *out, const struct path_report *r,
		  const struct path_function *f, const struct columns *w)
{
  char text[WIDE_DIGITS];
  table_number (out, f->total, w->insns);
  put_percent (out, f->total, r->paths->total);
  table_number (out, f->executions, w->executions + 2);
  table_text (out, wide_digits (text, paths_possible (f)), w->possible + 2);
  table_number (out, f->n, w->executed + 2);
  table_number (out, blpp_cover (f->insns, f->n, COVER), w->cover + 2);
  put_function (out, r, f, w);
}

bool
paths_shown (const struct options *o, const struct path_function *f)
{
  return paths_select (o, f) && (f->n > 0 || o->n_functions > 0);
}

static void
put_functions (FILE *out, const struct path_report *r)
{
  const struct paths *s = r->paths;
  const struct options *o = r->report->options;
  const struct path_function **list = fresh (s->n_functions, sizeof *list,
					     r->report->fault);
  uint64_t top = o->top == UINT64_MAX ? 10 : o->top;
  size_t n = 0, all = 0;
  for (size_t i = 0; list && i < s->n_functions; i++)
    if (paths_shown (o, s->functions + i) && all++ < top)
      list[n++] = s->functions + i;
  if (n > 0)
    {
      struct columns w = measure_functions (r, list, n);
      put_text (out,
		r->report->colour ? "\nfunctions\n" BOLD : "\nfunctions\n");
      table_text (out, paths_insns (r), w.insns);
      put_text (out, "   share");
      table_text (out, "executions", w.executions + 2);
      table_text (out, "possible", w.possible + 2);
      table_text (out, "executed", w.executed + 2);
      table_text (out, "90%", w.cover + 2);
      ends_title (out, &w.ends, r->report->colour);
      for (size_t i = 0; i < n; i++)
	put_function_row (out, r, list[i], &w);
      table_rest (out, all, n);
    }
  free (list);
}

/* --- paths -------------------------------------------------------------- */

unsigned
paths_name (FILE *out, const struct path_row *row)
{
  bool regions = blpp_n_regions (row->f->paths) > 1;
  if (out && regions)
    {
      put_number (out, row->region);
      put_text (out, ":");
    }
  if (out)
    put_number (out, row->id);
  return (regions ? number_width (row->region) + 1 : 0)
	 + number_width (row->id);
}

static struct columns
measure_rows (const struct path_report *r)
{
  struct columns w = { .insns = strlen (paths_insns (r)),
		       .executions = strlen ("executions"),
		       .path = strlen ("path"),
		       .ends = ends_begin (r->report->columns) };
  for (size_t i = 0; i < r->n_rows; i++)
    {
      const struct path_row *row = r->rows + i;
      w.insns = table_larger (w.insns, number_width (row->insns));
      w.executions = table_larger (w.executions, number_width (row->n));
      w.path = table_larger (w.path, paths_name (NULL, row));
      fit_function (&w, r, row->f);
    }
  ends_fitted (&w.ends, w.insns + 8 + w.executions + 2 + w.path + 2);
  return w;
}

/* The lines of a row's path, below it.  */
static void
put_lines (FILE *out, const struct path_row *row, struct blpp_path *path,
	   struct fault *why)
{
  const struct path_function *f = row->f;
  size_t n;
  struct span *spans = paths_get (f, row->region, row->id, path, why)
			 ? paths_spans (f, path, &n, why)
			 : NULL;
  if (!spans)
    return;
  put_text (out, n > 0 ? "    line " : "    no line");
  paths_put_spans (out, &f->unit->map, spans, n < SPANS ? n : SPANS,
		   paths_record (f)->file, false);
  put_text (out, n > SPANS ? " ..." : "");
  paths_put_end (out, f, path);
  put_text (out, "\n");
  free (spans);
}

static void
put_rows (FILE *out, const struct path_report *r)
{
  struct columns w = measure_rows (r);
  struct blpp_path path = { 0 };
  if (r->n_rows == 0)
    return;
  put_text (out,
	    r->report->colour ? "\nhottest paths\n" BOLD : "\nhottest paths\n");
  table_text (out, paths_insns (r), w.insns);
  put_text (out, "   share");
  table_text (out, "executions", w.executions + 2);
  table_text (out, "path", w.path + 2);
  ends_title (out, &w.ends, r->report->colour);
  for (size_t i = 0; i < r->n_rows; i++)
    {
      const struct path_row *row = r->rows + i;
      table_number (out, row->insns, w.insns);
      put_percent (out, row->insns, r->paths->total);
      table_number (out, row->n, w.executions + 2);
      put_spaces (out, w.path + 2 - paths_name (NULL, row));
      paths_name (out, row);
      put_function (out, r, row->f, &w);
      put_lines (out, row, &path, r->report->fault);
    }
  table_rest (out, r->n_all, r->n_rows);
  blpp_path_release (&path);
}

void
paths_text (FILE *out, const struct path_report *r)
{
  put_totals (out, r);
  put_functions (out, r);
  put_rows (out, r);
}
