/* SPDX-License-Identifier: GPL-3.0-or-later */
/* All threads of a process stand still.  */

#ifndef HALT_LIVE_STOP_H
#define HALT_LIVE_STOP_H 1

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

/* A thread that is traced.  */
struct task
{
  pid_t tid;
  bool stopped;			/* else it runs, or waits in the kernel */
  int status;			/* of waitpid, when it stopped */
  int signal;			/* that is given back, or 0 */
  /* ptrace.c's: */
  bool untold;			/* what it stopped for was not dealt with */
  bool borrower;		/* of another process, in the same memory */
  bool leaving;			/* it ends */
  uint64_t trap;		/* the breakpoint it stands at, or 0 */
};

struct tasks
{
  struct task *task;
  size_t n;
  long options;			/* of ptrace */
};

struct task *task_find (struct tasks *t, pid_t tid);
/* False: there is no memory.  */
bool task_add (struct tasks *t, pid_t tid);
/* Wait until T, which was interrupted, stops, ends or waits in the kernel.  False if it
   has ended.  */
bool task_wait (struct task *t);

/* Whether two processes have one memory; UNKNOWN if the kernel does not tell.  */
bool tasks_share (pid_t a, pid_t b, bool unknown);

/* Seize all threads of PID, and children of vfork that run in its memory, and let them
   stop.  0 or an errno.  */
int tasks_stop (struct tasks *t, pid_t pid);

/* Call WORK (DATA) while no thread of PID, nor a child of vfork that runs in its
   memory, executes an instruction.  Return what that returns; -1 if they cannot be
   stopped, WHY (LIVE_WHY bytes) says why not.  *SECONDS is how long they stood.  */
int stop_all (pid_t pid, int (*work) (void *data), void *data, double *seconds,
	      char *why);

/* Why PID may not be traced, ERROR being what the kernel said.  */
void stop_refused (pid_t pid, int error, char *why);

/* Seconds of a clock that is never set.  */
double stop_now (void);

/* --- proc.c ----------------------------------------------------------------------- */

/* The line of /proc/PID/status that begins with NAME, without that, in TEXT of 64
   bytes; "" if there is none.  */
const char *proc_line (pid_t pid, const char *name, char *text);
/* The letter of the state of thread TID; who traces it, or 0.  */
char proc_state (pid_t tid);
pid_t proc_tracer (pid_t tid);

/* A thread of PID that has not ended: the first one may have, and then /proc/PID has no
   memory.  0: there is none.  */
pid_t stop_thread_of (pid_t pid);

/* Who traces PID, or 0.  */
pid_t stop_tracer_of (pid_t pid);

#endif /* HALT_LIVE_STOP_H */
