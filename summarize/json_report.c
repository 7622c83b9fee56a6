/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The report as JSON: what was recorded, and all that follows.  */

#include "summarize/json.h"
#include "summarize/report.h"

/* Add C, a count of W, to O.  */
static void
count (json_t *o, const struct flow *w, const struct count *c)
{
  char reason[256];
  static const char *const words[] = {
    [COUNT_UNKNOWN] = "unknown", [COUNT_DERIVED] = "derived",
    [COUNT_MEASURED] = "measured"
  };
  json_put (o, "count", c->how == COUNT_UNKNOWN ? json_null ()
	    : json_count (c->n));
  json_put (o, "how", json_text (words[c->how]));
  if (flow_reason (reason, sizeof reason, w, c) > 0)
    json_put (o, "reason", json_text (reason));
}

static json_t *
indices (const struct counted *c)
{
  json_t *list = json_array ();
  for (uint64_t i = 0; i < c->n_rows; i++)
    {
      json_t *o = json_object ();
      json_put (o, "index", json_id (c->rows[3 * i + 1]));
      json_put (o, "count", json_count (c->rows[3 * i + 2]));
      json_array_append_new (list, o);
    }
  return list;
}

/* Add the counters of P to its object O.  */
static void
counters (json_t *o, const struct join *j, const struct halt_map_point *p,
	  uint64_t base)
{
  const struct counted *c
    = kind_cells (p->kind) == 0 || !j->prof->rows[p->kind] ? NULL
      : join_find (j, p->kind, point_id (p, base));
  json_put (o, "recorded", json_boolean (c));
  if (!c)
    return;
  json_put (o, "events", json_count (c->events));
  json_put (o, "shared", json_boolean (c->shared));
  if (p->kind == HALT_CBR)
    {
      json_put (o, "not_taken", json_count (c->counters[0]));
      json_put (o, "taken", json_count (c->counters[1]));
    }
  else if (kind_indexed (p->kind))
    json_put (o, "indices", indices (c));
  else if (kind_cells (p->kind) == 2)
    json_put (o, "bytes", json_count (c->counters[1]));
}

/* Blocks 0 and 1 are the function's entry and exit.  */
static json_t *
blocks_of (const struct map *m, const struct halt_map_function *fn,
	   const struct flow *w)
{
  json_t *list = json_array ();
  const struct halt_map_line *line = m->lines + fn->first_line;
  for (uint32_t i = 0; i < w->n_blocks; i++)
    {
      json_t *o;
      if (i < HALT_BLOCK_FIRST)
	json_put (o = json_object (), "block", json_integer (i));
      else
	{
	  const struct halt_map_block *b
	    = m->blocks + fn->first_block + i - HALT_BLOCK_FIRST;
	  o = json_block (m, b, i, line);
	  line += b->n_lines;
	}
      count (o, w, w->block_counts + i);
      json_array_append_new (list, o);
    }
  return list;
}

static json_t *
whole_function (const struct report *r, const struct joined_unit *ju,
		uint32_t number)
{
  const struct map *m = &ju->unit->map;
  const struct halt_map_function *fn = m->functions + number;
  json_t *o = json_function (ju->unit, number), *edges = json_array (),
	 *points = json_array ();
  struct flow w;
  measure_function (&w, r->join, ju, number);
  json_put (o, "blocks", blocks_of (m, fn, &w));
  for (uint32_t i = 0; i < fn->n_edges; i++)
    {
      json_t *edge = json_edge (w.edges + i);
      count (edge, &w, w.edge_counts + i);
      json_array_append_new (edges, edge);
    }
  flow_release (&w);
  for (uint32_t i = 0; i < fn->n_points; i++)
    {
      const struct halt_map_point *p = m->points + fn->first_point + i;
      if (r->options->kinds && !options_kind (r->options, p->kind))
	continue;
      json_t *point = json_point (m, p, ju->base);
      counters (point, r->join, p, ju->base);
      json_array_append_new (points, point);
    }
  json_put (o, "edges", edges);
  json_put (o, "points", points);
  return o;
}

static bool
put_unit (FILE *out, const struct report *r, size_t i, bool first)
{
  const struct joined_unit *ju = r->join->units + i;
  const struct map *m = &ju->unit->map;
  bool open = false;
  for (uint32_t k = 0; k <= m->header->n_functions; k++)
    {
      bool last = k == m->header->n_functions;
      if (last ? r->options->n_functions > 0
	  : ju->unit->discarded[k]
	    || !options_select (r->options, m, m->functions + k))
	continue;
      bool was = open;
      if (!open)
	{
	  json_t *unit = json_unit (ju->unit, ju->base);
	  json_put (unit, "unit", json_integer ((json_int_t) i));
	  json_put (unit, "object", json_integer (ju->object));
	  put_text (out, first ? "\n" : ",\n");
	  json_open (out, unit, "functions");
	  open = true;
	}
      if (last)
	break;
      put_text (out, was ? ",\n" : "\n");
      json_write (out, whole_function (r, ju, k));
      progress_step ();
    }
  put_text (out, open ? "]}" : "");
  return open;
}

static json_t *
totals (const struct report *r)
{
  json_t *list = json_array ();
  for (uint32_t kind = 0; kind < HALT_KIND_END; kind++)
    {
      struct totals t = totals_of (r->join, r->options, kind);
      if (!options_kind (r->options, kind) || t.points == 0)
	continue;
      json_t *o = json_object ();
      json_put (o, "kind", json_text (kind_name (kind)));
      json_put (o, "points", json_count (t.points));
      json_put (o, "recorded", json_boolean (t.recorded));
      if (t.recorded)
	{
	  json_put (o, "executed", json_count (t.executed));
	  json_put (o, "events", json_count (t.events));
	  if (kind_cells (kind) == 2 && !kind_indexed (kind)
	      && kind != HALT_CBR)
	    json_put (o, "bytes", json_count (t.bytes));
	}
      json_array_append_new (list, o);
    }
  return list;
}

static json_t *
objects (const struct join *j)
{
  const struct prof *prof = j->prof;
  json_t *list = json_array ();
  for (uint32_t i = 0; i < prof->header->n_objects; i++)
    {
      const struct halt_prof_object *object = prof->objects + i;
      json_t *o = json_object ();
      json_put (o, "path", json_text (prof->strings + object->path));
      json_put (o, "build_id", json_text (prof->strings + object->build_id));
      json_put (o, "unresolved", json_count (j->objects[i].unresolved));
      json_put (o, "why", j->objects[i].why.text[0]
		? json_text (j->objects[i].why.text) : json_null ());
      json_array_append_new (list, o);
    }
  return list;
}

void
json_report (FILE *out, const struct report *r)
{
  json_start ();
  json_t *head = json_object (), *profiles = json_array ();
  bool first = true;
  for (size_t i = 0; i < r->n_profiles; i++)
    json_array_append_new (profiles, json_text (r->profiles[i]));
  json_put (head, "halt_report", json_integer (1));
  json_put (head, "program", json_text (r->program->path));
  json_put (head, "build_id", json_text (r->program->image.build_id));
  json_put (head, "profiles", profiles);
  json_put (head, "lost", json_count (r->join->prof->header->lost));
  json_put (head, "strays", json_count (r->join->strays));
  json_put (head, "foreign_points", json_count (r->join->n_foreign));
  json_put (head, "objects", objects (r->join));
  json_put (head, "totals", totals (r));
  json_open (out, head, "units");
  progress_begin ("function", r->join->n_functions);
  for (size_t i = 0; i < r->join->n_units; i++)
    first &= !put_unit (out, r, i, first);
  progress_end ();
  put_text (out, "]}\n");
}
