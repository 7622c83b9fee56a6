/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the outputs of a report ask the library for.  */

#include <stdlib.h>
#include "report/report.h"

bool
take_error (struct fault *f, struct ghalt_error *error)
{
  fault (f, "%s", ghalt_error_text (error));
  ghalt_error_free (error);
  return false;
}

struct ghalt_graph *
open_graph (const struct ghalt_report *r, size_t function, int counted,
	    struct fault *f)
{
  struct ghalt_error *error = NULL;
  struct ghalt_graph *g = ghalt_graph_open (r, function, counted, &error);
  if (!g)
    take_error (f, error);
  return g;
}

bool
report_choose (struct report *r, const struct ghalt_profile *profile)
{
  struct ghalt_function fn;
  ghalt_report_facts (r->data, &r->facts);
  if (profile)
    {
      ghalt_profile_facts (profile, &r->recorded);
      r->is_moved = ghalt_profile_moved (profile, &r->moved);
    }
  /* A kind of which all points were off was not recorded.  */
  for (uint32_t kind = 0; kind < ghalt_kinds_end (); kind++)
    {
      struct ghalt_totals totals;
      ghalt_totals (r->data, kind, NULL, &totals);
      if (totals.points > 0 && !totals.recorded)
	r->recorded.recorded &= ~(1u << kind);
    }
  r->chosen = fresh (r->facts.n_functions, 1, r->fault);
  for (size_t i = 0; r->chosen && ghalt_function (r->data, i, &fn); i++)
    r->chosen[i] = !fn.discarded
		   && options_choose (r->options, fn.name, fn.pretty);
  return r->chosen;
}

void
report_release (struct report *r)
{
  free (r->chosen);
  r->chosen = NULL;
}

bool
report_next (const struct report *r, size_t *i, struct ghalt_function *function)
{
  while (*i < r->facts.n_functions && !r->chosen[*i])
    ++*i;
  return ghalt_function (r->data, (*i)++, function);
}

bool
report_check (const struct report *r)
{
  const struct options *o = r->options;
  struct ghalt_function fn;
  size_t i = 0;
  return o->n_functions == 0 || report_next (r, &i, &fn)
	 || fault (r->fault, "%s: no function '%s'%s", r->path, o->functions[0],
		   o->n_functions > 1 ? " or any other of those given" : "");
}

struct ghalt_unit
report_unit (const struct report *r, const struct ghalt_function *function)
{
  struct ghalt_unit unit = { 0 };
  ghalt_unit (r->data, function->unit, &unit);
  return unit;
}

struct ghalt_object
report_object (const struct report *r, const struct ghalt_function *function)
{
  struct ghalt_object object = { 0 };
  ghalt_object (r->data, report_unit (r, function).object, &object);
  return object;
}

struct ghalt_point
report_point (const struct report *r, uint32_t kind, size_t i)
{
  struct ghalt_point point = { 0 };
  ghalt_counted (r->data, kind, i, &point);
  return point;
}

struct ghalt_function
report_function (const struct report *r, size_t function)
{
  struct ghalt_function fn = { 0 };
  ghalt_function (r->data, function, &fn);
  return fn;
}

bool
report_has (const struct report *r, uint32_t kind)
{
  return options_kind (r->options, kind) && (r->recorded.recorded >> kind & 1)
	 && ghalt_n_counted (r->data, kind) > 0;
}
