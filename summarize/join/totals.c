/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the points of a kind add up to.  */

#include "summarize/report.h"

bool
report_selects (const struct join *j, const struct options *o,
		const struct counted *c)
{
  const struct map *m = &j->units[c->unit].unit->map;
  return o->n_functions == 0
	 || options_select (o, m, m->functions + c->function);
}

struct totals
totals_of (const struct join *j, const struct options *o, uint32_t kind)
{
  struct totals t = { .recorded = j->prof->rows[kind] != NULL };
  const struct counted *last = NULL;
  for (size_t i = j->first[kind]; i < j->first[kind + 1]; i++)
    {
      const struct counted *c = j->points + i;
      if (!report_selects (j, o, c))
	continue;
      t.points++;
      t.executed += c->events > 0;
      if (last && last->id == c->id)
	continue;
      last = c;
      t.events = add_counts (t.events, c->events);
      if (kind_counts (kind) == CELLS_BYTES)
	t.bytes = add_counts (t.bytes, c->counters[1]);
    }
  return t;
}
