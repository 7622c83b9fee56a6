/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What ghalt diff found as CSV: a row for each point that was counted otherwise, by
   kind, the largest change first.  */

#include "report/exchange/csv.h"
#include "report/diff/diff.h"

void
diff_csv (FILE *out, const struct diff *d)
{
  struct csv w = csv_begin (out, CSV_POINT
			    ",shared,events_a,events_b,"
			    "not_taken_a,not_taken_b,taken_a,taken_b,"
			    "bytes_a,bytes_b,indices_a,indices_b");
  for (uint32_t kind = 0; kind < HALT_KIND_END; kind++)
    for (size_t i = d->first[kind];
	 i < d->first[kind + 1] && i - d->first[kind] < d->options->top; i++)
      {
	struct ghalt_point a = diff_point (d, 0, d->changes[i].a);
	struct ghalt_point b = diff_point (d, 1, d->changes[i].b);
	struct ghalt_function fn = diff_function (d, d->changes[i].a);
	csv_point (&w, d->reports[0], &fn, &a);
	csv_text (&w, a.shared ? "true" : "false");
	for (unsigned what = 0; what < CSV_COUNTS; what++)
	  {
	    csv_count (&w, &a, what);
	    csv_count (&w, &b, what);
	  }
	csv_end (&w);
      }
}
