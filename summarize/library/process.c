/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Running processes: what live/ does for the library's users.  */

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include "halt/live.h"
#include "live/context.h"
#include "live/session.h"
#include "summarize/library/library.h"
#include "summarize/library/process.h"

/* All points of REPORT.  */
static void
tell_points (const struct ghalt_report *report, live_point_at *at, void *data)
{
  struct ghalt_function f;
  struct ghalt_unit u;
  struct ghalt_point p;
  struct ghalt_place place;
  for (size_t i = 0; ghalt_function (report, i, &f); i++)
    for (uint32_t n = 0;
	 ghalt_unit (report, f.unit, &u) && ghalt_point (report, i, n, &p); n++)
      {
	bool known = ghalt_point_place (report, &p, &place);
	at (data, u.checksum,
	    p.flags & GHALT_POINT_FIXED ? p.id : p.id - u.base, p.kind,
	    known ? place.file : "", known ? place.line : 0);
      }
}

bool
library_points_of (const char *path, live_point_at *at, void *data, char *why)
{
  struct ghalt_error *error = NULL;
  struct ghalt_program *program = ghalt_program_open (path, &error);
  struct ghalt_report *report = program
				  ? ghalt_report_open (program, NULL, &error)
				  : NULL;
  if (report)
    tell_points (report, at, data);
  else
    snprintf (why, LIVE_WHY, "%s", ghalt_error_text (error));
  ghalt_report_close (report);
  ghalt_program_close (program);
  ghalt_error_free (error);
  return report;
}

void *
library_profile_of (const struct live_image *image,
		    const struct live_image *before, size_t *size, char *why)
{
  struct fault f = { "" };
  void *profile = NULL;
  if (live_settle_since (image->data, image->size, before->data, before->size,
			 &profile, size, &f))
    return profile;
  snprintf (why, LIVE_WHY, "%.500s", f.text);
  return NULL;
}

bool
library_meaning_of (const struct halt_live_record *object, pid_t pid,
		    uint64_t cells, struct live_meaning *meaning)
{
  struct fault f = { "" };
  const struct cells_file *file;
  const struct halt_prof_unit *units = (const void *) (object + 1);
  const char *path = (const char *) (units + object->n);
  if (!cells_of (&file, path, path + strlen (path) + 1, units,
		 (uint32_t) object->n, (uint64_t) pid, false, &f))
    return false;
  const struct cells_table *t = cells_find (file, cells);
  if (t)
    *meaning = (struct live_meaning) { t->unit, t->units, t->n_units,
				       t->n_counters, t->counters };
  return t;
}

/* --- who does it --------------------------------------------------------------- */

struct ghalt_process
{
  pid_t pid;
  int file;			/* the process that does it */
  int go;			/* lets the program start, or -1 */
  int failed;			/* says why it does not */
};

/* The profile that is in the file IMAGE, which is closed.  */
static struct ghalt_profile *
take_profile (int image, pid_t pid, struct fault *f)
{
  struct stat st;
  struct fault name;
  char *data = NULL;
  size_t at = 0, size = 0;
  if (fstat (image, &st) == 0 && st.st_size > 0)
    {
      size = (size_t) st.st_size;
      data = fresh (size, 1, f);
    }
  while (data && at < size)
    {
      ssize_t n = pread (image, data + at, size - at, (off_t) at);
      if (n > 0)
	at += (size_t) n;
      else if (n == 0 || errno != EINTR)
	break;
    }
  close (image);
  if (!data || at < size)
    {
      free (data);
      fault (f, "a profile of process %d was lost", (int) pid);
      return NULL;
    }
  fault (&name, "process %d", (int) pid);
  return profile_take (data, size, name.text, f);
}

/* Wait for the answer to what was asked, which becomes M.  *PROFILE is what came with
   it, or NULL.  */
static bool
wait_for (struct ghalt_process *p, struct session_message *m,
	  struct ghalt_profile **profile, struct fault *f)
{
  bool ok = true;
  int image;
  *profile = NULL;
  do
    {
      if (!session_wait (p->file, -1, m, &image))
	continue;
      if (m->told == SESSION_PROFILE)
	ok &= (*profile = take_profile (image, p->pid, f)) != NULL;
    }
  while (m->told > SESSION_FAILED || m->told == SESSION_BEGUN);
  if (m->told == SESSION_FAILED)
    ok = fault (f, "%s", m->text);
  if (!ok)
    {
      ghalt_profile_close (*profile);
      *profile = NULL;
    }
  return ok;
}

static bool
ask_process (struct ghalt_process *p, enum session_asked what, const char *text,
	     struct session_message *m, struct ghalt_profile **profile,
	     struct fault *f)
{
  *profile = NULL;
  m->told = SESSION_PROFILE;
  if (p->go >= 0 && what != SESSION_RUN)
    return fault (f, "process %d was not let run yet", (int) p->pid);
  return (session_ask (p->file, what, p->go >= 0, text)
	  || fault (f, "who does it for process %d has ended", (int) p->pid))
	 && (what == SESSION_RUN || wait_for (p, m, profile, f));
}

/* Begin to do it for PID; STARTS: that is to be started.  */
static struct ghalt_process *
open_process (pid_t pid, bool starts, struct fault *f)
{
  char why[LIVE_WHY];
  struct session_message m;
  int image;
  struct session s = {
    .pid = pid,
    .starts = starts,
    .points_of = library_points_of,
    .profile_of = library_profile_of,
    .meaning_of = library_meaning_of
  };
  struct ghalt_process *p = fresh (1, sizeof *p, f);
  if (!p)
    return NULL;
  *p = (struct ghalt_process) { pid, session_serve (&s, why), -1, -1 };
  if (p->file < 0)
    fault (f, "%s", why);
  else
    {
      while (!session_wait (p->file, -1, &m, &image))
	continue;
      if (m.told == SESSION_BEGUN)
	return p;
      fault (f, "%s", m.text);
    }
  ghalt_process_close (p);
  return NULL;
}

struct ghalt_process *
ghalt_process_attach (unsigned pid, struct ghalt_error **error)
{
  struct fault f;
  struct ghalt_process *p = NULL;
  if (pid == 0 || (pid_t) pid <= 0)
    fault (&f, "there is no process %u", pid);
  else
    p = open_process ((pid_t) pid, false, &f);
  if (!p)
    error_set (error, &f);
  return p;
}

/* Be the program ARGV, as soon as GO says so; FAILED is told why not.  */
static void
become (const char *const *argv, int go, int failed)
{
  char c;
  prctl (PR_SET_PTRACER, PR_SET_PTRACER_ANY, 0, 0, 0);
  if (read (go, &c, 1) == 1)
    {
      execvp (argv[0], (char *const *) argv);
      int why = errno;
      (void) !write (failed, &why, sizeof why);
    }
  live_exit (127);
}

struct ghalt_process *
ghalt_process_start (const char *const *argv, struct ghalt_error **error)
{
  struct fault f;
  struct ghalt_process *p = NULL;
  int go[2], failed[2];
  if (pipe2 (go, O_CLOEXEC) != 0)
    {
      fault (&f, "no pipe: %m");
      error_set (error, &f);
      return NULL;
    }
  if (pipe2 (failed, O_CLOEXEC) != 0)
    {
      fault (&f, "no pipe: %m");
      close (go[0]);
      close (go[1]);
      error_set (error, &f);
      return NULL;
    }
  pid_t child = fork ();
  if (child == 0)
    {
      close (go[1]);
      close (failed[0]);
      become (argv, go[0], failed[1]);
    }
  close (go[0]);
  close (failed[1]);
  if (child < 0)
    fault (&f, "cannot make a process: %m");
  else
    p = open_process (child, true, &f);
  if (p)
    {
      p->go = go[1];
      p->failed = failed[0];
      return p;
    }
  close (go[1]);
  close (failed[0]);
  if (child > 0)
    waitpid (child, NULL, 0);
  error_set (error, &f);
  return NULL;
}

void
ghalt_process_close (struct ghalt_process *process)
{
  if (!process)
    return;
  if (process->file >= 0)
    {
      /* It ends when nobody can ask any more.  */
      char any[64];
      shutdown (process->file, SHUT_WR);
      while (recv (process->file, any, sizeof any, 0) > 0)
	continue;
      close (process->file);
    }
  if (process->go >= 0)
    {
      close (process->go);
      close (process->failed);
    }
  free (process);
}

unsigned
ghalt_process_pid (const struct ghalt_process *process)
{
  return (unsigned) process->pid;
}

/* --- one thing after the other -------------------------------------------------- */

static int
ask_points (struct ghalt_process *p, enum session_asked what, const char *text,
	    struct ghalt_switched *points, struct ghalt_error **error)
{
  struct fault f;
  struct session_message m;
  struct ghalt_profile *none;
  if (!ask_process (p, what, text, &m, &none, &f))
    return error_set (error, &f);
  if (points)
    *points = (struct ghalt_switched) { m.on, m.off, m.seconds };
  return 1;
}

int
ghalt_process_switch (struct ghalt_process *process, const char *context,
		      struct ghalt_switched *switched,
		      struct ghalt_error **error)
{
  return ask_points (process, SESSION_SWITCH, context, switched, error);
}

int
ghalt_process_points (struct ghalt_process *process,
		      struct ghalt_switched *points, struct ghalt_error **error)
{
  return ask_points (process, SESSION_POINTS, "", points, error);
}

int
ghalt_process_undo (struct ghalt_process *process, struct ghalt_error **error)
{
  return ask_points (process, SESSION_UNDO, "", NULL, error);
}

struct ghalt_profile *
ghalt_process_counts (struct ghalt_process *process, struct ghalt_error **error)
{
  struct fault f;
  struct session_message m;
  struct ghalt_profile *profile;
  if (!ask_process (process, SESSION_COUNTS, "", &m, &profile, &f))
    error_set (error, &f);
  return profile;
}

/* --- contexts --------------------------------------------------------------------- */

int
ghalt_context_check (const char *context, struct ghalt_error **error)
{
  struct fault f;
  char why[LIVE_WHY];
  struct context *c = context_read (context, "context", strlen (context) + 1,
				    why);
  context_free (c);
  if (c)
    return 1;
  fault (&f, "%s", why);
  return error_set (error, &f);
}

/* Tell CALLBACK of M.  Nonzero: stop.  */
static int
call_back (ghalt_callback *callback, void *data,
	   const struct session_message *m, const struct ghalt_profile *profile)
{
  struct ghalt_event event = { .rule = m->rule,
			       .text = m->text,
			       .seconds = m->seconds,
			       .snapshot = m->number,
			       .profile = profile };
  if (m->told == SESSION_SAMPLE)
    event = (struct ghalt_event) {
      .sampled = 1,
      .rule = m->sample.rule,
      .text = "",
      .windows = m->sample.windows,
      .on = m->sample.on,
      .all = m->sample.all,
      .error = m->sample.error,
      .scale = m->sample.scale
    };
  return callback ? callback (data, &event) : 0;
}

/* Let the program start.  */
static bool
let_go (struct ghalt_process *p, struct fault *f)
{
  int why = 0;
  bool ok = write (p->go, "", 1) == 1
	    && read (p->failed, &why, sizeof why) <= 0;
  close (p->go);
  close (p->failed);
  p->go = p->failed = -1;
  errno = why;
  return ok || fault (f, "cannot run the program: %m");
}

struct ghalt_profile *
ghalt_process_run (struct ghalt_process *process, const char *context,
		   ghalt_callback *callback, void *data,
		   struct ghalt_error **error)
{
  struct fault f = { "" };
  struct session_message m;
  struct ghalt_profile *last = NULL, *snapshot = NULL;
  int image, stop;
  bool ok = ask_process (process, SESSION_RUN, context, &m, &last, &f);
  while (ok)
    {
      if (!session_wait (process->file, -1, &m, &image))
	{
	  stop = callback && callback (data, NULL);
	  if (stop)
	    session_answer (process->file, stop);
	  continue;
	}
      if (m.told == SESSION_BEGUN && process->go >= 0)
	ok = let_go (process, &f);
      else if (m.told == SESSION_PROFILE)
	{
	  struct ghalt_profile **to = m.number ? &snapshot : &last;
	  ghalt_profile_close (*to);
	  ok = (*to = take_profile (image, process->pid, &f));
	}
      else if (m.told == SESSION_EVENT)
	{
	  session_answer (process->file,
			  call_back (callback, data, &m, snapshot));
	  ghalt_profile_close (snapshot);
	  snapshot = NULL;
	}
      else if (m.told == SESSION_SAMPLE)
	call_back (callback, data, &m, NULL);
      else if (m.told == SESSION_FAILED)
	ok = fault (&f, "%s", m.text);
      else if (m.told == SESSION_ENDED)
	break;
    }
  if (ok && !last)
    ok = fault (&f, "process %d has ended before it could be counted",
		(int) process->pid);
  ghalt_profile_close (snapshot);
  if (ok)
    return last;
  ghalt_profile_close (last);
  error_set (error, &f);
  return NULL;
}
