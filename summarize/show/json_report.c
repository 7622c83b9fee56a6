/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The report as JSON: what was recorded, and all that follows.  */

#include "summarize/json.h"
#include "summarize/report.h"

static void
indices (struct json *w, const struct counted *c)
{
  json_open (w, "indices", '[');
  for (uint64_t i = 0; i < c->n_rows; i++)
    {
      json_open (w, NULL, '{');
      json_id (w, "index", c->rows[3 * i + 1]);
      json_count (w, "count", c->rows[3 * i + 2]);
      json_close (w, '}');
    }
  json_close (w, ']');
}

/* A line near P, if it is on none itself.  */
static void
near (struct json *w, const struct map *m, const struct halt_map_function *fn,
      const struct halt_map_point *p)
{
  struct position place = point_place (m, fn, p);
  if (p->line > 0 || place.line == 0)
    return;
  json_open (w, "near", '{');
  json_text (w, "file", m->strings + place.file);
  json_count (w, "line", place.line);
  json_close (w, '}');
}

/* The counters of P.  */
static void
counters (struct json *w, const struct join *j, const struct halt_map_point *p,
	  uint64_t base)
{
  const struct counted *c = !kind_counted (p->kind) || !j->prof->rows[p->kind]
			      ? NULL
			      : join_find (j, p->kind, point_id (p, base));
  json_truth (w, "recorded", c);
  if (!c)
    return;
  json_count (w, "events", c->events);
  json_truth (w, "shared", c->shared);
  if (kind_counts (p->kind) == CELLS_WAYS)
    {
      json_count (w, "not_taken", c->counters[0]);
      json_count (w, "taken", c->counters[1]);
    }
  else if (kind_indexed (p->kind))
    indices (w, c);
  else if (kind_counts (p->kind) == CELLS_BYTES)
    json_count (w, "bytes", c->counters[1]);
}

static void
put_points (struct json *w, const struct report *r,
	    const struct joined_unit *ju, const struct halt_map_function *fn)
{
  const struct map *m = &ju->unit->map;
  json_open (w, "points", '[');
  for (uint32_t i = 0; i < fn->n_points; i++)
    {
      const struct halt_map_point *p = m->points + fn->first_point + i;
      if (r->options->kinds && !options_kind (r->options, p->kind))
	continue;
      json_open (w, NULL, '{');
      json_point (w, m, p, ju->base);
      near (w, m, fn, p);
      counters (w, r->join, p, ju->base);
      json_close (w, '}');
    }
  json_close (w, ']');
}

static void
put_function (struct json *w, const struct report *r,
	      const struct joined_unit *ju, uint32_t number)
{
  const struct map *m = &ju->unit->map;
  const struct halt_map_function *fn = m->functions + number;
  struct flow flow;
  if (!measure_function (&flow, r->join, ju, number, w->fault))
    return;
  json_open (w, NULL, '{');
  json_function (w, ju->unit, number);
  if (flow.conflict)
    json_count (w, "contradiction", flow.conflict_at);
  json_flow (w, m, fn, &flow);
  put_points (w, r, ju, fn);
  json_close (w, '}');
  flow_release (&flow);
}

static void
open_unit (struct json *w, const struct joined_unit *ju, size_t i)
{
  json_line (w);
  json_open (w, NULL, '{');
  json_unit (w, ju->unit, ju->base);
  json_count (w, "unit", i);
  json_count (w, "object", ju->object);
  json_open (w, "functions", '[');
}

/* Write unit number I with what was selected of it.  */
static void
put_unit (struct json *w, const struct report *r, size_t i)
{
  const struct joined_unit *ju = r->join->units + i;
  const struct map *m = &ju->unit->map;
  bool open = r->options->n_functions == 0;
  if (open)
    open_unit (w, ju, i);
  for (uint32_t k = 0; k < m->header->n_functions; k++)
    {
      if (ju->unit->discarded[k]
	  || !options_select (r->options, m, m->functions + k))
	continue;
      if (!open)
	open_unit (w, ju, i);
      open = true;
      json_line (w);
      put_function (w, r, ju, k);
      progress_step ();
    }
  if (open)
    {
      json_close (w, ']');
      json_close (w, '}');
    }
}

static void
put_totals (struct json *w, const struct report *r)
{
  json_open (w, "totals", '[');
  for (uint32_t kind = 0; kind < HALT_KIND_END; kind++)
    {
      struct totals t = totals_of (r->join, r->options, kind);
      if (!options_kind (r->options, kind) || t.points == 0)
	continue;
      json_open (w, NULL, '{');
      json_text (w, "kind", kind_name (kind));
      json_count (w, "points", t.points);
      json_truth (w, "recorded", t.recorded);
      if (t.recorded)
	{
	  json_count (w, "executed", t.executed);
	  json_count (w, "events", t.events);
	  if (kind_counts (kind) == CELLS_BYTES)
	    json_count (w, "bytes", t.bytes);
	}
      json_close (w, '}');
    }
  json_close (w, ']');
}

void
json_objects (struct json *w, const struct join *j)
{
  const struct prof *prof = j->prof;
  json_open (w, "objects", '[');
  for (uint32_t i = 0; i < prof->header->n_objects; i++)
    {
      const struct halt_prof_object *object = prof->objects + i;
      const char *why = j->objects[i].why.text;
      json_open (w, NULL, '{');
      json_text (w, "path", prof->strings + object->path);
      json_text (w, "build_id", prof->strings + object->build_id);
      json_count (w, "unresolved", j->objects[i].unresolved);
      if (*why)
	json_text (w, "why", why);
      else
	json_nothing (w, "why");
      json_close (w, '}');
    }
  json_close (w, ']');
}

void
json_sources (struct json *w, const struct report *r)
{
  json_text (w, "program", r->program->path);
  json_text (w, "build_id", r->program->image.build_id);
  json_open (w, "profiles", '[');
  for (size_t i = 0; i < r->n_profiles; i++)
    json_text (w, NULL, r->profiles[i]);
  json_close (w, ']');
  json_count (w, "lost", r->join->prof->header->lost);
  json_truth (w, "lost_by_threads",
	      r->join->prof->header->flags & HALT_PROF_THREADS);
}

static void
put_head (struct json *w, const struct report *r)
{
  json_count (w, "halt_report", 1);
  json_sources (w, r);
  json_count (w, "strays", r->join->strays);
  json_count (w, "foreign_points", r->join->n_foreign);
  json_objects (w, r->join);
  put_totals (w, r);
}

void
json_report (FILE *out, const struct report *r)
{
  struct json w = json_begin (out, r->fault);
  json_open (&w, NULL, '{');
  put_head (&w, r);
  json_open (&w, "units", '[');
  progress_begin ("function", r->join->n_functions);
  for (size_t i = 0; i < r->join->n_units; i++)
    put_unit (&w, r, i);
  progress_end ();
  json_close (&w, ']');
  json_close (&w, '}');
  put_text (out, "\n");
}
