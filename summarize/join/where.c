/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where a point is in the source.  The compiler has made some code that is on no
   line: then a line near it will do, if it is marked as such.  */

#include <string.h>
#include "summarize/summarize.h"

#define FAR 256			/* points and blocks away at most */
#define LEAST 6			/* characters of a file's name */
#define LEAST_HEAD 3		/* of its folders, if any */

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

/* Shorten FILE to COLUMNS, at least LEAST: folders first, of which the first stay, if
   there is room.  The result is in the SHOWN_SIZE bytes at CUT, or FILE.  */
static const char *
shorten (char *cut, const char *file, size_t columns)
{
  const char *base = basename (file), *tail = base > file ? base - 1 : base;
  size_t width = text_width (tail) + 3, head;
  columns = columns > LEAST ? columns : LEAST;
  if (text_width (file) <= columns || strlen (file) + 4 > SHOWN_SIZE)
    return file;
  if (columns >= width + LEAST_HEAD)
    head = text_bytes (file, columns - width);
  else if (text_width (base) <= columns)
    return base;
  else
    {
      tail = text_short (base, columns, &head);
      file = base;
    }
  sprintf (cut, "%.*s...%s", (int) head, file, tail);
  return cut;
}

/* Of PLACE in FILE, in characters.  */
static size_t
position_width (const char *file, const struct position *place)
{
  return put_position (NULL, file, place->line, place->column)
	 - (place->line > 0 ? strlen (file) - text_width (file) : 0);
}

size_t
put_place (FILE *out, const struct map *m, const struct position *place,
	   size_t limit)
{
  char shown[SHOWN_SIZE], cut[SHOWN_SIZE];
  bool near = place->near && place->line > 0;
  const char *file = folder_file (m, m->strings + place->file, shown);
  size_t n = near + position_width (file, place);
  if (n > limit && place->line > 0)
    {
      size_t width = text_width (file), over = n - limit;
      file = shorten (cut, file, width > over ? width - over : 0);
    }
  if (near && out)
    put_text (out, "~");
  if (out)
    put_position (out, file, place->line, place->column);
  return near + position_width (file, place);
}
