/* SPDX-License-Identifier: MIT */
/* Events as streams of bytes, of which most are missing: see model.h.  */

#include <string.h>

#include "record/model.h"
#include "record/record.h"

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

/* The arguments A and B, which are not both as expected, by the point's last ones;
   EXPECTED is the first's.  */
static void
put_arguments (struct trace_packed *p, uint64_t a, uint64_t b,
	       uint64_t expected, uint64_t last, uint64_t second)
{
  uint64_t step = a - last;
  uint64_t n = (int64_t) step < 0 ? ~(2 * step) : 2 * step;
  unsigned more = b != second ? 16 : 0;
  unsigned length = n ? 8 - __builtin_clzll (n) / 8 : 0;
  /* There is room for all of it.  */
  memcpy (p->stream[3], &n, sizeof n);
  p->stream[3] += a == expected ? 0 : length;
  *p->stream[1]++ = (a == expected ? 9 : length) + more;
  if (more)
    p->stream[2] = put_number (p->stream[2], b);
}

/* Where packing stands, in registers.  */
struct state
{
  uint64_t history, last, run;
};

/* Say that TOKEN has come, which is not, or not with its arguments, as EXPECTED.  */
static void
put_token (struct trace_model *m, struct trace_packed *p, struct state *s,
	   uint64_t token, uint64_t expected)
{
  uint64_t *next = &m->next[model_next (s->last)];
  unsigned code = MODEL_EXPLICIT;
  if (token == expected)
    code = MODEL_ARGUMENTS;
  else if (token == model_other (expected))
    code = MODEL_OTHER;
  else if (token == *next)
    code = MODEL_AGAIN;
  else if (token == model_other (*next))
    code = MODEL_AGAIN_OTHER;
  else
    p->stream[2] = put_number (p->stream[2], token);
  for (; s->run > MODEL_MOST_RUN; s->run -= MODEL_MOST_RUN)
    *p->stream[0]++ = 8 * MODEL_MOST_RUN + MODEL_RUN;
  *p->stream[0]++ = 8 * s->run + code;
  s->run = 0;
  *next = token;
}

static inline void
pack_plain (struct trace_model *m, struct trace_packed *p, struct state *s,
	    uint64_t token)
{
  uint64_t *expected = &m->context[model_context (s->history)].token;
  if (__builtin_expect (token == *expected, 1))
    s->run++;
  else
    {
      put_token (m, p, s, token, *expected);
      *expected = token;
    }
  s->history = model_went (s->history, token, 0);
  s->last = token;
}

static inline void
pack_more (struct trace_model *m, struct trace_packed *p, struct state *s,
	   uint64_t token, uint64_t a, uint64_t b)
{
  unsigned context = model_context (s->history), point = model_point (token);
  uint64_t expected = m->context[context].token;
  uint64_t last = m->point[point].last, second = m->point[point].second;
  bool access = model_is_access (token % 16);
  uint64_t guess = access ? last + m->point[point].step : m->context[context].a;
  if (__builtin_expect ((token ^ expected) | (a ^ guess) | (b ^ second), 0))
    {
      put_token (m, p, s, token, expected);
      put_arguments (p, a, b, guess, last, second);
      m->context[context].token = token;
    }
  else
    s->run++;
  m->point[point].step = a - last;
  m->point[point].last = a;
  m->point[point].second = b;
  if (!access)
    m->context[context].a = a;
  s->history = model_went (s->history, token, access ? 0 : a);
  s->last = token;
}

int
__halt_trace_pack (struct trace_model *m, struct trace_packed *p,
		   const struct halt_trace_granule *g)
{
  const uint32_t *at = g->word, *end = at + HALT_TRACE_WORDS;
  struct state s = { m->history, m->last, p->run };
  unsigned holes = 0;
  struct event e;
  p->stream[4] = put_number (p->stream[4], p->events - p->since);
  p->stream[4] = put_number (p->stream[4], g->time - p->time);
  p->since = p->events;
  p->time = g->time;
  for (;;)
    {
      uint32_t first = at < end ? *at : 0;
      unsigned type = first % 16;
      if (__builtin_expect (type && type < HALT_TRACE_ARGUMENTS, 1))
	{
	  pack_plain (m, p, &s, first);
	  at++;
	}
      else if (!words_next (&at, end, &e, &holes))
	break;
      else if (e.type < HALT_TRACE_ARGUMENTS)
	pack_plain (m, p, &s, model_token (&e));
      else
	pack_more (m, p, &s, model_token (&e), e.a, e.b);
      p->events++;
    }
  m->history = s.history;
  m->last = s.last;
  p->run = s.run;
  return holes != 0;
}
