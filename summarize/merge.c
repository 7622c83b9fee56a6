/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Several profiles of one program as one: their counters added up.  The result
   is a profile like any other, and it does not depend on the order of those
   that were merged, nor on how they were put together.

   An id counts for the unit that had it, so where two profiles gave out ids
   otherwise (other shared objects, another order) the rows are translated.
   Objects are the same if their files have the same name and their units the
   same addresses, numbers of ids and checksums.  If the objects of both are
   the same ones, at the same ids, they stay there; else they are put in an
   order that is always the same: the program, then the others by name and
   units, each of them once.  Constant ids stay what they are; one that lies
   among the ids of a shared object cannot be told from those.  */

#include <stdlib.h>
#include <string.h>
#include "summarize/summarize.h"

/* An object of the result, and what it is taken from.  */
struct place
{
  const struct prof *prof;
  const struct halt_prof_object *object;
  const char *path, *build_id;
  uint32_t first_unit;		/* in the result */
};

struct layout
{
  struct place *places;
  uint32_t n_places;
  struct halt_prof_unit *units;
  uint64_t n_units;
};

/* Ids from FIRST on, N of them, begin at TO in the result.  */
struct shift
{
  uint64_t first, n, to;
};

static const struct halt_prof_unit *
units_of (const struct place *p)
{
  return p->prof->units + (p->object->n_units ? p->object->first_unit : 0);
}

static int
compare_numbers (uint64_t a, uint64_t b)
{
  return a < b ? -1 : a > b;
}

/* Compare what makes a unit, which is not its base.  */
static int
compare_units (const struct halt_prof_unit *a, const struct halt_prof_unit *b)
{
  int c = compare_numbers (a->address, b->address);
  c = c ? c : compare_numbers (a->count, b->count);
  c = c ? c : compare_numbers (a->checksum, b->checksum);
  return c ? c : compare_numbers (a->flags, b->flags);
}

/* The same for all units of two objects.  */
static int
compare_builds (const struct place *a, const struct place *b)
{
  int c = compare_numbers (a->object->n_units, b->object->n_units);
  for (uint32_t i = 0; !c && i < a->object->n_units; i++)
    c = compare_units (units_of (a) + i, units_of (b) + i);
  return c;
}

static int
compare_places (const void *a, const void *b)
{
  const struct place *x = a, *y = b;
  int c = strcmp (basename (x->path), basename (y->path));
  return c ? c : compare_builds (x, y);
}

static struct place
place_of (const struct prof *prof, uint32_t i)
{
  const struct halt_prof_object *o = prof->objects + i;
  return (struct place) { prof, o, prof->strings + o->path,
			  prof->strings + o->build_id, 0 };
}

/* Let A be named as B is if that comes first.  */
static void
choose_name (struct place *a, const struct place *b)
{
  int c = strcmp (a->path, b->path);
  c = c ? c : strcmp (a->build_id, b->build_id);
  if (c > 0)
    {
      a->path = b->path;
      a->build_id = b->build_id;
    }
}

/* True if every id of A and B means the same.  */
static bool
same_layout (const struct prof *a, const struct prof *b)
{
  if (a->header->n_objects != b->header->n_objects)
    return false;
  for (uint32_t i = 0; i < a->header->n_objects; i++)
    {
      struct place x = place_of (a, i), y = place_of (b, i);
      if ((i > 0 ? compare_places (&x, &y) : compare_builds (&x, &y)) != 0)
	return false;
    }
  for (uint32_t i = 0; i < a->header->n_units; i++)
    if (a->units[i].base != b->units[i].base)
      return false;
  return true;
}

/* Say how two builds of a program differ.  */
static bool
refuse (const struct place *a, const char *a_name, const struct place *b,
	const char *b_name, struct fault *f)
{
  struct fault what = { "" };
  uint32_t n = a->object->n_units;
  if (n != b->object->n_units)
    fault (&what, ": %u and %u instrumented units", n, b->object->n_units);
  for (uint32_t i = 0; i < n && !what.text[0]; i++)
    {
      const struct halt_prof_unit *x = units_of (a) + i, *y = units_of (b) + i;
      if (x->checksum != y->checksum)
	fault (&what, ": unit %u has checksum %016llx and %016llx", i,
	       (unsigned long long) x->checksum,
	       (unsigned long long) y->checksum);
      else if (x->address != y->address)
	fault (&what, ": unit %u is at %#llx and %#llx", i,
	       (unsigned long long) x->address,
	       (unsigned long long) y->address);
      else if (compare_units (x, y) != 0)
	fault (&what, ": unit %u has %llu and %llu ids", i,
	       (unsigned long long) x->count, (unsigned long long) y->count);
    }
  return fault (f, "%s and %s are of different builds: of %s (build-id %s) and "
		"%s (build-id %s)%s", a_name, b_name, a->path,
		*a->build_id ? a->build_id : "none", b->path,
		*b->build_id ? b->build_id : "none", what.text);
}

/* Give out bases to the units of the places, in their order.  */
static bool
number_units (struct layout *l, struct fault *f)
{
  uint64_t next = 0;
  l->n_units = 0;
  for (uint32_t i = 0; i < l->n_places; i++)
    l->n_units += l->places[i].object->n_units;
  if (l->n_units > UINT32_MAX)
    return fault (f, "too many units to be merged");
  l->units = grow (NULL, l->n_units, sizeof *l->units);
  struct halt_prof_unit *u = l->units;
  for (uint32_t i = 0; i < l->n_places; i++)
    {
      struct place *p = l->places + i;
      p->first_unit = (uint32_t) (u - l->units);
      for (uint32_t k = 0; k < p->object->n_units; k++, u++)
	{
	  *u = units_of (p)[k];
	  u->base = next;
	  u->reserved = 0;
	  next += u->count;
	  if (next < u->base)
	    return fault (f, "ids overflow when profiles are merged");
	}
    }
  return true;
}

/* Decide where the objects of A and B are in the result.  */
static bool
lay_out (struct layout *l, const struct prof *a, const char *a_name,
	 const struct prof *b, const char *b_name, struct fault *f)
{
  uint32_t n_a = a->header->n_objects, n_b = b->header->n_objects;
  if (n_a == 0 || n_b == 0)
    return fault (f, "%s: profile of no program at all", n_a ? b_name : a_name);
  struct place x = place_of (a, 0), y = place_of (b, 0);
  if (x.object->n_units || y.object->n_units ? compare_builds (&x, &y) != 0
      : compare_places (&x, &y) != 0)
    return refuse (&x, a_name, &y, b_name, f);

  bool same = same_layout (a, b);
  if ((uint64_t) n_a + n_b > UINT32_MAX)
    return fault (f, "too many objects to be merged");
  struct place *p = grow (NULL, (size_t) n_a + n_b, sizeof *p);
  for (uint32_t i = 0; i < n_a; i++)
    p[i] = place_of (a, i);
  if (same)
    for (uint32_t i = 0; i < n_b; i++)
      {
	struct place other = place_of (b, i);
	choose_name (p + i, &other);
      }
  else
    {
      choose_name (p, &y);
      for (uint32_t i = 1; i < n_b; i++)
	p[n_a++] = place_of (b, i);
      qsort (p + 1, n_a - 1, sizeof *p, compare_places);
      uint32_t n = 1;
      for (uint32_t i = 1; i < n_a; i++)
	if (n > 1 && compare_places (p + n - 1, p + i) == 0)
	  choose_name (p + n - 1, p + i);
	else
	  p[n++] = p[i];
      n_a = n;
    }
  l->places = p;
  l->n_places = n_a;
  if (!number_units (l, f))
    return false;
  if (same)
    for (uint32_t i = 0; i < l->n_units; i++)
      l->units[i].base = a->units[i].base;
  return true;
}

/* The place of object I of PROF.  */
static const struct place *
find_place (const struct layout *l, const struct prof *prof, uint32_t i,
	    bool same)
{
  struct place key = place_of (prof, i);
  if (i == 0 || same)
    return l->places + i;
  return bsearch (&key, l->places + 1, l->n_places - 1, sizeof key,
		  compare_places);
}

static int
compare_shifts (const void *a, const void *b)
{
  const struct shift *x = a, *y = b;
  return compare_numbers (x->first, y->first);
}

/* How ids of PROF are translated: *N shifts, sorted.  None if they stay.  */
static struct shift *
list_shifts (const struct layout *l, const struct prof *prof, bool same,
	     size_t *n)
{
  struct shift *shifts = grow (NULL, prof->header->n_units, sizeof *shifts);
  *n = 0;
  for (uint32_t i = 0; !same && i < prof->header->n_objects; i++)
    {
      const struct place *p = find_place (l, prof, i, same);
      const struct halt_prof_object *o = prof->objects + i;
      for (uint32_t k = 0; k < o->n_units; k++)
	{
	  const struct halt_prof_unit *u = prof->units + o->first_unit + k;
	  if (u->count > 0)
	    shifts[(*n)++] = (struct shift) {
	      u->base, u->count, l->units[p->first_unit + k].base
	    };
	}
    }
  qsort (shifts, *n, sizeof *shifts, compare_shifts);
  return shifts;
}

/* ID in the result.  Constants, which no unit has, stay.  */
static uint64_t
translate (uint64_t id, const struct shift *shifts, size_t n)
{
  size_t low = 0, high = n;
  while (low < high)
    {
      size_t middle = low + (high - low) / 2;
      if (shifts[middle].first <= id)
	low = middle + 1;
      else
	high = middle;
    }
  const struct shift *s = shifts + low - 1;
  return low > 0 && id - s->first < s->n ? s->to + (id - s->first) : id;
}

/* --- rows --------------------------------------------------------------- */

/* Cells that rows are sorted by.  */
static unsigned
key_cells (uint32_t kind)
{
  return kind_indexed (kind) ? 2 : 1;
}

static int
compare_rows (const void *a, const void *b, void *keys)
{
  const uint64_t *x = a, *y = b;
  int c = compare_numbers (x[0], y[0]);
  return c || *(unsigned *) keys == 1 ? c : compare_numbers (x[1], y[1]);
}

/* The rows of KIND with ids as in the result, sorted.  */
static uint64_t *
translate_rows (const struct prof *prof, uint32_t kind,
		const struct shift *shifts, size_t n_shifts)
{
  unsigned cells = kind_cells (kind) + 1, keys = key_cells (kind);
  uint64_t n = prof->n_rows[kind];
  uint64_t *rows = grow (NULL, n, cells * sizeof *rows);
  bool sorted = true;
  if (n > 0)
    memcpy (rows, prof->rows[kind], n * cells * sizeof *rows);
  for (uint64_t i = 0; i < n; i++)
    {
      uint64_t *row = rows + i * cells;
      row[0] = translate (row[0], shifts, n_shifts);
      sorted = sorted && (i == 0 || compare_rows (row - cells, row, &keys) < 0);
    }
  if (!sorted)
    qsort_r (rows, n, cells * sizeof *rows, compare_rows, &keys);
  return rows;
}

/* Put ROW, of CELLS cells, behind the N rows at TO, or add it to the last if
   that has its key.  Returns how many there are then.  */
static uint64_t
put_row (uint64_t *to, uint64_t n, const uint64_t *row, unsigned cells,
	 unsigned keys)
{
  uint64_t *last = n > 0 ? to + (n - 1) * cells : NULL;
  if (last && compare_rows (last, row, &keys) == 0)
    {
      for (unsigned i = keys; i < cells; i++)
	last[i] = add_counts (last[i], row[i]);
      return n;
    }
  memcpy (to + n * cells, row, cells * sizeof *row);
  return n + 1;
}

/* The rows of KIND of both inputs, *N of them.  */
static uint64_t *
merge_rows (const struct prof *const prof[2], uint32_t kind,
	    struct shift *const shifts[2], const size_t n_shifts[2],
	    uint64_t *n)
{
  unsigned cells = kind_cells (kind) + 1, keys = key_cells (kind);
  uint64_t *rows[2], at[2] = { 0, 0 }, end[2];
  for (int i = 0; i < 2; i++)
    {
      rows[i] = translate_rows (prof[i], kind, shifts[i], n_shifts[i]);
      end[i] = prof[i]->n_rows[kind];
    }
  uint64_t *sum = grow (NULL, end[0] + end[1], cells * sizeof *sum);
  *n = 0;
  while (at[0] < end[0] || at[1] < end[1])
    {
      int from = at[0] == end[0]
		 || (at[1] < end[1]
		     && compare_rows (rows[1] + at[1] * cells,
				      rows[0] + at[0] * cells, &keys) < 0);
      *n = put_row (sum, *n, rows[from] + at[from]++ * cells, cells, keys);
    }
  free (rows[0]);
  free (rows[1]);
  return sum;
}

/* --- the result --------------------------------------------------------- */

/* Bytes that are written one behind the other.  */
struct writer
{
  char *data;
  size_t size, room;
};

static void
put_bytes (struct writer *w, const void *data, size_t size)
{
  if (size > w->room - w->size)
    {
      w->room = 2 * (w->room + size);
      w->data = grow (w->data, w->room, 1);
    }
  if (size > 0)
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

static void
put_objects (struct writer *w, const struct layout *l, struct writer *strings)
{
  put_bytes (strings, "", 1);
  for (uint32_t i = 0; i < l->n_places; i++)
    {
      const struct place *p = l->places + i;
      struct halt_prof_object o = { .n_units = p->object->n_units };
      o.path = put_string (strings, p->path);
      o.build_id = put_string (strings, p->build_id);
      o.first_unit = o.n_units ? p->first_unit : 0;
      put_bytes (w, &o, sizeof o);
    }
  put_bytes (w, l->units, l->n_units * sizeof *l->units);
}

/* Put the tables and rows.  Returns how many tables there are.  */
static uint32_t
put_tables (struct writer *w, const struct layout *l,
	    const struct prof *const prof[2], bool same)
{
  struct writer rows = { NULL, 0, 0 };
  struct shift *shifts[2];
  size_t n_shifts[2];
  uint32_t n_tables = 0;
  for (int i = 0; i < 2; i++)
    shifts[i] = list_shifts (l, prof[i], same, n_shifts + i);
  for (uint32_t kind = 0; kind < HALT_KIND_END; kind++)
    if (prof[0]->rows[kind] || prof[1]->rows[kind])
      {
	struct halt_prof_table t = { kind, kind_cells (kind) + 1, 0 };
	uint64_t *sum = merge_rows (prof, kind, shifts, n_shifts, &t.n_rows);
	put_bytes (w, &t, sizeof t);
	put_bytes (&rows, sum, t.n_rows * t.cells * sizeof *sum);
	free (sum);
	n_tables++;
      }
  put_bytes (w, rows.data, rows.size);
  free (rows.data);
  free (shifts[0]);
  free (shifts[1]);
  return n_tables;
}

bool
prof_merge (struct prof *out, const struct prof *a, const char *a_name,
	    const struct prof *b, const char *b_name, struct fault *f)
{
  struct layout l = { NULL, 0, NULL, 0 };
  struct writer w = { NULL, 0, 0 }, strings = { NULL, 0, 0 };
  const struct prof *const both[2] = { a, b };
  struct halt_prof h = {
    .magic = HALT_PROF_MAGIC, .version = HALT_PROF_VERSION,
    .header_size = sizeof h,
    .pid = a->header->pid == b->header->pid ? a->header->pid : 0,
    .lost = add_counts (a->header->lost, b->header->lost)
  };
  memset (out, 0, sizeof *out);
  bool ok = lay_out (&l, a, a_name, b, b_name, f);
  if (ok)
    {
      put_bytes (&w, &h, sizeof h);
      put_objects (&w, &l, &strings);
      h.n_objects = l.n_places;
      h.n_units = (uint32_t) l.n_units;
      h.n_tables = put_tables (&w, &l, both, same_layout (a, b));
      put_bytes (&w, strings.data, strings.size);
      h.strings_size = (uint32_t) strings.size;
      h.size = w.size;
      memcpy (w.data, &h, sizeof h);
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
  free (l.places);
  free (l.units);
  free (strings.data);
  return ok;
}

bool
profiles_open (struct prof *p, const char *const *paths, size_t n,
	       struct fault *f)
{
  bool ok = prof_open (p, paths[0], f);
  for (size_t i = 1; ok && i < n; i++)
    {
      struct prof before = *p, next;
      memset (p, 0, sizeof *p);
      ok = prof_open (&next, paths[i], f);
      if (ok)
	{
	  ok = prof_merge (p, &before, paths[0], &next, paths[i], f);
	  prof_close (&next);
	}
      prof_close (&before);
    }
  return ok;
}
