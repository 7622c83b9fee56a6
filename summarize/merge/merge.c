/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Several profiles of one program as one: their counters added up.  The result
   is a profile like any other, and it does not depend on the order of those
   that were merged, nor on how they were put together.

   If the objects of all are the same ones, at the same ids, they stay there.
   Else ids are told apart by the units that have them.  In the result the
   objects are in an order that is always the same: the program, then the others
   by name and units, each of them once.  Constant ids stay what they are.  One
   that lies among the ids of a shared object cannot be told from those.

   The sum is kept as it grows, and the profiles are not: thousands of them need
   the memory of one and of what they have together.  */

#include <inttypes.h>
#include <search.h>
#include <stdlib.h>
#include <string.h>
#include "halt/live.h"
#include "summarize/merge/merge.h"

struct sum
{
  struct fault name;		/* of the first profile */
  bool any;
  uint64_t pid, lost;
  uint32_t flags;		/* HALT_PROF_* */
  char *label;			/* that all have, or "" */
  struct place **places;	/* the program is first */
  uint32_t n_places;
  /* If not all that was added has the same ids: */
  bool split;
  uint64_t next;		/* id that no place has */
  void *tree;			/* of places but the program's */
  struct rows rows[HALT_KIND_END], constant[HALT_KIND_END];
};

struct sum *
sum_new (struct fault *f)
{
  return fresh (1, sizeof (struct sum), f);
}

static void
drop_nothing (void *p)
{
  (void) p;
}

void
sum_free (struct sum *s)
{
  if (!s)
    return;
  tdestroy (s->tree, drop_nothing);
  for (uint32_t i = 0; i < s->n_places; i++)
    place_free (s->places[i]);
  FREE_ALL (s->places, s->label);
  for (uint32_t kind = 0; kind < HALT_KIND_END; kind++)
    {
      free (s->rows[kind].cells);
      free (s->constant[kind].cells);
    }
  free (s);
}

/* --- objects ------------------------------------------------------------ */

static struct place *
add_place (struct sum *s, const struct place *p, struct fault *f)
{
  if (!another (&s->places, s->n_places, sizeof *s->places, f))
    return NULL;
  struct place *kept = place_keep (p, f);
  if (kept)
    s->places[s->n_places++] = kept;
  return kept;
}

/* Give P ids that nothing else has.  */
static bool
number_place (uint64_t *next, struct place *p, struct fault *f)
{
  for (uint32_t i = 0; i < p->n_units; i++)
    {
      p->units[i].base = *next;
      *next += p->units[i].count;
      if (*next < p->units[i].base)
	return fault (f, "ids overflow when profiles are merged");
    }
  return true;
}

static int
compare_keys (const void *a, const void *b)
{
  return place_compare (a, b);
}

/* The place of P, object NUMBER of its profile.  */
static struct place *
find_place (struct sum *s, const struct place *p, uint32_t number,
	    struct fault *f)
{
  struct place **found, *place;
  if (number == 0 && s->n_places > 0)
    place = s->places[0];
  else if (number > 0 && (found = tfind (p, &s->tree, compare_keys)))
    place = *found;
  else
    {
      place = add_place (s, p, f);
      if (!place || !number_place (&s->next, place, f))
	return NULL;
      if (number > 0 && !tsearch (place, &s->tree, compare_keys))
	{
	  fault (f, "out of memory");
	  return NULL;
	}
      return place;
    }
  return place_choose_name (place, p, f) ? place : NULL;
}

/* True if every id of P means the same in S, which is not split.  */
static bool
same_layout (const struct sum *s, const struct prof *p)
{
  if (p->header->n_objects != s->n_places)
    return false;
  for (uint32_t i = 0; i < s->n_places; i++)
    {
      struct place other = place_of (p, i);
      if (!place_same (s->places[i], &other, i == 0))
	return false;
      for (uint32_t k = 0; k < other.n_units; k++)
	if (other.units[k].base != s->places[i]->units[k].base)
	  return false;
    }
  return true;
}

/* --- adding ------------------------------------------------------------- */

/* Append how the ids of FROM become those of TO.  */
static void
shift_units (struct shift *shifts, size_t *n, const struct place *from,
	     const struct halt_prof_unit *to)
{
  for (uint32_t i = 0; i < from->n_units; i++)
    if (from->units[i].count > 0)
      shifts[(*n)++] = (struct shift) { .first = from->units[i].base,
					.n = from->units[i].count,
					.to = to[i].base };
}

/* Add to S, which is split, what has these N objects, and rows as ROWS.  */
static bool
add_split (struct sum *s, const struct place *objects, uint32_t n,
	   const struct rows *rows, struct fault *f)
{
  size_t n_shifts = 0;
  for (uint32_t i = 0; i < n; i++)
    n_shifts += objects[i].n_units;
  struct shift *shifts = fresh (n_shifts, sizeof *shifts, f);
  bool ok = shifts;
  n_shifts = 0;
  for (uint32_t i = 0; ok && i < n; i++)
    {
      const struct place *p = find_place (s, objects + i, i, f);
      ok = p != NULL;
      if (ok)
	shift_units (shifts, &n_shifts, objects + i, p->units);
    }
  if (ok)
    shifts_sort (shifts, n_shifts);
  for (uint32_t kind = 0; ok && kind < HALT_KIND_END; kind++)
    if (rows[kind].there)
      ok = rows_translate (s->rows + kind, s->constant + kind, kind,
			   rows[kind].cells, rows[kind].n, shifts, n_shifts, f);
  free (shifts);
  return ok;
}

/* Split S: what was added up so far is added to an empty sum.  */
static bool
split (struct sum *s, struct fault *f)
{
  struct sum whole = *s;
  struct place *objects = fresh (s->n_places, sizeof *objects, f);
  if (!objects)
    return false;
  s->places = NULL;
  s->n_places = 0;
  s->split = true;
  memset (s->rows, 0, sizeof s->rows);
  for (uint32_t i = 0; i < whole.n_places; i++)
    objects[i] = *whole.places[i];
  bool ok = add_split (s, objects, whole.n_places, whole.rows, f);
  for (uint32_t i = 0; i < whole.n_places; i++)
    place_free (whole.places[i]);
  free (whole.places);
  for (uint32_t kind = 0; kind < HALT_KIND_END; kind++)
    free (whole.rows[kind].cells);
  free (objects);
  return ok;
}

static bool
add_first (struct sum *s, const struct prof *p, const char *name,
	   struct fault *f)
{
  fault (&s->name, "%s", name);
  s->any = true;
  s->pid = p->header->pid;
  for (uint32_t i = 0; i < p->header->n_objects; i++)
    {
      struct place object = place_of (p, i);
      if (!add_place (s, &object, f))
	return false;
    }
  return true;
}

/* Refuse P unless it is of the program of S.  PART: it is of the same process.  */
static bool
check_program (const struct sum *s, const struct prof *p, const char *name,
	       bool part, struct fault *f)
{
  if (s->n_places == 0 || p->header->n_objects == 0)
    return fault (f, "%s: profile of no program at all",
		  s->n_places == 0 ? s->name.text : name);
  struct place program = place_of (p, 0);
  return (part && program.n_units == 0)
	 || place_same (s->places[0], &program, true)
	 || place_refuse (s->places[0], s->name.text, &program, name, f);
}

/* Let S have the label of P, a PART of a process or another one.  */
static bool
take_label (struct sum *s, const struct prof *p, bool part, struct fault *f)
{
  const char *label = p->strings + p->header->label;
  if (s->label && strcmp (s->label, label) == 0)
    return true;
  if (s->label && (!part || *s->label))
    {
      *s->label = part ? *s->label : 0;
      return true;
    }
  free (s->label);
  s->label = copy_text (label, strlen (label), f);
  return s->label;
}

static bool
add_profile (struct sum *s, const struct prof *p, const char *name, bool part,
	     struct fault *f)
{
  uint32_t n = p->header->n_objects;
  struct rows rows[HALT_KIND_END] = { { 0 } };
  for (uint32_t kind = 0; kind < HALT_KIND_END; kind++)
    rows[kind] = (struct rows) { (uint64_t *) p->rows[kind], p->n_rows[kind], 0,
				 p->rows[kind] != NULL };
  if (!(s->any ? check_program (s, p, name, part, f)
	       : add_first (s, p, name, f))
      || !take_label (s, p, part, f))
    return false;
  s->pid = s->pid == p->header->pid ? s->pid : 0;
  s->lost = add_counts (s->lost, p->header->lost);
  s->flags |= p->header->flags;

  if (!s->split && !same_layout (s, p) && !split (s, f))
    return false;
  struct place *objects = fresh (n, sizeof *objects, f);
  bool ok = objects;
  for (uint32_t i = 0; ok && i < n; i++)
    objects[i] = place_of (p, i);
  if (ok && s->split)
    ok = add_split (s, objects, n, rows, f);
  else
    {
      for (uint32_t i = 0; ok && i < n; i++)
	ok = place_choose_name (s->places[i], objects + i, f);
      for (uint32_t kind = 0; ok && kind < HALT_KIND_END; kind++)
	if (rows[kind].there)
	  ok = rows_add (s->rows + kind, kind, rows[kind].cells, rows[kind].n,
			 f);
    }
  free (objects);
  return ok;
}

bool
sum_add (struct sum *s, const struct prof *p, const char *name, struct fault *f)
{
  return add_profile (s, p, name, false, f);
}

bool
sum_add_part (struct sum *s, const struct prof *p, const char *name,
	      struct fault *f)
{
  return add_profile (s, p, name, true, f);
}

/* --- the result --------------------------------------------------------- */

static int
compare_known (const void *a, const void *b)
{
  return place_compare_known (*(struct place *const *) a,
			      *(struct place *const *) b);
}

static int
compare_order (const void *a, const void *b)
{
  return place_compare_order (*(struct place *const *) a,
			      *(struct place *const *) b);
}

/* Let the objects of S without a build-id join those that have one and the same
   units.  INTO: which place each of ALL is in then, also if it fails.  */
static bool
join_unknown (struct sum *s, struct place **all, struct place **into,
	      struct fault *f)
{
  struct place *known = NULL;
  bool ok = true;
  uint32_t n = s->n_places;
  qsort (s->places + 1, n - 1, sizeof *s->places, compare_known);
  memcpy (all, s->places, n * sizeof *all);
  for (uint32_t i = n; i-- > 0;)
    {
      bool joins = i > 0 && known && !*all[i]->build_id
		   && place_same (known, all[i], false);
      into[i] = joins ? known : all[i];
      if (joins)
	ok &= place_choose_name (known, all[i], f);
      else if (*all[i]->build_id)
	known = all[i];
    }
  s->n_places = 0;
  for (uint32_t i = 0; i < n; i++)
    if (into[i] == all[i])
      s->places[s->n_places++] = all[i];
  return ok;
}

/* Put the objects of S, which is split, and their ids in the order of the
   result.  */
static bool
put_in_order (struct sum *s, struct fault *f)
{
  uint32_t n = s->n_places;
  size_t n_shifts = 0, at = 0;
  for (uint32_t i = 0; i < n; i++)
    n_shifts += s->places[i]->n_units;
  struct place **all = fresh (2 * (size_t) n, sizeof *all, f);
  struct shift *shifts = fresh (n_shifts, sizeof *shifts, f);
  if (!all || !shifts)
    {
      free (all);
      free (shifts);
      return false;
    }
  struct place **into = all + n;
  bool ok = join_unknown (s, all, into, f);
  n_shifts = 0;
  for (uint32_t i = 0; i < n; i++)
    shift_units (shifts, &n_shifts, all[i], all[i]->units);
  qsort (s->places + 1, s->n_places - 1, sizeof *s->places, compare_order);
  s->next = 0;
  for (uint32_t i = 0; ok && i < s->n_places; i++)
    ok = number_place (&s->next, s->places[i], f);
  for (uint32_t i = 0; i < n; i++)
    {
      for (uint32_t k = 0; k < all[i]->n_units; k++)
	if (all[i]->units[k].count > 0)
	  shifts[at++].to = into[i]->units[k].base;
      if (into[i] != all[i])
	place_free (all[i]);
    }
  shifts_sort (shifts, n_shifts);
  for (uint32_t kind = 0; ok && kind < HALT_KIND_END; kind++)
    if (s->rows[kind].there)
      {
	struct rows before = s->rows[kind], *constant = s->constant + kind;
	s->rows[kind] = (struct rows) { 0 };
	ok = rows_translate (s->rows + kind, constant, kind, before.cells,
			     before.n, shifts, n_shifts, f)
	     && rows_add (s->rows + kind, kind, constant->cells, constant->n,
			  f);
	free (before.cells);
      }
  free (shifts);
  free (all);
  return ok;
}

/* Bytes that are written one after the other, unless there is no memory.  */
struct writer
{
  char *data;
  size_t size, room;
  struct fault *fault;
  bool failed;
};

static void
put_bytes (struct writer *w, const void *data, size_t size)
{
  if (size > w->room - w->size)
    {
      w->room = 2 * (w->room + size);
      w->failed |= !enlarge (&w->data, w->room, 1, w->fault);
    }
  if (size > 0 && !w->failed)
    memcpy (w->data + w->size, data, size);
  w->size += size;
}

/* Add TEXT to the strings and return its offset.  */
static uint32_t
put_string (struct writer *strings, const char *text)
{
  size_t at = strings->size;
  if (!*text)
    return 0;
  put_bytes (strings, text, strlen (text) + 1);
  return (uint32_t) at;
}

static bool
put_objects (struct writer *w, struct halt_prof *h, struct place *const *places,
	     uint32_t n, struct writer *strings, struct fault *f)
{
  uint64_t n_units = 0;
  put_bytes (strings, "", 1);
  for (uint32_t i = 0; i < n; i++)
    {
      const struct place *p = places[i];
      struct halt_prof_object o = {
	.path = put_string (strings, p->path),
	.build_id = put_string (strings, p->build_id),
	.first_unit = p->n_units ? (uint32_t) n_units : 0,
	.n_units = p->n_units
      };
      put_bytes (w, &o, sizeof o);
      n_units += p->n_units;
    }
  for (uint32_t i = 0; i < n; i++)
    put_bytes (w, places[i]->units,
	       places[i]->n_units * sizeof *places[i]->units);
  h->n_objects = n;
  h->n_units = (uint32_t) n_units;
  return n_units <= UINT32_MAX || fault (f, "too many units to be merged");
}

static uint32_t
put_tables (struct writer *w, const struct rows *rows)
{
  uint32_t n = 0;
  for (uint32_t kind = 0; kind < HALT_KIND_END; kind++)
    if (rows[kind].there)
      {
	struct halt_prof_table t = { kind, kind_cells (kind) + 1,
				     rows[kind].n };
	put_bytes (w, &t, sizeof t);
	n++;
      }
  for (uint32_t kind = 0; kind < HALT_KIND_END; kind++)
    if (rows[kind].there)
      put_bytes (w, rows[kind].cells,
		 rows[kind].n * (kind_cells (kind) + 1) * sizeof (uint64_t));
  return n;
}

bool
prof_make (struct prof *out, uint64_t pid, uint64_t lost, uint32_t flags,
	   const char *label, struct place *const *places, uint32_t n,
	   const struct rows *rows, struct fault *f)
{
  struct writer w = { .fault = f }, strings = { .fault = f };
  struct halt_prof h = {
    .magic = HALT_PROF_MAGIC, .version = HALT_PROF_VERSION,
    .header_size = sizeof h, .pid = pid, .lost = lost, .flags = flags
  };
  memset (out, 0, sizeof *out);
  put_bytes (&w, &h, sizeof h);
  bool ok = put_objects (&w, &h, places, n, &strings, f);
  if (ok)
    {
      h.label = put_string (&strings, label);
      h.n_tables = put_tables (&w, rows);
      if (!strings.failed)
	put_bytes (&w, strings.data, strings.size);
      ok = !w.failed && !strings.failed;
    }
  if (ok)
    {
      h.strings_size = (uint32_t) strings.size;
      h.size = w.size;
      h.checksum = halt_sum_words (HALT_CHECKSUM_START, w.data + sizeof h,
				   w.size - sizeof h);
      memcpy (w.data, &h, sizeof h);
      ok = (strings.size <= UINT32_MAX
	    || fault (f, "too many names to be merged"))
	   && prof_view (out, w.data, w.size, f);
    }
  if (ok)
    out->data = w.data;
  else
    free (w.data);
  free (strings.data);
  return ok;
}

bool
sum_finish (struct sum *s, struct prof *out, struct fault *f)
{
  memset (out, 0, sizeof *out);
  bool ok = (!s->split || put_in_order (s, f))
	    && prof_make (out, s->pid, s->lost, s->flags, s->label ?: "",
			  s->places, s->n_places, s->rows, f);
  sum_free (s);
  return ok;
}

bool
prof_merge (struct prof *out, const struct prof *a, const char *a_name,
	    const struct prof *b, const char *b_name, struct fault *f)
{
  struct sum *s = sum_new (f);
  memset (out, 0, sizeof *out);
  if (s && sum_add (s, a, a_name, f) && sum_add (s, b, b_name, f))
    return sum_finish (s, out, f);
  sum_free (s);
  return false;
}

bool
prof_align (struct prof *out, const struct prof *p, const char *name,
	    const struct prof *other, const char *other_name, struct fault *f)
{
  struct prof bare = *other;
  struct halt_prof header = *other->header;
  header.lost = 0;
  header.flags = 0;
  bare.header = &header;
  memset (bare.rows, 0, sizeof bare.rows);
  memset (bare.n_rows, 0, sizeof bare.n_rows);
  return prof_merge (out, p, name, &bare, other_name, f);
}

/* Whether points of S can be switched: their rows say that they were on.  */
static bool
is_switched (const struct sum *s)
{
  for (uint32_t i = 0; i < s->n_places; i++)
    for (uint32_t k = 0; k < s->places[i]->n_units; k++)
      if (s->places[i]->units[k].flags & HALT_UNIT_SWITCHED)
	return true;
  return false;
}

bool
prof_between (struct prof *out, const struct prof *a, const char *a_name,
	      const struct prof *b, const char *b_name, bool lenient,
	      const struct prof *on, struct fault *f)
{
  struct prof first = { 0 }, second = { 0 }, third = { 0 };
  struct sum *s = NULL;
  memset (out, 0, sizeof *out);
  if (!lenient && a->header->pid != b->header->pid)
    return fault (f,
		  "%s and %s are of different processes (%" PRIu64
		  " and %" PRIu64 "); ghalt diff compares them",
		  a_name, b_name, a->header->pid, b->header->pid);
  bool ok = prof_align (&first, a, a_name, b, b_name, f)
	    && prof_align (&second, b, b_name, a, a_name, f)
	    && (!on || prof_align (&third, on, b_name, a, a_name, f))
	    && (s = sum_new (f)) && sum_add (s, &second, b_name, f);
  for (uint32_t kind = 0; ok && kind < HALT_KIND_END; kind++)
    if (!rows_subtract (s->rows + kind, kind, first.rows[kind],
			first.n_rows[kind],
			is_switched (s) && (!on || third.rows[kind]),
			third.rows[kind], third.n_rows[kind])
	&& !lenient)
      ok = fault (f,
		  "%s has more of some count than %s: that is not a later "
		  "moment of the same process, or counts were set to 0, or "
		  "something was unloaded",
		  a_name, b_name);
  if (ok)
    {
      s->pid = b->header->pid;
      s->lost -= a->header->lost < s->lost ? a->header->lost : s->lost;
      ok = sum_finish (s, out, f);
    }
  else
    sum_free (s);
  prof_close (&first);
  prof_close (&second);
  prof_close (&third);
  return ok;
}

bool
profiles_open (struct prof *p, const char *const *paths, size_t n,
	       struct fault *f)
{
  if (n == 1)
    return prof_open (p, paths[0], f);
  struct sum *s = sum_new (f);
  bool ok = s;
  memset (p, 0, sizeof *p);
  for (size_t i = 0; ok && i < n; i++)
    {
      struct prof next;
      ok = prof_open (&next, paths[i], f) && sum_add (s, &next, paths[i], f);
      prof_close (&next);
    }
  if (ok)
    return sum_finish (s, p, f);
  sum_free (s);
  return false;
}

bool
live_settle_since (const void *data, size_t size, const void *base,
		   size_t base_size, void **image, size_t *image_size,
		   struct fault *f)
{
  struct prof a = { 0 }, b = { 0 }, on = { 0 }, out;
  const struct halt_live *h = data;
  const struct live_from from = { -1, size < sizeof *h ? 0 : (unsigned) h->pid,
				  -1 };
  size_t a_size, on_size;
  if (!live_settle (data, size, false, &from, &b.data, image_size, f))
    return false;
  *image = b.data;
  if (!base_size)
    return true;
  bool ok = live_settle (base, base_size, false, &from, &a.data, &a_size, f)
	    && live_settle (data, size, true, &from, &on.data, &on_size, f);
  void *first = a.data, *points = on.data;
  ok = ok && prof_view (&a, a.data, a_size, f)
       && prof_view (&on, on.data, on_size, f);
  /* Before the program has given ids to its points nothing was counted.  */
  if (ok && a.header->n_units > 0)
    {
      ok = prof_view (&b, *image, *image_size, f)
	   && prof_between (&out, &a, "before", &b, "now", true, &on, f);
      free (*image);
      *image = ok ? out.data : NULL;
      *image_size = ok ? out.header->size : 0;
    }
  else if (!ok)
    free (*image);
  free (first);
  free (points);
  return ok;
}
