/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ghalt play: choosing the events of a trace, and the sinks that they go to.  */

#ifndef HALT_PLAY_H
#define HALT_PLAY_H 1

#include "ghalt.h"
#include "record/trace.h"
#include "summarize/summarize.h"

struct play
{
  const char *trace;
  const char *program;		/* NULL: only with CHECK */
  const char *const *analyses;
  size_t n_analyses;
  bool merge;
  uint64_t from, to;		/* events, from 0; TO is the first that is left out,
				   0: none is */
  uint64_t thread;		/* 0: all */
  uint32_t kinds;		/* a bit for each; 0: all */
  const char *const *functions;	/* names and globs; */
  size_t n_functions;		/* 0: all */
  const char *output;		/* a folder for Common Trace Format, or NULL */
};

/* Call the analyses, or without any print the events; or write OUTPUT.  False: F says
   why.  */
bool play_run (const struct play *p, struct fault *f);

/* Read all of the trace, and say on standard output what it has.  */
bool play_check (const struct play *p, struct fault *f);

#define PLAY_ARGS 3		/* static ones after the id that are passed on */

/* What the program says of its points.  */
struct play_points
{
  struct ghalt_program *program;
  struct ghalt_profile *profile;
  struct ghalt_report *report;
  uint64_t n_ids;
  /* By type, then by id: whether it is chosen, if not all are; which arguments it
     has beside those of its kind, if any has.  */
  unsigned char *chosen[HALT_TRACE_TYPES];
  const unsigned long **args[HALT_TRACE_TYPES];
};

bool points_open (struct play_points *points, const struct play *p,
		  const struct trace *t, struct fault *f);
void points_close (struct play_points *points);

/* The kind of events of TYPE.  */
unsigned play_kind (unsigned type);

/* Where events go: N of them, of THREAD, whose time is TIME; none is a time.  False:
   FAULT is filled.  */
struct play_sink
{
  bool (*put) (struct play_sink *sink, const struct trace_thread *thread,
	       uint64_t time, const struct event *e, size_t n);
  bool (*end) (struct play_sink *sink);
  const struct play_points *points;
  const struct trace *trace;
  struct fault *fault;
};

/* load.c: the routines of N files.  */
struct play_sink *analyses_open (const char *const *files, size_t n,
				 const struct play_points *points,
				 struct fault *f);

/* ctf.c: Common Trace Format, in the folder OUTPUT.  */
struct play_sink *ctf_open (const char *output,
			    const struct play_points *points,
			    const struct trace *t, struct fault *f);

#endif /* HALT_PLAY_H */
