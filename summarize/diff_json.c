/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What halt diff found as JSON; schema in docs/schema/diff.json.  */

#include "summarize/diff.h"
#include "summarize/json.h"

/* Put the function of C.  */
static void
put_function (json_t *o, const struct diff *d, const struct counted *c)
{
  const struct joined_unit *ju = d->a.units + c->unit;
  const struct map *m = &ju->unit->map;
  const struct halt_map_function *fn = m->functions + c->function;
  const struct prof *prof = d->a.prof;
  json_put (o, "object",
	    json_text (prof->strings + prof->objects[ju->object].path));
  json_put (o, "function", json_text (m->strings + fn->name));
  json_put (o, "pretty", json_text (function_name (m, fn)));
}

static json_t *
function (const struct diff *d, const struct function_change *fn)
{
  json_t *o = json_object ();
  put_function (o, d, fn->point);
  json_put (o, "events_a", json_count (fn->a));
  json_put (o, "events_b", json_count (fn->b));
  return o;
}

/* The counters of C, as the rows of a profile have them.  */
static json_t *
counters (const struct counted *c)
{
  json_t *list = json_array ();
  uint32_t kind = c->point->kind;
  if (kind_indexed (kind))
    for (uint64_t i = 0; i < c->n_rows; i++)
      {
	json_t *pair = json_array ();
	json_array_append_new (pair, json_count (c->rows[3 * i + 1]));
	json_array_append_new (pair, json_count (c->rows[3 * i + 2]));
	json_array_append_new (list, pair);
      }
  else
    for (unsigned i = 0; i < kind_cells (kind); i++)
      json_array_append_new (list, json_count (c->counters[i]));
  return list;
}

static json_t *
point (const struct diff *d, const struct change *c)
{
  const struct joined_unit *ju = d->a.units + c->a->unit;
  json_t *o = json_point (&ju->unit->map, c->a->point, ju->base);
  put_function (o, d, c->a);
  json_put (o, "shared", json_boolean (c->a->shared));
  json_put (o, "a", counters (c->a));
  json_put (o, "b", counters (c->b));
  return o;
}

void
diff_json (FILE *out, const struct diff *d)
{
  uint64_t top = d->options->top;
  json_start ();
  json_t *o = json_object ();
  json_put (o, "halt_diff", json_integer (1));
  json_put (o, "program", json_text (d->program->path));
  json_put (o, "a", json_text (d->names[0]));
  json_put (o, "b", json_text (d->names[1]));
  json_open (out, o, "functions");
  for (size_t i = 0; i < d->n_functions && i < top; i++)
    {
      put_text (out, i ? ",\n" : "\n");
      json_write (out, function (d, d->functions + i));
    }
  put_text (out, "],\"points\":[");
  const char *before = "\n";
  for (uint32_t kind = 0; kind < HALT_KIND_END; kind++)
    for (size_t i = 0; i < d->first[kind + 1] - d->first[kind] && i < top; i++)
      {
	put_text (out, before);
	json_write (out, point (d, d->changes + d->first[kind] + i));
	before = ",\n";
      }
  put_text (out, "]}\n");
}
