/* SPDX-License-Identifier: MIT */
/* The trace: the file in which librecord writes every event of a process, thread by
   thread (docs/record.md).  The grammar:

     trace     := halt_trace part*
     part      := halt_trace_thread* | extent | block | description
     extent    := halt_trace_extent granule*
     description := what a profile without counters is (halt/format.h): which
		  objects and units there were

   Numbers are in the machine's own byte order.  Parts lie anywhere; others say where.
   Each thread is a list of blocks, the newest first, and what is not yet in a block
   lies in granules as it was written: those whose number follows that of the last one
   in a block.  So a process that is killed leaves all that it recorded.

   A granule is a sequence of words of 32 bits.  A word of 0 stands where an event was
   interrupted and was written later, or never; HALT_TRACE_FILLER for nothing.  Any
   other one begins an event:

     event     := type + 16 * id
	       |  type + 16 * id, b + 1, a[2]	of a type with arguments
	       |  15 + 16 * type, number[3]		id, a, b: anything else
     number	 := word[3]			22 bits each, and the highest bit

   The second form's A is 64 bits, in the words' order.  After a kill an event may be
   there in part: the second form without its second word, the third without the last
   one.  Then it did not happen.

   A block has the events of some granules, as record/model.h says: HALT_TRACE_STREAMS
   of bytes, one after the other.  HALT_TRACE_ZSTD: they are compressed by zstd, all at
   once; HALT_TRACE_AS_IS: but not the last HALT_TRACE_ARGUMENT_STREAMS, which follow as
   they are.  */

#ifndef HALT_TRACE_H
#define HALT_TRACE_H 1

#include <stddef.h>
#include <stdint.h>

#define HALT_TRACE_MAGIC 0x4543415254544c48ull /* "HLTTRACE" */
#define HALT_TRACE_VERSION 2u
#define HALT_TRACE_PAGE 4096u	/* what the header takes */

struct halt_trace
{
  uint64_t magic;
  uint32_t version;
  uint32_t header_size;
  uint32_t granule;		/* HALT_TRACE_GRANULE */
  uint32_t flags;		/* HALT_TRACE_ENDED */
  uint64_t pid;
  uint64_t started;		/* when the process was, as proc(5) has it */
  uint64_t real;		/* nanoseconds since 1970 ... */
  uint64_t time;		/* ... at this time; all others are like this one,
				   CLOCK_MONOTONIC */
  uint64_t end;			/* of what is used of the file */
  uint64_t threads;		/* where the newest one is; 0: there is none */
  uint64_t extents;		/* the same */
  uint64_t description;
  uint64_t description_size;
  uint64_t lost;		/* events of threads for which there was no room */
  uint32_t error;		/* errno of what went wrong first; 0 */
  uint32_t reserved;
};

#define HALT_TRACE_ENDED 1u	/* the process came to its end */

struct halt_trace_thread
{
  uint32_t magic;		/* HALT_TRACE_THREAD */
  uint32_t number;		/* from 1 */
  uint64_t next;		/* where an older one is; 0 */
  uint64_t tid;			/* the system's number */
  uint64_t last;		/* where its newest block is; 0 */
  uint64_t lost;		/* events that are missing at its end */
  uint64_t reserved[3];
};

#define HALT_TRACE_THREAD 0x48525448u /* "HTRH" */

struct halt_trace_extent
{
  uint32_t magic;		/* HALT_TRACE_EXTENT */
  uint32_t n;			/* granules */
  uint64_t next;		/* where an older one is; 0 */
  uint64_t reserved[6];
};

#define HALT_TRACE_EXTENT 0x54585448u /* "HTXT" */

#define HALT_TRACE_GRANULE 32768u
#define HALT_TRACE_WORDS (HALT_TRACE_GRANULE / 4 - 6 - HALT_TRACE_GUARD)
#define HALT_TRACE_GUARD 8	/* words that stop who writes */
#define HALT_TRACE_FILLER 0xffffffffu

struct halt_trace_granule
{
  uint64_t sequence;		/* in its thread, from 1; 0: it is free */
  uint64_t time;		/* of its first event */
  uint32_t thread;
  uint32_t reserved;
  uint32_t word[HALT_TRACE_WORDS + HALT_TRACE_GUARD];
};

#define HALT_TRACE_STREAMS 6
#define HALT_TRACE_ARGUMENT_STREAMS 2

struct halt_trace_block
{
  uint32_t magic;		/* HALT_TRACE_BLOCK */
  uint32_t thread;
  uint64_t previous;		/* where the one before is; 0 */
  uint64_t sequence;		/* of its first granule */
  uint64_t granules;		/* how many */
  uint64_t events;
  uint64_t checksum;		/* halt_checksum of the rest of this and the
				   stored bytes */
  uint64_t before;		/* events in blocks before */
  uint32_t flags;		/* HALT_TRACE_ZSTD */
  uint32_t stored;		/* bytes that follow */
  uint32_t stream[HALT_TRACE_STREAMS]; /* bytes of each, not compressed */
};

#define HALT_TRACE_BLOCK 0x4b425448u /* "HTBK" */
#define HALT_TRACE_ZSTD 1u
#define HALT_TRACE_AS_IS 2u	/* besides ZSTD */
#define HALT_TRACE_MOST (1u << 24) /* bytes of all streams of a block: fewer */

/* Types of events.  */
enum halt_trace_type
{
  HALT_TRACE_TIME,		/* of a reader: a is the time of what follows */
  HALT_TRACE_CBR0,
  HALT_TRACE_CBR1,
  HALT_TRACE_ENTRY,
  HALT_TRACE_EXIT,
  HALT_TRACE_BB,
  HALT_TRACE_CYCLE,
  HALT_TRACE_CALLRET,
  HALT_TRACE_ARGUMENTS,		/* all that follow have them: a, b */
  HALT_TRACE_LOAD = HALT_TRACE_ARGUMENTS, /* address, bytes */
  HALT_TRACE_STORE,		/* the same */
  HALT_TRACE_CALL,		/* callee */
  HALT_TRACE_MBR,		/* index */
  HALT_TRACE_SETJMP,		/* buf */
  HALT_TRACE_LONGJMP,		/* buf, status */
  HALT_TRACE_PATH,		/* path_sum, proc_id */
  HALT_TRACE_TYPES,
  HALT_TRACE_FAR = 15
};
#define HALT_TRACE_MOST_SMALL 0xfffffffu /* id and b of what is not FAR */

#endif /* HALT_TRACE_H */
