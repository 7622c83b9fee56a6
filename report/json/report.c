/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The report as JSON: what was recorded, and all that follows.  */

#include "report/input/suite.h"
#include "report/json/json.h"
#include "report/report.h"

static void
put_indices (struct json *w, const struct ghalt_point *p)
{
  json_open (w, "indices", '[');
  for (uint64_t i = 0; i < p->n_indices; i++)
    {
      json_open (w, NULL, '{');
      json_id (w, "index", p->indices[i].index);
      json_count (w, "count", p->indices[i].count);
      json_close (w, '}');
    }
  json_close (w, ']');
}

/* A line near P, if it is on none itself.  */
static void
near (struct json *w, const struct report *r, const struct ghalt_point *p)
{
  struct ghalt_place place;
  if (p->line > 0 || !ghalt_point_place (r->data, p, &place))
    return;
  json_open (w, "near", '{');
  json_text (w, "file", place.file);
  json_count (w, "line", place.line);
  json_close (w, '}');
}

/* The counters of P.  */
static void
counters (struct json *w, const struct ghalt_point *p)
{
  json_truth (w, "recorded", p->recorded);
  if (!p->recorded)
    return;
  json_count (w, "events", p->events);
  json_truth (w, "shared", p->shared);
  if (kind_counts (p->kind) == CELLS_WAYS)
    {
      json_count (w, "not_taken", p->counters[0]);
      json_count (w, "taken", p->counters[1]);
    }
  else if (kind_indexed (p->kind))
    put_indices (w, p);
  else if (kind_counts (p->kind) == CELLS_BYTES)
    json_count (w, "bytes", p->counters[1]);
}

static void
put_points (struct json *w, const struct report *r, size_t function)
{
  struct ghalt_point p;
  json_open (w, "points", '[');
  for (uint32_t i = 0; ghalt_point (r->data, function, i, &p); i++)
    {
      if (r->options->kinds && !options_kind (r->options, p.kind))
	continue;
      json_open (w, NULL, '{');
      json_point (w, r->data, &p);
      near (w, r, &p);
      counters (w, &p);
      json_close (w, '}');
    }
  json_close (w, ']');
}

/* What became of the counts of function number NUMBER, if they are another build's.  */
static void
put_moved (struct json *w, const struct report *r, size_t number)
{
  static const char *const how[] = { "", "same", "changed", "renamed" };
  struct ghalt_onto_function fn;
  if (!ghalt_function_moved (r->data, number, &fn))
    return;
  json_open (w, "onto", '{');
  json_text (w, "how", how[fn.how]);
  json_text (w, "was", fn.was);
  json_count (w, "events", fn.events);
  json_count (w, "kept", fn.kept);
  json_count (w, "sure", fn.sure);
  json_close (w, '}');
}

/* Write function number NUMBER.  */
static void
put_function (struct json *w, const struct report *r, size_t number,
	      const void *none)
{
  (void) none;
  struct ghalt_function function = report_function (r, number), *fn = &function;
  struct ghalt_graph *g = open_graph (r->data, fn->number, 1, w->fault);
  uint32_t conflict;
  if (!g)
    return;
  json_open (w, NULL, '{');
  json_function (w, fn);
  if (ghalt_graph_conflict (g, &conflict))
    json_count (w, "contradiction", conflict);
  put_moved (w, r, fn->number);
  json_flow (w, g);
  put_points (w, r, fn->number);
  json_close (w, '}');
  ghalt_graph_close (g);
}

static void
open_unit (struct json *w, const struct ghalt_unit *u, size_t i)
{
  json_line (w);
  json_open (w, NULL, '{');
  json_unit (w, u);
  json_count (w, "unit", i);
  json_count (w, "object", u->object);
  json_open (w, "functions", '[');
}

/* Write unit number I with what was selected of it, as PARTS has it.  */
static void
put_unit (struct json *w, const struct report *r, size_t i, struct parts *parts)
{
  struct ghalt_unit u;
  bool open = r->options->n_functions == 0;
  ghalt_unit (r->data, i, &u);
  if (open)
    open_unit (w, &u, i);
  for (size_t k = u.first_function; k < u.first_function + u.n_functions; k++)
    {
      if (!r->chosen[k])
	continue;
      if (!open)
	open_unit (w, &u, i);
      open = true;
      json_line (w);
      w->more = true;
      parts_put (parts, w);
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
  for (uint32_t kind = 0; kind < ghalt_kinds_end (); kind++)
    {
      struct ghalt_totals t;
      ghalt_totals (r->data, kind, r->chosen, &t);
      if (!options_kind (r->options, kind) || t.points == 0)
	continue;
      json_open (w, NULL, '{');
      json_word (w, "kind", kind_name (kind));
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
json_objects (struct json *w, const struct ghalt_report *r)
{
  struct ghalt_object o;
  json_open (w, "objects", '[');
  for (size_t i = 0; ghalt_object (r, i, &o); i++)
    {
      json_open (w, NULL, '{');
      json_text (w, "path", o.path);
      json_text (w, "build_id", o.build_id);
      json_count (w, "unresolved", o.unresolved);
      if (*o.why)
	json_text (w, "why", o.why);
      else
	json_nothing (w, "why");
      json_close (w, '}');
    }
  json_close (w, ']');
}

void
json_sources (struct json *w, const struct report *r)
{
  json_text (w, "program", r->path);
  json_text (w, "build_id", r->build_id);
  json_open (w, "profiles", '[');
  for (size_t i = 0; i < r->n_profiles; i++)
    json_text (w, NULL, r->profiles[i]);
  json_close (w, ']');
  json_count (w, "lost", r->recorded.lost);
  json_truth (w, "lost_by_threads", r->recorded.lost_by_threads);
}

void
json_suite (struct json *w, const struct suite *s)
{
  if (s->n_parts == 1)
    {
      json_sources (w, &s->parts->report);
      return;
    }
  json_open (w, "programs", '[');
  for (size_t i = 0; i < s->n_parts; i++)
    {
      json_line (w);
      json_open (w, NULL, '{');
      json_sources (w, &s->parts[i].report);
      json_close (w, '}');
    }
  json_close (w, ']');
}

/* What became of the whole profile.  */
static void
put_all_moved (struct json *w, const struct report *r)
{
  if (!r->is_moved)
    return;
  json_open (w, "onto", '{');
  json_count (w, "events", r->moved.events);
  json_count (w, "kept", r->moved.kept);
  json_count (w, "left_out", r->moved.elsewhere);
  json_count (w, "same", r->moved.n_same);
  json_count (w, "changed", r->moved.n_changed);
  json_count (w, "renamed", r->moved.n_renamed);
  json_count (w, "new", r->moved.n_new);
  json_count (w, "gone", r->moved.n_gone);
  json_close (w, '}');
}

static void
put_head (struct json *w, const struct report *r)
{
  json_count (w, "halt_report", 1);
  json_sources (w, r);
  json_count (w, "strays", r->facts.strays);
  json_count (w, "foreign_points", r->facts.n_foreign);
  put_all_moved (w, r);
  json_objects (w, r->data);
  put_totals (w, r);
}

void
json_report (FILE *out, const struct report *r)
{
  struct json w = json_begin (out, r->fault);
  struct parts *parts = parts_begin (r, put_function, NULL);
  if (!parts)
    return;
  json_open (&w, NULL, '{');
  put_head (&w, r);
  json_open (&w, "units", '[');
  progress_begin ("function", r->facts.n_functions);
  for (size_t i = 0; i < r->facts.n_units; i++)
    put_unit (&w, r, i, parts);
  progress_end ();
  parts_end (parts);
  json_close (&w, ']');
  json_close (&w, '}');
  json_finish (&w);
}
