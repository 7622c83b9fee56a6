/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Paths as pictures: the function's flow graph, on it the path.  */

#include <stdlib.h>
#include "report/paths/path_report.h"
#include "report/tables/table.h"

/* What is said of the path of ROW, in one line.  */
static void
put_title (FILE *out, const struct path_report *r, const struct path_row *row)
{
  char digits[WIDE_DIGITS];
  put_text (out, "path ");
  if (blpp_n_regions (row->f->paths) > 1)
    fprintf (out, "%" PRIu32 ":", row->region);
  fprintf (out, "%" PRIu64 " of %s: taken ", row->id,
	   wide_digits (digits, paths_possible (row->f)));
  put_grouped (out, row->n);
  put_text (out, row->n == 1 ? " time" : " times");
  if (r->paths->total > 0)
    {
      put_text (out, ", ");
      put_share (out, row->insns, r->paths->total);
      put_text (out, " % of all ");
      put_text (out, r->paths->gimple ? "statements" : "instructions");
    }
}

/* If PATH can only begin where the function does, mark that edge.  */
static bool
mark_entry (const struct blpp_path *path, const struct flow *w, bool *edges)
{
  uint32_t begin = path->begin + HALT_BLOCK_FIRST;
  uint32_t first = w->in.first[begin], edge = w->in.edges[first];
  if (w->in.first[begin + 1] - first != 1
      || w->edges[edge].from != HALT_BLOCK_ENTRY)
    return false;
  return edges[edge] = true;
}

/* Mark what is on PATH: its blocks, its edges, and those by which it leaves the
   function.  */
static void
mark (const struct path_function *f, const struct blpp_path *path,
      const struct flow *w, bool *blocks, bool *edges)
{
  for (uint32_t i = 0; i < path->n_blocks; i++)
    blocks[path->blocks[i] + HALT_BLOCK_FIRST] = true;
  for (uint32_t i = 0; i < path->n_edges; i++)
    edges[f->edges[path->edges[i]]] = true;
  if (path->end != BLPP_END_EXIT)
    return;
  uint32_t last = path->blocks[path->n_blocks - 1] + HALT_BLOCK_FIRST;
  for (uint32_t i = w->out.first[last]; i < w->out.first[last + 1]; i++)
    if (w->edges[w->out.edges[i]].to == HALT_BLOCK_EXIT)
      edges[w->out.edges[i]] = true;
}

static void
draw_path (FILE *out, const struct path_report *r, const struct path_row *row,
	   struct sources *s)
{
  const struct path_function *f = row->f;
  struct fault *why = r->report->fault;
  struct blpp_path path = { 0 };
  struct ghalt_error *error = NULL;
  struct ghalt_graph *g = NULL;
  char *title = NULL;
  size_t size;
  FILE *text = open_memstream (&title, &size);
  if (text)
    put_title (text, r, row);
  bool ok = (text && fclose (text) == 0 && title)
	    || fault (why, "out of memory");
  ok = ok && paths_get (f, row->region, row->id, &path, why)
       && ((g = ghalt_path_graph (r->handle, (size_t) (f - r->paths->functions),
				  &error))
	   || take_error (why, error));
  bool *marks = ok ? fresh (ghalt_graph_blocks (g)
			      + (size_t) ghalt_graph_edges (g),
			    1, why)
		   : NULL;
  if (marks)
    {
      bool *edges = marks + ghalt_graph_blocks (g);
      struct ghalt_function fn = report_function (r->report, f->number);
      drawing_warn (r->report->options, &fn);
      struct way way = { title, marks, edges, 0 };
      mark (f, &path, &g->flow, marks, edges);
      if (!mark_entry (&path, &g->flow, edges))
	way.begin = path.begin + HALT_BLOCK_FIRST;
      dot_function (out, r->report->data, f->number, g, true, s, &way, why);
    }
  free (title);
  free (marks);
  ghalt_graph_close (g);
  blpp_path_release (&path);
}

void
paths_dot (FILE *out, const struct path_report *r)
{
  struct sources s = { .fault = r->report->fault };
  progress_begin ("path", r->n_rows);
  for (size_t i = 0; i < r->n_rows; i++)
    {
      draw_path (out, r, r->rows + i, &s);
      progress_step ();
    }
  progress_end ();
  sources_release (&s);
}
