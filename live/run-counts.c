/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a context has counted, and the windows of those that take samples.  */

#include "live/run.h"

#include <stdlib.h>
#include <string.h>
#include <sys/random.h>
#include <time.h>

double
run_processor_time (const struct run *r)
{
  clockid_t clock;
  struct timespec t;
  if (clock_getcpuclockid (r->t.pid, &clock) != 0
      || clock_gettime (clock, &t) != 0)
    return -1;
  return (double) t.tv_sec + 1e-9 * (double) t.tv_nsec;
}

/* The square root of N, or 0.  The library needs no other for that.  */
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

/* The window of a rule is anywhere in its interval, so that nothing that happens at the
   same intervals is always in one, or never.  */
void
run_plan (struct run *r, size_t i, double begin)
{
  const struct context_rule *rule = &r->c->rule[i];
  struct state *s = &r->state[i];
  double late = stop_now () - begin;
  if (late > 0)
    begin += (double) (int64_t) (late / rule->time) * rule->time;
  s->begin = begin;
  s->next = rule->length < 0
	      ? begin + rule->time
	      : begin + random_share () * (rule->time - rule->length);
}

bool
run_keep_profile (struct run *r, unsigned number)
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

bool
run_reset (struct run *r)
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

bool
run_is_sampled (const struct context_rule *rule)
{
  return rule->when == CONTEXT_EVERY && rule->length >= 0;
}

void
run_begin_window (struct run *r, struct state *s)
{
  s->sum_since = sum_of_counts (r);
  s->since = run_processor_time (r);
}

void
run_end_window (struct run *r, struct state *s)
{
  double on = run_processor_time (r) - s->since;
  uint64_t sum = sum_of_counts (r);
  /* The program may have set its counters to 0 meanwhile.  */
  double n = (double) (sum < s->sum_since ? sum : sum - s->sum_since);
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
void
run_tell_sample (struct run *r, size_t i)
{
  const struct state *s = &r->state[i];
  double n = s->n_windows, rate = s->on > 0 ? s->events / s->on : 0;
  double squares = s->events_squared - 2 * rate * s->product
		   + rate * rate * s->on_squared;
  const struct session_sample sample = {
    .rule = i,
    .windows = s->n_windows,
    .on = s->on,
    .all = run_processor_time (r) - r->processor,
    .error = s->n_windows > 1 && s->events > 0
	       ? root (squares * n / (n - 1)) / s->events
	       : -1
  };
  if (r->s->listener.sample)
    r->s->listener.sample (r->s->listener.data, &sample);
}
