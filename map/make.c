/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Building the map of a unit.  */

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include "base/grow.h"
#include "map/make.h"

/* A table that grows; SIZE and CAPACITY in bytes.  */
struct table
{
  char *data;
  size_t size, capacity;
};

struct map_maker
{
  struct table functions, blocks, edges, points, args, lines, inlined, strings;
  /* Open-addressed hash of string offsets; 0 is free.  */
  uint32_t *hash;
  size_t hash_size, n_strings;
  char *body;
  bool full;			/* there was no memory: nothing is added any more */
};

/* Append SIZE bytes to T.  Where they are, or NULL: there is no memory, now or
   before.  */
static void *
append_bytes (struct map_maker *map, struct table *t, const void *data,
	      size_t size)
{
  if (t->capacity - t->size < size)
    {
      size_t capacity = (t->capacity + size) * 2;
      char *grown = realloc (t->data, capacity);
      if (!grown)
	map->full = true;
      else
	{
	  t->data = grown;
	  t->capacity = capacity;
	}
    }
  if (map->full)
    return NULL;
  void *at = t->data + t->size;
  if (size)
    memcpy (at, data, size);
  t->size += size;
  return at;
}

struct map_maker *
map_new (void)
{
  struct map_maker *map = calloc (1, sizeof *map);
  if (map)
    append_bytes (map, &map->strings, "", 1);
  return map;
}

void
map_free (struct map_maker *map)
{
  if (!map)
    return;
  FREE_ALL (map->functions.data, map->blocks.data, map->edges.data,
	    map->points.data, map->args.data, map->lines.data,
	    map->inlined.data, map->strings.data, map->hash, map->body, map);
}

/* The slot of TEXT, or the free slot for it.  */
static uint32_t *
find_slot (struct map_maker *map, const char *text, size_t length)
{
  size_t i = halt_checksum (HALT_CHECKSUM_START, text, length);
  for (;; i++)
    {
      uint32_t *slot = &map->hash[i & (map->hash_size - 1)];
      if (*slot == 0 || strcmp (map->strings.data + *slot, text) == 0)
	return slot;
    }
}

static void
grow_hash (struct map_maker *map)
{
  free (map->hash);
  map->hash_size = map->hash_size ? map->hash_size * 2 : 256;
  map->hash = calloc (map->hash_size, sizeof *map->hash);
  map->full |= !map->hash;
  if (map->full)
    return;
  for (size_t at = 1; at < map->strings.size;)
    {
      const char *text = map->strings.data + at;
      size_t length = strlen (text);
      *find_slot (map, text, length) = at;
      at += length + 1;
    }
}

uint32_t
map_string (struct map_maker *map, const char *text)
{
  if (!text || !*text)
    return 0;
  if (map->n_strings * 2 >= map->hash_size)
    grow_hash (map);
  if (map->full)
    return 0;
  size_t length = strlen (text);
  uint32_t *slot = find_slot (map, text, length);
  if (*slot == 0)
    {
      *slot = map->strings.size;
      append_bytes (map, &map->strings, text, length + 1);
      map->n_strings++;
    }
  return *slot;
}

#define COUNT(table, type) ((uint32_t) ((table).size / sizeof (type)))

static struct halt_map_function *
last_function (const struct map_maker *map)
{
  return (struct halt_map_function *) (map->functions.data
				       + map->functions.size)
	 - 1;
}

void
map_function (struct map_maker *map, const struct halt_map_function *function)
{
  struct halt_map_function *f = append_bytes (map, &map->functions, function,
					      sizeof *function);
  if (!f)
    return;
  f->first_block = COUNT (map->blocks, struct halt_map_block);
  f->first_edge = COUNT (map->edges, struct halt_map_edge);
  f->first_point = COUNT (map->points, struct halt_map_point);
  f->first_inlined = COUNT (map->inlined, struct halt_map_inlined);
  f->n_blocks = f->n_edges = f->n_points = f->n_inlined = 0;
  f->first_line = COUNT (map->lines, struct halt_map_line);
  f->cfg_checksum = HALT_CHECKSUM_START;
}

uint64_t
map_checksum (const struct map_maker *map)
{
  return map->functions.size ? last_function (map)->cfg_checksum : 0;
}

void
map_block (struct map_maker *map, const struct halt_map_block *block)
{
  if (!append_bytes (map, &map->blocks, block, sizeof *block))
    return;
  struct halt_map_function *f = last_function (map);
  f->n_blocks++;
  f->cfg_checksum = halt_checksum (f->cfg_checksum, &block->n_insns,
				   sizeof block->n_insns);
}

void
map_line (struct map_maker *map, uint32_t file, uint32_t line)
{
  const struct halt_map_line record = { file, line };
  if (append_bytes (map, &map->lines, &record, sizeof record))
    ((struct halt_map_block *) (map->blocks.data + map->blocks.size))[-1]
      .n_lines++;
}

void
map_inlined (struct map_maker *map, const struct halt_map_inlined *inlined)
{
  if (append_bytes (map, &map->inlined, inlined, sizeof *inlined))
    last_function (map)->n_inlined++;
}

void
map_edge (struct map_maker *map, const struct halt_map_edge *edge)
{
  if (!append_bytes (map, &map->edges, edge, sizeof *edge))
    return;
  struct halt_map_function *f = last_function (map);
  f->n_edges++;
  f->cfg_checksum = halt_checksum (f->cfg_checksum, edge, sizeof *edge);
}

void
map_point (struct map_maker *map, const struct halt_map_point *point,
	   const int64_t *args)
{
  struct halt_map_point *p = append_bytes (map, &map->points, point,
					   sizeof *point);
  if (!p)
    return;
  last_function (map)->n_points++;
  p->first_arg = COUNT (map->args, int64_t);
  append_bytes (map, &map->args, args, point->n_args * sizeof *args);
}

const void *
map_finish (struct map_maker *map, struct halt_map *header, size_t *size)
{
  const struct table *const tables[] = {
    &map->functions, &map->blocks, &map->edges, &map->points, &map->args,
    &map->lines, &map->inlined, &map->strings
  };
  size_t total = 0;
  for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++)
    total += tables[i]->size;
  total = (total + 7) / 8 * 8;

  free (map->body);
  char *at = map->body = map->full ? NULL : calloc (1, total);
  if (!at)
    return NULL;
  for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++)
    if (tables[i]->size)
      {
	memcpy (at, tables[i]->data, tables[i]->size);
	at += tables[i]->size;
      }

  header->magic = HALT_MAP_MAGIC;
  header->version = HALT_MAP_VERSION;
  header->header_size = sizeof *header;
  header->n_functions = COUNT (map->functions, struct halt_map_function);
  header->n_blocks = COUNT (map->blocks, struct halt_map_block);
  header->n_edges = COUNT (map->edges, struct halt_map_edge);
  header->n_points = COUNT (map->points, struct halt_map_point);
  header->n_args = COUNT (map->args, int64_t);
  header->n_lines = COUNT (map->lines, struct halt_map_line);
  header->n_inlined = COUNT (map->inlined, struct halt_map_inlined);
  header->strings_size = map->strings.size;
  header->size = sizeof *header + header->n_functions * sizeof (uint64_t)
		 + total;
  header->checksum = halt_checksum (HALT_CHECKSUM_START, map->body, total);
  *size = total;
  return map->body;
}
