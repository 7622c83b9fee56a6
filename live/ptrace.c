/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Trace a process: every thread is seized (PTRACE_SEIZE), and runs until something
   happens.

   A breakpoint stands in place of an instruction that is simple (step.h).  What that does
   is done here, so that it need not be put back for a thread to get over it, while others
   would miss it.

   On x86 it is INT3 in place of the first byte, and of the second: a thread that stands
   after the first one when who traces is killed comes to another one, instead of the
   middle of an instruction (runtime/switch.c).  No breakpoint stands where an instruction
   has one byte and goes on to the next: a thread that has executed INT3, which nobody was
   told of yet, is known by where it is.  Elsewhere a thread stays at a breakpoint, and
   that it has executed it is known by the signal.

   What is made by fork has breakpoints, too, and nobody who deals with them: they are
   taken out before it executes anything.  A child of vfork has none of its own: it is
   traced like a thread.  */

#include "base/grow.h"
#include "live/ptrace.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/signalfd.h>
#include <sys/uio.h>
#include <sys/user.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "live/step.h"

/* --- breakpoints ------------------------------------------------------------ */

static struct trace_break *
break_at (const struct trace *t, uint64_t address)
{
  size_t low = 0, high = t->n_breaks;
  while (low < high)
    {
      size_t i = (low + high) / 2;
      if (t->breaks[i].address == address)
	return &t->breaks[i];
      if (t->breaks[i].address < address)
	low = i + 1;
      else
	high = i;
    }
  return NULL;
}

static void
plant (struct trace *t)
{
  for (size_t i = 0; i < t->n_breaks; i++)
    {
      struct trace_break *b = &t->breaks[i];
      b->planted = b->wanted
		   && pread (t->memory, b->code, BREAK_BYTES,
			     (off_t) b->address)
			== BREAK_BYTES;
      b->n = break_size (b->code);
      b->planted = b->planted
		   && pwrite (t->memory, break_code, b->n, (off_t) b->address)
			== (ssize_t) b->n;
    }
}

/* Take the breakpoints out of MEMORY, which is that of the process or a copy.  What
   somebody else has written over them is left alone.  */
static void
lift (const struct trace *t, int memory)
{
  for (size_t i = 0; i < t->n_breaks; i++)
    {
      const struct trace_break *b = &t->breaks[i];
      unsigned char is[BREAK_BYTES];
      if (b->planted
	  && pread (memory, is, b->n, (off_t) b->address) == (ssize_t) b->n
	  && memcmp (is, break_code, b->n) == 0)
	(void) !pwrite (memory, b->code, b->n, (off_t) b->address);
    }
}

/* The code at ADDRESS without breakpoints.  */
static bool
code_at (const struct trace *t, uint64_t address, unsigned char *code)
{
  const struct trace_break *b = break_at (t, address);
  memset (code, 0, MOST_BYTES);
  if (pread (t->memory, code, MOST_BYTES, (off_t) address) <= 0)
    return false;
  if (b && b->planted && memcmp (code, break_code, b->n) == 0)
    memcpy (code, b->code, b->n);
  return true;
}

void
trace_forget (struct trace *t)
{
  for (size_t i = 0; i < t->n_breaks; i++)
    t->breaks[i].wanted = false;
}

bool
trace_break (struct trace *t, uint64_t address)
{
  unsigned char code[MOST_BYTES];
  struct regs regs;
  struct trace_break *b = break_at (t, address);
  memset (&regs, 0, sizeof regs);
  if (!b)
    {
      size_t i = 0;
      if (!code_at (t, address, code) || !execute (-1, address, code, &regs))
	return false;
      if (!grow (&t->breaks, t->n_breaks, sizeof *b))
	return false;
      b = t->breaks;
      while (i < t->n_breaks && b[i].address < address)
	i++;
      memmove (b + i + 1, b + i, (t->n_breaks++ - i) * sizeof *b);
      b += i;
      *b = (struct trace_break) { .address = address };
    }
  b->wanted = true;
  return true;
}

/* A thread that has stopped by a breakpoint of ours stands at the instruction.  */
static bool
at_trap (struct trace *t, struct task *k, struct regs *regs)
{
  siginfo_t info;
  if (k->status >> 8 != SIGTRAP
      || ptrace (PTRACE_GETSIGINFO, k->tid, NULL, &info) != 0
      || info.si_code != BREAK_CODE || !regs_get (k->tid, regs)
      || !break_at (t, regs_pc (regs) - BREAK_PASSED))
    return false;
  k->trap = regs_pc (regs) - BREAK_PASSED;
  k->signal = 0;
  regs_go (regs, k->trap);
  regs_put (k->tid, regs);
  return true;
}

/* --- threads ------------------------------------------------------------------- */

static void
forget_task (struct trace *t, struct task *k)
{
  *k = t->tasks.task[--t->tasks.n];
}

/* Let K, which stands still, go on.  */
static void
resume (struct trace *t, struct task *k)
{
  struct regs regs;
  unsigned char code[MOST_BYTES];
  const struct trace_break *b = k->trap ? break_at (t, k->trap) : NULL;
  if (b && b->planted && regs_get (k->tid, &regs) && code_at (t, k->trap, code)
      && execute (t->memory, k->trap, code, &regs))
    regs_put (k->tid, &regs);
  /* One that job control has stopped stays so.  */
  if (k->status >> 16 == PTRACE_EVENT_STOP && WSTOPSIG (k->status) != SIGTRAP)
    ptrace (PTRACE_LISTEN, k->tid, NULL, NULL);
  else
    ptrace (PTRACE_CONT, k->tid, NULL, (void *) (intptr_t) k->signal);
  k->stopped = false;
  k->signal = 0;
  k->trap = 0;
}

/* TID is new and stands still.  It is one of the process, or in its memory; or a copy
   that is let go.  */
static void
meet_thread (struct trace *t, pid_t tid, int status, bool shares)
{
  char path[64];
  snprintf (path, sizeof path, "/proc/%d/task/%d", (int) t->pid, (int) tid);
  bool thread = access (path, F_OK) == 0;
  if (thread || tasks_share (t->pid, tid, shares))
    {
      if (!task_find (&t->tasks, tid) && task_add (&t->tasks, tid))
	{
	  struct task *k = task_find (&t->tasks, tid);
	  k->stopped = true;
	  k->status = status;
	  k->borrower = !thread;
	  return;
	}
    }
  snprintf (path, sizeof path, "/proc/%d/mem", (int) tid);
  int memory = open (path, O_RDWR | O_CLOEXEC);
  if (memory >= 0)
    {
      lift (t, memory);
      close (memory);
    }
  ptrace (PTRACE_DETACH, tid, NULL, NULL);
}

/* What K, which has stopped, has made.  */
static void
meet_child (struct trace *t, struct task *k)
{
  unsigned long child = 0;
  int status, event = k->status >> 16;
  if ((event == PTRACE_EVENT_FORK || event == PTRACE_EVENT_VFORK
       || event == PTRACE_EVENT_CLONE)
      && ptrace (PTRACE_GETEVENTMSG, k->tid, NULL, &child) == 0
      && !task_find (&t->tasks, (pid_t) child)
      && waitpid ((pid_t) child, &status, __WALL) == (pid_t) child
      && WIFSTOPPED (status))
    {
      meet_thread (t, (pid_t) child, status, event == PTRACE_EVENT_VFORK);
    }
}

/* K has stopped with STATUS.  */
static void
take_stop (struct trace *t, pid_t tid, int status)
{
  struct task *k = task_find (&t->tasks, tid);
  struct regs regs;
  k->stopped = true;
  k->status = status;
  k->signal = status >> 16 == 0 ? WSTOPSIG (status) : 0;
  k->untold = status >> 16 != PTRACE_EVENT_STOP;
  /* At once: whoever is killed next, the thread stands at an instruction.  */
  at_trap (t, k, &regs);
  meet_child (t, k);
}

/* What waitpid says.  */
static void
take_status (struct trace *t, pid_t tid, int status)
{
  struct task *k = task_find (&t->tasks, tid);
  if (!WIFSTOPPED (status))
    {
      if (k)
	forget_task (t, k);
    }
  /* The first thread may have been forgotten when it ended; it is back after
     exec.  */
  else if (k || (tid == t->pid && task_add (&t->tasks, tid)))
    take_stop (t, tid, status);
  else
    meet_thread (t, tid, status, false);
}

static void
take_all (struct trace *t)
{
  pid_t tid;
  int status;
  while ((tid = waitpid (-1, &status, __WALL | WNOHANG)) > 0)
    take_status (t, tid, status);
}

/* --- events -------------------------------------------------------------------- */

/* Another program: other threads are gone, and so is the memory.  */
static bool
is_exec (struct trace *t, struct task *k)
{
  char path[64];
  pid_t tid = k->tid;
  if (k->borrower)
    {
      ptrace (PTRACE_DETACH, tid, NULL, NULL);
      forget_task (t, k);
      return false;
    }
  struct task one = *k;
  one.trap = 0;
  one.leaving = false;
  size_t n = 0;
  for (size_t i = 0; i < t->tasks.n; i++)
    if (t->tasks.task[i].borrower)
      t->tasks.task[n++] = t->tasks.task[i];
  /* K's own place is free, at least.  */
  t->tasks.task[n++] = one;
  t->tasks.n = n;
  t->n_breaks = 0;
  close (t->memory);
  snprintf (path, sizeof path, "/proc/%d/mem", (int) stop_thread_of (t->pid));
  t->memory = open (path, O_RDWR | O_CLOEXEC);
  return true;
}

/* Whether K ends the whole process: it calls exit_group, or dies of a signal.  */
static bool
ends_all (const struct task *k)
{
  struct regs regs;
  unsigned long code = 0;
  if (k->borrower || ptrace (PTRACE_GETEVENTMSG, k->tid, NULL, &code) != 0)
    return false;
  return (code & 0x7f) != 0
	 || (regs_get (k->tid, &regs) && is_exit_group (&regs));
}

/* Whether what K stopped for is an EVENT.  */
static bool
tell (struct trace *t, struct task *k, struct trace_event *event)
{
  struct regs regs;
  unsigned long child;
  char path[64];
  *event = (struct trace_event) { .tid = k->tid };
  switch (k->status >> 16)
    {
    case 0:
      if (k->trap && regs_get (k->tid, &regs))
	{
	  const struct trace_break *b = break_at (t, k->trap);
	  event->what = TRACE_BREAK;
	  event->address = k->trap;
	  event->argument = regs_text (&regs);
	  return b && b->planted;
	}
      event->what = TRACE_SIGNAL;
      event->signal = k->signal;
      return !k->borrower;
    case PTRACE_EVENT_FORK:
    case PTRACE_EVENT_VFORK:
    case PTRACE_EVENT_CLONE:
      event->what = TRACE_FORK;
      if (ptrace (PTRACE_GETEVENTMSG, k->tid, NULL, &child) == 0)
	{
	  snprintf (path, sizeof path, "/proc/%d/task/%lu", (int) t->pid,
		    child);
	  if (access (path, F_OK) == 0)
	    event->what = TRACE_CLONE;
	}
      return !k->borrower;
    case PTRACE_EVENT_EXEC:
      event->what = TRACE_EXEC;
      return is_exec (t, k);
    case PTRACE_EVENT_EXIT:
      event->what = TRACE_EXIT;
      k->leaving = true;
      /* The others end as well, of whom some tell nothing.  */
      if (ends_all (k))
	return true;
      for (size_t i = 0; i < t->tasks.n; i++)
	if (!t->tasks.task[i].leaving && !t->tasks.task[i].borrower)
	  return false;
      return !k->borrower;
    default:
      return false;
    }
}

/* Something that has stopped and is not told yet is told; what need not be told goes
   on.  */
static bool
next_untold (struct trace *t, struct trace_event *event)
{
  for (size_t i = 0; i < t->tasks.n; i++)
    {
      pid_t tid = t->tasks.task[i].tid;
      if (!t->tasks.task[i].stopped)
	continue;
      bool told = false;
      if (t->tasks.task[i].untold)
	{
	  t->tasks.task[i].untold = false;
	  told = tell (t, &t->tasks.task[i], event);
	}
      struct task *k = task_find (&t->tasks, tid);
      if (told)
	t->current = tid;
      else if (k)
	resume (t, k);
      if (told)
	return true;
      /* The list may have changed.  */
      if (!k || k != &t->tasks.task[i])
	i = (size_t) -1;
    }
  return false;
}

bool
trace_next (struct trace *t, double deadline, int file,
	    struct trace_event *event)
{
  struct task *k = t->current ? task_find (&t->tasks, t->current) : NULL;
  struct signalfd_siginfo info;
  t->current = 0;
  if (k && k->stopped && !k->untold)
    resume (t, k);
  for (;;)
    {
      while (read (t->child, &info, sizeof info) > 0)
	continue;
      take_all (t);
      if (next_untold (t, event))
	return true;
      if (t->tasks.n == 0)
	{
	  *event = (struct trace_event) { .what = TRACE_GONE };
	  return true;
	}
      double left = deadline < 0 ? 3600 : deadline - stop_now ();
      if (left <= 0)
	return false;
      struct timespec wait = { (time_t) left,
			       (long) ((left - (double) (time_t) left) * 1e9) };
      struct pollfd files[2] = { { t->child, POLLIN, 0 }, { file, POLLIN, 0 } };
      if (ppoll (files, 2, &wait, NULL) > 0 && files[1].revents)
	return false;
    }
}

/* --- all at once ------------------------------------------------------------------ */

void
trace_hold (struct trace *t)
{
  if (t->held)
    return;
  for (size_t i = 0; i < t->tasks.n; i++)
    if (!t->tasks.task[i].stopped && !t->tasks.task[i].leaving)
      ptrace (PTRACE_INTERRUPT, t->tasks.task[i].tid, NULL, NULL);
  for (size_t i = 0; i < t->tasks.n;)
    {
      struct task k = t->tasks.task[i];
      /* One that has ended may be waited for by the others.  */
      if (k.stopped || k.leaving)
	i++;
      else if (!task_wait (&k))
	forget_task (t, &t->tasks.task[i]);
      else
	{
	  if (k.stopped)
	    take_stop (t, k.tid, k.status);
	  i++;
	}
    }
  lift (t, t->memory);
  for (size_t i = 0; i < t->n_breaks; i++)
    t->breaks[i].planted = false;
  t->held = true;
}

void
trace_release (struct trace *t)
{
  if (!t->held)
    return;
  plant (t);
  t->held = false;
  for (size_t i = 0; i < t->tasks.n; i++)
    {
      struct task *k = &t->tasks.task[i];
      if (k->stopped && !k->untold && k->tid != t->current)
	resume (t, k);
    }
}

void
trace_finish (struct trace *t, pid_t tid, int status)
{
  unsigned char code[EXIT_BYTES];
  struct regs regs;
  struct task *k = task_find (&t->tasks, tid);
  if (!k || !regs_get (tid, &regs))
    return;
  k->trap = 0;
  (void) !pwrite (t->memory, code, exit_code (&regs, status, code),
		  (off_t) regs_pc (&regs));
}

/* --- begin and end ------------------------------------------------------------------ */

int
trace_begin (struct trace *t, pid_t pid)
{
  sigset_t child;
  char path[64];
  *t = (struct trace) {
    .pid = pid,
    .memory = -1,
    .child = -1,
    .tasks = { .options = PTRACE_O_TRACEFORK | PTRACE_O_TRACEVFORK
			  | PTRACE_O_TRACECLONE | PTRACE_O_TRACEEXEC
			  | PTRACE_O_TRACEEXIT }
  };
  signal (SIGCHLD, SIG_DFL);
  sigemptyset (&child);
  sigaddset (&child, SIGCHLD);
  sigprocmask (SIG_BLOCK, &child, NULL);
  t->child = signalfd (-1, &child, SFD_CLOEXEC | SFD_NONBLOCK);
  snprintf (path, sizeof path, "/proc/%d/mem", (int) stop_thread_of (pid));
  t->memory = open (path, O_RDWR | O_CLOEXEC);
  if (t->child < 0 || t->memory < 0)
    return errno;
  int error = tasks_stop (&t->tasks, pid);
  for (size_t i = 0; i < t->tasks.n; i++)
    if (t->tasks.task[i].stopped)
      take_stop (t, t->tasks.task[i].tid, t->tasks.task[i].status);
  t->held = true;
  if (!error)
    trace_release (t);
  return error;
}

/* Whether K, which stands still, has executed a breakpoint of which nobody was told.  */
static bool
has_trapped (const struct trace *t, const struct task *k)
{
  struct regs regs;
  char text[64];
  if (k->trap || !regs_get (k->tid, &regs)
      || !break_at (t, regs_pc (&regs) - BREAK_PASSED))
    return false;
  return BREAK_PASSED || k->signal == SIGTRAP
	 || (strtoull (proc_line (k->tid, "SigPnd", text), NULL, 16)
	       >> (SIGTRAP - 1)
	     & 1);
}

/* A thread that has executed a breakpoint, without our knowing of it, learns that there
   was none.  */
static void
take_back (struct trace *t, struct task *k)
{
  struct regs regs;
  int status;
  while (has_trapped (t, k))
    {
      if (!k->untold || !at_trap (t, k, &regs))
	{
	  ptrace (PTRACE_CONT, k->tid, NULL, NULL);
	  if (waitpid (k->tid, &status, __WALL) != k->tid
	      || !WIFSTOPPED (status))
	    return;
	  k->status = status;
	  k->signal = status >> 16 == 0 ? WSTOPSIG (status) : 0;
	  k->untold = true;
	}
    }
}

void
trace_end (struct trace *t)
{
  if (t->child >= 0 && t->tasks.n > 0)
    {
      take_all (t);
      trace_hold (t);
      for (size_t i = 0; i < t->tasks.n; i++)
	{
	  struct task *k = &t->tasks.task[i];
	  if (k->stopped)
	    {
	      take_back (t, k);
	      ptrace (PTRACE_DETACH, k->tid, NULL,
		      (void *) (intptr_t) k->signal);
	    }
	}
    }
  if (t->memory >= 0)
    close (t->memory);
  if (t->child >= 0)
    close (t->child);
  free (t->tasks.task);
  free (t->breaks);
  *t = (struct trace) { .memory = -1, .child = -1 };
}
