/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A function's graph as the library's users have it.  */

#include <stdlib.h>
#include "summarize/library/library.h"

/* Find where the lines of each block begin.  */
static bool
find_lines (struct ghalt_graph *g, struct fault *f)
{
  const struct map *m = &g->unit->unit->map;
  uint32_t line = g->record->first_line;
  g->first_line = fresh (g->record->n_blocks, sizeof *g->first_line, f);
  for (uint32_t i = 0; g->first_line && i < g->record->n_blocks; i++)
    {
      g->first_line[i] = line;
      line += m->blocks[g->record->first_block + i].n_lines;
    }
  return g->first_line;
}

/* The graph of function NUMBER of JU with the flow W, which is released if that
   fails.  */
static struct ghalt_graph *
make_graph (const struct ghalt_report *report, const struct joined_unit *ju,
	    uint32_t number, struct flow *w, struct fault *f)
{
  struct ghalt_graph *g = fresh (1, sizeof *g, f);
  if (g)
    {
      g->report = report;
      g->unit = ju;
      g->record = ju->unit->map.functions + number;
      g->flow = *w;
      if (find_lines (g, f))
	return g;
      free (g);
    }
  flow_release (w);
  return NULL;
}

struct ghalt_graph *
ghalt_graph_open (const struct ghalt_report *report, size_t function,
		  int counts, struct ghalt_error **error)
{
  struct fault f;
  struct flow w;
  uint32_t number;
  const struct joined_unit *ju = library_unit (&report->join, function,
					       &number);
  struct ghalt_graph *g = NULL;
  if (!ju)
    fault (&f, "there is no function %zu", function);
  else
    {
      const struct map *m = &ju->unit->map;
      const struct halt_map_function *fn = m->functions + number;
      bool ok = counts && report->profile
		  ? measure_function (&w, &report->join, ju, number, &f)
		  : flow_init (&w, fn->n_blocks + HALT_BLOCK_FIRST, fn->n_edges,
			       m->edges + fn->first_edge,
			       m->blocks + fn->first_block, &f);
      g = ok ? make_graph (report, ju, number, &w, &f) : NULL;
    }
  if (!g)
    error_set (error, &f);
  return g;
}

struct ghalt_graph *
ghalt_path_graph (const struct ghalt_paths *paths, size_t function,
		  struct ghalt_error **error)
{
  struct fault f;
  struct flow w;
  uint32_t number;
  struct ghalt_graph *g = NULL;
  if (function >= paths->paths->n_functions)
    fault (&f, "there is no function %zu with paths", function);
  else
    {
      const struct path_function *of = paths->paths->functions + function;
      const struct joined_unit *ju = library_unit (&paths->report->join,
						   of->number, &number);
      if (paths_flow (&w, of, &f))
	g = make_graph (paths->report, ju, number, &w, &f);
    }
  if (!g)
    error_set (error, &f);
  return g;
}

void
ghalt_graph_close (struct ghalt_graph *graph)
{
  if (!graph)
    return;
  flow_release (&graph->flow);
  free (graph->first_line);
  free (graph);
}

uint32_t
ghalt_graph_blocks (const struct ghalt_graph *graph)
{
  return graph->flow.n_blocks;
}

uint32_t
ghalt_graph_edges (const struct ghalt_graph *graph)
{
  return graph->flow.n_edges;
}

int
ghalt_block (const struct ghalt_graph *graph, uint32_t i,
	     struct ghalt_block *block)
{
  const struct map *m = &graph->unit->unit->map;
  if (i >= graph->flow.n_blocks)
    return 0;
  *block = (struct ghalt_block) { .number = i,
				  .file = m->strings,
				  .count = graph->flow.block_counts[i],
				  .lost = graph->flow.losses[i] };
  if (i < HALT_BLOCK_FIRST)
    return 1;
  const struct halt_map_block *b = m->blocks + graph->record->first_block + i
				   - HALT_BLOCK_FIRST;
  block->flags = b->flags;
  block->n_insns = b->n_insns;
  block->line = b->line;
  block->last_line = b->last_line;
  block->n_lines = b->n_lines;
  block->file = m->strings + b->file;
  return 1;
}

int
ghalt_edge (const struct ghalt_graph *graph, uint32_t i,
	    struct ghalt_edge *edge)
{
  if (i >= graph->flow.n_edges)
    return 0;
  const struct halt_map_edge *e = graph->flow.edges + i;
  *edge = (struct ghalt_edge) {
    i, e->from, e->to, e->flags, e->index, graph->flow.edge_counts[i]
  };
  return 1;
}

int
ghalt_block_line (const struct ghalt_graph *graph, uint32_t block, uint32_t i,
		  struct ghalt_place *place)
{
  const struct map *m = &graph->unit->unit->map;
  uint32_t at = block - HALT_BLOCK_FIRST;
  if (at >= graph->record->n_blocks
      || i >= m->blocks[graph->record->first_block + at].n_lines)
    return 0;
  const struct halt_map_line *line = m->lines + graph->first_line[at] + i;
  *place = (struct ghalt_place) { m->strings + line->file, line->line, 0, 0 };
  return 1;
}

int
ghalt_block_place (const struct ghalt_graph *graph, uint32_t block,
		   struct ghalt_place *place)
{
  const struct map *m = &graph->unit->unit->map;
  if (block - HALT_BLOCK_FIRST >= graph->record->n_blocks)
    return 0;
  struct position p = block_place (m, graph->record, block);
  *place = (struct ghalt_place) { m->strings + p.file, p.line, p.column,
				  p.near };
  return p.line > 0;
}

/* Those of LIST at BLOCK.  */
static const uint32_t *
edges_at (const struct ghalt_graph *graph, const struct edge_list *list,
	  uint32_t block, uint32_t *n)
{
  if (block >= graph->flow.n_blocks)
    {
      *n = 0;
      return NULL;
    }
  *n = list->first[block + 1] - list->first[block];
  return list->edges + list->first[block];
}

const uint32_t *
ghalt_edges_out (const struct ghalt_graph *graph, uint32_t block, uint32_t *n)
{
  return edges_at (graph, &graph->flow.out, block, n);
}

const uint32_t *
ghalt_edges_in (const struct ghalt_graph *graph, uint32_t block, uint32_t *n)
{
  return edges_at (graph, &graph->flow.in, block, n);
}

int
ghalt_graph_conflict (const struct ghalt_graph *graph, uint32_t *block)
{
  *block = graph->flow.conflict_at;
  return graph->flow.conflict;
}

size_t
ghalt_graph_reason (const struct ghalt_graph *graph,
		    const struct ghalt_count *count, char *buffer, size_t size)
{
  return flow_reason (buffer, size, &graph->flow, count);
}

struct ghalt_count
ghalt_count_add (struct ghalt_count a, struct ghalt_count b)
{
  struct ghalt_count least = b.how < a.how ? b : a;
  least.n = add_counts (a.n, b.n);
  if (least.how == GHALT_UNKNOWN)
    least.n = 0;
  return least;
}
