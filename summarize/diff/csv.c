/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What ghalt diff found as CSV: a row for each point that was counted otherwise, by
   kind, the largest change first.  */

#include "summarize/csv.h"
#include "summarize/diff.h"

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
	const struct counted *a = d->changes[i].a, *b = d->changes[i].b;
	const struct joined_unit *ju = d->a.units + a->unit;
	csv_point (&w, &d->a, ju, ju->unit->map.functions + a->function,
		   a->point);
	csv_text (&w, a->shared ? "true" : "false");
	for (unsigned what = 0; what < CSV_COUNTS; what++)
	  {
	    csv_count (&w, a, what);
	    csv_count (&w, b, what);
	  }
	csv_end (&w);
      }
}
