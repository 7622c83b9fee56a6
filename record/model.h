/* SPDX-License-Identifier: MIT */
/* What both the writer and the reader of blocks expect to come next.  An event that
   is as expected takes nothing but its part of a number: how many in a row are.

   Expected is, after the last four events, what came after the same ones the last
   time; of an access, that its address is as far from the one before, at the same
   point, as that was from its own; of other arguments, what came with that event;
   of second ones, what the point had before.  This follows loops, calls and what the
   flow graph says, without knowing it.

     stream 0   misses := run code	a byte: events as expected before this one, and
			  31 * 8 + 7 for 31 more of them; code, below
     stream 1   how long the argument is, for each miss with one: 0 to 8 bytes; 9:
		it is as expected; 16 more: the second one follows in stream 2
     stream 2   numbers of 7 bits a byte: of EXPLICIT, type + 16 * id; second ones
     stream 3   the arguments: their distances from the point's last one, twice that,
		or twice less one if they are negative
     stream 4   of each granule: events since the one before, time since

   Events of a block that are left over when the streams are at their end are as
   expected.  The model goes on from block to block, thread by thread.  */

#ifndef HALT_RECORD_MODEL_H
#define HALT_RECORD_MODEL_H 1

#include <stdbool.h>

#include "record/words.h"

enum model_code
{
  MODEL_OTHER,			/* the other way of the branch that was expected */
  MODEL_AGAIN,			/* what came after the last event before */
  MODEL_AGAIN_OTHER,		/* the other way of that */
  MODEL_EXPLICIT,
  MODEL_ARGUMENTS,		/* what was expected, with other arguments */
  MODEL_RUN = 7			/* no event: 31 more are as expected */
};
#define MODEL_MOST_RUN 31

#define MODEL_CONTEXTS (1u << 13)
#define MODEL_NEXT (1u << 13)
#define MODEL_POINTS (1u << 15)

struct trace_model
{
  uint64_t history;
  uint64_t last;		/* the token of the last event */
  struct
  {
    uint64_t token, a;
  } context[MODEL_CONTEXTS];
  uint64_t next[MODEL_NEXT];
  struct
  {
    uint64_t last, step, second;
  } point[MODEL_POINTS];
};

#define MODEL_GOLDEN 0x9e3779b97f4a7c15u

static inline uint64_t
model_token (const struct event *e)
{
  return 16 * e->id + e->type;
}

static inline unsigned
model_context (uint64_t history)
{
  return history * MODEL_GOLDEN >> (64 - 13);
}

static inline unsigned
model_next (uint64_t last)
{
  return last * MODEL_GOLDEN >> (64 - 13);
}

static inline unsigned
model_point (uint64_t token)
{
  return token / 16 % MODEL_POINTS;
}

/* The other way, if TOKEN is of a branch.  */
static inline uint64_t
model_other (uint64_t token)
{
  unsigned type = token % 16;
  return type == HALT_TRACE_CBR0 || type == HALT_TRACE_CBR1 ? token ^ 3 : token;
}

static inline bool
model_is_access (unsigned type)
{
  return type == HALT_TRACE_LOAD || type == HALT_TRACE_STORE;
}

/* The history when TOKEN has come; of VALUE, an argument that is no address, it knows,
   too.  */
static inline uint64_t
model_went (uint64_t history, uint64_t token, uint64_t value)
{
  return history << 16 ^ (token + (value << 32)) * 0x2545f4914f6cdd1du >> 20;
}

#endif /* HALT_RECORD_MODEL_H */
