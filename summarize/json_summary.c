/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The summary as JSON: a unit, then one function a line.  */

#include "summarize/json.h"

static json_t *
whole_function (const struct unit *u, uint32_t number)
{
  const struct map *m = &u->map;
  const struct halt_map_function *fn = m->functions + number;
  const struct halt_map_line *line = m->lines + fn->first_line;
  json_t *o = json_function (u, number), *blocks = json_array (),
	 *edges = json_array (), *points = json_array ();
  for (uint32_t i = 0; i < fn->n_blocks; i++)
    {
      const struct halt_map_block *b = m->blocks + fn->first_block + i;
      json_array_append_new (blocks, json_block (m, b, i + HALT_BLOCK_FIRST,
						 line));
      line += b->n_lines;
    }
  for (uint32_t i = 0; i < fn->n_edges; i++)
    json_array_append_new (edges, json_edge (m->edges + fn->first_edge + i));
  for (uint32_t i = 0; i < fn->n_points; i++)
    json_array_append_new (points, json_point (m, m->points + fn->first_point
					       + i, u->base));
  json_put (o, "blocks", blocks);
  json_put (o, "edges", edges);
  json_put (o, "points", points);
  return o;
}

/* Write the unit with what O selects of it.  True if it wrote something.  */
static bool
put_unit (FILE *out, const struct program *p, size_t i,
	  const struct options *o, bool first)
{
  const struct unit *u = p->units + i;
  bool open = false;
  for (uint32_t k = 0; k <= u->map.header->n_functions; k++)
    {
      bool last = k == u->map.header->n_functions;
      if (last ? o->n_functions > 0
	  : !options_select (o, &u->map, u->map.functions + k))
	continue;
      bool was = open;
      if (!open)
	{
	  json_t *unit = json_unit (u, u->base);
	  json_put (unit, "unit", json_integer ((json_int_t) i));
	  put_text (out, first ? "\n" : ",\n");
	  json_open (out, unit, "functions");
	  open = true;
	}
      if (last)
	break;
      put_text (out, was ? ",\n" : "\n");
      json_write (out, whole_function (u, k));
      progress_step ();
    }
  put_text (out, open ? "]}" : "");
  return open;
}

void
json_summary (FILE *out, const struct program *p, const struct options *o)
{
  json_start ();
  json_t *head = json_object ();
  bool first = true;
  json_put (head, "halt_summary", json_integer (1));
  json_put (head, "program", json_text (p->path));
  json_put (head, "build_id", json_text (p->image.build_id));
  json_open (out, head, "units");
  size_t n = 0;
  for (size_t i = 0; i < p->n_units; i++)
    n += p->units[i].map.header->n_functions;
  progress_begin ("function", n);
  for (size_t i = 0; i < p->n_units; i++)
    first &= !put_unit (out, p, i, o, first);
  progress_end ();
  put_text (out, "]}\n");
}
