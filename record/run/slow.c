/* SPDX-License-Identifier: MIT */
/* An event for which the thread's granule has no room, or which takes more than a
   usual one.  A pot may come here with any register in use, so this has to do with
   general ones, of which stop.h knows; what needs the others is called apart, where
   they have been kept.  */

#include "runtime/kernel.h"

#include <linux/futex.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <sys/stat.h>
#include <time.h>

#include "record/run/record.h"
#include "runtime/runtime.h"

#define NUMBER_WORDS 3
#define FAR_WORDS (1 + 3 * NUMBER_WORDS)

__thread struct trace_ring *__halt_trace_mine OWN;
struct trace_state __halt_trace;

/* --- what the kernel does --------------------------------------------------- */

long
__halt_trace_kernel (long n, long a, long b, long c, long d)
{
  return halt_kernel_call6 (n, a, b, c, d, 0, 0);
}

void
__halt_trace_block (uint64_t *before)
{
  const uint64_t all = -(uint64_t) 1;
  __halt_trace_kernel (SYS_rt_sigprocmask, SIG_SETMASK, (long) &all,
		       (long) before, 8);
}

void
__halt_trace_unblock (const uint64_t *before)
{
  __halt_trace_kernel (SYS_rt_sigprocmask, SIG_SETMASK, (long) before, 0, 8);
}

void
__halt_trace_wait (uint32_t *word, uint32_t value, long nanoseconds)
{
  const struct timespec time = { .tv_nsec = nanoseconds };
  __halt_trace_kernel (SYS_futex, (long) word, FUTEX_WAIT_PRIVATE, value,
		       (long) &time);
}

void
__halt_trace_wake (uint32_t *word)
{
  __halt_trace_kernel (SYS_futex, (long) word, FUTEX_WAKE_PRIVATE, 1 << 30, 0);
}

static uint64_t
now (void)
{
  struct timespec time = { 0 };
  halt_kernel_call (SYS_clock_gettime, CLOCK_MONOTONIC, (long) &time, 0);
  return (uint64_t) time.tv_sec * 1000000000 + time.tv_nsec;
}

/* --- the lock ----------------------------------------------------------------- */

void
__halt_trace_lock (void)
{
  while (__atomic_exchange_n (&__halt_trace.lock, 1, __ATOMIC_ACQUIRE))
    __halt_trace_wait (&__halt_trace.lock, 1, 1000000);
}

void
__halt_trace_unlock (void)
{
  __atomic_store_n (&__halt_trace.lock, 0, __ATOMIC_RELEASE);
  __halt_trace_wake (&__halt_trace.lock);
}

void
__halt_trace_apart (void (*function) (void *), void *data)
{
  __halt_trace_lock ();
  __halt_trace_call (function, data);
  __halt_trace_unlock ();
}

/* --- granules ----------------------------------------------------------------- */

static uint32_t *
end_of (struct halt_trace_granule *g)
{
  return g->word + HALT_TRACE_WORDS;
}

/* Where the thread goes on in its granule; NULL: it has none, or that is full.  */
static uint32_t *
room_in (const struct trace_ring *r, unsigned n)
{
  uint32_t *at = (uint32_t *) __halt_trace_at;
  if (!r->current || at < r->current->word || at > end_of (r->current)
      || (size_t) (end_of (r->current) - at) < n)
    return NULL;
  return at;
}

/* A free one of RING, or NULL: always the same ones, as long as there are some, for
   those are in the processor's caches.  */
static struct halt_trace_granule *
find_free (struct trace_ring *r)
{
  for (unsigned i = 0; i < r->n; i++)
    if (__atomic_load_n (&r->place[i]->sequence, __ATOMIC_ACQUIRE) == 0)
      return r->place[i];
  return NULL;
}

static struct halt_trace_granule *
wait_for_free (struct trace_ring *r)
{
  struct halt_trace_granule *g;
  for (int tries = 0; !(g = find_free (r)) && tries < 1000; tries++)
    {
      uint32_t freed = __atomic_load_n (&r->freed, __ATOMIC_ACQUIRE);
      if (r->n < MOST_GRANULES
	  || !__atomic_load_n (&__halt_trace.helper, __ATOMIC_ACQUIRE))
	{
	  unsigned n = r->n;
	  uint64_t packed = r->packed;
	  __halt_trace_apart (__halt_trace_more, r);
	  if ((g = find_free (r)))
	    break;
	  if (r->n != n || r->packed != packed)
	    continue;
	  /* Nothing can be had, of memory or of a kernel that refuses.  */
	  r->rest = 100000;
	  break;
	}
      else if (!(g = find_free (r)))
	__halt_trace_wait (&r->freed, freed, 10000000);
      else
	break;
    }
  return g;
}

/* Let the N words at TO be WORD.  memset is the C library's, and may be the
   program's.  */
static void
fill (uint32_t *to, uint32_t word, size_t n)
{
#ifdef __x86_64__
  __asm__ volatile("rep stosl" : "+D"(to), "+c"(n) : "a"(word) : "memory");
#else
  for (volatile uint32_t *at = to; at < to + n; at++)
    *at = word;
#endif
}

/* Nothing is written in G yet.  Here, as who writes needs it in its cache.  */
static void
clear (struct halt_trace_granule *g)
{
  fill (g->word, 0, HALT_TRACE_WORDS);
  fill (end_of (g), HALT_TRACE_FILLER, HALT_TRACE_GUARD);
}

static void
next_granule (struct trace_ring *r)
{
  struct halt_trace_granule *g = r->current;
  uint32_t *at = (uint32_t *) __halt_trace_at;
  if (g && at >= g->word && at < end_of (g))
    fill (at, HALT_TRACE_FILLER, end_of (g) - at);
  uint64_t waiting = r->begun - __atomic_load_n (&r->packed, __ATOMIC_ACQUIRE);
  if (waiting >= BATCH && waiting % BATCH == 0)
    __halt_trace_help ();
  /* What was the current one is full from here on.  */
  __atomic_store_n (&r->current, NULL, __ATOMIC_RELEASE);
  g = wait_for_free (r);
  if (!g)
    return;
  clear (g);
  g->thread = r->thread->number;
  g->reserved = 1;
  g->time = now ();
  r->by[(r->begun + 1) % MOST_GRANULES] = g;
  __atomic_store_n (&g->sequence, r->begun + 1, __ATOMIC_RELEASE);
  __atomic_store_n (&r->current, g, __ATOMIC_RELEASE);
  __atomic_store_n (&r->begun, r->begun + 1, __ATOMIC_RELEASE);
  __halt_trace_at = (char *) g->word;
}

static uint32_t *
put_number (uint32_t *word, uint64_t number)
{
  for (int i = 0; i < NUMBER_WORDS; i++, number >>= 22)
    __atomic_store_n (word++, (number & 0x3fffff) | 0x80000000,
		      __ATOMIC_RELEASE);
  return word;
}

static void
put_event (uint32_t *word, uint64_t type, uint64_t id, uint64_t a, uint64_t b)
{
  __atomic_store_n (word, HALT_TRACE_FAR + 16 * (uint32_t) type,
		    __ATOMIC_RELEASE);
  uint32_t *at = put_number (word + 1, id);
  put_number (put_number (at, a), b);
  __halt_trace_at = (char *) (word + FAR_WORDS);
}

/* A child that was made otherwise than by the C library's fork.  */
static void
become_child (void *unused)
{
  (void) unused;
  __halt_process_ours ();
  __halt_live_forked ();
}

/* The routine for events of TYPE had the arguments X, Y and Z, if it has as many.  */
void
__halt_trace_slow (uint64_t type, uint64_t x, uint64_t y, uint64_t z)
{
  uint64_t before, id = y, a = x, b = 0;
  uint32_t *word;
  if (type == HALT_TRACE_CBR0)
    {
      type += x != 0;
      a = 0;
    }
  else if (type < HALT_TRACE_ARGUMENTS)
    {
      id = x;
      a = 0;
    }
  else if (type == HALT_TRACE_LOAD || type == HALT_TRACE_STORE)
    {
      id = z;
      a = y;
      b = x;
    }
  else if (type == HALT_TRACE_LONGJMP)
    {
      id = z;
      b = y;
    }
  else if (type == HALT_TRACE_PATH)
    b = z;
  __halt_trace_block (&before);
  if (!__halt_process->alive)
    {
      __halt_trace.lock = 0;
      __halt_trace_apart (become_child, NULL);
    }
  struct trace_ring *r = __halt_trace_mine;
  if (!r)
    {
      __halt_trace_apart (__halt_trace_begin, NULL);
      r = __halt_trace_mine;
    }
  if (r && r->parked)
    {
      __halt_trace_at = r->parked;
      r->parked = NULL;
    }
  if (r && r->rest)
    r->rest--;
  else if (r && !room_in (r, FAR_WORDS))
    next_granule (r);
  if (r && (word = room_in (r, FAR_WORDS)))
    put_event (word, type, id, a, b);
  else
    {
      __halt_trace_at = (char *) __halt_trace_stop;
      if (r)
	__atomic_fetch_add (&r->thread->lost, 1, __ATOMIC_RELAXED);
      else
	__halt_lose ();
    }
  __halt_trace_unblock (&before);
}
