/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What dot.c and dot_label.c share.  */

#ifndef HALT_DOT_H
#define HALT_DOT_H 1

#include "summarize/summarize.h"

struct drawing
{
  FILE *out;
  const struct map *map;
  const struct halt_map_function *fn;
  uint64_t base;
  const struct flow *flow;
  struct sources *sources;
  const struct way *way;	/* or NULL */
  bool counted;
  uint64_t most;		/* the largest count of a block or edge */
  uint32_t *first;		/* points of block b: points[first[b]] up to */
  uint32_t *points;		/* first[b + 1], without it */
};

/* C, marked with ~ if derived; ? if unknown.  */
void dot_count (const struct drawing *d, const struct count *c);

/* TEXT as markup.  */
void dot_markup (const struct drawing *d, const char *text);

/* The label of BLOCK, a real one.  */
void dot_label (const struct drawing *d, uint32_t block);

#endif /* HALT_DOT_H */
