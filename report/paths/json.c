/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Paths as JSON; the schema is docs/schema/paths.json.  */

#include <stdlib.h>
#include "report/json/json.h"
#include "report/paths/path_report.h"

#define COVER 90		/* percent */

/* Which of a function's blocks or edges are on a path: their numbers in the
   map, PLUS added.  */
static void
put_numbers (struct json *w, const char *key, const uint32_t *list, uint32_t n,
	     const uint32_t *names, uint32_t plus)
{
  json_open (w, key, '[');
  for (uint32_t i = 0; i < n; i++)
    json_count (w, NULL, (names ? names[list[i]] : list[i]) + plus);
  json_close (w, ']');
}

static void
put_lines (struct json *w, const struct path_function *f,
	   const struct blpp_path *path)
{
  size_t n;
  struct span *spans = paths_spans (f, path, &n, w->fault);
  json_open (w, "lines", '[');
  for (size_t i = 0; spans && i < n; i++)
    {
      json_open (w, NULL, '{');
      json_text (w, "file", f->unit->map.strings + spans[i].file);
      json_count (w, "first", spans[i].first);
      json_count (w, "last", spans[i].last);
      json_close (w, '}');
    }
  json_close (w, ']');
  free (spans);
}

/* The path of ROW, of the function with this INDEX in the output.  */
static void
put_path (struct json *w, const struct path_row *row, size_t index,
	  struct blpp_path *path)
{
  const struct path_function *f = row->f;
  if (!paths_get (f, row->region, row->id, path, w->fault))
    return;
  json_line (w);
  json_open (w, NULL, '{');
  json_count (w, "function", index);
  json_count (w, "region", row->region);
  json_id (w, "path", row->id);
  json_count (w, "count", row->n);
  json_count (w, "insns", row->insns);
  json_count (w, "begin", path->begin + HALT_BLOCK_FIRST);
  json_text (w, "end", paths_ends[path->end]);
  put_numbers (w, "blocks", path->blocks, path->n_blocks, NULL,
	       HALT_BLOCK_FIRST);
  put_numbers (w, "edges", path->edges, path->n_edges, f->edges, 0);
  put_lines (w, f, path);
  json_close (w, '}');
}

static void
put_function (struct json *w, const struct path_report *r, size_t number)
{
  const struct path_function *f = r->paths->functions + number;
  struct ghalt_error *error = NULL;
  struct ghalt_function fn = report_function (r->report, f->number);
  struct ghalt_graph *g = ghalt_path_graph (r->handle, number, &error);
  if (!g)
    {
      take_error (w->fault, error);
      return;
    }
  json_line (w);
  json_open (w, NULL, '{');
  json_count (w, "object", f->object);
  json_id (w, "id", f->id);
  json_function (w, &fn);
  json_open (w, "regions", '[');
  for (uint32_t i = 0; i < blpp_n_regions (f->paths); i++)
    json_id (w, NULL, blpp_n_paths (f->paths, i));
  json_close (w, ']');
  json_wide (w, "possible", paths_possible (f));
  json_count (w, "executed", f->n);
  json_count (w, "cover90", blpp_cover (f->insns, f->n, COVER));
  json_count (w, "executions", f->executions);
  json_count (w, "insns", f->total);
  json_flow (w, g);
  ghalt_graph_close (g);
  json_close (w, '}');
}

static void
put_head (struct json *w, const struct path_report *r)
{
  json_count (w, "halt_paths", 1);
  json_sources (w, r->report);
  json_count (w, "strays", r->paths->strays);
  json_objects (w, r->report->data);
  json_text (w, "at", r->paths->gimple ? "gimple" : "rtl");
  json_count (w, "insns", r->paths->total);
}

void
paths_json (FILE *out, const struct path_report *r)
{
  const struct paths *s = r->paths;
  struct json w = json_begin (out, r->report->fault);
  size_t *indices = fresh (s->n_functions, sizeof *indices, w.fault), n = 0;
  struct blpp_path path = { 0 };
  if (!indices)
    return;
  json_open (&w, NULL, '{');
  put_head (&w, r);
  json_open (&w, "functions", '[');
  for (size_t i = 0; i < s->n_functions; i++)
    if (paths_select (r->report->options, s->functions + i))
      {
	put_function (&w, r, i);
	indices[i] = n++;
      }
  json_close (&w, ']');
  json_open (&w, "paths", '[');
  for (size_t i = 0; i < r->n_rows; i++)
    put_path (&w, r->rows + i, indices[r->rows[i].f - s->functions], &path);
  json_close (&w, ']');
  json_close (&w, '}');
  json_finish (&w);
  blpp_path_release (&path);
  free (indices);
}
