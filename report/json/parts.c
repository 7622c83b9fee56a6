/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The functions of a report as JSON, made by several threads, written in their
   order.

   A thread makes a run of functions at a time.  The text of a run is kept in a slot
   until it is written.  There are enough slots that no thread waits for long; their
   number does not depend on the size of the program.  */

#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdlib.h>
#include "report/json/json.h"

enum
{
  MOST_THREADS = 16,
  SLOTS = 4 * MOST_THREADS,
  RUN = 2048			/* blocks, edges and points in a run */
};

struct slot
{
  struct json text;
  struct fault fault;
  size_t *ends;			/* of each of its functions, in TEXT */
  size_t room;
  bool ready;
};

struct parts
{
  const struct report *report;
  void (*put) (struct json *w, const struct report *r, size_t number,
	       const void *data);
  const void *data;
  size_t *functions;		/* all that are chosen */
  size_t *runs;			/* where each begins in them, and the end */
  size_t n_runs;
  struct slot slots[SLOTS];
  pthread_t threads[MOST_THREADS];
  size_t n_threads;
  size_t at, from;		/* the function that is written next; where its
				   text begins in its slot */
  pthread_mutex_t lock;		/* for what follows, and READY */
  pthread_cond_t changed;
  size_t n_taken, n_written;	/* runs */
};

static void
make_run (struct parts *p, size_t run)
{
  struct slot *s = p->slots + run % SLOTS;
  size_t n = p->runs[run + 1] - p->runs[run];
  s->text.size = 0;
  s->text.fault = &s->fault;
  if (s->room < n)
    {
      free (s->ends);
      s->ends = fresh (n, sizeof *s->ends, &s->fault);
      s->room = s->ends ? n : 0;
    }
  for (size_t i = 0; i < n && !s->fault.text[0]; i++)
    {
      s->text.more = false;
      p->put (&s->text, p->report, p->functions[p->runs[run] + i], p->data);
      s->ends[i] = s->text.size;
    }
}

static void *
work (void *data)
{
  struct parts *p = data;
  pthread_mutex_lock (&p->lock);
  while (p->n_taken < p->n_runs)
    {
      if (p->n_taken >= p->n_written + SLOTS)
	{
	  pthread_cond_wait (&p->changed, &p->lock);
	  continue;
	}
      size_t run = p->n_taken++;
      pthread_mutex_unlock (&p->lock);
      make_run (p, run);
      pthread_mutex_lock (&p->lock);
      p->slots[run % SLOTS].ready = true;
      pthread_cond_broadcast (&p->changed);
    }
  pthread_mutex_unlock (&p->lock);
  return NULL;
}

/* List what there is to do.  */
static bool
list_runs (struct parts *p)
{
  const struct report *r = p->report;
  size_t n = 0, size = 0;
  struct ghalt_function fn;
  p->functions = fresh (r->facts.n_functions + 1, sizeof *p->functions,
			r->fault);
  p->runs = fresh (r->facts.n_functions + 1, sizeof *p->runs, r->fault);
  if (!p->functions || !p->runs)
    return false;
  for (size_t i = 0; report_next (r, &i, &fn);)
    {
      if (n == 0 || size >= RUN)
	{
	  p->runs[p->n_runs++] = n;
	  size = 0;
	}
      p->functions[n++] = fn.number;
      size += (size_t) fn.n_blocks + fn.n_edges + fn.n_points;
    }
  p->runs[p->n_runs] = n;
  return true;
}

/* Start the threads, which leave all signals to this one.  With fewer than two
   processors, or where none can be started, this one does it all.  */
static void
start_threads (struct parts *p)
{
  cpu_set_t cpus;
  sigset_t all, old;
  size_t n = sched_getaffinity (0, sizeof cpus, &cpus) == 0
	       ? (size_t) CPU_COUNT (&cpus)
	       : 1;
  n = n < 2 ? 0 : n > MOST_THREADS ? MOST_THREADS : n;
  n = n < p->n_runs / 2 ? n : p->n_runs / 2;
  sigfillset (&all);
  pthread_sigmask (SIG_BLOCK, &all, &old);
  while (p->n_threads < n
	 && pthread_create (p->threads + p->n_threads, NULL, work, p) == 0)
    p->n_threads++;
  pthread_sigmask (SIG_SETMASK, &old, NULL);
}

struct parts *
parts_begin (const struct report *r,
	     void (*put) (struct json *w, const struct report *r, size_t number,
			  const void *data),
	     const void *data)
{
  struct parts *p = fresh (1, sizeof *p, r->fault);
  if (!p)
    return NULL;
  p->report = r;
  p->put = put;
  p->data = data;
  pthread_mutex_init (&p->lock, NULL);
  pthread_cond_init (&p->changed, NULL);
  if (!list_runs (p))
    {
      parts_end (p);
      return NULL;
    }
  start_threads (p);
  return p;
}

void
parts_end (struct parts *p)
{
  pthread_mutex_lock (&p->lock);
  p->n_taken = p->n_runs;
  pthread_cond_broadcast (&p->changed);
  pthread_mutex_unlock (&p->lock);
  for (size_t i = 0; i < p->n_threads; i++)
    pthread_join (p->threads[i], NULL);
  for (size_t i = 0; i < SLOTS; i++)
    {
      json_end (&p->slots[i].text);
      free (p->slots[i].ends);
    }
  pthread_cond_destroy (&p->changed);
  pthread_mutex_destroy (&p->lock);
  FREE_ALL (p->functions, p->runs, p);
}

/* Wait until the run that is written next is there.  */
static void
await_run (struct parts *p, struct slot *s)
{
  pthread_mutex_lock (&p->lock);
  while (p->n_threads > 0 && !s->ready)
    pthread_cond_wait (&p->changed, &p->lock);
  pthread_mutex_unlock (&p->lock);
  if (p->n_threads == 0)
    make_run (p, p->n_written);
}

void
parts_put (struct parts *p, struct json *w)
{
  size_t run = p->n_written, i = p->at - p->runs[run];
  struct slot *s = p->slots + run % SLOTS;
  if (i == 0)
    await_run (p, s);
  if (s->fault.text[0])
    fault (w->fault, "%s", s->fault.text);
  else
    json_raw (w, s->text.text + p->from, s->ends[i] - p->from);
  p->from = s->fault.text[0] ? 0 : s->ends[i];
  if (++p->at < p->runs[run + 1])
    return;
  p->from = 0;
  pthread_mutex_lock (&p->lock);
  s->ready = false;
  p->n_written++;
  pthread_cond_broadcast (&p->changed);
  pthread_mutex_unlock (&p->lock);
}
