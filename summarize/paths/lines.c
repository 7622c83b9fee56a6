/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The source lines on a path.  */

#include <stdlib.h>
#include <string.h>
#include "base/order.h"
#include "summarize/paths/paths.h"

struct spans
{
  struct span *list;
  size_t n;
};

/* The most spans that F's block NUMBER has.  */
static size_t
most_spans (const struct path_function *f, uint32_t number)
{
  uint32_t n
    = f->unit->map.blocks[paths_record (f)->first_block + number].n_lines;
  return n ? n : 1;
}

/* Give TAKE the lines of F's block NUMBER.  */
static void
each_line (const struct path_function *f, uint32_t number, struct spans *s,
	   void (*take) (const struct path_function *f, struct spans *s,
			 struct span one))
{
  const struct map *m = &f->unit->map;
  const struct halt_map_block *b = m->blocks + paths_record (f)->first_block
				   + number;
  const struct halt_map_line *line = m->lines + f->lines[number];
  for (uint32_t k = 0; k < b->n_lines; k++)
    take (f, s, (struct span) { line[k].file, line[k].line, line[k].line });
  if (b->n_lines == 0)
    take (f, s,
	  (struct span) { b->file, b->line,
			  b->last_line > b->line ? b->last_line : b->line });
}

/* --- lines with code ---------------------------------------------------- */

static void
take_code (const struct path_function *f, struct spans *s, struct span one)
{
  (void) f;
  if (one.first > 0)
    s->list[s->n++] = one;
}

ORDER (compare_spans, struct span, UP (file) ?: UP (first));

bool
paths_find_code (struct path_function *f, struct fault *why)
{
  const struct map *m = &f->unit->map;
  const struct halt_map_function *fn = paths_record (f);
  struct spans s = { NULL, 0 };
  uint32_t line = fn->first_line;
  size_t most = 0;
  for (uint32_t b = 0; b < fn->n_blocks; b++)
    most += most_spans (f, b);
  f->lines = fresh (fn->n_blocks, sizeof *f->lines, why);
  f->code = s.list = fresh (most, sizeof *s.list, why);
  if (!f->lines || !f->code)
    return false;
  for (uint32_t b = 0; b < fn->n_blocks; b++)
    {
      f->lines[b] = line;
      line += m->blocks[fn->first_block + b].n_lines;
      each_line (f, b, &s, take_code);
    }
  if (s.n > 0)
    qsort (s.list, s.n, sizeof *s.list, compare_spans);
  for (size_t i = 0; i < s.n; i++)
    {
      struct span *end = f->n_code > 0 ? s.list + f->n_code - 1 : NULL;
      if (end && end->file == s.list[i].file && end->last >= s.list[i].first)
	end->last = s.list[i].last > end->last ? s.list[i].last : end->last;
      else
	s.list[f->n_code++] = s.list[i];
    }
  return true;
}

/* True if F has code between the lines FIRST and LAST of FILE.  */
static bool
code_between (const struct path_function *f, uint32_t file, uint32_t first,
	      uint32_t last)
{
  size_t low = 0, high = f->n_code;
  const struct span *c = f->code;
  BISECT (low, high, i,
	  c[i].file < file || (c[i].file == file && c[i].last <= first));
  return low < f->n_code && f->code[low].file == file
	 && (f->code[low].first > first ? f->code[low].first : first + 1)
	      < last;
}

/* --- lines of a path ---------------------------------------------------- */

/* Add ONE.  If it is in the last span, or continues it, that span grows.  */
static void
take_line (const struct path_function *f, struct spans *s, struct span one)
{
  struct span *end = s->n > 0 ? s->list + s->n - 1 : NULL;
  if (one.first == 0)
    return;
  if (end && end->file == one.file && one.first >= end->first
      && (one.first <= end->last
	  || !code_between (f, one.file, end->last, one.first)))
    end->last = one.last > end->last ? one.last : end->last;
  else
    s->list[s->n++] = one;
}

struct span *
paths_spans (const struct path_function *f, const struct blpp_path *path,
	     size_t *n, struct fault *why)
{
  struct spans s = { NULL, 0 };
  size_t most = 0;
  for (uint32_t i = 0; i < path->n_blocks; i++)
    most += most_spans (f, path->blocks[i]);
  s.list = fresh (most, sizeof *s.list, why);
  for (uint32_t i = 0; s.list && i < path->n_blocks; i++)
    each_line (f, path->blocks[i], &s, take_line);
  *n = s.n;
  return s.list;
}

uint32_t
paths_next (const struct path_function *f, const struct blpp_path *path)
{
  return path->n_edges > 0
	   ? blpp_edge (f->paths, path->edges[path->n_edges - 1])->to
	   : path->begin;
}

const char *const paths_ends[] = {
  [BLPP_END_EXIT] = "exit", [BLPP_END_EDGE] = "edge", [BLPP_END_TAIL] = "tail"
};
