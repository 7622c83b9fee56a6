/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a process has (halt/live.h), while it runs or written at its end: what that means
   becomes a profile.  The process may be counting meanwhile.  */

#include <errno.h>
#include <inttypes.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include "base/order.h"
#include "ghalt.h"
#include "halt/live.h"
#include "live/live.h"
#include "summarize/summarize.h"

/* Counters of an id, or of an id and an index.  */
struct row
{
  uint64_t id, index;
  uint64_t n[2];
  bool on;			/* it is a row also if it is 0 */
};

/* An object's record, and its tables, or NULL.  */
struct live_object_of
{
  uint32_t line;
  const struct halt_live_record *record;
  const struct halt_prof_unit *units;
  const struct cells_file *cells;
};

/* A unit's record, what its numbers mean, and what they have gained: those of its cells,
   then those of its sums.  */
struct live_cells_of
{
  uint32_t line;
  const struct halt_live_record *record;
  const struct live_object_of *object; /* NULL: it has its table itself */
  struct cells_table table;	/* if GAINED is not NULL */
  uint64_t base;
  uint64_t *gained;
};

struct live
{
  const char *data;
  size_t size;
  const struct halt_live *header;
  const struct halt_live_record **records; /* oldest first */
  size_t n_records;
  struct live_object_of *objects; /* by their lines */
  size_t n_objects;
  struct live_cells_of *units;	/* by their lines */
  size_t n_units;
  uint32_t unknown;		/* of some it was not found what they mean:
				   HALT_PROF_UNKNOWN, HALT_PROF_STRIPPED */
  struct row *rows[HALT_KIND_END];
  size_t n_rows[HALT_KIND_END];
  bool known[HALT_KIND_END];	/* there is a table */
  const struct live_from *from;
  uint64_t copy;		/* which one's records, */
  bool first;			/* which is the first one */
  bool on_alone;		/* nothing but points that were on, without counts */
  struct fault *fault;
};

static bool
damaged (struct live *l, const char *what)
{
  return fault (l->fault, "damaged %sprofile: %s",
		l->header->magic == HALT_LIVE_MAGIC ? "live " : "", what);
}

/* The N numbers at AT, or NULL if they are not in the file.  */
static const uint64_t *
numbers_at (const struct live *l, uint64_t at, uint64_t n)
{
  if (at % sizeof (uint64_t) != 0 || at > l->size
      || n > (l->size - at) / sizeof (uint64_t))
    return NULL;
  return (const void *) (l->data + at);
}

/* Numbers of a record, N of them at NUMBER, the first of which is number FIRST; then
   come the LEFT bytes at NEXT.  */
struct part
{
  const uint64_t *number, *next;
  uint64_t first, n, left;
};

/* The next part of the N numbers of R: *P has only zeros for the first one.  0: there are
   no more; -1: they do not add up.  */
static int
next_part (const struct live *l, const struct halt_live_record *r, uint64_t n,
	   struct part *p)
{
  bool begins = !p->next;
  if (r->data)
    {
      p->number = p->next = begins ? numbers_at (l, r->data, n) : NULL;
      p->n = n;
      return p->number ? n > 0 : begins ? -1 : 0;
    }
  if (begins)
    {
      p->next = (const void *) (r + 1);
      p->left = r->size;
    }
  if (p->left < sizeof *p->next)
    return 0;
  uint32_t head[2];
  memcpy (head, p->next, sizeof head);
  p->number = p->next + 1;
  p->left -= sizeof *p->next;
  p->first = head[0];
  p->n = head[1];
  if (p->n > p->left / sizeof *p->number || p->first + p->n > n)
    return -1;
  p->left -= p->n * sizeof *p->number;
  p->next = p->number + p->n;
  return 1;
}

/* --- records -------------------------------------------------------------- */

static const struct halt_live_record *
record_at (const struct live *l, uint32_t line)
{
  uint64_t at = (uint64_t) line * HALT_LIVE_LINE;
  if (line == 0 || at > l->size || l->size - at < sizeof *l->records[0])
    return NULL;
  const struct halt_live_record *r = (const void *) (l->data + at);
  return r->size > l->size - at - sizeof *r ? NULL : r;
}

static uint32_t
line_of (const struct live *l, const struct halt_live_record *r)
{
  return (uint32_t) ((size_t) ((const char *) r - l->data) / HALT_LIVE_LINE);
}

/* The record before *LINE, which becomes its line; NULL if there is none.  LEFT: how many
   there may be.  */
static bool
take_record (struct live *l, uint32_t *line, size_t *left,
	     const struct halt_live_record **r)
{
  *r = *line ? record_at (l, *line) : NULL;
  if (*line && (!*r || (*left)-- == 0))
    return damaged (l, "its records are no list");
  *line = *r ? (*r)->next : 0;
  return true;
}

/* Those whose copy of the runtime it is.  */
static bool
list_records (struct live *l)
{
  uint32_t line = l->header->newest;
  size_t left = l->size / HALT_LIVE_LINE;
  const struct halt_live_record *r;
  for (;;)
    {
      if (!take_record (l, &line, &left, &r))
	return false;
      if (!r)
	break;
      if (r->copy != l->copy)
	continue;
      if (!another (&l->records, l->n_records, sizeof *l->records, l->fault))
	return false;
      l->records[l->n_records++] = r;
    }
  for (size_t i = 0, j = l->n_records; i + 1 < j; i++)
    {
      r = l->records[i];
      l->records[i] = l->records[--j];
      l->records[j] = r;
    }
  return true;
}

/* --- rows ----------------------------------------------------------------- */

static bool
add_row (struct live *l, uint32_t kind, struct row row)
{
  l->known[kind] = true;
  if (l->on_alone ? !row.on : row.n[0] == 0 && row.n[1] == 0 && !row.on)
    return true;
  if (!another (&l->rows[kind], l->n_rows[kind], sizeof row, l->fault))
    return false;
  l->rows[kind][l->n_rows[kind]++] = row;
  return true;
}

ORDER (compare_rows, struct row, UP (id) ?: UP (index));

/* Sort the rows of KIND and make one of those that belong together.  */
static void
sum_rows (struct live *l, uint32_t kind)
{
  struct row *rows = l->rows[kind];
  size_t n = 0;
  bool sorted = true;
  for (size_t i = 1; sorted && i < l->n_rows[kind]; i++)
    sorted = compare_rows (&rows[i - 1], &rows[i]) <= 0;
  if (!sorted)
    qsort (rows, l->n_rows[kind], sizeof *rows, compare_rows);
  for (size_t i = 0; i < l->n_rows[kind]; i++)
    if (n > 0 && compare_rows (&rows[n - 1], &rows[i]) == 0)
      {
	for (int c = 0; c < 2; c++)
	  rows[n - 1].n[c] += rows[i].n[c];
	rows[n - 1].on |= rows[i].on;
      }
    else
      rows[n++] = rows[i];
  l->n_rows[kind] = 0;
  for (size_t i = 0; i < n; i++)
    {
      /* A difference of two cells that threads have counted wrong, or of which
	 one was added to before the end.  */
      for (int c = 0; c < 2; c++)
	if (rows[i].n[c] > INT64_MAX)
	  rows[i].n[c] = 0;
      if (rows[i].n[0] || rows[i].n[1] || rows[i].on)
	rows[l->n_rows[kind]++] = rows[i];
    }
}

/* --- cells ---------------------------------------------------------------- */

/* How many bytes of PATH and build-id follow the units of an object, both with
   their NULs; 0 if it does not add up.  */
static uint64_t
names_size (const struct halt_live_record *r)
{
  uint64_t units = sizeof (struct halt_prof_unit);
  if (r->n > r->size / units)
    return 0;
  uint64_t left = r->size - r->n * units;
  const char *path = (const char *) (r + 1) + r->n * units;
  const char *nul = memchr (path, 0, left);
  if (!nul || !memchr (nul + 1, 0, left - (uint64_t) (nul + 1 - path)))
    return 0;
  return (uint64_t) (nul + 1 - path) + strlen (nul + 1) + 1;
}

/* HALT_LABEL, in the record of the program, or "".  */
static const char *
label_of (const struct halt_live_record *r)
{
  uint64_t at = r->n * sizeof (struct halt_prof_unit) + names_size (r);
  const char *label = (const char *) (r + 1) + at;
  return at < r->size && memchr (label, 0, r->size - at) ? label : "";
}

/* What comes before PATH, of an object of the process: ROOT, which is filled.  */
static const char *
root_of (const struct live *l, const char *path, char *root)
{
  *root = '\0';
  if (*path && l->from && l->from->pid)
    live_root ((pid_t) l->from->pid, path, root);
  return root;
}

/* Of objects and of units, which begin with it.  */

/* CELL has NUMBER as well; what it was, if WAS.  */
static void
gain_cell (uint64_t *cell, uint64_t number, bool was)
{
  if (!(number & HALT_CELL_PLACE))
    *cell += was ? -number : number;
  else if (was)
    *cell = *cell == number ? 0 : *cell;
  else if (*cell == 0 || number < *cell)
    *cell = number;
}

/* Add what cells have gained.  What they were comes after them.  */
static bool
gain (struct live *l, const struct halt_live_record *r,
      const struct live_cells_of *unit)
{
  struct part p = { 0 };
  int more = 0;
  if (r->n != unit->record->n || r->n > UINT32_MAX)
    return damaged (l, "cells are not in it");
  while ((more = next_part (l, r, 2 * r->n, &p)) > 0)
    if (unit->gained)
      for (uint64_t i = 0; i < p.n; i++)
	{
	  bool was = p.first + i >= r->n;
	  gain_cell (unit->gained + (p.first + i - (was ? r->n : 0)),
		     p.number[i], was);
	}
    else
      for (uint64_t i = 0; i < p.n; i++)
	if (p.number[i] != 0)
	  l->unknown |= unit->object && unit->object->cells ? HALT_PROF_STRIPPED
							    : HALT_PROF_UNKNOWN;
  return more == 0 || damaged (l, "cells are not in it");
}

/* The table of UNIT, whose record has it.  */
static bool
own_table (struct live *l, struct live_cells_of *unit)
{
  const struct halt_live_table *head = (const void *) (unit->record + 1);
  uint64_t size = unit->record->size;
  if (size < sizeof *head || head->n_cells != unit->record->n)
    return damaged (l, "the table of its cells does not add up");
  unit->table = (struct cells_table) { .n_cells = head->n_cells,
				       .n_counters = head->n_counters,
				       .n_sums = head->n_sums,
				       .n_terms = head->n_terms };
  unit->base = unit->record->id;
  return cells_view (&unit->table, head + 1, size - sizeof *head)
	 || damaged (l, "the table of its cells does not add up");
}

static const struct halt_prof_unit *
unit_at (const struct live_object_of *object, uint64_t address)
{
  for (uint64_t i = 0; i < object->record->n; i++)
    if (object->units[i].address == address)
      return object->units + i;
  return NULL;
}

/* The same, if it is in the file of the object.  */
static bool
find_table (struct live *l, struct live_cells_of *unit)
{
  const struct live_object_of key = { .line = unit->record->unit };
  unit->object = l->n_objects == 0 ? NULL
				   : bsearch (&key, l->objects, l->n_objects,
					      sizeof key, order_u32);
  if (!unit->object)
    return damaged (l, "cells of no object");
  const struct cells_table *t = cells_find (unit->object->cells,
					    unit->record->path);
  const struct halt_prof_unit *u = t ? unit_at (unit->object, t->unit) : NULL;
  unit->table.n_units = UINT32_MAX;
  if (u && t->n_cells == unit->record->n)
    {
      unit->base = u->base;
      unit->table = *t;
    }
  return true;
}

static bool
add_unit (struct live *l, const struct halt_live_record *r)
{
  struct live_cells_of unit = { .line = line_of (l, r), .record = r };
  bool own = r->type == HALT_LIVE_CELLS;
  if (own ? !own_table (l, &unit) || !numbers_at (l, r->data, 2 * r->n)
	  : !find_table (l, &unit))
    return own ? damaged (l, "cells are not in it") : false;
  bool known = unit.table.n_units != UINT32_MAX;
  if (!another (&l->units, l->n_units, sizeof unit, l->fault)
      || (known
	  && !(unit.gained = fresh (unit.table.n_cells
				      + (uint64_t) unit.table.n_sums,
				    sizeof *unit.gained, l->fault))))
    return false;
  l->units[l->n_units++] = unit;
  return true;
}

/* The path of the object R, after which its build-id comes.  */
static const char *
object_path (const struct halt_live_record *r)
{
  return (const char *) ((const struct halt_prof_unit *) (r + 1) + r->n);
}

/* Of those that lie in objects of their own, all kinds are known.  */
static bool
add_object (struct live *l, const struct halt_live_record *r)
{
  struct live_object_of o = { .line = line_of (l, r), .record = r };
  if (names_size (r) == 0)
    return damaged (l, "an object that does not add up");
  o.units = (const void *) (r + 1);
  const char *path = object_path (r);
  uint64_t pid = l->from && l->from->pid	       ? l->from->pid
		 : l->header->magic == HALT_LIVE_MAGIC ? l->header->pid
						       : 0;
  if (r->kind
      && !cells_of (&o.cells, path, path + strlen (path) + 1, o.units,
		    (uint32_t) r->n, pid, true, l->fault))
    return false;
  const struct cells_table *t;
  for (size_t i = 0; (t = cells_at (o.cells, i)); i++)
    for (uint32_t k = 0; k < t->n_counters; k++)
      if (t->counters[k].kind < HALT_KIND_END
	  && kind_cells (t->counters[k].kind) > 0)
	l->known[t->counters[k].kind] = true;
  if (!another (&l->objects, l->n_objects, sizeof o, l->fault))
    return false;
  l->objects[l->n_objects++] = o;
  return true;
}

static bool
add_counter (struct live *l, const struct live_cells_of *unit,
	     const struct halt_counter *c, uint64_t n_values)
{
  const uint64_t *n = unit->gained + c->number;
  uint64_t base = c->flags & HALT_POINT_FIXED ? 0 : unit->base;
  uint32_t what = c->what;
  enum cells cells = kind_counts (c->kind);
  if (cells == CELLS_NONE)
    return true;
  if (c->flags & HALT_COUNTER_UNIT)
    {
      const struct halt_prof_unit *u
	= what < unit->table.n_units && unit->object
	    ? unit_at (unit->object, unit->table.units[what])
	    : NULL;
      if (!u)
	return damaged (l, "the table of its cells does not add up");
      base = c->flags & HALT_POINT_FIXED ? 0 : u->base;
      what = 0;
    }
  struct row row = { .id = base + c->id };
  if (c->number >= n_values
      || (cells == CELLS_PATHS && what > n_values - c->number))
    return damaged (l, "the table of its cells does not add up");
  switch (cells)
    {
    case CELLS_PATHS:
      for (uint32_t path = 0; path < what; path++)
	if (!add_row (l, c->kind,
		      (struct row) { row.id, path, { n[path], 0 }, false }))
	  return false;
      return true;
    case CELLS_VALUES:
      return *n == 0
	     || add_row (l, c->kind,
			 (struct row) {
			   row.id, *n & ~HALT_CELL_PLACE, { 1, 0 }, false });
    case CELLS_INDICES:
      row.index = what;
      break;
    case CELLS_WAYS:
      row.n[what != 0] = *n;
      return add_row (l, c->kind, row);
    case CELLS_BYTES:
      row.n[1] = *n * what;
      break;
    default:
      break;
    }
  row.n[0] = *n;
  return add_row (l, c->kind, row);
}

/* The unit's sums, then its counters.  */
static bool
add_counters (struct live *l, const struct live_cells_of *unit)
{
  const struct cells_table *table = &unit->table;
  const struct halt_counter *c = table->counters;
  const uint32_t *length = table->lengths;
  const int32_t *term = table->terms;
  uint64_t left = table->n_terms, n = table->n_cells;
  for (uint32_t i = 0; i < table->n_sums; i++, n++)
    {
      if (length[i] > left)
	return damaged (l, "the table of its cells does not add up");
      left -= length[i];
      for (uint32_t t = 0; t < length[i]; t++, term++)
	{
	  uint64_t at = *term < 0 ? (uint64_t) - (int64_t) *term
				  : (uint64_t) *term;
	  if (at == 0 || at > n)
	    return damaged (l, "the table of its cells does not add up");
	  unit->gained[n] += *term < 0 ? -unit->gained[at - 1]
				       : unit->gained[at - 1];
	}
    }
  for (uint32_t i = 0; i < table->n_counters; i++)
    if (!add_counter (l, unit, c + i, n))
      return false;
  return true;
}

static bool
add_cells (struct live *l)
{
  /* Objects are beside others of the profile, too.  */
  for (size_t i = 0; i < l->n_records; i++)
    if (l->records[i]->type == HALT_LIVE_OBJECT
	&& names_size (l->records[i]) > 0
	&& strchr (object_path (l->records[i]), '/')
	&& !cells_offer (object_path (l->records[i]), l->fault))
      return false;
  for (size_t i = 0; i < l->n_records; i++)
    if (l->records[i]->type == HALT_LIVE_OBJECT
	&& !add_object (l, l->records[i]))
      return false;
  if (l->n_objects > 1)
    qsort (l->objects, l->n_objects, sizeof *l->objects, order_u32);
  for (size_t i = 0; i < l->n_records; i++)
    if ((l->records[i]->type == HALT_LIVE_CELLS
	 || l->records[i]->type == HALT_LIVE_UNIT)
	&& !add_unit (l, l->records[i]))
      return false;
  if (l->n_units > 1)
    qsort (l->units, l->n_units, sizeof *l->units, order_u32);
  for (size_t i = 0; i < l->n_units; i++)
    if (!gain (l, l->units[i].record, &l->units[i]))
      return false;
  for (size_t i = 0; i < l->n_records; i++)
    {
      const struct halt_live_record *r = l->records[i];
      if (r->type != HALT_LIVE_BLOCK || r->unit == 0)
	continue;
      const struct live_cells_of key = { .line = r->unit };
      const struct live_cells_of *unit
	= l->n_units == 0
	    ? NULL
	    : bsearch (&key, l->units, l->n_units, sizeof key, order_u32);
      if (!unit)
	return damaged (l, "cells of no unit");
      if (!gain (l, r, unit))
	return false;
    }
  for (size_t i = 0; i < l->n_units; i++)
    if (l->units[i].gained && !add_counters (l, &l->units[i]))
      return false;
  return true;
}

/* The N times SIZE bytes of R, or NULL.  */
static const void *
items (const struct live *l, const struct halt_live_record *r, uint64_t size)
{
  if (r->data)
    return r->n > l->size ? NULL : numbers_at (l, r->data, r->n * (size / 8));
  return r->n > r->size / size ? NULL : (const void *) (r + 1);
}

/* Points that can be switched.  */
static bool
add_points (struct live *l, const struct halt_live_record *r)
{
  const struct halt_live_point *p = items (l, r, sizeof *p);
  if (!p)
    return damaged (l, "points are not in it");
  for (uint64_t i = 0; i < r->n; i++)
    if (p[i].on && kind_counts (p[i].kind) != CELLS_NONE
	&& !add_row (l, p[i].kind, (struct row) { .id = p[i].id, .on = true }))
      return false;
  return true;
}

/* --- the library's counters ----------------------------------------------- */

static bool
add_paths (struct live *l, const struct halt_live_record *r)
{
  const struct halt_live_path *p = items (l, r, sizeof *p);
  if (!p)
    return damaged (l, "paths are not in it");
  for (uint64_t i = 0; i < r->n; i++, p++)
    {
      uint64_t kind = p->id >> HALT_ID_BITS;
      uint64_t id = p->id & ((1ull << HALT_ID_BITS) - 1);
      kind = kind ? kind : HALT_PATH_SUM_READ;
      if (kind >= HALT_KIND_END || !kind_indexed ((uint32_t) kind))
	return damaged (l, "values of a kind that has none");
      if (!add_row (l, (uint32_t) kind,
		    (struct row) { id, p->path, { p->n, 0 }, false }))
	return false;
    }
  return true;
}

/* Numbers from FIRST on of R, whose ids have CELLS each; 0: one id, and indices.  */
static bool
add_numbers (struct live *l, const struct halt_live_record *r, uint32_t kind,
	     unsigned cells, const struct part *p)
{
  for (uint64_t i = 0; i < p->n; i++)
    {
      uint64_t at = p->first + i;
      struct row row = { .id = r->id };
      if (cells > 0)
	{
	  row.id += at / cells;
	  row.n[at % cells] = p->number[i];
	}
      else
	{
	  row.index = r->type == HALT_LIVE_ROW ? at : r->path;
	  row.n[0] = p->number[i];
	}
      if (!add_row (l, kind, row))
	return false;
    }
  return true;
}

static bool
add_library (struct live *l, const struct halt_live_record *r)
{
  unsigned cells = 0;
  struct part p = { 0 };
  int more = 0;
  uint32_t kind = r->type == HALT_LIVE_ROW ? HALT_MBR : r->kind;
  if (r->type < HALT_LIVE_SHARD || r->type == HALT_LIVE_UNIT)
    return true;
  if (r->type == HALT_LIVE_POINTS)
    return add_points (l, r);
  if (r->type == HALT_LIVE_PATHS)
    return add_paths (l, r);
  if (r->type > HALT_LIVE_PATHS)
    return damaged (l, "a record of an unknown type");
  if (kind >= HALT_KIND_END)
    return damaged (l, "counters are not in it");
  if (r->type == HALT_LIVE_PATH && !kind_indexed (kind))
    return damaged (l, "values of a kind that has none");
  if (r->type == HALT_LIVE_SHARD
      && ((cells = kind_indexed (kind) ? 0 : kind_cells (kind)) == 0
	  || cells > 2))
    return damaged (l, "counters of a kind that has none");
  l->known[kind] = true;
  while ((more = next_part (l, r, r->n, &p)) > 0)
    if (!add_numbers (l, r, kind, cells, &p))
      return false;
  return more == 0 || damaged (l, "counters are not in it");
}

/* --- the profile ---------------------------------------------------------- */

/* By its number, which another process may have, here or where it was started.  */
static bool
number_runs (const struct halt_live *h)
{
  char name[64], text[1024];
  if (h->pid == 0 || h->pid > INT32_MAX
      || (kill ((pid_t) h->pid, 0) != 0 && errno == ESRCH))
    return false;
  snprintf (name, sizeof name, "/proc/%" PRIu64 "/stat", h->pid);
  FILE *file = fopen (name, "re");
  size_t n = file ? fread (text, 1, sizeof text - 1, file) : 0;
  if (file)
    fclose (file);
  text[n] = '\0';
  const char *at = strrchr (text, ')');
  /* It may have gone just now; or there is no /proc.  */
  if (!at)
    return kill ((pid_t) h->pid, 0) == 0 || errno != ESRCH;
  char state = at[2];
  unsigned long threads = 0;
  for (int field = 2; at && field < 22; field++)
    {
      at = strchr (at + 1, ' ');
      if (at && field == 19)
	threads = strtoul (at, NULL, 10);
    }
  /* One that has ended, and nobody has asked for its status yet; but it may have
     other threads than the first.  */
  if (state == 'X' || (state == 'Z' && threads < 2))
    return false;
  return !at || h->started == 0 || strtoull (at, NULL, 10) == h->started;
}

unsigned
live_root_of (const char *path)
{
  unsigned pid = 0;
  int end = 0;
  return sscanf (path, "/proc/%u/root/%n", &pid, &end) == 1 && end ? pid : 0;
}

uint32_t
live_ended (const struct halt_live *h, const struct live_from *from)
{
  struct stat st;
  if (h->ended)
    return h->ended == HALT_LIVE_EXIT ? GHALT_ENDED_EXIT : GHALT_ENDED_SIGNAL;
  struct pollfd process = { from ? from->process : -1, POLLIN, 0 };
  if (process.fd >= 0)
    return poll (&process, 1, 0) > 0 ? GHALT_ENDED_KILLED : GHALT_RUNS;
  int fd = from ? from->fd : -1;
  if (fd >= 0 && flock (fd, LOCK_SH | LOCK_NB) == 0)
    flock (fd, LOCK_UN);
  else if (fd >= 0 && errno == EWOULDBLOCK)
    return GHALT_RUNS;
  if (number_runs (h))
    return GHALT_RUNS;
  /* A copy may have been made when it ran, and what is not locked may be of another
     container.  */
  if (fd >= 0 && fstat (fd, &st) == 0
      && halt_live_file (st.st_dev, st.st_ino) == h->file)
    return GHALT_ENDED_KILLED;
  return GHALT_ENDED_UNKNOWN;
}

/* The bytes that are made, one after the other.  */
struct out
{
  char *data;
  size_t size;
};

static void
put_bytes (struct out *o, const void *what, size_t size)
{
  memcpy (o->data + o->size, what, size);
  o->size += size;
}

/* The rows of all kinds.  */
static void
put_rows (struct live *l, struct out *o)
{
  for (uint32_t kind = 0; kind < HALT_KIND_END; kind++)
    for (size_t i = 0; i < l->n_rows[kind]; i++)
      {
	const struct row *r = &l->rows[kind][i];
	put_bytes (o, &r->id, sizeof r->id);
	if (kind_indexed (kind))
	  put_bytes (o, &r->index, sizeof r->index);
	put_bytes (o, r->n,
		   (kind_indexed (kind) ? 1 : kind_cells (kind))
		     * sizeof r->n[0]);
      }
}

static bool
make_profile (struct live *l, struct out *o)
{
  static const uint32_t flags[] = {
    [GHALT_RUNS] = HALT_PROF_RUNNING,
    [GHALT_ENDED_EXIT] = 0,
    [GHALT_ENDED_SIGNAL] = 0,
    [GHALT_ENDED_KILLED] = HALT_PROF_KILLED,
    [GHALT_ENDED_UNKNOWN] = HALT_PROF_MOMENT
  };
  struct halt_prof h = { .magic = HALT_PROF_MAGIC,
			 .version = HALT_PROF_VERSION,
			 .header_size = sizeof h,
			 .pid = l->header->pid,
			 .lost = l->first ? l->header->lost : 0,
			 .flags = l->header->flags & HALT_PROF_THREADS };
  uint64_t room = sizeof h + 1, strings = 1;
  h.flags |= l->unknown;
  char root[LIVE_ROOT];
  h.flags |= flags[live_ended (l->header, l->from)];
  if (l->header->flags & HALT_LIVE_PARTLY)
    h.flags |= HALT_PROF_PARTLY;
  for (size_t i = 0; i < l->n_records; i++)
    if (l->records[i]->type == HALT_LIVE_OBJECT)
      {
	h.n_objects++;
	h.n_units += (uint32_t) l->records[i]->n;
	room += sizeof (struct halt_prof_object) + l->records[i]->size
		+ LIVE_ROOT;
      }
  for (uint32_t kind = 0; kind < HALT_KIND_END; kind++)
    {
      sum_rows (l, kind);
      h.n_tables += l->known[kind];
      room += sizeof (struct halt_prof_table)
	      + l->n_rows[kind] * (kind_cells (kind) + 1) * sizeof (uint64_t);
    }
  if (!(o->data = fresh (room, 1, l->fault)))
    return false;
  o->size = sizeof h;

  uint32_t first = 0;
  const struct halt_live_record *labelled = NULL;
  for (size_t i = 0; i < l->n_records; i++)
    if (l->records[i]->type == HALT_LIVE_OBJECT)
      {
	const struct halt_live_record *r = l->records[i];
	const char *path = (const char *) (r + 1)
			   + r->n * sizeof (struct halt_prof_unit);
	struct halt_prof_object object = { .first_unit = first,
					   .n_units = (uint32_t) r->n };
	object.path = *path ? (uint32_t) strings : 0;
	strings += *path ? strlen (root_of (l, path, root)) + strlen (path) + 1
			 : 0;
	const char *id = path + strlen (path) + 1;
	object.build_id = *id ? (uint32_t) strings : 0;
	strings += *id ? strlen (id) + 1 : 0;
	put_bytes (o, &object, sizeof object);
	first += object.n_units;
	const char *label = label_of (r);
	if (!h.label && *label)
	  {
	    h.label = (uint32_t) strings;
	    strings += strlen (label) + 1;
	    labelled = r;
	  }
      }
  for (size_t i = 0; i < l->n_records; i++)
    if (l->records[i]->type == HALT_LIVE_OBJECT)
      put_bytes (o, l->records[i] + 1,
		 l->records[i]->n * sizeof (struct halt_prof_unit));
  for (uint32_t kind = 0; kind < HALT_KIND_END; kind++)
    if (l->known[kind])
      {
	struct halt_prof_table table = { .kind = kind,
					 .cells = kind_cells (kind) + 1,
					 .n_rows = l->n_rows[kind] };
	put_bytes (o, &table, sizeof table);
      }
  put_rows (l, o);
  put_bytes (o, "", 1);
  for (size_t i = 0; i < l->n_records; i++)
    if (l->records[i]->type == HALT_LIVE_OBJECT)
      {
	const char *text = (const char *) (l->records[i] + 1)
			   + l->records[i]->n * sizeof (struct halt_prof_unit);
	root_of (l, text, root);
	put_bytes (o, root, strlen (root));
	for (int k = 0; k < 2; k++, text += strlen (text) + 1)
	  if (*text)
	    put_bytes (o, text, strlen (text) + 1);
	if (l->records[i] == labelled)
	  put_bytes (o, label_of (labelled), strlen (label_of (labelled)) + 1);
      }
  h.strings_size = (uint32_t) strings;
  h.size = o->size;
  h.checksum = halt_sum_words (HALT_CHECKSUM_START, o->data + sizeof h,
			       o->size - sizeof h);
  memcpy (o->data, &h, sizeof h);
  return true;
}

static bool
check_header (struct live *l)
{
  const struct halt_live *h = l->header;
  const char *live = h->magic == HALT_LIVE_MAGIC ? "live " : "";
  if (l->size < sizeof *h)
    return fault (l->fault, "truncated %sprofile", live);
  if (h->version != HALT_LIVE_VERSION && h->version != 2)
    return fault (l->fault,
		  "%sprofile of version %u, this is the reader of version %u",
		  live, h->version, HALT_LIVE_VERSION);
  if (h->header_size != sizeof *h)
    return damaged (l, "its header has another size");
  if (h->flags & ~(HALT_PROF_THREADS | HALT_LIVE_PARTLY))
    return damaged (l, "unknown flags");
  uint64_t end = (uint64_t) h->end * HALT_LIVE_LINE;
  if (end > l->size)
    return fault (l->fault, "truncated %sprofile: %zu bytes of %" PRIu64, live,
		  l->size, end);
  if (h->magic == HALT_DUMP_MAGIC && end < l->size)
    return fault (l->fault, "damaged profile: %zu bytes instead of %" PRIu64,
		  l->size, end);
  struct halt_live head = *h;
  head.started = 0;
  if (h->magic == HALT_DUMP_MAGIC && h->started != 0
      && halt_sum_words (halt_sum_words (HALT_CHECKSUM_START, &head,
					 sizeof head),
			 h + 1, l->size - sizeof *h)
	   != h->started)
    return damaged (l, "the checksum does not fit");
  return true;
}

bool
live_is (const void *data, size_t size)
{
  const struct halt_live *h = data;
  return size >= sizeof h->magic
	 && (h->magic == HALT_LIVE_MAGIC || h->magic == HALT_DUMP_MAGIC
	     || h->magic == HALT_PACKED_MAGIC);
}

bool
live_copies (const void *data, size_t size, uint64_t **copies, size_t *n,
	     struct fault *f)
{
  struct live l = { .data = data, .size = size, .header = data, .fault = f };
  size_t left = size / HALT_LIVE_LINE, all = 0;
  const struct halt_live_record *r;
  *copies = NULL;
  *n = 0;
  if (!check_header (&l))
    return false;
  for (uint32_t line = l.header->newest;;)
    {
      if (!take_record (&l, &line, &left, &r)
	  || (r && !another (copies, all, sizeof **copies, f)))
	{
	  free (*copies);
	  return false;
	}
      if (!r)
	break;
      (*copies)[all] = r->copy;
      /* Those of one mostly follow each other.  */
      all += all == 0 || (*copies)[all - 1] != r->copy;
    }
  if (all > 1)
    qsort (*copies, all, sizeof **copies, order_u64);
  for (size_t i = 0; i < all; i++)
    if (i == 0 || (*copies)[i] != (*copies)[i - 1])
      (*copies)[(*n)++] = (*copies)[i];
  return true;
}

bool
live_settle_copy (const void *data, size_t size, bool on_alone,
		  const struct live_from *from, uint64_t copy, bool first,
		  void **image, size_t *image_size, struct fault *f)
{
  struct live l = { .data = data,
		    .size = size,
		    .header = data,
		    .from = from,
		    .copy = copy,
		    .first = first,
		    .on_alone = on_alone,
		    .fault = f };
  struct out out = { NULL, 0 };
  bool ok = check_header (&l) && list_records (&l) && add_cells (&l);
  for (size_t i = 0; ok && i < l.n_records; i++)
    ok = add_library (&l, l.records[i]);
  for (uint32_t kind = 0; ok && kind < HALT_KIND_END; kind++)
    l.known[kind] |= (l.header->kinds >> kind & 1) && kind_cells (kind) > 0;
  ok = ok && make_profile (&l, &out);
  for (size_t i = 0; i < l.n_units; i++)
    free (l.units[i].gained);
  for (uint32_t kind = 0; kind < HALT_KIND_END; kind++)
    free (l.rows[kind]);
  FREE_ALL (l.units, l.objects, l.records);
  if (!ok)
    free (out.data);
  *image = ok ? out.data : NULL;
  *image_size = out.size;
  return ok;
}
