/* SPDX-License-Identifier: MIT */
/* The profile as an image in memory: the grammar of halt/format.h, from top
   to bottom.  */

#include <errno.h>
#include <string.h>
#include <sys/mman.h>

#include "runtime/runtime.h"

/* Ids below this are reported even if no unit is known that has them.  */
#define SMALL_ID ((uint64_t) 1 << 20)

/* Ids from FIRST up to END - 1 that may have been counted.  */
struct range
{
  uint64_t first, end;
};

/* What is written is settled before it is written: other threads may still be
   counting and loading.  Shards and objects that come later are left out.  */
struct profile
{
  size_t n_objects, n_units, n_ranges, n_tables;
  size_t strings_size;
  struct range *range;			/* ascending, apart */
  struct halt_shard *newest[HALT_KIND_END];
  uint64_t limit[HALT_KIND_END];	/* no id of the kind is as large */
  struct halt_shard **shard;		/* of the kind being written */
  char *image, *at;
};

/* Sort and join the ranges.  Bases are given out in ascending order, so there
   is next to nothing to sort.  */
static void
tidy (struct profile *p)
{
  struct range *range = p->range;
  for (size_t i = 1; i < p->n_ranges; i++)
    {
      struct range one = range[i];
      size_t j = i;
      for (; j > 0 && range[j - 1].first > one.first; j--)
	range[j] = range[j - 1];
      range[j] = one;
    }
  size_t n = 0;
  for (size_t i = 0; i < p->n_ranges; i++)
    if (n && range[i].first <= range[n - 1].end)
      {
	if (range[i].end > range[n - 1].end)
	  range[n - 1].end = range[i].end;
      }
    else
      range[n++] = range[i];
  p->n_ranges = n;
}

static uint64_t
ids_in (const struct profile *p, uint64_t limit)
{
  uint64_t n = 0;
  for (size_t i = 0; i < p->n_ranges && p->range[i].first < limit; i++)
    n += (p->range[i].end < limit ? p->range[i].end : limit)
	 - p->range[i].first;
  return n;
}

static void *
put (struct profile *p, const void *what, size_t size)
{
  char *place = p->at;
  memcpy (place, what, size);
  p->at += size;
  return place;
}

static uint32_t
put_string (struct profile *p, const char *strings, const char *string)
{
  if (!*string)
    return 0;
  return (char *) put (p, string, strlen (string) + 1) - strings;
}

/* The rows of KIND; return how many.  */
static uint64_t
put_rows (struct profile *p, unsigned int kind)
{
  unsigned int cells = __halt_cells[kind];
  uint64_t limit = p->limit[kind], n_rows = 0;
  size_t n_shards = 0;
  for (struct halt_shard *shard = p->newest[kind]; shard; shard = shard->next)
    p->shard[n_shards++] = shard;
  for (size_t i = 0; i < p->n_ranges; i++)
    for (uint64_t id = p->range[i].first;
	 id < p->range[i].end && id < limit; id++)
      {
	uint64_t *row = (uint64_t *) p->at;
	uint64_t any = 0;
	for (unsigned int c = 0; c < cells; c++)
	  {
	    uint64_t sum = 0;
	    for (size_t s = 0; s < n_shards; s++)
	      if (id < p->shard[s]->n)
		sum += p->shard[s]->counter[id * cells + c];
	    if (sum | any)
	      row[1 + c] = sum;
	    any |= sum;
	  }
	if (!any)
	  continue;
	/* A cell before the first nonzero one is still 0.  */
	row[0] = id;
	p->at += (1 + cells) * sizeof *row;
	n_rows++;
      }
  return n_rows;
}

static void
fill (struct profile *p)
{
  struct halt_prof header = {
    .magic = HALT_PROF_MAGIC,
    .version = HALT_PROF_VERSION,
    .header_size = sizeof header,
    .pid = __halt_began.pid,
    .lost = __atomic_load_n (&__halt_process->lost, __ATOMIC_RELAXED),
    .n_objects = p->n_objects,
    .n_units = p->n_units,
    .n_tables = p->n_tables,
  };
  const struct halt_known_object *object;
  struct halt_prof_object *objects
    = (struct halt_prof_object *) (p->image + sizeof header);
  p->at = (char *) (objects + p->n_objects);

  uint32_t first = 0;
  object = __halt_objects;
  for (size_t i = 0; i < p->n_objects; i++, object = object->next)
    {
      objects[i].first_unit = first;
      objects[i].n_units = object->n_units;
      first += object->n_units;
      for (size_t u = 0; u < object->n_units; u++)
	{
	  struct halt_prof_unit unit = {
	    .address = object->unit[u].address,
	    .base = object->unit[u].base,
	    .count = object->unit[u].count,
	    .checksum = object->unit[u].checksum,
	    .flags = object->unit[u].flags,
	  };
	  put (p, &unit, sizeof unit);
	}
    }

  struct halt_prof_table *table = (struct halt_prof_table *) p->at;
  p->at = (char *) (table + p->n_tables);
  for (unsigned int kind = 0; kind < HALT_KIND_END; kind++)
    if (__halt_cells[kind])
      {
	table->kind = kind;
	table->cells = 1 + __halt_cells[kind];
	table++->n_rows = put_rows (p, kind);
      }

  char *strings = p->at++;
  object = __halt_objects;
  for (size_t i = 0; i < p->n_objects; i++, object = object->next)
    {
      objects[i].path = put_string (p, strings, object->path);
      objects[i].build_id = put_string (p, strings, object->build_id);
    }
  header.strings_size = p->at - strings;
  header.size = p->at - p->image;
  header.checksum = halt_checksum (HALT_CHECKSUM_START,
				   p->image + sizeof header,
				   header.size - sizeof header);
  memcpy (p->image, &header, sizeof header);
}

void *
__halt_profile (size_t *size, size_t *mapped)
{
  struct profile p = { .strings_size = 1, .n_ranges = 1 };
  size_t n_shards = 0;

  *size = 0;
  for (const struct halt_known_object *object = __halt_objects; object;
       object = object->next)
    {
      p.n_objects++;
      p.n_units += object->n_units;
      p.strings_size += strlen (object->path) + strlen (object->build_id) + 2;
    }
  for (unsigned int kind = 0; kind < HALT_KIND_END; kind++)
    if (__halt_cells[kind])
      {
	size_t n = 0;
	p.newest[kind] = __atomic_load_n (&__halt_shards[kind],
					  __ATOMIC_ACQUIRE);
	for (struct halt_shard *shard = p.newest[kind]; shard;
	     shard = shard->next, n++)
	  if (shard->n > p.limit[kind])
	    p.limit[kind] = shard->n;
	n_shards = n > n_shards ? n : n_shards;
	p.n_tables++;
      }
  if (p.n_units == 0 && n_shards == 0)
    return NULL;

  p.range = __halt_alloc ((1 + p.n_units) * sizeof *p.range);
  p.shard = __halt_alloc (n_shards * sizeof *p.shard);
  if (!p.range || !p.shard)
    {
      errno = ENOMEM;
      return NULL;
    }
  p.range[0].end = SMALL_ID;
  const struct halt_known_object *object = __halt_objects;
  for (size_t i = 0; i < p.n_objects; i++, object = object->next)
    for (size_t u = 0; u < object->n_units; u++)
      {
	struct range *range = &p.range[p.n_ranges++];
	range->first = object->unit[u].base;
	range->end = range->first + object->unit[u].count;
	if (range->end < range->first)
	  range->end = UINT64_MAX;
      }
  tidy (&p);

  uint64_t most = sizeof (struct halt_prof)
		  + p.n_objects * sizeof (struct halt_prof_object)
		  + p.n_units * sizeof (struct halt_prof_unit)
		  + p.n_tables * sizeof (struct halt_prof_table)
		  + p.strings_size;
  for (unsigned int kind = 0; kind < HALT_KIND_END; kind++)
    if (__halt_cells[kind])
      most += ids_in (&p, p.limit[kind]) * (1 + __halt_cells[kind])
	      * sizeof (uint64_t);
  *mapped = most;
  p.image = most <= SIZE_MAX / 2 ? __halt_map (most) : NULL;
  if (!p.image)
    {
      errno = ENOMEM;
      return NULL;
    }
  fill (&p);
  *size = p.at - p.image;
  return p.image;
}
