/* SPDX-License-Identifier: MIT */
/* Records in memory, by their paths.  */

#include <stdlib.h>
#include <string.h>
#include "arp/arp.h"

static uint32_t
node_slot (const struct arp_table *t, uint32_t parent, struct arp_step step)
{
  uint64_t key = (uint64_t) parent << 16 ^ step.sid
		 ^ (uint64_t) (uint32_t) step.index << 40
		 ^ (uint64_t) (uint32_t) step.index;
  return key * 0x9e3779b97f4a7c15u >> 32 & (t->hash_size - 1);
}

static bool
grow_hash (struct arp_table *t)
{
  uint32_t size = t->hash_size ? 2 * t->hash_size : 1024;
  uint32_t *hash = arp_calloc (size, sizeof *hash);
  if (!hash || !size)
    {
      arp_free (hash);
      return false;
    }
  arp_free (t->hash);
  t->hash = hash;
  t->hash_size = size;
  for (uint32_t n = 1; n < t->n_nodes; n++)
    {
      uint32_t at = node_slot (t, t->nodes[n].parent, t->nodes[n].step);
      while (hash[at])
	at = (at + 1) & (size - 1);
      hash[at] = n;
    }
  return true;
}

/* Room for one more of N elements of SIZE bytes at *LIST.  */
static bool
grow (void *list, uint32_t n, uint32_t *room, size_t size)
{
  if (n < *room)
    return true;
  if (n >= UINT32_MAX / 2)
    return false;
  uint32_t more = *room ? 2 * *room : 64;
  void *p = arp_realloc (*(void **) list, more * size);
  if (!p)
    return false;
  *(void **) list = p;
  *room = more;
  return true;
}

uint32_t
arp_table_step (struct arp_table *t, uint32_t node, struct arp_step step,
		bool make)
{
  if (!t->hash_size && (!make || !grow_hash (t)))
    return 0;
  uint32_t at = node_slot (t, node, step);
  for (; t->hash[at]; at = (at + 1) & (t->hash_size - 1))
    {
      const struct arp_node *n = t->nodes + t->hash[at];
      if (n->parent == node && n->step.sid == step.sid
	  && n->step.index == step.index)
	return t->hash[at];
    }
  if (!make || !grow (&t->nodes, t->n_nodes, &t->nodes_room, sizeof *t->nodes))
    return 0;
  t->nodes[t->n_nodes] = (struct arp_node) { node, t->nodes[node].depth + 1,
					     step, 0, 0 };
  t->hash[at] = t->n_nodes++;
  if (t->n_nodes > t->hash_size / 2 && !grow_hash (t))
    return 0;
  return t->n_nodes - 1;
}

bool
arp_table_init (struct arp_table *t, const struct arp_shape *shape)
{
  *t = (struct arp_table) { .shape = *shape, .n_nodes = 1, .n_rows = 1 };
  t->nodes = arp_calloc (64, sizeof *t->nodes);
  t->nodes_room = 64;
  return t->nodes;
}

/* Add a row at NODE, or 0.  */
static uint32_t
add_row (struct arp_table *t, uint32_t node, uint64_t count)
{
  uint32_t room = t->rows_room;
  if (!grow (&t->rows, t->n_rows, &t->rows_room, sizeof *t->rows))
    return 0;
  if (room != t->rows_room)
    {
      size_t sets = t->shape.n_sets;
      void *values = arp_realloc (t->values,
				  t->rows_room
				    * (t->shape.size ? t->shape.size : 1));
      if (values)
	t->values = values;
      struct arp_sum *sums = t->sums;
      if (t->shape.mode != arp_record_all && sets)
	{
	  sums = arp_realloc (sums, t->rows_room * sets * sizeof *sums);
	  if (sums)
	    t->sums = sums;
	}
      if (!values || (t->shape.mode != arp_record_all && sets && !sums))
	{
	  t->rows_room = room;
	  return 0;
	}
    }
  uint32_t n = t->n_rows++;
  t->rows[n] = (struct arp_row) { node, 0, count };
  if (t->nodes[node].last)
    t->rows[t->nodes[node].last].next = n;
  else
    t->nodes[node].first = n;
  t->nodes[node].last = n;
  if (t->sums)
    memset (t->sums + (size_t) n * t->shape.n_sets, 0,
	    t->shape.n_sets * sizeof *t->sums);
  return n;
}

/* The node of R's path, 0: out of memory.  */
static uint32_t
find_node (struct arp_table *t, const struct arp_record *r, bool *good)
{
  uint32_t node = 0;
  *good = true;
  for (size_t i = 0; i < r->depth; i++)
    if (!(node = arp_table_step (t, node, r->path[i], true)))
      {
	*good = false;
	return 0;
      }
  return node;
}

bool
arp_table_add (struct arp_table *t, const struct arp_record *r)
{
  bool good;
  uint32_t node = find_node (t, r, &good);
  uint32_t n = good ? add_row (t, node, r->count) : 0;
  if (!n)
    return false;
  if (t->shape.size)
    memcpy (t->values + n * t->shape.size, r->values, t->shape.size);
  for (unsigned i = 0; t->sums && i < t->shape.n_sets; i++)
    if (!arp_sum_merge (t->sums + (size_t) n * t->shape.n_sets + i,
			r->sums + i))
      return false;
  return true;
}

bool
arp_table_merge (struct arp_table *t, const struct arp_record *r)
{
  bool good;
  uint32_t node = find_node (t, r, &good);
  uint32_t n = !good		      ? 0
	       : t->nodes[node].first ? t->nodes[node].first
				      : add_row (t, node, 0);
  if (!n)
    return false;
  struct arp_row *row = t->rows + n;
  row->count += r->count;
  for (unsigned i = 0; i < t->shape.n_sets; i++)
    {
      struct arp_sum *sum = t->sums + (size_t) n * t->shape.n_sets + i;
      if (!arp_sum_merge (sum, r->sums + i))
	return false;
      arp_value (t->shape.type[i],
		 t->values + n * t->shape.size + t->shape.offset[i],
		 sum->sum / row->count);
    }
  return true;
}

void
arp_table_release (struct arp_table *t)
{
  for (size_t i = 1; t->sums && i < t->n_rows; i++)
    for (unsigned k = 0; k < t->shape.n_sets; k++)
      arp_free (t->sums[i * t->shape.n_sets + k].buckets);
  for (size_t i = 0; t->sections && i <= (arp_sid) -1; i++)
    arp_free (t->sections[i]);
  arp_free (t->sections);
  arp_free (t->nodes);
  arp_free (t->hash);
  arp_free (t->rows);
  arp_free (t->values);
  arp_free (t->sums);
  memset (t, 0, sizeof *t);
}

struct arp_record
arp_table_record (const struct arp_table *t, uint32_t n, struct arp_step *path)
{
  const struct arp_row *row = t->rows + n;
  uint32_t node = row->node;
  size_t depth = t->nodes[node].depth;
  for (size_t i = depth; i-- > 0; node = t->nodes[node].parent)
    path[i] = t->nodes[node].step;
  return (struct arp_record) {
    path, depth, t->values + n * t->shape.size, row->count,
    t->sums ? t->sums + (size_t) n * t->shape.n_sets : NULL
  };
}

bool
arp_table_record_read (void *data, const struct arp_record *r)
{
  return arp_table_add (data, r);
}

void
arp_table_section_read (void *data, arp_sid sid, const char *text,
			size_t length)
{
  struct arp_table *t = data;
  if (!t->sections)
    t->sections = arp_calloc ((size_t) (arp_sid) -1 + 1, sizeof *t->sections);
  if (!t->sections)
    return;
  arp_free (t->sections[sid]);
  t->sections[sid] = strndup (text, length);
}

bool
arp_table_read (struct arp_table *t, struct arp_reader *r)
{
  r->record = arp_table_record_read;
  r->section = arp_table_section_read;
  r->data = t;
  return arp_table_init (t, &r->shape) ? arp_read (r)
				       : arp_read_fail (r, "out of memory");
}
