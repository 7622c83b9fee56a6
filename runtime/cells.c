/* SPDX-License-Identifier: MIT */
/* The counters that units keep themselves (the plugin's count): what is in
   their cells is collected into the counters of count.c, as if the default
   routines had been called.

   What was collected is remembered beside the cells and goes away with them.
   So collecting again takes what is new, and nothing is written that the program
   writes.  An object that is unloaded says so.  */

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "runtime/record.h"
#include "runtime/units.h"

/* A name that tells who links without this library what is missing.  */
void __halt_count_needs_libhalt_a (void);
/* The same, where it must be one that knows HALT_COUNTER_UNIT.  */
void __halt_count_units_needs_libhalt_a (void);

/* The next counters of the object; 0 if there are no more.  */
static int
next_cells (struct __halt_notes *notes, struct __halt_cells *cells)
{
  while (__halt_next_note (notes, HALT_NOTE_COUNTERS))
    {
      size_t words = notes->descsz / sizeof (intptr_t);
      if (notes->descsz % sizeof (intptr_t) != 0 || words < 3 || words > 4)
	continue;
      uintptr_t unit = __halt_follow (notes->desc);
      uintptr_t cell = __halt_follow (notes->desc + sizeof (intptr_t));
      uintptr_t table = __halt_follow (notes->desc + 2 * sizeof (intptr_t));
      cells->unit = (const struct halt_unit *) unit;
      cells->cell = (uint64_t *) cell;
      cells->table = (const struct halt_counters *) table;
      cells->threads = NULL;
      cells->collected = 0;
      if (words == 4)
	cells->threads = (const struct halt_threads *)
	  __halt_follow (notes->desc + 3 * sizeof (intptr_t));
      if (__halt_mapped (notes->object, unit, sizeof *cells->unit, PF_R)
	  && __halt_mapped (notes->object, table, sizeof *cells->table, PF_R)
	  && __halt_mapped (notes->object, cell,
			    2 * sizeof (uint64_t)
			      * (size_t) cells->table->n_cells,
			    PF_R | PF_W)
	  && (!cells->threads
	      || (__halt_mapped (notes->object, (uintptr_t) cells->threads,
				 sizeof *cells->threads, PF_R | PF_W)
		  && cells->threads->n_cells == cells->table->n_cells)))
	return 1;
    }
  return 0;
}

/* The sum of N terms of the numbers at VALUE.  */
static uint64_t
sum_terms (const int32_t *term, uint32_t n, const uint64_t *value)
{
  uint64_t sum = 0;
  for (const int32_t *end = term + n; term < end; term++)
    if (*term > 0)
      sum += value[*term - 1];
    else
      sum -= value[-*term - 1];
  return sum;
}

/* What is counted of a kind: the column `cells' of kinds.def.  */
enum
{
  NONE,
  EVENTS,
  WAYS,
  BYTES,
  INDICES,
  PATHS,
  VALUES
};
static const unsigned char counts[HALT_KIND_END] = {
#define HALT_KIND(NAME, number, word, routine, when, args, cells, ...) \
  [number] = cells,
#include "halt/kinds.def"
};

/* A bit for each kind of which no events need not be added: where the profile
   would not know the kind otherwise they are.  */
static uint32_t
known_kinds (void)
{
  uint32_t known = 0;
  for (unsigned int kind = 0; kind < HALT_KIND_END; kind++)
    if (counts[kind] != PATHS
	&& (counts[kind] == VALUES || __halt_cells[kind] == 0
	    || __halt_shards[kind]))
      known |= 1u << kind;
  return known;
}

/* Add N events.  */
static void
add (const struct halt_counter *counter, unsigned long id, uint64_t n)
{
  unsigned int kind = counter->kind;
  if (counts[kind] == VALUES)
    {
      *__halt3_find_path (halt_path_key (kind, id), n) += 1;
      return;
    }
  if (__halt_cells[kind] == 0)
    return;
  if (__halt_cells[kind] == HALT_CELLS_INDEXED)
    {
      *__halt3_find_indexed (kind, id, counter->what) += n;
      return;
    }
  const struct halt_shard *mine = __halt3_mine[kind];
  uint64_t *cell = id < mine->n
		     ? mine->counter + (size_t) id * __halt_cells[kind]
		     : __halt3_find (kind, id);
  cell[counts[kind] == WAYS && counter->what != 0] += n;
  if (counts[kind] == BYTES)
    cell[1] += n * counter->what;
}

/* Most cells are of paths that were never taken: they are looked at by so many
   at a time.  */
#define AT_ONCE 8

/* How many of the N numbers at A are as those at B, in blocks of AT_ONCE, before
   a block where some differ.  */
static uint32_t
same (const uint64_t *a, const uint64_t *b, uint32_t n)
{
  uint32_t i = 0;
  for (; n - i >= AT_ONCE; i += AT_ONCE)
    {
      uint64_t differ = 0;
#pragma GCC unroll 8
      for (int k = 0; k < AT_ONCE; k++)
	differ |= a[i + k] ^ b[i + k];
      if (differ)
	break;
    }
  return i;
}

/* The same of those that are 0.  */
static uint32_t
zeros (const uint64_t *a, uint32_t n)
{
  uint32_t i = 0;
  for (; n - i >= AT_ONCE; i += AT_ONCE)
    {
      uint64_t all = 0;
#pragma GCC unroll 8
      for (int k = 0; k < AT_ONCE; k++)
	all |= a[i + k];
      if (all)
	break;
    }
  return i;
}

/* Add what the paths of a region, a cell for each at GAINED, have gained.  */
static void
add_paths (const struct halt_counter *counter, unsigned long id,
	   const uint64_t *gained)
{
  __halt_paths_known |= 1u << HALT_PATH_SUM_READ;
  for (uint32_t path = 0; path < counter->what; path++)
    if (path % AT_ONCE == 0
	&& (path += zeros (gained + path, counter->what - path))
	     == counter->what)
      break;
    else if (gained[path])
      *__halt3_find_path (id, path) += gained[path];
}

/* What cells of a unit have gained since they were last collected.  */
struct gains
{
  uint32_t n_cells;
  int added;			/* there is something at GAINED */
  int any;
  uint64_t *gained;
};

/* Add what those at CELL have.  They may be changing.  */
static void
gain (uint64_t *cell, void *data)
{
  struct gains *g = data;
  uint64_t *was = cell + g->n_cells;
  if (!g->added)
    memset (g->gained, 0, g->n_cells * sizeof *g->gained);
  for (uint32_t i = 0; i < g->n_cells; i++)
    {
      if (i % AT_ONCE == 0
	  && (i += same (cell + i, was + i, g->n_cells - i)) == g->n_cells)
	break;
      uint64_t now = *(volatile uint64_t *) &cell[i];
      uint64_t more = now - was[i];
      g->gained[i] += more;
      if (more)
	{
	  was[i] = now;
	  g->any = 1;
	}
    }
  g->added = 1;
}

/* glibc's, since 2.32: false once there was a second thread, and in all children
   made after that.  */
extern char __libc_single_threaded __attribute__ ((weak));

/* True if threads may have got in each other's way when they added to CELLS.
   Where the C library does not tell of threads, nothing is said.  */
static int
threads_share (const struct __halt_cells *cells)
{
  return !cells->threads && !(cells->unit->flags & HALT_UNIT_ATOMIC)
	 && &__libc_single_threaded && !__libc_single_threaded;
}

/* Room for N numbers, for whoever is collecting; NULL if there is no memory.  */
static uint64_t *
scratch (size_t n)
{
  static uint64_t *room;
  static size_t has;
  if (n > has)
    {
      uint64_t *larger = __halt_map (n * sizeof *larger);
      if (!larger)
	return NULL;
      if (room)
	munmap (room, has * sizeof *room);
      room = larger;
      has = n;
    }
  return room;
}

static void
collect (struct __halt_cells *cells)
{
  const struct halt_counters *table = cells->table;
  const struct halt_counter *counter = (const struct halt_counter *) (table
								      + 1);
  const uint32_t *length = (const uint32_t *) (counter + table->n_counters);
  const int32_t *term = (const int32_t *) (length + table->n_sums);
  uint64_t *gained = scratch ((size_t) table->n_cells + table->n_sums);
  if (!gained)
    {
      __halt_lose ();
      return;
    }
  struct gains gains = { .n_cells = table->n_cells, .gained = gained };
  gain (cells->cell, &gains);
  if (cells->threads)
    __halt_threads_each (cells->threads, gain, &gains);
  if (!gains.any && cells->collected)
    return;
  cells->collected = 1;
  if (gains.any && threads_share (cells))
    __halt_process->shared = 1;
  for (uint64_t *sum = gained + table->n_cells, *end = sum + table->n_sums;
       sum < end; sum++, term += *length++)
    *sum = sum_terms (term, *length, gained);
  uint32_t known = known_kinds ();
  for (const struct halt_counter *end = counter + table->n_counters;
       counter < end; counter++)
    {
      unsigned int kind = counter->kind;
      const uint64_t *n = gained + counter->number;
      if ((*n == 0 && (known >> kind % 32 & 1)) || kind >= HALT_KIND_END)
	continue;
      uint64_t base = counter->flags & HALT_POINT_FIXED
			? 0
			: halt_counter_unit (counter, cells->unit)->base;
      if (counts[kind] == PATHS)
	add_paths (counter, base + counter->id, n);
      else
	{
	  add (counter, base + counter->id, *n);
	  if (*n == 0)
	    known = known_kinds ();
	}
    }
}

/* --- the objects that have cells ------------------------------------------ */

/* Once there they stay.  Nobody asks the dynamic linker when it is collected:
   that may be in a signal handler, and in a child of a process whose other
   threads held its locks.  */
struct object
{
  struct object *next;
  ElfW (Addr) address;		/* where it is loaded, */
  const ElfW (Phdr) * segments;	/* and what tells it from others there */
  uint16_t n_segments;
  int gone;			/* it is being unloaded, or was */
  int seen;			/* when all were last looked at */
  int in_file;			/* its cells are, which stays */
  uint64_t checksum;		/* of its first unit */
  size_t n;
  struct __halt_cells cells[];
};
static struct object *objects;

static struct object *
find_object (const struct dl_phdr_info *info)
{
  struct object *object = objects;
  while (object
	 && (object->gone || object->address != info->dlpi_addr
	     || object->segments != info->dlpi_phdr))
    object = object->next;
  return object;
}

/* It has units without ids: it will be looked at again.  */
static int
is_pending (const struct dl_phdr_info *info)
{
  struct __halt_notes notes = { .object = info };
  const struct halt_unit *unit;
  while ((unit = __halt_next_unit (&notes)))
    if (!(unit->flags & HALT_UNIT_RUNTIME) && unit->next == 0
	&& unit->count != 0)
      return 1;
  return 0;
}

void
__halt_cells_look (const struct dl_phdr_info *info)
{
  struct object *object = find_object (info);
  struct __halt_notes notes = { .object = info };
  struct __halt_cells cells;
  size_t n = 0;
  while (next_cells (&notes, &cells))
    n++;
  if (!n)
    return;
  if (!object || object->n != n)
    {
      if (object)
	object->gone = 1;
      if (__halt_is_live ()
	  && (is_pending (info) || __halt_live_claimed (info)))
	return;
      object = __halt_alloc (sizeof *object + n * sizeof object->cells[0]);
      if (!object)
	{
	  __halt_lose ();
	  return;
	}
      object->address = info->dlpi_addr;
      object->segments = info->dlpi_phdr;
      object->n_segments = info->dlpi_phnum;
      notes = (struct __halt_notes) { .object = info };
      while (object->n < n && next_cells (&notes, &object->cells[object->n]))
	object->n++;
      object->checksum = object->cells[0].unit->checksum;
      object->next = objects;
      __atomic_store_n (&objects, object, __ATOMIC_RELEASE);
      object->in_file = __halt_live_cells (info, object->cells, object->n,
					   &object->gone);
    }
  object->seen = 1;
}

/* True if OBJECT is still loaded.  One that brings its own copy of this library
   tells only that when it goes.  */
static int
is_there (const struct object *object)
{
  return !object->gone
	 && __halt_unit_there (object->cells[0].unit, object->checksum);
}

void
__halt_cells_looked (void)
{
  for (struct object *object = objects; object; object = object->next)
    {
      if (!object->seen)
	object->gone = 1;
      object->seen = 0;
    }
}

static void
lock (void)
{
  while (__atomic_exchange_n (&__halt_process->collecting, 1, __ATOMIC_ACQUIRE))
    sched_yield ();
}

static void
unlock (void)
{
  __atomic_store_n (&__halt_process->collecting, 0, __ATOMIC_RELEASE);
}

static void
collect_object (struct object *object)
{
  for (size_t i = 0; i < object->n; i++)
    collect (&object->cells[i]);
}

/* Objects are collected one at a time, whoever asks: exit and dlclose may come
   in two threads.  */
void
__halt_collect (void)
{
  int saved = errno;
  lock ();
  for (struct object *object = __atomic_load_n (&objects, __ATOMIC_ACQUIRE);
       object; object = object->next)
    if (is_there (object))
      collect_object (object);
  unlock ();
  errno = saved;
}

void
__halt_cells_reset (void)
{
  lock ();
  for (struct object *object = __atomic_load_n (&objects, __ATOMIC_ACQUIRE);
       object; object = object->next)
    for (size_t i = 0, n = is_there (object) ? object->n : 0; i < n; i++)
      {
	const struct __halt_cells *cells = &object->cells[i];
	uint32_t n_cells = cells->table->n_cells;
	struct gains gains = { .n_cells = n_cells,
			       .gained = scratch (n_cells) };
	if (!gains.gained)
	  continue;
	gain (cells->cell, &gains);
	if (cells->threads)
	  __halt_threads_each (cells->threads, gain, &gains);
      }
  unlock ();
}

int
__halt_threads_shared (void)
{
  for (struct object *object = __atomic_load_n (&objects, __ATOMIC_ACQUIRE);
       object; object = object->next)
    for (size_t i = 0, n = is_there (object) ? object->n : 0; i < n; i++)
      if (threads_share (&object->cells[i]))
	return 1;
  return 0;
}

/* The hook of the start-up code: public, and called by it only, at the end of
   the object in which INSIDE is.  */
void _halt_units_unloading (const void *inside);

void
_halt_units_unloading (const void *inside)
{
  int saved = errno;
  sigset_t before;
  if (__halt_passive () || !__halt_process_ours ())
    return;
  int done = __atomic_load_n (&__halt_process->written, __ATOMIC_ACQUIRE)
	     == HALT_WRITTEN;
  __halt_block (&before);
  lock ();
  for (struct object *object = objects; object; object = object->next)
    {
      struct dl_phdr_info info = { .dlpi_addr = object->address,
				   .dlpi_phdr = object->segments,
				   .dlpi_phnum = object->n_segments };
      if (!object->gone && __halt_mapped (&info, (uintptr_t) inside, 1, PF_R))
	{
	  if (!done && (!object->in_file || !__halt_is_live ()))
	    collect_object (object);
	  object->gone = 1;
	}
    }
  unlock ();
  __halt_points_unloading (inside);
  sigprocmask (SIG_SETMASK, &before, NULL);
  errno = saved;
}

/* This is a child of fork: what the cells hold is the parent's.  */
void
__halt_cells_forked (void)
{
  for (struct object *object = objects; object; object = object->next)
    for (size_t i = 0, n_cells = is_there (object) ? object->n : 0; i < n_cells;
	 i++)
      {
	const struct __halt_cells *cells = &object->cells[i];
	size_t n = cells->table->n_cells;
	if (cells->threads)
	  __halt_threads_forked (cells->threads);
	memcpy (cells->cell + n, cells->cell, n * sizeof *cells->cell);
      }
}

/* Called before an object with such units is unloaded.  The start-up code has
   done all that there is to do, or does it next.  */
void
__halt_count_needs_libhalt_a (void)
{
}

void
__halt_count_units_needs_libhalt_a (void)
{
}
