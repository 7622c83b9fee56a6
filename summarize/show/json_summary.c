/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The summary as JSON: a unit, then one function a line.  */

#include "summarize/json.h"

static void
put_blocks (struct json *w, const struct map *m,
	    const struct halt_map_function *fn)
{
  const struct halt_map_line *line = m->lines + fn->first_line;
  json_open (w, "blocks", '[');
  for (uint32_t i = 0; i < fn->n_blocks; i++)
    {
      const struct halt_map_block *b = m->blocks + fn->first_block + i;
      json_open (w, NULL, '{');
      json_block (w, m, b, i + HALT_BLOCK_FIRST, line);
      json_close (w, '}');
      line += b->n_lines;
    }
  json_close (w, ']');
}

static void
put_function (struct json *w, const struct unit *u, uint32_t number)
{
  const struct map *m = &u->map;
  const struct halt_map_function *fn = m->functions + number;
  json_open (w, NULL, '{');
  json_function (w, u, number);
  put_blocks (w, m, fn);
  json_open (w, "edges", '[');
  for (uint32_t i = 0; i < fn->n_edges; i++)
    {
      json_open (w, NULL, '{');
      json_edge (w, m->edges + fn->first_edge + i);
      json_close (w, '}');
    }
  json_close (w, ']');
  json_open (w, "points", '[');
  for (uint32_t i = 0; i < fn->n_points; i++)
    {
      json_open (w, NULL, '{');
      json_point (w, m, m->points + fn->first_point + i, u->base);
      json_close (w, '}');
    }
  json_close (w, ']');
  json_close (w, '}');
}

static void
open_unit (struct json *w, const struct unit *u, size_t i)
{
  json_line (w);
  json_open (w, NULL, '{');
  json_unit (w, u, u->base);
  json_count (w, "unit", i);
  json_open (w, "functions", '[');
}

/* Write the unit with what O selects of it.  */
static void
put_unit (struct json *w, const struct program *p, size_t i,
	  const struct options *o)
{
  const struct unit *u = p->units + i;
  bool open = o->n_functions == 0;
  if (open)
    open_unit (w, u, i);
  for (uint32_t k = 0; k < u->map.header->n_functions; k++)
    {
      if (!options_select (o, &u->map, u->map.functions + k))
	continue;
      if (!open)
	open_unit (w, u, i);
      open = true;
      json_line (w);
      put_function (w, u, k);
      progress_step ();
    }
  if (open)
    {
      json_close (w, ']');
      json_close (w, '}');
    }
}

void
json_summary (FILE *out, const struct program *p, const struct options *o,
	      struct fault *f)
{
  struct json w = json_begin (out, f);
  size_t n = 0;
  json_open (&w, NULL, '{');
  json_count (&w, "halt_summary", 1);
  json_text (&w, "program", p->path);
  json_text (&w, "build_id", p->image.build_id);
  json_open (&w, "units", '[');
  for (size_t i = 0; i < p->n_units; i++)
    n += p->units[i].map.header->n_functions;
  progress_begin ("function", n);
  for (size_t i = 0; i < p->n_units; i++)
    put_unit (&w, p, i, o);
  progress_end ();
  json_close (&w, ']');
  json_close (&w, '}');
  put_text (out, "\n");
}
