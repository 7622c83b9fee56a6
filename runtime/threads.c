/* SPDX-License-Identifier: MIT */
/* Cells of threads (count=thread).  Where a thread comes to a unit for the first
   time, the unit's code asks for a block of cells that only this thread adds to.

   A block belongs to a thread until the kernel no longer knows that one: no
   destructor, however late, finds its cells gone, and nothing has to be done
   when a thread ends.  Then a new thread may have it, and goes on counting
   where the old one stopped.  The sum over all blocks is the count.

   Blocks, and whom they belong to, lie in memory that a fork wipes.  In the
   child those that there were belong to nobody that is known, and are not
   given away.

   This may be called in the middle of anything: a signal handler, a function
   of the program's that stands in for the C library's.  So no locks, and only
   what kernel.h allows.  */

#include "runtime/kernel.h"

#include "halt/live.h"
#include "runtime/runtime.h"

/* An owner is a thread's number, and how often the block was given away: another
   thread may have the number later.  0: nobody that is known.  */
#define THREAD_MASK ((1ul << 22) - 1) /* Linux has no larger ones */

/* Before the cells.  */
struct head
{
  unsigned long owner;
  unsigned long made;		/* 0 in a child whose memory was wiped */
};
#define HEAD_SIZE 64

struct halt_block
{
  struct halt_block *next;
  struct head *head;
};

static uint64_t *
cells_of (const struct halt_block *block)
{
  return (uint64_t *) ((char *) block->head + HEAD_SIZE);
}

static size_t
bytes_of (const struct halt_threads *unit)
{
  return HEAD_SIZE + 2 * sizeof (uint64_t) * unit->n_cells;
}

static struct halt_block *
newest (const struct halt_threads *unit)
{
  return (struct halt_block *) __atomic_load_n (&unit->newest,
						__ATOMIC_ACQUIRE);
}

/* Make BLOCK, the owner of which is gone, THREAD's; 0 if another thread was
   faster.  */
static int
take_block (struct halt_block *block, pid_t process, pid_t thread)
{
  unsigned long *place = &block->head->owner;
  unsigned long owner = __atomic_load_n (place, __ATOMIC_RELAXED);
  if (owner == 0 || halt_kernel_lives (process, owner & THREAD_MASK))
    return 0;
  unsigned long fresh = ((owner | THREAD_MASK) + 1) | thread;
  return __atomic_compare_exchange_n (place, &owner, fresh, 0, __ATOMIC_ACQ_REL,
				      __ATOMIC_RELAXED);
}

/* A block for THREAD that another one left, or NULL.  Only a few are looked at:
   a kernel call each.  The next time it is others' turn.  */
static struct halt_block *
reuse (struct halt_threads *unit, pid_t process, pid_t thread)
{
  struct halt_block *block = (struct halt_block *)
    __atomic_load_n (&unit->look, __ATOMIC_ACQUIRE);
  struct halt_block *first = NULL, *found = NULL;
  for (int i = 0; i < 8 && !found; i++)
    {
      if (!block && !(block = newest (unit)))
	return NULL;
      if (block == first)
	break;
      first = first ? first : block;
      if (take_block (block, process, thread))
	found = block;
      block = block->next;
    }
  __atomic_store_n (&unit->look, (uintptr_t) block, __ATOMIC_RELEASE);
  return found;
}

/* A new one, or NULL.  */
static struct halt_block *
create_block (struct halt_threads *unit, pid_t thread)
{
  const struct halt_live_record what = { .type = HALT_LIVE_BLOCK,
					 .unit = __halt_live_unit (unit),
					 .n = unit->n_cells,
					 .data = HEAD_SIZE };
  struct halt_block *block = __halt_alloc (sizeof *block);
  if (!block || !(block->head = __halt_counters (&what, bytes_of (unit))))
    return NULL;
  block->head->owner = thread;
  block->head->made = 1;
  uintptr_t next = __atomic_load_n (&unit->newest, __ATOMIC_RELAXED);
  do
    block->next = (struct halt_block *) next;
  while (!__atomic_compare_exchange_n (&unit->newest, &next, (uintptr_t) block,
				       0, __ATOMIC_RELEASE, __ATOMIC_RELAXED));
  return block;
}

uint64_t *
__halt3_thread_cells (struct halt_threads *unit)
{
  struct halt_block *block = NULL;
  pid_t process = halt_kernel_process (), thread = 0;
  /* A child of vfork counts for its parent, which stays when it is gone.  */
  if (process == __halt_began.pid)
    {
      thread = halt_kernel_thread ();
      block = reuse (unit, process, thread);
    }
  if (!block)
    block = create_block (unit, thread);
  if (block)
    return cells_of (block);
  __halt_lose ();
  return (uint64_t *) ((uintptr_t) &unit->cells + unit->cells);
}

void
__halt_threads_each (const struct halt_threads *unit,
		     void (*fn) (uint64_t *cell, void *data), void *data)
{
  for (struct halt_block *block = newest (unit); block; block = block->next)
    fn (cells_of (block), data);
}

void
__halt_threads_forked (const struct halt_threads *unit)
{
  for (struct halt_block *block = newest (unit); block; block = block->next)
    if (block->head->made)
      {
	uint64_t *word = (uint64_t *) block->head;
	for (size_t i = 0; i < bytes_of (unit) / sizeof *word; i++)
	  word[i] = 0;
      }
}
