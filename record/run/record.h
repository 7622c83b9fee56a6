/* SPDX-License-Identifier: MIT */
/* librecord.a: the runtime with other routines, which write down every event
   (halt/trace.h).  In place of runtime/record.c and runtime/live.c:

     hot.c       the routines: a few instructions, which pots may copy
     stop.h      how a routine goes to slow.c, and registers stay as they are
     slow.c      an event for which there is no room: the next granule
     apart.c     a stack where functions are called
     ring.c      the granules of a thread; its events become blocks
     file.c      the file, its parts, and when it begins and ends
     pack.c      events as streams of bytes (model.h)
     helper.c    a thread of the kernel's that makes the blocks

   The rules are those of runtime.h.  Routines may come to all of this from anywhere:
   slow.c blocks the signals, and then what has the lock is never interrupted.  */

#ifndef HALT_RECORD_RECORD_H
#define HALT_RECORD_RECORD_H 1

#include <stddef.h>
#include <stdint.h>

#include "halt/trace.h"

#pragma GCC visibility push(hidden)

/* The library is part of a program, not of a shared object.  */
#define OWN __attribute__ ((tls_model ("local-exec")))

/* --- hot.c ---------------------------------------------------------------- */

/* Where the thread's next event goes, or what stops it.  */
extern __thread char *__halt_trace_at OWN;
extern const uint32_t __halt_trace_stop[HALT_TRACE_GUARD];

/* --- slow.c --------------------------------------------------------------- */

#define MOST_GRANULES 64	/* of a thread; a power of 2 */
#define BATCH 4			/* granules for which the helper is called */

/* A thread's granules, and what has become of them.  */
struct trace_ring
{
  struct trace_ring *next;	/* in the list of all, which only grows */
  uint32_t owner;		/* the system's number */
  uint32_t dropping;		/* nothing more is written */
  struct halt_trace_thread *thread;
  struct halt_trace_granule *current; /* NULL: none is begun */
  char *parked;			/* what __halt_trace_at was before a fork */
  uint64_t begun, packed;	/* the sequence of the last one that is */
  uint32_t freed;		/* how often some were freed: waited for */
  unsigned n, held;
  unsigned rest;		/* so many events are lost before more is asked for */
  struct halt_trace_granule *place[MOST_GRANULES]; /* N that there are */
  struct halt_trace_granule *by[MOST_GRANULES]; /* those in use, by sequence */
  struct trace_model *model;
  uint64_t events;		/* that are in blocks */
};
extern __thread struct trace_ring *__halt_trace_mine OWN;

/* Shared by all threads.  What is not atomic belongs to who has the lock.  */
struct trace_state
{
  struct trace_ring *rings;
  struct halt_trace *file;	/* mapped; NULL: nothing is recorded */
  uint32_t lock;
  uint32_t began;		/* the first event has come */
  uint32_t work;		/* changes when the helper shall look */
  uint32_t helper;		/* it runs */
  uint32_t alone;		/* there is to be none */
  uint32_t quit;		/* it has to end */
  uint32_t ended;
  char *stack;			/* where who has the lock calls functions */
  uint32_t user[4];		/* whose the helper is */
};
extern struct trace_state __halt_trace;

void __halt_trace_slow (uint64_t type, uint64_t x, uint64_t y, uint64_t z);

/* Call FUNCTION with the lock, all signals being blocked, where any register may be
   changed.  */
void __halt_trace_apart (void (*function) (void *), void *data);

/* apart.c: the same without the lock; 0 if there is no memory.  */
int __halt_trace_call (void (*function) (void *), void *data);

void __halt_trace_lock (void);
void __halt_trace_unlock (void);

/* Signals: block all; back to what was.  */
void __halt_trace_block (uint64_t *before);
void __halt_trace_unblock (const uint64_t *before);

/* A call of the kernel's, as halt_kernel_call.  */
long __halt_trace_kernel (long n, long a, long b, long c, long d);

/* Wait until *WORD is not VALUE any more, a moment at most; wake who does.  */
void __halt_trace_wait (uint32_t *word, uint32_t value, long nanoseconds);
void __halt_trace_wake (uint32_t *word);

/* --- ring.c: with the lock ------------------------------------------------ */

/* A ring for the calling thread, into __halt_trace_mine: never NULL after that.  */
void __halt_trace_begin (void *unused);

/* The process has started: what was recorded before is in memory, and goes to the
   file.  */
void __halt_trace_started (void *unused);

/* More granules for the ring DATA; if there cannot be more, free some.  */
void __halt_trace_more (void *ring);

/* Make blocks of the granules of RING that are full; ALL: of what has been written
   of the last one, too.  */
void __halt_trace_seal (struct trace_ring *ring, int all);

/* The process ends: of all that no living thread may still write to.  */
void __halt_trace_seal_all (void);

/* --- file.c: with the lock ------------------------------------------------ */

/* The first event of the process: there is a file if that can be.  */
void __halt_trace_first (void);

/* Where SIZE bytes of the file are mapped; *AT is where they lie.  NULL: there is no
   room.  */
void *__halt_trace_part (size_t size, uint64_t *at);

/* Append SIZE bytes, and say where; 0: there is no room.  */
uint64_t __halt_trace_append (const void *data, size_t size);

/* The errno of what failed last.  */
int __halt_trace_error (void);

/* Give back the room of what is not needed any more.  */
void __halt_trace_punch (const void *part, size_t size);

/* --- pack.c --------------------------------------------------------------- */

struct trace_model;

struct trace_packed
{
  uint64_t events;
  unsigned char *stream[HALT_TRACE_STREAMS], *begin[HALT_TRACE_STREAMS],
    *end[HALT_TRACE_STREAMS];
  uint64_t exception, since;	/* events up to the last exception; to the last time */
  uint64_t time;
};

/* Pack the words of a granule; nonzero if one of them was 0.  */
int __halt_trace_pack (struct trace_model *model, struct trace_packed *packed,
		       const struct halt_trace_granule *granule);
/* That was the last granule of the block.  */
void __halt_trace_packed (struct trace_packed *packed);
size_t __halt_trace_model_size (void);

/* --- helper.c ------------------------------------------------------------- */

/* There is work: have it done, by a helper if there can be one.  */
void __halt_trace_help (void);

#pragma GCC visibility pop

#endif /* HALT_RECORD_RECORD_H */
