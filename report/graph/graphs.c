/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Flow graphs of a report: of the functions that were named, or the hottest.  */

#include <stdlib.h>
#include "base/order.h"
#include "report/report.h"
#include "summarize/library/library.h"

/* A function to draw, and what happened in it.  */
struct picture
{
  size_t function;
  uint64_t events;
  bool has_points;		/* of the telling kind */
};

static void
draw_function (FILE *out, const struct report *r, size_t function,
	       struct sources *s)
{
  struct ghalt_graph *g = open_graph (r->data, function, 1, r->fault);
  if (g)
    dot_function (out, r->data, function, g, true, s, NULL, r->fault);
  ghalt_graph_close (g);
}

/* The kind by which to compare functions.  Branches say most about them.  Its end:
   there are no points.  */
static uint32_t
telling_kind (const struct report *r)
{
  static const enum tells order[] = { TELLS_BRANCH, TELLS_BLOCK, TELLS_TABLE,
				      TELLS_ENTRY, TELLS_EXIT };
  for (size_t i = 0; i < sizeof order / sizeof *order; i++)
    for (uint32_t kind = 0; kind < ghalt_kinds_end (); kind++)
      if (kind_tells (kind) == order[i] && ghalt_recorded (r->data, kind) > 0
	  && ghalt_n_counted (r->data, kind) > 0)
	return kind;
  for (uint32_t kind = 0; kind < ghalt_kinds_end (); kind++)
    if (ghalt_n_counted (r->data, kind) > 0)
      return kind;
  return ghalt_kinds_end ();
}

/* Most events first; where it is the same, the first in the program.  */
ORDER (compare_pictures, struct picture, DOWN (events) ?: UP (function));

/* All functions that R selects, *N of them; if it names none those that have points
   of the telling kind, the hottest first.  */
static struct picture *
list_pictures (const struct report *r, size_t *n)
{
  const struct options *o = r->options;
  bool sorted = o->n_functions == 0 || o->top != UINT64_MAX;
  uint32_t kind = sorted ? telling_kind (r) : 0;
  if (sorted && kind == ghalt_kinds_end ())
    {
      fault (r->fault, "the program has no points to draw; see --function");
      return NULL;
    }
  size_t n_all = r->facts.n_functions;
  struct picture *all = fresh (n_all, sizeof *all, r->fault);
  struct ghalt_point point;
  if (!all)
    return NULL;
  for (size_t i = 0; i < n_all; i++)
    all[i].function = i;
  for (size_t i = 0; sorted && ghalt_counted (r->data, kind, i, &point); i++)
    {
      struct picture *p = all + point.function;
      p->events = add_counts (p->events, point.events);
      p->has_points = true;
    }
  *n = 0;
  for (size_t i = 0; i < n_all; i++)
    if (r->chosen[i] && (o->n_functions > 0 || all[i].has_points))
      all[(*n)++] = all[i];
  if (sorted)
    qsort (all, *n, sizeof *all, compare_pictures);
  return all;
}

void
graphs_report (FILE *stream, const struct report *r)
{
  (void) stream;
  const struct options *o = r->options;
  struct sources s = { .fault = r->fault };
  size_t n;
  struct picture *list = list_pictures (r, &n);
  if (!list)
    return;
  if (o->top < n)
    n = (size_t) o->top;
  else if (o->n_functions == 0 && o->top == UINT64_MAX)
    n = 1;
  FILE *out = NULL;
  if (o->format == FORMAT_SVG && n != 1)
    fault (r->fault,
	   "a picture shows one function, not %zu; name it with "
	   "--function, or see --format=dot",
	   n);
  else
    out = drawing_begin (o, r->fault);
  progress_begin ("function", n);
  for (size_t i = 0; out && i < n; i++)
    {
      struct ghalt_function fn = report_function (r, list[i].function);
      drawing_warn (o, &fn);
      draw_function (out, r, list[i].function, &s);
      progress_step ();
    }
  progress_end ();
  if (out)
    drawing_end (out, r->fault);
  free (list);
  sources_release (&s);
}
