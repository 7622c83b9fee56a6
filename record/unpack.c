/* SPDX-License-Identifier: MIT */
/* The events of a thread: out of its blocks by the model that made them, and then the
   words that are in no block.  */

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#include "halt/format.h"
#include "record/trace.h"

static bool
damaged (struct trace_reader *r, const char *what)
{
  uint64_t before = r->thread->block[r->block - 1]->before;
  char play[100] = "record again";
  if (before)
    snprintf (play, sizeof play,
	      "--thread=%u --to=%" PRIu64 " plays what is before it",
	      r->thread->number, before);
  snprintf (r->trace->why, TRACE_WHY,
	    "'%.200s': damaged: thread %u, block %zu: %s; %s", r->trace->path,
	    r->thread->number, r->block, what, play);
  return false;
}

bool
reader_begin (struct trace_reader *r, struct trace *t,
	      const struct trace_thread *thread)
{
  *r = (struct trace_reader) { .trace = t, .thread = thread };
  r->model = calloc (1, sizeof *r->model);
  if (!r->model)
    snprintf (t->why, TRACE_WHY, "out of memory");
  return r->model != NULL;
}

void
reader_release (struct trace_reader *r)
{
  free (r->model);
  free (r->room);
  r->model = NULL;
  r->room = NULL;
}

/* Whether B is as it was written.  */
static bool
is_whole (const struct halt_trace_block *b)
{
  struct halt_trace_block head = *b;
  head.checksum = 0;
  uint64_t sum = halt_sum_words (0, &head, sizeof head);
  return halt_sum_words (sum, b + 1, b->stored) == b->checksum;
}

static bool
next_block (struct trace_reader *r)
{
  const struct halt_trace_block *b = r->thread->block[r->block++];
  uint64_t size = 0;
  for (int i = 0; i < HALT_TRACE_STREAMS; i++)
    size += b->stream[i];
  if (!is_whole (b))
    return damaged (r, "its checksum is wrong");
  if (size >= HALT_TRACE_MOST)
    return damaged (r, "too large");
  if (size > r->room_size)
    {
      free (r->room);
      r->room = malloc (size);
      r->room_size = r->room ? size : 0;
      if (!r->room)
	return damaged (r, "out of memory");
    }
  const unsigned char *from = (const unsigned char *) (b + 1);
  if (b->flags & HALT_TRACE_ZSTD)
    {
      size_t more = b->flags & HALT_TRACE_AS_IS
		      ? (uint64_t) b->stream[MODEL_FOURS]
			  + b->stream[MODEL_BYTES]
		      : 0;
      size_t packed = b->stored - more;
      if (b->stored < more)
	return damaged (r, "it is not as long as it says");
      size_t n = ZSTD_decompress (r->room, size - more, from, packed);
      if (ZSTD_isError (n) || n != size - more || size == 0)
	return damaged (r, ZSTD_isError (n) ? ZSTD_getErrorName (n)
					    : "it is not as long as it says");
      memcpy (r->room + n, from + packed, more);
      from = r->room;
    }
  else if (size != b->stored)
    return damaged (r, "it is not as long as it says");
  for (int i = 0; i < HALT_TRACE_STREAMS; i++)
    {
      r->at[i] = from;
      r->end[i] = from += b->stream[i];
    }
  r->left = b->events;
  r->bit = r->four = 0;
  r->until = 0;
  r->time = 0;
  r->has_time = false;
  return true;
}

static bool
get_number (struct trace_reader *r, int stream, uint64_t *n)
{
  unsigned shift = 0;
  *n = 0;
  while (r->at[stream] < r->end[stream] && shift < 64)
    {
      unsigned char byte = *r->at[stream]++;
      *n |= (uint64_t) (byte & 127) << shift;
      if (byte < 128)
	return true;
      shift += 7;
    }
  return false;
}

/* Find out how many events are as expected, and what comes then.  */
static bool
get_run (struct trace_reader *r)
{
  uint64_t n;
  if (r->at[MODEL_EXCEPTIONS] >= r->end[MODEL_EXCEPTIONS])
    {
      r->run = UINT64_MAX;
      return true;
    }
  if (!get_number (r, MODEL_EXCEPTIONS, &n))
    return false;
  r->run = n / 8;
  r->code = n % 8;
  return true;
}

/* The first argument, which is EXPECTED, after what POINT had LAST.  */
static inline bool
get_argument (struct trace_reader *r, uint64_t last, uint64_t expected,
	      uint64_t *a)
{
  const unsigned char *four = r->at[MODEL_FOURS] + r->four / 2;
  if (four >= r->end[MODEL_FOURS])
    return false;
  unsigned how = *four >> r->four++ % 2 * 4 & 15;
  unsigned length = how == MODEL_USUAL ? 0 : how == MODEL_LONG ? 8 : how;
  size_t there = r->end[MODEL_BYTES] - r->at[MODEL_BYTES];
  uint64_t n = 0;
  if (how > MODEL_LONG || there < length)
    return false;
  if (there >= sizeof n)
    {
      memcpy (&n, r->at[MODEL_BYTES], sizeof n);
      n = length < 8 ? n & ~(~(uint64_t) 0 << 8 * length) : n;
    }
  else
    memcpy (&n, r->at[MODEL_BYTES], length);
  r->at[MODEL_BYTES] += length;
  uint64_t step = n & 1 ? ~(n >> 1) : n >> 1;
  *a = how == MODEL_LONG ? n : how == MODEL_USUAL ? expected : last + step;
  return true;
}

/* The arguments of E, after HISTORY.  *VALUE is what the history will know.  */
static inline bool
get_arguments (struct trace_reader *r, uint64_t history, struct event *e,
	       const struct trace_point *point, uint64_t *value)
{
  uint64_t *argument = &r->model->argument[model_context (history)];
  bool access = model_is_access (e->type);
  if (!get_argument (r, point->last, access ? point->expected : *argument,
		     &e->a))
    return false;
  if (!access)
    *argument = *value = e->a;
  return true;
}

/* Unpack an event that was not predicted.  */
static bool
unpack_exception (struct trace_reader *r, struct event *e)
{
  struct trace_model *m = r->model;
  uint32_t *context = &m->context[model_context (m->history)];
  uint32_t *next = &m->next[model_next (m->last)];
  uint64_t token, value = 0;
  switch (r->code % MODEL_SECOND)
    {
    case MODEL_EXPECTED:
      token = *context;
      break;
    case MODEL_AGAIN:
      token = *next;
      break;
    case MODEL_AGAIN_OTHER:
      token = model_other (*next);
      break;
    default:
      if (!get_number (r, MODEL_NUMBERS, &token))
	return false;
    }
  *e = (struct event) { .id = token / 16, .type = token % 16 };
  if (e->type >= HALT_TRACE_ARGUMENTS)
    {
      struct trace_point *point = &m->point[model_point (token)];
      e->b = point->second;
      if ((r->code & MODEL_SECOND && !get_number (r, MODEL_NUMBERS, &e->b))
	  || !get_arguments (r, m->history, e, point, &value))
	return false;
      model_had (point, e->a, e->b);
    }
  *context = *next = model_short (token);
  m->history = model_went (m->history, token, value);
  m->last = token;
  return e->type > 0 && e->type < HALT_TRACE_TYPES && get_run (r);
}

/* The next N events, which are as expected.  */
static bool
unpack_usual (struct trace_reader *r, struct event *e, size_t n)
{
  struct trace_model *m = r->model;
  const unsigned char *bits = r->at[MODEL_BITS];
  const uint64_t n_bits = (r->end[MODEL_BITS] - bits) * 8;
  uint64_t history = m->history, bit = r->bit, token = m->last;
  for (const struct event *end = e + n; e < end; e++)
    {
      uint32_t *context = &m->context[model_context (history)];
      uint64_t value = 0;
      token = *context;
      if (model_is_branch (token))
	{
	  if (bit == n_bits)
	    return false;
	  token ^= -(bits[bit / 8] >> bit % 8 & 1) & 3;
	  bit++;
	  *context = token;
	  e->id = token / 16;
	  e->type = token % 16;
	}
      else
	{
	  *e = (struct event) { .id = token / 16, .type = token % 16 };
	  if (e->type >= HALT_TRACE_ARGUMENTS)
	    {
	      struct trace_point *point = &m->point[model_point (token)];
	      e->b = point->second;
	      if (!get_arguments (r, history, e, point, &value))
		return false;
	      model_had (point, e->a, e->b);
	    }
	  if (e->type == 0 || e->type >= HALT_TRACE_TYPES)
	    return false;
	}
      history = model_went (history, token, value);
    }
  r->bit = bit;
  m->history = history;
  m->last = token;
  return true;
}

/* The next N events of the block.  */
static bool
unpack (struct trace_reader *r, struct event *e, size_t n)
{
  while (n > 0)
    {
      size_t usual = r->run < n ? r->run : n;
      if (!unpack_usual (r, e, usual))
	return false;
      if (r->run != UINT64_MAX)
	r->run -= usual;
      e += usual;
      n -= usual;
      if (n == 0)
	break;
      if (!unpack_exception (r, e))
	return false;
      e++;
      n--;
    }
  return true;
}

/* A time, if there is one before the next event; false if it is damaged.  */
static bool
get_time (struct trace_reader *r, struct event *e, bool *is)
{
  uint64_t step;
  *is = false;
  if (!r->has_time)
    {
      if (r->at[MODEL_TIMES] >= r->end[MODEL_TIMES])
	{
	  r->until = UINT64_MAX;
	  return true;
	}
      if (!get_number (r, MODEL_TIMES, &r->until)
	  || !get_number (r, MODEL_TIMES, &step))
	return false;
      r->time += step;
      r->has_time = true;
    }
  if (r->until > 0)
    return true;
  *e = (struct event) { .type = HALT_TRACE_TIME, .a = r->time };
  r->has_time = false;
  *is = true;
  return true;
}

/* What is in no block.  */
static size_t
read_words (struct trace_reader *r, struct event *e, size_t n)
{
  size_t got = 0;
  unsigned holes = 0;
  while (got < n)
    {
      const struct halt_trace_granule *g;
      if (!r->word)
	{
	  if (r->granule == r->thread->n_granules || got)
	    break;
	  g = r->thread->granule[r->granule++];
	  r->word = g->word;
	  e[got++] = (struct event) { .type = HALT_TRACE_TIME, .a = g->time };
	}
      g = r->thread->granule[r->granule - 1];
      while (got < n
	     && words_next (&r->word, g->word + HALT_TRACE_WORDS, &e[got],
			    &holes))
	got++;
      if (got < n)
	r->word = NULL;
    }
  return got;
}

size_t
reader_read (struct trace_reader *r, struct event *e, size_t n)
{
  size_t got = 0;
  bool is_time;
  while (got < n)
    {
      if (r->left == 0 && !r->has_time
	  && r->at[MODEL_TIMES] == r->end[MODEL_TIMES])
	{
	  /* Events before a damaged block are given out first.  */
	  if (r->block == r->thread->n_blocks || got)
	    break;
	  if (!next_block (r))
	    return 0;
	  if (!get_run (r))
	    return damaged (r, "an exception is none");
	}
      if (!get_time (r, &e[got], &is_time))
	return damaged (r, "times are missing");
      if (is_time && got)
	{
	  /* It is the next one's first.  */
	  r->has_time = true;
	  break;
	}
      if (is_time)
	{
	  got++;
	  continue;
	}
      if (r->left == 0)
	return damaged (r, "events are missing");
      /* As many as come before the next time.  */
      uint64_t most = r->left < r->until ? r->left : r->until;
      if (most > n - got)
	most = n - got;
      if (!unpack (r, &e[got], most))
	return damaged (r, "an event is none");
      got += most;
      r->left -= most;
      r->until -= r->until == UINT64_MAX ? 0 : most;
    }
  return got ? got : read_words (r, e, n);
}
