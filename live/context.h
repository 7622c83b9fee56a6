/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A context: which points of a process are on, when, and what else is done then.
   docs/contexts.md describes the language.  */

#ifndef HALT_LIVE_CONTEXT_H
#define HALT_LIVE_CONTEXT_H 1

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum context_when
{
  CONTEXT_START,		/* at once */
  CONTEXT_AFTER,		/* TIME after that */
  CONTEXT_EVERY,		/* and again and again */
  CONTEXT_FORK,
  CONTEXT_EXEC,
  CONTEXT_CLONE,
  CONTEXT_EXIT,
  CONTEXT_SIGNAL,		/* N */
  CONTEXT_DLOPEN,		/* TEXT, a glob */
  CONTEXT_HIT,			/* of POINTS, for the Nth time */
  CONTEXT_EVENT			/* halt_event (TEXT), a glob */
};

enum context_what
{
  CONTEXT_ON,
  CONTEXT_OFF,
  CONTEXT_RESET,
  CONTEXT_SNAPSHOT,
  CONTEXT_STOP
};

/* Points: those that PATTERN names (halt/switch.h), in all that is not NULL.  */
struct context_points
{
  const char *pattern;
  const char *lines;		/* FILE:FIRST-LAST,... */
  bool whole;			/* or FILE alone */
  const char *module;		/* glob */
  bool ranged;			/* addresses from FIRST up to LAST alone */
  uint64_t first, last;
  size_t at;			/* where in the text */
};

struct context_action
{
  enum context_what what;
  struct context_points points;	/* of ON and OFF */
};

struct context_rule
{
  enum context_when when;
  double time;			/* seconds */
  double length;		/* after which it is taken back; negative: never */
  uint64_t n;
  const char *text;
  struct context_points points;
  struct context_action *action;
  size_t n_actions;
  size_t at;
};

struct context
{
  struct context_rule *rule;
  size_t n_rules;
  const char *name;		/* of the text, for people */
  size_t theirs;		/* how much of it is theirs */
  char *source;			/* the text */
  char *words, *spare;		/* what all of the above point into */
};

/* The context that TEXT is, of which people have written the first THEIRS characters.
   NAME, which must stay, is what messages call it.  NULL: it is none, WHY (512 bytes)
   says where not.  */
struct context *context_read (const char *text, const char *name, size_t theirs,
			      char *why);
void context_free (struct context *c);

/* Put what is wrong AT this place of the text before what WHY says.  */
void context_blame (const struct context *c, size_t at, char *why);

/* TEXT in seconds: "5", "5s", "200ms", "50us", "2m".  Negative: that is none.  */
double context_time (const char *text);

/* The number of a signal: "USR1", "SIGUSR1", "10"; 0: that is none.  */
int context_signal (const char *text);

#endif /* HALT_LIVE_CONTEXT_H */
