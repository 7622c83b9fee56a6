/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A profile of one build as one of another.  */

#include <stdlib.h>
#include <string.h>
#include "base/order.h"
#include "summarize/merge/merge.h"
#include "summarize/stale/stale.h"
#include "summarize/pgo/pgo.h"

/* --- the new program as an object of a profile -------------------------- */

static bool
make_place (struct place *o, const struct program *to, bool switched,
	    struct fault *f)
{
  char *path = realpath (to->path, NULL);
  memset (o, 0, sizeof *o);
  o->path = path ? path : copy_text (to->path, strlen (to->path), f);
  o->build_id = to->image.build_id;
  o->n_units = (uint32_t) to->n_units;
  o->units = fresh (to->n_units, sizeof *o->units, f);
  for (size_t i = 0; o->units && i < to->n_units; i++)
    {
      const struct unit *u = to->units + i;
      o->units[i] = (struct halt_prof_unit) {
	.address = u->map.header->unit,
	.base = u->base,
	.count = u->map.header->n_ids,
	.checksum = u->map.header->checksum,
	.flags = (u->map.header->flags & HALT_UNIT_GIMPLE)
		 | (switched ? HALT_UNIT_SWITCHED : 0)
      };
    }
  return o->path && o->units;
}

/* --- names of callees --------------------------------------------------- */

/* What gcov calls a function in either program.  */
struct ident
{
  uint64_t was, is;
};

ORDER (compare_idents, struct ident, UP (was));

/* What gcov calls P, which is in one of the N units in LIST; 0: nothing.  */
static uint32_t
ident_of (const struct gcov_unit *list, size_t n, const struct placed *p)
{
  for (size_t i = 0; i < n; i++)
    if (list[i].unit == p->unit)
      for (uint32_t k = 0; k < list[i].header->n_functions; k++)
	if (list[i].functions[k].function == p->number)
	  return list[i].functions[k].ident;
  return 0;
}

/* Let the rows of CALLEE in H name the functions as the new program does.  */
static bool
rename_callees (struct heap *h, const struct twins *t,
		const struct program *from, const struct program *to,
		struct fault *f)
{
  struct gcov_unit *a = NULL, *b = NULL;
  size_t n_a, n_b, n = 0;
  struct ident *idents = fresh (t->n_to, sizeof *idents, f);
  bool ok = idents && gcov_list (&a, &n_a, from, f)
	    && gcov_list (&b, &n_b, to, f);
  for (size_t i = 0; ok && i < t->n_to; i++)
    if (t->was[i] != SIZE_MAX)
      {
	uint32_t was = ident_of (a, n_a, t->from + t->was[i]);
	uint32_t is = ident_of (b, n_b, t->to + i);
	if (was && is)
	  idents[n++] = (struct ident) { was, is };
      }
  if (ok)
    qsort (idents, n, sizeof *idents, compare_idents);
  for (size_t i = 0; ok && n > 0 && i < h->n; i++)
    {
      struct ident key = { .was = h->cells[3 * i + 1] };
      const struct ident *found = bsearch (&key, idents, n, sizeof *idents,
					   compare_idents);
      if (found)
	h->cells[3 * i + 1] = found->is;
    }
  FREE_ALL (a, b, idents);
  return ok;
}

/* --- rows --------------------------------------------------------------- */

static int
compare_rows (const void *a, const void *b, void *keys)
{
  const uint64_t *x = a, *y = b;
  for (unsigned i = 0; i < *(const unsigned *) keys; i++)
    if (x[i] != y[i])
      return x[i] < y[i] ? -1 : 1;
  return 0;
}

/* Sort the rows of KIND.  Points that share an id each have all of its counts, so the
   largest stays.  Counts of several callees that are now the same one are added up.  */
static void
sort_rows (struct heap *h, uint32_t kind)
{
  unsigned cells = kind_cells (kind) + 1, keys = kind_indexed (kind) ? 2 : 1;
  size_t kept = 0;
  if (h->n == 0)
    return;
  qsort_r (h->cells, h->n, cells * sizeof *h->cells, compare_rows, &keys);
  for (size_t i = 0; i < h->n; i++)
    {
      uint64_t *row = h->cells + i * cells;
      uint64_t *last = kept ? h->cells + (kept - 1) * cells : NULL;
      if (!last || compare_rows (last, row, &keys) != 0)
	{
	  memmove (h->cells + kept++ * cells, row, cells * sizeof *row);
	  continue;
	}
      for (unsigned k = keys; k < cells; k++)
	if (kind == HALT_CALLEE)
	  last[k] = add_counts (last[k], row[k]);
	else if (row[k] > last[k])
	  last[k] = row[k];
    }
  h->n = kept;
}

/* --- functions ---------------------------------------------------------- */

/* The unit of J that is U; NULL: it was not loaded.  */
static const struct joined_unit *
loaded_unit (const struct join *j, const struct unit *u)
{
  for (size_t i = 0; i < j->n_units; i++)
    if (j->units[i].unit == u)
      return j->units + i;
  return NULL;
}

/* To be freed.  */
static char *
name_of (const struct placed *p, struct fault *f)
{
  const char *name = function_name (&p->unit->map, placed_record (p));
  return copy_text (name, strlen (name), f);
}

/* Move the counts of all functions.  */
static bool
move_all (struct stale_result *all, const struct twins *t, const struct join *j,
	  const struct program *to, struct heap *heaps, bool *inferred,
	  struct fault *f)
{
  bool *placed = fresh (t->n_from, sizeof *placed, f), ok = placed;
  all->functions = fresh (t->n_to, sizeof *all->functions, f);
  ok = ok && all->functions;
  for (size_t i = 0; ok && i < t->n_to; i++)
    {
      const struct placed *old = t->was[i] == SIZE_MAX ? NULL
						       : t->from + t->was[i];
      struct move m = {
	.join = j, .old = old, .new = t->to + i, .heaps = heaps
      };
      struct stale_function fn = {
	.unit = (size_t) (m.new->unit - to->units),
	.number = m.new->number, .how = t->how[i]
      };
      m.ju = old ? loaded_unit (j, old->unit) : NULL;
      if (m.ju)
	{
	  bool same = placed_record (old)->cfg_checksum
		      == placed_record (m.new)->cfg_checksum;
	  placed[t->was[i]] = true;
	  ok = move_function (&m, same, f) && (fn.name = name_of (m.new, f))
	       && (fn.was = name_of (old, f));
	  fn.events = m.events;
	  fn.kept = m.kept;
	  fn.sure = m.sure;
	  *inferred |= m.inferred;
	  all->n_same += fn.how == STALE_SAME;
	  all->n_changed += fn.how == STALE_CHANGED;
	  all->n_renamed += fn.how == STALE_RENAMED;
	  all->events = add_counts (all->events, m.events);
	  all->kept = add_counts (all->kept, m.kept);
	  all->functions[all->n++] = fn;
	}
      else
	all->n_new++;
    }
  for (size_t i = 0; ok && i < t->n_from; i++)
    if (!placed[i])
      {
	struct move m = { .join = j, .old = t->from + i };
	m.ju = loaded_unit (j, m.old->unit);
	if (m.ju)
	  move_count (&m);
	all->n_gone += m.events > 0;
	all->events = add_counts (all->events, m.events);
      }
  free (placed);
  return ok;
}

/* True if P has nothing but paths.  */
static bool
only_paths (const struct prof *p)
{
  bool others = false;
  for (uint32_t kind = 0; kind < HALT_KIND_END; kind++)
    others |= kind != HALT_PATH_SUM_READ && p->rows[kind];
  return p->rows[HALT_PATH_SUM_READ] && !others;
}

/* How many ids with counts are of other objects than FROM.  Paths are none of them.  */
static uint64_t
count_elsewhere (const struct join *j, const struct program *from)
{
  uint64_t n = 0;
  for (uint32_t i = 0; i < j->prof->header->n_objects; i++)
    {
      const struct halt_prof_object *o = j->prof->objects + i;
      for (uint32_t k = 0; j->objects[i].program != from && k < o->n_units; k++)
	{
	  const struct halt_prof_unit *u = j->prof->units + o->first_unit + k;
	  for (uint32_t kind = 0; kind < HALT_KIND_END; kind++)
	    if (kind != HALT_PATH_SUM_READ)
	      n = add_counts (n, prof_lower (j->prof, kind, u->base + u->count)
				   - prof_lower (j->prof, kind, u->base));
	}
    }
  return n;
}

static bool
is_switched (const struct join *j)
{
  for (size_t i = 0; i < j->n_units; i++)
    if (j->units[i].switched)
      return true;
  return false;
}

/* Make OUT of what was moved.  */
static bool
make_profile (struct prof *out, const struct join *j, const struct twins *t,
	      const struct program *from, const struct program *to,
	      struct heap *heaps, bool inferred, struct fault *f)
{
  struct rows rows[HALT_KIND_END] = { { 0 } };
  struct place object = { 0 };
  bool ok = heaps[HALT_CALLEE].n == 0
	    || rename_callees (heaps + HALT_CALLEE, t, from, to, f);
  for (uint32_t kind = 0; ok && kind < HALT_KIND_END; kind++)
    {
      sort_rows (heaps + kind, kind);
      rows[kind] = (struct rows) {
	heaps[kind].cells, heaps[kind].n, 0,
	j->prof->rows[kind] && kind != HALT_PATH_SUM_READ
      };
    }
  const struct halt_prof *h = j->prof->header;
  struct place *const places[1] = { &object };
  ok = ok && make_place (&object, to, is_switched (j), f)
       && prof_make (out, h->pid, h->lost,
		     h->flags | (inferred ? HALT_PROF_ONTO : 0),
		     j->prof->strings + h->label, places, 1, rows, f);
  free ((char *) object.path);
  free (object.units);
  return ok;
}

bool
stale_fits (const struct program *program, const struct prof *p)
{
  for (uint32_t i = 0; i < p->header->n_objects; i++)
    if (program_fits (program, p, p->objects + i))
      return true;
  return false;
}

static bool
move_to_build (struct prof *out, struct stale_result *all, const struct prof *p,
	       const char *name, const struct program *from,
	       const struct program *to, struct fault *f)
{
  struct join j;
  struct twins t = { 0 };
  struct heap heaps[HALT_KIND_END] = { { 0 } };
  bool inferred = false;
  if (only_paths (p))
    return fault (f,
		  "%s counts paths alone (blpp), which cannot be put onto "
		  "another build; count edges, too: cbr, mbr, entry",
		  name);
  if (!join_open (&j, p, name, from, f))
    return false;
  bool ok = twins_find (&t, from, to, f)
	    && move_all (all, &t, &j, to, heaps, &inferred, f);
  all->elsewhere = ok ? count_elsewhere (&j, from) : 0;
  all->paths = p->n_rows[HALT_PATH_SUM_READ];
  if (ok && all->kept == 0 && all->events > 0)
    ok = fault (f,
		"nothing of %s can be put onto %s: no function of %s that was "
		"executed is in it",
		name, to->path, from->path);
  ok = ok && make_profile (out, &j, &t, from, to, heaps, inferred, f);
  for (uint32_t kind = 0; kind < HALT_KIND_END; kind++)
    free (heaps[kind].cells);
  twins_release (&t);
  join_close (&j);
  return ok;
}

bool
stale_move (struct prof *out, struct stale_result *all, const struct prof *p,
	    const char *name, const struct program *from,
	    const struct program *to, struct fault *f)
{
  struct program found;
  struct fault why;
  memset (all, 0, sizeof *all);
  memset (out, 0, sizeof *out);
  if (from)
    return move_to_build (out, all, p, name, from, to, f);
  if (p->header->n_objects == 0)
    return fault (f, "%s: profile of no program at all", name);
  if (!objects_find (&found, p, p->objects, to->path, &why))
    return fault (f, "the program that %s is of: %s", name, why.text);
  bool ok = move_to_build (out, all, p, name, &found, to, f);
  program_close (&found);
  return ok;
}

void
stale_release (struct stale_result *all)
{
  for (size_t i = 0; i < all->n; i++)
    {
      free (all->functions[i].name);
      free (all->functions[i].was);
    }
  free (all->functions);
  memset (all, 0, sizeof *all);
}
