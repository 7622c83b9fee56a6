/* SPDX-License-Identifier: MIT */
/* An event for which the thread's granule has no room, or which takes more than a
   usual one.  A pot may come here with any register in use, so this has to do with
   general ones; what needs the others is called apart, where they have been
   kept.  */

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
  register long r10 __asm__("r10") = d;
  long result;
  __asm__ volatile("syscall"
		   : "=a"(result)
		   : "0"(n), "D"(a), "S"(b), "d"(c), "r"(r10)
		   : "rcx", "r11", "memory");
  return result;
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

int
__halt_trace_statx (int fd, struct statx *st)
{
  register long r10 __asm__("r10") = STATX_BASIC_STATS;
  register long r8 __asm__("r8") = (long) st;
  long result;
  __asm__ volatile("syscall"
		   : "=a"(result)
		   : "0"((long) SYS_statx), "D"((long) fd), "S"(""),
		     "d"((long) AT_EMPTY_PATH), "r"(r10), "r"(r8)
		   : "rcx", "r11", "memory");
  return result;
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

/* Call FUNCTION with DATA on STACK; AREA is for all registers that it may change.  */
__attribute__ ((naked, noinline)) static void
call_apart (void (*function) (void *) __attribute__ ((unused)),
	    void *data __attribute__ ((unused)),
	    char *stack __attribute__ ((unused)),
	    char *area __attribute__ ((unused)),
	    uint64_t has_xsave __attribute__ ((unused)))
{
  __asm__("pushq\t%rbx\n\tpushq\t%rbp\n\tpushq\t%r12\n\tpushq\t%r13\n"
	  "\tmovq\t%rsp, %rbp\n\tmovq\t%rcx, %rbx\n\tmovq\t%r8, %r12\n"
	  "\tmovq\t%rdi, %r13\n\tmovq\t%rsi, %rdi\n\tmovq\t%rdx, %rsp\n"
	  "\tmovl\t$-1, %eax\n\tmovl\t$-1, %edx\n\ttestq\t%r12, %r12\n"
	  "\tje\t1f\n\txsave64\t(%rbx)\n\tjmp\t2f\n1:\tfxsave64\t(%rbx)\n"
	  "2:\tcall\t*%r13\n"
	  "\tmovl\t$-1, %eax\n\tmovl\t$-1, %edx\n\ttestq\t%r12, %r12\n"
	  "\tje\t3f\n\txrstor64\t(%rbx)\n\tjmp\t4f\n3:\tfxrstor64\t(%rbx)\n"
	  "4:\tmovq\t%rbp, %rsp\n\tpopq\t%r13\n\tpopq\t%r12\n"
	  "\tpopq\t%rbp\n\tpopq\t%rbx\n\tret");
}

/* A stack and an area; 0 if there is no memory.  */
static int
prepare_stack (void)
{
  enum
  {
    STACK = 1 << 18
  };
  unsigned a = 1, b, c, d;
  if (__halt_trace.stack)
    return 1;
  __asm__("cpuid" : "+a"(a), "=b"(b), "=c"(c), "=d"(d));
  size_t size = 4096;
  __halt_trace.has_xsave = c >> 27 & 1;
  if (__halt_trace.has_xsave)
    {
      a = 13, c = 0;
      __asm__("cpuid" : "+a"(a), "=b"(b), "+c"(c), "=d"(d));
      size += b;
    }
  char *memory = halt_kernel_map (STACK + size);
  if (!memory)
    return 0;
  __halt_trace.area = memory + STACK;
  __halt_trace.stack = memory + STACK;
  return 1;
}

static int
apart (void (*function) (void *), void *data)
{
  if (!prepare_stack ())
    return 0;
  call_apart (function, data, __halt_trace.stack, __halt_trace.area,
	      __halt_trace.has_xsave);
  return 1;
}

void
__halt_trace_apart (void (*function) (void *), void *data)
{
  __halt_trace_lock ();
  apart (function, data);
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

/* Nothing is written in G yet.  Here, as who writes needs it in its cache.  */
static void
clear (struct halt_trace_granule *g)
{
  void *to = g->word;
  size_t n = HALT_TRACE_WORDS;
  __asm__ volatile("rep stosl" : "+D"(to), "+c"(n) : "a"(0) : "memory");
  n = HALT_TRACE_GUARD;
  __asm__ volatile("rep stosl"
		   : "+D"(to), "+c"(n)
		   : "a"(HALT_TRACE_FILLER)
		   : "memory");
}

static void
next_granule (struct trace_ring *r)
{
  struct halt_trace_granule *g = r->current;
  /* One by one: memset is the C library's.  */
  volatile uint32_t *at = (uint32_t *) __halt_trace_at;
  if (g && at >= g->word && at < end_of (g))
    while (at < end_of (g))
      *at++ = HALT_TRACE_FILLER;
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
    {
      *word++ = (number & 0x3fffff) | 0x80000000;
      __atomic_signal_fence (__ATOMIC_SEQ_CST);
    }
  return word;
}

static void
put_event (uint32_t *word, uint64_t type, uint64_t id, uint64_t a, uint64_t b)
{
  *word = HALT_TRACE_FAR + 16 * (uint32_t) type;
  __atomic_signal_fence (__ATOMIC_SEQ_CST);
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
