/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The source lines on a path.  */

#include <string.h>
#include "summarize/paths.h"

struct spans
{
  struct span *list;
  size_t n, room;
};

/* Add the lines from FIRST to LAST: to the last span if they go on where it
   ends, or are in it.  */
static void
add (struct spans *s, uint32_t file, uint32_t first, uint32_t last)
{
  struct span *end = s->n > 0 ? s->list + s->n - 1 : NULL;
  if (first == 0)
    return;
  if (end && end->file == file && first >= end->first
      && (first <= end->last || first - end->last == 1))
    {
      end->last = last > end->last ? last : end->last;
      return;
    }
  if (s->n == s->room)
    {
      s->room = s->room ? 2 * s->room : 16;
      s->list = grow (s->list, s->room, sizeof *s->list);
    }
  s->list[s->n++] = (struct span) { file, first, last };
}

struct span *
paths_spans (const struct path_function *f, const struct blpp_path *path,
	     size_t *n)
{
  const struct map *m = &f->unit->map;
  const struct halt_map_function *fn = m->functions + f->function;
  struct spans s = { NULL, 0, 0 };
  for (uint32_t i = 0; i < path->n_blocks; i++)
    {
      uint32_t number = path->blocks[i];
      const struct halt_map_block *b = m->blocks + fn->first_block + number;
      const struct halt_map_line *line = m->lines + f->lines[number];
      for (uint32_t k = 0; k < b->n_lines; k++)
	add (&s, line[k].file, line[k].line, line[k].line);
      if (b->n_lines == 0)
	add (&s, b->file, b->line, b->last_line > b->line ? b->last_line
	     : b->line);
    }
  *n = s.n;
  return s.list;
}

void
paths_put_spans (FILE *out, const struct map *m, const struct span *spans,
		 size_t n, uint32_t file)
{
  for (size_t i = 0; i < n; i++)
    {
      put_text (out, i > 0 ? " " : "");
      if (strcmp (m->strings + spans[i].file, m->strings + file) != 0)
	{
	  put_printable (out, m->strings + spans[i].file);
	  put_text (out, ":");
	}
      file = spans[i].file;
      put_number (out, spans[i].first);
      if (spans[i].last > spans[i].first)
	{
	  put_text (out, "-");
	  put_number (out, spans[i].last);
	}
    }
}

uint32_t
paths_next (const struct path_function *f, const struct blpp_path *path)
{
  return path->n_edges > 0
	 ? blpp_edge (f->paths, path->edges[path->n_edges - 1])->to
	 : path->begin;
}

void
paths_put_end (FILE *out, const struct path_function *f,
	       const struct blpp_path *path)
{
  const struct map *m = &f->unit->map;
  if (path->end != BLPP_END_EDGE)
    {
      put_text (out, path->end == BLPP_END_EXIT ? ", end of the function"
		: ", on by any way");
      return;
    }
  uint32_t next = paths_next (f, path), line = m->blocks
    [m->functions[f->function].first_block + next].line;
  bool back = false;
  for (uint32_t i = 0; i < path->n_blocks; i++)
    back |= path->blocks[i] == next;
  put_text (out, back ? ", back to " : ", on to ");
  put_text (out, line ? "" : "block ");
  put_number (out, line ? line : next + HALT_BLOCK_FIRST);
}
