/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Paths as CSV: a row for each, costliest first.  */

#include <stdlib.h>
#include "report/exchange/csv.h"
#include "report/paths/path_report.h"

/* The numbers of the N at LIST in the map, with spaces between them.  */
static void
put_numbers (FILE *out, const uint32_t *list, uint32_t n, const uint32_t *names,
	     uint32_t plus)
{
  for (uint32_t i = 0; i < n; i++)
    {
      put_text (out, i > 0 ? " " : "");
      put_number (out, (names ? names[list[i]] : list[i]) + plus);
    }
}

/* The lines of the N SPANS of F's path.  */
static void
put_spans (struct csv *w, const struct path_function *f,
	   const struct span *spans, size_t n, struct fault *why)
{
  char *text = NULL;
  size_t size;
  FILE *out = open_memstream (&text, &size);
  if (out)
    paths_put_spans (out, &f->unit->map, spans, n, paths_record (f)->file,
		     true);
  if (out && fclose (out) == 0 && text)
    csv_text (w, text);
  else
    fault (why, "out of memory");
  free (text);
}

static void
put_row (struct csv *w, const struct report *r, const struct path_row *row,
	 struct blpp_path *path)
{
  const struct path_function *f = row->f;
  const struct map *m = &f->unit->map;
  const struct halt_map_function *fn = paths_record (f);
  size_t n;
  struct span *spans = paths_get (f, row->region, row->id, path, r->fault)
			 ? paths_spans (f, path, &n, r->fault)
			 : NULL;
  if (!spans)
    return;
  struct ghalt_function function = report_function (r, f->number);
  csv_function (w, r->data, &function);
  csv_text (w, fn->line > 0 ? m->strings + fn->file : "");
  if (fn->line > 0)
    csv_number (w, fn->line);
  else
    csv_nothing (w);
  csv_number (w, f->id);
  csv_number (w, row->region);
  csv_number (w, row->id);
  csv_number (w, row->n);
  csv_number (w, row->insns);
  csv_number (w, path->begin + HALT_BLOCK_FIRST);
  csv_text (w, paths_ends[path->end]);
  put_numbers (csv_plain (w), path->blocks, path->n_blocks, NULL,
	       HALT_BLOCK_FIRST);
  put_numbers (csv_plain (w), path->edges, path->n_edges, f->edges, 0);
  put_spans (w, f, spans, n, r->fault);
  csv_end (w);
  free (spans);
}

void
paths_csv (FILE *out, const struct path_report *r)
{
  struct blpp_path path = { 0 };
  struct csv w = csv_begin (out, CSV_FUNCTION
			    ",file,line,id,region,path,count,"
			    "insns,begin,end,blocks,edges,lines");
  for (size_t i = 0; i < r->n_rows; i++)
    put_row (&w, r->report, r->rows + i, &path);
  blpp_path_release (&path);
}
