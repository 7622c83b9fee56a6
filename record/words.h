/* SPDX-License-Identifier: MIT */
/* Events from the words of a granule (halt/trace.h).  */

#ifndef HALT_RECORD_WORDS_H
#define HALT_RECORD_WORDS_H 1

#include <stdbool.h>

#include "halt/trace.h"

struct event
{
  uint64_t id, a, b;		/* anything, in A and B, where a type has none */
  unsigned type;		/* enum halt_trace_type */
};

static inline uint64_t
words_number (const uint32_t *word)
{
  const uint32_t mask = 0x3fffff;
  return (word[0] & mask) | (uint64_t) (word[1] & mask) << 22
	 | (uint64_t) (word[2] & mask) << 44;
}

/* The event at *AT, which moves past it; false if there is no further one.  *HOLES
   counts the words that are 0 before one that is not.  */
static inline bool
words_next (const uint32_t **at, const uint32_t *end, struct event *e,
	    unsigned *holes)
{
  const uint32_t *word = *at;
  unsigned n = 0;
  while (word < end)
    {
      uint32_t first = *word;
      unsigned type = first % 16;
      if (first == 0)
	n++;
      else if (first != HALT_TRACE_FILLER)
	{
	  *holes += n;
	  n = 0;
	  if (type < HALT_TRACE_ARGUMENTS && type > 0)
	    {
	      *at = word + 1;
	      *e = (struct event) { .type = type, .id = first / 16 };
	      return true;
	    }
	  if (type < HALT_TRACE_TYPES && type > 0 && word[1] != 0)
	    {
	      *at = word + 4;
	      *e = (struct event) { .type = type,
				    .id = first / 16,
				    .a = word[2] | (uint64_t) word[3] << 32,
				    .b = word[1] - 1 };
	      return true;
	    }
	  if (first % 16 == HALT_TRACE_FAR && first / 16 < HALT_TRACE_TYPES
	      && end - word >= 10 && word[9] != 0)
	    {
	      *at = word + 10;
	      *e = (struct event) { .type = first / 16,
				    .id = words_number (word + 1),
				    .a = words_number (word + 4),
				    .b = words_number (word + 7) };
	      return true;
	    }
	  /* It was interrupted for ever.  */
	  *holes += 1;
	  word += type < HALT_TRACE_TYPES ? 3 : 9;
	}
      else
	{
	  *holes += n;
	  n = 0;
	}
      word++;
    }
  *at = end;
  return false;
}

#endif /* HALT_RECORD_WORDS_H */
