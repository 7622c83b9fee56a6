/* SPDX-License-Identifier: MIT */
/* What both the writer and the reader of blocks expect to come next.  An event that
   is as expected takes a bit if it is a branch, four if it has arguments, else nothing.

   The next event is predicted to be what followed the same four events last time; of a
   branch, one bit says whether it went the other way.  An access is predicted to be at
   the same distance from the point's last access as that was from the one before it.
   Other first arguments are predicted to be what came with the event last time, second
   ones to be what the point had last.  So loops, calls and branches are followed
   without a flow graph.

     EXCEPTIONS	run * 8 + code, a number: how many events are as expected before this
		one, which is not; code, below
     NUMBERS	of exceptions: of EXPLICIT, type + 16 * id; then of SECOND the second
		argument
     BITS	one for each branch that is no exception: whether it went the other way
     TIMES	of each granule: events since the one before, time since
     FOURS	four bits for each event with arguments: how many bytes the first one
		has; or USUAL: none, it is as expected; LONG: eight, the argument itself
     BYTES	the arguments: their distances from the point's last one, twice that,
		or twice less one if they are negative

   Numbers have 7 bits a byte, the lowest first; bits and fours begin with the lowest
   of their byte.  Events of a block that are left over when there are no more exceptions
   are as expected.  The model goes on from block to block, thread by thread.  */

#ifndef HALT_RECORD_MODEL_H
#define HALT_RECORD_MODEL_H 1

#include <stdbool.h>

#include "record/words.h"

enum model_stream
{
  MODEL_EXCEPTIONS,
  MODEL_NUMBERS,
  MODEL_BITS,
  MODEL_TIMES,
  MODEL_FOURS,
  MODEL_BYTES
};

enum model_code
{
  MODEL_EXPECTED,		/* what was expected; no branch */
  MODEL_AGAIN,			/* what came after the last event before */
  MODEL_AGAIN_OTHER,		/* the other way of that */
  MODEL_EXPLICIT,
  MODEL_SECOND			/* besides: it has another second argument */
};

#define MODEL_USUAL 8u
#define MODEL_LONG 9u

#define MODEL_LOG 14
#define MODEL_CONTEXTS (1u << MODEL_LOG)
#define MODEL_POINTS (1u << 15)

/* Tokens are type + 16 * id.  Those that have more than 32 bits are 0 here, and never
   expected.  */
struct trace_model
{
  uint64_t history;
  uint64_t last;		/* the token of the last event */
  uint32_t context[MODEL_CONTEXTS]; /* the token after a history */
  uint64_t argument[MODEL_CONTEXTS]; /* what it had as an argument, if no address */
  uint32_t next[MODEL_CONTEXTS]; /* the token after LAST */
  struct trace_point
  {
    uint64_t last, expected;	/* the first argument */
    uint64_t second, unused;
  } point[MODEL_POINTS];
};

#define MODEL_GOLDEN 0x9e3779b97f4a7c15u

static inline uint64_t
model_token (const struct event *e)
{
  return 16 * e->id + e->type;
}

static inline uint32_t
model_short (uint64_t token)
{
  return token >> 32 ? 0 : token;
}

static inline unsigned
model_context (uint64_t history)
{
  return history >> (64 - MODEL_LOG);
}

static inline unsigned
model_next (uint64_t last)
{
  return last * MODEL_GOLDEN >> (64 - MODEL_LOG);
}

static inline unsigned
model_point (uint64_t token)
{
  return token / 16 % MODEL_POINTS;
}

static inline bool
model_is_branch (uint64_t token)
{
  return token % 16 - HALT_TRACE_CBR0 < 2;
}

/* The other way, if TOKEN is of a branch.  */
static inline uint64_t
model_other (uint64_t token)
{
  return model_is_branch (token) ? token ^ 3 : token;
}

static inline bool
model_is_access (unsigned type)
{
  return type / 2 == HALT_TRACE_LOAD / 2;
}

/* Arguments of which nothing is kept: those of other points are small enough for what
   is done to them.  */
static inline bool
model_is_large (uint64_t a, uint64_t b)
{
  return a >> 48 || b >> 14;
}

/* POINT had the arguments A and B.  */
static inline void
model_had (struct trace_point *point, uint64_t a, uint64_t b)
{
  if (model_is_large (a, b))
    a = b = point->last = 0;
  point->expected = a + (a - point->last);
  point->last = a;
  point->second = b;
}

/* The history when TOKEN has come; of VALUE, an argument that is no address, it knows,
   too.  Each is in the highest bits until four others have come.  */
static inline uint64_t
model_went (uint64_t history, uint64_t token, uint64_t value)
{
  return (history << 16) + (token + (value << 32)) * MODEL_GOLDEN;
}

#endif /* HALT_RECORD_MODEL_H */
