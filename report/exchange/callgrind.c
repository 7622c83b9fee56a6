/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The report in the format of callgrind: events by function and line, and who
   called whom, for callgrind_annotate and KCachegrind.  Inclusive costs of calls are
   not known: they are 0.  */

#include <stdlib.h>
#include <string.h>
#include "report/exchange/costs.h"

struct sheet
{
  FILE *out;
  const struct report *report;
  bool known[COST_COLUMNS];
  const struct ghalt_call *calls, *end; /* those that were not written yet */
};

/* Who calls, or is called, if nobody knows.  */
#define ELSEWHERE "(elsewhere)"

static void
put_head (const struct sheet *s)
{
  const struct report *r = s->report;
  fprintf (s->out,
	   "# callgrind format\nversion: 1\ncreator: ghalt " HALT_VERSION
	   "\npid: %" PRIu64 "\ncmd: ",
	   (uint64_t) r->recorded.pid);
  put_printable (s->out, r->path);
  put_text (s->out, "\npart: 1\n\npositions: line\n");
  for (unsigned k = 0; k < COST_COLUMNS; k++)
    if (s->known[k])
      {
	const struct cost_column c = cost_column (k);
	fprintf (s->out, "event: %s : %s%s\n", c.name, c.text, c.more);
      }
  put_text (s->out, "events:");
  for (unsigned k = 0; k < COST_COLUMNS; k++)
    if (s->known[k])
      fprintf (s->out, " %s", cost_column (k).name);
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
  char *path = path_join (directory, name, s->report->fault);
  put_name (s, what, path ? path : name);
  free (path);
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

/* A call of the function that is being written, whose last line was of FILE; the
   file is now what is returned.  */
static const char *
put_call (const struct sheet *s, const struct ghalt_function *fn,
	  const struct ghalt_call *call, const char *file)
{
  static const uint64_t nothing[COST_COLUMNS];
  const struct report *r = s->report;
  const char *directory = fn ? report_unit (r, fn).directory : "";
  if (call->line && strcmp (call->file, file) != 0)
    {
      file = call->file;
      put_file (s, strcmp (file, fn->file) == 0 ? "fe=" : "fi=", directory,
		file);
    }
  if (call->callee == GHALT_NO_FUNCTION)
    {
      put_text (s->out, "cob=???\ncfi=???\n");
      put_name (s, "cfn=", *call->name ? call->name : CALL_POINTER);
    }
  else
    {
      struct ghalt_function callee = report_function (r, call->callee);
      put_name (s, "cob=", report_object (r, &callee).path);
      put_file (s, "cfi=", report_unit (r, &callee).directory, callee.file);
      put_name (s, "cfn=", callee.pretty);
    }
  put_text (s->out, "calls=");
  put_number (s->out, call->count.n);
  put_text (s->out, " ");
  put_number (s->out, call->callee == GHALT_NO_FUNCTION
			? 0
			: report_function (r, call->callee).line);
  put_text (s->out, "\n");
  put_number (s->out, call->line);
  put_values (s, nothing);
  return file;
}

/* The calls of function number CALLER, FN; of those before it there are none to
   write.  */
static void
put_calls (struct sheet *s, size_t caller, const struct ghalt_function *fn,
	   const char *file)
{
  for (; s->calls < s->end && s->calls->caller <= caller; s->calls++)
    if (s->calls->caller == caller && s->calls->count.n > 0
	&& (fn || s->report->chosen[s->calls->callee]))
      file = put_call (s, fn, s->calls, file);
}

static void
put_function (struct sheet *s, const struct ghalt_function *fn,
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
  put_calls (s, fn->number, fn, file);
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
  struct ghalt_calls *calls = NULL;
  if (report_has (r, HALT_CALL))
    {
      struct ghalt_error *error = NULL;
      size_t n;
      calls = ghalt_calls_open (r->data, &error);
      if (!calls)
	{
	  take_error (r->fault, error);
	  return;
	}
      s.calls = ghalt_calls_list (calls, &n);
      s.end = s.calls + n;
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
  if (s.calls < s.end && (s.end - 1)->caller == GHALT_NO_FUNCTION)
    {
      put_text (out, "\nob=???\nfl=???\nfn=" ELSEWHERE "\n");
      put_calls (&s, GHALT_NO_FUNCTION, NULL, "");
    }
  put_text (out, "\ntotals:");
  put_values (&s, totals);
  progress_end ();
  costs_release (&c);
  ghalt_calls_close (calls);
}
