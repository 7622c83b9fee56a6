/* SPDX-License-Identifier: MIT */
/* Events as streams of bytes, of which most are missing: see model.h.

   Whether an access is as expected is anybody's guess, and so a processor's: nothing
   but exceptions is decided by a jump.  */

#include <string.h>

#include "record/model.h"
#include "record/run/record.h"

size_t
__halt_trace_model_size (void)
{
  return sizeof (struct trace_model);
}

static unsigned char *
put_number (unsigned char *at, uint64_t n)
{
  for (; n >= 128; n >>= 7)
    *at++ = n | 128;
  *at++ = n;
  return at;
}

/* Where packing stands, in registers.  */
struct state
{
  uint64_t history, last, events;
  unsigned char *bit, *four, *byte; /* a byte for each bit and each four, as yet */
};

/* Say that TOKEN has come after LAST, which is not as EXPECTED; SECOND: or that B is
   not.  It is event number EVENT.  */
static __attribute__ ((noinline)) void
put_exception (struct trace_model *m, struct trace_packed *p, uint64_t event,
	       uint64_t last, uint64_t token, uint64_t expected, bool second,
	       uint64_t b)
{
  uint32_t *next = &m->next[model_next (last)];
  unsigned code = MODEL_EXPLICIT;
  if (token == expected && !model_is_branch (token))
    code = MODEL_EXPECTED;
  else if (token == *next)
    code = MODEL_AGAIN;
  else if (token == model_other (*next))
    code = MODEL_AGAIN_OTHER;
  else
    p->stream[MODEL_NUMBERS] = put_number (p->stream[MODEL_NUMBERS], token);
  if (second)
    p->stream[MODEL_NUMBERS] = put_number (p->stream[MODEL_NUMBERS], b);
  p->stream[MODEL_EXCEPTIONS] = put_number (p->stream[MODEL_EXCEPTIONS],
					    8 * (event - p->exception) + code
					      + (second ? MODEL_SECOND : 0));
  p->exception = event + 1;
  *next = model_short (token);
}

/* The branches that are words from AT on, which something else is after.  */
static inline const uint32_t *
pack_branches (struct trace_model *m, struct trace_packed *p, struct state *s,
	       const uint32_t *at)
{
  const uint32_t *begin = at;
  uint64_t history = s->history;
  unsigned char *bit = s->bit;
  uint32_t token;
  for (; (token = *at) % 16 - HALT_TRACE_CBR0 < 2; at++)
    {
      uint32_t *context = &m->context[model_context (history)];
      uint32_t expected = *context, other = (token ^ expected) & 1;
      *bit++ = other;
      if (__builtin_expect ((token ^ expected) != 3 * other, 0))
	{
	  put_exception (m, p, s->events + (at - begin),
			 at > begin ? at[-1] : s->last, token, expected, false,
			 0);
	  bit--;
	}
      *context = token;
      history = model_went (history, token, 0);
    }
  s->last = at[-1];
  s->events += at - begin;
  s->history = history;
  s->bit = bit;
  return at;
}

/* Say how far A is from the LAST one, or that it is EXPECTED; all are small.  */
static inline void
put_argument (uint64_t a, uint64_t last, uint64_t expected,
	      unsigned char **four, unsigned char **byte)
{
  uint64_t step = a - last, n = step << 1 ^ -(step >> 63);
  unsigned usual = a == expected;
  unsigned length = ((__builtin_clzll (2 * n + 1) ^ 63) + 7) / 8 & (usual - 1);
  memcpy (*byte, &n, sizeof n);
  *byte += length;
  *(*four)++ = length + usual * MODEL_USUAL;
}

/* The loads and stores from AT on that are four words.  */
static inline const uint32_t *
pack_accesses (struct trace_model *m, struct trace_packed *p, struct state *s,
	       const uint32_t *at)
{
  const uint32_t *begin = at;
  uint64_t history = s->history;
  unsigned char *four = s->four, *byte = s->byte;
  uint32_t token;
  for (; model_is_access ((token = *at) % 16); at += 4)
    {
      uint64_t a, b = at[1] - 1;
      memcpy (&a, at + 2, sizeof a);
      uint32_t *context = &m->context[model_context (history)];
      struct trace_point *point = &m->point[model_point (token)];
      if (__builtin_expect ((token ^ *context) | (b ^ point->second) | a >> 48,
			    0))
	{
	  /* What is not written is larger than any.  */
	  if (model_is_large (a, b))
	    break;
	  put_exception (m, p, s->events + (at - begin) / 4,
			 at > begin ? at[-4] : s->last, token, *context,
			 b != point->second, b);
	  *context = token;
	  point->second = b;
	}
      uint64_t last = point->last;
      put_argument (a, last, point->expected, &four, &byte);
      point->expected = a + (a - last);
      point->last = a;
      history = model_went (history, token, 0);
    }
  if (at > begin)
    s->last = at[-4];
  s->events += (at - begin) / 4;
  s->history = history;
  s->four = four;
  s->byte = byte;
  return at;
}

/* Any event.  */
static void
pack_event (struct trace_model *m, struct trace_packed *p, struct state *s,
	    const struct event *e)
{
  unsigned context = model_context (s->history);
  uint64_t token = model_token (e), expected = m->context[context], value = 0;
  bool arguments = e->type >= HALT_TRACE_ARGUMENTS;
  struct trace_point *point = &m->point[model_point (token)];
  bool second = arguments && e->b != point->second;
  if (model_is_branch (token)
      && (token == expected || token == model_other (expected)))
    *s->bit++ = token != expected;
  else if (token != expected || second)
    put_exception (m, p, s->events, s->last, token, expected, second, e->b);
  m->context[context] = model_short (token);
  if (arguments)
    {
      uint64_t usual = point->expected;
      if (!model_is_access (e->type))
	{
	  usual = m->argument[context];
	  m->argument[context] = value = e->a;
	}
      if (e->a >> 48 && e->a != usual)
	{
	  *s->four++ = MODEL_LONG;
	  memcpy (s->byte, &e->a, sizeof e->a);
	  s->byte += sizeof e->a;
	}
      else
	put_argument (e->a, point->last, usual, &s->four, &s->byte);
      model_had (point, e->a, e->b);
    }
  s->history = model_went (s->history, token, value);
  s->last = token;
  s->events++;
}

int
__halt_trace_pack (struct trace_model *m, struct trace_packed *p,
		   const struct halt_trace_granule *g)
{
  const uint32_t *at = g->word, *end = at + HALT_TRACE_WORDS;
  struct state s = { m->history,
		     m->last,
		     p->events,
		     p->stream[MODEL_BITS],
		     p->stream[MODEL_FOURS],
		     p->stream[MODEL_BYTES] };
  unsigned holes = 0;
  struct event e;
  p->stream[MODEL_TIMES] = put_number (p->stream[MODEL_TIMES],
				       p->events - p->since);
  p->stream[MODEL_TIMES] = put_number (p->stream[MODEL_TIMES],
				       g->time - p->time);
  p->since = p->events;
  p->time = g->time;
  /* What stops who writes stops us.  */
  for (;;)
    {
      const uint32_t *begin = at;
      if (model_is_branch (*at))
	at = pack_branches (m, p, &s, at);
      else if (model_is_access (*at % 16))
	at = pack_accesses (m, p, &s, at);
      if (at > begin)
	continue;
      if (!words_next (&at, end, &e, &holes))
	break;
      pack_event (m, p, &s, &e);
    }
  m->history = s.history;
  m->last = s.last;
  p->events = s.events;
  p->stream[MODEL_BITS] = s.bit;
  p->stream[MODEL_FOURS] = s.four;
  p->stream[MODEL_BYTES] = s.byte;
  return holes != 0;
}

/* Eight bytes that are a bit each, as one; eight that are four, as four.  */
static uint64_t
squeeze_bits (uint64_t x)
{
  return x * 0x0102040810204080u >> 56;
}

static uint64_t
squeeze_fours (uint64_t x)
{
  x = (x | x >> 4) & 0x00ff00ff00ff00ff;
  x = (x | x >> 8) & 0x0000ffff0000ffff;
  return x | x >> 16;
}

/* Squeeze what lies between FROM and END, after which there is room; N bytes are left
   of eight.  Return the new end.  */
static unsigned char *
squeeze (unsigned char *from, unsigned char *end, unsigned n,
	 uint64_t (*eight) (uint64_t))
{
  unsigned char *to = from;
  memset (end, 0, 8);
  for (; from < end; from += 8, to += n)
    {
      uint64_t x;
      memcpy (&x, from, 8);
      x = eight (x);
      memcpy (to, &x, n);
    }
  return to;
}

void
__halt_trace_packed (struct trace_packed *p)
{
  p->stream[MODEL_BITS] = squeeze (p->begin[MODEL_BITS], p->stream[MODEL_BITS],
				   1, squeeze_bits);
  p->stream[MODEL_FOURS] = squeeze (p->begin[MODEL_FOURS],
				    p->stream[MODEL_FOURS], 4, squeeze_fours);
}
