/* SPDX-License-Identifier: MIT */
/* The file of a trace: its threads, their blocks, and what is in no block.  */

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>

#include "halt/format.h"
#include "record/trace.h"

static bool __attribute__ ((format (printf, 2, 3)))
fail (struct trace *t, const char *format, ...)
{
  char text[TRACE_WHY / 2];
  va_list args;
  va_start (args, format);
  vsnprintf (text, sizeof text, format, args);
  va_end (args);
  snprintf (t->why, sizeof t->why, "'%.200s': %s", t->path, text);
  return false;
}

/* SIZE bytes at AT in the file, or NULL.  */
static const void *
part (const struct trace *t, uint64_t at, uint64_t size)
{
  if (at % 8 != 0 || at < HALT_TRACE_PAGE || at > t->size
      || size > t->size - at)
    return NULL;
  return t->data + at;
}

/* --- threads ------------------------------------------------------------------ */

static int
by_number (const void *a, const void *b)
{
  const struct trace_thread *x = a, *y = b;
  return x->number < y->number ? -1 : x->number > y->number;
}

static int
by_sequence (const void *a, const void *b)
{
  const struct halt_trace_granule *x = *(const void *const *) a,
				  *y = *(const void *const *) b;
  return x->sequence < y->sequence ? -1 : x->sequence > y->sequence;
}

static bool
read_threads (struct trace *t)
{
  /* Of each page that may have some, it has so many; a chain that is longer has a
     loop.  */
  size_t most = t->size / sizeof (struct halt_trace_thread), n = 0;
  const struct halt_trace_thread *thread;
  for (uint64_t at = t->header->threads; at; at = thread->next, n++)
    if (!(thread = part (t, at, sizeof *thread))
	|| thread->magic != HALT_TRACE_THREAD || n == most)
      return fail (t, "damaged: thread %zu from its end", n + 1);
  t->threads = calloc (n + 1, sizeof *t->threads);
  if (!t->threads)
    return fail (t, "out of memory");
  for (uint64_t at = t->header->threads; at; at = thread->next)
    {
      thread = part (t, at, sizeof *thread);
      t->threads[t->n_threads++] = (struct trace_thread) {
	.in_file = thread,
	.number = thread->number,
	.tid = thread->tid,
	.lost = thread->lost,
      };
    }
  qsort (t->threads, n, sizeof *t->threads, by_number);
  for (size_t i = 0; i < n; i++)
    if (t->threads[i].number != i + 1)
      return fail (t, "damaged: there is no thread %zu", i + 1);
  return true;
}

/* The blocks of THREAD, from the newest to the oldest; then turned around.  */
static bool
read_blocks (struct trace *t, struct trace_thread *thread)
{
  size_t room = 0;
  uint64_t begun = UINT64_MAX, events = 0;
  const struct halt_trace_block *b;
  for (uint64_t at = thread->in_file->last; at; at = b->previous)
    {
      if (!(b = part (t, at, sizeof *b)) || b->magic != HALT_TRACE_BLOCK
	  || !part (t, at, sizeof *b + b->stored) || b->thread != thread->number
	  || b->granules == 0 || b->sequence == 0
	  || b->granules > begun - b->sequence
	  || (thread->n_blocks && b->sequence + b->granules != begun)
	  || (thread->n_blocks && b->before + b->events != events)
	  || (b->previous == 0 && (b->sequence != 1 || b->before != 0)))
	return fail (t, "damaged: thread %u, block %zu from its end",
		     thread->number, thread->n_blocks + 1);
      if (thread->n_blocks == room)
	{
	  void *p = reallocarray (thread->block, room = 2 * room + 8,
				  sizeof *thread->block);
	  if (!p)
	    return fail (t, "out of memory");
	  thread->block = p;
	}
      thread->block[thread->n_blocks++] = b;
      begun = b->sequence;
      events = b->before;
    }
  for (size_t i = 0, j = thread->n_blocks; i + 1 < j; i++)
    {
      const struct halt_trace_block *p = thread->block[i];
      thread->block[i] = thread->block[--j];
      thread->block[j] = p;
    }
  return true;
}

/* Give each granule that is in use to its thread; COUNT: only say how many they
   are.  */
static bool
read_granules (struct trace *t, bool count)
{
  size_t most = t->size / HALT_TRACE_GRANULE, n = 0;
  const struct halt_trace_extent *x;
  for (uint64_t at = t->header->extents; at; at = x->next, n++)
    {
      if (!(x = part (t, at, HALT_TRACE_PAGE)) || x->magic != HALT_TRACE_EXTENT
	  || !part (t, at + HALT_TRACE_PAGE,
		    (uint64_t) x->n * HALT_TRACE_GRANULE)
	  || n >= most)
	return fail (t, "damaged: extent %zu from its end", n + 1);
      for (uint32_t i = 0; i < x->n; i++)
	{
	  const struct halt_trace_granule *g
	    = part (t, at + HALT_TRACE_PAGE + (uint64_t) i * HALT_TRACE_GRANULE,
		    HALT_TRACE_GRANULE);
	  if (g->sequence == 0 || g->thread == 0 || g->thread > t->n_threads)
	    continue;
	  struct trace_thread *thread = &t->threads[g->thread - 1];
	  if (!count)
	    thread->granule[thread->n_granules] = g;
	  thread->n_granules++;
	}
    }
  return true;
}

/* Keep of THREAD's what comes after its last block, without a gap.  */
static void
choose_granules (struct trace_thread *thread)
{
  uint64_t next = 1;
  size_t n = 0;
  if (thread->n_blocks)
    {
      const struct halt_trace_block *b = thread->block[thread->n_blocks - 1];
      next = b->sequence + b->granules;
    }
  if (thread->n_granules)
    qsort (thread->granule, thread->n_granules, sizeof *thread->granule,
	   by_sequence);
  for (size_t i = 0; i < thread->n_granules; i++)
    if (thread->granule[i]->sequence == next)
      {
	thread->granule[n++] = thread->granule[i];
	next++;
      }
  thread->n_granules = n;
}

static bool
read_tails (struct trace *t)
{
  if (!read_granules (t, true))
    return false;
  for (size_t i = 0; i < t->n_threads; i++)
    {
      struct trace_thread *thread = &t->threads[i];
      thread->granule = calloc (thread->n_granules + 1,
				sizeof *thread->granule);
      if (!thread->granule)
	return fail (t, "out of memory");
      thread->n_granules = 0;
    }
  if (!read_granules (t, false))
    return false;
  for (size_t i = 0; i < t->n_threads; i++)
    choose_granules (&t->threads[i]);
  return true;
}

/* --- the file ----------------------------------------------------------------- */

bool
trace_read (struct trace *t, const char *path, const void *data, size_t size)
{
  t->path = path;
  t->data = data;
  t->size = size;
  const struct halt_trace *h = t->header = data;
  if (size < sizeof h->magic || h->magic != HALT_TRACE_MAGIC)
    return fail (t,
		 size >= 8 && h->magic == __builtin_bswap64 (HALT_TRACE_MAGIC)
		   ? "a trace of a machine with another byte order"
		   : "not a trace of librecord's");
  if (size < HALT_TRACE_PAGE)
    return fail (t, "truncated");
  if (h->version != HALT_TRACE_VERSION || h->header_size != sizeof *h
      || h->granule != HALT_TRACE_GRANULE)
    return fail (t, "version %u of traces; this is for version %u", h->version,
		 HALT_TRACE_VERSION);
  if (h->end > size)
    return fail (t, "truncated: %zu bytes of %llu", size,
		 (unsigned long long) h->end);
  if (h->description)
    {
      t->description = part (t, h->description, h->description_size);
      t->description_size = h->description_size;
      if (!t->description)
	return fail (t, "damaged: what it says of the program");
    }
  if (!read_threads (t))
    return false;
  for (size_t i = 0; i < t->n_threads; i++)
    if (!read_blocks (t, &t->threads[i]))
      return false;
  return read_tails (t);
}

bool
trace_open (struct trace *t, const char *path)
{
  struct stat st;
  *t = (struct trace) { .path = path };
  int fd = open (path, O_RDONLY | O_CLOEXEC);
  if (fd < 0 || fstat (fd, &st) != 0)
    {
      fail (t, "%s", strerror (errno));
      if (fd >= 0)
	close (fd);
      return false;
    }
  void *data = MAP_FAILED;
  if (S_ISREG (st.st_mode) && st.st_size > 0)
    data = mmap (NULL, st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
  close (fd);
  if (data == MAP_FAILED)
    return fail (t, "not a trace of librecord's");
  if (trace_read (t, path, data, st.st_size))
    return true;
  return false;
}

void
trace_close (struct trace *t)
{
  for (size_t i = 0; i < t->n_threads; i++)
    {
      free (t->threads[i].block);
      free (t->threads[i].granule);
    }
  free (t->threads);
  if (t->data)
    munmap ((void *) t->data, t->size);
  t->threads = NULL;
  t->data = NULL;
  t->n_threads = 0;
}
