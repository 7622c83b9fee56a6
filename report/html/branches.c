/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The branches of a site: the first of some orders in its index, and all in data/branches.js,
   each as [function, not taken, taken, file, line, what it is called, what its executions
   were, how often it was taken]: the file -1 if that is not known, the last two if profiles
   are compared.  */

#include <stdlib.h>
#include "base/order.h"
#include "report/html/website.h"

#define FIRST 200		/* rows of each list in the index */

ORDER (by_misses, struct branch, DOWN (misses) ?: UP (number));

ORDER (by_count, struct branch, DOWN (n) ?: UP (number));

void
website_put_name (struct json *w, const char *key, const struct website *s,
		  const struct ghalt_point *p)
{
  char *text = branch_text (s->names, p);
  if (text)
    json_text (w, key, text);
  else
    fault (w->fault, "out of memory");
  free (text);
}

/* Branch NUMBER of those that were counted.  */
static void
put_branch (struct json *w, struct website *s, size_t number)
{
  const struct report *r = s->report;
  struct ghalt_point p = report_point (r, HALT_CBR, number);
  struct ghalt_function fn = report_function (r, p.function);
  struct ghalt_place at;
  json_line (w);
  json_open (w, NULL, '{');
  json_count (w, "function", s->totals[p.function].row);
  website_count (w, "not_taken", p.counters[0]);
  website_count (w, "taken", p.counters[1]);
  website_count (w, "n", p.events);
  website_count (w, "misses", ghalt_point_misses (&p));
  if (s->old)
    {
      struct ghalt_point o = report_point (s->old->report, HALT_CBR, number);
      website_old_count (w, s, "n", true, o.events);
      website_old_count (w, s, "taken", true, o.counters[1]);
    }
  if (ghalt_point_place (r->data, &p, &at))
    {
      website_place (w, s, fn.unit, at.file, at.line);
      website_put_name (w, "at", s, &p);
    }
  json_close (w, '}');
}

/* The first of the branches in the order that COMPARE says.  */
static void
put_first (struct json *w, struct website *s, const char *key,
	   int (*compare) (const void *, const void *))
{
  if (s->n_list > 1)
    qsort (s->list, s->n_list, sizeof *s->list, compare);
  json_open (w, key, '[');
  for (size_t i = 0; i < s->n_list && i < FIRST; i++)
    if (compare == by_count || s->list[i].misses > 0)
      put_branch (w, s, s->list[i].number);
  json_close (w, ']');
}

void
website_put_branches (struct json *w, struct website *s)
{
  put_first (w, s, "unpredictable", by_misses);
  put_first (w, s, "hottest", by_count);
}

/* The same, P, as a row of all.  */
static void
put_row (struct json *w, struct website *s, const struct ghalt_point *p,
	 size_t number)
{
  const struct report *r = s->report;
  struct ghalt_function fn = report_function (r, p->function);
  struct ghalt_place at;
  uint32_t file = UINT32_MAX;
  json_line (w);
  json_open (w, NULL, '[');
  json_count (w, NULL, s->totals[p->function].row);
  for (unsigned k = 0; k < 2; k++)
    website_count (w, NULL, p->counters[k]);
  bool known = ghalt_point_place (r->data, p, &at)
	       && website_file (s, &file, fn.unit, at.file, w->fault);
  json_signed (w, NULL, known ? (int64_t) file : -1);
  json_count (w, NULL, known ? at.line : 0);
  if (known)
    website_put_name (w, NULL, s, p);
  else
    json_text (w, NULL, "");
  if (s->old)
    {
      struct ghalt_point o = report_point (s->old->report, HALT_CBR, number);
      website_count (w, NULL, o.events);
      website_count (w, NULL, o.counters[1]);
    }
  json_close (w, ']');
}

bool
website_branches (struct website *s)
{
  const struct report *r = s->report;
  struct json w = json_begin (NULL, r->fault);
  struct ghalt_point p;
  json_open (&w, NULL, '[');
  for (size_t i = 0; ghalt_counted (r->data, HALT_CBR, i, &p); i++)
    if (p.recorded && r->chosen[p.function])
      put_row (&w, s, &p, i);
  json_close (&w, ']');
  bool ok = !w.fault->text[0] && website_data (s, &w, "branches");
  json_end (&w);
  return ok;
}
