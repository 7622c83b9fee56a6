/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The report as CSV: a row for each point, in the order of the program.  */

#include "report/exchange/csv.h"
#include "report/report.h"

static void
put_point (struct csv *w, const struct report *r,
	   const struct ghalt_function *fn, const struct ghalt_point *p)
{
  csv_point (w, r->data, fn, p);
  csv_text (w, !p->recorded ? "" : p->shared ? "true" : "false");
  for (unsigned what = 0; what < CSV_COUNTS; what++)
    csv_count (w, p, what);
  put_hex (csv_plain (w), ghalt_key (r->data, p), 16);
  csv_end (w);
}

void
csv_report (FILE *out, const struct report *r)
{
  const struct options *o = r->options;
  struct csv w = csv_begin (out, CSV_POINT ",shared,events,not_taken,taken,"
					   "bytes,indices,key");
  struct ghalt_function fn;
  struct ghalt_point p;
  for (size_t i = 0; report_next (r, &i, &fn);)
    for (uint32_t n = 0; ghalt_point (r->data, fn.number, n, &p); n++)
      if (o->kinds == 0 || options_kind (o, p.kind))
	put_point (&w, r, &fn, &p);
}
