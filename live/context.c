/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Read contexts:

     context := [rule] {(";" | newline) [rule]}
     rule    := [when] ["for" TIME] action {action}
     when    := "after" TIME | "every" TIME | "at" event
     event   := "fork" | "exec" | "clone" | "exit" | "signal" SIGNAL
	      | "dlopen" GLOB | "call" FUNCTION | "hit" N points | "event" TEXT
     action  := "on" points | "off" points | "reset" | "snapshot" | "stop"
     points  := [PATTERN] {place}
     place   := "line" FILE:FIRST-LAST,... | "file" FILE | "module" GLOB
	      | "range" FIRST-LAST

   Words are apart by blanks; "..." is one, whatever is in it; # begins a comment.  */

#include "base/grow.h"
#include "live/context.h"

#include <errno.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "halt/switch.h"

#define WHY 512

struct word
{
  const char *text;		/* NULL: a rule ends here */
  size_t at;			/* in the source */
  bool quoted;
};

struct reader
{
  struct context *c;
  struct word *word;		/* the last one is an end */
  size_t n, next;
  char *why;
};

void
context_blame (const struct context *c, size_t at, char *why)
{
  char text[WHY];
  unsigned line = 1, column = 1;
  if (at >= c->theirs)
    return;
  for (size_t i = 0; i < at; i++)
    {
      column = c->source[i] == '\n' ? 1 : column + 1;
      line += c->source[i] == '\n';
    }
  snprintf (text, sizeof text, "%s", why);
  snprintf (why, WHY, "%.120s:%u:%u: %.350s", c->name, line, column, text);
}

/* It is wrong AT that place, as r->why says.  */
static bool
wrong (struct reader *r, size_t at)
{
  context_blame (r->c, at, r->why);
  return false;
}

/* --- words ----------------------------------------------------------------- */

/* Take the word at P apart, which is copied to *TO.  Return where it ends; NULL: it has
   no end.  */
static const char *
read_word (struct reader *r, const char *p, char **to)
{
  struct word *w = &r->word[r->n++];
  size_t n = strcspn (p, " \t\r\n;");
  *w = (struct word) { .at = (size_t) (p - r->c->source) };
  if (*p == '"')
    {
      n = strcspn (++p, "\"\n");
      w->quoted = true;
      if (p[n] != '"')
	{
	  snprintf (r->why, WHY, "this text has no end: a \" is missing");
	  wrong (r, w->at);
	  return NULL;
	}
    }
  w->text = *to;
  memcpy (*to, p, n);
  *to += n;
  *(*to)++ = '\0';
  return p + n + w->quoted;
}

static bool
read_words (struct reader *r)
{
  const char *p = r->c->source;
  char *to = r->c->words;
  while (p && *p)
    {
      p += strspn (p, " \t\r");
      if (*p == '#')
	p += strcspn (p, "\n");
      else if (*p == '\n' || *p == ';')
	r->word[r->n++].at = (size_t) (p++ - r->c->source);
      else if (*p)
	p = read_word (r, p, &to);
    }
  if (p)
    r->word[r->n++].at = (size_t) (p - r->c->source);
  return p;
}

/* Whether WORD comes next; then it is passed over.  */
static bool
take_word (struct reader *r, const char *word)
{
  const struct word *w = &r->word[r->next];
  bool is = w->text && !w->quoted && strcmp (w->text, word) == 0;
  r->next += is;
  return is;
}

/* Which of the N words at WORD comes next; N: none.  */
static size_t
take_one (struct reader *r, const char *const *word, size_t n)
{
  size_t i = 0;
  while (i < n && !take_word (r, word[i]))
    i++;
  return i;
}

/* The next word, which must be there: it says WHAT.  */
static const char *
need (struct reader *r, const char *what)
{
  const struct word *w = &r->word[r->next];
  if (w->text)
    {
      r->next++;
      return w->text;
    }
  snprintf (r->why, WHY, "%s is missing", what);
  wrong (r, w->at);
  return NULL;
}

/* Where the last word began.  */
static size_t
last (const struct reader *r)
{
  return r->word[r->next - 1].at;
}

/* None of the N words at WORD came next.  */
static bool
unknown (struct reader *r, const char *what, const char *const *word, size_t n)
{
  const char *is = need (r, what), *meant = NULL;
  if (!is)
    return false;
  unsigned int best = strlen (is) < 4 ? 2 : 3;
  for (size_t i = 0; i < n; i++)
    {
      unsigned int d = halt_spelled (is, strlen (is), word[i]);
      if (d < best)
	{
	  best = d;
	  meant = word[i];
	}
    }
  snprintf (r->why, WHY, "'%.100s' is not %s%s%s%s", is, what,
	    meant ? "; did you mean '" : "", meant ? meant : "",
	    meant ? "'?" : "");
  return wrong (r, last (r));
}

/* --- numbers ----------------------------------------------------------------- */

double
context_time (const char *text)
{
  static const struct
  {
    const char *unit;
    double seconds;
  } units[] = { { "", 1 },	{ "s", 1 },  { "ms", 1e-3 },
		{ "us", 1e-6 }, { "m", 60 }, { "h", 3600 } };
  char *end;
  errno = 0;
  double t = strtod (text, &end);
  if (*text < '0' || *text > '9' || errno || t > 1e6)
    return -1;
  for (size_t i = 0; i < sizeof units / sizeof *units; i++)
    if (strcmp (end, units[i].unit) == 0)
      return t * units[i].seconds;
  return -1;
}

static bool
read_time (struct reader *r, double *seconds)
{
  const char *text = need (r, "a time, as in 5s or 200ms,");
  if (!text)
    return false;
  *seconds = context_time (text);
  if (*seconds >= 0)
    return true;
  snprintf (r->why, WHY, "'%.100s' is no time, as in 5s or 200ms", text);
  return wrong (r, last (r));
}

int
context_signal (const char *text)
{
  const char *name = strncmp (text, "SIG", 3) == 0 ? text + 3 : text;
  char *end;
  long number = strtol (text, &end, 10);
  if (*text >= '0' && *text <= '9')
    return *end || number >= NSIG ? 0 : (int) number;
  for (int i = 1; i < NSIG; i++)
    {
      const char *is = sigabbrev_np (i);
      if (is && strcmp (is, name) == 0)
	return i;
    }
  return 0;
}

static bool
read_signal (struct reader *r, uint64_t *n)
{
  const char *text = need (r, "a signal, as in USR1 or 10,");
  if (!text)
    return false;
  *n = (uint64_t) context_signal (text);
  if (*n)
    return true;
  snprintf (r->why, WHY, "'%.100s' is no signal, as in USR1 or 10", text);
  return wrong (r, last (r));
}

static bool
read_count (struct reader *r, uint64_t *n)
{
  const char *text = need (r, "which execution, as in 1000,");
  char *end;
  if (!text)
    return false;
  errno = 0;
  *n = strtoull (text, &end, 10);
  if (*text >= '0' && *text <= '9' && !*end && !errno && *n > 0)
    return true;
  snprintf (r->why, WHY, "'%.100s' is no number from 1 up", text);
  return wrong (r, last (r));
}

static bool
read_range (struct reader *r, struct context_points *p)
{
  const char *text = need (r, "a range, as in 0x1130-0x11a0,");
  char *end;
  if (!text)
    return false;
  errno = 0;
  p->ranged = true;
  p->first = p->last = strtoull (text, &end, 0);
  if (*end == '-' && end[1] >= '0' && end[1] <= '9')
    p->last = strtoull (end + 1, &end, 0);
  if (*text >= '0' && *text <= '9' && !*end && !errno && p->last >= p->first)
    return true;
  snprintf (r->why, WHY,
	    "'%.100s' is no range of addresses, as in 0x1130-0x11a0", text);
  return wrong (r, last (r));
}

/* --- rules -------------------------------------------------------------------- */

static const char *const places[] = { "line", "file", "module", "range" };
enum
{
  LINE,
  SOURCE,
  MODULE,
  RANGE,
  N_PLACES
};

/* In the order of enum context_what.  */
static const char *const actions[] = { "on", "off", "reset", "snapshot",
				       "stop" };
#define N_ACTIONS (sizeof actions / sizeof *actions)

/* What may come after "at".  */
static const char *const events[] = {
  "fork", "exec", "clone", "exit", "signal", "dlopen", "call", "hit", "event"
};
#define N_EVENTS (sizeof events / sizeof *events)

static bool
is_one (const struct word *w, const char *const *word, size_t n)
{
  if (!w->text)
    return true;
  for (size_t i = 0; i < n; i++)
    if (!w->quoted && strcmp (w->text, word[i]) == 0)
      return true;
  return false;
}

static bool
read_points (struct reader *r, struct context_points *p)
{
  const struct word *w = &r->word[r->next];
  size_t place;
  p->at = w->at;
  p->pattern = "*";
  if (!is_one (w, places, N_PLACES) && !is_one (w, actions, N_ACTIONS))
    p->pattern = r->word[r->next++].text;
  else if (is_one (w, actions, N_ACTIONS))
    return need (r, "a pattern, as in 'cbr@main*,entry' or '*',")
	   && unknown (r, "a pattern of points", NULL, 0);
  while ((place = take_one (r, places, N_PLACES)) < N_PLACES)
    if (place <= SOURCE && p->lines)
      {
	snprintf (r->why, WHY, "there are lines already; 'line' takes a list");
	return wrong (r, last (r));
      }
    else if (place == RANGE ? !read_range (r, p)
	     : place == MODULE
	       ? !(p->module = need (r, "the name of an object"))
	       : !(p->lines = need (r, place == LINE
					 ? "FILE:FIRST-LAST"
					 : "the name of a source file")))
      return false;
    else if (place == SOURCE)
      p->whole = true;
    else if (place == LINE && !strchr (p->lines, ':'))
      {
	snprintf (r->why, WHY,
		  "'%.100s' is no line, as in file.c:12 or file.c:10-40",
		  p->lines);
	return wrong (r, last (r));
      }
  return true;
}

/* The pattern of FUNCTION's entry.  */
static bool
read_call (struct reader *r, struct context_rule *rule)
{
  const char *function = need (r, "the name of a function");
  if (!function)
    return false;
  rule->points.at = last (r);
  if (strpbrk (function, ",@"))
    {
      snprintf (r->why, WHY, "'%.100s' is not the name of a function",
		function);
      return wrong (r, last (r));
    }
  rule->n = 1;
  /* There is room: each word is copied once, "entry@" takes the place of "at
     call ".  */
  char *text = r->c->spare;
  r->c->spare += sprintf (text, "entry@%s", function) + 1;
  rule->points.pattern = text;
  return true;
}

static bool
read_event (struct reader *r, struct context_rule *rule)
{
  size_t event = take_one (r, events, N_EVENTS);
  static const enum context_when when[N_EVENTS] = {
    CONTEXT_FORK,   CONTEXT_EXEC, CONTEXT_CLONE, CONTEXT_EXIT, CONTEXT_SIGNAL,
    CONTEXT_DLOPEN, CONTEXT_HIT,  CONTEXT_HIT,	 CONTEXT_EVENT
  };
  if (event == N_EVENTS)
    return unknown (r, "an event", events, N_EVENTS);
  rule->when = when[event];
  rule->at = last (r);
  switch (rule->when)
    {
    case CONTEXT_SIGNAL:
      return read_signal (r, &rule->n);
    case CONTEXT_DLOPEN:
      return (rule->text = need (r, "the name of a shared object"));
    case CONTEXT_EVENT:
      return (rule->text = need (r, "what halt_event says"));
    case CONTEXT_HIT:
      if (strcmp (events[event], "call") == 0)
	return read_call (r, rule);
      return read_count (r, &rule->n) && read_points (r, &rule->points);
    default:
      return true;
    }
}

static bool
read_when (struct reader *r, struct context_rule *rule)
{
  rule->at = r->word[r->next].at;
  rule->length = -1;
  if (take_word (r, "after"))
    {
      rule->when = CONTEXT_AFTER;
      if (!read_time (r, &rule->time))
	return false;
    }
  else if (take_word (r, "every"))
    {
      rule->when = CONTEXT_EVERY;
      if (!read_time (r, &rule->time))
	return false;
      if (rule->time <= 0)
	{
	  snprintf (r->why, WHY, "there is nothing between two of them");
	  return wrong (r, last (r));
	}
    }
  else if (take_word (r, "at") && !read_event (r, rule))
    return false;
  if (!take_word (r, "for"))
    return true;
  size_t at = last (r);
  if (!read_time (r, &rule->length))
    return false;
  if (rule->when != CONTEXT_EVERY || rule->length < rule->time)
    return true;
  snprintf (r->why, WHY, "that is as long as the time from one to the next");
  return wrong (r, at);
}

/* As grow, for R.  */
static bool
another (struct reader *r, void *list, size_t n, size_t size)
{
  bool good = grow (list, n, size);
  if (!good)
    snprintf (r->why, WHY, "no memory");
  return good;
}

static bool
read_rule (struct reader *r, struct context_rule *rule)
{
  static const char *const words[] = {
    "on", "off", "reset", "snapshot", "stop", "after", "every", "at", "for"
  };
  size_t what;
  bool switches = false;
  if (!read_when (r, rule))
    return false;
  while ((what = take_one (r, actions, N_ACTIONS)) < N_ACTIONS)
    {
      if (!another (r, &rule->action, rule->n_actions, sizeof *rule->action))
	return false;
      struct context_action *a = rule->action + rule->n_actions++;
      *a = (struct context_action) { .what = (enum context_what) what };
      switches |= what == CONTEXT_ON || what == CONTEXT_OFF;
      if ((what == CONTEXT_ON || what == CONTEXT_OFF)
	  && !read_points (r, &a->points))
	return false;
    }
  bool begun = rule->at != r->word[r->next].at;
  if (r->word[r->next].text)
    return unknown (r,
		    begun ? "an action: on, off, reset, snapshot or stop"
			  : "an action, or after, every, at or for",
		    words, begun ? N_ACTIONS : sizeof words / sizeof *words);
  if (rule->n_actions == 0)
    return need (r, "an action (on, off, reset, snapshot or stop)");
  if (rule->length < 0 || switches)
    return true;
  snprintf (r->why, WHY, "'for' needs something that is switched on or off");
  return wrong (r, rule->at);
}

static bool
read_rules (struct reader *r)
{
  struct context *c = r->c;
  for (; r->next < r->n; r->next++)
    {
      if (!r->word[r->next].text)
	continue;
      if (!another (r, &c->rule, c->n_rules, sizeof *c->rule))
	return false;
      struct context_rule *all = c->rule + c->n_rules++;
      *all = (struct context_rule) { .when = CONTEXT_START };
      if (!read_rule (r, all))
	return false;
    }
  if (c->n_rules > 0)
    return true;
  snprintf (r->why, WHY, "there is nothing in it");
  return wrong (r, 0);
}

struct context *
context_read (const char *text, const char *name, size_t theirs, char *why)
{
  size_t size = strlen (text);
  struct context *c = calloc (1, sizeof *c);
  struct reader r = { .c = c, .why = why };
  bool good = false;
  if (c)
    {
      c->name = name;
      c->theirs = theirs;
      c->source = strdup (text);
      /* Words that have to be made are not longer than what they stand for.  */
      c->words = malloc (4 * size + 4);
      c->spare = c->words ? c->words + 2 * size + 2 : NULL;
      r.word = calloc (size + 1, sizeof *r.word);
    }
  if (!c || !c->source || !c->words || !r.word)
    snprintf (why, WHY, "no memory");
  else
    good = read_words (&r) && read_rules (&r);
  free (r.word);
  if (!good)
    context_free (c);
  return good ? c : NULL;
}

void
context_free (struct context *c)
{
  if (!c)
    return;
  for (size_t i = 0; i < c->n_rules; i++)
    free (c->rule[i].action);
  FREE_ALL (c->rule, c->source, c->words, c);
}
