/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A process under a context.  */

#ifndef HALT_LIVE_SESSION_H
#define HALT_LIVE_SESSION_H 1

#include "live/context.h"
#include "live/live.h"

/* What has happened: a rule was carried out.  */
struct session_event
{
  size_t rule;			/* its number */
  const char *text;		/* what halt_event said, or "" */
  unsigned snapshot;		/* number of the one that was made, or 0 */
  double seconds;		/* since the context began */
};

/* A rule `every' with `for' is over.  */
struct session_sample
{
  size_t rule;
  unsigned windows;
  double on, all;		/* processor time of the process, in seconds: while
				   the rule was in force, and altogether */
  double scale;			/* what was counted stands for so many times as much;
				   negative: that is not known */
  double error;			/* in 19 of 20 runs it is not farther off than that, of
				   1; negative: not known */
};

/* Who is told, in the process that traces.  All may be NULL.  */
struct session_listener
{
  void *data;
  /* A line for people, without a newline.  */
  void (*say) (void *data, const char *text);
  /* A profile of SIZE bytes: number 0 is the last one, of all that was counted.  False:
     WHY says why it is not kept.  */
  bool (*profile) (void *data, unsigned number, const void *profile,
		   size_t size, char *why);
  void (*sample) (void *data, const struct session_sample *sample);
  /* Nonzero: stop.  */
  int (*event) (void *data, const struct session_event *event);
};

struct session
{
  pid_t pid;
  const struct context *context;
  live_points_of *points_of;	/* who knows lines */
  live_profile_of *profile_of;	/* who makes profiles */
  live_meaning_of *meaning_of;	/* who knows what cells mean */
  struct session_listener listener;
  bool starts;			/* PID will execute the program that is meant: what
				   is wrong ends it */
  int front;			/* ends the context when it can be read; or -1 */
  /* begin.c's: */
  int file;
  void (*begun) (const struct session *s); /* called when it has begun; */
  /* when it fails, before the process is let go.  */
  void (*failed) (const struct session *s, const char *why);
};

/* Let S take place, until an action says stop, or the process ends, or FRONT can be read.
   For a process that does nothing else.  WHY: what is wrong, if it is false.  */
bool session_run (const struct session *s, char *why);

/* --- begin.c: the process that does it --------------------------------------- */

/* Let another process do that, which is no child of this one.  -1: there is none, WHY
   says why.  Else the file by which it tells what becomes of it.  If S->starts, this
   process is what is traced.  Standard output is closed there if OUTPUT is false.  */
int session_begin (struct session *s, bool output, char *why);

/* The same for who asks for one thing after the other: S->context is not needed.  */
int session_serve (struct session *s, char *why);

/* What may be asked for; SESSION_BEGUN, SESSION_ENDED or SESSION_FAILED answers.  */
enum session_asked
{
  SESSION_SWITCH,		/* TEXT is a context; the answer has ON and OFF */
  SESSION_POINTS,		/* the same */
  SESSION_COUNTS,		/* a profile comes before the answer */
  SESSION_UNDO,
  SESSION_RUN			/* TEXT is a context; STARTS: PID is to be started when
				   this has begun */
};

/* Ask FILE for WHAT.  False: there is nobody.  */
bool session_ask (int file, enum session_asked what, bool starts,
		  const char *text);

/* Answer SESSION_EVENT; or stop a context at any other time.  */
void session_answer (int file, int stop);

/* What it tells.  */
enum session_told
{
  SESSION_BEGUN,
  SESSION_ENDED,		/* all is well */
  SESSION_FAILED,		/* WHY says why */
  SESSION_PROFILE,		/* see session_tell */
  SESSION_EVENT,
  SESSION_SAMPLE,
  SESSION_SAID
};

struct session_message
{
  enum session_told told;
  unsigned number;		/* of a snapshot */
  size_t rule;
  double seconds;
  struct session_sample sample;
  size_t on, off;		/* points */
  char text[LIVE_WHY];
};

/* Wait for the next message from FILE.  *IMAGE is the file in memory that comes with it,
   or -1.  SIGNALS (signalfd), if it is not -1, ends the session when it can be read.
   False: a signal has come; only if there is no SIGNALS.  */
bool session_wait (int file, int signals, struct session_message *m,
		   int *image);

#endif /* HALT_LIVE_SESSION_H */
