/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What flame graphs are drawn of: who called whom, if that was counted; functions and
   lines; stacks that the user has.  */

#include <stdlib.h>
#include <string.h>
#include "report/html/website.h"

/* What a frame's width is: what tells most of what was counted.  NULL: nothing.  */
static const char *
unit_of (const struct website *s)
{
  return s->blocks     ? "blocks"
	 : s->branches ? "branches"
	 : s->calls    ? "calls"
		       : NULL;
}

static uint64_t
own (const struct website *s, size_t function)
{
  const struct totals *h = s->totals + function;
  return s->blocks ? h->blocks : s->branches ? h->branches : h->calls;
}

static void
begin_view (struct json *w, const char *title, const char *unit)
{
  json_line (w);
  json_open (w, NULL, '{');
  json_text (w, "title", title);
  json_text (w, "unit", unit);
}

static void
put_note (struct json *w, const char *text)
{
  json_open (w, "notes", '[');
  json_text (w, NULL, text);
  json_close (w, ']');
}

/* The calls of LIST, those from one function to another in one row: their numbers among
   the NAMES, from 1, and how many.  */
static void
put_calls (struct json *w, const struct ghalt_call *list, size_t n,
	   const size_t *names)
{
  json_open (w, "calls", '[');
  for (size_t i = 0, end; i < n; i = end)
    {
      uint64_t sum = 0;
      for (end = i; end < n && list[end].caller == list[i].caller
		    && list[end].callee == list[i].callee;
	   end++)
	sum = add_counts (sum, list[end].count.how == GHALT_UNKNOWN
				 ? 1
				 : list[end].count.n);
      bool elsewhere = list[i].caller == GHALT_NO_FUNCTION;
      if (sum == 0 || list[i].callee == GHALT_NO_FUNCTION
	  || !names[list[i].callee] || (!elsewhere && !names[list[i].caller]))
	continue;
      json_open (w, NULL, '[');
      json_signed (w, NULL,
		   elsewhere ? -1 : (int64_t) names[list[i].caller] - 1);
      json_count (w, NULL, names[list[i].callee] - 1);
      website_count (w, NULL, sum);
      json_close (w, ']');
    }
  json_close (w, ']');
}

/* Who called whom.  */
static bool
put_call_graph (struct json *w, const struct website *s)
{
  const struct report *r = s->report;
  struct ghalt_error *error = NULL;
  struct ghalt_calls *calls = ghalt_calls_open (r->data, &error);
  size_t *names = fresh (r->facts.n_functions, sizeof *names, r->fault);
  size_t n, n_names = 0;
  struct ghalt_function fn;
  if (!calls)
    take_error (r->fault, error);
  if (calls && names)
    {
      const struct ghalt_call *list = ghalt_calls_list (calls, &n);
      begin_view (w, "who called whom", unit_of (s));
      put_note (w,
		"Who called whom was counted, but not for which caller a "
		"function did what. What has one caller stands under it, and "
		"so does, by its calls, what does the same each time. All "
		"else that has several callers, or is called through "
		"pointers or by code that was not counted, is hatched and "
		"stands apart: its callers are unknown. What recursion did "
		"is in the first call. ATOM's tool stacks tells it all.");
      json_open (w, "names", '[');
      for (size_t i = 0; report_next (r, &i, &fn);)
	if (s->totals[fn.number].recorded)
	  {
	    json_text (w, NULL, fn.pretty);
	    names[fn.number] = ++n_names;
	  }
      json_close (w, ']');
      json_open (w, "own", '[');
      for (size_t i = 0; report_next (r, &i, &fn);)
	if (names[fn.number])
	  website_count (w, NULL, own (s, fn.number));
      json_close (w, ']');
      json_open (w, "even", '[');
      for (size_t i = 0; report_next (r, &i, &fn);)
	if (names[fn.number])
	  json_count (w, NULL, s->totals[fn.number].even);
      json_close (w, ']');
      put_calls (w, list, n, names);
      json_close (w, '}');
    }
  free (names);
  ghalt_calls_close (calls);
  return !r->fault->text[0];
}

/* The lines of TEXT, which is changed.  */
static void
put_stacks (struct json *w, char *text)
{
  char *save;
  json_open (w, "stacks", '[');
  for (char *line = strtok_r (text, "\n", &save); line;
       line = strtok_r (NULL, "\n", &save))
    json_text (w, NULL, line);
  json_close (w, ']');
}

/* Functions and their lines.  */
static bool
put_lines (struct json *w, const struct website *s)
{
  struct fault *f = s->report->fault;
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream (&text, &size);
  if (out)
    folded_report (out, s->report);
  if (!out || fclose (out) != 0)
    fault (f, "out of memory");
  else if (!f->text[0])
    {
      begin_view (w, "functions and their lines", unit_of (s));
      put_note (w, report_has (s->report, HALT_CALL)
		     ? "Each line's own executions."
		     : "Each line's own executions. Who called whom was not "
		       "counted: kind call does, with entry.");
      put_stacks (w, text);
      json_close (w, '}');
    }
  free (text);
  return !f->text[0];
}

/* Whether LINE ends with a blank and a number, after something.  */
static bool
is_stack (const char *line, size_t n)
{
  size_t end = n;
  while (end > 0 && line[end - 1] >= '0' && line[end - 1] <= '9')
    end--;
  return end < n && end > 1 && line[end - 1] == ' ';
}

bool
website_read_stacks (struct website *s)
{
  const char *name = s->report->options->stacks;
  struct fault *f = s->report->fault;
  size_t size = 0, number = 0, room = 0;
  FILE *in = name ? fopen (name, "re") : NULL;
  FILE *out = in ? open_memstream (&s->stacks, &size) : NULL;
  char *line = NULL;
  ssize_t n;
  if (!name)
    return true;
  if (!in)
    return fault (f, "cannot open '%s': %m", name);
  while (out && !f->text[0] && (n = getline (&line, &room, in)) > 0)
    {
      number++;
      if (!is_stack (line, (size_t) n - (line[n - 1] == '\n')))
	fault (f, "%s:%zu: no folded stack: FRAME;FRAME... NUMBER is one", name,
	       number);
      fwrite (line, 1, (size_t) n, out);
    }
  if (!f->text[0] && ferror (in))
    fault (f, "cannot read '%s': %m", name);
  if ((!out || fclose (out) != 0) && !f->text[0])
    fault (f, "out of memory");
  fclose (in);
  free (line);
  return !f->text[0];
}

bool
website_flame (const struct website *s)
{
  const struct report *r = s->report;
  struct json w = json_begin (NULL, r->fault);
  json_open (&w, NULL, '{');
  json_open (&w, "views", '[');
  bool ok = true;
  if (s->stacks)
    {
      begin_view (&w, basename (r->options->stacks), "as measured");
      put_note (&w, "The stacks of this file, each as it was measured.");
      put_stacks (&w, s->stacks);
      json_close (&w, '}');
    }
  if (unit_of (s))
    ok = ok && (!report_has (r, HALT_CALL) || put_call_graph (&w, s))
	 && put_lines (&w, s);
  json_close (&w, ']');
  json_close (&w, '}');
  ok = ok && website_data (s, &w, "flame");
  json_end (&w);
  return ok;
}
