/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The report as CSV: a row for each point, in the order of the program.  */

#include "summarize/csv.h"
#include "summarize/report.h"

static void
put_point (struct csv *w, const struct join *j, const struct joined_unit *ju,
	   const struct halt_map_function *fn, const struct halt_map_point *p)
{
  const struct counted *c = !kind_counted (p->kind) || !j->prof->rows[p->kind]
			      ? NULL
			      : join_find (j, p->kind, point_id (p, ju->base));
  csv_point (w, j, ju, fn, p);
  csv_text (w, !c ? "" : c->shared ? "true" : "false");
  for (unsigned what = 0; what < CSV_COUNTS; what++)
    csv_count (w, c, what);
  csv_end (w);
}

void
csv_report (FILE *out, const struct report *r)
{
  const struct join *j = r->join;
  const struct options *o = r->options;
  struct csv w = csv_begin (out, CSV_POINT ",shared,events,not_taken,taken,"
					   "bytes,indices");
  for (size_t i = 0; i < j->n_units; i++)
    {
      const struct joined_unit *ju = j->units + i;
      const struct map *m = &ju->unit->map;
      for (uint32_t k = 0; k < m->header->n_functions; k++)
	{
	  const struct halt_map_function *fn = m->functions + k;
	  const struct halt_map_point *p = m->points + fn->first_point;
	  if (ju->unit->discarded[k] || !options_select (o, m, fn))
	    continue;
	  for (uint32_t n = 0; n < fn->n_points; n++)
	    if (o->kinds == 0 || options_kind (o, p[n].kind))
	      put_point (&w, j, ju, fn, p + n);
	}
    }
}
