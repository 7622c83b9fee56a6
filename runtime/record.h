/* SPDX-License-Identifier: MIT */
/* The default analysis routines: count, exactly, in any number of threads and
   signal handlers.  What every routine does stands here, for the sake of speed; the
   rest is in count.c.  */

#ifndef HALT_RECORD_H
#define HALT_RECORD_H 1

#include "runtime/runtime.h"

/* Functions of their own, so that a routine has nothing to save for them.  */
#define HALT_SLOW __attribute__ ((noinline, cold, unused))

/* Say whose routine is called: the profile has a table of the kind if it is
   ours.  */
#define HALT_RECORDS(word, routine) \
  static __typeof (routine) own __attribute__ ((alias (#routine))); \
  const struct halt_routine __halt_routine_##word \
    __attribute__ ((visibility ("hidden"))) \
    = { (void (*) (void)) routine, (void (*) (void)) own }

/* Add N to *COUNTER, which no other thread adds to, but a handler that
   interrupts us may.  On x86 that takes instructions that read and write
   memory at once (the carry between two of them survives a handler);
   elsewhere, an atomic one, or where that would need a lock, which the handler would wait
   for, two: who carries is told by the first.  */
static inline void
halt_add (uint64_t *counter, unsigned long n)
{
#if defined __x86_64__
  __asm__ volatile("addq\t%1, %0" : "+m"(*counter) : "er"((uint64_t) n) : "cc");
#elif defined __i386__
  uint32_t *half = (uint32_t *) counter;
  __asm__ volatile("addl\t%2, %0\n\tadcl\t$0, %1"
		   : "+m"(half[0]), "+m"(half[1])
		   : "ri"(n)
		   : "cc");
#elif __GCC_ATOMIC_LLONG_LOCK_FREE == 2
  __atomic_fetch_add (counter, n, __ATOMIC_RELAXED);
#else
  const int low = __BYTE_ORDER__ == __ORDER_BIG_ENDIAN__;
  uint32_t *half = (uint32_t *) counter;
  if (__atomic_add_fetch (half + low, n, __ATOMIC_RELAXED) < n)
    __atomic_fetch_add (half + !low, 1, __ATOMIC_RELAXED);
#endif
}

/* One event of ID, of a kind with one counter.  */
static inline void
halt_count (unsigned int kind, unsigned long id)
{
  const struct halt_shard *shard = __halt3_mine[kind];
  if (__builtin_expect (id < shard->n, 1))
    halt_add (shard->counter + (size_t) id, 1);
  else
    halt_add (__halt3_find (kind, id), 1);
}

/* The same with two counters, of which it is the one that CELL says.  */
static HALT_SLOW void
halt_count_either_slowly (unsigned int kind, unsigned long id,
			  unsigned int cell)
{
  halt_add (__halt3_find (kind, id) + cell, 1);
}

static inline void
halt_count_either (unsigned int kind, unsigned long id, unsigned int cell)
{
  const struct halt_shard *shard = __halt3_mine[kind];
  if (__builtin_expect (id < shard->n, 1))
    halt_add (shard->counter + 2 * (size_t) id + cell, 1);
  else
    halt_count_either_slowly (kind, id, cell);
}

/* One event, and N more in the second counter.  A handler between the two does
   no harm, it adds to both.  */
static inline void
halt_add_both (uint64_t *counter, unsigned long n)
{
  halt_add (counter, 1);
  halt_add (counter + 1, n);
}

static HALT_SLOW void
halt_count_both_slowly (unsigned int kind, unsigned long id, unsigned long n)
{
  halt_add_both (__halt3_find (kind, id), n);
}

static inline void
halt_count_both (unsigned int kind, unsigned long id, unsigned long n)
{
  const struct halt_shard *shard = __halt3_mine[kind];
  if (__builtin_expect (id < shard->n, 1))
    halt_add_both (shard->counter + 2 * (size_t) id, n);
  else
    halt_count_both_slowly (kind, id, n);
}

/* One event of ID with INDEX.  */
static inline void
halt_count_indexed (unsigned int kind, unsigned long id, unsigned long index)
{
  const struct halt_shard *shard = __halt3_mine[kind];
  const struct halt_row *row;
  if (__builtin_expect (id < shard->n && (row = shard->row[id])
			  && index < row->n,
			1))
    halt_add (row->counter + index, 1);
  else
    halt_add (__halt3_find_indexed (kind, id, index), 1);
}

/* One end of PATH of PROC.  */
static HALT_SLOW void
halt_count_path_slowly (uint64_t proc, uint64_t path)
{
  halt_add (__halt3_find_path (proc, path), 1);
}

static inline void
halt_count_path (uint64_t proc, uint64_t path)
{
  const struct halt_path_tree *tree = __halt3_paths;
  const struct halt_path_node *node = tree->lately[halt_path_slot (proc, path)];
  if (__builtin_expect (node && node->path == path && node->proc == proc, 1))
    halt_add (node->counter, 1);
  else
    halt_count_path_slowly (proc, path);
}

#endif /* HALT_RECORD_H */
