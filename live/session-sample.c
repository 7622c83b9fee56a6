/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the counts of windows stand for.

   While points are on the program is slower, so that a window has less of its work than
   its time would have.  Therefore work is measured by events, not by time.  Points that
   are executed rarely cost next to nothing: they stay on between the windows, too, and
   are exact.  What the others did there follows from how often they were executed for
   each time that the rare ones were, within windows:

     between windows, often = between windows, rarely * in windows, often / rarely

   for each BLOCK of windows.  Which ones are rare is decided before a window, by what was before:
   so what is in it has no part in that.  A point that was never seen is on, too, and tells
   nothing yet.

   Where a rule names few points others of the program help: they are on as long as they
   are rare, and nothing of theirs is in profiles.

   How far it may be off: each sixteenth of the windows is left out in turn (a jackknife).
   Then there is what chance has no part in.  Where the slow-down changes all windows
   together tell too little, and one alone has too few events: all that lies between these
   two.  And threads may be slower by more or less than others: twice how far what all rare
   points tell is from what those of single functions did, root mean square.  */

#include "base/order.h"
#include "live/session-run.h"
#include "map/map.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "halt/live.h"
#include "halt/switch.h"

#define GROUPS 16
#define BLOCK 4			/* windows */
#define BUDGET 1000000.0	/* events a second of rare points */
#define POOR 20000.0		/* if there are no more: */
#define MORE 5000000.0
#define FEW 256			/* a rule that names less points gets help */
#define HELPERS 4096		/* at most */
#define ENOUGH 50		/* events that say something of a function */
#define SOME 20			/* of a window */
#define LEAST 12		/* blocks, for an estimate */
#define WORST 0.5		/* an estimate that is farther off is none */

/* What a point is to a rule.  */
enum
{
  OTHER,			/* nothing */
  NAMED,			/* named, and may stay on */
  WINDOWED,			/* named, but is on in windows alone */
  HELPS
};

/* Why a point stays on.  */
enum
{
  UNSEEN = 1,
  RARE
};

/* What the rare ones of a function did between windows, what all of them together tell of
   that, and in windows: in all, and in this one.  */
struct tally
{
  double between, guess;
  double rare, now;
};

/* Windows: what was often and rare in them, and what the rare ones did between.  */
struct part
{
  double often, rare, between;
  unsigned n;
};

struct sample
{
  const struct session *session;
  pid_t pid;
  size_t n;			/* points */
  size_t n_functions;
  unsigned char *asked, *what;	/* what points are; the same, if their ids are theirs */
  unsigned char *steady, *next;	/* on also outside of windows; from the next one on */
  uint32_t *function;		/* of each point */
  double *heat;			/* events a second, lately */
  uint64_t *last;		/* two counters of each, when something ended last */
  uint64_t *aside;		/* those that are not to be in profiles */
  struct tally *tally;
  struct key *key;		/* points by their ids */
  uint64_t *ids;		/* what KEY was made of */
  bool threads;			/* it had several */
  bool outside;			/* of windows, and the rare ones count */
  double since;			/* processor time, when something ended last */
  double exact;			/* events of named points that were counted, of windows
				   and between */
  double counted;		/* those of windows */
  double now_often, now_rare;	/* in this window */
  struct part all, block;	/* windows, and what was between them */
  double single;		/* what windows one by one tell of what was often */
  double often[GROUPS];		/* what blocks tell */
  double first_between;		/* after the first one */
  double blind, seeing;		/* time that rare ones told nothing of, and did */
  unsigned windows;
  double group[GROUPS];		/* what the rare ones did between those */
};

/* --- counters of points ------------------------------------------------------- */

struct key
{
  uint64_t id;
  uint32_t kind, point;
};

ORDER (compare_keys, struct key, UP (id) ?: UP (kind) ?: UP (point));

static const struct halt_live_record *
record_at (const struct live_image *image, uint32_t line)
{
  return line == 0 ? NULL
		   : (const struct halt_live_record *) (image->data
							+ (size_t) line
							    * HALT_LIVE_LINE);
}

/* Points of IMAGE are in the order of its objects, the last one first.  */
static void
read_ids (const struct sample *s, const struct live_image *image, uint64_t *ids)
{
  const struct halt_live *h = (const struct halt_live *) image->data;
  size_t end = s->n;
  for (const struct halt_live_record *r = record_at (image, h->newest); r;
       r = record_at (image, r->next))
    if (r->type == HALT_LIVE_POINTS && r->n <= end)
      {
	const struct halt_live_point *p
	  = (const struct halt_live_point *) (image->data + r->data);
	end -= r->n;
	for (size_t i = 0; i < r->n; i++)
	  {
	    ids[2 * (end + i)] = p[i].id;
	    ids[2 * (end + i) + 1] = p[i].kind;
	  }
      }
}

/* Let S->key be those of IMAGE.  Ids that several points have are of none.  */
static bool
find_keys (struct sample *s, const struct live_image *image)
{
  uint64_t *ids = calloc (2 * s->n + 1, sizeof *ids);
  if (!ids)
    return false;
  read_ids (s, image, ids);
  if (s->ids && memcmp (ids, s->ids, 2 * s->n * sizeof *ids) == 0)
    {
      free (ids);
      return true;
    }
  free (s->ids);
  s->ids = ids;
  memcpy (s->what, s->asked, s->n);
  for (size_t i = 0; i < s->n; i++)
    s->key[i] = (struct key) { ids[2 * i], (uint32_t) ids[2 * i + 1],
			       (uint32_t) i };
  qsort (s->key, s->n, sizeof *s->key, compare_keys);
  for (size_t i = 0; i + 1 < s->n; i++)
    if (s->key[i].id == s->key[i + 1].id
	&& s->key[i].kind == s->key[i + 1].kind)
      for (size_t k = i; k < i + 2; k++)
	{
	  unsigned char *what = &s->what[s->key[k].point];
	  *what = *what == HELPS ? OTHER : *what == NAMED ? WINDOWED : *what;
	}
  return true;
}

/* Which point is KIND and ID; S->n: none.  *HINT is where to look first.  */
static size_t
find_point (const struct sample *s, uint32_t kind, uint64_t id, size_t *hint)
{
  const struct key key = { id, kind, 0 };
  size_t low = 0, high = s->n;
  if (*hint < s->n && s->key[*hint].id == id && s->key[*hint].kind == kind)
    return s->key[(*hint)++].point;
  BISECT (low, high, i, compare_keys (&s->key[i], &key) < 0);
  *hint = low + 1;
  return low < s->n && s->key[low].id == id && s->key[low].kind == kind
	   ? s->key[low].point
	   : s->n;
}

/* What is done with a number of an image, the WHICHth of POINT.  */
typedef void visitor (void *data, size_t point, int which, uint64_t *number,
		      uint64_t before);

/* The ids of the unit at ADDRESS of OBJECT begin there.  False: there is none.  */
static bool
find_base (const struct halt_live_record *object, uint64_t address,
	   uint64_t *base)
{
  const struct halt_prof_unit *u = (const void *) (object + 1);
  for (uint64_t i = 0; i < object->n; i++)
    if (u[i].address == address)
      {
	*base = u[i].base;
	return true;
      }
  return false;
}

/* The numbers of R are cells of UNIT.  */
static void
visit_cells (const struct sample *s, const struct live_image *image,
	     const struct halt_live_record *unit,
	     const struct halt_live_record *r, visitor *visit, void *data)
{
  const struct halt_live_record *object = record_at (image, unit->unit);
  struct live_meaning m;
  uint64_t own;
  if (!s->session->meaning_of (object, s->pid, unit->path, &m)
      || !find_base (object, m.unit, &own))
    return;
  uint64_t *cell = (uint64_t *) (image->data + r->data);
  size_t hint = 0;
  for (uint32_t i = 0; i < m.n_counters; i++)
    {
      const struct halt_counter *c = &m.counters[i];
      bool others = c->flags & HALT_COUNTER_UNIT;
      uint64_t base = own;
      if (c->number >= r->n || c->kind >= HALT_KIND_END
	  || (others
	      && (c->what >= m.n_units
		  || !find_base (object, m.units[c->what], &base))))
	continue;
      if (c->flags & HALT_POINT_FIXED)
	base = 0;
      size_t point = find_point (s, c->kind, base + c->id, &hint);
      if (point < s->n)
	visit (data, point,
	       kind_counts (c->kind) == CELLS_WAYS && !others && c->what != 0,
	       cell + c->number, cell[r->n + c->number]);
    }
}

static void
visit_library (const struct sample *s, const struct live_image *image,
	       const struct halt_live_record *r, visitor *visit, void *data)
{
  uint32_t kind = r->type == HALT_LIVE_ROW ? HALT_MBR : r->kind;
  uint64_t *n = (uint64_t *) (image->data + r->data);
  bool shard = r->type == HALT_LIVE_SHARD;
  size_t cells = !shard || kind_counts (kind) == CELLS_EVENTS ? 1 : 2, hint = 0;
  for (uint64_t i = 0; i + cells <= r->n; i += cells)
    {
      size_t point = find_point (s, kind, shard ? r->id + i / cells : r->id,
				 &hint);
      for (size_t k = 0; point < s->n && k < cells; k++)
	visit (data, point, (int) k, n + i + k, 0);
    }
}

static void
visit_image (const struct sample *s, const struct live_image *image,
	     visitor *visit, void *data)
{
  const struct halt_live *h = (const struct halt_live *) image->data;
  for (const struct halt_live_record *r = record_at (image, h->newest); r;
       r = record_at (image, r->next))
    if (r->type == HALT_LIVE_UNIT)
      visit_cells (s, image, r, r, visit, data);
    else if (r->type == HALT_LIVE_BLOCK)
      visit_cells (s, image, record_at (image, r->unit), r, visit, data);
    else if (r->type >= HALT_LIVE_SHARD && r->type <= HALT_LIVE_PATH
	     && r->kind < HALT_KIND_END)
      visit_library (s, image, r, visit, data);
}

static void
add_number (void *data, size_t point, int which, uint64_t *number,
	    uint64_t before)
{
  ((uint64_t *) data)[2 * point + (size_t) which] += *number - before;
}

/* Let GAINED be what the counters of all points have gained since the last time; that is
   now.  False: nothing is known.  */
static bool
gain (struct run *r, struct sample *s, uint64_t *gained)
{
  struct live_image image;
  if (!live_take_counts (&r->p, &image, r->why))
    return false;
  bool good = find_keys (s, &image);
  if (good)
    {
      memset (gained, 0, 2 * s->n * sizeof *gained);
      visit_image (s, &image, add_number, gained);
      for (size_t i = 0; i < 2 * s->n; i++)
	{
	  uint64_t now = gained[i];
	  /* The program may have set its counters to 0 meanwhile.  */
	  gained[i] = now < s->last[i] ? now : now - s->last[i];
	  s->last[i] = now;
	}
    }
  live_image_release (&image);
  return good;
}

/* The events of point I.  */
static double
events (const struct sample *s, const uint64_t *gained, size_t i)
{
  bool both = kind_counts ((uint32_t) s->ids[2 * i + 1]) == CELLS_WAYS;
  return (double) gained[2 * i] + (both ? (double) gained[2 * i + 1] : 0);
}

/* --- which are rare ------------------------------------------------------------- */

/* How hot a point may be for all that are not hotter to have BUDGET events a second; *ALL
   is how many they have.  Powers of 1.5 are near enough.  */
static double
hottest (const struct sample *s, double budget, double *all)
{
  double sum[65] = { 0 }, most = 1 / 1.5;
  for (size_t i = 0; i < s->n; i++)
    if (s->what[i] == NAMED || s->what[i] == HELPS)
      {
	double limit = 1;
	int k = 0;
	for (; k < 64 && s->heat[i] > limit; k++)
	  limit *= 1.5;
	sum[k] += s->heat[i];
      }
  *all = 0;
  for (int k = 0; k < 64 && *all + sum[k] <= budget; k++)
    {
      *all += sum[k];
      most *= 1.5;
    }
  return most;
}

/* The points that stay on from the end of this window on: the rarest.  Who is one stays so
   for a while.  */
static void
choose_rare (struct sample *s)
{
  double all, most = hottest (s, BUDGET, &all);
  if (all < POOR)
    most = hottest (s, MORE, &all);
  else if (most > BUDGET / 4)
    most = BUDGET / 4;
  for (size_t i = 0; i < s->n; i++)
    {
      bool may = s->what[i] == NAMED || s->what[i] == HELPS;
      double limit = most * (s->steady[i] == RARE ? 3 : 1);
      if (!may || s->heat[i] > limit)
	s->next[i] = 0;
      else
	s->next[i] = s->heat[i] > 0 ? RARE : UNSEEN;
    }
}

/* Point I had N events in SECONDS.  */
static void
warm (struct sample *s, size_t i, double n, double seconds)
{
  s->heat[i] *= 0.97;
  if (seconds > 1e-4 && n / seconds > s->heat[i])
    s->heat[i] = n / seconds;
}

/* --- windows ---------------------------------------------------------------------- */

bool
run_is_sampled (const struct context_rule *rule)
{
  return rule->when == CONTEXT_EVERY && rule->length >= 0;
}

bool
run_is_steady (const struct run *r, size_t i)
{
  for (size_t k = 0; k < r->c->n_rules; k++)
    if (r->state[k].sample && i < r->state[k].sample->n
	&& r->state[k].sample->steady[i])
      return true;
  return false;
}

bool
run_is_helping (const struct run *r, size_t i)
{
  for (size_t k = 0; k < r->c->n_rules; k++)
    if (r->state[k].sample && i < r->state[k].sample->n
	&& r->state[k].sample->what[i] == HELPS)
      return true;
  return false;
}

/* What was often between the windows of P.  One more: so what is expected of it is what is
   expected.  */
static double
told (const struct part *p)
{
  return p->often * p->between / (p->rare + 1);
}

static void
add_part (struct part *sum, const struct part *p)
{
  sum->often += p->often;
  sum->rare += p->rare;
  sum->between += p->between;
  sum->n += p->n;
}

/* The window that ends stands for what all rare ones did between it and the next one,
   BETWEEN in SECONDS.  */
static void
spread (struct sample *s, double between, double seconds)
{
  struct part p = { s->now_often, s->now_rare, between, 1 };
  bool seen = p.rare >= SOME || s->all.rare >= SOME;
  double scale = !seen		  ? 0
		 : p.rare >= SOME ? between / (p.rare + 1)
				  : s->all.between / (s->all.rare + 1);
  /* Where nothing is often nothing is missed.  */
  *(seen || p.often <= 0 ? &s->seeing : &s->blind) += seconds;
  s->single += p.often * scale;
  for (size_t f = 0; f < s->n_functions; f++)
    {
      struct tally *t = &s->tally[f];
      t->rare += t->now;
      t->guess += t->now * scale;
    }
  add_part (&s->all, &p);
  add_part (&s->block, &p);
  if (s->block.n < BLOCK)
    return;
  s->often[s->all.n / BLOCK % GROUPS] += told (&s->block);
  s->group[s->all.n / BLOCK % GROUPS] += s->block.between;
  s->block = (struct part) { 0 };
}

/* Sum up what was often and rare in this window, where those of STEADY are rare.  */
static void
tally (struct sample *s, const uint64_t *gained, const unsigned char *steady)
{
  s->now_rare = s->now_often = 0;
  for (size_t f = 0; f < s->n_functions; f++)
    s->tally[f].now = 0;
  for (size_t i = 0; i < s->n; i++)
    if (steady[i] == RARE)
      {
	s->tally[s->function[i]].now += events (s, gained, i);
	s->now_rare += events (s, gained, i);
      }
    else if (!steady[i] && (s->what[i] == NAMED || s->what[i] == WINDOWED))
      s->now_often += events (s, gained, i);
}

/* What was between two windows ends.  */
static void
end_between (struct run *r, struct sample *s, uint64_t *gained)
{
  double now = run_processor_time (r), seconds = now - s->since, sum = 0;
  bool outside = s->outside;
  s->outside = false;
  if (!gain (r, s, gained))
    return;
  for (size_t i = 0; i < s->n; i++)
    {
      bool on = outside && s->steady[i];
      for (size_t k = 2 * i; (on || s->what[i] == HELPS) && k < 2 * i + 2; k++)
	s->aside[k] += gained[k];
      if (!on)
	continue;
      double n = events (s, gained, i);
      warm (s, i, n, seconds);
      s->exact += s->what[i] == NAMED ? n : 0;
      if (s->steady[i] != RARE)
	continue;
      s->tally[s->function[i]].between += n;
      sum += n;
    }
  s->since = now;
  if (!outside || seconds <= 0)
    return;
  if (s->windows == 1)
    s->first_between = sum;
  else
    spread (s, sum, seconds);
}

void
run_begin_window (struct run *r, struct state *state)
{
  struct sample *s = state->sample;
  state->since = run_processor_time (r);
  uint64_t *gained = s ? calloc (2 * s->n + 1, sizeof *gained) : NULL;
  if (!gained)
    return;
  end_between (r, s, gained);
  choose_rare (s);
  if (s->windows == 0)
    for (size_t i = 0; i < s->n; i++)
      s->steady[i] = s->what[i] == HELPS ? UNSEEN : 0;
  free (gained);
}

void
run_window_over (struct run *r, struct state *state)
{
  struct sample *s = state->sample;
  double on = run_processor_time (r) - state->since;
  state->on += on > 0 ? on : 0;
  state->n_windows++;
  uint64_t *gained = s ? calloc (2 * s->n + 1, sizeof *gained) : NULL;
  if (!gained || !gain (r, s, gained))
    {
      free (gained);
      return;
    }
  for (size_t i = 0; i < s->n; i++)
    {
      double n = events (s, gained, i);
      if (s->what[i] == NAMED || s->what[i] == WINDOWED)
	{
	  s->counted += n;
	  s->exact += n;
	}
      for (size_t k = 2 * i; s->what[i] == HELPS && k < 2 * i + 2; k++)
	s->aside[k] += gained[k];
      if (s->what[i] != HELPS || s->steady[i])
	warm (s, i, n, on);
    }
  if (s->windows++ == 0)
    choose_rare (s);
  else
    {
      if (s->windows == 2)
	{
	  tally (s, gained, s->steady);
	  spread (s, s->first_between, 0);
	}
      tally (s, gained, s->next);
    }
  s->threads |= live_has_threads (r->t.pid);
  memcpy (s->steady, s->next, s->n);
  s->since = run_processor_time (r);
  s->outside = true;
  free (gained);
}

/* --- what is known then ----------------------------------------------------------- */

/* The square root of N, or 0.  The library needs no other for that.  */
static double
root (double n)
{
  double x = n > 1 ? n : 1;
  for (int i = 0; n > 0 && i < 200; i++)
    x = (x + n / x) / 2;
  return n > 0 ? x : 0;
}

/* What is farther off than so many standard errors with N degrees of freedom is
   so once in 20 times (Student).  */
static double
quantile (unsigned n)
{
  static const double t[] = { 0,     12.71, 4.303, 3.182, 2.776, 2.571,
			      2.447, 2.365, 2.306, 2.262, 2.228, 2.201,
			      2.179, 2.160, 2.145, 2.131 };
  return t[n < GROUPS ? n : GROUPS - 1];
}

static double
sum_groups (const double *group, unsigned without)
{
  double sum = 0;
  for (unsigned g = 0; g < GROUPS; g++)
    sum += g == without ? 0 : group[g];
  return sum;
}

/* The events of named points between windows that were not counted, as they follow from
   blocks but those of group WITHOUT.  */
static double
estimate (const struct sample *s, unsigned without)
{
  double left = sum_groups (s->group, without);
  double sum = sum_groups (s->often, without);
  return left > 0
	   ? sum * sum_groups (s->group, GROUPS) / left + told (&s->block)
	   : 0;
}

/* By how much, of 1, what all rare points tell of a function may be off: what they tell
   of rare points is known.  Chance has a part in that, which is not to be counted
   twice.  */
static double
uneven (const struct sample *s)
{
  double sum = 0, weights = 0;
  for (size_t f = 0; f < s->n_functions; f++)
    {
      const struct tally *t = &s->tally[f];
      if (t->rare < ENOUGH || t->guess <= 0)
	continue;
      double off = t->between / t->guess - 1;
      sum += t->between * (off * off - 2 / t->rare);
      weights += t->between;
    }
  return weights > 0 ? root (sum / weights) : 0;
}

/* Fill SAMPLE's scale and how far it may be off.  */
static void
settle (const struct sample *s, struct session_sample *sample)
{
  double all = estimate (s, GROUPS), total = 0;
  double squares = 0, off = 0, n = 0;
  sample->scale = -1;
  sample->error = -1;
  for (unsigned g = 0; g < GROUPS; g++)
    if (s->group[g] > 0)
      {
	total += estimate (s, g);
	n++;
      }
  for (unsigned g = 0; g < GROUPS && n > 1; g++)
    if (s->group[g] > 0)
      {
	double d = estimate (s, g) - total / n;
	squares += d * d * (n - 1) / n;
      }
  off = s->threads ? uneven (s) * all : 0;
  double between = s->single - told (&s->all);
  double events = s->exact + all;
  /* Where next to nothing was done between there are no groups.  */
  if (s->counted <= 0 || s->all.n < LEAST * BLOCK
      || (n < LEAST && all > events / 100) || (all > 0 && s->all.rare < ENOUGH)
      || s->blind > s->seeing / 20)
    return;
  double error = quantile (n > 2 ? (unsigned) n - 1 : 1) * root (squares)
		   / events
		 + root (4 * off * off + between * between) / events;
  if (error > WORST)
    return;
  sample->scale = events / s->counted;
  sample->error = error;
}

void
run_tell_sample (struct run *r, size_t i)
{
  struct state *state = &r->state[i];
  struct sample *s = state->sample;
  uint64_t *gained = s ? calloc (2 * s->n + 1, sizeof *gained) : NULL;
  if (gained && s->outside)
    end_between (r, s, gained);
  free (gained);
  struct session_sample sample = {
    .rule = i,
    .windows = state->n_windows,
    .on = state->on,
    .all = run_processor_time (r) - r->processor,
    .scale = -1,
    .error = -1
  };
  if (s)
    settle (s, &sample);
  if (r->s->listener.sample)
    r->s->listener.sample (r->s->listener.data, &sample);
}

/* --- profiles ----------------------------------------------------------------------- */

struct taking
{
  uint64_t *left;		/* to be taken away, two of each point */
};

static void
take_number (void *data, size_t point, int which, uint64_t *number,
	     uint64_t before)
{
  uint64_t *left = &((struct taking *) data)->left[2 * point + (size_t) which];
  (void) before;
  *number -= *left;
  *left = 0;
}

/* Take from IMAGE, which is now, what is not to be in profiles.  A number may become less
   than 0 by that: there are others that it is added to.  */
bool
run_take_aside (struct run *r, struct live_image *image)
{
  for (size_t i = 0; i < r->c->n_rules; i++)
    {
      struct sample *s = r->state[i].sample;
      if (!s)
	continue;
      struct taking t = { calloc (2 * s->n + 1, sizeof *t.left) };
      if (!t.left || !find_keys (s, image))
	{
	  free (t.left);
	  return run_no_memory (r);
	}
      visit_image (s, image, add_number, t.left);
      for (size_t k = 0; k < 2 * s->n; k++)
	{
	  bool aside = s->what[k / 2] == HELPS
		       || (s->outside && s->steady[k / 2]);
	  t.left[k] = s->aside[k] + (aside ? t.left[k] - s->last[k] : 0);
	}
      visit_image (s, image, take_number, &t);
      free (t.left);
    }
  return true;
}

/* --- begin and end --------------------------------------------------------------- */

void
run_free_sample (struct state *state)
{
  struct sample *s = state->sample;
  if (!s)
    return;
  FREE_ALL (s->asked, s->what, s->steady, s->next, s->function, s->heat,
	    s->last, s->aside, s->tally, s->key, s->ids, s);
  state->sample = NULL;
}

static struct sample *
new_sample (const struct run *r)
{
  struct sample *s = calloc (1, sizeof *s);
  if (!s)
    return NULL;
  s->session = r->s;
  s->pid = r->t.pid;
  s->n = r->n_points;
  s->n_functions = r->p.n_functions;
  s->asked = calloc (s->n + 1, 1);
  s->what = calloc (s->n + 1, 1);
  s->steady = calloc (s->n + 1, 1);
  s->next = calloc (s->n + 1, 1);
  s->function = calloc (s->n + 1, sizeof *s->function);
  s->heat = calloc (s->n + 1, sizeof *s->heat);
  s->last = calloc (2 * s->n + 1, sizeof *s->last);
  s->aside = calloc (2 * s->n + 1, sizeof *s->aside);
  s->tally = calloc (s->n_functions + 1, sizeof *s->tally);
  s->key = calloc (s->n + 1, sizeof *s->key);
  if (s->asked && s->what && s->steady && s->next && s->function && s->heat
      && s->last && s->aside && s->tally && s->key)
    return s;
  run_free_sample (&(struct state) { .sample = s });
  return NULL;
}

/* Whether a rule other than I names point P, in some action.  */
static bool
others_name (const struct run *r, size_t i, size_t p)
{
  for (size_t k = 0; k < r->c->n_rules; k++)
    for (size_t a = 0; k != i && a < r->c->rule[k].n_actions; a++)
      if (r->state[k].named && r->state[k].named[a] && r->state[k].named[a][p])
	return true;
  return false;
}

/* What point P, of KIND, is to rule I.  */
static unsigned char
what_is (const struct run *r, size_t i, size_t p, uint32_t kind)
{
  const struct context_rule *rule = &r->c->rule[i];
  enum cells cells = kind_counts (kind);
  bool one = cells == CELLS_EVENTS || cells == CELLS_WAYS
	     || cells == CELLS_BYTES;
  int is = OTHER;
  if (r->first[p])
    return OTHER;
  for (size_t a = 0; a < rule->n_actions; a++)
    if (rule->action[a].what <= CONTEXT_OFF && r->state[i].named[a][p])
      is = rule->action[a].what == CONTEXT_ON ? NAMED : OTHER;
  bool others = others_name (r, i, p);
  if (is == NAMED)
    return one && !others ? NAMED : WINDOWED;
  return one && !others && rule->action[0].what == CONTEXT_ON ? HELPS : OTHER;
}

/* Those that help are some of all, or none if they are not needed.  */
static void
choose_helpers (struct sample *s)
{
  size_t named = 0, helpers = 0, k = 0;
  for (size_t i = 0; i < s->n; i++)
    {
      named += s->asked[i] == NAMED || s->asked[i] == WINDOWED;
      helpers += s->asked[i] == HELPS;
    }
  size_t step = named >= FEW ? SIZE_MAX : helpers / HELPERS + 1;
  for (size_t i = 0; i < s->n; i++)
    if (s->asked[i] == HELPS && k++ % step != 0)
      s->asked[i] = OTHER;
  if (named >= FEW)
    for (size_t i = 0; i < s->n; i++)
      if (s->asked[i] == HELPS)
	s->asked[i] = OTHER;
}

/* What S, of other points, knew of those that are the same now.  */
static void
carry_over (const struct run *r, struct sample *s, const struct sample *old)
{
  for (size_t i = 0; i < s->n; i++)
    {
      size_t was = r->was ? r->was[i] : SIZE_MAX;
      if (was >= old->n)
	continue;
      s->heat[i] = old->heat[was];
      s->steady[i] = s->what[i] == OTHER ? 0 : old->steady[was];
      s->next[i] = s->steady[i];
      for (size_t k = 0; k < 2; k++)
	{
	  s->last[2 * i + k] = old->last[2 * was + k];
	  s->aside[2 * i + k] = old->aside[2 * was + k];
	}
      struct tally *to = &s->tally[s->function[i]];
      if (to->between == 0 && to->rare == 0)
	*to = old->tally[old->function[was]];
    }
  s->threads = old->threads;
  s->outside = old->outside;
  s->since = old->since;
  s->exact = old->exact;
  s->counted = old->counted;
  s->now_rare = old->now_rare;
  s->now_often = old->now_often;
  s->all = old->all;
  s->block = old->block;
  s->single = old->single;
  s->first_between = old->first_between;
  s->blind = old->blind;
  s->seeing = old->seeing;
  s->windows = old->windows;
  memcpy (s->group, old->group, sizeof s->group);
  memcpy (s->often, old->often, sizeof s->often);
}

bool
run_find_samples (struct run *r)
{
  for (size_t i = 0; i < r->c->n_rules; i++)
    {
      struct state *state = &r->state[i];
      if (!run_is_sampled (&r->c->rule[i]))
	continue;
      struct sample *s = new_sample (r), *old = state->sample;
      if (!s)
	return run_no_memory (r);
      for (size_t f = 0; f < r->p.n_functions; f++)
	for (size_t k = 0; k < r->p.functions[f].n_points; k++)
	  {
	    size_t p = r->p.functions[f].first + k;
	    s->function[p] = (uint32_t) f;
	    s->asked[p] = what_is (r, i, p, r->p.functions[f].points[k].kind);
	  }
      choose_helpers (s);
      memcpy (s->what, s->asked, s->n);
      if (old)
	carry_over (r, s, old);
      run_free_sample (state);
      state->sample = s;
    }
  return true;
}

/* Counts begin at 0.  */
bool
run_begin_samples (struct run *r)
{
  for (size_t i = 0; i < r->c->n_rules; i++)
    {
      struct sample *s = r->state[i].sample;
      if (!s)
	continue;
      uint64_t *gained = calloc (2 * s->n + 1, sizeof *gained);
      if (!gained || !gain (r, s, gained))
	{
	  free (gained);
	  return false;
	}
      free (gained);
      memset (s->aside, 0, 2 * s->n * sizeof *s->aside);
      memset (s->tally, 0, s->n_functions * sizeof *s->tally);
      memset (s->group, 0, sizeof s->group);
      memset (s->often, 0, sizeof s->often);
      s->windows = 0;
      s->outside = false;
      s->exact = s->counted = s->now_rare = s->now_often = s->single = 0;
      s->all = s->block = (struct part) { 0 };
      s->first_between = s->blind = s->seeing = 0;
      if (r->state[i].until < 0)
	r->state[i].next = stop_now ();
    }
  return true;
}
