/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ghalt play: the events of a trace go to who wants them, in the order of their
   thread; and of time, if that is asked for.

   Each thread of the trace is played by a thread of its own, one at a time, so that
   analyses find their thread-local variables.  */

#include <inttypes.h>
#include <pthread.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <unistd.h>

#include "ghalt/play/play.h"
#include "summarize/summarize.h"

#define BATCH 1024

/* --- threads take turns ---------------------------------------------------------- */

/* A thread of the trace, and where its reader stands.  */
struct player
{
  struct band *band;
  const struct trace_thread *thread;
  struct trace_reader reader;
  struct event *event;
  size_t at, n;			/* of EVENT: what is next, how many there are */
  uint64_t time;		/* of what is next */
  uint64_t number;		/* of events that came before */
  bool over;
  bool begun;			/* its thread exists */
  pthread_t who;
};

/* All of them.  */
struct band
{
  const struct play *play;
  struct play_sink *sink;
  struct player *player;
  size_t n;
  pthread_mutex_t lock;
  pthread_cond_t changed;
  const struct player *turn;	/* NULL: whose it is, is decided */
  uint64_t number;		/* of events of all */
  bool any;			/* event was chosen */
  bool failed;
  struct fault *fault;
};

/* Have events at hand, of which the first is no time.  */
static bool
fill_events (struct player *p)
{
  while (!p->over)
    {
      if (p->at == p->n)
	{
	  p->at = 0;
	  p->n = reader_read (&p->reader, p->event, BATCH);
	  if (p->n == 0)
	    p->over = true;
	}
      else if (p->event[p->at].type == HALT_TRACE_TIME)
	p->time = p->event[p->at++].a;
      else
	return true;
    }
  return *p->reader.trace->why == 0;
}

/* Of the N events at E, which begin with number NUMBER, those that are chosen.  */
static size_t
choose_events (const struct band *b, uint64_t number, struct event *e, size_t n)
{
  const struct play *p = b->play;
  const struct play_points *points = b->sink->points;
  uint64_t to = p->to ? p->to : UINT64_MAX;
  size_t kept = 0;
  for (size_t i = 0; i < n; i++)
    {
      const unsigned char *chosen = points->chosen[e[i].type];
      if (number + i < p->from || number + i >= to
	  || (p->kinds && !(p->kinds >> play_kind (e[i].type) & 1))
	  || (p->n_functions
	      && !(chosen && e[i].id < points->n_ids && chosen[e[i].id])))
	continue;
      e[kept++] = e[i];
    }
  return kept;
}

/* Play P up to where its next time is, or its end.  */
static bool
play_slice (struct player *p)
{
  struct band *b = p->band;
  uint64_t time = p->time;
  bool all = !b->play->from && !b->play->to && !b->play->kinds
	     && !b->play->n_functions;
  while (fill_events (p) && !p->over && p->time == time)
    {
      struct event *e = p->event + p->at;
      size_t n = p->n - p->at;
      size_t kept
	= all ? n
	      : choose_events (b, b->play->merge ? b->number : p->number, e, n);
      p->at += n;
      p->number += n;
      b->number += n;
      b->any |= kept > 0;
      if (kept && !b->sink->put (b->sink, p->thread, time, e, kept))
	return false;
      if (!b->play->merge && b->play->to && p->number >= b->play->to)
	p->over = true;
    }
  return *p->reader.trace->why == 0;
}

/* Play P until it is another one's turn: always until its end, without MERGE.  */
static void
play_turn (struct player *p)
{
  do
    if (!play_slice (p))
      {
	p->band->failed = true;
	return;
      }
  while (!p->over && !p->band->play->merge);
}

static void *
thread_run (void *data)
{
  struct player *p = data;
  struct band *b = p->band;
  pthread_mutex_lock (&b->lock);
  for (;;)
    {
      while (b->turn != p)
	pthread_cond_wait (&b->changed, &b->lock);
      if (p->over)
	break;
      play_turn (p);
      b->turn = NULL;
      pthread_cond_broadcast (&b->changed);
    }
  b->turn = NULL;
  pthread_cond_broadcast (&b->changed);
  pthread_mutex_unlock (&b->lock);
  return NULL;
}

/* Let the thread of P go on, and wait for it.  */
static bool
give_turn (struct player *p)
{
  struct band *b = p->band;
  if (!p->begun && pthread_create (&p->who, NULL, thread_run, p) != 0)
    {
      fault (b->fault, "cannot create a thread");
      return false;
    }
  p->begun = true;
  pthread_mutex_lock (&b->lock);
  b->turn = p;
  pthread_cond_broadcast (&b->changed);
  while (b->turn)
    pthread_cond_wait (&b->changed, &b->lock);
  pthread_mutex_unlock (&b->lock);
  return true;
}

/* Who is next, or NULL.  */
static struct player *
next_player (struct band *b)
{
  struct player *found = NULL;
  for (size_t i = 0; i < b->n; i++)
    {
      struct player *p = &b->player[i];
      if (!p->over && (!found || p->time < found->time))
	found = p;
      if (found && !b->play->merge)
	break;
    }
  return found;
}

/* The thread of P is over.  The first one is ours.  */
static bool
finish_thread (struct player *p)
{
  bool good = true;
  if (p->begun)
    {
      good = give_turn (p);
      pthread_join (p->who, NULL);
    }
  p->begun = false;
  return good;
}

static bool
play_all (struct band *b, struct trace *t)
{
  struct player *p;
  bool good = true;
  while (good && (p = next_player (b)))
    {
      if (!p->event)
	{
	  p->event = malloc (BATCH * sizeof *p->event);
	  good = p->event && reader_begin (&p->reader, t, p->thread)
		 && fill_events (p);
	  if (!good && !*t->why && !*b->fault->text)
	    fault (b->fault, "out of memory");
	  continue;
	}
      if (p == b->player)
	play_turn (p);
      else
	good = give_turn (p);
      good = good && !b->failed;
      if (p->over)
	{
	  good = finish_thread (p) && good;
	  reader_release (&p->reader);
	}
      if (b->play->merge && b->play->to && b->number >= b->play->to)
	break;
    }
  if (!good && *t->why)
    fault (b->fault, "%s", t->why);
  for (size_t i = 0; i < b->n; i++)
    {
      b->player[i].over = true;
      finish_thread (&b->player[i]);
      reader_release (&b->player[i].reader);
      free (b->player[i].event);
    }
  return good;
}

/* Say that nothing was played, and why.  */
static void
note_none (const struct play *p, const struct trace *t)
{
  bool all = !p->from && !p->to && !p->kinds && !p->n_functions && !p->thread;
  fprintf (stderr,
	   all
	     ? "ghalt: '%s' has no events\n"
	     : "ghalt: '%s' has no events that the options choose; 'ghalt play "
	       "--check' says how many each thread has\n",
	   t->path);
}

static bool
play_to (const struct play *p, struct trace *t, struct play_sink *sink,
	 struct fault *f)
{
  struct band b = { .play = p,
		    .sink = sink,
		    .lock = PTHREAD_MUTEX_INITIALIZER,
		    .changed = PTHREAD_COND_INITIALIZER,
		    .fault = f };
  if (p->thread > t->n_threads)
    return fault (f, "'%s' has %zu thread%s, no thread %" PRIu64, t->path,
		  t->n_threads, plural (t->n_threads), p->thread);
  b.player = calloc (t->n_threads + 1, sizeof *b.player);
  if (!b.player)
    return fault (f, "out of memory");
  for (size_t i = 0; i < t->n_threads; i++)
    if (p->thread == 0 || p->thread == i + 1)
      b.player[b.n++] = (struct player) { .band = &b,
					  .thread = &t->threads[i] };
  bool good = play_all (&b, t) && sink->end (sink);
  if (good && !b.any)
    note_none (p, t);
  free (b.player);
  return good;
}

/* --- as text --------------------------------------------------------------------- */

static bool
print_event (struct play_sink *sink, const struct trace_thread *thread,
	     uint64_t time, const struct event *e, size_t n)
{
  (void) time;
  for (size_t i = 0; i < n; i++)
    {
      printf ("%u %s %" PRIu64, thread->number,
	      ghalt_kind (play_kind (e[i].type))->word, e[i].id);
      if (e[i].type <= HALT_TRACE_CBR1)
	printf (" %d", e[i].type == HALT_TRACE_CBR1);
      else if (e[i].type == HALT_TRACE_MBR || e[i].type == HALT_TRACE_PATH)
	printf (" %" PRIu64, e[i].a);
      else if (e[i].type >= HALT_TRACE_ARGUMENTS)
	printf (" 0x%" PRIx64, e[i].a);
      if (model_is_access (e[i].type) || e[i].type >= HALT_TRACE_LONGJMP)
	printf (" %" PRIu64, e[i].b);
      putchar ('\n');
    }
  if (ferror (stdout))
    {
      fault (sink->fault, "cannot write the events");
      return false;
    }
  return true;
}

static bool
end_print (struct play_sink *sink)
{
  free (sink);
  return true;
}

static struct play_sink *
text_open (const struct play_points *points, struct fault *f)
{
  struct play_sink *sink = malloc (sizeof *sink);
  if (sink)
    *sink = (struct play_sink) {
      .put = print_event, .end = end_print, .points = points, .fault = f
    };
  else
    fault (f, "out of memory");
  return sink;
}

/* --- the command -------------------------------------------------------------------- */

/* Say what is missing, which is no reason not to play the rest.  */
static void
note_losses (const struct trace *t)
{
  uint64_t lost = t->header->lost;
  for (size_t i = 0; i < t->n_threads; i++)
    lost += t->threads[i].lost;
  if (lost)
    fprintf (stderr,
	     "ghalt: '%s': %" PRIu64 " event%s at the ends of threads %s "
	     "missing: %s\n",
	     t->path, lost, plural (lost), by_number (lost, "is", "are"),
	     strerror (t->header->error));
}

/* --- a trace that is cut while it is read ------------------------------------------ */

static const struct trace *mapped; /* the trace that is read */
static uintptr_t page;
static volatile sig_atomic_t cut;

/* There is no more of the trace in its mapping: let there be zeros, which are read as what
   is damaged.  */
static void
on_sigbus (int sig, siginfo_t *info, void *context)
{
  uintptr_t begin = (uintptr_t) mapped->data, end = begin + mapped->size;
  uintptr_t at = (uintptr_t) info->si_addr, from = at & -page;
  (void) context;
  if (at >= begin && at < end
      && mmap ((void *) from, end - from, PROT_READ,
	       MAP_PRIVATE | MAP_ANONYMOUS | MAP_FIXED, -1, 0)
	   != MAP_FAILED)
    cut = 1;
  else
    /* It is not ours: it happens again.  */
    signal (sig, SIG_DFL);
}

/* Open the trace of P.  */
static bool
open_trace (struct trace *t, const struct play *p)
{
  struct sigaction act = { .sa_sigaction = on_sigbus, .sa_flags = SA_SIGINFO };
  *t = (struct trace) { .path = p->trace };
  mapped = t;
  page = (uintptr_t) sysconf (_SC_PAGESIZE);
  sigaction (SIGBUS, &act, NULL);
  return trace_open (t, p->trace);
}

/* T was read, and whether all is GOOD.  Close it; false: WHY.  */
static bool
close_trace (struct trace *t, bool good, struct fault *f)
{
  if (cut)
    fault (f,
	   "'%.200s' has become shorter while it was read; copy it whole, or "
	   "record again",
	   t->path);
  trace_close (t);
  return good && !cut;
}

bool
play_run (const struct play *p, struct fault *f)
{
  struct trace t;
  struct play_points points = { .n_ids = 0 };
  struct play_sink *sink = NULL;
  f->text[0] = 0;
  bool good = open_trace (&t, p);
  if (!good)
    fault (f, "%s", t.why);
  good = good && points_open (&points, p, &t, f);
  if (good)
    {
      note_losses (&t);
      sink = p->n_analyses
	       ? analyses_open (p->analyses, p->n_analyses, &points, f)
	     : p->output ? ctf_open (p->output, &points, &t, f)
			 : text_open (&points, f);
      good = sink && play_to (p, &t, sink, f);
    }
  points_close (&points);
  return close_trace (&t, good, f);
}

bool
play_check (const struct play *p, struct fault *f)
{
  struct trace t;
  struct play_points points = { .n_ids = 0 };
  struct trace_reader r;
  struct event *e = malloc (BATCH * sizeof *e);
  f->text[0] = 0;
  bool good = open_trace (&t, p) && e;
  if (good && p->program)
    good = points_open (&points, p, &t, f);
  for (size_t i = 0; good && i < t.n_threads; i++)
    {
      uint64_t n = 0, bytes = 0;
      size_t got;
      if ((good = reader_begin (&r, &t, &t.threads[i])))
	while ((got = reader_read (&r, e, BATCH)))
	  for (size_t k = 0; k < got; k++)
	    {
	      n += e[k].type != HALT_TRACE_TIME;
	      if (p->program && e[k].type != HALT_TRACE_TIME && good
		  && !(e[k].id < points.n_ids))
		{
		  struct ghalt_point point;
		  good = ghalt_find (points.report, play_kind (e[k].type),
				     e[k].id, &point);
		  if (!good)
		    fault (f, "'%s': id %" PRIu64 " is none of the program's",
			   t.path, e[k].id);
		}
	    }
      reader_release (&r);
      good = good && !*t.why;
      for (size_t k = 0; k < t.threads[i].n_blocks; k++)
	bytes += sizeof (struct halt_trace_block)
		 + t.threads[i].block[k]->stored;
      if (good)
	printf ("thread %zu: %" PRIu64 " event%s, %zu block%s of %" PRIu64
		" bytes, %zu granule%s, %" PRIu64 " event%s missing\n",
		i + 1, n, plural (n), t.threads[i].n_blocks,
		plural (t.threads[i].n_blocks), bytes, t.threads[i].n_granules,
		plural (t.threads[i].n_granules), t.threads[i].lost,
		plural (t.threads[i].lost));
    }
  if (good)
    printf ("%s\n", t.header->error ? strerror (t.header->error)
		    : t.header->flags & HALT_TRACE_ENDED
		      ? "complete"
		      : "the process was killed, or called exec, or runs");
  else if (!*f->text)
    fault (f, "%s", *t.why ? t.why : "out of memory");
  free (e);
  points_close (&points);
  return close_trace (&t, good, f);
}
