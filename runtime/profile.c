/* SPDX-License-Identifier: MIT */
/* The profile as an image in memory: the grammar of halt/format.h, from top
   to bottom.  */

#include <errno.h>
#include <string.h>
#include <sys/mman.h>

#include "halt/live.h"
#include "runtime/runtime.h"

static const struct halt_routine *const routines[HALT_KIND_END] = {
#define HALT_KIND(NAME, number, word, ...) \
  [number] = &__halt_routine_##word,
#include "halt/kinds.def"
};

/* Ids from FIRST to LAST, both included.  */
struct range
{
  uint64_t first, last;
};

/* What is written is settled before it is written: other threads may still be
   counting and loading.  Shards, rows and objects that come later are left
   out.  */
struct profile
{
  size_t n_objects, n_units, n_tables;
  size_t strings_size;
  struct halt_shard *newest[HALT_KIND_END];
  struct halt_row **row;	/* sorted by id */
  size_t n_rows;
  struct halt_path_node **path;	/* sorted by procedure and path */
  size_t n_paths;
  struct range *range;		/* room for those of any kind */
  struct halt_shard **shard;
  uint32_t *on;			/* of each id the kinds whose point is on, a bit
				   each; or NULL */
  struct halt_live_point **far;	/* those with other ids that are on, sorted */
  uint64_t n_ids, n_on;
  size_t n_far;
  uint32_t kinds_on;
  char *image, *at;
  struct
  {
    void *memory;
    size_t size;
  } passing[7];			/* until it is filled in */
  int n_passing;
};

_Static_assert(HALT_KIND_END <= 32, "a bit for each kind");

/* SIZE bytes for as long as the profile is being made, or NULL.  */
static void *
passing (struct profile *p, size_t size)
{
  size += size == 0;
  void *memory = __halt_map (size);
  if (memory)
    {
      p->passing[p->n_passing].memory = memory;
      p->passing[p->n_passing++].size = size;
    }
  return memory;
}

static void
pass (struct profile *p)
{
  while (p->n_passing)
    {
      p->n_passing--;
      munmap (p->passing[p->n_passing].memory, p->passing[p->n_passing].size);
    }
}

static int
is_own (unsigned int kind)
{
  const struct halt_routine *routine = routines[kind];
  return __halt_cells[kind] && routine
	 && halt_code (routine->called) == halt_code (routine->own);
}

uint32_t
__halt_own_kinds (void)
{
  uint32_t kinds = 0;
  for (unsigned int kind = 0; kind < HALT_KIND_END; kind++)
    if (is_own (kind))
      kinds |= 1u << kind;
  return kinds;
}

/* Kinds of which there is a table: those whose routine is ours, and those of
   which another copy's routine has counted something for us.  */
static int
has_table (const struct profile *p, unsigned int kind)
{
  return __halt_cells[kind]
	 && (is_own (kind) || p->newest[kind] || (p->kinds_on >> kind & 1)
	     || (__halt_paths_known >> kind & 1));
}

/* List the ranges of ids of KIND: ascending, apart.  There is next to nothing
   to sort.  */
static size_t
list_ranges (struct profile *p, unsigned int kind)
{
  struct range *range = p->range;
  size_t n = 0, kept = 0;
  for (struct halt_shard *shard = p->newest[kind]; shard; shard = shard->next)
    {
      struct range one = { shard->first, shard->first + (shard->n - 1) };
      size_t i = n++;
      for (; i > 0 && range[i - 1].first > one.first; i--)
	range[i] = range[i - 1];
      range[i] = one;
    }
  for (size_t i = 0; i < n; i++)
    if (kept && range[i].first <= range[kept - 1].last)
      {
	if (range[i].last > range[kept - 1].last)
	  range[kept - 1].last = range[i].last;
      }
    else
      range[kept++] = range[i];
  return kept;
}

typedef int order (const void *a, const void *b);

static int
row_before (const void *a, const void *b)
{
  const struct halt_row *x = a, *y = b;
  return x->id < y->id;
}

static uint64_t
value_of (const struct halt_path_node *node)
{
  return halt_path_kind (node->proc) == HALT_CALLEE
	   ? node->ident[0]
	   : node->path;
}

static int
path_before (const void *a, const void *b)
{
  const struct halt_path_node *x = a, *y = b;
  return x->proc != y->proc ? x->proc < y->proc : value_of (x) < value_of (y);
}

/* Heap sort of N pointers: no memory, no bad case.  What is found in order, as
   paths of cells are, stays.  */
static void
sort (void **item, size_t n, order *before)
{
  size_t sorted = 1;
  while (sorted < n && !before (item[sorted], item[sorted - 1]))
    sorted++;
  if (sorted >= n)
    return;
  for (size_t left = n / 2, end = n; end > 1;)
    {
      void *one;
      if (left > 0)
	one = item[--left];
      else
	{
	  one = item[--end];
	  item[end] = item[0];
	}
      size_t at = left, child;
      for (; (child = 2 * at + 1) < end; at = child)
	{
	  child += child + 1 < end && before (item[child], item[child + 1]);
	  if (!before (one, item[child]))
	    break;
	  item[at] = item[child];
	}
      item[at] = one;
    }
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

/* --- points that are on ------------------------------------------------------ */

/* The first of the far ones whose id is not less than ID.  */
static size_t
first_far (const struct profile *p, uint64_t id)
{
  size_t low = 0, high = p->n_far;
  while (low < high)
    {
      size_t middle = low + (high - low) / 2;
      if (p->far[middle]->id < id)
	low = middle + 1;
      else
	high = middle;
    }
  return low;
}

static int
is_on (const struct profile *p, unsigned int kind, uint64_t id)
{
  if (p->on && id < p->n_ids)
    return p->on[id] >> kind & 1;
  for (size_t i = first_far (p, id); i < p->n_far && p->far[i]->id == id; i++)
    if (p->far[i]->kind == kind)
      return 1;
  return 0;
}

static void
note_point (void *data, const struct halt_live_point *point)
{
  struct profile *p = data;
  if (!point->on || point->kind >= HALT_KIND_END)
    return;
  if (point->id < p->n_ids)
    p->on[point->id] |= 1u << point->kind;
  else
    p->n_far++;
  p->kinds_on |= 1u << point->kind;
  p->n_on++;
}

/* Room for MOST points.  */
struct far_points
{
  struct profile *p;
  struct halt_live_point *room;
  size_t most;
};

static void
note_far (void *data, const struct halt_live_point *point)
{
  const struct far_points *f = data;
  size_t n = f->p->n_far;
  if (!point->on || point->kind >= HALT_KIND_END || point->id < f->p->n_ids
      || n == f->most)
    return;
  f->room[n] = *point;
  f->p->far[n] = &f->room[n];
  f->p->n_far++;
}

static int
point_before (const void *a, const void *b)
{
  const struct halt_live_point *x = a, *y = b;
  return x->id < y->id;
}

/* Where there is no memory nothing is known of what counted nothing.  */
static void
find_on (struct profile *p)
{
  size_t n_points = 0;
  for (const struct halt_known_object *object = __halt_objects; object;
       object = object->next)
    n_points += object->n_points;
  if (n_points == 0)
    return;
  p->n_ids = __atomic_load_n (&__halt_ids, __ATOMIC_RELAXED);
  p->on = passing (p, p->n_ids * sizeof *p->on);
  if (!p->on)
    return;
  __halt_each_point (note_point, p);
  struct far_points f = { p, NULL, p->n_far };
  p->n_far = 0;
  if (f.most == 0)
    return;
  f.room = passing (p, f.most * sizeof *f.room);
  p->far = passing (p, f.most * sizeof *p->far);
  if (!f.room || !p->far)
    return;
  __halt_each_point (note_far, &f);
  sort ((void **) p->far, p->n_far, point_before);
}

static void
put_zeros (struct profile *p, unsigned int kind, uint64_t id)
{
  size_t size = 3 * sizeof (uint64_t);
  if (__halt_cells[kind] != HALT_CELLS_INDEXED)
    size = (1 + __halt_cells[kind]) * sizeof (uint64_t);
  memset (p->at, 0, size);
  memcpy (p->at, &id, sizeof id);
  p->at += size;
}

/* The rows of ids from FIRST up to END, without that, of KIND, that are on and have
   counted nothing; return how many.  */
static uint64_t
put_gap (struct profile *p, unsigned int kind, uint64_t first, uint64_t end)
{
  uint64_t n_rows = 0, id = first;
  for (; p->on && id < end && id < p->n_ids; id++)
    if (is_on (p, kind, id))
      {
	put_zeros (p, kind, id);
	n_rows++;
      }
  const struct halt_live_point *last = NULL;
  for (size_t i = first_far (p, id); i < p->n_far && p->far[i]->id < end; i++)
    if (p->far[i]->kind == kind && !(last && last->id == p->far[i]->id))
      {
	last = p->far[i];
	put_zeros (p, kind, last->id);
	n_rows++;
      }
  return n_rows;
}

/* The rows of SHARD with ids of RANGE, which no other shard has; return how
   many.  */
static uint64_t
put_shard (struct profile *p, unsigned int kind, const struct range *range,
	   const struct halt_shard *shard)
{
  unsigned int cells = __halt_cells[kind];
  int some_on = p->kinds_on >> kind & 1;
  uint64_t n_rows = 0, id = range->first;
  const uint64_t *counter = shard->counter
			    + (size_t) (id - shard->first) * cells;
  const uint64_t *end = counter + (size_t) (range->last - id + 1) * cells;
  for (; counter < end; counter += cells, id++)
    {
      uint64_t *row = (uint64_t *) p->at;
      uint64_t any = 0;
      for (unsigned int c = 0; c < cells; c++)
	any |= counter[c];
      if (!any && !some_on)
	continue;
      any = 0;
      for (unsigned int c = 0; c < cells; c++)
	{
	  uint64_t sum = counter[c];
	  /* A difference of two cells that threads have counted wrong.  */
	  if (sum > INT64_MAX)
	    sum = 0;
	  row[1 + c] = sum;
	  any |= sum;
	}
      if (any || is_on (p, kind, id))
	{
	  row[0] = id;
	  p->at += (1 + cells) * sizeof *row;
	  n_rows++;
	}
    }
  return n_rows;
}

/* The rows of KIND with ids of RANGE; return how many.  */
static uint64_t
put_range (struct profile *p, unsigned int kind, const struct range *range)
{
  unsigned int cells = __halt_cells[kind];
  uint64_t n_rows = 0;
  size_t n_shards = 0;
  for (struct halt_shard *shard = p->newest[kind]; shard; shard = shard->next)
    if (shard->first >= range->first && shard->first <= range->last)
      p->shard[n_shards++] = shard;
  if (n_shards == 1)
    return put_shard (p, kind, range, p->shard[0]);
  for (uint64_t id = range->first;; id++)
    {
      uint64_t *row = (uint64_t *) p->at;
      uint64_t any = 0;
      for (unsigned int c = 0; c < cells; c++)
	{
	  uint64_t sum = 0;
	  for (size_t s = 0; s < n_shards; s++)
	    {
	      const struct halt_shard *shard = p->shard[s];
	      if (id - shard->first < shard->n)
		sum += shard->counter[(size_t) (id - shard->first) * cells + c];
	    }
	  if (sum > INT64_MAX)
	    sum = 0;
	  if (sum | any)
	    row[1 + c] = sum;
	  any |= sum;
	}
      /* A cell before the first nonzero one is still 0.  */
      if (any || is_on (p, kind, id))
	{
	  row[0] = id;
	  p->at += (1 + cells) * sizeof *row;
	  n_rows++;
	}
      if (id == range->last)
	return n_rows;
    }
}

/* The rows of multiway branches; return how many.  */
static uint64_t
put_indices (struct profile *p)
{
  uint64_t n_rows = 0, next = 0;
  for (size_t i = 0, end; i < p->n_rows; i = end)
    {
      unsigned long most = 0;
      uint64_t id = p->row[i]->id, before;
      n_rows += put_gap (p, HALT_MBR, next, id);
      before = n_rows;
      next = id + 1;
      for (end = i; end < p->n_rows && p->row[end]->id == p->row[i]->id; end++)
	if (p->row[end]->n > most)
	  most = p->row[end]->n;
      for (unsigned long index = 0; index < most; index++)
	{
	  uint64_t cell[3] = { p->row[i]->id, index, 0 };
	  for (size_t k = i; k < end; k++)
	    if (index < p->row[k]->n)
	      cell[2] += p->row[k]->counter[index];
	  if (cell[2])
	    {
	      put (p, cell, sizeof cell);
	      n_rows++;
	    }
	}
      if (n_rows == before)
	n_rows += put_gap (p, HALT_MBR, id, next);
    }
  return n_rows + put_gap (p, HALT_MBR, next, UINT64_MAX);
}

/* The rows of paths or values of KIND, each of which several threads may have;
   return how many.  */
static uint64_t
put_paths (struct profile *p, unsigned int kind)
{
  uint64_t n_rows = 0;
  size_t i = 0;
  while (i < p->n_paths && halt_path_kind (p->path[i]->proc) != kind)
    i++;
  while (i < p->n_paths && halt_path_kind (p->path[i]->proc) == kind)
    {
      const struct halt_path_node *node = p->path[i];
      uint64_t cell[3] = { node->proc ^ halt_path_key (kind, 0),
			   value_of (node), 0 };
      for (; i < p->n_paths && !path_before (node, p->path[i]); i++)
	cell[2] += *p->path[i]->counter;
      if (cell[2])
	{
	  put (p, cell, sizeof cell);
	  n_rows++;
	}
    }
  return n_rows;
}

static void
put_table (struct profile *p, unsigned int kind, struct halt_prof_table *table)
{
  table->kind = kind;
  if (__halt_cells[kind] == HALT_CELLS_INDEXED)
    {
      table->cells = 3;
      table->n_rows = kind == HALT_MBR ? put_indices (p) : put_paths (p, kind);
      return;
    }
  size_t n_ranges = list_ranges (p, kind);
  table->cells = 1 + __halt_cells[kind];
  uint64_t next = 0;
  for (size_t i = 0; i < n_ranges; i++)
    {
      table->n_rows += put_gap (p, kind, next, p->range[i].first);
      table->n_rows += put_range (p, kind, &p->range[i]);
      next = p->range[i].last + 1;
    }
  /* Ids end before they overflow.  */
  if (next > 0 || n_ranges == 0)
    table->n_rows += put_gap (p, kind, next, UINT64_MAX);
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
    .flags = __halt_process->shared ? HALT_PROF_THREADS : 0,
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
    if (has_table (p, kind))
      put_table (p, kind, table++);

  char *strings = p->at++;
  object = __halt_objects;
  for (size_t i = 0; i < p->n_objects; i++, object = object->next)
    {
      objects[i].path = put_string (p, strings, object->path);
      objects[i].build_id = put_string (p, strings, object->build_id);
    }
  header.strings_size = p->at - strings;
  header.size = p->at - p->image;
  header.checksum = halt_sum_words (HALT_CHECKSUM_START,
				    p->image + sizeof header,
				    header.size - sizeof header);
  memcpy (p->image, &header, sizeof header);
}

/* Take note of all shards and rows.  Returns how many shards the kind with
   most of them has.  */
static size_t
settle (struct profile *p)
{
  size_t most = 0;
  for (unsigned int kind = 0; kind < HALT_KIND_END; kind++)
    {
      size_t n = 0;
      p->newest[kind] = __atomic_load_n (&__halt_shards[kind],
					 __ATOMIC_ACQUIRE);
      for (struct halt_shard *shard = p->newest[kind]; shard;
	   shard = shard->next)
	n++;
      most = n > most ? n : most;
      p->n_tables += has_table (p, kind);
    }
  return most;
}

/* List the rows; 0 if there is no memory.  */
static int
list_rows (struct profile *p)
{
  struct halt_row *newest = __atomic_load_n (&__halt_rows, __ATOMIC_ACQUIRE);
  for (struct halt_row *row = newest; row; row = row->next)
    p->n_rows++;
  p->row = passing (p, p->n_rows * sizeof *p->row);
  if (!p->row)
    return 0;
  p->n_rows = 0;
  for (struct halt_row *row = newest; row; row = row->next)
    p->row[p->n_rows++] = row;
  sort ((void **) p->row, p->n_rows, row_before);
  return 1;
}

/* The same of paths, N_PATHS of which are known; newer ones are left out.  NODE is the
   newest.  */
static int
list_paths (struct profile *p, struct halt_path_node *node)
{
  p->path = passing (p, p->n_paths * sizeof *p->path);
  if (!p->path)
    return 0;
  for (size_t i = p->n_paths; i-- > 0; node = node->next)
    p->path[i] = node;
  sort ((void **) p->path, p->n_paths, path_before);
  return 1;
}

/* The most bytes that the tables can take.  */
static uint64_t
most_rows (struct profile *p)
{
  uint64_t cells = 0;
  for (unsigned int kind = 0; kind < HALT_KIND_END; kind++)
    if (__halt_cells[kind] > 0)
      for (size_t i = 0, n = list_ranges (p, kind); i < n; i++)
	cells += (p->range[i].last - p->range[i].first + 1)
		 * (1 + __halt_cells[kind]);
  for (size_t i = 0; i < p->n_rows; i++)
    cells += 3 * (uint64_t) p->row[i]->n;
  cells += 3 * (uint64_t) p->n_paths;
  cells += 3 * p->n_on;
  return cells * sizeof (uint64_t);
}

void *
__halt_profile (size_t *size, size_t *mapped)
{
  struct profile p = { .strings_size = 1 };

  *size = 0;
  for (const struct halt_known_object *object = __halt_objects; object;
       object = object->next)
    {
      p.n_objects++;
      p.n_units += object->n_units;
      p.strings_size += strlen (object->path) + strlen (object->build_id) + 2;
    }
  struct halt_path_node *path = __atomic_load_n (&__halt_path_nodes,
						 __ATOMIC_ACQUIRE);
  for (struct halt_path_node *node = path; node; node = node->next)
    p.n_paths++;
  find_on (&p);
  size_t n_shards = settle (&p);
  if (p.n_units == 0 && n_shards == 0 && p.n_paths == 0)
    {
      pass (&p);
      return NULL;
    }

  p.range = passing (&p, n_shards * sizeof *p.range);
  p.shard = passing (&p, n_shards * sizeof *p.shard);
  if (!p.range || !p.shard || !list_rows (&p) || !list_paths (&p, path))
    {
      pass (&p);
      errno = ENOMEM;
      return NULL;
    }
  uint64_t most = sizeof (struct halt_prof)
		  + p.n_objects * sizeof (struct halt_prof_object)
		  + p.n_units * sizeof (struct halt_prof_unit)
		  + p.n_tables * sizeof (struct halt_prof_table)
		  + p.strings_size + most_rows (&p);
  *mapped = most;
  p.image = most <= SIZE_MAX / 2 ? __halt_map (most) : NULL;
  if (!p.image)
    {
      pass (&p);
      errno = ENOMEM;
      return NULL;
    }
  fill (&p);
  pass (&p);
  *size = p.at - p.image;
  return p.image;
}
