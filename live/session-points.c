/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The points of a context: which are meant, which are on.

   Which points are on follows from the actions that are in force, the latest of those
   that name a point decides; if none does it is what it was at the beginning.  */

#include "base/grow.h"
#include "base/order.h"
#include "live/session-run.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "halt/switch.h"

static uint64_t
row_of (const struct live_function *f, size_t i)
{
  return f->address + i * sizeof *f->points;
}

void
run_forget_choices (struct run *r)
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

bool
run_no_memory (struct run *r)
{
  snprintf (r->why, LIVE_WHY, LIVE_NO_MEMORY);
  return false;
}

bool
run_find_objects (struct run *r)
{
  r->p.were_on = NULL;
  if (live_again (&r->p))
    return true;
  if (r->p.no_memory)
    return run_no_memory (r);
  snprintf (r->why, LIVE_WHY, "process %d has ended meanwhile", (int) r->t.pid);
  return false;
}

/* Tell what there is to be told of points, if there is something, and MORE; once.  */
static void
tell (struct run *r, const char *more)
{
  char text[LIVE_WHY + 64];
  if (*r->why && !r->told && r->s->listener.say)
    {
      snprintf (text, sizeof text, "note: %s%s", r->why, more);
      r->s->listener.say (r->s->listener.data, text);
    }
  *r->why = '\0';
}

/* Find the points that rule I waits for.  */
static bool
find_sites (struct run *r, size_t i, bool lenient)
{
  const struct context_rule *rule = &r->c->rule[i];
  struct state *s = &r->state[i];
  unsigned char *is = live_choose (&r->p, &rule->points, r->s->points_of,
				   lenient, r->why);
  /* What is loaded later may have them.  */
  if (!is && !lenient && r->linker && !r->p.no_memory
      && strcmp (r->why, LIVE_NO_MEMORY))
    {
      context_blame (r->c, rule->points.at, r->why);
      tell (r, "; waiting for what is loaded later");
      is = live_choose (&r->p, &rule->points, r->s->points_of, true, r->why);
    }
  else if (is)
    tell (r, "");
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
    return run_no_memory (r);
  qsort (s->site, s->n_sites, sizeof *s->site, order_u64);
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

bool
run_find_choices (struct run *r)
{
  run_forget_choices (r);
  for (size_t i = 0; i < r->c->n_rules; i++)
    {
      const struct context_rule *rule = &r->c->rule[i];
      struct state *s = &r->state[i];
      s->named = calloc (rule->n_actions + 1, sizeof *s->named);
      if (!s->named)
	return run_no_memory (r);
      if (rule->when == CONTEXT_HIT && !find_sites (r, i, is_lenient (r, i)))
	{
	  context_blame (r->c, rule->points.at, r->why);
	  return false;
	}
      for (size_t a = 0; a < rule->n_actions; a++)
	if (rule->action[a].what <= CONTEXT_OFF)
	  {
	    s->named[a] = live_choose (&r->p, &rule->action[a].points,
				       r->s->points_of, is_lenient (r, i),
				       r->why);
	    if (!s->named[a])
	      {
		context_blame (r->c, rule->action[a].points.at, r->why);
		return false;
	      }
	    tell (r, "");
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
  r->told = true;
  return run_find_samples (r);
}

bool
run_find_points (struct run *r)
{
  size_t n = live_n_points (&r->p);
  unsigned char *first = calloc (n + 1, 1), *now = calloc (n + 1, 1);
  unsigned char *since = calloc (n + 1, 1);
  uint64_t *row = calloc (n + 1, sizeof *row);
  size_t *was = calloc (n + 1, sizeof *was);
  if (!first || !now || !since || !row || !was)
    {
      FREE_ALL (was, first, now, since, row);
      return run_no_memory (r);
    }
  live_find_on (&r->p, now);
  for (size_t i = 0; i < r->p.n_functions; i++)
    for (size_t k = 0; k < r->p.functions[i].n_points; k++)
      row[r->p.functions[i].first + k] = row_of (&r->p.functions[i], k);
  memcpy (first, now, n);
  memcpy (since, now, n);
  memset (was, 0xff, n * sizeof *was);
  for (size_t i = 0, k = 0; i < r->n_points; i++)
    {
      /* Objects are in the order of their addresses.  */
      while (k < n && row[k] < r->row[i])
	k++;
      if (k < n && row[k] == r->row[i])
	{
	  first[k] = r->first[i];
	  since[k] = r->since[i] || (now[k] && !run_is_helping (r, i));
	  was[k] = i;
	}
    }
  FREE_ALL (r->first, r->now, r->since, r->row, r->was);
  r->was = was;
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
  int on = r->first[i] || run_is_steady (r, i);
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
	  if (!run_is_helping (r, f->first + k))
	    r->since[f->first + k] |= r->now[f->first + k];
	}
    }
}

bool
run_switch (struct run *r)
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

void
run_drop_force (struct run *r, size_t rule, size_t action)
{
  size_t n = 0;
  for (size_t i = 0; i < r->n_force; i++)
    if (r->force[i].rule != rule || r->force[i].action != action)
      r->force[n++] = r->force[i];
  r->n_force = n;
}

/* --- breakpoints --------------------------------------------------------------- */

void
run_set_breaks (struct run *r)
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
