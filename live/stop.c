/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Stop a process for a moment, by ptrace.

   Every thread is interrupted (PTRACE_INTERRUPT), which it notices before its next
   instruction.  One that the kernel keeps waiting, as it does the parent of vfork,
   cannot execute any either: it would stop on its way out.  So nothing that is
   waited for here depends on the program.  A signal that a thread stopped with is
   given back to it.  */

#include "base/grow.h"
#include "live/stop.h"

#include <dirent.h>
#include <errno.h>
#include <signal.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ptrace.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "live/live.h"

/* kcmp: whether two processes share their memory; of linux/kcmp.h.  */
#define SHARED_MEMORY 1L

struct task *
task_find (struct tasks *t, pid_t tid)
{
  for (size_t i = 0; i < t->n; i++)
    if (t->task[i].tid == tid)
      return &t->task[i];
  return NULL;
}

bool
task_add (struct tasks *t, pid_t tid)
{
  if (!grow (&t->task, t->n, sizeof *t->task))
    return false;
  t->task[t->n++] = (struct task) { .tid = tid };
  return true;
}

void
live_exit (int status)
{
  for (;;)
    syscall (SYS_exit_group, status);
}

static int
yama (void)
{
  FILE *f = fopen ("/proc/sys/kernel/yama/ptrace_scope", "r");
  int scope = 0;
  if (!f)
    return 0;
  if (fscanf (f, "%d", &scope) != 1)
    scope = 0;
  fclose (f);
  return scope;
}

/* Whether others may see our processes that we do not see.  */
static bool
in_container (void)
{
  const ino_t first = 0xeffffffc; /* the machine's own PID namespace has this */
  struct stat st;
  return stat ("/proc/self/ns/pid", &st) == 0 && st.st_ino != first;
}

void
stop_refused (pid_t pid, int error, char *why)
{
  char text[64];
  int tracer = proc_tracer (pid);
  long uid = strtol (proc_line (pid, "Uid", text), NULL, 10);
  bool there = *text != '\0';
  int scope = yama ();
  bool dead = there && stop_thread_of (pid) == 0;
  if (!live_has_proc (why))
    return;
  if (error == ENOMEM)
    snprintf (why, LIVE_WHY, LIVE_NO_MEMORY);
  else if (error == ESRCH || error == ENOENT || !there || dead)
    snprintf (why, LIVE_WHY, "there is no process %d", (int) pid);
  else if (tracer)
    snprintf (
      why, LIVE_WHY,
      "process %d is being traced by process %d, a debugger most likely; "
      "end that first",
      (int) pid, tracer);
  else if (error == EPERM || error == EACCES)
    {
      if (geteuid () != 0 && uid != (long) geteuid ())
	snprintf (why, LIVE_WHY,
		  "process %d belongs to user %ld; be that user, or root",
		  (int) pid, uid);
      else if (scope >= 3 || (scope > 0 && geteuid () != 0))
	snprintf (why, LIVE_WHY,
		  "process %d may not be traced, as "
		  "/proc/sys/kernel/yama/ptrace_scope is %d; %s",
		  (int) pid, scope,
		  scope >= 3 ? "that lasts until the machine starts anew"
			     : "be root, or write 0 there");
      else
	snprintf (
	  why, LIVE_WHY,
	  "process %d may not be traced: it has more rights than you, or "
	  "has said so (PR_SET_DUMPABLE)%s%s",
	  (int) pid,
	  in_container () ? ", or is traced from outside of this container"
			  : "",
	  geteuid () ? "; be root" : "");
    }
  else
    snprintf (why, LIVE_WHY, "cannot trace process %d: %s", (int) pid,
	      strerror (error));
}

bool
task_wait (struct task *t)
{
  for (int tries = 0;; tries++)
    {
      int status;
      pid_t got = waitpid (t->tid, &status, __WALL | WNOHANG);
      if (got < 0 && errno == EINTR)
	continue;
      if (got < 0 || (got > 0 && !WIFSTOPPED (status)))
	return false;
      if (got > 0)
	{
	  t->stopped = true;
	  t->status = status;
	  if (status >> 16 == 0)
	    t->signal = WSTOPSIG (status);
	  return true;
	}
      char state = tries > 5 ? proc_state (t->tid) : '\0';
      if (state == 'D')
	return true;
      /* The first thread has ended, and the kernel tells so only when all others
	 have.  */
      if (state == 'Z' || state == 'X')
	return false;
      struct timespec moment = { 0, tries < 100 ? 10000 : 1000000 };
      nanosleep (&moment, NULL);
    }
}

/* Let TID stop, soon.  0; 1: it is gone, or on its way; or an errno, negated.  */
static int
interrupt (struct tasks *t, pid_t tid)
{
  int error = 0;
  if (ptrace (PTRACE_SEIZE, tid, NULL, (void *) t->options) != 0)
    error = errno;
  /* The kernel calls it EPERM, too, if it has ended and is still listed; and if we trace
     it already, as a traced thread has just made it.  */
  if (error == EPERM && strchr ("ZX", proc_state (tid)))
    return 1;
  if (error == EPERM && proc_tracer (tid) == gettid ())
    error = 0;
  if (error)
    return error == ESRCH ? 1 : -error;
  if (!task_add (t, tid))
    return -ENOMEM;
  ptrace (PTRACE_INTERRUPT, tid, NULL, NULL);
  return 0;
}

/* Stop all threads of PID that are not yet.  *NEW counts them.  0, or an errno,
   negated.  */
static int
stop_threads (struct tasks *t, pid_t pid, size_t *new)
{
  char path[64];
  snprintf (path, sizeof path, "/proc/%d/task", (int) pid);
  DIR *d = opendir (path);
  struct dirent *entry;
  int error = d ? 0 : -errno;
  size_t first = t->n;
  while (d && error >= 0 && (entry = readdir (d)))
    {
      pid_t tid = atoi (entry->d_name);
      if (tid > 0 && !task_find (t, tid))
	{
	  error = interrupt (t, tid);
	  *new += error == 0;
	}
    }
  if (d)
    closedir (d);
  for (size_t i = first; i < t->n;)
    if (task_wait (&t->task[i]))
      i++;
    else
      t->task[i] = t->task[--t->n];
  return error < 0 ? error : 0;
}

bool
tasks_share (pid_t a, pid_t b, bool unknown)
{
  long is = syscall (SYS_kcmp, (long) stop_thread_of (a), (long) b,
		     SHARED_MEMORY, 0L, 0L);
  return is < 0 ? unknown : is == 0;
}

/* The children of the threads that wait in the kernel and run in the memory of
   PID.  */
static int
stop_borrowers (struct tasks *t, pid_t pid, size_t *new)
{
  int error = 0;
  size_t n = t->n;
  for (size_t i = 0; i < n && error == 0; i++)
    {
      char path[96];
      int child;
      if (t->task[i].stopped)
	continue;
      snprintf (path, sizeof path, "/proc/%d/task/%d/children", (int) pid,
		(int) t->task[i].tid);
      FILE *f = fopen (path, "r");
      if (!f && errno == ENOMEM)
	error = -ENOMEM;
      while (f && error == 0 && fscanf (f, "%d", &child) == 1)
	if (!task_find (t, child) && tasks_share (pid, child, false))
	  {
	    size_t first = t->n;
	    error = stop_threads (t, child, new);
	    for (; first < t->n; first++)
	      t->task[first].borrower = true;
	  }
      if (f)
	fclose (f);
    }
  return error;
}

int
tasks_stop (struct tasks *t, pid_t pid)
{
  int error;
  size_t new;
  do
    {
      new = 0;
      error = stop_threads (t, pid, &new);
      if (error == 0)
	error = stop_borrowers (t, pid, &new);
    }
  while (error == 0 && new > 0);
  return error ? -error : t->n == 0 ? ESRCH : 0;
}

/* What the helper tells who asked.  */
struct answer
{
  int result, error;
  double seconds;
};

double
stop_now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return t.tv_sec + 1e-9 * t.tv_nsec;
}

static struct answer
stop_and_work (pid_t pid, int (*work) (void *data), void *data)
{
  struct tasks t = { NULL, 0, 0 };
  struct answer a = { -1, 0, 0 };
  double start = stop_now ();
  a.error = tasks_stop (&t, pid);
  if (a.error == 0)
    a.result = work (data);
  for (size_t i = 0; i < t.n; i++)
    if (t.task[i].stopped)
      ptrace (PTRACE_DETACH, t.task[i].tid, NULL,
	      (void *) (intptr_t) t.task[i].signal);
  a.seconds = stop_now () - start;
  free (t.task);
  return a;
}

/* A child does it: when that ends, the kernel lets go what has not stopped.  */
int
stop_all (pid_t pid, int (*work) (void *data), void *data, double *seconds,
	  char *why)
{
  struct answer a = { -1, EIO, 0 };
  int ends[2];
  sigset_t all, old;
  if (pipe (ends) != 0)
    {
      snprintf (why, LIVE_WHY, "no pipe: %s", strerror (errno));
      return -1;
    }
  /* It must not be ended half-way.  */
  sigfillset (&all);
  sigprocmask (SIG_SETMASK, &all, &old);
  pid_t child = fork ();
  if (child == 0)
    {
      a = stop_and_work (pid, work, data);
      live_exit (write (ends[1], &a, sizeof a) != sizeof a);
    }
  close (ends[1]);
  if (child > 0)
    {
      ssize_t n = read (ends[0], &a, sizeof a);
      if (n != sizeof a)
	a = (struct answer) { -1, EIO, 0 };
      waitpid (child, NULL, 0);
    }
  else
    a.error = errno;
  close (ends[0]);
  sigprocmask (SIG_SETMASK, &old, NULL);
  *seconds = a.seconds;
  if (a.error)
    {
      stop_refused (pid, a.error, why);
      return -1;
    }
  return a.result;
}
