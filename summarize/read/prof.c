/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A profile: everything is checked here, once.  */

#include <stdlib.h>
#include <string.h>
#include "base/order.h"
#include "halt/live.h"
#include "halt/trace.h"
#include "summarize/summarize.h"

static bool
check_header (const struct halt_prof *h, size_t size, struct fault *f)
{
  if (size < sizeof *h)
    {
      const uint64_t magic = HALT_PROF_MAGIC;
      size_t n = size < sizeof magic ? size : sizeof magic;
      return fault (f, memcmp (h, &magic, n) == 0 ? "truncated profile"
						  : NO_PROFILE);
    }
  if (h->magic == __builtin_bswap64 (HALT_PROF_MAGIC))
    return fault (f, "profile has the byte order of another machine");
  if (h->magic == HALT_TRACE_MAGIC)
    return fault (f, "a trace, which 'ghalt play' reads, not a HALT profile");
  if (h->magic != HALT_PROF_MAGIC)
    return fault (f, NO_PROFILE);
  if (h->version != HALT_PROF_VERSION)
    return fault (f, "profile of version %u, this is the reader of version %u",
		  h->version, HALT_PROF_VERSION);
  if (h->header_size != sizeof *h)
    return fault (f, "damaged profile: header of %u bytes instead of %zu",
		  h->header_size, sizeof *h);
  if (h->size > size)
    return fault (f, "truncated profile: %zu bytes of %llu", size,
		  (unsigned long long) h->size);
  if (h->size < size)
    return fault (f, "damaged profile: %zu bytes instead of %llu", size,
		  (unsigned long long) h->size);
  if (h->flags & ~(HALT_PROF_THREADS | HALT_PROF_LIVE | HALT_PROF_ONTO))
    return fault (f, "damaged profile: unknown flags %#x", h->flags);
  if (halt_sum_words (HALT_CHECKSUM_START, h + 1, size - sizeof *h)
      != h->checksum)
    return fault (f, "damaged profile: the checksum does not fit");
  return true;
}

/* Take N records of SIZE bytes off what is LEFT.  */
static bool
take_records (uint64_t *left, uint64_t n, uint64_t size, struct fault *f)
{
  if (n > *left / size)
    return fault (f, "damaged profile: its tables need more than its size");
  *left -= n * size;
  return true;
}

static bool
check_objects (const struct prof *p, struct fault *f)
{
  uint32_t next = 0;
  for (uint32_t i = 0; i < p->header->n_objects; i++)
    {
      const struct halt_prof_object *o = p->objects + i;
      if (o->path >= p->header->strings_size
	  || o->build_id >= p->header->strings_size)
	return fault (f,
		      "damaged profile: object %u: string offset out of "
		      "range",
		      i);
      if (o->n_units == 0)
	continue;
      if (o->first_unit != next || o->n_units > p->header->n_units - next)
	return fault (f,
		      "damaged profile: object %u: units out of range or "
		      "out of order",
		      i);
      next += o->n_units;
    }
  if (next != p->header->n_units)
    return fault (f, "damaged profile: units that belong to no object");
  return true;
}

static bool
check_units (const struct prof *p, struct fault *f)
{
  for (uint32_t i = 0; i < p->header->n_units; i++)
    {
      const struct halt_prof_unit *u = p->units + i;
      if (!flags_known (unit_flags,
			u->flags & ~(HALT_UNIT_ATOMIC | HALT_UNIT_SWITCHED)))
	return fault (f, "damaged profile: unit %u: unknown flags %#x", i,
		      u->flags);
      if (u->base + u->count < u->base)
	return fault (f, "damaged profile: unit %u: ids overflow", i);
    }
  return true;
}

/* True if ROW, of KIND, may follow BEFORE.  */
static bool
ascends (const uint64_t *before, const uint64_t *row, uint32_t kind)
{
  return row[0] > before[0]
	 || (kind_indexed (kind) && row[0] == before[0] && row[1] > before[1]);
}

/* Check the tables and find their rows, LEFT bytes from ROW on.  Sets *LEFT to
   what is after them.  */
static bool
check_tables (struct prof *p, const uint64_t *row, uint64_t *left,
	      struct fault *f)
{
  for (uint32_t i = 0; i < p->header->n_tables; i++)
    {
      const struct halt_prof_table *t = p->tables + i;
      if (!kind_name (t->kind))
	return fault (f, "damaged profile: table %u: unknown kind %u", i,
		      t->kind);
      if (t->cells != kind_cells (t->kind) + 1 || t->cells == 1)
	return fault (f, "damaged profile: table %u: %u cells for kind %s", i,
		      t->cells, kind_name (t->kind));
      if (p->rows[t->kind])
	return fault (f, "damaged profile: two tables of kind %s",
		      kind_name (t->kind));
      if (!take_records (left, t->n_rows, t->cells * (uint64_t) sizeof *row, f))
	return false;
      for (uint64_t r = 1; r < t->n_rows; r++)
	if (!ascends (row + (r - 1) * t->cells, row + r * t->cells, t->kind))
	  return fault (f, "damaged profile: table %u: rows are not sorted", i);
      p->rows[t->kind] = row;
      p->n_rows[t->kind] = t->n_rows;
      row += t->n_rows * t->cells;
    }
  p->strings = (const char *) row;
  return true;
}

bool
prof_view (struct prof *p, const void *data, size_t size, struct fault *f)
{
  const struct halt_prof *h = data;
  memset (p, 0, sizeof *p);
  if (!check_header (h, size, f))
    return false;
  uint64_t left = size - sizeof *h;
  if (!take_records (&left, h->n_objects, sizeof *p->objects, f)
      || !take_records (&left, h->n_units, sizeof *p->units, f)
      || !take_records (&left, h->n_tables, sizeof *p->tables, f))
    return false;
  p->header = h;
  p->objects = (const void *) (h + 1);
  p->units = (const void *) (p->objects + h->n_objects);
  p->tables = (const void *) (p->units + h->n_units);
  if (!check_tables (p, (const void *) (p->tables + h->n_tables), &left, f))
    return false;
  if (left != h->strings_size)
    return fault (f, "damaged profile: its tables do not add up to its size");
  if (left == 0 || p->strings[0] || p->strings[left - 1])
    return fault (f, "damaged profile: string table does not begin and end "
		     "with NUL");
  if (h->label >= h->strings_size)
    return fault (f, "damaged profile: its label is outside of the strings");
  return check_objects (p, f) && check_units (p, f);
}

void
prof_close (struct prof *p)
{
  free (p->data);
  memset (p, 0, sizeof *p);
}

bool
prof_early (const char *name, struct fault *f)
{
  return fault (f,
		"%s has no counts: it was written before the program's "
		"start-up code had run",
		name);
}

/* How many counters of P are as large as they get.  */
static uint64_t
stopped (const struct prof *p)
{
  uint64_t n = 0;
  for (uint32_t kind = 0; kind < HALT_KIND_END; kind++)
    {
      unsigned cells = kind_cells (kind) + 1;
      unsigned keys = kind_indexed (kind) ? 2 : 1;
      for (uint64_t i = 0; p->rows[kind] && i < p->n_rows[kind]; i++)
	for (unsigned k = keys; k < cells; k++)
	  n += p->rows[kind][i * cells + k] == UINT64_MAX;
    }
  return n;
}

bool
prof_losses (const struct prof *p, const char *names, size_t n_names,
	     unsigned i, struct fault *f)
{
  static const struct
  {
    uint32_t flag;
    const char *text;
  } flags[] = {
    { HALT_PROF_THREADS,
      "counts of %s may be too small: plain 'count' loses events in a "
      "process with several threads; compile with 'count=thread', which loses "
      "none" },
    { HALT_PROF_RUNNING,
      "counts of %s are those of a process that is still running" },
    { HALT_PROF_KILLED,
      "counts of %s are those of the moment in which the process executed "
      "another program, or was ended by SIGKILL or what cannot be caught "
      "either" },
    { HALT_PROF_MOMENT,
      "counts of %s are those of a moment in which its process had not ended; "
      "what became of that is not known here" },
    { HALT_PROF_PARTLY,
      "counts of %s are too small: the file had no room for all of them" },
    { HALT_PROF_UNKNOWN,
      "counts of %s are too small: an object that it is of is not there any "
      "more, or was stripped or built anew since, and only that says what its "
      "cells mean" },
    { HALT_PROF_STRIPPED,
      "counts of %s are too small: code is in it whose object file was stripped "
      "before the link, and with it the debug section that says what its cells "
      "mean" },
    { HALT_PROF_ONTO,
      "counts of %s are those of another build: where the code has changed "
      "they are inferred" },
  };
  bool lost = p->header->lost > 0;
  struct fault some;
  fault (&some, n_names > 1 ? "some of %s" : "%s", names);
  const char *name = some.text;
  if (i == 0 && lost)
    return !fault (f, "%llu event%s lost when %s was recorded",
		   (unsigned long long) p->header->lost,
		   by_number (p->header->lost, " was", "s were"), name);
  i -= lost;
  for (size_t k = 0; k < sizeof flags / sizeof *flags; k++)
    if ((p->header->flags & flags[k].flag) && i-- == 0)
      return !fault (f, flags[k].text, name);
  uint64_t n = i == 0 ? stopped (p) : 0;
  if (n > 0)
    fault (f,
	   "%llu counter%s of %s stopped at 2^64-1: %s may be larger, and "
	   "what follows from %s is not known exactly",
	   (unsigned long long) n, plural (n), name,
	   by_number (n, "it", "they"), by_number (n, "it", "them"));
  return n > 0;
}

void
say_unresolved (struct fault *f, uint64_t n, const char *names, const char *why)
{
  fault (f, "%llu count%s of %s remain%s unresolved: %s",
	 (unsigned long long) n, plural (n), names, by_number (n, "s", ""),
	 why);
}

uint64_t
prof_lower (const struct prof *p, uint32_t kind, uint64_t id)
{
  const uint64_t *rows = p->rows[kind];
  uint64_t low = 0, high = p->n_rows[kind], cells = kind_cells (kind) + 1;
  BISECT (low, high, i, rows[i * cells] < id);
  return low;
}

const uint64_t *
prof_find (const struct prof *p, uint32_t kind, uint64_t id, uint64_t *n)
{
  uint64_t at = prof_lower (p, kind, id);
  *n = (id == UINT64_MAX ? p->n_rows[kind] : prof_lower (p, kind, id + 1)) - at;
  return *n ? p->rows[kind] + at * (kind_cells (kind) + 1) : NULL;
}
