/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Paths as text: the edges of functions, and one path block by block.  */

#include <stdlib.h>
#include <string.h>
#include "report/paths/path_report.h"
#include "report/tables/table.h"

/* --- edges -------------------------------------------------------------- */

/* BLOCK as put_block has it, at TEXT.  Returns how long it is.  */
static int
block_text (char *text, size_t size, uint32_t block)
{
  return block == HALT_BLOCK_ENTRY  ? snprintf (text, size, "entry")
	 : block == HALT_BLOCK_EXIT ? snprintf (text, size, "exit")
				    : snprintf (text, size, "%u", block);
}

static void
put_edge (struct grid *g, const struct path_function *f,
	  const struct halt_map_edge *e, const struct ghalt_count *c)
{
  const struct map *m = &f->unit->map;
  char text[64];
  grid_row (g, false);
  grid_least (g, number_width (c->n));
  if (c->how == GHALT_UNKNOWN)
    grid_text (g, "executions", "?");
  else
    grid_number (g, "executions", c->n);
  int n = block_text (text, sizeof text, e->from);
  n += snprintf (text + n, sizeof text - (size_t) n, " -> ");
  block_text (text + n, sizeof text - (size_t) n, e->to);
  grid_left (g, "edge", text);
  n = snprintf (text, sizeof text, "%s", edge_kind_name (e->flags));
  if (e->flags == HALT_EDGE_INDEX)
    snprintf (text + n, sizeof text - (size_t) n, " %u", e->index);
  grid_left (g, "how", text);
  FILE *out = grid_last (g, "to");
  if (out && e->to >= HALT_BLOCK_FIRST)
    {
      const struct halt_map_block *b = m->blocks + paths_record (f)->first_block
				       + e->to - HALT_BLOCK_FIRST;
      char shown[SHOWN_SIZE];
      struct ghalt_place place = { m->strings + b->file, b->line, 0, 0 };
      put_place (out, folder_file (m, place.file, shown), &place, SIZE_MAX);
    }
  else if (out)
    put_text (out, "-");
  grid_end (g);
}

/* The edges of F.  */
static void
put_edges (FILE *out, const struct path_report *r,
	   const struct path_function *f)
{
  struct grid g = grid_begin (out, r->report->columns, r->report->colour);
  struct flow w;
  if (!paths_flow (&w, f, r->report->fault))
    return;
  put_text (out, "edges of ");
  put_printable (out, function_name (&f->unit->map, paths_record (f)));
  put_text (out, ", ");
  paths_where (out, f, SIZE_MAX);
  put_text (out, "\n");
  while (grid_pass (&g))
    for (uint32_t e = 0; e < w.n_edges; e++)
      put_edge (&g, f, w.edges + e, w.edge_counts + e);
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
put_block_row (struct grid *g, const struct path_report *r,
	       const struct path_function *f, const struct blpp_path *path,
	       uint32_t k)
{
  const struct halt_map_block *b
    = f->unit->map.blocks + paths_record (f)->first_block + path->blocks[k];
  grid_row (g, false);
  grid_number (g, "block", path->blocks[k] + HALT_BLOCK_FIRST);
  grid_number (g, paths_insns (r), b->n_insns);
  if (grid_last (g, "line          way on"))
    {
      put_block_lines (g->out, f, path, k, r->report->fault);
      put_text (g->out, "  ");
      put_step (g->out, f, path, k);
    }
  grid_end (g);
}

void
paths_one (FILE *out, const struct path_report *r)
{
  const struct path_row *row = r->rows;
  const struct path_function *f = row->f;
  struct blpp_path path = { 0 };
  struct grid g = grid_begin (out, r->report->columns, r->report->colour);
  char text[WIDE_DIGITS];
  if (!paths_get (f, row->region, row->id, &path, r->report->fault))
    {
      blpp_path_release (&path);
      return;
    }
  fprintf (out, "path %s of ", paths_name (text, row));
  fprintf (out, "%s of ", wide_digits (text, paths_possible (f)));
  put_printable (out, function_name (&f->unit->map, paths_record (f)));
  put_text (out, ", ");
  paths_where (out, f, SIZE_MAX);
  fprintf (out, "\n%" PRIu64 " execution%s, %" PRIu64 " %s", row->n,
	   plural (row->n), row->insns, paths_insns (r));
  if (r->paths->total > 0)
    {
      put_text (out, ", ");
      put_share (out, row->insns, r->paths->total);
      put_text (out, " % of all");
    }
  put_text (out, "\n\n");
  while (grid_pass (&g))
    for (uint32_t k = 0; k < path.n_blocks; k++)
      put_block_row (&g, r, f, &path, k);
  blpp_path_release (&path);
}
