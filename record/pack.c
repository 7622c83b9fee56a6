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

/* The arguments of E, which are not both as expected, by the point's last ones;
   EXPECTED is the first's.  */
static void
put_arguments (struct trace_packed *p, const struct event *e, uint64_t expected,
	       uint64_t last, uint64_t second)
{
  uint64_t step = e->a - last;
  uint64_t n = (int64_t) step < 0 ? ~(2 * step) : 2 * step;
  unsigned more = e->b != second ? 16 : 0;
  unsigned length = n ? 8 - __builtin_clzll (n) / 8 : 0;
  /* There is room for all of it.  */
  memcpy (p->stream[3], &n, sizeof n);
  p->stream[3] += e->a == expected ? 0 : length;
  *p->stream[1]++ = (e->a == expected ? 9 : length) + more;
  if (more)
    p->stream[2] = put_number (p->stream[2], e->b);
}

static void
put_code (struct trace_packed *p, enum model_code code)
{
  for (; p->run > MODEL_MOST_RUN; p->run -= MODEL_MOST_RUN)
    *p->stream[0]++ = 8 * MODEL_MOST_RUN + MODEL_RUN;
  *p->stream[0]++ = 8 * p->run + code;
  p->run = 0;
}

/* Say that TOKEN has come, which CONTEXT does not expect.  */
static void
put_token (struct trace_model *m, struct trace_packed *p, uint64_t token,
	   uint64_t expected)
{
  uint64_t *next = &m->next[model_next (m)];
  if (token == expected)
    put_code (p, MODEL_ARGUMENTS);
  else if (token == model_other (expected))
    put_code (p, MODEL_OTHER);
  else if (token == *next)
    put_code (p, MODEL_AGAIN);
  else if (token == model_other (*next))
    put_code (p, MODEL_AGAIN_OTHER);
  else
    {
      put_code (p, MODEL_EXPLICIT);
      p->stream[2] = put_number (p->stream[2], token);
    }
  *next = token;
}

static inline void
pack (struct trace_model *m, struct trace_packed *p, const struct event *e)
{
  uint64_t token = model_token (e), value = 0;
  unsigned context = model_context (m);
  uint64_t expected = m->context[context].token;
  if (e->type < HALT_TRACE_ARGUMENTS)
    {
      if (__builtin_expect (token == expected, 1))
	p->run++;
      else
	{
	  put_token (m, p, token, expected);
	  m->context[context].token = token;
	}
    }
  else
    {
      unsigned point = model_point (token);
      uint64_t last = m->point[point].last, second = m->point[point].second;
      bool access = model_is_access (e->type);
      uint64_t a = access ? last + m->point[point].step : m->context[context].a;
      if (token == expected && e->a == a && e->b == second)
	p->run++;
      else
	{
	  put_token (m, p, token, expected);
	  put_arguments (p, e, a, last, second);
	  m->context[context].token = token;
	}
      m->point[point].step = e->a - last;
      m->point[point].last = e->a;
      m->point[point].second = e->b;
      if (!access)
	m->context[context].a = value = e->a;
    }
  model_went (m, token, value);
  p->events++;
}

int
__halt_trace_pack (struct trace_model *model, struct trace_packed *p,
		   const struct halt_trace_granule *g)
{
  const uint32_t *at = g->word;
  unsigned holes = 0;
  struct event e;
  p->stream[4] = put_number (p->stream[4], p->events - p->since);
  p->stream[4] = put_number (p->stream[4], g->time - p->time);
  p->since = p->events;
  p->time = g->time;
  while (words_next (&at, g->word + HALT_TRACE_WORDS, &e, &holes))
    pack (model, p, &e);
  return holes != 0;
}
