/* SPDX-License-Identifier: MIT */
/* The analysis routines: an event is a word or four in the thread's granule.

   Room is taken by one instruction, so that a signal's handler comes before or
   after it; what is already written there, or stops us, is not 0.  The first word is
   written first: what lacks the others has not happened.

   This is compiled by the plugin, with the options that the Makefile has:
   then pots that know the summary (routines=librecord.a) have copies of the
   routines.  Hence no assembler text, no frame, one call that changes nothing, and
   arguments that stay where they are.  */

#include "halt/halt.h"
#include "record/run/record.h"

__thread char *__halt_trace_at OWN = (char *) __halt_trace_stop;

/* Long enough for the event that is stopped, and for those of handlers.  */
const uint32_t __halt_trace_stop[HALT_TRACE_GUARD] = { 1, 1, 1, 1, 1, 1, 1, 1 };

/* What is left to do where one of the routines, of TYPE, is stopped: their arguments
   are where they were.  This saves all that a function may change but for vectors,
   which slow.c leaves alone.  A thread may be cancelled here: signals wait until slow.c is
   done, and then the stack is unwound.  */
#define SLOW(NAME, TYPE, ...) \
  _Static_assert (HALT_TRACE_##NAME == TYPE, "its number"); \
  static __attribute__ ((naked, noinline, used, no_caller_saved_registers)) \
  void slow_##NAME (__VA_ARGS__) \
  { \
    __asm__("pushq\t$" #TYPE "\n\t.cfi_adjust_cfa_offset\t8\n\tjmp\tslow"); \
  }

#pragma GCC diagnostic ignored "-Wunused-parameter"

static __attribute__ ((naked, noinline, used)) void
slow (void)
{
  __asm__(".cfi_def_cfa_offset\t16\n"
	  "\tpushq\t%rbp\n\t.cfi_def_cfa_offset\t24\n"
	  "\t.cfi_offset\t%rbp, -24\n"
	  "\tmovq\t%rsp, %rbp\n\t.cfi_def_cfa_register\t%rbp\n"
	  "\tpushq\t%rax\n\tpushq\t%rcx\n\tpushq\t%rdx\n\tpushq\t%rsi\n"
	  "\tpushq\t%rdi\n\tpushq\t%r8\n\tpushq\t%r9\n\tpushq\t%r10\n"
	  "\tpushq\t%r11\n\tpushq\t%rbx\n\t.cfi_offset\t%rbx, -104\n"
	  "\tmovq\t%rsp, %rbx\n"
	  "\tmovq\t%rdx, %rcx\n\tmovq\t%rsi, %rdx\n\tmovq\t%rdi, %rsi\n"
	  "\tmovq\t8(%rbp), %rdi\n"
	  "\tandq\t$-16, %rsp\n\tcld\n\tcall\t__halt_trace_slow\n"
	  "\tmovq\t%rbx, %rsp\n\tpopq\t%rbx\n\t.cfi_restore\t%rbx\n"
	  "\tpopq\t%r11\n\tpopq\t%r10\n\tpopq\t%r9\n\tpopq\t%r8\n"
	  "\tpopq\t%rdi\n\tpopq\t%rsi\n\tpopq\t%rdx\n\tpopq\t%rcx\n"
	  "\tpopq\t%rax\n\tpopq\t%rbp\n\t.cfi_def_cfa\t%rsp, 16\n"
	  "\t.cfi_restore\t%rbp\n"
	  "\tleaq\t8(%rsp), %rsp\n\t.cfi_def_cfa_offset\t8\n\tret");
}

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

/* One instruction, if the compiler does what it always does (case/record looks).  */
static inline __attribute__ ((always_inline)) uint32_t *
take_words (size_t bytes)
{
  __halt_trace_at += bytes;
  __atomic_signal_fence (__ATOMIC_SEQ_CST);
  return (uint32_t *) (__halt_trace_at - bytes);
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

/* B is written last, and not as 0.  */
static inline __attribute__ ((always_inline)) void
put_event (uint32_t *word, unsigned type, uint64_t id, uint64_t a, uint64_t b)
{
  word[0] = 16 * (uint32_t) id + type;
  __atomic_signal_fence (__ATOMIC_SEQ_CST);
  *(uint64_t *) (word + 2) = a;
  __atomic_signal_fence (__ATOMIC_SEQ_CST);
  word[1] = b + 1;
}

void
_record_cbr (unsigned long cond, unsigned long id)
{
  uint32_t *word = take_words (4);
  if (is_stopped (word, id, 0))
    slow_CBR0 (cond, id);
  else
    *word = 16 * (uint32_t) id + HALT_TRACE_CBR0 + (uint32_t) cond;
}

#define PLAIN(ROUTINE, TYPE) \
  void _record_##ROUTINE (unsigned long id) \
  { \
    uint32_t *word = take_words (4); \
    if (is_stopped (word, id, 0)) \
      slow_##TYPE (id); \
    else \
      *word = 16 * (uint32_t) id + HALT_TRACE_##TYPE; \
  }

PLAIN (entry, ENTRY)
PLAIN (exit, EXIT)
PLAIN (block, BB)
PLAIN (cycle, CYCLE)
PLAIN (callret, CALLRET)

#define MORE(TYPE, ID, A, B, ...) \
  uint32_t *word = take_words (16); \
  if (is_stopped (word, ID, B)) \
    slow_##TYPE (__VA_ARGS__); \
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
