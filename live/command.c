/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `ghalt attach': switch points of a running process.  */

#include "live/command.h"

#include <errno.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "halt/switch.h"
#include "live/context.h"
#include "live/live.h"

/* What was asked for.  */
struct wish
{
  const struct attach *asked;
  unsigned char *on, *off;	/* of each point whether it is named, or NULL */
};

/* The pattern of what is to be on, or NULL.  Lines alone are asked for to be on.  */
static const char *
on_of (const struct attach *a)
{
  return a->lines && !a->on && !a->off ? "*" : a->on;
}

/* What is switched off is off, also if it is switched on.  */
static int
choose (const struct live_process *p, const struct live_function *function,
	const struct halt_switch_point *point, void *data)
{
  const struct wish *w = data;
  size_t i = function->first + (size_t) (point - function->points);
  (void) p;
  return w->off && w->off[i] ? 0 : w->on && w->on[i] ? 1 : -1;
}

/* Find what is named by PATTERN, if it is not NULL.  */
static bool
find_named (const struct live_process *p, const struct attach *a,
	    const char *pattern, unsigned char **named, char *why)
{
  const struct context_points points = {
    .pattern = pattern, .lines = a->lines, .module = a->module
  };
  return !pattern
	 || (*named = live_choose (p, &points, a->points_of, false, why));
}

/* Wait for SECONDS, until the process ends, or until we are to end.  */
static void
wait_for (pid_t pid, double seconds, const sigset_t *ends)
{
  struct pollfd files[2] = {
    { (int) syscall (SYS_pidfd_open, pid, 0), POLLIN, 0 },
    { signalfd (-1, ends, SFD_CLOEXEC), POLLIN, 0 }
  };
  bool gone = files[0].fd < 0 && kill (pid, 0) != 0 && errno == ESRCH;
  if (!gone)
    poll (files, 2, seconds < 0 ? -1 : (int) (seconds * 1000 + 0.999));
  for (int i = 0; i < 2; i++)
    if (files[i].fd >= 0)
      close (files[i].fd);
}

/* Whether the process has ended.  */
static bool
has_ended (pid_t pid)
{
  struct pollfd file = { (int) syscall (SYS_pidfd_open, pid, 0), POLLIN, 0 };
  bool ended = file.fd < 0 ? errno == ESRCH : poll (&file, 1, 0) > 0;
  if (file.fd >= 0)
    close (file.fd);
  return ended;
}

/* After that time all is to be as it was; what was counted before and after it is put
   into BEFORE and COUNTS, if it is wanted.  */
static bool
come_back (struct live_process *p, double seconds, const sigset_t *ends,
	   struct live_image *before, struct live_image *counts, char *why)
{
  bool wanted = p->counts >= 0;
  if (wanted && !live_kept_counts (p, before, why))
    return false;
  wait_for (p->pid, seconds, ends);
  bool good = live_undo (p, why);
  if (!good && has_ended (p->pid))
    {
      good = !wanted;
      snprintf (why, LIVE_WHY,
		"process %d has ended meanwhile; what it counted is in its "
		"own profile, if it wrote one",
		(int) p->pid);
    }
  else if (good && wanted)
    good = live_kept_counts (p, counts, why);
  return good;
}

/* Switch what W wants.  */
static bool
attach (struct wish *w, pid_t pid, double seconds, void **profile, size_t *size,
	char *why)
{
  const struct attach *a = w->asked;
  struct live_image before = { NULL, 0 }, counts = { NULL, 0 };
  struct live_process p;
  struct live_count count;
  sigset_t ends;
  /* From here on a signal ends the wait, and not us.  */
  sigemptyset (&ends);
  sigaddset (&ends, SIGINT);
  sigaddset (&ends, SIGTERM);
  sigaddset (&ends, SIGHUP);
  sigprocmask (SIG_BLOCK, &ends, NULL);
  bool good = live_open (&p, pid, why)
	      && find_named (&p, a, on_of (a), &w->on, why)
	      && find_named (&p, a, a->off, &w->off, why)
	      && (!a->profile_of || live_keep_counts (&p, why))
	      && live_switch (&p, choose, w, &count, why);
  if (good && (on_of (a) || a->off))
    {
      printf ("process %d: %zu points on, %zu off; it stood for %.0f us\n",
	      (int) pid, count.on, count.off, p.stopped * 1e6);
      fflush (stdout);
    }
  if (good && (seconds >= 0 || (a->profile_of && on_of (a))))
    good = come_back (&p, seconds, &ends, &before, &counts, why);
  else if (good && a->profile_of)
    good = live_kept_counts (&p, &counts, why);
  if (good && counts.data)
    good = (*profile = a->profile_of (&counts, &before, size, why));
  live_image_release (&before);
  live_image_release (&counts);
  live_close (&p);
  return good;
}

bool
attach_run (const struct attach *a, void **profile, size_t *size, char *why)
{
  char *end;
  double seconds = -1;
  bool good = false;
  long pid = strtol (a->pid, &end, 10);
  struct wish w = { .asked = a };
  *profile = NULL;
  if (*end || end == a->pid || pid <= 0 || pid != (pid_t) pid)
    snprintf (why, LIVE_WHY, "'%s' is no process id", a->pid);
  else if (!on_of (a) && !a->off && !a->profile_of)
    snprintf (why, LIVE_WHY,
	      "nothing to switch: --on='cbr@main*,entry', or "
	      "--off='*'");
  else if (a->time && (seconds = context_time (a->time)) < 0)
    snprintf (why, LIVE_WHY, "'%s' is no time, as in --for=5s or --for=200ms",
	      a->time);
  else
    good = attach (&w, pid, seconds, profile, size, why);
  free (w.on);
  free (w.off);
  return good;
}
