/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Paths as outputs need them: the rows, lines as they are shown.  */

#include <stdlib.h>
#include <string.h>
#include "base/order.h"
#include "report/paths/path_report.h"

size_t
paths_put_spans (FILE *out, const struct map *m, const struct span *spans,
		 size_t n, uint32_t file, bool whole)
{
  size_t width = 0;
  for (size_t i = 0; i < n; i++)
    {
      put_text (out, i > 0 ? " " : "");
      if (strcmp (m->strings + spans[i].file, m->strings + file) != 0)
	{
	  char shown[SHOWN_SIZE];
	  const char *name = m->strings + spans[i].file;
	  if (!whole)
	    name = folder_file (m, name, shown);
	  put_printable (out, name);
	  put_text (out, ":");
	  width += strlen (name) + 1;
	}
      file = spans[i].file;
      put_number (out, spans[i].first);
      width += (i > 0) + number_width (spans[i].first);
      if (spans[i].last > spans[i].first)
	{
	  put_text (out, "-");
	  put_number (out, spans[i].last);
	  width += 1 + number_width (spans[i].last);
	}
    }
  return width;
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
  uint32_t next = paths_next (f, path),
	   line = m->blocks[m->functions[f->function].first_block + next].line;
  bool back = false;
  for (uint32_t i = 0; i < path->n_blocks; i++)
    back |= path->blocks[i] == next;
  fprintf (out, ", %s to %s%u", back ? "back" : "on", line ? "" : "block ",
	   line ? line : next + HALT_BLOCK_FIRST);
}

bool
paths_select (const struct options *o, const struct path_function *f)
{
  const struct map *m = &f->unit->map;
  const struct halt_map_function *fn = m->functions + f->function;
  return options_choose (o, m->strings + fn->name, m->strings + fn->pretty);
}

ORDER (compare_rows, struct path_row,
       DOWN (insns) ?: DOWN (n) ?: UP (f) ?: UP (region) ?: UP (id));

struct path_row *
paths_rows (const struct paths *s, const struct options *o, size_t *n,
	    struct fault *why)
{
  size_t room = 0;
  for (size_t i = 0; i < s->n_functions; i++)
    room += s->functions[i].n;
  struct path_row *rows = fresh (room, sizeof *rows, why);
  *n = 0;
  if (!rows)
    return NULL;
  for (size_t i = 0; i < s->n_functions; i++)
    {
      const struct path_function *f = s->functions + i;
      for (size_t k = 0; paths_select (o, f) && k < f->n; k++)
	rows[(*n)++] = (struct path_row) {
	  f, f->counts[k].region, f->counts[k].id, f->counts[k].n, f->insns[k]
	};
    }
  qsort (rows, *n, sizeof *rows, compare_rows);
  return rows;
}
