/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Paths as text: functions, and the costliest paths with their lines.  */

#include <stdlib.h>
#include <string.h>
#include "report/paths/path_report.h"
#include "report/tables/table.h"

#define SPANS 24		/* that are shown of a path in a table */
#define COVER 90		/* percent */

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
put_function (struct grid *g, const struct path_report *r,
	      const struct path_function *f)
{
  struct named named = name_function (r, f);
  grid_function (g, paths_where (grid_where (g), f, g->limit), &named);
}

/* The beginning of a row: what was spent, and in how many executions.  */
static void
put_costs (struct grid *g, const struct path_report *r, uint64_t insns,
	   uint64_t executions)
{
  grid_row (g, false);
  grid_number (g, paths_insns (r), insns);
  grid_percent (g, "share", insns, r->paths->total);
  grid_number (g, "executions", executions);
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
  fprintf (out,
	   "%" PRIu64 " function%s with paths, %" PRIu64 " executed\n"
	   "%zu path%s executed %" PRIu64 " time%s: %" PRIu64 " %s\n",
	   functions, plural (functions), called, r->n_all, plural (r->n_all),
	   executions, plural (executions), insns, paths_insns (r));
  size_t cover = blpp_cover (totals, r->n_all, COVER);
  fprintf (out, "%zu path%s 90 %% of them\n", cover,
	   by_number (cover, " has", "s have"));
  free (totals);
}

/* --- functions ---------------------------------------------------------- */

static void
put_function_row (struct grid *g, const struct path_report *r,
		  const struct path_function *f)
{
  char text[WIDE_DIGITS];
  put_costs (g, r, f->total, f->executions);
  grid_text (g, "possible", wide_digits (text, paths_possible (f)));
  grid_number (g, "executed", f->n);
  /* No more than those, and they are sorted for it.  */
  grid_number (g, "90%", g->out ? blpp_cover (f->insns, f->n, COVER) : f->n);
  put_function (g, r, f);
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
      struct grid g = grid_begin (out, r->report->columns, r->report->colour);
      put_text (out, "\nfunctions\n");
      while (grid_pass (&g))
	for (size_t i = 0; i < n; i++)
	  put_function_row (&g, r, list[i]);
      table_rest (out, all, n);
    }
  free (list);
}

/* --- paths -------------------------------------------------------------- */

const char *
paths_name (char *text, const struct path_row *row)
{
  int n = blpp_n_regions (row->f->paths) > 1
	    ? snprintf (text, PATHS_NAME, "%" PRIu32 ":", row->region)
	    : 0;
  snprintf (text + n, PATHS_NAME - (size_t) n, "%" PRIu64, row->id);
  return text;
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
  struct grid g = grid_begin (out, r->report->columns, r->report->colour);
  struct blpp_path path = { 0 };
  char text[PATHS_NAME];
  if (r->n_rows == 0)
    return;
  put_text (out, "\nhottest paths\n");
  while (grid_pass (&g))
    for (const struct path_row *row = r->rows; row < r->rows + r->n_rows; row++)
      {
	put_costs (&g, r, row->insns, row->n);
	grid_text (&g, "path", paths_name (text, row));
	put_function (&g, r, row->f);
	if (g.out)
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
