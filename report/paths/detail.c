/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Paths as text: the edges of functions, and one path block by block.  */

#include <stdlib.h>
#include <string.h>
#include "report/paths/path_report.h"
#include "report/table.h"

/* --- edges -------------------------------------------------------------- */

/* Columns of a table of edges.  */
struct edge_columns
{
  unsigned count, edge, how;
};

static unsigned
block_width (uint32_t block)
{
  return block == HALT_BLOCK_ENTRY  ? strlen ("entry")
	 : block == HALT_BLOCK_EXIT ? strlen ("exit")
				    : number_width (block);
}

static unsigned
edge_width (const struct halt_map_edge *e)
{
  return block_width (e->from) + strlen (" -> ") + block_width (e->to);
}

static unsigned
how_width (const struct halt_map_edge *e)
{
  return strlen (edge_kind_name (e->flags))
	 + (e->flags == HALT_EDGE_INDEX ? 1 + number_width (e->index) : 0);
}

static struct edge_columns
measure_edges (const struct flow *w)
{
  struct edge_columns c = { strlen ("executions"), strlen ("edge"),
			    strlen ("how") };
  for (uint32_t e = 0; e < w->n_edges; e++)
    {
      c.count = table_larger (c.count, number_width (w->edge_counts[e].n));
      c.edge = table_larger (c.edge, edge_width (w->edges + e));
      c.how = table_larger (c.how, how_width (w->edges + e));
    }
  return c;
}

static void
put_edge (FILE *out, const struct path_function *f, const struct flow *w,
	  uint32_t i, const struct edge_columns *width)
{
  const struct map *m = &f->unit->map;
  const struct halt_map_edge *e = w->edges + i;
  const struct ghalt_count *c = w->edge_counts + i;
  if (c->how == GHALT_UNKNOWN)
    table_text (out, "?", width->count);
  else
    table_number (out, c->n, width->count);
  put_text (out, "  ");
  put_block (out, e->from);
  put_text (out, " -> ");
  put_block (out, e->to);
  put_spaces (out, width->edge - edge_width (e) + 2);
  put_text (out, edge_kind_name (e->flags));
  if (e->flags == HALT_EDGE_INDEX)
    {
      put_text (out, " ");
      put_number (out, e->index);
    }
  put_spaces (out, width->how - how_width (e) + 2);
  if (e->to >= HALT_BLOCK_FIRST)
    {
      const struct halt_map_block *b = m->blocks + paths_record (f)->first_block
				       + e->to - HALT_BLOCK_FIRST;
      char shown[SHOWN_SIZE];
      struct ghalt_place place = { m->strings + b->file, b->line, 0, 0 };
      put_place (out, folder_file (m, place.file, shown), &place, SIZE_MAX);
    }
  else
    put_text (out, "-");
  put_text (out, "\n");
}

/* The edges of F.  */
static void
put_edges (FILE *out, const struct path_report *r,
	   const struct path_function *f)
{
  bool colour = r->report->colour;
  struct flow w;
  if (!paths_flow (&w, f, r->report->fault))
    return;
  struct edge_columns width = measure_edges (&w);
  put_text (out, "edges of ");
  put_printable (out, function_name (&f->unit->map, paths_record (f)));
  put_text (out, ", ");
  paths_where (out, f, SIZE_MAX);
  put_text (out, colour ? "\n" BOLD : "\n");
  table_text (out, "executions", width.count);
  put_text (out, "  edge");
  put_spaces (out, width.edge - strlen ("edge"));
  put_text (out, "  how");
  put_spaces (out, width.how - strlen ("how"));
  put_text (out, colour ? "  to" PLAIN "\n" : "  to\n");
  for (uint32_t e = 0; e < w.n_edges; e++)
    put_edge (out, f, &w, e, &width);
  flow_release (&w);
}

void
paths_edges (FILE *out, const struct path_report *r)
{
  const struct paths *s = r->paths;
  uint64_t top = r->report->options->top, n = 0;
  for (size_t i = 0; i < s->n_functions && n < top; i++)
    if (paths_shown (r->report->options, s->functions + i))
      {
	put_text (out, n++ > 0 ? "\n" : "");
	put_edges (out, r, s->functions + i);
      }
}

/* --- one path ----------------------------------------------------------- */

/* How the path goes on after its block K.  */
static void
put_step (FILE *out, const struct path_function *f,
	  const struct blpp_path *path, uint32_t k)
{
  const struct map *m = &f->unit->map;
  if (k < path->n_edges)
    {
      const struct halt_map_edge *e = m->edges + paths_record (f)->first_edge
				      + f->edges[path->edges[k]];
      put_text (out, edge_kind_name (e->flags));
      put_text (out, " -> ");
      put_block (out, e->to);
      put_text (out,
		k + 1 == path->n_blocks ? ", where the next path begins" : "");
    }
  else
    put_text (out, path->end == BLPP_END_EXIT ? "end of the function"
		   : path->end == BLPP_END_EDGE
		     ? "the next path begins"
		     : "end of the path, on by any way");
}

/* The lines of block K of PATH.  */
static void
put_block_lines (FILE *out, const struct path_function *f,
		 const struct blpp_path *path, uint32_t k, struct fault *why)
{
  struct blpp_path one = { .n_blocks = 1, .blocks = path->blocks + k };
  size_t n;
  struct span *spans = paths_spans (f, &one, &n, why);
  if (!spans)
    return;
  size_t width = paths_put_spans (out, &f->unit->map, spans, n,
				  paths_record (f)->file, false);
  put_text (out, n == 0 ? "-" : "");
  width += n == 0;
  put_spaces (out, width < 12 ? 12 - width : 0);
  free (spans);
}

static void
put_block_row (FILE *out, const struct path_report *r,
	       const struct path_function *f, const struct blpp_path *path,
	       uint32_t k)
{
  const struct map *m = &f->unit->map;
  const struct halt_map_block *b = m->blocks + paths_record (f)->first_block
				   + path->blocks[k];
  table_number (out, path->blocks[k] + HALT_BLOCK_FIRST, strlen ("block"));
  table_number (out, b->n_insns, strlen (paths_insns (r)) + 2);
  put_text (out, "  ");
  put_block_lines (out, f, path, k, r->report->fault);
  put_text (out, "  ");
  put_step (out, f, path, k);
  put_text (out, "\n");
}

void
paths_one (FILE *out, const struct path_report *r)
{
  const struct path_row *row = r->rows;
  const struct path_function *f = row->f;
  struct blpp_path path = { 0 };
  char text[WIDE_DIGITS];
  if (!paths_get (f, row->region, row->id, &path, r->report->fault))
    {
      blpp_path_release (&path);
      return;
    }
  put_text (out, "path ");
  paths_name (out, row);
  put_text (out, " of ");
  put_text (out, wide_digits (text, paths_possible (f)));
  put_text (out, " of ");
  put_printable (out, function_name (&f->unit->map, paths_record (f)));
  put_text (out, ", ");
  paths_where (out, f, SIZE_MAX);
  put_text (out, "\n");
  put_number (out, row->n);
  put_text (out, row->n == 1 ? " execution, " : " executions, ");
  put_number (out, row->insns);
  put_text (out, " ");
  put_text (out, paths_insns (r));
  if (r->paths->total > 0)
    {
      put_text (out, ", ");
      put_share (out, row->insns, r->paths->total);
      put_text (out, " % of all");
    }
  put_text (out, r->report->colour ? "\n\n" BOLD : "\n\n");
  put_text (out, "block  ");
  put_text (out, paths_insns (r));
  put_text (out, "  line          way on");
  put_text (out, r->report->colour ? PLAIN "\n" : "\n");
  for (uint32_t k = 0; k < path.n_blocks; k++)
    put_block_row (out, r, f, &path, k);
  blpp_path_release (&path);
}
