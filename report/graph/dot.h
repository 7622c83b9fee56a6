/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What dot.c and dot_label.c share.  */

#ifndef HALT_DOT_H
#define HALT_DOT_H 1

#include "ghalt.h"
#include "report/show/branch.h"
#include "report/show/show.h"

struct drawing
{
  FILE *out;
  const struct ghalt_report *report;
  struct ghalt_function fn;
  struct ghalt_unit unit;
  const struct ghalt_graph *graph;
  struct sources *sources;
  const struct way *way;	/* or NULL */
  bool counted;
  uint64_t most;		/* the largest count of a block or edge */
  uint32_t n_blocks;
  struct ghalt_edge *edges;
  uint32_t *list;		/* room for their numbers */
  uint32_t *first;		/* points of block b: points[first[b]] up to */
  uint32_t *points;		/* first[b + 1], without it */
  struct branch_names *names;
};

/* The point that has number I in POINTS.  */
struct ghalt_point dot_point (const struct drawing *d, uint32_t i);

/* C, marked with ~ if derived; ? if unknown.  */
void dot_count (const struct drawing *d, const struct ghalt_count *c);

/* TEXT as markup.  */
void dot_markup (const struct drawing *d, const char *text);

/* The label of B, a real one.  */
void dot_label (const struct drawing *d, const struct ghalt_block *b);

#endif /* HALT_DOT_H */
