/* SPDX-License-Identifier: MIT */
/* The analysis routines: an event is a word or three in the thread's granule.

   Room is taken by one instruction, so that a signal's handler comes before or
   after it; what is already written there, or stops us, is not 0.  The first word is
   written first: what lacks the others has not happened.

   This is compiled by the plugin, with the options that the Makefile has:
   then pots that know the summary (routines=librecord.a) have copies of the
   routines.  Hence no assembler text, no frame and one call that changes nothing.  */

#include "halt/halt.h"
#include "record/record.h"

__thread char *__halt_trace_at OWN = (char *) __halt_trace_stop;

/* Long enough for the event that is stopped, and for those of handlers.  */
const uint32_t __halt_trace_stop[HALT_TRACE_GUARD] = { 1, 1, 1, 1, 1, 1, 1, 1 };

/* Save all that a function may change but for vectors, which slow.c leaves alone.  */
static __attribute__ ((naked, noinline, used, no_caller_saved_registers)) void
slow (uint64_t type __attribute__ ((unused)),
      uint64_t id __attribute__ ((unused)), uint64_t a __attribute__ ((unused)),
      uint64_t b __attribute__ ((unused)))
{
  __asm__("pushq\t%rbp\n\tmovq\t%rsp, %rbp\n"
	  "\tpushq\t%rax\n\tpushq\t%rcx\n\tpushq\t%rdx\n\tpushq\t%rsi\n"
	  "\tpushq\t%rdi\n\tpushq\t%r8\n\tpushq\t%r9\n\tpushq\t%r10\n"
	  "\tpushq\t%r11\n\tpushq\t%rbx\n\tmovq\t%rsp, %rbx\n"
	  "\tandq\t$-16, %rsp\n\tcld\n\tcall\t__halt_trace_slow\n"
	  "\tmovq\t%rbx, %rsp\n\tpopq\t%rbx\n"
	  "\tpopq\t%r11\n\tpopq\t%r10\n\tpopq\t%r9\n\tpopq\t%r8\n"
	  "\tpopq\t%rdi\n\tpopq\t%rsi\n\tpopq\t%rdx\n\tpopq\t%rcx\n"
	  "\tpopq\t%rax\n\tpopq\t%rbp\n\tret");
}

/* One instruction, if the compiler does what it always does (case/record looks).  */
static inline __attribute__ ((always_inline)) uint32_t *
take (size_t bytes)
{
  __halt_trace_at += bytes;
  __atomic_signal_fence (__ATOMIC_SEQ_CST);
  return (uint32_t *) (__halt_trace_at - bytes);
}

static inline __attribute__ ((always_inline)) void
plain (unsigned type, unsigned long id)
{
  uint32_t *word = take (4);
  if (__builtin_expect (*word | ((uint64_t) id >> 28), 0))
    slow (type, id, 0, 0);
  else
    *word = 16 * (uint32_t) id + type;
}

/* Both words of the arguments are never 0: the lowest bit is set, and one above.  */
static inline __attribute__ ((always_inline)) void
more (unsigned type, unsigned long id, uint64_t a, uint64_t b)
{
  uint32_t *word = take (12);
  if (__builtin_expect (*word | ((uint64_t) id >> 28) | a >> 48 | b >> 14, 0))
    slow (type, id, a, b);
  else
    {
      uint64_t both = (2 * a + 1) | (b + 1) << 49;
      word[0] = 16 * (uint32_t) id + type;
      __atomic_signal_fence (__ATOMIC_SEQ_CST);
      *(uint64_t *) (word + 1) = both;
    }
}

void
_record_cbr (unsigned long cond, unsigned long id)
{
  uint32_t *word = take (4);
  if (__builtin_expect (*word | ((uint64_t) id >> 28), 0))
    slow (HALT_TRACE_CBR0 + (cond != 0), id, 0, 0);
  else
    *word = 16 * (uint32_t) id + HALT_TRACE_CBR0 + (uint32_t) cond;
}

void
_record_entry (unsigned long id)
{
  plain (HALT_TRACE_ENTRY, id);
}

void
_record_exit (unsigned long id)
{
  plain (HALT_TRACE_EXIT, id);
}

void
_record_block (unsigned long id)
{
  plain (HALT_TRACE_BB, id);
}

void
_record_cycle (unsigned long id)
{
  plain (HALT_TRACE_CYCLE, id);
}

void
_record_callret (unsigned long id)
{
  plain (HALT_TRACE_CALLRET, id);
}

void
_record_load (long bytes, unsigned long ea, unsigned long id)
{
  more (HALT_TRACE_LOAD, id, ea, bytes);
}

void
_record_store (long bytes, unsigned long ea, unsigned long id)
{
  more (HALT_TRACE_STORE, id, ea, bytes);
}

void
_record_call (void *callee, unsigned long id)
{
  more (HALT_TRACE_CALL, id, (uintptr_t) callee, 0);
}

void
_record_mbr (unsigned long index, unsigned long id)
{
  more (HALT_TRACE_MBR, id, index, 0);
}

void
_record_setjmp (unsigned long buf, unsigned long id)
{
  more (HALT_TRACE_SETJMP, id, buf, 0);
}

void
_record_longjmp (unsigned long buf, unsigned long status, unsigned long id)
{
  more (HALT_TRACE_LONGJMP, id, buf, status);
}

void
_record_path_sum_read (unsigned long path_sum, unsigned long id,
		       unsigned long proc_id)
{
  more (HALT_TRACE_PATH, id, path_sum, proc_id);
}
