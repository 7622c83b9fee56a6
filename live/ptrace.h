/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A process that is traced for as long as a context lasts.  For a process that does
   nothing else: all its children are traced.  */

#ifndef HALT_LIVE_PTRACE_H
#define HALT_LIVE_PTRACE_H 1

#include "live/stop.h"

enum trace_what
{
  TRACE_BREAK,			/* a thread comes to the breakpoint ADDRESS */
  TRACE_SIGNAL,			/* one gets SIGNAL */
  TRACE_FORK,
  TRACE_CLONE,			/* a new thread */
  TRACE_EXEC,			/* another program, of which nothing was executed
				   yet */
  TRACE_EXIT,			/* the process ends; its memory is there still */
  TRACE_GONE			/* it has ended */
};

struct trace_event
{
  enum trace_what what;
  pid_t tid;
  int signal;
  uint64_t address;
  uint64_t argument;		/* TRACE_BREAK: what halt_event is passed */
};

/* Where a breakpoint stands or stood instead of the first N bytes of CODE.  */
struct trace_break
{
  uint64_t address;
  unsigned char code[4];
  size_t n;
  bool wanted, planted;
};

struct trace
{
  pid_t pid;
  int memory;			/* /proc/PID/mem */
  int child;			/* is readable when a thread has stopped */
  struct tasks tasks;
  struct trace_break *breaks;	/* by address */
  size_t n_breaks;
  pid_t current;		/* whose event was told last, or 0 */
  bool held;			/* all stand still */
};

/* Trace PID, which runs on.  0 or an errno.  Undone by trace_end, also if it fails.  */
int trace_begin (struct trace *t, pid_t pid);

/* Wait until DEADLINE (stop_now; negative: for ever), or until FILE (or -1) can be read,
   for an event: false, there is none.  The thread of an event stands still until the
   next call.  */
bool trace_next (struct trace *t, double deadline, int file,
		 struct trace_event *event);

/* All threads stand still, and no breakpoint is in the code; they go on.  */
void trace_hold (struct trace *t);
void trace_release (struct trace *t);

/* While it is held: every breakpoint is forgotten; there is one at ADDRESS.  False: what
   stands there is unknown, or there is no memory.  */
void trace_forget (struct trace *t);
bool trace_break (struct trace *t, uint64_t address);

/* While its event was told last: let thread TID, of which nothing is executed any more,
   end the process with STATUS.  */
void trace_finish (struct trace *t, pid_t tid, int status);

/* Let the process go.  */
void trace_end (struct trace *t);

#endif /* HALT_LIVE_PTRACE_H */
