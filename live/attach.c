/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `ghalt attach': switch points of a running process.  */

#include "live/attach.h"

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
  const struct live_pattern *switches;
  size_t n_switches;
  unsigned char **named;	/* of each of them, of each point, whether it is */
};

/* Whether something of what W asks for is to be on.  */
static bool
wants_on (const struct wish *w)
{
  for (size_t i = 0; i < w->n_switches; i++)
    if (w->switches[i].on)
      return true;
  return false;
}

/* What is said last holds.  */
static int
choose (const struct live_process *p, const struct live_function *function,
	const struct halt_switch_point *point, void *data)
{
  const struct wish *w = data;
  size_t i = function->first + (size_t) (point - function->points);
  (void) p;
  for (size_t k = w->n_switches; k-- > 0;)
    if (w->named[k][i])
      return w->switches[k].on;
  return -1;
}

/* Find what is named.  */
static bool
find_named (const struct live_process *p, struct wish *w, char *why)
{
  const struct attach *a = w->asked;
  for (size_t i = 0; i < w->n_switches; i++)
    {
      const struct context_points points = { .pattern = w->switches[i].pattern,
					     .lines = a->lines,
					     .module = a->module };
      w->named[i] = live_choose (p, &points, a->points_of, false, why);
      if (!w->named[i])
	return false;
      if (*why)
	fprintf (stderr, "ghalt: note: %s\n", why);
    }
  return true;
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
  bool good = live_open (&p, pid, why) && find_named (&p, w, why)
	      && (!a->profile_of || live_keep_counts (&p, why))
	      && live_switch (&p, choose, w, &count, why);
  if (good && w->n_switches > 0)
    {
      printf ("process %d: %zu point%s on, %zu off; it stood for %.0f us\n",
	      (int) pid, count.on, count.on == 1 ? "" : "s", count.off,
	      p.stopped * 1e6);
      fflush (stdout);
    }
  if (good && (seconds >= 0 || (a->profile_of && wants_on (w))))
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
  /* Lines alone are asked for to be on.  */
  static const struct live_pattern all = { "*", true };
  bool lines = a->lines && a->n_switches == 0;
  struct wish w = { .asked = a,
		    .switches = lines ? &all : a->switches,
		    .n_switches = lines ? 1 : a->n_switches };
  w.named = calloc (w.n_switches + 1, sizeof *w.named);
  *profile = NULL;
  if (*end || end == a->pid || pid <= 0 || pid != (pid_t) pid)
    snprintf (why, LIVE_WHY, "'%s' is no process id", a->pid);
  else if (!w.named)
    snprintf (why, LIVE_WHY, LIVE_NO_MEMORY);
  else if (w.n_switches == 0 && !a->profile_of)
    snprintf (why, LIVE_WHY,
	      "nothing to switch: --on='cbr@main*,entry', or "
	      "--off='*'");
  else if (a->time && (seconds = context_time (a->time)) < 0)
    snprintf (why, LIVE_WHY, "'%s' is no time, as in --for=5s or --for=200ms",
	      a->time);
  else
    good = attach (&w, pid, seconds, profile, size, why);
  for (size_t i = 0; w.named && i < w.n_switches; i++)
    free (w.named[i]);
  free (w.named);
  return good;
}
