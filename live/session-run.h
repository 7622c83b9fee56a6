/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A context that is carried out, for session.c and what it is made of.  */

#ifndef HALT_LIVE_SESSION_RUN_H
#define HALT_LIVE_SESSION_RUN_H 1

#include "live/session.h"
#include "live/ptrace.h"

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
  double on;			/* seconds */
  unsigned n_windows;
  struct sample *sample;	/* session-sample.c's; or NULL */
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
  size_t *was;			/* its number before it was looked for again, or SIZE_MAX */
  struct live_image base;	/* what was counted before */
  bool has_base;
  double start, processor;	/* when it began: the clock, its processor time */
  unsigned n_snapshots;
  bool told;			/* what is to be told of points was */
  bool loading;			/* the program is not complete yet */
  bool renewed;			/* it is another one than at first */
  uint64_t linker;		/* where the dynamic linker tells who listens */
  uint64_t linker_state;	/* what it is doing: where that is, or 0 */
  bool stop;			/* an action said so */
  bool ending;			/* the process ends */
  char *why;
};

/* --- session-points.c: points, and which are on ------------------------------------ */

/* No memory is left: false.  */
bool run_no_memory (struct run *r);

/* Find what the process has loaded by now.  */
bool run_find_objects (struct run *r);

/* What the points are, which have changed: as far as they were known what they were at
   the beginning is known.  */
bool run_find_points (struct run *r);

/* Find the points that all rules name; forget them.  */
bool run_find_choices (struct run *r);
void run_forget_choices (struct run *r);

/* Switch what is not as it is to be.  While the process is changing its code itself it
   goes on for a moment.  */
bool run_switch (struct run *r);

/* ACTION of RULE is in force no more.  */
void run_drop_force (struct run *r, size_t rule, size_t action);

/* Put breakpoints where something is waited for.  */
void run_set_breaks (struct run *r);

/* --- session-counts.c: what was counted, and when --------------------------------------- */

/* The processor time of the process, in seconds; negative: it is not known.  */
double run_processor_time (const struct run *r);

/* The next interval of rule I begins at BEGIN; but those that are over by now are left
   out, not one that begins late.  */
void run_plan (struct run *r, size_t i, double begin);

/* Pass on what was counted since the beginning, or since it was reset: profile
   NUMBER.  */
bool run_keep_profile (struct run *r, unsigned number);
bool run_reset (struct run *r);

/* --- session-sample.c: what windows stand for --------------------------------------- */

/* Whether RULE has windows; one of state S begins, ends: before something is
   switched.  */
bool run_is_sampled (const struct context_rule *rule);
void run_begin_window (struct run *r, struct state *s);
void run_window_over (struct run *r, struct state *s);

/* The points have been found; counts begin at 0.  */
bool run_find_samples (struct run *r);
bool run_begin_samples (struct run *r);
void run_free_sample (struct state *s);

/* Whether point I is on between windows, too; is on for no other reason.  */
bool run_is_steady (const struct run *r, size_t i);
bool run_is_helping (const struct run *r, size_t i);

/* Take from IMAGE, of now, what was counted outside of windows.  */
bool run_take_aside (struct run *r, struct live_image *image);

/* Tell how far what is counted in the windows of rule I may be off.  */
void run_tell_sample (struct run *r, size_t i);

#endif /* HALT_LIVE_SESSION_RUN_H */
