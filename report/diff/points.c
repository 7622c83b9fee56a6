/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The points of both profiles as outputs have them.  */

#include "report/diff/diff.h"

struct ghalt_point
diff_point (const struct diff *d, unsigned report, const struct counted *c)
{
  const struct ghalt_report *r = d->reports[report];
  struct ghalt_point p = { 0 };
  size_t i = (size_t) (c - r->join.points) - r->join.first[c->point->kind];
  ghalt_counted (r, c->point->kind, i, &p);
  return p;
}

struct ghalt_function
diff_function (const struct diff *d, const struct counted *c)
{
  struct ghalt_function fn = { 0 };
  ghalt_function (d->reports[0],
		  d->a->units[c->unit].first_function + c->function, &fn);
  return fn;
}
