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
  /* New ones come before it.  */
  uint64_t first = __atomic_load_n (&t->header->threads, __ATOMIC_ACQUIRE);
  for (uint64_t at = first; at; at = thread->next, n++)
    if (!(thread = part (t, at, sizeof *thread))
	|| thread->magic != HALT_TRACE_THREAD || n == most)
      return fail (t, "damaged: thread %zu from its end; record again", n + 1);
  t->threads = calloc (n + 1, sizeof *t->threads);
  if (!t->threads)
    return fail (t, "out of memory");
  for (uint64_t at = first; t->n_threads < n; at = thread->next)
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
      return fail (t, "damaged: there is no thread %zu; record again", i + 1);
  return true;
}

/* The blocks of THREAD, from the newest to the oldest; then turned around.  */
static bool
read_blocks (struct trace *t, struct trace_thread *thread)
{
  size_t room = 0;
  uint64_t begun = UINT64_MAX, events = 0;
  const struct halt_trace_block *b;
  for (uint64_t at = __atomic_load_n (&thread->in_file->last, __ATOMIC_ACQUIRE);
       at; at = b->previous)
    {
      if (!(b = part (t, at, sizeof *b)) || b->magic != HALT_TRACE_BLOCK
	  || !part (t, at, sizeof *b + b->stored) || b->thread != thread->number
	  || b->granules == 0 || b->sequence == 0
	  || b->granules > begun - b->sequence
	  || (thread->n_blocks && b->sequence + b->granules != begun)
	  || (thread->n_blocks && b->before + b->events != events)
	  || (b->previous == 0 && (b->sequence != 1 || b->before != 0)))
	return fail (t,
		     "damaged: thread %u, block %zu from its end; record again",
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

/* Keep a copy of G, number SEQUENCE, for THREAD.  While it is made the program may go on:
   what it has freed meanwhile is left out.  */
static bool
keep_granule (struct trace *t, struct trace_thread *thread,
	      const struct halt_trace_granule *g, uint64_t sequence)
{
  size_t n = thread->n_granules;
  if ((n & (n - 1)) == 0)
    {
      void *p = reallocarray (thread->granule, n ? 2 * n : 1,
			      sizeof *thread->granule);
      if (!p)
	return fail (t, "out of memory");
      thread->granule = p;
    }
  struct halt_trace_granule *copy = malloc (HALT_TRACE_GRANULE);
  if (!copy)
    return fail (t, "out of memory");
  memcpy (copy, g, HALT_TRACE_GRANULE);
  __atomic_thread_fence (__ATOMIC_ACQUIRE);
  if (__atomic_load_n (&g->sequence, __ATOMIC_RELAXED) == sequence)
    thread->granule[thread->n_granules++] = copy;
  else
    free (copy);
  return true;
}

/* Give each granule that is in use to its thread.  */
static bool
read_granules (struct trace *t)
{
  size_t most = t->size / HALT_TRACE_GRANULE, n = 0, kept = 0;
  const struct halt_trace_extent *x;
  for (uint64_t at = __atomic_load_n (&t->header->extents, __ATOMIC_ACQUIRE);
       at; at = x->next, n++)
    {
      uint32_t granules = 0;
      if ((x = part (t, at, HALT_TRACE_PAGE)))
	granules = x->n;
      if (!x || x->magic != HALT_TRACE_EXTENT || n >= most
	  || !part (t, at + HALT_TRACE_PAGE,
		    (uint64_t) granules * HALT_TRACE_GRANULE))
	return fail (t, "damaged: extent %zu from its end; record again",
		     n + 1);
      for (uint32_t i = 0; i < granules; i++)
	{
	  const struct halt_trace_granule *g
	    = part (t, at + HALT_TRACE_PAGE + (uint64_t) i * HALT_TRACE_GRANULE,
		    HALT_TRACE_GRANULE);
	  uint64_t sequence = __atomic_load_n (&g->sequence, __ATOMIC_ACQUIRE);
	  uint32_t thread = g->thread;
	  if (sequence == 0 || thread == 0 || thread > t->n_threads)
	    continue;
	  if (++kept > most)
	    return fail (t, "damaged: extent %zu from its end; record again",
			 n + 1);
	  if (!keep_granule (t, &t->threads[thread - 1], g, sequence))
	    return false;
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
    else
      free ((void *) thread->granule[i]);
  thread->n_granules = n;
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
    return fail (t, "truncated: copy it whole, or record again");
  if (h->version != HALT_TRACE_VERSION || h->header_size != sizeof *h
      || h->granule != HALT_TRACE_GRANULE)
    return fail (t, "version %u of traces; this is for version %u", h->version,
		 HALT_TRACE_VERSION);
  if (h->end > size)
    return fail (t,
		 "truncated: %zu bytes of %llu; copy it whole, or record again",
		 size, (unsigned long long) h->end);
  if (h->description)
    {
      t->description = part (t, h->description, h->description_size);
      t->description_size = h->description_size;
      if (!t->description)
	return fail (t, "damaged: what it says of the program; record again");
    }
  if (!read_threads (t))
    return false;
  for (size_t i = 0; i < t->n_threads; i++)
    if (!read_blocks (t, &t->threads[i]))
      return false;
  if (!read_granules (t))
    return false;
  for (size_t i = 0; i < t->n_threads; i++)
    choose_granules (&t->threads[i]);
  return true;
}

/* Read the file FD once.  *GROWS: that failed, and it has changed its size since it was
   mapped.  */
static bool
read_file (struct trace *t, const char *path, int fd, bool *grows)
{
  struct stat st;
  *grows = false;
  if (fd < 0 || fstat (fd, &st) != 0)
    return fail (t, "%s", strerror (errno));
  void *data = MAP_FAILED;
  if (S_ISREG (st.st_mode) && st.st_size > 0)
    data = mmap (NULL, st.st_size, PROT_READ, MAP_PRIVATE, fd, 0);
  if (data == MAP_FAILED)
    return fail (t, "not a trace of librecord's");
  if (trace_read (t, path, data, st.st_size))
    return true;
  *grows = fstat (fd, &st) == 0 && (size_t) st.st_size != t->size;
  return false;
}

bool
trace_open (struct trace *t, const char *path)
{
  int fd = open (path, O_RDONLY | O_CLOEXEC);
  bool grows = false, good = false;
  *t = (struct trace) { .path = path };
  /* What a program that goes on has appended, its header knows, and the mapping does
     not.  */
  for (int tries = 0; tries == 0 || (grows && tries < 100); tries++)
    {
      trace_close (t);
      *t = (struct trace) { .path = path };
      good = read_file (t, path, fd, &grows);
    }
  if (fd >= 0)
    close (fd);
  return good;
}

void
trace_close (struct trace *t)
{
  for (size_t i = 0; i < t->n_threads; i++)
    {
      for (size_t g = 0; g < t->threads[i].n_granules; g++)
	free ((void *) t->threads[i].granule[g]);
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
