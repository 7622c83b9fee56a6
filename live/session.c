/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Carry out a context.  The process is traced; for each action all of it stands
   still.

   Which points are on follows from the actions that are in force, the latest of those
   that name a point decides; if none does it is what it was at the beginning.  */

#include "live/session.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>
#include <unistd.h>

#include "halt/switch.h"
#include "live/trace.h"

/* A rule as it goes.  */
struct state
{
  bool done;			/* it will not be carried out again */
  double next;			/* when it is, of rules with a time */
  double begin;			/* of the interval of a rule `every' */
  double until;			/* when it is taken back, or negative */
  uint64_t hits;
  uint64_t *site;		/* of each point that is meant, sorted */
  size_t n_sites;
  unsigned char **named;	/* of each action the points that it names */
  /* What was measured while it was on, of rules `every' with `for'.  */
  double since;			/* processor time when it was switched on */
  uint64_t sum_since;
  double on, on_squared;	/* seconds */
  double events, events_squared, product;
  unsigned n_windows;
};

/* An action that is in force.  */
struct force
{
  size_t rule, action;
};

struct run
{
  const struct session *s;
  const struct context *c;
  struct live_process p;
  struct trace t;
  struct state *state;
  struct force *force;
  size_t n_force;
  size_t n_points;
  unsigned char *first, *now;	/* whether each is on: at the beginning, now */
  unsigned char *since;		/* whether it was on since counts began */
  uint64_t *row;		/* where it is described */
  struct live_image base;	/* what was counted before */
  bool has_base;
  double start, processor;	/* when it began: the clock, its processor time */
  unsigned n_snapshots;
  bool loading;			/* the program is not complete yet */
  bool renewed;			/* it is another one than at first */
  uint64_t linker;		/* where the dynamic linker tells who listens */
  uint64_t linker_state;	/* what it is doing: where that is, or 0 */
  bool stop;			/* an action said so */
  bool ending;			/* the process ends */
  char *why;
};

/* --- time ------------------------------------------------------------------ */

/* The processor time of the process, in seconds.  */
static double
processor_time (const struct run *r)
{
  clockid_t clock;
  struct timespec t;
  if (clock_getcpuclockid (r->t.pid, &clock) != 0
      || clock_gettime (clock, &t) != 0)
    return -1;
  return (double) t.tv_sec + 1e-9 * (double) t.tv_nsec;
}

/* N without its fraction; its square root, or 0.  The library needs no other for
   that.  */
static double
whole (double n)
{
  return (double) (int64_t) n;
}

static double
root (double n)
{
  double x = n > 1 ? n : 1;
  for (int i = 0; n > 0 && i < 200; i++)
    x = (x + n / x) / 2;
  return n > 0 ? x : 0;
}

/* From 0 up to 1.  */
static double
random_share (void)
{
  uint32_t n;
  if (getrandom (&n, sizeof n, 0) != sizeof n)
    return 0.5;
  return n / 4294967296.0;
}

/* The interval of rule I that begins at BEGIN: its window is anywhere in it, so that
   nothing that happens at the same intervals is always in one, or never.  */
static void
plan (struct run *r, size_t i, double begin)
{
  const struct context_rule *rule = &r->c->rule[i];
  struct state *s = &r->state[i];
  s->begin = begin;
  s->next = rule->length < 0
	      ? begin + rule->time
	      : begin + random_share () * (rule->time - rule->length);
}

/* --- points ----------------------------------------------------------------- */

static uint64_t
row_of (const struct live_function *f, size_t i)
{
  return f->address + i * sizeof *f->points;
}

static void
forget_choices (struct run *r)
{
  for (size_t i = 0; r->state && i < r->c->n_rules; i++)
    {
      struct state *s = &r->state[i];
      for (size_t a = 0; s->named && a < r->c->rule[i].n_actions; a++)
	free (s->named[a]);
      free (s->named);
      free (s->site);
      s->named = NULL;
      s->site = NULL;
      s->n_sites = 0;
    }
}

static int
compare_addresses (const void *a, const void *b)
{
  uint64_t x = *(const uint64_t *) a, y = *(const uint64_t *) b;
  return x < y ? -1 : x > y;
}

/* No memory is left.  */
static bool
no_memory (struct run *r)
{
  snprintf (r->why, LIVE_WHY, "no memory");
  return false;
}

/* Find what the process has loaded by now.  */
static bool
find_objects (struct run *r)
{
  r->p.were_on = NULL;
  if (live_again (&r->p))
    return true;
  if (r->p.no_memory)
    return no_memory (r);
  snprintf (r->why, LIVE_WHY, "process %d has ended meanwhile", (int) r->t.pid);
  return false;
}

/* Find the points that rule I waits for.  */
static bool
find_sites (struct run *r, size_t i, bool lenient)
{
  const struct context_rule *rule = &r->c->rule[i];
  struct state *s = &r->state[i];
  unsigned char *is = live_choose (&r->p, &rule->points, r->s->points_of,
				   lenient, r->why);
  if (!is)
    return false;
  s->site = calloc (r->n_points + 1, sizeof *s->site);
  for (size_t n = 0; s->site && n < r->p.n_functions; n++)
    {
      const struct live_function *f = &r->p.functions[n];
      for (size_t k = 0; k < f->n_points; k++)
	if (is[f->first + k])
	  s->site[s->n_sites++] = halt_distant (row_of (f, k),
						f->points[k].site);
    }
  free (is);
  if (!s->site)
    return no_memory (r);
  qsort (s->site, s->n_sites, sizeof *s->site, compare_addresses);
  return true;
}

/* What rule I says of points that are not there yet, or in another program, is no
   mistake.  */
static bool
is_lenient (const struct run *r, size_t i)
{
  for (size_t k = 0; k < r->c->n_rules; k++)
    if (r->c->rule[k].when == CONTEXT_EXEC
	&& r->c->rule[i].when != CONTEXT_START)
      return true;
  return r->renewed || r->c->rule[i].when == CONTEXT_DLOPEN
	 || r->c->rule[i].when == CONTEXT_EXEC;
}

/* Find the points that all rules name.  */
static bool
find_choices (struct run *r)
{
  forget_choices (r);
  for (size_t i = 0; i < r->c->n_rules; i++)
    {
      const struct context_rule *rule = &r->c->rule[i];
      struct state *s = &r->state[i];
      s->named = calloc (rule->n_actions + 1, sizeof *s->named);
      if (!s->named)
	return no_memory (r);
      if (rule->when == CONTEXT_HIT && !find_sites (r, i, is_lenient (r, i)))
	{
	  context_blame (r->c, rule->points.at, r->why);
	  return false;
	}
      for (size_t a = 0; a < rule->n_actions; a++)
	if (rule->action[a].what <= CONTEXT_OFF
	    && !(s->named[a] = live_choose (&r->p, &rule->action[a].points,
					    r->s->points_of, is_lenient (r, i),
					    r->why)))
	  {
	    context_blame (r->c, rule->action[a].points.at, r->why);
	    return false;
	  }
      if (rule->when == CONTEXT_EVENT && r->p.n_events == 0 && !r->renewed)
	{
	  snprintf (r->why, LIVE_WHY,
		    "process %d never calls halt_event (of libhalt, "
		    "<halt/halt.h>)",
		    (int) r->t.pid);
	  context_blame (r->c, rule->at, r->why);
	  return false;
	}
      if (rule->when == CONTEXT_DLOPEN && !r->linker && !r->renewed)
	{
	  snprintf (r->why, LIVE_WHY, "process %d is linked statically",
		    (int) r->t.pid);
	  context_blame (r->c, rule->at, r->why);
	  return false;
	}
    }
  return true;
}

/* What the points are, which have changed: as far as they were known what they were at
   the beginning is known.  */
static bool
find_points (struct run *r)
{
  size_t n = live_n_points (&r->p);
  unsigned char *first = calloc (n + 1, 1), *now = calloc (n + 1, 1);
  unsigned char *since = calloc (n + 1, 1);
  uint64_t *row = calloc (n + 1, sizeof *row);
  if (!first || !now || !since || !row)
    {
      free (first);
      free (now);
      free (since);
      free (row);
      return no_memory (r);
    }
  live_find_on (&r->p, now);
  for (size_t i = 0; i < r->p.n_functions; i++)
    for (size_t k = 0; k < r->p.functions[i].n_points; k++)
      row[r->p.functions[i].first + k] = row_of (&r->p.functions[i], k);
  memcpy (first, now, n);
  memcpy (since, now, n);
  for (size_t i = 0, k = 0; i < r->n_points; i++)
    {
      /* Objects are in the order of their addresses.  */
      while (k < n && row[k] < r->row[i])
	k++;
      if (k < n && row[k] == r->row[i])
	{
	  first[k] = r->first[i];
	  since[k] |= r->since[i];
	}
    }
  free (r->first);
  free (r->now);
  free (r->since);
  free (r->row);
  r->first = first;
  r->now = now;
  r->since = since;
  r->p.were_on = since;
  r->row = row;
  r->n_points = n;
  return true;
}

/* --- switching ---------------------------------------------------------------- */

static int
choose (const struct live_process *p, const struct live_function *function,
	const struct halt_switch_point *point, void *data)
{
  struct run *r = data;
  size_t i = function->first + (size_t) (point - function->points);
  int on = r->first[i];
  (void) p;
  for (size_t f = r->n_force; f-- > 0;)
    {
      const struct force *force = &r->force[f];
      if (r->state[force->rule].named[force->action][i])
	{
	  on = r->c->rule[force->rule].action[force->action].what == CONTEXT_ON;
	  break;
	}
    }
  return on == r->now[i] ? -1 : on;
}

/* The points are what they are to be.  */
static void
set_now (struct run *r)
{
  for (size_t n = 0; n < r->p.n_functions; n++)
    {
      const struct live_function *f = &r->p.functions[n];
      for (size_t k = 0; k < f->n_points; k++)
	{
	  int on = choose (&r->p, f, &f->points[k], r);
	  if (on >= 0)
	    r->now[f->first + k] = (unsigned char) on;
	  r->since[f->first + k] |= r->now[f->first + k];
	}
    }
}

/* Switch what is not as it is to be.  While the process is changing its code itself it
   goes on for a moment.  */
static bool
switch_points (struct run *r)
{
  struct live_count count;
  struct timespec moment = { 0, 1000000 };
  for (int tries = 0;; tries++)
    {
      r->p.busy = false;
      if (live_switch (&r->p, choose, r, &count, r->why))
	break;
      if (!r->p.busy || tries == 1000)
	return false;
      trace_release (&r->t);
      nanosleep (&moment, NULL);
      trace_hold (&r->t);
    }
  set_now (r);
  return true;
}

static void
drop_force (struct run *r, size_t rule, size_t action)
{
  size_t n = 0;
  for (size_t i = 0; i < r->n_force; i++)
    if (r->force[i].rule != rule || r->force[i].action != action)
      r->force[n++] = r->force[i];
  r->n_force = n;
}

/* --- breakpoints --------------------------------------------------------------- */

/* Put them where something is waited for.  */
static void
set_breaks (struct run *r)
{
  bool events = false;
  trace_forget (&r->t);
  if (r->linker)
    trace_break (&r->t, r->linker);
  for (size_t i = 0; i < r->c->n_rules; i++)
    {
      events |= r->c->rule[i].when == CONTEXT_EVENT;
      for (size_t k = 0; !r->state[i].done && k < r->state[i].n_sites; k++)
	trace_break (&r->t, r->state[i].site[k]);
    }
  for (size_t i = 0; events && i < r->p.n_events; i++)
    trace_break (&r->t, r->p.events[i]);
}

/* --- counts ---------------------------------------------------------------------- */

/* Pass on what was counted since the beginning, or since it was reset: profile
   NUMBER.  */
static bool
keep_profile (struct run *r, unsigned number)
{
  struct live_image image;
  size_t size;
  if (!r->s->listener.profile)
    return true;
  if (!live_take_counts (&r->p, &image, r->why))
    return false;
  void *profile = r->s->profile_of (&image, &r->base, &size, r->why);
  bool good = profile
	      && r->s->listener.profile (r->s->listener.data, number, profile,
					 size, r->why);
  free (profile);
  live_image_release (&image);
  return good;
}

static bool
reset (struct run *r)
{
  live_image_release (&r->base);
  r->has_base = live_take_counts (&r->p, &r->base, r->why);
  memcpy (r->since, r->now, r->n_points);
  return r->has_base;
}

static uint64_t
sum_of_counts (struct run *r)
{
  struct live_image image;
  if (!live_take_counts (&r->p, &image, r->why))
    return 0;
  uint64_t sum = live_image_sum (&image);
  live_image_release (&image);
  return sum;
}

static bool
is_sampled (const struct context_rule *rule)
{
  return rule->when == CONTEXT_EVERY && rule->length >= 0;
}

/* A window of the state S begins; or ends.  */
static void
begin_window (struct run *r, struct state *s)
{
  s->sum_since = sum_of_counts (r);
  s->since = processor_time (r);
}

static void
end_window (struct run *r, struct state *s)
{
  double on = processor_time (r) - s->since;
  double n = (double) (sum_of_counts (r) - s->sum_since);
  if (s->since < 0 || on < 0)
    return;
  s->on += on;
  s->on_squared += on * on;
  s->events += n;
  s->events_squared += n * n;
  s->product += n * on;
  s->n_windows++;
}

/* How far what is counted in windows may be off: the standard error of a ratio (events
   for processor time) that is estimated from windows (Cochran, Sampling Techniques,
   6.4).  */
static void
tell_sample (struct run *r, size_t i)
{
  const struct state *s = &r->state[i];
  double n = s->n_windows, rate = s->on > 0 ? s->events / s->on : 0;
  double squares = s->events_squared - 2 * rate * s->product
		   + rate * rate * s->on_squared;
  const struct session_sample sample = {
    .rule = i,
    .windows = s->n_windows,
    .on = s->on,
    .all = processor_time (r) - r->processor,
    .error = s->n_windows > 1 && s->events > 0
	       ? root (squares * n / (n - 1)) / s->events
	       : -1
  };
  if (r->s->listener.sample)
    r->s->listener.sample (r->s->listener.data, &sample);
}

/* --- rules -------------------------------------------------------------------------- */

/* Do what rule I says, all standing still.  TEXT is what halt_event said, or "".  */
static bool
carry_out (struct run *r, size_t i, const char *text)
{
  const struct context_rule *rule = &r->c->rule[i];
  struct session_event event = {
    .rule = i, .text = text, .seconds = stop_now () - r->start
  };
  bool good = true, switches = false, begins = false;
  if (is_sampled (rule) && r->state[i].until < 0)
    begin_window (r, &r->state[i]);
  for (size_t a = 0; good && a < rule->n_actions; a++)
    {
      switch (rule->action[a].what)
	{
	case CONTEXT_ON:
	case CONTEXT_OFF:
	  drop_force (r, i, a);
	  r->force[r->n_force++] = (struct force) { i, a };
	  switches = true;
	  continue;
	case CONTEXT_RESET:
	  good = reset (r);
	  begins = true;
	  continue;
	case CONTEXT_SNAPSHOT:
	  event.snapshot = ++r->n_snapshots;
	  good = keep_profile (r, event.snapshot);
	  continue;
	case CONTEXT_STOP:
	  r->stop = true;
	}
    }
  if (good && switches && !r->ending)
    good = switch_points (r);
  if (begins)
    memcpy (r->since, r->now, r->n_points);
  if (rule->length >= 0)
    r->state[i].until = stop_now () + rule->length;
  if (good && r->s->listener.event
      && r->s->listener.event (r->s->listener.data, &event))
    r->stop = true;
  return good;
}

/* What rule I has switched is taken back.  */
static bool
take_back (struct run *r, size_t i)
{
  const struct context_rule *rule = &r->c->rule[i];
  r->state[i].until = -1;
  for (size_t a = 0; a < rule->n_actions; a++)
    drop_force (r, i, a);
  if (!r->ending && !switch_points (r))
    return false;
  if (is_sampled (rule))
    end_window (r, &r->state[i]);
  return true;
}

/* Carry out all rules for WHEN that are of SIGNAL or TEXT.  */
static bool
happen (struct run *r, enum context_when when, uint64_t signal,
	const char *text)
{
  for (size_t i = 0; i < r->c->n_rules && !r->stop; i++)
    {
      const struct context_rule *rule = &r->c->rule[i];
      const char *name = strrchr (text, '/');
      if (rule->when != when || (when == CONTEXT_SIGNAL && rule->n != signal)
	  || (rule->text && !halt_glob (rule->text, strlen (rule->text), text)
	      && !(when == CONTEXT_DLOPEN && name
		   && halt_glob (rule->text, strlen (rule->text), name + 1))))
	continue;
      trace_hold (&r->t);
      if (!carry_out (r, i, text))
	return false;
    }
  return true;
}

/* When something is to be done next, or negative.  */
static double
next_time (const struct run *r)
{
  double next = -1;
  for (size_t i = 0; i < r->c->n_rules; i++)
    {
      const struct state *s = &r->state[i];
      if (s->until >= 0 && (next < 0 || s->until < next))
	next = s->until;
      if (!s->done && s->next >= 0 && s->until < 0
	  && (next < 0 || s->next < next))
	next = s->next;
    }
  return next;
}

/* Do what was to be done up to now.  */
static bool
be_timely (struct run *r)
{
  for (size_t i = 0; i < r->c->n_rules && !r->stop; i++)
    {
      const struct context_rule *rule = &r->c->rule[i];
      struct state *s = &r->state[i];
      double now = stop_now ();
      if (s->until >= 0 && s->until <= now)
	{
	  trace_hold (&r->t);
	  if (!take_back (r, i))
	    return false;
	  if (is_sampled (rule))
	    {
	      double begin = s->begin + rule->time;
	      now = stop_now ();
	      if (begin < now)
		begin += (1 + whole ((now - begin) / rule->time)) * rule->time;
	      plan (r, i, begin);
	    }
	}
      else if (s->until < 0 && !s->done && s->next >= 0 && s->next <= now)
	{
	  s->done = rule->when == CONTEXT_AFTER;
	  if (!s->done && !is_sampled (rule))
	    plan (r, i,
		  s->next + whole ((now - s->next) / rule->time) * rule->time);
	  trace_hold (&r->t);
	  if (!carry_out (r, i, ""))
	    return false;
	}
    }
  return true;
}

/* --- the program ----------------------------------------------------------------------- */

/* It is complete: begin.  */
static bool
begin (struct run *r)
{
  r->loading = false;
  if (!find_objects (r))
    return false;
  if ((!r->renewed && !live_has_points (&r->p, r->why)) || !find_points (r)
      || !find_choices (r))
    return false;
  if (!r->renewed && !reset (r))
    return false;
  r->start = stop_now ();
  r->processor = processor_time (r);
  for (size_t i = 0; i < r->c->n_rules; i++)
    if (r->c->rule[i].when == CONTEXT_AFTER && !r->renewed)
      r->state[i].next = r->start + r->c->rule[i].time;
    else if (r->c->rule[i].when == CONTEXT_EVERY && !r->renewed)
      plan (r, i, r->start);
  bool good = happen (r, r->renewed ? CONTEXT_EXEC : CONTEXT_START, 0, "");
  set_breaks (r);
  return good;
}

/* Find where the dynamic linker tells what it has done.  */
static void
find_linker (struct run *r)
{
  const struct live_object *o = live_linker (&r->p);
  uint64_t state = 0, pointer;
  r->linker = r->linker_state = 0;
  if (!o)
    return;
  r->linker = live_symbol (&r->p, o, "_dl_debug_state");
  if ((pointer = live_symbol (&r->p, o, "_r_debug")))
    state = pointer;
  else if ((pointer = live_symbol (&r->p, o, "_dl_debug_addr")))
    state = live_word (&r->p, o, pointer);
  if (state)
    r->linker_state = state + (o->is_64 ? 24 : 12);
}

/* A program, of which nothing was executed, begins.  */
static bool
load (struct run *r)
{
  trace_hold (&r->t);
  live_close (&r->p);
  if (!live_hold (&r->p, r->t.pid, r->why))
    return false;
  find_linker (r);
  if (r->linker && trace_break (&r->t, r->linker))
    {
      r->loading = true;
      return true;
    }
  return begin (r);
}

/* The process has replaced its program.  */
static bool
renew (struct run *r)
{
  r->renewed = true;
  r->n_force = 0;
  r->n_points = 0;
  r->has_base = false;
  live_image_release (&r->base);
  forget_choices (r);
  for (size_t i = 0; i < r->c->n_rules; i++)
    {
      r->state[i].until = -1;
      r->state[i].hits = 0;
    }
  return load (r);
}

/* Objects were loaded or unloaded.  */
static bool
reload (struct run *r)
{
  trace_hold (&r->t);
  uint32_t state = 0;
  if (r->loading)
    {
      /* RT_CONSISTENT is 0.  */
      bool there = !r->linker_state
		   || (live_read (&r->p, r->linker_state, &state, sizeof state)
		       && state == 0);
      return !there || begin (r);
    }
  size_t n = r->p.n_objects;
  char **old = calloc (n + 1, sizeof *old);
  uint64_t *start = calloc (n + 1, sizeof *start);
  bool good = old && start;
  for (size_t i = 0; good && i < n; i++)
    {
      old[i] = strdup (r->p.objects[i].path);
      start[i] = r->p.objects[i].start;
      good = old[i];
    }
  if (!good)
    no_memory (r);
  good = good && find_objects (r) && find_points (r) && find_choices (r);
  /* What is in force holds for what is new.  */
  if (good && r->n_force > 0)
    good = switch_points (r);
  for (size_t i = 0; good && i < r->p.n_objects; i++)
    {
      size_t k = 0;
      while (k < n
	     && (start[k] != r->p.objects[i].start
		 || strcmp (old[k], r->p.objects[i].path) != 0))
	k++;
      if (k == n)
	good = happen (r, CONTEXT_DLOPEN, 0, r->p.objects[i].path);
    }
  set_breaks (r);
  for (size_t i = 0; old && i < n; i++)
    free (old[i]);
  free (old);
  free (start);
  return good;
}

/* How often ADDRESS is among the sites of S.  */
static uint64_t
points_at (const struct state *s, uint64_t address)
{
  uint64_t n = 0;
  for (size_t i = 0; i < s->n_sites; i++)
    n += s->site[i] == address;
  return n;
}

/* A thread comes to a point that is waited for.  */
static bool
hit (struct run *r, uint64_t address)
{
  bool any = false;
  for (size_t i = 0; i < r->c->n_rules && !r->stop; i++)
    {
      struct state *s = &r->state[i];
      const struct context_rule *rule = &r->c->rule[i];
      uint64_t before = s->hits;
      if (s->done || rule->when != CONTEXT_HIT)
	continue;
      s->hits += points_at (s, address);
      if (before >= rule->n || s->hits < rule->n)
	continue;
      s->done = any = true;
      trace_hold (&r->t);
      if (!carry_out (r, i, ""))
	return false;
    }
  if (any)
    set_breaks (r);
  return true;
}

/* What halt_event was given, at ADDRESS.  */
static bool
said (struct run *r, uint64_t address)
{
  char text[256] = "";
  for (size_t i = 0; i < sizeof text - 1; i++)
    if (!live_read (&r->p, address + i, &text[i], 1) || !text[i])
      {
	text[i] = '\0';
	break;
      }
  return happen (r, CONTEXT_EVENT, 0, text);
}

static bool
is_event (const struct run *r, uint64_t address)
{
  for (size_t i = 0; i < r->p.n_events; i++)
    if (r->p.events[i] == address)
      return true;
  return false;
}

/* Deal with EVENT.  *OVER: it was the last one.  */
static bool
deal (struct run *r, const struct trace_event *event, bool *over)
{
  switch (event->what)
    {
    case TRACE_BREAK:
      if (event->address == r->linker)
	return reload (r);
      return is_event (r, event->address) ? said (r, event->argument)
					  : hit (r, event->address);
    case TRACE_SIGNAL:
      return happen (r, CONTEXT_SIGNAL, (uint64_t) event->signal, "");
    case TRACE_FORK:
      return happen (r, CONTEXT_FORK, 0, "");
    case TRACE_CLONE:
      return happen (r, CONTEXT_CLONE, 0, "");
    case TRACE_EXEC:
      return renew (r);
    case TRACE_EXIT:
      r->ending = true;
      return r->loading || happen (r, CONTEXT_EXIT, 0, "");
    case TRACE_GONE:
      *over = true;
    }
  return true;
}

/* --- all of it --------------------------------------------------------------------------- */

/* Nothing is wrong: the last profile, and what is to be said.  */
static bool
finish (struct run *r)
{
  trace_hold (&r->t);
  for (size_t i = 0; i < r->c->n_rules; i++)
    if (is_sampled (&r->c->rule[i]) && r->state[i].until >= 0)
      end_window (r, &r->state[i]);
  for (size_t i = 0; i < r->c->n_rules; i++)
    if (is_sampled (&r->c->rule[i]))
      tell_sample (r, i);
  return r->p.n_functions == 0 || keep_profile (r, 0);
}

/* Wait for the first program.  False: that never came.  */
static bool
await_program (struct run *r)
{
  struct trace_event event;
  do
    trace_next (&r->t, -1, -1, &event);
  while (event.what != TRACE_EXEC && event.what != TRACE_GONE);
  return event.what == TRACE_EXEC;
}

static bool
go (struct run *r)
{
  struct trace_event event = { .what = TRACE_GONE };
  bool over = false, good;
  if (r->s->starts)
    {
      if (!await_program (r))
	return true;
      event.tid = r->t.pid;
      good = load (r);
    }
  else
    {
      trace_hold (&r->t);
      find_linker (r);
      good = begin (r);
    }
  if (good && !r->s->starts)
    r->s->begun (r->s);
  while (good && !r->stop && !over && !r->ending)
    {
      trace_release (&r->t);
      if (trace_next (&r->t, next_time (r), r->s->front, &event))
	good = deal (r, &event, &over);
      else if (next_time (r) >= 0 && next_time (r) <= stop_now ())
	good = be_timely (r);
      else
	break;
    }
  /* What was to be executed is not.  */
  if (!good && r->s->starts && !r->has_base && !r->renewed)
    trace_finish (&r->t, event.tid, 2);
  if (good && !over && !r->loading)
    good = finish (r);
  else if (good && over)
    {
      snprintf (r->why, LIVE_WHY,
		"process %d has ended meanwhile; what it counted is in its "
		"own profile, if it wrote one",
		(int) r->s->pid);
      good = !r->s->listener.profile;
    }
  if (!over && !r->ending && r->p.n_changes > 0)
    {
      char why[LIVE_WHY];
      trace_hold (&r->t);
      r->p.still = NULL;
      if (!live_undo (&r->p, good ? r->why : why))
	good = false;
    }
  return good;
}

bool
session_run (const struct session *s, char *why)
{
  size_t n_actions = 0;
  struct run r = { .s = s, .c = s->context, .why = why };
  r.t = (struct trace) { .memory = -1, .child = -1 };
  r.p = (struct live_process) { .memory = -1, .lock = -1, .counts = -1 };
  for (size_t i = 0; i < r.c->n_rules; i++)
    n_actions += r.c->rule[i].n_actions;
  r.state = calloc (r.c->n_rules + 1, sizeof *r.state);
  r.force = calloc (n_actions + 1, sizeof *r.force);
  bool good = r.state && r.force;
  if (!good)
    no_memory (&r);
  for (size_t i = 0; r.state && i < r.c->n_rules; i++)
    r.state[i].next = r.state[i].until = -1;
  /* One at a time.  */
  good = good && (s->starts || live_hold (&r.p, s->pid, why));
  int error = good ? trace_begin (&r.t, s->pid) : 0;
  if (error)
    stop_refused (s->pid, error, why);
  good = good && !error;
  if (good && s->starts)
    s->begun (s);
  good = good && go (&r);
  if (!good)
    s->failed (s, why);
  trace_end (&r.t);
  live_close (&r.p);
  live_image_release (&r.base);
  forget_choices (&r);
  free (r.state);
  free (r.force);
  free (r.first);
  free (r.now);
  free (r.since);
  free (r.row);
  return good;
}
