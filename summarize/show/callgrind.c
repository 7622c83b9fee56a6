/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The report in the format of callgrind: events by function and line, for
   callgrind_annotate and KCachegrind.  Who called whom is not known.  */

#include "summarize/costs.h"

struct sheet
{
  FILE *out;
  const struct report *report;
  bool known[COST_COLUMNS];
};

static void
put_head (const struct sheet *s)
{
  const struct report *r = s->report;
  put_text (s->out,
	    "# callgrind format\nversion: 1\ncreator: ghalt " HALT_VERSION
	    "\npid: ");
  put_number (s->out, r->recorded.pid);
  put_text (s->out, "\ncmd: ");
  put_printable (s->out, r->path);
  put_text (s->out, "\npart: 1\n\npositions: line\n");
  for (unsigned k = 0; k < COST_COLUMNS; k++)
    if (s->known[k])
      {
	const struct cost_column c = cost_column (k);
	put_text (s->out, "event: ");
	put_text (s->out, c.name);
	put_text (s->out, " : ");
	put_text (s->out, c.text);
	put_text (s->out, c.more);
	put_text (s->out, "\n");
      }
  put_text (s->out, "events:");
  for (unsigned k = 0; k < COST_COLUMNS; k++)
    if (s->known[k])
      {
	put_text (s->out, " ");
	put_text (s->out, cost_column (k).name);
      }
  put_text (s->out, "\n");
}

static void
put_name (const struct sheet *s, const char *what, const char *name)
{
  put_text (s->out, what);
  put_printable (s->out, *name ? name : "???");
  put_text (s->out, "\n");
}

/* NAME as tools find it: with the DIRECTORY it is relative to.  */
static void
put_file (const struct sheet *s, const char *what, const char *directory,
	  const char *name)
{
  put_text (s->out, what);
  if (*name && *name != '/' && *directory)
    {
      put_printable (s->out, directory);
      put_text (s->out, "/");
    }
  put_name (s, "", name);
}

static void
put_values (const struct sheet *s, const uint64_t *values)
{
  for (unsigned k = 0; k < COST_COLUMNS; k++)
    if (s->known[k])
      {
	put_text (s->out, " ");
	put_number (s->out, values[k]);
      }
  put_text (s->out, "\n");
}

static void
put_function (const struct sheet *s, const struct ghalt_function *fn,
	      const struct costs *c, uint64_t *totals)
{
  const char *directory = report_unit (s->report, fn).directory;
  const char *file = fn->file;
  put_file (s, "\nfl=", directory, file);
  put_name (s, "fn=", fn->pretty);
  for (size_t i = 0; i < c->n; i++)
    {
      if (c->rows[i].file != file)
	put_file (s, c->rows[i].file == fn->file ? "fe=" : "fi=", directory,
		  c->rows[i].file);
      file = c->rows[i].file;
      put_number (s->out, c->rows[i].line);
      put_values (s, c->rows[i].values);
      for (unsigned k = 0; k < COST_COLUMNS; k++)
	totals[k] = add_counts (totals[k], c->rows[i].values[k]);
    }
}

void
callgrind_report (FILE *out, const struct report *r)
{
  struct sheet s = { .out = out, .report = r };
  struct costs c = { 0 };
  struct ghalt_function fn;
  uint64_t totals[COST_COLUMNS] = { 0 };
  bool any = false;
  size_t object = SIZE_MAX;
  for (unsigned k = 0; k < COST_COLUMNS; k++)
    any |= s.known[k] = costs_known (r, k);
  if (!any)
    {
      fault (r->fault,
	     "%s: nothing was recorded that callgrind's format could "
	     "show",
	     r->profiles[0]);
      return;
    }
  put_head (&s);
  progress_begin ("function", r->facts.n_functions);
  for (size_t i = 0; report_next (r, &i, &fn);)
    {
      costs_find (&c, r, &fn);
      progress_step ();
      if (c.n == 0)
	continue;
      if (report_unit (r, &fn).object != object)
	put_name (&s, "\nob=", report_object (r, &fn).path);
      object = report_unit (r, &fn).object;
      put_function (&s, &fn, &c, totals);
    }
  put_text (out, "\ntotals:");
  put_values (&s, totals);
  progress_end ();
  costs_release (&c);
}
