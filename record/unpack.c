/* SPDX-License-Identifier: MIT */
/* The events of a thread: out of its blocks by the model that made them, and then the
   words that are in no block.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <zstd.h>

#include "halt/format.h"
#include "record/trace.h"

#define NO_CODE 8

static bool
damaged (struct trace_reader *r, const char *what)
{
  snprintf (r->trace->why, TRACE_WHY,
	    "'%.200s': damaged: thread %u, block %zu: %s", r->trace->path,
	    r->thread->number, r->block, what);
  return false;
}

bool
reader_begin (struct trace_reader *r, struct trace *t,
	      const struct trace_thread *thread)
{
  *r = (struct trace_reader) { .trace = t, .thread = thread, .code = NO_CODE };
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
  for (int i = 0; i < 5; i++)
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
      size_t n = ZSTD_decompress (r->room, size, from, b->stored);
      if (ZSTD_isError (n) || n != size)
	return damaged (r, ZSTD_isError (n) ? ZSTD_getErrorName (n)
					    : "it is not as long as it says");
      from = r->room;
    }
  else if (size != b->stored)
    return damaged (r, "it is not as long as it says");
  for (int i = 0; i < 5; i++)
    {
      r->at[i] = from;
      r->end[i] = from += b->stream[i];
    }
  r->left = b->events;
  r->run = 0;
  r->code = NO_CODE;
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
static void
get_run (struct trace_reader *r)
{
  r->run = 0;
  while (r->at[0] < r->end[0])
    {
      unsigned char byte = *r->at[0]++;
      r->run += byte >> 3;
      r->code = byte & 7;
      if (r->code != MODEL_RUN)
	return;
    }
  r->run = UINT64_MAX;
  r->code = NO_CODE;
}

/* The arguments, of which the first is expected to be A.  */
static bool
get_arguments (struct trace_reader *r, struct event *e, uint64_t a,
	       uint64_t last, uint64_t second)
{
  if (r->at[1] >= r->end[1])
    return false;
  unsigned how = *r->at[1]++, length = how & 15;
  e->a = a;
  e->b = second;
  if (length > 9 || how >= 32)
    return false;
  if (length < 9)
    {
      uint64_t n = 0;
      if ((size_t) (r->end[3] - r->at[3]) < length)
	return false;
      for (unsigned i = 0; i < length; i++)
	n |= (uint64_t) *r->at[3]++ << 8 * i;
      e->a = last + (n & 1 ? ~(n >> 1) : n >> 1);
    }
  return how < 16 || get_number (r, 2, &e->b);
}

static bool
get_token (struct trace_reader *r, uint64_t expected, uint64_t *token)
{
  uint64_t *next = &r->model->next[model_next (r->model->last)];
  switch (r->code)
    {
    case MODEL_OTHER:
      *token = model_other (expected);
      break;
    case MODEL_AGAIN:
      *token = *next;
      break;
    case MODEL_AGAIN_OTHER:
      *token = model_other (*next);
      break;
    case MODEL_EXPLICIT:
      if (!get_number (r, 2, token))
	return false;
      break;
    case MODEL_ARGUMENTS:
      *token = expected;
      break;
    default:
      return false;
    }
  *next = *token;
  return true;
}

/* The next event of the block.  */
static inline bool
unpack (struct trace_reader *r, struct event *e)
{
  struct trace_model *m = r->model;
  unsigned context = model_context (m->history);
  uint64_t expected = m->context[context].token, token = expected, value = 0;
  bool usual = r->run > 0;
  if (usual)
    r->run--;
  else
    {
      if (!get_token (r, expected, &token))
	return false;
      m->context[context].token = token;
    }
  e->type = token % 16;
  e->id = token / 16;
  e->a = e->b = 0;
  if (e->type >= HALT_TRACE_ARGUMENTS)
    {
      unsigned point = model_point (token);
      uint64_t last = m->point[point].last, second = m->point[point].second;
      bool access = model_is_access (e->type);
      uint64_t a = access ? last + m->point[point].step : m->context[context].a;
      e->a = a;
      e->b = second;
      if (!usual && !get_arguments (r, e, a, last, second))
	return false;
      m->point[point].step = e->a - last;
      m->point[point].last = e->a;
      m->point[point].second = e->b;
      if (!access)
	m->context[context].a = value = e->a;
    }
  m->history = model_went (m->history, token, value);
  m->last = token;
  if (!usual)
    get_run (r);
  return e->type > 0 && e->type < HALT_TRACE_TYPES;
}

/* A time, if there is one before the next event; false if it is damaged.  */
static bool
get_time (struct trace_reader *r, struct event *e, bool *is)
{
  uint64_t step;
  *is = false;
  if (!r->has_time)
    {
      if (r->at[4] >= r->end[4])
	{
	  r->until = UINT64_MAX;
	  return true;
	}
      if (!get_number (r, 4, &r->until) || !get_number (r, 4, &step))
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
	  if (r->granule == r->thread->n_granules)
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
      if (r->left == 0 && !r->has_time && r->at[4] == r->end[4])
	{
	  if (r->block == r->thread->n_blocks)
	    break;
	  if (!next_block (r))
	    return 0;
	  get_run (r);
	}
      if (!get_time (r, &e[got], &is_time))
	return damaged (r, "times are missing");
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
      for (uint64_t i = 0; i < most; i++)
	if (!unpack (r, &e[got + i]))
	  return damaged (r, "an event is none");
      got += most;
      r->left -= most;
      r->until -= r->until == UINT64_MAX ? 0 : most;
    }
  return got ? got : read_words (r, e, n);
}
