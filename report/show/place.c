/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A place in the source as it is shown.  */

#include <string.h>
#include "report/show/show.h"

#define LEAST 6			/* characters of a file's name */
#define LEAST_HEAD 3		/* of its folders, if any */

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
position_width (const char *file, const struct ghalt_place *place)
{
  return put_position (NULL, file, place->line, place->column)
	 - (place->line > 0 ? strlen (file) - text_width (file) : 0);
}

size_t
put_place (FILE *out, const char *file, const struct ghalt_place *place,
	   size_t limit)
{
  char cut[SHOWN_SIZE];
  bool near = place->near && place->line > 0;
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
