/* SPDX-License-Identifier: MIT */
/* The analysis routines: an event is a word or four in the thread's granule.

   Room is taken by one instruction, or one that a handler's end lets fail and try
   again, so that a signal's handler comes before or after it; what is already written
   there, or stops us, is not 0.  The first word is written first: what lacks the others
   has not happened.  Others may read while we write, so the words come to memory in
   their order.

   This is compiled by the plugin, with the options that the Makefile has: then pots
   that know the summary (routines=librecord.a) save little, and on x86-64 have copies
   of the routines.  Hence there no assembler text, no frame, one call that changes
   nothing, and arguments that stay where they are.  */

#include "halt/halt.h"
#include "record/run/record.h"

__thread char *__halt_trace_at OWN = (char *) __halt_trace_stop;

/* Long enough for the event that is stopped, and for those of handlers.  */
const uint32_t __halt_trace_stop[HALT_TRACE_GUARD] = { 1, 1, 1, 1, 1, 1, 1, 1 };

#include "record/run/stop.h"

#pragma GCC diagnostic ignored "-Wunused-parameter"

SLOW (CBR0, 1, unsigned long cond, unsigned long id)
SLOW (ENTRY, 3, unsigned long id)
SLOW (EXIT, 4, unsigned long id)
SLOW (BB, 5, unsigned long id)
SLOW (CYCLE, 6, unsigned long id)
SLOW (CALLRET, 7, unsigned long id)
SLOW (LOAD, 8, unsigned long bytes, unsigned long ea, unsigned long id)
SLOW (STORE, 9, unsigned long bytes, unsigned long ea, unsigned long id)
SLOW (CALL, 10, unsigned long callee, unsigned long id)
SLOW (MBR, 11, unsigned long index, unsigned long id)
SLOW (SETJMP, 12, unsigned long buf, unsigned long id)
SLOW (LONGJMP, 13, unsigned long buf, unsigned long status, unsigned long id)
SLOW (PATH, 14, unsigned long path_sum, unsigned long id, unsigned long proc)

/* One instruction, if the compiler does what it always does (case/record looks).  Where
   a handler's room lies between, that is not 0.  */
static inline __attribute__ ((always_inline)) uint32_t *
take_words (size_t bytes)
{
#ifdef __x86_64__
  __halt_trace_at += bytes;
  __atomic_signal_fence (__ATOMIC_SEQ_CST);
  return (uint32_t *) (__halt_trace_at - bytes);
#else
  return (uint32_t *) __atomic_fetch_add (&__halt_trace_at, bytes,
					  __ATOMIC_RELAXED);
#endif
}

/* Whether there is no room at WORD, or ID and B take more of it.  Fences keep the
   comparisons apart: together they would need a register.  */
static inline __attribute__ ((always_inline)) int
is_stopped (const uint32_t *word, uint64_t id, uint64_t b)
{
  if (__builtin_expect (*word != 0, 0))
    return 1;
  __atomic_signal_fence (__ATOMIC_SEQ_CST);
  if (__builtin_expect (id > HALT_TRACE_MOST_SMALL, 0))
    return 1;
  __atomic_signal_fence (__ATOMIC_SEQ_CST);
  return __builtin_expect (b > HALT_TRACE_MOST_SMALL, 0);
}

/* An x86 writes in order; there GCC takes an atomic store for a longer instruction.  */
static inline __attribute__ ((always_inline)) void
put_word (uint32_t *word, uint32_t value)
{
#ifdef __x86_64__
  __atomic_signal_fence (__ATOMIC_SEQ_CST);
  *word = value;
#else
  __atomic_store_n (word, value, __ATOMIC_RELEASE);
#endif
}

/* B is written last, and not as 0.  */
static inline __attribute__ ((always_inline)) void
put_event (uint32_t *word, unsigned type, uint64_t id, uint64_t a, uint64_t b)
{
  typedef uint64_t two_words __attribute__ ((aligned (4), may_alias));
  put_word (word, 16 * (uint32_t) id + type);
  __atomic_thread_fence (__ATOMIC_RELEASE);
  *(two_words *) (word + 2) = a;
  put_word (word + 1, b + 1);
}

void
_record_cbr (unsigned long cond, unsigned long id)
{
  uint32_t *word = take_words (4);
  if (is_stopped (word, id, 0))
    STOP (CBR0, cond, id);
  else
    put_word (word, 16 * (uint32_t) id + HALT_TRACE_CBR0 + (uint32_t) cond);
}

#define PLAIN(ROUTINE, TYPE) \
  void _record_##ROUTINE (unsigned long id) \
  { \
    uint32_t *word = take_words (4); \
    if (is_stopped (word, id, 0)) \
      STOP (TYPE, id); \
    else \
      put_word (word, 16 * (uint32_t) id + HALT_TRACE_##TYPE); \
  }

PLAIN (entry, ENTRY)
PLAIN (exit, EXIT)
PLAIN (block, BB)
PLAIN (cycle, CYCLE)
PLAIN (callret, CALLRET)

#define MORE(TYPE, ID, A, B, ...) \
  uint32_t *word = take_words (16); \
  if (is_stopped (word, ID, B)) \
    STOP (TYPE, __VA_ARGS__); \
  else \
    put_event (word, HALT_TRACE_##TYPE, ID, A, B)

void
_record_load (long bytes, unsigned long ea, unsigned long id)
{
  MORE (LOAD, id, ea, bytes, bytes, ea, id);
}

void
_record_store (long bytes, unsigned long ea, unsigned long id)
{
  MORE (STORE, id, ea, bytes, bytes, ea, id);
}

void
_record_call (void *callee, unsigned long id)
{
  MORE (CALL, id, (uintptr_t) callee, 0, (uintptr_t) callee, id);
}

void
_record_mbr (unsigned long index, unsigned long id)
{
  MORE (MBR, id, index, 0, index, id);
}

void
_record_setjmp (unsigned long buf, unsigned long id)
{
  MORE (SETJMP, id, buf, 0, buf, id);
}

void
_record_longjmp (unsigned long buf, unsigned long status, unsigned long id)
{
  MORE (LONGJMP, id, buf, status, buf, status, id);
}

void
_record_path_sum_read (unsigned long path_sum, unsigned long id,
		       unsigned long proc_id)
{
  MORE (PATH, id, path_sum, proc_id, path_sum, id, proc_id);
}
