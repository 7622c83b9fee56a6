/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What a context has counted, and when the windows of those that take samples are.  */

#include "live/session-run.h"

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
  if (!run_take_aside (r, &image))
    {
      live_image_release (&image);
      return false;
    }
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
  return r->has_base && run_begin_samples (r);
}
