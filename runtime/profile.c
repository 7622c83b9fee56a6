/* SPDX-License-Identifier: MIT */
/* The profile as an image in memory: what there is, as it lies there, but for zeros
   (halt/live.h).  What it means is the reader's.  */

#include <errno.h>
#include <string.h>
#include <sys/mman.h>

#include "halt/live.h"
#include "runtime/runtime.h"

#define LINE ((size_t) HALT_LIVE_LINE)

static const struct halt_routine *const routines[HALT_KIND_END] = {
#define HALT_KIND(NAME, number, word, ...) \
  [number] = &__halt_routine_##word,
#include "halt/kinds.def"
};

_Static_assert(HALT_KIND_END <= 32, "a bit for each kind");

uint32_t
__halt_own_kinds (void)
{
  uint32_t kinds = 0;
  for (unsigned int kind = 0; kind < HALT_KIND_END; kind++)
    {
      const struct halt_routine *routine = routines[kind];
      if (__halt_cells[kind] && routine
	  && halt_code (routine->called) == halt_code (routine->own))
	kinds |= 1u << kind;
    }
  return kinds;
}

/* --- the image -------------------------------------------------------------- */

/* It grows, and may move then.  */
struct dump
{
  char *image;
  size_t size, room;
  uint32_t newest;		/* line of the newest record */
  int any;			/* there are counts, or points that are on */
  int failed;			/* there is no memory */
};

/* Make room for SIZE more bytes; NULL if there is none.  */
static char *
more (struct dump *d, size_t size)
{
  size_t end = d->size + size;
  if (end > d->room && !d->failed)
    {
      size_t room = (end > 2 * d->room ? end : 2 * d->room) + 65535;
      room &= ~(size_t) 65535;
      void *larger = d->image ? mremap (d->image, d->room, room, MREMAP_MAYMOVE)
			      : __halt_map (room);
      if (larger == MAP_FAILED || !larger || size > SIZE_MAX / 2)
	{
	  d->failed = 1;
	  return NULL;
	}
      d->image = larger;
      d->room = room;
    }
  return d->failed ? NULL : d->image + d->size;
}

/* Begin a record like WHAT, with room for SIZE bytes behind it; return those, or
   NULL.  */
static void *
begin (struct dump *d, const struct halt_live_record *what, size_t size)
{
  struct halt_live_record *record = (struct halt_live_record *)
    more (d, sizeof *record + size + LINE);
  if (!record)
    return NULL;
  *record = *what;
  record->next = d->newest;
  return record + 1;
}

/* It has SIZE of those bytes.  */
static void
end (struct dump *d, size_t size)
{
  struct halt_live_record *record = (struct halt_live_record *) (d->image
								 + d->size);
  record->size = size;
  d->newest = d->size / LINE;
  d->size += (sizeof *record + size + LINE - 1) & -LINE;
}

/* A record like WHAT, whose N numbers, of which the others are 0, are those at A: unless
   all are.  They may be changing.  */
static int
put_numbers (struct dump *d, const struct halt_live_record *what,
	     const uint64_t *a, size_t n)
{
  struct run
  {
    uint32_t first, n;
    uint64_t number[];
  } *run = NULL;
  size_t i = __halt_zeros (a, n);
  char *from, *to;
  if (n > UINT32_MAX)
    n = UINT32_MAX;
  while (i < n && !a[i])
    i++;
  if (i >= n)
    return 0;
  size_t left = n - i;
  if (!(from = to = begin (d, what,
			   left * sizeof *a + (left / 2 + 1) * sizeof *run)))
    return 0;
  for (; i < n; i++)
    {
      uint64_t number = ((const volatile uint64_t *) a)[i];
      /* One zero between others takes no more than a new run.  */
      if (number || (run && i + 1 < n && a[i + 1]))
	{
	  if (!run)
	    {
	      run = (struct run *) to;
	      *run = (struct run) { .first = i };
	      to += sizeof *run;
	    }
	  memcpy (to, &number, sizeof number);
	  to += sizeof number;
	  run->n++;
	  continue;
	}
      run = NULL;
      i += __halt_zeros (a + i, n - i);
      while (i < n && !a[i])
	i++;
      i--;
    }
  end (d, to - from);
  d->any = 1;
  return 1;
}

/* --- what there is ---------------------------------------------------------- */

static void
put_object (struct dump *d, struct halt_known_object *object)
{
  struct halt_live_record what;
  __halt_object_record (object, &what);
  void *to = begin (d, &what, what.size);
  if (!to)
    return;
  __halt_object_fill (object, to);
  end (d, what.size);
  object->dumped = d->newest;
}

/* A thread's cells.  */
struct blocks
{
  struct dump *d;
  uint32_t unit;		/* the record of the unit's, or 0 */
  const struct halt_live_record *what;
  size_t n;
};

static void
put_block (uint64_t *cell, void *data)
{
  struct blocks *b = data;
  struct halt_live_record what = *b->what;
  what.type = b->unit ? HALT_LIVE_BLOCK : HALT_LIVE_UNIT;
  what.unit = b->unit ? b->unit : what.unit;
  if (put_numbers (b->d, &what, cell, b->n) && !b->unit)
    b->unit = b->d->newest;
}

/* Of a unit.  */
static int
put_cells (const struct __halt_gained *g, void *data)
{
  const struct halt_live_record what = { .type = HALT_LIVE_UNIT,
					 .unit = g->object->dumped,
					 .path = g->address,
					 .n = g->n_cells };
  struct blocks b = { data, 0, &what, g->n_numbers };
  put_block (g->cell, &b);
  if (g->threads)
    {
      /* Theirs always have both halves.  */
      b.n = 2 * g->n_cells;
      __halt_threads_each (g->threads, put_block, &b);
    }
  return b.unit != 0;
}

static void
put_shards (struct dump *d)
{
  for (unsigned int kind = 0; kind < HALT_KIND_END; kind++)
    for (struct halt_shard *shard
	 = __halt_cells[kind] > 0
	     ? __atomic_load_n (&__halt_shards[kind], __ATOMIC_ACQUIRE)
	     : NULL;
	 shard; shard = shard->next)
      {
	size_t n = shard->n * __halt_cells[kind];
	put_numbers (d,
		     &(struct halt_live_record) { .type = HALT_LIVE_SHARD,
						  .kind = kind,
						  .id = shard->first,
						  .n = n },
		     shard->counter, n);
      }
}

static void
put_rows (struct dump *d)
{
  for (struct halt_row *row = __atomic_load_n (&__halt_rows, __ATOMIC_ACQUIRE);
       row; row = row->next)
    put_numbers (d,
		 &(struct halt_live_record) {
		   .type = HALT_LIVE_ROW, .id = row->id, .n = row->n },
		 row->counter, row->n);
}

static void
put_paths (struct dump *d)
{
  struct halt_path_node *newest = __atomic_load_n (&__halt_path_nodes,
						   __ATOMIC_ACQUIRE);
  struct halt_live_path *path, *first;
  size_t n = 0;
  for (struct halt_path_node *node = newest; node; node = node->next)
    n++;
  if (n == 0
      || !(first
	   = begin (d, &(struct halt_live_record) { .type = HALT_LIVE_PATHS },
		    n * sizeof *path)))
    return;
  path = first;
  for (struct halt_path_node *node = newest; node; node = node->next)
    if (*node->counter)
      *path++ = (struct halt_live_path) {
	.id = node->proc,
	.path = halt_path_kind (node->proc) == HALT_CALLEE ? node->ident[0]
							   : node->path,
	.n = *node->counter
      };
  ((struct halt_live_record *) (d->image + d->size))->n = path - first;
  end (d, (path - first) * sizeof *path);
  d->any = 1;
}

/* Points of an object that are on.  */
struct points
{
  struct halt_live_point *next;
  size_t room;
};

static void
put_point (void *data, const struct halt_live_point *point)
{
  struct points *p = data;
  if (point->on && p->room)
    {
      *p->next++ = *point;
      p->room--;
    }
}

static void
put_points (struct dump *d, struct halt_known_object *object)
{
  size_t n = __halt_count_points (object);
  struct halt_live_point *first
    = begin (d, &(struct halt_live_record) { .type = HALT_LIVE_POINTS },
	     n * sizeof *first);
  struct points p = { first, n };
  if (!first)
    return;
  __halt_each_point (object, put_point, &p);
  if (p.next == first)
    return;
  ((struct halt_live_record *) (d->image + d->size))->n = p.next - first;
  end (d, (p.next - first) * sizeof *first);
  d->any = 1;
}

static int
has_units (void)
{
  for (const struct halt_known_object *object = __halt_objects; object;
       object = object->next)
    if (object->n_units > 0)
      return 1;
  return 0;
}

/* All that can be counted can be switched, and was off from the beginning.  */
static int
is_off (void)
{
  if (__halt_switched)
    return 0;
  for (const struct halt_known_object *object = __halt_objects; object;
       object = object->next)
    if (object->is_on)
      return 0;
  return 1;
}

/* Of shards, which other copies' routines may have for us.  */
static uint32_t
all_kinds (void)
{
  uint32_t kinds = __halt_own_kinds () | __halt_paths_known;
  for (unsigned int kind = 0; kind < HALT_KIND_END; kind++)
    if (__halt_shards[kind])
      kinds |= 1u << kind;
  return kinds;
}

/* The lowest bytes of N that are not all: written at TO, where there is room for 8.  How
   many.  */
static size_t
put_bytes (unsigned char *to, uint64_t n)
{
  uint64_t low = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__ ? __builtin_bswap64 (n)
							: n;
  memcpy (to, &low, sizeof low);
  return n ? 1 + ((63 ^ (size_t) __builtin_clzll (n)) >> 3) : 0;
}

void *
__halt_pack (const void *dumps, size_t size, size_t *packed, size_t *mapped)
{
  const uint64_t *word = dumps;
  struct halt_packed *header;
  *mapped = sizeof *header + size + size / 16 + sizeof *word;
  if (!(header = __halt_map (*mapped)))
    return NULL;
  unsigned char *first = (unsigned char *) (header + 1), *to = first;
  for (size_t i = 0; i < size / sizeof *word; i += 2)
    {
      unsigned char *n = to++;
      size_t low = put_bytes (to, word[i]);
      to += low;
      size_t high = put_bytes (to, word[i + 1]);
      to += high;
      *n = (unsigned char) (low | high << 4);
    }
  *header = (struct halt_packed) {
    .magic = HALT_PACKED_MAGIC,
    .size = to - first,
    .unpacked = size,
    .checksum = halt_sum_words (HALT_CHECKSUM_START, first, to - first)
  };
  *packed = to - (unsigned char *) header;
  return header;
}

int
__halt_profile_may_count (void)
{
  return has_units () && !is_off ();
}

void *
__halt_profile (size_t *size, size_t *mapped, const char **why)
{
  struct dump d = { .size = LINE };
  more (&d, 0);
  for (struct halt_known_object *object = __halt_objects; object;
       object = object->next)
    put_object (&d, object);
  __halt_each_cells (put_cells, &d);
  put_shards (&d);
  put_rows (&d);
  put_paths (&d);
  if (__halt_switched)
    for (struct halt_known_object *object = __halt_objects; object;
	 object = object->next)
      put_points (&d, object);
  int nothing = !d.any && !__halt_process->lost;
  *why = nothing && !has_units () ? "nothing is instrumented, no profile"
	 : nothing && is_off ()	  ? "no point was ever on, no profile"
				  : NULL;
  if (d.failed || (nothing && !has_units ()))
    {
      if (d.image)
	munmap (d.image, d.room);
      *why = d.failed ? NULL : *why;
      errno = ENOMEM;
      return NULL;
    }
  struct halt_live *header = (struct halt_live *) d.image;
  *header = (struct halt_live) {
    .magic = HALT_DUMP_MAGIC,
    .version = HALT_LIVE_VERSION,
    .header_size = sizeof *header,
    .pid = __halt_began.pid,
    .lost = __atomic_load_n (&__halt_process->lost, __ATOMIC_RELAXED),
    .newest = d.newest,
    .end = d.size / LINE,
    .kinds = all_kinds (),
    .flags = __halt_process->shared ? HALT_PROF_THREADS : 0,
    .ended = HALT_LIVE_EXIT,
  };
  *size = d.size;
  *mapped = d.room;
  return d.image;
}
