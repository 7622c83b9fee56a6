/* SPDX-License-Identifier: MIT */
/* The counters.

   Each thread adds to counters of its own, its shard of the kind.  A shard
   never moves and is never freed, so adding takes no more than finding it.
   When a thread meets an id its shard has no room for, it takes a larger one;
   when it ends, it leaves its shards to threads that come later.  The sum over
   all shards is the count, whoever they belong to.

   Ids far above those given out are constants (unique=N) or mistakes.  A
   thread has a further shard for each range of FAR_IDS of them that it meets;
   it has to look for it at each event.  There are at most FAR_SHARDS, so that
   mistakes do not use up the memory.

   The shard of an indexed kind has a pointer to a row of counters for each id.
   A row is replaced by a longer one when an index has no room in it, and keeps
   what was counted in it; as with shards, the sum over all is the count.

   In a child made by fork all of this is still there, and all counters are
   0.  */

#include <errno.h>
#include <pthread.h>
#include <string.h>
#include <sys/mman.h>

#include "halt/live.h"
#include "runtime/runtime.h"

/* A signal handler may be the first that counts.  This is bound from the beginning: the
   dynamic linker would save all vector registers, on a stack that may be small.  */
extern int set_specific (pthread_key_t key,
			 const void *value) __asm__("pthread_setspecific")
  __attribute__ ((noplt));

#define NEAR_IDS (1ul << 20)	/* far is above this and above __halt_ids */
#if __SIZEOF_POINTER__ == 8
# define FAR_IDS (1ul << 16)
#else
# define FAR_IDS (1ul << 12)
#endif
#define FAR_SHARDS 4096
#define FEW_INDICES 8ul
#define MOST_INDICES (1ul << 20)

const signed char __halt_cells[HALT_KIND_END] = {
#define HALT_KIND(NAME, number, word, routine, when, args, cells, ...) \
  [number] = HALT_CELLS_##cells,
#include "halt/kinds.def"
};

struct halt_shard *__halt_shards[HALT_KIND_END];
struct halt_row *__halt_rows;
unsigned long __halt_ids;

static struct halt_shard none;
__thread struct halt_shard *__halt3_mine[HALT_KIND_END] = {
  [0 ... HALT_KIND_END - 1] = &none
};

/* The thread's far shards of all kinds.  */
static __thread struct halt_shard *far
  __attribute__ ((tls_model ("initial-exec")));

static pthread_key_t key;
static int key_made;

/* What lost events are added to.  */
static uint64_t nothing[2];

static uint64_t *
lose (void)
{
  __halt_lose ();
  return nothing;
}

/* Bytes that KIND needs for each id of a shard.  */
static size_t
bytes_each (unsigned int kind)
{
  return __halt_cells[kind] == HALT_CELLS_INDEXED
	   ? sizeof (struct halt_row *)
	   : __halt_cells[kind] * sizeof (uint64_t);
}

/* A free shard of KIND that begins with FIRST and has room for ID, or
   NULL.  */
static struct halt_shard *
reuse (unsigned int kind, unsigned long first, unsigned long id)
{
  struct halt_shard *shard = __atomic_load_n (&__halt_shards[kind],
					      __ATOMIC_ACQUIRE);
  for (; shard; shard = shard->next)
    if (shard->first == first && id - first < shard->n
	&& !__atomic_load_n (&shard->busy, __ATOMIC_RELAXED)
	&& !__atomic_exchange_n (&shard->busy, 1, __ATOMIC_ACQUIRE))
      return shard;
  return NULL;
}

/* A new one, with room for COUNT ids, or NULL.  */
static struct halt_shard *
create_shard (unsigned int kind, unsigned long first, uint64_t count)
{
  uint64_t each = bytes_each (kind);
  if (count > (SIZE_MAX / 2 - 4096) / each)
    return NULL;
  size_t size = (count * each + 4095) & ~(size_t) 4095;
  struct halt_shard *shard = __halt_alloc (sizeof *shard);
  if (!shard)
    return NULL;
  const struct halt_live_record what = { .type = HALT_LIVE_SHARD,
					 .kind = kind,
					 .id = first,
					 .n = size / sizeof (uint64_t) };
  if (__halt_cells[kind] == HALT_CELLS_INDEXED)
    shard->row = __halt_map (size);
  else if (!(shard->counter = __halt_live_counters (&what, size)))
    shard->counter = __halt_map_counters (size);
  if (!shard->counter && !shard->row)
    return NULL;
  shard->n = size / each;
  shard->first = first;
  shard->kind = kind;
  shard->busy = 1;
  shard->next = __atomic_load_n (&__halt_shards[kind], __ATOMIC_RELAXED);
  while (!__atomic_compare_exchange_n (&__halt_shards[kind], &shard->next,
				       shard, 0, __ATOMIC_RELEASE,
				       __ATOMIC_RELAXED))
    continue;
  return shard;
}

int
__halt_counted_early (void)
{
  for (int kind = 0; kind < HALT_KIND_END; kind++)
    if (__halt_shards[kind])
      return 1;
  return __halt_rows || __halt_path_nodes;
}

void
__halt_count_mine (void)
{
  if (key_made)
    set_specific (key, &none);
}

/* Put SHARD at the head of the thread's *LIST.  A handler may do the same at any
   point of this.  */
static void
own (struct halt_shard **list, struct halt_shard *shard)
{
  struct halt_shard *older = __atomic_load_n (list, __ATOMIC_RELAXED);
  do
    shard->older = older == &none ? NULL : older;
  while (!__atomic_compare_exchange_n (list, &older, shard, 0, __ATOMIC_RELEASE,
				       __ATOMIC_RELAXED));
  __halt_count_mine ();
}

static struct halt_shard *
find_near (unsigned int kind, unsigned long id, unsigned long ids)
{
  struct halt_shard *shard = reuse (kind, 0, id);
  if (!shard)
    {
      uint64_t least = (uint64_t) id + 1;
      uint64_t count = 2 * (uint64_t) __halt3_mine[kind]->n;
      if (count < ids)
	count = ids;
      if (count < least)
	count = least;
      shard = create_shard (kind, 0, count);
      if (!shard && count > least)
	shard = create_shard (kind, 0, least);
    }
  if (shard)
    own (&__halt3_mine[kind], shard);
  return shard;
}

static struct halt_shard *
find_far (unsigned int kind, unsigned long id)
{
  static unsigned int n_far;
  struct halt_shard *shard = __atomic_load_n (&far, __ATOMIC_RELAXED);
  for (; shard; shard = shard->older)
    if (shard->kind == kind && id - shard->first < shard->n)
      return shard;
  unsigned long first = id & ~(FAR_IDS - 1);
  shard = reuse (kind, first, id);
  if (!shard && __atomic_load_n (&n_far, __ATOMIC_RELAXED) < FAR_SHARDS
      && (shard = create_shard (kind, first, FAR_IDS)))
    __atomic_fetch_add (&n_far, 1, __ATOMIC_RELAXED);
  if (shard)
    own (&far, shard);
  return shard;
}

/* A shard of the thread's with room for ID, or NULL.  */
static struct halt_shard *
find_shard (unsigned int kind, unsigned long id)
{
  unsigned long ids = __atomic_load_n (&__halt_ids, __ATOMIC_RELAXED);
  if (id < __halt3_mine[kind]->n)
    return __halt3_mine[kind];
  return id < NEAR_IDS || id < ids ? find_near (kind, id, ids)
				   : find_far (kind, id);
}

uint64_t *
__halt3_find (unsigned int kind, unsigned long id)
{
  int saved = errno;
  const struct halt_shard *shard = find_shard (kind, id);
  errno = saved;
  return shard
	   ? shard->counter + (size_t) (id - shard->first) * __halt_cells[kind]
	   : lose ();
}

/* A new row of ID with room for INDEX, or NULL.  OLD is the one it is to
   replace, or NULL.  */
static struct halt_row *
create_row (unsigned long id, unsigned long index, const struct halt_row *old)
{
  unsigned long n = old ? 2 * old->n : FEW_INDICES;
  while (n <= index)
    n *= 2;
  const struct halt_live_record what = {
    .type = HALT_LIVE_ROW, .id = id, .n = n
  };
  struct halt_row *row = __halt_alloc (sizeof *row);
  if (!row || !(row->counter = __halt_counters (&what, n * sizeof (uint64_t))))
    return NULL;
  row->n = n;
  row->id = id;
  row->next = __atomic_load_n (&__halt_rows, __ATOMIC_RELAXED);
  while (!__atomic_compare_exchange_n (&__halt_rows, &row->next, row, 0,
				       __ATOMIC_RELEASE, __ATOMIC_RELAXED))
    continue;
  return row;
}

/* If a handler puts a longer row there while we make one, it stays; ours is
   not used.  */
uint64_t *
__halt3_find_indexed (unsigned int kind, unsigned long id, unsigned long index)
{
  int saved = errno;
  const struct halt_shard *shard = index < MOST_INDICES ? find_shard (kind, id)
							: NULL;
  struct halt_row *row = NULL;
  if (shard)
    {
      struct halt_row **place = &shard->row[id - shard->first];
      row = __atomic_load_n (place, __ATOMIC_RELAXED);
      while (!row || index >= row->n)
	{
	  struct halt_row *fresh = create_row (id, index, row);
	  if (!fresh)
	    {
	      row = NULL;
	      break;
	    }
	  if (__atomic_compare_exchange_n (place, &row, fresh, 0,
					   __ATOMIC_RELEASE, __ATOMIC_RELAXED))
	    row = fresh;
	}
    }
  errno = saved;
  return row ? row->counter + index : lose ();
}

/* Leave the shards of *LIST, which becomes EMPTY, to others.  */
static void
leave_shards (struct halt_shard **list, struct halt_shard *empty)
{
  struct halt_shard *shard = __atomic_exchange_n (list, empty,
						  __ATOMIC_RELAXED);
  while (shard && shard != empty)
    {
      struct halt_shard *older = shard->older;
      __atomic_store_n (&shard->busy, 0, __ATOMIC_RELEASE);
      shard = older;
    }
}

/* Destructors that run later may report events; the thread then takes shards,
   and this is called, again.  */
static void
thread_ends (void *unused __attribute__ ((unused)))
{
  for (int kind = 0; kind < HALT_KIND_END; kind++)
    leave_shards (&__halt3_mine[kind], &none);
  leave_shards (&far, NULL);
  __halt_paths_leave ();
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
    for (struct halt_shard *shard = __halt_shards[kind];
	 shard && __halt_cells[kind] > 0; shard = shard->next)
      {
	size_t size = shard->n * bytes_each (kind);
	if (__halt_is_live ()
	    || madvise (shard->counter, size, MADV_DONTNEED) != 0)
	  memset (shard->counter, 0, size);
      }
  for (struct halt_row *row = __halt_rows; row; row = row->next)
    memset (row->counter, 0, row->n * sizeof (uint64_t));
  __halt_paths_clear ();
}

static void
set_busy (struct halt_shard *shard)
{
  for (; shard; shard = shard->older)
    __atomic_store_n (&shard->busy, 1, __ATOMIC_RELAXED);
}

void
__halt_count_forked (void)
{
  for (int kind = 0; kind < HALT_KIND_END; kind++)
    for (struct halt_shard *shard = __halt_shards[kind]; shard;
	 shard = shard->next)
      __atomic_store_n (&shard->busy, 0, __ATOMIC_RELAXED);
  for (int kind = 0; kind < HALT_KIND_END; kind++)
    set_busy (__halt3_mine[kind]);
  set_busy (far);
  __halt_paths_forked ();
}
