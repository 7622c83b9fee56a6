/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which function a line is in: of those that have a point there, inlined code among them, the
   one whose points were executed most.  A line without points is in that of the one before
   it.  */

#include <stdlib.h>
#include "base/order.h"
#include "report/html/website.h"

ORDER (compare_owners, struct owner,
       UP (file) ?: UP (line) ?: DOWN (events) ?: UP (row));

static bool
add_owner (struct website *s, const struct ghalt_function *fn, const char *file,
	   uint32_t line, uint64_t events)
{
  uint32_t number;
  struct fault *f = s->report->fault;
  if (line == 0 || !s->totals[fn->number].recorded)
    return true;
  if (!website_file (s, &number, fn->unit, file, f))
    return !f->text[0];
  if (!another (&s->owners, s->n_owners, sizeof *s->owners, f))
    return false;
  s->owners[s->n_owners++] = (struct owner) {
    number, line, s->totals[fn->number].row, events
  };
  return true;
}

bool
website_find_owners (struct website *s)
{
  const struct report *r = s->report;
  struct ghalt_function fn;
  struct ghalt_point p;
  struct ghalt_place at;
  size_t n = 0;
  for (size_t i = 0; report_next (r, &i, &fn);)
    if (!add_owner (s, &fn, fn.file, fn.line, 0))
      return false;
  for (uint32_t kind = 0; kind < ghalt_kinds_end (); kind++)
    for (size_t i = 0; ghalt_counted (r->data, kind, i, &p); i++)
      {
	if (!p.recorded || !ghalt_point_place (r->data, &p, &at))
	  continue;
	fn = report_function (r, p.function);
	if (!add_owner (s, &fn, at.file, at.line, p.events))
	  return false;
      }
  if (s->n_owners > 1)
    qsort (s->owners, s->n_owners, sizeof *s->owners, compare_owners);
  for (size_t i = 0; i < s->n_owners; i++)
    if (n == 0 || s->owners[n - 1].file != s->owners[i].file
	|| s->owners[n - 1].line != s->owners[i].line)
      s->owners[n++] = s->owners[i];
  s->n_owners = n;
  return true;
}

void
website_put_owners (struct json *w, const struct website *s, uint32_t file)
{
  size_t low = 0, high = s->n_owners;
  uint32_t row = UINT32_MAX;
  BISECT (low, high, i, s->owners[i].file < file);
  json_open (w, "owners", '[');
  for (; low < s->n_owners && s->owners[low].file == file; low++)
    if (s->owners[low].row != row)
      {
	row = s->owners[low].row;
	json_open (w, NULL, '[');
	json_count (w, NULL, s->owners[low].line);
	json_count (w, NULL, row);
	json_close (w, ']');
      }
  json_close (w, ']');
}
