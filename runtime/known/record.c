/* SPDX-License-Identifier: MIT */
/* The default analysis routine of one kind once more (runtime/record.c), for pots that
   know what it changes (routines=libhalt.a): few registers, whatever happens in it.

   This is compiled by the plugin, with the options that the Makefile has, into a
   summary; hence no assembler text where events are counted.  On x86-64 an addition is
   one instruction all the same, and arguments stay where they are
   (case/libhalt-summary looks).

   The object is of a group (halt_known_WORD, made by the Makefile) together with the
   symbol that pots with the summary refer to, and is linked for that symbol alone.  The
   routine is not weak: beside one of the user's own it is defined twice, and the program
   does not link.  */

#include "runtime/record.h"

/* Go the slow way with the arguments that must not be lost there, by the numbers of their
   registers.  */
#define KEEP_NONE ONE (0, id)
#define KEEP_CONDITION TWO (0, cond, 1, id)
#define KEEP_INDEX TWO (0, index, 1, id)
#define KEEP_BUFFER ONE (1, id)
#define KEEP_JUMP ONE (2, id)
#define KEEP_CALLEE ONE (1, id)
#define KEEP_ACCESS TWO (0, bytes, 2, id)

#ifdef __aarch64__
/* x17 is kept on the slow way.  */
# define SLOW \
  "mov\tx17, x30\n\t.cfi_remember_state\n\t.cfi_register\t30, 17\n\t" \
  "bl\tslow\n\tmov\tx30, x17\n\t.cfi_restore_state"
# define ARGUMENT(n, value) \
   register uintptr_t x##n __asm__("x" #n) = (uintptr_t) (value)
# define ONE(n, value) \
   ARGUMENT (n, value); \
   __asm__ volatile(SLOW : : "r"(x##n) : "x16", "x17", "memory")
# define TWO(n, value, m, other) \
   ARGUMENT (n, value); \
   ARGUMENT (m, other); \
   __asm__ volatile(SLOW : : "r"(x##n), "r"(x##m) : "x16", "x17", "memory")
#else
# define REGISTER_0 "D"
# define REGISTER_1 "S"
# define REGISTER_2 "d"
# define ONE(n, value) \
   __asm__ volatile("" : : REGISTER_##n (value)); \
   slow ()
# define TWO(n, value, m, other) \
   __asm__ volatile("" : : REGISTER_##n (value), REGISTER_##m (other)); \
   slow ()
#endif

/* Add to *COUNTER, as halt_add does.  */
static inline __attribute__ ((always_inline)) void
add_number (uint64_t *counter, uint64_t n)
{
#ifdef __x86_64__
  *counter += n;
  __atomic_signal_fence (__ATOMIC_SEQ_CST);
#else
  halt_add (counter, n);
#endif
}

/* If there is no room for the event, and if there is.  */
#define HAS_EVENTS(kind) (id < (shard = __halt3_mine[kind])->n)
#define FIND_EVENTS(kind) halt_add (__halt3_find (kind, id), 1)
#define ADD_EVENTS add_number (shard->counter + id, 1)

/* So written it takes no register but ID's.  */
#define HAS_WAYS HAS_EVENTS
#define FIND_WAYS(kind) halt_add (__halt3_find (kind, id) + (cond != 0), 1)
#define ADD_WAYS \
  id *= 2; \
  if (cond) \
    id++; \
  add_number (shard->counter + id, 1)

#define HAS_BYTES HAS_EVENTS
#define FIND_BYTES(kind) halt_add_both (__halt3_find (kind, id), bytes)
#define ADD_BYTES \
  uint64_t *counter = shard->counter + 2 * id; \
  add_number (counter, 1); \
  add_number (counter + 1, bytes)

#define HAS_INDICES(kind) \
  (HAS_EVENTS (kind) && (row = shard->row[id]) && index < row->n)
#define FIND_INDICES(kind) halt_add (__halt3_find_indexed (kind, id, index), 1)
#define ADD_INDICES add_number (row->counter + index, 1)

/* Its arguments are where the routine's were.  It changes nothing but flags
   (runtime/known/keep.c).  */
#ifdef __aarch64__
__asm__("\t.text\n\t.type\tslow, %function\nslow:\n\t.cfi_startproc\n"
	"\tadrp\tx16, find_room\n\tadd\tx16, x16, :lo12:find_room\n"
	"\tb\t__halt_keep\n\t.cfi_endproc\n\t.size\tslow, .-slow");
#else
static __attribute__ ((naked, noinline, used, no_caller_saved_registers)) void
slow (void)
{
  __asm__("pushq\t%rax\n\t.cfi_adjust_cfa_offset\t8\n"
	  "\tleaq\tfind_room(%rip), %rax\n\txchgq\t%rax, (%rsp)\n"
	  "\tjmp\t__halt_keep");
}
#endif

#define ROUTINE(word, kind, routine, params, keep, cells) \
  static __attribute__ ((noinline, used)) void find_room params \
  { \
    FIND_##cells (kind); \
  } \
  HALT_RECORDS (word, routine); \
  void routine params \
  { \
    const struct halt_shard *shard; \
    const struct halt_row *row __attribute__ ((unused)); \
    if (__builtin_expect (!!(HAS_##cells (kind)), 1)) \
      { \
	ADD_##cells; \
      } \
    else \
      { \
	keep; \
      } \
  }

/* What follows the first argument: nothing, for all words but one.  */
#define REST(first, ...) __VA_ARGS__
#define PICKED(...) REST (__VA_ARGS__)

#pragma GCC diagnostic ignored "-Wunused-parameter"

#define HALT_PATH_KIND(...)
#define HALT_INLINE_KIND(...)
#define HALT_KIND(NAME, number, word, routine, when, args, cells, ...) \
  PICKED (HALT_ONLY_##word (ROUTINE (word, HALT_##NAME, routine, \
				     HALT_PARAMS_##args, KEEP_##args, cells)))
#include "halt/kinds.def"
