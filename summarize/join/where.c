/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where a point is in the source.  The compiler has made some code that is on no
   line: then a line near it will do, if it is marked as such.  */

#include "summarize/summarize.h"

#define FAR 256			/* points and blocks away at most */

/* Take the position of point I of FN if it has one and is in block BLOCK.  */
static bool
take_point (struct position *place, const struct map *m,
	    const struct halt_map_function *fn, uint32_t i, uint32_t block)
{
  const struct halt_map_point *p = m->points + fn->first_point + i;
  if (i >= fn->n_points || p->block != block || p->line == 0)
    return false;
  *place = (struct position) { p->file, p->line, 0, true };
  return true;
}

/* The same of the block that is number I of FN's real ones.  */
static bool
take_block (struct position *place, const struct map *m,
	    const struct halt_map_function *fn, uint32_t i)
{
  const struct halt_map_block *b = m->blocks + fn->first_block + i;
  if (i >= fn->n_blocks || b->line == 0)
    return false;
  *place = (struct position) { b->file, b->line, 0, true };
  return true;
}

struct position
block_place (const struct map *m, const struct halt_map_function *fn,
	     uint32_t block)
{
  struct position place = { fn->file, fn->line, 0, true };
  uint32_t at = block - HALT_BLOCK_FIRST;
  if (take_block (&place, m, fn, at))
    place.near = false;
  else
    for (uint32_t d = 1; d <= FAR; d++)
      if (take_block (&place, m, fn, at - d)
	  || take_block (&place, m, fn, at + d))
	break;
  return place;
}

struct position
point_place (const struct map *m, const struct halt_map_function *fn,
	     const struct halt_map_point *p)
{
  struct position place = { p->file, p->line, p->column, false };
  if (p->line > 0)
    return place;
  if (kind_tells (p->kind) == TELLS_BLOCK)
    return block_place (m, fn, p->block);
  uint32_t at = (uint32_t) (p - m->points) - fn->first_point;
  for (uint32_t d = 1; d <= FAR; d++)
    if (take_point (&place, m, fn, at - d, p->block)
	|| take_point (&place, m, fn, at + d, p->block))
      return place;
  place = block_place (m, fn, p->block);
  place.near = true;
  return place;
}
