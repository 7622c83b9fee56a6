/* SPDX-License-Identifier: MIT */
/* The default analysis routines: count, exactly, in any number of threads and
   signal handlers.

   Each thread adds to counters of its own, its shard of the kind.  A shard
   never moves and is never freed, so adding takes no more than finding it.
   When a thread meets an id its shard has no room for, it takes a larger one;
   when it ends, it leaves its shards to threads that come later.  The sum over
   all shards is the count, whoever they belong to.

   A user's own routine takes the place of the one here: these are weak.  */

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>

#include "runtime/runtime.h"

const unsigned char __halt_cells[HALT_KIND_END] = {
#define HALT_KIND(NAME, number, word, routine, when, params, cells, text) \
  [number] = cells,
#include "halt/kinds.def"
};

struct halt_shard *__halt_shards[HALT_KIND_END];
uint64_t __halt_ids;

/* What the thread adds to.  One pointer for each kind, so that a handler that
   interrupts us finds either the old shard or the new one.  */
static struct halt_shard none;
static __thread struct halt_shard *mine[HALT_KIND_END]
  __attribute__ ((tls_model ("initial-exec")))
  = { [0 ... HALT_KIND_END - 1] = &none };

/* Add 1 to *COUNTER, which no other thread adds to, but a handler that
   interrupts us may.  On x86 that takes instructions that read and write
   memory at once (the carry between two of them survives a handler);
   elsewhere, an atomic one.  */
static inline void
add_one (uint64_t *counter)
{
#if defined __x86_64__
  __asm__ volatile ("addq\t$1, %0" : "+m" (*counter) : : "cc");
#elif defined __i386__
  uint32_t *half = (uint32_t *) counter;
  __asm__ volatile ("addl\t$1, %0\n\tadcl\t$0, %1"
		    : "+m" (half[0]), "+m" (half[1]) : : "cc");
#else
  __atomic_fetch_add (counter, 1, __ATOMIC_RELAXED);
#endif
}

static pthread_key_t key;
static int key_made;

/* A free shard of KIND with room for ID, or NULL.  */
static struct halt_shard *
reuse (unsigned int kind, unsigned long id)
{
  struct halt_shard *shard
    = __atomic_load_n (&__halt_shards[kind], __ATOMIC_ACQUIRE);
  for (; shard; shard = shard->next)
    if (id < shard->n && !__atomic_load_n (&shard->busy, __ATOMIC_RELAXED)
	&& !__atomic_exchange_n (&shard->busy, 1, __ATOMIC_ACQUIRE))
      return shard;
  return NULL;
}

/* A new one, with room for COUNT ids, or NULL.  */
static struct halt_shard *
create (unsigned int kind, uint64_t count)
{
  uint64_t each = __halt_cells[kind] * sizeof (uint64_t);
  if (count > (SIZE_MAX / 2 - 4096) / each)
    return NULL;
  size_t size = (count * each + 4095) & ~(size_t) 4095;
  struct halt_shard *shard = __halt_alloc (sizeof *shard);
  if (!shard || !(shard->counter = __halt_map (size)))
    return NULL;
  shard->n = size / each;
  shard->busy = 1;
  shard->next = __atomic_load_n (&__halt_shards[kind], __ATOMIC_RELAXED);
  while (!__atomic_compare_exchange_n (&__halt_shards[kind], &shard->next,
				       shard, 0, __ATOMIC_RELEASE,
				       __ATOMIC_RELAXED))
    continue;
  return shard;
}

/* Give the thread a shard of KIND with room for ID, or return NULL and count
   the event as lost.  */
static struct halt_shard *
grow (unsigned int kind, unsigned long id)
{
  int saved = errno;
  struct halt_shard *shard = reuse (kind, id);
  if (!shard && id < ULONG_MAX)
    {
      uint64_t least = (uint64_t) id + 1;
      uint64_t count = __atomic_load_n (&__halt_ids, __ATOMIC_RELAXED);
      if (count < 2 * mine[kind]->n)
	count = 2 * mine[kind]->n;
      if (count < least)
	count = least;
      shard = create (kind, count);
      if (!shard && count > least)
	shard = create (kind, least);
    }
  if (shard)
    {
      /* A handler may do the same at any point of this.  */
      struct halt_shard *older = __atomic_load_n (&mine[kind],
						  __ATOMIC_RELAXED);
      do
	shard->older = older == &none ? NULL : older;
      while (!__atomic_compare_exchange_n (&mine[kind], &older, shard, 0,
					   __ATOMIC_RELEASE,
					   __ATOMIC_RELAXED));
      if (key_made)
	pthread_setspecific (key, &none);
    }
  else
    __atomic_fetch_add (&__halt_process->lost, 1, __ATOMIC_RELAXED);
  errno = saved;
  return shard;
}

static inline void
add (const struct halt_shard *shard, unsigned int kind, unsigned long id,
     unsigned int cell)
{
  add_one (shard->counter + (size_t) id * __halt_cells[kind] + cell);
}

static __attribute__ ((noinline, cold)) void
count_slowly (unsigned int kind, unsigned long id, unsigned int cell)
{
  const struct halt_shard *shard = grow (kind, id);
  if (shard)
    add (shard, kind, id, cell);
}

/* Count one event: counter CELL of ID.  */
static inline void
count (unsigned int kind, unsigned long id, unsigned int cell)
{
  const struct halt_shard *shard = mine[kind];
  if (__builtin_expect (id < shard->n, 1))
    add (shard, kind, id, cell);
  else
    count_slowly (kind, id, cell);
}

__attribute__ ((weak)) void
_halt_startup (void)
{
}

__attribute__ ((weak)) void
_record_cbr (unsigned long cond, unsigned long id)
{
  count (HALT_CBR, id, cond != 0);
}

/* Leave the thread's shards to others.  Destructors that run later may report
   events; the thread then takes shards, and this is called, again.  */
static void
thread_ends (void *unused __attribute__ ((unused)))
{
  for (int kind = 0; kind < HALT_KIND_END; kind++)
    {
      struct halt_shard *shard
	= __atomic_exchange_n (&mine[kind], &none, __ATOMIC_RELAXED);
      while (shard && shard != &none)
	{
	  struct halt_shard *older = shard->older;
	  __atomic_store_n (&shard->busy, 0, __ATOMIC_RELEASE);
	  shard = older;
	}
    }
}

void
__halt_count_init (void)
{
  key_made = HALT_HAS (pthread_key_create)
	     && pthread_key_create (&key, thread_ends) == 0;
}

void
__halt_count_release (void)
{
  if (key_made)
    pthread_key_delete (key);
  key_made = 0;
}

void
__halt_count_clear (void)
{
  for (int kind = 0; kind < HALT_KIND_END; kind++)
    for (struct halt_shard *shard = __halt_shards[kind]; shard;
	 shard = shard->next)
      {
	size_t size = shard->n * __halt_cells[kind] * sizeof (uint64_t);
	if (madvise (shard->counter, size, MADV_DONTNEED) != 0)
	  memset (shard->counter, 0, size);
      }
}

void
__halt_count_forked (void)
{
  for (int kind = 0; kind < HALT_KIND_END; kind++)
    {
      struct halt_shard *shard;
      for (shard = __halt_shards[kind]; shard; shard = shard->next)
	__atomic_store_n (&shard->busy, 0, __ATOMIC_RELAXED);
      for (shard = mine[kind]; shard; shard = shard->older)
	__atomic_store_n (&shard->busy, 1, __ATOMIC_RELAXED);
    }
}
