/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A function's flow graph in the language of Graphviz, which lays it out.

   With counts, blocks are filled and edges drawn the stronger the more often
   they are executed, by the logarithm; never executed is grey.  The not
   taken edge of a branch is dashed.  A way through it is blue.  */

#include <stdlib.h>
#include <string.h>
#include "summarize/dot.h"

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
put_fill (const struct drawing *d, const struct count *c)
{
  if (c->how == COUNT_UNKNOWN || !d->counted)
    return;
  put_text (d->out, c->n ? "fillcolor=\""
			 : "fillcolor=\"#f4f4f4\", color=\"" GREY
			   "\", fontcolor=\"#808080\", ");
  if (c->n)
    {
      put_text (d->out, shade (d, fills, c->n));
      put_text (d->out, "\", ");
    }
}

/* Why C is unknown, for the mouse.  */
static void
put_reason (const struct drawing *d, const struct count *c)
{
  char text[200];
  if (!d->counted || !flow_reason (text, sizeof text, d->flow, c))
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
  const struct count *c = d->flow->block_counts + block;
  put_text (out, "  ");
  put_block (out, block);
  put_text (out, " [");
  put_fill (d, c);
  if (d->way && d->way->blocks[block])
    put_text (out, "color=\"" BLUE "\", penwidth=3, ");
  if (block < HALT_BLOCK_FIRST)
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
      dot_label (d, block);
    }
  put_reason (d, c);
  put_text (out, "];\n");
}

/* Edges of one jump table to one block are drawn as one.  */
static int
compare_edges (const void *a, const void *b, void *all)
{
  const struct halt_map_edge *edges = all;
  const struct halt_map_edge *x = edges + *(const uint32_t *) a;
  const struct halt_map_edge *y = edges + *(const uint32_t *) b;
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
  const struct halt_map_edge *edges = d->flow->edges;
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
      put_number (d->out, begin);
      if (end > begin)
	{
	  put_text (d->out, "-");
	  put_number (d->out, end);
	}
    }
}

/* Sum of the counts of the N edges in LIST; the reason is that of one.  */
static struct count
sum (const struct drawing *d, const uint32_t *list, uint32_t n)
{
  struct count c = { .how = COUNT_MEASURED };
  for (uint32_t i = 0; i < n; i++)
    {
      const struct count *one = d->flow->edge_counts + list[i];
      c.n = add_counts (c.n, one->n);
      c.how = one->how < c.how ? one->how : c.how;
      c.why = one->how == COUNT_UNKNOWN ? one->why : c.why;
      c.at = one->how == COUNT_UNKNOWN ? one->at : c.at;
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
put_ink (const struct drawing *d, const struct count *c)
{
  if (!d->counted || c->how == COUNT_UNKNOWN)
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
  const struct halt_map_edge *e = d->flow->edges + *list;
  struct count c = sum (d, list, n);
  bool falls = e->flags == HALT_EDGE_FALL;
  put_text (out, "  ");
  put_block (out, e->from);
  put_text (out, " -> ");
  put_block (out, e->to);
  put_text (out, " [label=\" ");
  put_text (out, branch && falls ? "not taken" : edge_kind_name (e->flags));
  if (e->flags == HALT_EDGE_INDEX)
    put_indices (d, list, n);
  if (d->counted)
    {
      put_text (out, " \\n ");
      dot_count (d, &c);
    }
  put_text (out, " \"");
  if (branch && falls)
    put_text (out, ", style=dashed");
  else if (e->flags & (HALT_EDGE_EH | HALT_EDGE_ABNORMAL))
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
  const struct flow *w = d->flow;
  uint32_t n = w->out.first[block + 1] - w->out.first[block];
  if (n == 0)
    return;
  uint32_t *list = memcpy (w->scratch, w->out.edges + w->out.first[block],
			   n * sizeof *list);
  bool branch = false;
  for (uint32_t i = 0; i < n; i++)
    branch |= w->edges[list[i]].flags == HALT_EDGE_TAKEN;
  qsort_r (list, n, sizeof *list, compare_edges, (void *) w->edges);
  for (uint32_t i = 0, end; i < n; i = end)
    {
      const struct halt_map_edge *e = w->edges + list[i];
      for (end = i + 1; end < n; end++)
	if (e->flags != HALT_EDGE_INDEX
	    || w->edges[list[end]].flags != HALT_EDGE_INDEX
	    || w->edges[list[end]].to != e->to)
	  break;
      draw_edge (d, list + i, end - i, branch);
    }
}

/* List the points of the function by block.  */
static bool
list_points (struct drawing *d, struct fault *f)
{
  const struct halt_map_function *fn = d->fn;
  d->first = fresh (d->flow->n_blocks + (size_t) 2, sizeof *d->first, f);
  d->points = fresh (fn->n_points, sizeof *d->points, f);
  if (!d->first || !d->points)
    return false;
  for (uint32_t i = 0; i < fn->n_points; i++)
    d->first[d->map->points[fn->first_point + i].block + 2]++;
  for (uint32_t b = 0; b < d->flow->n_blocks; b++)
    d->first[b + 2] += d->first[b + 1];
  for (uint32_t i = 0; i < fn->n_points; i++)
    {
      uint32_t point = fn->first_point + i;
      d->points[d->first[d->map->points[point].block + 1]++] = point;
    }
  return true;
}

static void
find_most (struct drawing *d)
{
  for (uint32_t i = 0; i < d->flow->n_blocks; i++)
    if (d->flow->block_counts[i].n > d->most)
      d->most = d->flow->block_counts[i].n;
  for (uint32_t i = 0; i < d->flow->n_edges; i++)
    if (d->flow->edge_counts[i].n > d->most)
      d->most = d->flow->edge_counts[i].n;
}

static void
draw_head (const struct drawing *d)
{
  FILE *out = d->out;
  put_text (out, "digraph ");
  put_quoted (out, d->map->strings + d->fn->name);
  put_text (out,
	    " {\n"
	    "  graph [fontname=\"Helvetica,Arial,sans-serif\", fontsize=14, "
	    "labelloc=t, nodesep=0.35, ranksep=0.45, label=<<b>");
  dot_markup (d, function_name (d->map, d->fn));
  put_text (out, "&#160;&#160;</b>");
  if (d->fn->line)
    {
      dot_markup (d, d->map->strings + d->fn->file);
      put_text (out, ":");
      put_number (out, d->fn->line);
    }
  if (d->map->header->flags & HALT_UNIT_GIMPLE)
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
  if (d->counted && d->flow->conflict)
    fprintf (out,
	     "<br/><font point-size=\"10\">measured counts contradict each "
	     "other: block %u or around it</font>",
	     (unsigned) d->flow->conflict_at);
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
  find_most (d);
  if (list_points (d, f))
    {
      draw_head (d);
      for (uint32_t b = 0; b < d->flow->n_blocks; b++)
	draw_block (d, b);
      for (uint32_t b = 0; b < d->flow->n_blocks; b++)
	draw_edges (d, b);
      if (d->way && d->way->begin)
	draw_begin (d);
      put_text (d->out, "}\n");
    }
  free (d->first);
  free (d->points);
}

void
dot_function (FILE *out, const struct unit *u, uint32_t function, uint64_t base,
	      const struct flow *w, struct sources *s, struct fault *f)
{
  const struct halt_map_function *fn = u->map.functions + function;
  struct flow unknown = { 0 };
  if (!w
      && !flow_init (&unknown, fn->n_blocks + HALT_BLOCK_FIRST, fn->n_edges,
		     u->map.edges + fn->first_edge, NULL, f))
    return;
  struct drawing d = {
    .out = out, .map = &u->map, .fn = fn, .base = base,
    .flow = w ? w : &unknown, .sources = s, .counted = w != NULL
  };
  draw_all (&d, f);
  flow_release (&unknown);
}

void
dot_way (FILE *out, const struct unit *u, uint32_t function,
	 const struct flow *w, struct sources *s, const struct way *way,
	 struct fault *f)
{
  struct drawing d = {
    .out = out, .map = &u->map, .fn = u->map.functions + function, .flow = w,
    .sources = s, .counted = true, .way = way
  };
  draw_all (&d, f);
}
