/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A function's flow graph in the language of Graphviz, which lays it out.

   With counts, blocks are filled and edges drawn the stronger the more often
   they are executed, by the logarithm; never executed is grey.  The not
   taken edge of a branch is dashed.  A way through it is blue.  */

#include <stdlib.h>
#include <string.h>
#include "report/graph/dot.h"

#define RANGES 8		/* ranges of jump table indices on an edge */

#define GREY "#b0b0b0"
#define BLUE "#1447c0"
#define WAY "color=\"" BLUE "\", penwidth=4.5, arrowsize=0.9"

static const char *const fills[] = {
  "#fff7ec", "#feefd9", "#fee5c2", "#fdd8a6", "#fdc78f", "#fdb27b", "#fc9a69",
  "#fa7f57"
};

static const char *const inks[] = {
  "#606060", "#6c554e", "#7a4a3c", "#883f2e", "#963a26", "#a32c1c", "#b02412",
  "#b30000"
};

#define N_HEATS (sizeof fills / sizeof *fills)

/* The logarithm of N + 1 to base 2, near enough.  */
static double
logarithm (uint64_t n)
{
  n += n < UINT64_MAX;
  int bit = 63 - __builtin_clzll (n);
  return bit + ((double) n / (double) (1ull << bit) - 1);
}

/* How hot N is: from 0 to 1.  Most of the scale is for what comes close to the
   hottest.  */
static double
heat (const struct drawing *d, uint64_t n)
{
  double share = d->most ? logarithm (n) / logarithm (d->most) : 0;
  return share * share * share;
}

static const char *
shade (const struct drawing *d, const char *const *colours, uint64_t n)
{
  size_t i = (size_t) (heat (d, n) * N_HEATS);
  return colours[i < N_HEATS ? i : N_HEATS - 1];
}

/* Fill and border for what is executed as C says.  */
static void
put_fill (const struct drawing *d, const struct ghalt_count *c)
{
  if (c->how == GHALT_UNKNOWN || !d->counted)
    return;
  put_text (d->out, c->n ? "fillcolor=\""
			 : "fillcolor=\"#f4f4f4\", color=\"" GREY
			   "\", fontcolor=\"#808080\", ");
  if (c->n)
    fprintf (d->out, "%s\", ", shade (d, fills, c->n));
}

/* Why C is unknown, for the mouse.  */
static void
put_reason (const struct drawing *d, const struct ghalt_count *c)
{
  char text[200];
  if (!d->counted || !ghalt_graph_reason (d->graph, c, text, sizeof text))
    return;
  put_text (d->out, ", tooltip=");
  put_quoted (d->out, text);
  put_text (d->out, ", labeltooltip=");
  put_quoted (d->out, text);
}

static void
draw_block (const struct drawing *d, uint32_t block)
{
  FILE *out = d->out;
  struct ghalt_block b;
  ghalt_block (d->graph, block, &b);
  const struct ghalt_count *c = &b.count;
  put_text (out, "  ");
  put_block (out, block);
  put_text (out, " [");
  put_fill (d, c);
  if (d->way && d->way->blocks[block])
    put_text (out, "color=\"" BLUE "\", penwidth=3, ");
  if (block < GHALT_BLOCK_FIRST)
    {
      put_text (out, "shape=oval, label=\"");
      put_block (out, block);
      if (d->counted)
	{
	  put_text (out, "\\n");
	  dot_count (d, c);
	}
      put_text (out, "\"");
    }
  else
    {
      put_text (out, "label=");
      dot_label (d, &b);
    }
  put_reason (d, c);
  put_text (out, "];\n");
}

/* Edges of one jump table to one block are drawn as one.  */
static int
compare_edges (const void *a, const void *b, void *all)
{
  const struct ghalt_edge *edges = all;
  const struct ghalt_edge *x = edges + *(const uint32_t *) a;
  const struct ghalt_edge *y = edges + *(const uint32_t *) b;
  if (x->to != y->to)
    return x->to < y->to ? -1 : 1;
  if (x->flags != y->flags)
    return x->flags < y->flags ? -1 : 1;
  if (x->index != y->index)
    return x->index < y->index ? -1 : 1;
  return x < y ? -1 : x > y;
}

/* The indices of the N edges in LIST, as ranges.  */
static void
put_indices (const struct drawing *d, const uint32_t *list, uint32_t n)
{
  const struct ghalt_edge *edges = d->edges;
  unsigned ranges = 0;
  for (uint32_t i = 0; i < n; i++)
    {
      uint32_t begin = edges[list[i]].index, end = begin;
      for (; i + 1 < n && edges[list[i + 1]].index - end <= 1; i++)
	end = edges[list[i + 1]].index;
      put_text (d->out, ranges ? "," : " ");
      if (ranges++ == RANGES)
	{
	  put_text (d->out, "...");
	  return;
	}
      fprintf (d->out, "%u", begin);
      if (end > begin)
	fprintf (d->out, "-%u", end);
    }
}

/* Sum of the counts of the N edges in LIST; the reason is that of one.  */
static struct ghalt_count
sum_edges (const struct drawing *d, const uint32_t *list, uint32_t n)
{
  struct ghalt_count c = { .how = GHALT_MEASURED };
  for (uint32_t i = 0; i < n; i++)
    {
      const struct ghalt_count *one = &d->edges[list[i]].count;
      c.n = add_counts (c.n, one->n);
      c.how = one->how < c.how ? one->how : c.how;
      c.why = one->how == GHALT_UNKNOWN ? one->why : c.why;
      c.at = one->how == GHALT_UNKNOWN ? one->at : c.at;
    }
  return c;
}

/* True if one of the N edges in LIST is on the way.  */
static bool
on_way (const struct drawing *d, const uint32_t *list, uint32_t n)
{
  bool found = false;
  for (uint32_t i = 0; d->way && i < n; i++)
    found |= d->way->edges[list[i]];
  return found;
}

/* Colour and width for an edge with the count C.  */
static void
put_ink (const struct drawing *d, const struct ghalt_count *c)
{
  if (!d->counted || c->how == GHALT_UNKNOWN)
    return;
  const char *ink = c->n ? shade (d, inks, c->n) : GREY;
  double width = d->way ? 1.2 : 1 + 3.5 * heat (d, c->n);
  fprintf (d->out, ", color=\"%s\", fontcolor=\"%s\", penwidth=%.1f", ink,
	   c->n ? ink : "#808080", c->n ? width : 0.8);
}

/* Draw the N edges in LIST, which are one or entries of one jump table with
   one target.  BRANCH: the block ends in a conditional branch.  */
static void
draw_edge (const struct drawing *d, const uint32_t *list, uint32_t n,
	   bool branch)
{
  FILE *out = d->out;
  const struct ghalt_edge *e = d->edges + *list;
  struct ghalt_count c = sum_edges (d, list, n);
  bool falls = e->flags == GHALT_EDGE_FALL;
  put_text (out, "  ");
  put_block (out, e->from);
  put_text (out, " -> ");
  put_block (out, e->to);
  put_text (out, " [label=\" ");
  put_text (out, branch && falls
		   ? "not taken"
		   : ghalt_flag_name (GHALT_FLAGS_EDGE, e->flags));
  if (e->flags == GHALT_EDGE_INDEX)
    put_indices (d, list, n);
  if (d->counted)
    {
      put_text (out, " \\n ");
      dot_count (d, &c);
    }
  put_text (out, " \"");
  if (branch && falls)
    put_text (out, ", style=dashed");
  else if (e->flags & (GHALT_EDGE_EH | GHALT_EDGE_ABNORMAL))
    put_text (out, ", style=dotted");
  bool blue = on_way (d, list, n);
  if (blue)
    put_text (out, ", fontcolor=\"" BLUE "\", " WAY);
  else
    put_ink (d, &c);
  put_reason (d, &c);
  /* A way shall be straight, else what follows in the code.  */
  put_text (out, blue		    ? ", weight=40];\n"
		 : falls && !d->way ? ", weight=4];\n"
				    : "];\n");
}

static void
draw_edges (const struct drawing *d, uint32_t block)
{
  uint32_t n;
  const uint32_t *out = ghalt_edges_out (d->graph, block, &n);
  if (n == 0)
    return;
  uint32_t *list = memcpy (d->list, out, n * sizeof *list);
  bool branch = false;
  for (uint32_t i = 0; i < n; i++)
    branch |= d->edges[list[i]].flags == GHALT_EDGE_TAKEN;
  qsort_r (list, n, sizeof *list, compare_edges, d->edges);
  for (uint32_t i = 0, end; i < n; i = end)
    {
      const struct ghalt_edge *e = d->edges + list[i];
      for (end = i + 1; end < n; end++)
	if (e->flags != GHALT_EDGE_INDEX
	    || d->edges[list[end]].flags != GHALT_EDGE_INDEX
	    || d->edges[list[end]].to != e->to)
	  break;
      draw_edge (d, list + i, end - i, branch);
    }
}

struct ghalt_point
dot_point (const struct drawing *d, uint32_t i)
{
  struct ghalt_point p = { 0 };
  ghalt_point (d->report, d->fn.number, d->points[i], &p);
  return p;
}

/* List the points of the function by block.  */
static bool
list_points (struct drawing *d, struct fault *f)
{
  struct ghalt_point p;
  d->first = fresh (d->n_blocks + (size_t) 2, sizeof *d->first, f);
  d->points = fresh (d->fn.n_points, sizeof *d->points, f);
  if (!d->first || !d->points)
    return false;
  for (uint32_t i = 0; ghalt_point (d->report, d->fn.number, i, &p); i++)
    d->first[p.block + 2]++;
  for (uint32_t b = 0; b < d->n_blocks; b++)
    d->first[b + 2] += d->first[b + 1];
  for (uint32_t i = 0; ghalt_point (d->report, d->fn.number, i, &p); i++)
    d->points[d->first[p.block + 1]++] = i;
  return true;
}

static bool
list_edges (struct drawing *d, struct fault *f)
{
  uint32_t n = ghalt_graph_edges (d->graph);
  d->edges = fresh (n, sizeof *d->edges, f);
  d->list = fresh (n, sizeof *d->list, f);
  for (uint32_t i = 0; d->edges && i < n; i++)
    ghalt_edge (d->graph, i, d->edges + i);
  return d->edges && d->list;
}

static void
find_most (struct drawing *d)
{
  struct ghalt_block b;
  struct ghalt_edge e;
  for (uint32_t i = 0; ghalt_block (d->graph, i, &b); i++)
    if (b.count.n > d->most)
      d->most = b.count.n;
  for (uint32_t i = 0; ghalt_edge (d->graph, i, &e); i++)
    if (e.count.n > d->most)
      d->most = e.count.n;
}

static void
draw_head (const struct drawing *d)
{
  FILE *out = d->out;
  uint32_t conflict;
  put_text (out, "digraph ");
  put_quoted (out, d->fn.name);
  put_text (out,
	    " {\n"
	    "  graph [fontname=\"Helvetica,Arial,sans-serif\", fontsize=14, "
	    "labelloc=t, nodesep=0.35, ranksep=0.45, label=<<b>");
  dot_markup (d, d->fn.pretty);
  put_text (out, "&#160;&#160;</b>");
  if (d->fn.line)
    {
      dot_markup (d, d->fn.file);
      fprintf (out, ":%u", d->fn.line);
    }
  if (d->unit.flags & GHALT_UNIT_GIMPLE)
    put_text (out, "&#160;&#160;at=gimple: not machine code");
  if (d->way)
    {
      put_text (out, "<br/><font color=\"" BLUE "\">");
      dot_markup (d, d->way->title);
      put_text (out, "</font>");
    }
  if (d->counted)
    {
      put_text (out, "<br/><font point-size=\"10\">dashed: not taken; grey: "
		     "never executed; ");
      put_text (out, d->way ? "? unknown; counts are of finished paths</font>"
			    : "~ derived; ? unknown</font>");
    }
  if (d->counted && ghalt_graph_conflict (d->graph, &conflict))
    fprintf (out,
	     "<br/><font point-size=\"10\">measured counts contradict each "
	     "other: block %u or around it</font>",
	     (unsigned) conflict);
  put_text (out,
	    "<br/>&#160;>];\n"
	    "  node [fontname=\"Helvetica,Arial,sans-serif\", fontsize=11, "
	    "shape=box, style=\"rounded,filled\", fillcolor=white, "
	    "color=\"#606060\", margin=\"0.08,0.05\"];\n"
	    "  edge [fontname=\"Helvetica,Arial,sans-serif\", fontsize=10, "
	    "color=\"#606060\", arrowsize=0.7];\n");
}

/* Where the way begins.  */
static void
draw_begin (const struct drawing *d)
{
  put_text (d->out,
	    "  begin [shape=circle, label=\"\", width=0.16, "
	    "style=filled, fillcolor=\"" BLUE "\", color=\"" BLUE "\"];\n"
	    "  begin -> ");
  put_block (d->out, d->way->begin);
  put_text (d->out, " [" WAY "];\n");
}

static void
draw_all (struct drawing *d, struct fault *f)
{
  d->n_blocks = ghalt_graph_blocks (d->graph);
  find_most (d);
  if (list_edges (d, f) && list_points (d, f))
    {
      draw_head (d);
      for (uint32_t b = 0; b < d->n_blocks; b++)
	draw_block (d, b);
      for (uint32_t b = 0; b < d->n_blocks; b++)
	draw_edges (d, b);
      if (d->way && d->way->begin)
	draw_begin (d);
      put_text (d->out, "}\n");
    }
  FREE_ALL (d->first, d->points, d->edges, d->list);
}

void
dot_function (FILE *out, const struct ghalt_report *r, size_t function,
	      const struct ghalt_graph *graph, bool counted, struct sources *s,
	      const struct way *way, struct fault *f)
{
  struct drawing d = {
    .out = out, .report = r, .graph = graph, .sources = s, .counted = counted,
    .way = way, .names = branch_names_of (r, function, f)
  };
  ghalt_function (r, function, &d.fn);
  ghalt_unit (r, d.fn.unit, &d.unit);
  if (d.names)
    draw_all (&d, f);
  branch_names_close (d.names);
}
