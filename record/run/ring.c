/* SPDX-License-Identifier: MIT */
/* A thread's granules: what is full becomes a block of the file, and then they are
   free again.  All of this is called with the lock.

   A thread is over when the kernel does not know it any more: its ring is then
   another one's.  */

#include <errno.h>
#include <stdbool.h>
#include <string.h>
#include <sys/syscall.h>

#include "halt/format.h"
#include "record/run/record.h"
#include "runtime/runtime.h"

/* The program may not be linked with it: blocks are larger then.  */
extern size_t ZSTD_compressCCtx (void *context, void *to, size_t room,
				 const void *from, size_t size, int level)
  __attribute__ ((weak));
extern size_t ZSTD_estimateCCtxSize (int level) __attribute__ ((weak));
extern void *ZSTD_initStaticCCtx (void *memory, size_t size)
  __attribute__ ((weak));
extern unsigned ZSTD_isError (size_t code) __attribute__ ((weak));

#define LEVEL 1
#define BLOCK_GRANULES 16
/* What a granule's events take at most in any stream.  */
#define GRANULE_MOST (20 * HALT_TRACE_WORDS)
#define STREAM_ROOM ((size_t) 1 << 21)

/* What is being packed, and what that becomes.  */
static struct trace_packed packed;
static unsigned char *raw, *stored;
static void *context;

static struct halt_trace *
header (void)
{
  return __halt_trace.file;
}

static void
went_wrong (int error)
{
  if (header () && !header ()->error)
    header ()->error = error;
}

/* Memory for packing, once.  */
static int
prepare_packing (void)
{
  size_t room = HALT_TRACE_STREAMS * STREAM_ROOM + STREAM_ROOM / 8;
  if (stored)
    return 1;
  if (!(raw = __halt_map (2 * room)))
    return 0;
  stored = raw + room;
  if (ZSTD_compressCCtx && ZSTD_estimateCCtxSize && ZSTD_initStaticCCtx
      && ZSTD_isError)
    {
      size_t size = ZSTD_estimateCCtxSize (LEVEL);
      void *memory = __halt_map (size);
      context = memory ? ZSTD_initStaticCCtx (memory, size) : NULL;
    }
  return 1;
}

static void
begin_packing (void)
{
  packed = (struct trace_packed) { .events = 0 };
  for (int i = 0; i < HALT_TRACE_STREAMS; i++)
    {
      packed.stream[i] = packed.begin[i] = raw + i * STREAM_ROOM;
      packed.end[i] = packed.begin[i] + STREAM_ROOM - GRANULE_MOST;
    }
}

static int
is_full (void)
{
  for (int i = 0; i < HALT_TRACE_STREAMS; i++)
    if (packed.stream[i] >= packed.end[i])
      return 1;
  return 0;
}

/* Put what is packed in front of what is compressed: the block, in STORED.  FAST: nobody
   shall wait for zstd longer than for packing; arguments are small without it.  */
static size_t
make_block (struct halt_trace_block *block, int fast)
{
  const int most = HALT_TRACE_STREAMS
		   - (fast ? HALT_TRACE_ARGUMENT_STREAMS : 0);
  unsigned char *to = stored + sizeof *block, *end = raw;
  size_t n = 0, size = 0;
  __halt_trace_packed (&packed);
  for (int i = 0; i < HALT_TRACE_STREAMS; i++)
    {
      block->stream[i] = packed.stream[i] - packed.begin[i];
      memmove (end, packed.begin[i], block->stream[i]);
      end += block->stream[i];
      if (i < most)
	size += block->stream[i];
    }
  if (context)
    n = ZSTD_compressCCtx (context, to, size + size / 8 + 1024, raw, size,
			   LEVEL);
  if (context && !ZSTD_isError (n) && n < size)
    block->flags = HALT_TRACE_ZSTD | (fast ? HALT_TRACE_AS_IS : 0);
  else
    n = size = 0;
  memcpy (to + n, raw + size, end - raw - size);
  block->stored = n + (end - raw - size);
  memcpy (stored, block, sizeof *block);
  block->checksum = halt_sum_words (0, stored, sizeof *block + block->stored);
  memcpy (stored, block, sizeof *block);
  return sizeof *block + block->stored;
}

static void
free_granule (struct trace_ring *r, struct halt_trace_granule *g, int hold)
{
  if (hold)
    {
      /* What was interrupted may still write there.  */
      g->thread = 0;
      if (++r->held < MOST_GRANULES / 4)
	return;
      for (unsigned i = 0; i < r->n; i++)
	if (r->place[i] != g && r->place[i]->thread == 0)
	  __atomic_store_n (&r->place[i]->sequence, 0, __ATOMIC_RELEASE);
      r->held = 1;
      return;
    }
  __atomic_store_n (&g->sequence, 0, __ATOMIC_RELEASE);
}

/* Write N granules from FIRST on, which are packed, as a block.  */
static void
write_block (struct trace_ring *r, uint64_t first, uint64_t n,
	     const unsigned char *hold)
{
  struct halt_trace_block block = {
    .magic = HALT_TRACE_BLOCK,
    .thread = r->thread->number,
    .previous = r->thread->last,
    .sequence = first,
    .granules = n,
    .events = packed.events,
    .before = r->events
  };
  uint64_t at = 0;
  if (!r->dropping)
    {
      size_t size = make_block (&block, r->begun - first > MOST_GRANULES / 2);
      at = __halt_trace_append (stored, size);
      if (at)
	__atomic_store_n (&r->thread->last, at, __ATOMIC_RELEASE);
      else
	{
	  went_wrong (__halt_trace_error ());
	  r->dropping = 1;
	}
    }
  if (!at)
    {
      __atomic_fetch_add (&r->thread->lost, packed.events, __ATOMIC_RELAXED);
      if (!r->thread->magic && header ())
	header ()->lost += packed.events;
    }
  r->events += packed.events;
  for (uint64_t i = 0; i < n; i++)
    free_granule (r, r->by[(first + i) % MOST_GRANULES], hold[i]);
  __atomic_store_n (&r->packed, first + n - 1, __ATOMIC_RELEASE);
  __atomic_fetch_add (&r->freed, 1, __ATOMIC_RELEASE);
  __halt_trace_wake (&r->freed);
}

void
__halt_trace_seal (struct trace_ring *r, int all)
{
  unsigned char hold[BLOCK_GRANULES];
  uint64_t last = __atomic_load_n (&r->begun, __ATOMIC_ACQUIRE);
  if (!all && __atomic_load_n (&r->current, __ATOMIC_ACQUIRE))
    last--;
  if (!prepare_packing () || !r->model)
    return;
  while (r->packed < last)
    {
      uint64_t first = r->packed + 1, n = 0;
      begin_packing ();
      while (n < BLOCK_GRANULES && first + n <= last && !is_full ())
	{
	  hold[n] = __halt_trace_pack (r->model, &packed,
				       r->by[(first + n) % MOST_GRANULES]);
	  n++;
	}
      write_block (r, first, n, hold);
    }
}

/* --- more of them ----------------------------------------------------------- */

static void
add_granules (struct trace_ring *r, char *memory, unsigned n)
{
  for (unsigned i = 0; i < n; i++)
    r->place[r->n + i]
      = (struct halt_trace_granule *) (memory + i * HALT_TRACE_GRANULE);
  r->n += n;
}

/* N more of them in the file; 0 if there is no room.  */
static int
extend (struct trace_ring *r, unsigned n)
{
  uint64_t at;
  struct halt_trace_extent *extent
    = __halt_trace_part (HALT_TRACE_PAGE + n * HALT_TRACE_GRANULE, &at);
  if (!extent)
    return 0;
  *extent = (struct halt_trace_extent) {
    .magic = HALT_TRACE_EXTENT, .n = n, .next = header ()->extents
  };
  add_granules (r, (char *) extent + HALT_TRACE_PAGE, n);
  __atomic_store_n (&header ()->extents, at, __ATOMIC_RELEASE);
  return 1;
}

static bool
has_free (const struct trace_ring *r)
{
  for (unsigned i = 0; i < r->n; i++)
    if (__atomic_load_n (&r->place[i]->sequence, __ATOMIC_ACQUIRE) == 0)
      return true;
  return false;
}

void
__halt_trace_more (void *ring)
{
  struct trace_ring *r = ring;
  unsigned n = r->n ? r->n : 8;
  if (n > 64)
    n = 64;
  if (r->n + n <= MOST_GRANULES && !r->dropping && header () && extend (r, n))
    return;
  if (!__halt_trace.began && r->n + n <= MOST_GRANULES)
    {
      char *memory = __halt_map (n * HALT_TRACE_GRANULE);
      if (memory)
	add_granules (r, memory, n);
      return;
    }
  r->dropping |= !__halt_trace.began;
  __halt_trace_seal (r, 0);
  if (!has_free (r) && r->n + 8 <= MOST_GRANULES)
    {
      /* Nowhere but in memory: it is known how many events there were.  */
      char *memory = __halt_map (8 * HALT_TRACE_GRANULE);
      went_wrong (__halt_trace_error ());
      r->dropping = 1;
      if (memory)
	add_granules (r, memory, 8);
    }
}

/* --- threads ------------------------------------------------------------------ */

/* Room for what the file says of a thread; in memory, if there is none.  */
static struct halt_trace_thread *
new_thread (void)
{
  static struct halt_trace_thread *page, none;
  static uint64_t page_at, number;
  static unsigned used;
  static const struct halt_trace *of;
  const unsigned most = HALT_TRACE_PAGE / sizeof *page;
  if (!header ())
    return &none;
  if (of != header ())
    {
      page = NULL;
      number = 0;
      of = header ();
    }
  if (!page || used == most)
    {
      page = __halt_trace_part (HALT_TRACE_PAGE, &page_at);
      used = 0;
      if (!page)
	{
	  went_wrong (__halt_trace_error ());
	  return NULL;
	}
    }
  struct halt_trace_thread *thread = &page[used];
  *thread = (struct halt_trace_thread) {
    .magic = HALT_TRACE_THREAD,
    .number = ++number,
    .tid = __halt_trace_kernel (SYS_gettid, 0, 0, 0, 0),
    .next = header ()->threads
  };
  __atomic_store_n (&header ()->threads, page_at + used++ * sizeof *thread,
		    __ATOMIC_RELEASE);
  return thread;
}

static int
is_over (const struct trace_ring *r, uint32_t me)
{
  return r->owner == me
	 || __halt_trace_kernel (SYS_tgkill, __halt_began.pid, r->owner, 0, 0)
	      == -ESRCH;
}

/* A ring whose thread is over.  Only a few are looked at: a kernel call each.  */
static struct trace_ring *
reuse (uint32_t me)
{
  static struct trace_ring *look;
  for (int i = 0; i < 8; i++)
    {
      struct trace_ring *r = look ? look : __halt_trace.rings;
      if (!r)
	return NULL;
      look = r->next;
      if (is_over (r, me))
	{
	  __halt_trace_seal (r, 1);
	  r->current = NULL;
	  memset (r->model, 0, __halt_trace_model_size ());
	  return r;
	}
    }
  return NULL;
}

static struct trace_ring *
create_ring (void)
{
  struct trace_ring *r = __halt_map (sizeof *r);
  if (!r || !(r->model = __halt_map (__halt_trace_model_size ())))
    return NULL;
  r->next = __halt_trace.rings;
  return r;
}

void
__halt_trace_begin (void *unused)
{
  uint32_t me = __halt_trace_kernel (SYS_gettid, 0, 0, 0, 0);
  (void) unused;
  /* Before constructors nobody knows the file's name.  */
  if (__halt_began.pattern)
    __halt_trace_first ();
  struct trace_ring *r = reuse (me);
  int fresh = !r;
  if (fresh && !(r = create_ring ()))
    return;
  struct halt_trace_thread *thread = new_thread ();
  if (!thread && !(thread = __halt_alloc (sizeof *thread)))
    return;
  r->thread = thread;
  r->owner = me;
  r->begun = r->packed = r->events = 0;
  r->rest = 0;
  r->dropping = __halt_trace.began && (!header () || thread->magic == 0);
  r->parked = NULL;
  if (fresh)
    __atomic_store_n (&__halt_trace.rings, r, __ATOMIC_RELEASE);
  __halt_trace_mine = r;
  __halt_trace_at = (char *) __halt_trace_stop;
}

void
__halt_trace_started (void *unused)
{
  (void) unused;
  if (!__halt_trace.rings)
    return;
  __halt_trace_first ();
  for (struct trace_ring *r = __halt_trace.rings; r; r = r->next)
    {
      struct halt_trace_thread *thread = header () ? new_thread () : NULL;
      if (r->dropping)
	{
	  /* It was too much.  Blocks follow one another without a gap.  */
	  __halt_trace_seal (r, 1);
	  memset (r->model, 0, __halt_trace_model_size ());
	  r->begun = r->packed = r->events = 0;
	}
      r->dropping = !thread;
      if (!thread)
	continue;
      thread->tid = r->owner;
      thread->lost = r->thread->lost;
      r->thread->lost = 0;
      r->thread = thread;
      __halt_trace_seal (r, 1);
      r->current = NULL;
      r->n = 0;
    }
  __halt_trace_at = (char *) __halt_trace_stop;
}

void
__halt_trace_seal_all (void)
{
  uint32_t me = __halt_trace_kernel (SYS_gettid, 0, 0, 0, 0);
  for (struct trace_ring *r = __halt_trace.rings; r; r = r->next)
    {
      int all = is_over (r, me);
      __halt_trace_seal (r, all);
      if (!all)
	continue;
      if (r == __halt_trace_mine)
	__halt_trace_at = (char *) __halt_trace_stop;
      r->current = NULL;
      for (unsigned i = 0; i < r->n; i++)
	if (r->place[i]->sequence == 0 && !r->dropping)
	  __halt_trace_punch (r->place[i], HALT_TRACE_GRANULE);
    }
}
