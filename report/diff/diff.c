/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What changed from one profile to another.  */

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include "base/order.h"
#include "report/diff/diff.h"
#include "report/show/terminal.h"
#include "summarize/library/library.h"

uint64_t
distance_of (uint64_t a, uint64_t b)
{
  return a < b ? b - a : a - b;
}

bool
diff_recorded (const struct diff *d, uint32_t kind)
{
  return d->a->prof->rows[kind] && d->b->prof->rows[kind];
}

/* The largest change of an index's count.  */
static uint64_t
compare_indices (const struct counted *a, const struct counted *b)
{
  uint64_t most = 0, i = 0, k = 0;
  while (i < a->n_rows || k < b->n_rows)
    {
      const uint64_t *x = i < a->n_rows ? a->rows + 3 * i : NULL;
      const uint64_t *y = k < b->n_rows ? b->rows + 3 * k : NULL;
      bool take_x = x && (!y || x[1] <= y[1]);
      bool take_y = y && (!x || y[1] <= x[1]);
      uint64_t n = distance_of (take_x ? x[2] : 0, take_y ? y[2] : 0);
      most = n > most ? n : most;
      i += take_x;
      k += take_y;
    }
  return most;
}

/* The largest change of the counters of a point.  */
static uint64_t
compare_point (const struct counted *a, const struct counted *b)
{
  if (kind_indexed (a->point->kind))
    return compare_indices (a, b);
  uint64_t first = distance_of (a->counters[0], b->counters[0]);
  uint64_t second = distance_of (a->counters[1], b->counters[1]);
  /* Bytes are no events.  */
  bool both = kind_counts (a->point->kind) == CELLS_WAYS || first == 0;
  return both && second > first ? second : first;
}

ORDER (compare_changes, struct change, DOWN (most) ?: UP (a));

/* True if O selects FUNCTION of a unit.  */
static bool
selects_function (const struct options *o, const struct joined_unit *unit,
		  uint32_t function)
{
  const struct map *m = &unit->unit->map;
  const struct halt_map_function *fn = m->functions + function;
  return options_choose (o, m->strings + fn->name, m->strings + fn->pretty);
}

/* Find the changes of KIND.  */
static void
find_changes (struct diff *d, uint32_t kind, size_t *n)
{
  const struct join *a = d->a, *b = d->b;
  d->first[kind] = *n;
  for (size_t i = a->first[kind]; i < a->first[kind + 1]; i++)
    {
      const struct counted *x = a->points + i, *y = b->points + i;
      uint64_t most = x->off || y->off ? 0 : compare_point (x, y);
      if (most > 0
	  && selects_function (d->options, a->units + x->unit, x->function))
	d->changes[(*n)++] = (struct change) { x, y, most };
    }
  qsort (d->changes + d->first[kind], *n - d->first[kind], sizeof *d->changes,
	 compare_changes);
}

ORDER (compare_functions, struct function_change,
       ORDER_OF (distance_of (y->a, y->b), distance_of (x->a, x->b))
	 ?: UP (point));

/* Add the events of KIND to those of their functions.  Several points with one
   id count once in each.  */
static void
add_events (struct diff *d, uint32_t kind)
{
  const struct join *a = d->a, *b = d->b;
  for (size_t i = a->first[kind]; i < a->first[kind + 1]; i++)
    {
      const struct counted *c = a->points + i;
      struct function_change *fn
	= d->functions + a->units[c->unit].first_function + c->function;
      if (c->off || b->points[i].off)
	continue;
      if (i > a->first[kind] && c[-1].id == c->id && c[-1].unit == c->unit
	  && c[-1].function == c->function)
	continue;
      fn->point = fn->point ? fn->point : c;
      fn->a = add_counts (fn->a, c->events);
      fn->b = add_counts (fn->b, b->points[i].events);
    }
}

/* Find what changed.  */
static bool
compare_profiles (struct diff *d)
{
  const struct options *o = d->options;
  size_t n = 0;
  d->changes = fresh (d->a->first[HALT_KIND_END], sizeof *d->changes, d->fault);
  d->functions = fresh (d->a->n_functions, sizeof *d->functions, d->fault);
  if (!d->changes || !d->functions)
    return false;
  for (uint32_t kind = 0; kind < HALT_KIND_END; kind++)
    if (options_kind (o, kind) && diff_recorded (d, kind))
      {
	find_changes (d, kind, &n);
	add_events (d, kind);
      }
    else
      d->first[kind] = n;
  d->first[HALT_KIND_END] = n;
  for (size_t i = 0; i < d->a->n_functions; i++)
    {
      struct function_change *fn = d->functions + i;
      if (fn->a != fn->b
	  && selects_function (o, d->a->units + fn->point->unit,
			       fn->point->function))
	d->functions[d->n_functions++] = *fn;
    }
  qsort (d->functions, d->n_functions, sizeof *d->functions, compare_functions);
  return true;
}

/* Say what cannot be compared.  Returns true if it is more than nothing.  */
static bool
say_what_is_missing (const struct diff *d)
{
  const struct join *const joins[2] = { d->a, d->b };
  bool any = false;
  for (uint32_t kind = 0; kind < HALT_KIND_END; kind++)
    for (int i = 0; i < 2; i++)
      if (options_kind (d->options, kind) && joins[i]->prof->rows[kind]
	  && !joins[!i]->prof->rows[kind])
	{
	  note ("%s was recorded in %s only", kind_name (kind), d->names[i]);
	  any = true;
	}
  for (uint32_t i = 0; i < d->a->prof->header->n_objects; i++)
    if (d->a->objects[i].unresolved > 0 || d->b->objects[i].unresolved > 0)
      note ("%" PRIu64 " count%s of %s and %" PRIu64
	    " of %s remain unresolved: %s",
	    d->a->objects[i].unresolved, plural (d->a->objects[i].unresolved),
	    d->names[0], d->b->objects[i].unresolved, d->names[1],
	    d->a->objects[i].why.text);
  for (int i = 0; i < 2; i++)
    note_losses (joins[i]->prof, d->names[i], 1);
  return any;
}

/* Refuse unless there is something to compare.  */
static bool
check_selection (const struct diff *d)
{
  const struct options *o = d->options;
  bool function = o->n_functions == 0, kind = o->kinds == 0;
  for (size_t i = 0; i < d->a->n_units && !function; i++)
    {
      const struct joined_unit *u = d->a->units + i;
      for (uint32_t k = 0; k < u->unit->map.header->n_functions && !function;
	   k++)
	function = selects_function (o, u, k);
    }
  if (!function)
    return fault (d->fault, "%s: no function '%s'%s", d->path, o->functions[0],
		  o->n_functions > 1 ? " or any other of those given" : "");
  for (uint32_t i = 0; i < HALT_KIND_END; i++)
    kind |= options_kind (o, i) && (d->a->prof->rows[i] || d->b->prof->rows[i]);
  return kind
	 || fault (d->fault,
		   "neither %s nor %s has counts of the kinds "
		   "given",
		   d->names[0], d->names[1]);
}

/* True if the rows of KIND differ.  */
static bool
kind_differs (const struct diff *d, uint32_t kind)
{
  const struct prof *a = d->a->prof, *b = d->b->prof;
  return a->n_rows[kind] != b->n_rows[kind]
	 || (a->n_rows[kind] > 0
	     && memcmp (a->rows[kind], b->rows[kind],
			a->n_rows[kind] * (kind_cells (kind) + 1)
			  * sizeof (uint64_t))
		  != 0);
}

/* True if the rows of the selected kinds differ, those of unresolved ids
   among them.  */
static bool
rows_differ (const struct diff *d)
{
  for (uint32_t kind = 0; kind < HALT_KIND_END; kind++)
    if (options_kind (d->options, kind) && kind_differs (d, kind))
      return true;
  return false;
}

/* The same for paths, which are not shown here.  */
static bool
paths_differ (const struct diff *d)
{
  bool differ = d->options->n_functions == 0 && d->options->kinds == 0
		&& kind_differs (d, HALT_PATH_SUM_READ);
  if (differ)
    note ("counts of paths differ; see 'ghalt paths' with %s and with %s",
	  d->names[0], d->names[1]);
  return differ;
}

/* What is open while two profiles are compared.  */
struct opened
{
  struct ghalt_program *program;
  struct prof profiles[2];
  struct diff_pair pair;
};

/* Let both profiles at P be of the build that --onto names.  The others are moved there
   from the program that was named.  */
static bool
move_to_build (const struct diff *d, struct prof *p)
{
  const struct options *o = d->options;
  struct fault *f = d->fault;
  struct program from = { 0 }, to = { 0 };
  bool ok = program_open (&to, o->onto, f)
	    && (o->n_operands == 2 || program_open (&from, o->operands[0], f));
  for (unsigned i = 0; ok && i < 2; i++)
    ok = stale_take (p + i, d->names[i], from.path ? &from : NULL, &to, f);
  if (from.path)
    program_close (&from);
  if (to.path)
    program_close (&to);
  return ok;
}

/* Read the operands: two profiles, and the program that is named or that they
   were recorded from.  */
static bool
open_all (struct diff *d, struct opened *all)
{
  const struct options *o = d->options;
  const char *const *names = o->operands + o->n_operands - 2;
  struct fault *f = d->fault;
  struct ghalt_error *error = NULL;
  struct prof *p = all->profiles;
  const struct prof *const both[2] = { p, p + 1 };
  d->names[0] = names[0];
  d->names[1] = names[1];
  if (!prof_open (p, names[0], f) || !prof_open (p + 1, names[1], f)
      || (o->onto && !move_to_build (d, p)))
    return false;
  const char *path = o->onto ? o->onto : o->operands[0];
  all->program = o->onto || o->n_operands > 2
		   ? ghalt_program_open (path, &error)
		   : library_object (p, 0, &error);
  if (!all->program)
    {
      take_error (f, error);
      return fault (f, "%s%s", f->text,
		    o->n_operands > 2
		      ? ""
		      : "; name the program: ghalt diff PROG A B");
    }
  d->path = ghalt_program_path (all->program);
  if (!diff_pair_open (&all->pair, all->program, both, d->names, f))
    return false;
  for (int i = 0; i < 2; i++)
    d->reports[i] = all->pair.reports[i];
  d->a = &all->pair.reports[0]->join;
  d->b = &all->pair.reports[1]->join;
  return true;
}

/* Say what changed; false if nothing did.  */
static bool
report_changes (struct diff *d)
{
  const struct options *o = d->options;
  pager_begin ();
  bool differ = say_what_is_missing (d);
  differ |= o->n_functions > 0 ? d->first[HALT_KIND_END] > 0 : rows_differ (d);
  differ |= paths_differ (d);
  if (o->format == FORMAT_JSON)
    diff_json (stdout, d);
  else if (o->format == FORMAT_CSV)
    diff_csv (stdout, d);
  else
    diff_text (stdout, d);
  return differ;
}

int
diff_profiles (const struct options *o, struct fault *f)
{
  struct diff d = {
    .options = o,
    .fault = f,
    .colour = ends_colour (),
    .columns = ends_columns (o->wide)
  };
  struct opened all = { 0 };
  bool differ = open_all (&d, &all) && check_selection (&d)
		&& compare_profiles (&d) && report_changes (&d);
  diff_pair_close (&all.pair);
  for (int i = 0; i < 2; i++)
    prof_close (all.profiles + i);
  ghalt_program_close (all.program);
  free (d.changes);
  free (d.functions);
  return differ;
}
