/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Carry out a context.  The process is traced; for each action all of it stands
   still.  */

#include "base/grow.h"
#include "live/session-run.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "halt/switch.h"

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
  if (run_is_sampled (rule) && r->state[i].until < 0)
    run_begin_window (r, &r->state[i]);
  for (size_t a = 0; good && a < rule->n_actions; a++)
    {
      switch (rule->action[a].what)
	{
	case CONTEXT_ON:
	case CONTEXT_OFF:
	  run_drop_force (r, i, a);
	  r->force[r->n_force++] = (struct force) { i, a };
	  switches = true;
	  continue;
	case CONTEXT_RESET:
	  good = run_reset (r);
	  begins = true;
	  continue;
	case CONTEXT_SNAPSHOT:
	  event.snapshot = ++r->n_snapshots;
	  good = run_keep_profile (r, event.snapshot);
	  continue;
	case CONTEXT_STOP:
	  r->stop = true;
	}
    }
  if (good && switches && !r->ending)
    good = run_switch (r);
  if (run_is_sampled (rule))
    r->state[i].since = run_processor_time (r);
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
    run_drop_force (r, i, a);
  if (run_is_sampled (rule))
    run_window_over (r, &r->state[i]);
  return r->ending || run_switch (r);
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
	  if (run_is_sampled (rule))
	    run_plan (r, i, s->begin + rule->time);
	}
      else if (s->until < 0 && !s->done && s->next >= 0 && s->next <= now)
	{
	  s->done = rule->when == CONTEXT_AFTER;
	  if (!s->done && !run_is_sampled (rule))
	    run_plan (r, i, s->next);
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
begin_run (struct run *r)
{
  r->loading = false;
  if (!run_find_objects (r))
    return false;
  if ((!r->renewed && !live_has_points (&r->p, r->why)) || !run_find_points (r)
      || !run_find_choices (r))
    return false;
  if (!r->renewed && !run_reset (r))
    return false;
  r->start = stop_now ();
  r->processor = run_processor_time (r);
  for (size_t i = 0; i < r->c->n_rules; i++)
    if (r->c->rule[i].when == CONTEXT_AFTER && !r->renewed)
      r->state[i].next = r->start + r->c->rule[i].time;
    else if (r->c->rule[i].when == CONTEXT_EVERY && !r->renewed)
      {
	run_plan (r, i, r->start);
	if (run_is_sampled (&r->c->rule[i]))
	  r->state[i].next = r->start;
      }
  bool good = happen (r, r->renewed ? CONTEXT_EXEC : CONTEXT_START, 0, "");
  run_set_breaks (r);
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
  return begin_run (r);
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
  run_forget_choices (r);
  for (size_t i = 0; i < r->c->n_rules; i++)
    {
      r->state[i].until = -1;
      r->state[i].hits = 0;
      run_free_sample (&r->state[i]);
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
      /* Its own addresses are right by now, which musl's is found by.  RT_CONSISTENT is
	 0.  */
      find_linker (r);
      bool there = !r->linker_state
		   || (live_read (&r->p, r->linker_state, &state, sizeof state)
		       && state == 0);
      return !there || begin_run (r);
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
    run_no_memory (r);
  good = good && run_find_objects (r) && run_find_points (r)
	 && run_find_choices (r);
  /* What is in force holds for what is new.  */
  if (good && r->n_force > 0)
    good = run_switch (r);
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
  run_set_breaks (r);
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
    run_set_breaks (r);
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
    if (run_is_sampled (&r->c->rule[i]) && r->state[i].until >= 0)
      run_window_over (r, &r->state[i]);
  for (size_t i = 0; i < r->c->n_rules; i++)
    if (run_is_sampled (&r->c->rule[i]))
      run_tell_sample (r, i);
  return r->p.n_functions == 0 || run_keep_profile (r, 0);
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
      good = begin_run (r);
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
    run_no_memory (&r);
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
  run_forget_choices (&r);
  for (size_t i = 0; r.state && i < r.c->n_rules; i++)
    run_free_sample (&r.state[i]);
  FREE_ALL (r.state, r.force, r.first, r.now, r.since, r.row, r.was);
  return good;
}
