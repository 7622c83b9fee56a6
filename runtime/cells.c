/* SPDX-License-Identifier: MIT */
/* The counters that units keep themselves (the plugin's count): what is in
   their cells is collected into the counters of count.c, as if the default
   routines had been called.

   What was collected is remembered beside the cells and goes away with them.
   So collecting again takes what is new, nothing is written that the program
   writes, and an object that is unloaded leaves nothing behind.  */

#include <errno.h>
#include <pthread.h>
#include <string.h>

#include "runtime/record.h"
#include "runtime/units.h"

/* Called before an object with such units is unloaded, by a name that tells
   who links without this library what is missing.  */
void __halt_count_needs_libhalt_a (void);

/* The counters of one unit.  */
struct cells
{
  const struct halt_unit *unit;
  uint64_t *cell;
  const struct halt_counters *table;
  const struct halt_threads *threads; /* count=thread; or NULL */
};

/* The address that is the word at WORD away from it.  */
static uintptr_t
follow (const unsigned char *word)
{
  intptr_t distance;
  memcpy (&distance, word, sizeof distance);
  return (uintptr_t) word + distance;
}

/* The next counters of the object; 0 if there are no more.  */
static int
next_cells (struct __halt_notes *notes, struct cells *cells)
{
  while (__halt_next_note (notes, HALT_NOTE_COUNTERS))
    {
      size_t words = notes->descsz / sizeof (intptr_t);
      if (notes->descsz % sizeof (intptr_t) != 0 || words < 3 || words > 4
	  || memcmp (notes->name, HALT_NOTE_NAME, sizeof HALT_NOTE_NAME) != 0)
	continue;
      uintptr_t unit = follow (notes->desc);
      uintptr_t cell = follow (notes->desc + sizeof (intptr_t));
      uintptr_t table = follow (notes->desc + 2 * sizeof (intptr_t));
      cells->unit = (const struct halt_unit *) unit;
      cells->cell = (uint64_t *) cell;
      cells->table = (const struct halt_counters *) table;
      cells->threads = NULL;
      if (words == 4)
	cells->threads = (const struct halt_threads *)
	  follow (notes->desc + 3 * sizeof (intptr_t));
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
  for (uint32_t t = 0; t < n; t++)
    if (term[t] > 0)
      sum += value[term[t] - 1];
    else
      sum -= value[-term[t] - 1];
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
  PATHS
};
static const unsigned char counts[HALT_KIND_END] = {
#define HALT_KIND(NAME, number, word, routine, when, args, cells, ...) \
  [number] = cells,
#include "halt/kinds.def"
};

/* Add N events.  Done for 0 as well where the profile would not know the kind
   otherwise.  */
static void
add (const struct halt_counter *counter, unsigned long id, uint64_t n)
{
  unsigned int kind = counter->kind;
  if (kind >= HALT_KIND_END || __halt_cells[kind] == 0
      || (n == 0 && __halt2_mine[kind]->n > 0))
    return;
  if (__halt_cells[kind] == HALT_CELLS_INDEXED)
    {
      *__halt2_find_indexed (kind, id, counter->what) += n;
      return;
    }
  const struct halt_shard *mine = __halt2_mine[kind];
  uint64_t *cell = id < mine->n
		     ? mine->counter + (size_t) id * __halt_cells[kind]
		     : __halt2_find (kind, id);
  cell[counts[kind] == WAYS && counter->what != 0] += n;
  if (counts[kind] == BYTES)
    cell[1] += n * counter->what;
}

/* Add what the paths of a region, a cell for each at GAINED, have gained.  */
static void
add_paths (const struct halt_counter *counter, unsigned long id,
	   const uint64_t *gained)
{
  __halt_paths_known = 1;
  for (uint32_t path = 0; path < counter->what; path++)
    if (gained[path])
      *__halt2_find_path (id, path) += gained[path];
}

/* What cells of a unit have gained since they were last collected.  */
struct gains
{
  uint32_t n_cells;
  uint64_t *gained;
};

/* Add what those at CELL have.  They may be changing.  */
static void
gain (uint64_t *cell, void *data)
{
  const struct gains *g = data;
  uint64_t *was = cell + g->n_cells;
  for (uint32_t i = 0; i < g->n_cells; i++)
    {
      uint64_t now = *(volatile uint64_t *) &cell[i];
      if (now != was[i])
	{
	  g->gained[i] += now - was[i];
	  was[i] = now;
	}
    }
}

/* glibc's, since 2.32: false once there was a second thread, and in all children
   made after that.  */
extern char __libc_single_threaded __attribute__ ((weak));

/* True if threads may have got in each other's way when they added to CELLS.
   Where the C library does not tell of threads, nothing is said.  */
static int
threads_share (const struct cells *cells)
{
  return !cells->threads && !(cells->unit->flags & HALT_UNIT_ATOMIC)
	 && &__libc_single_threaded && !__libc_single_threaded;
}

static void
collect (const struct cells *cells)
{
  const struct halt_counters *table = cells->table;
  const struct halt_counter *counter = (const struct halt_counter *) (table
								      + 1);
  const uint32_t *length = (const uint32_t *) (counter + table->n_counters);
  const int32_t *term = (const int32_t *) (length + table->n_sums);
  size_t n_values = (size_t) table->n_cells + table->n_sums;
  uint64_t *gained = __halt_alloc (n_values * sizeof *gained);
  if (!gained)
    {
      __atomic_fetch_add (&__halt_process->lost, 1, __ATOMIC_RELAXED);
      return;
    }
  struct gains gains = { table->n_cells, gained };
  gain (cells->cell, &gains);
  if (cells->threads)
    __halt_threads_each (cells->threads, gain, &gains);
  if (threads_share (cells))
    for (uint32_t i = 0; i < table->n_cells; i++)
      if (gained[i])
	__halt_process->shared = 1;
  for (uint32_t i = 0; i < table->n_sums; i++)
    {
      gained[table->n_cells + i] = sum_terms (term, length[i], gained);
      term += length[i];
    }
  for (uint32_t i = 0; i < table->n_counters; i++)
    {
      uint64_t base = counter[i].flags & HALT_POINT_FIXED ? 0
							  : cells->unit->base;
      const uint64_t *n = gained + counter[i].number;
      if (counter[i].kind < HALT_KIND_END && counts[counter[i].kind] == PATHS)
	add_paths (&counter[i], base + counter[i].id, n);
      else
	add (&counter[i], base + counter[i].id, *n);
    }
}

static int
collect_object (struct dl_phdr_info *object,
		size_t size __attribute__ ((unused)),
		void *data __attribute__ ((unused)))
{
  struct __halt_notes notes = { .object = object };
  struct cells cells;
  while (next_cells (&notes, &cells))
    collect (&cells);
  return 0;
}

/* Objects are collected one at a time, whoever asks: exit and dlclose may come
   in two threads.  */
void
__halt_collect (void)
{
  int saved = errno;
  while (__atomic_exchange_n (&__halt_process->collecting, 1, __ATOMIC_ACQUIRE))
    sched_yield ();
  __halt_each_object (collect_object, NULL);
  __atomic_store_n (&__halt_process->collecting, 0, __ATOMIC_RELEASE);
  errno = saved;
}

/* What has been written cannot be added to.  */
void
__halt_count_needs_libhalt_a (void)
{
  if (!__halt_passive () && __halt_process_ours ()
      && !__atomic_load_n (&__halt_process->written, __ATOMIC_RELAXED))
    {
      __halt_look ();
      __halt_collect ();
    }
}

/* --- fork ----------------------------------------------------------------- */

/* The cells that there were when the process was about to fork: the child must
   not ask the dynamic linker, whose locks other threads may have held.  */
static __thread struct cells *known
  __attribute__ ((tls_model ("initial-exec")));
static __thread size_t n_known __attribute__ ((tls_model ("initial-exec")));
static __thread size_t room __attribute__ ((tls_model ("initial-exec")));

static int
list_object (struct dl_phdr_info *object, size_t size __attribute__ ((unused)),
	     void *data __attribute__ ((unused)))
{
  struct __halt_notes notes = { .object = object };
  struct cells cells;
  while (next_cells (&notes, &cells))
    {
      if (n_known == room)
	{
	  size_t more = room ? 2 * room : 64;
	  struct cells *larger = __halt_alloc (more * sizeof *larger);
	  if (!larger)
	    return 1;
	  if (known)
	    memcpy (larger, known, n_known * sizeof *known);
	  known = larger;
	  room = more;
	}
      known[n_known++] = cells;
    }
  return 0;
}

void
__halt_cells_forking (void)
{
  n_known = 0;
  __halt_each_object (list_object, NULL);
}

/* What the cells hold is the parent's.  */
void
__halt_cells_forked (void)
{
  for (size_t i = 0; i < n_known; i++)
    if (known[i].threads)
      __halt_threads_forked (known[i].threads);
  for (size_t i = 0; i < n_known; i++)
    memcpy (known[i].cell + known[i].table->n_cells, known[i].cell,
	    known[i].table->n_cells * sizeof *known[i].cell);
}
