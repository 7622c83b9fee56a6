/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What ghalt diff found as JSON; schema in docs/schema/diff.json.  */

#include "report/diff/diff.h"
#include "report/json/json.h"

/* The members of the function of C.  */
static void
function_of (struct json *w, const struct diff *d, const struct counted *c)
{
  struct ghalt_function fn = diff_function (d, c);
  struct ghalt_object o;
  ghalt_object (d->reports[0], d->a->units[c->unit].object, &o);
  json_text (w, "object", o.path);
  json_text (w, "function", fn.name);
  json_text (w, "pretty", fn.pretty);
}

static void
put_function (struct json *w, const struct diff *d,
	      const struct function_change *fn)
{
  json_open (w, NULL, '{');
  function_of (w, d, fn->point);
  json_count (w, "events_a", fn->a);
  json_count (w, "events_b", fn->b);
  json_close (w, '}');
}

/* The counters of C, as the rows of a profile have them.  */
static void
put_counters (struct json *w, const char *key, const struct counted *c)
{
  uint32_t kind = c->point->kind;
  json_open (w, key, '[');
  if (kind_indexed (kind))
    for (uint64_t i = 0; i < c->n_rows; i++)
      {
	json_open (w, NULL, '[');
	json_count (w, NULL, c->rows[3 * i + 1]);
	json_count (w, NULL, c->rows[3 * i + 2]);
	json_close (w, ']');
      }
  else
    for (unsigned i = 0; i < kind_cells (kind); i++)
      json_count (w, NULL, c->counters[i]);
  json_close (w, ']');
}

static void
put_point (struct json *w, const struct diff *d, const struct change *c)
{
  struct ghalt_point p = diff_point (d, 0, c->a);
  json_open (w, NULL, '{');
  json_point (w, d->reports[0], &p);
  function_of (w, d, c->a);
  json_truth (w, "shared", c->a->shared);
  put_counters (w, "a", c->a);
  put_counters (w, "b", c->b);
  json_close (w, '}');
}

void
diff_json (FILE *out, const struct diff *d)
{
  uint64_t top = d->options->top;
  struct json w = json_begin (out, d->fault);
  json_open (&w, NULL, '{');
  json_count (&w, "halt_diff", 1);
  json_text (&w, "program", d->path);
  json_text (&w, "a", d->names[0]);
  json_text (&w, "b", d->names[1]);
  json_truth (&w, "lost_by_threads_a",
	      d->a->prof->header->flags & HALT_PROF_THREADS);
  json_truth (&w, "lost_by_threads_b",
	      d->b->prof->header->flags & HALT_PROF_THREADS);
  json_open (&w, "functions", '[');
  for (size_t i = 0; i < d->n_functions && i < top; i++)
    {
      json_line (&w);
      put_function (&w, d, d->functions + i);
    }
  json_close (&w, ']');
  json_open (&w, "points", '[');
  for (uint32_t kind = 0; kind < HALT_KIND_END; kind++)
    for (size_t i = 0; i < d->first[kind + 1] - d->first[kind] && i < top; i++)
      {
	json_line (&w);
	put_point (&w, d, d->changes + d->first[kind] + i);
      }
  json_close (&w, ']');
  json_close (&w, '}');
  json_finish (&w);
}
