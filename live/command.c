/* SPDX-License-Identifier: GPL-3.0-or-later */
/* `ghalt attach': switch points of a running process.  */

#include "live/command.h"

#include <errno.h>
#include <math.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/signalfd.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "halt/switch.h"
#include "live/live.h"

/* What was asked for.  */
struct wish
{
  const struct attach *asked;
  size_t *named;		/* points of each part of ON, then of OFF */
};

/* Whether FUNCTION is in the objects that were asked for.  */
static bool
in_module (const struct live_process *p, const struct live_function *function,
	   const char *module)
{
  const char *path = p->objects[function->object].path;
  const char *slash = strrchr (path, '/');
  return !module || halt_glob (module, strlen (module), path)
	 || halt_glob (module, strlen (module), slash ? slash + 1 : path);
}

/* Whether a part of PATTERN names POINT; NAMED has a count for each part.  */
static bool
names (const char *pattern, const struct live_function *function,
       const struct halt_switch_point *point, size_t *named)
{
  struct halt_part part;
  bool any = false;
  for (size_t i = 0; pattern && halt_next_part (&pattern, &part); i++)
    if (halt_part_names (&part, point->kind, function->name))
      {
	named[i]++;
	any = true;
      }
  return any;
}

static size_t
n_parts (const char *pattern)
{
  struct halt_part part;
  size_t n = 0;
  while (pattern && halt_next_part (&pattern, &part))
    n++;
  return n;
}

/* What is switched off is off, also if it is switched on.  */
static int
choose (const struct live_process *p, const struct live_function *function,
	const struct halt_switch_point *point, void *data)
{
  const struct wish *w = data;
  if (!in_module (p, function, w->asked->module))
    return -1;
  bool on = names (w->asked->on, function, point, w->named);
  bool off = names (w->asked->off, function, point,
		    w->named + n_parts (w->asked->on));
  return off ? 0 : on ? 1 : -1;
}

/* Something is named, and each part of PATTERN names something; NAMED says how
   much.  */
static bool
check_parts (const struct live_process *p, const char *pattern,
	     const size_t *named, const char *module, char *why)
{
  struct halt_part part;
  for (size_t i = 0; pattern && halt_next_part (&pattern, &part); i++)
    {
      const char *nearest = NULL;
      unsigned int distance = 1 + part.function_length / 3;
      const char *start = part.kind ? part.kind : part.function;
      if (named[i])
	continue;
      for (size_t n = 0; n < p->n_functions; n++)
	{
	  unsigned int d = halt_spelled (part.function, part.function_length,
					 p->functions[n].name);
	  if (d <= distance)
	    {
	      distance = d - (d > 0);
	      nearest = p->functions[n].name;
	    }
	}
      snprintf (why, LIVE_WHY, "no point%s%s has a name like '%.*s'%s%s%s",
		module ? " of " : "", module ? module : "",
		(int) (pattern - start), start,
		nearest ? "; did you mean '" : "", nearest ? nearest : "",
		nearest ? "'?" : "");
      return false;
    }
  return true;
}

/* Find what would be named, which nothing is done to.  */
static bool
check (const struct live_process *p, struct wish *w, char *why)
{
  for (size_t i = 0; i < p->n_functions; i++)
    for (uint32_t n = 0; n < p->functions[i].n_points; n++)
      choose (p, &p->functions[i], &p->functions[i].points[n], w);
  return check_parts (p, w->asked->on, w->named, w->asked->module, why)
	 && check_parts (p, w->asked->off, w->named + n_parts (w->asked->on),
			 w->asked->module, why);
}

/* SECONDS, "5s", "200ms", "2m".  Negative: that is none.  */
static double
read_time (const char *text)
{
  char *end;
  errno = 0;
  double t = strtod (text, &end);
  double unit = strcmp (end, "s") == 0 || !*end ? 1
		: strcmp (end, "ms") == 0	? 1e-3
		: strcmp (end, "m") == 0	? 60
						: -1;
  return end != text && !errno && t >= 0 && t < 1e6 ? t * unit : -1;
}

/* Wait for SECONDS, until the process ends, or until we are to end.  */
static void
wait_for (pid_t pid, double seconds, const sigset_t *ends)
{
  struct pollfd files[2] = {
    { (int) syscall (SYS_pidfd_open, pid, 0), POLLIN, 0 },
    { signalfd (-1, ends, SFD_CLOEXEC), POLLIN, 0 }
  };
  poll (files, 2, (int) ceil (seconds * 1000));
  for (int i = 0; i < 2; i++)
    if (files[i].fd >= 0)
      close (files[i].fd);
}

static bool
attach (const struct attach *a, pid_t pid, double seconds, char *why)
{
  struct live_process p;
  struct live_count count;
  struct wish w = { a, NULL };
  sigset_t ends;
  w.named = calloc (n_parts (a->on) + n_parts (a->off) + 1, sizeof *w.named);
  /* From here on a signal ends the wait, and not us.  */
  sigemptyset (&ends);
  sigaddset (&ends, SIGINT);
  sigaddset (&ends, SIGTERM);
  sigaddset (&ends, SIGHUP);
  sigprocmask (SIG_BLOCK, &ends, NULL);
  bool good = w.named && live_open (&p, pid, why) && check (&p, &w, why)
	      && live_switch (&p, choose, &w, &count, why);
  if (good)
    {
      printf ("process %d: %zu points on, %zu off; it stood for %.0f us\n",
	      (int) pid, count.on, count.off, p.stopped * 1e6);
      fflush (stdout);
    }
  if (good && seconds >= 0)
    {
      wait_for (pid, seconds, &ends);
      good = live_undo (&p, why);
      if (!good && kill (pid, 0) != 0 && errno == ESRCH)
	good = true;
    }
  if (w.named)
    live_close (&p);
  free (w.named);
  return good;
}

bool
attach_run (const struct attach *a, char *why)
{
  char *end;
  double seconds = -1;
  long pid = strtol (a->pid, &end, 10);
  if (*end || end == a->pid || pid <= 0 || pid != (pid_t) pid)
    snprintf (why, LIVE_WHY, "'%s' is no process id", a->pid);
  else if (!a->on && !a->off)
    snprintf (why, LIVE_WHY,
	      "nothing to switch: --on='cbr@main*,entry', or "
	      "--off='*'");
  else if (a->time && (seconds = read_time (a->time)) < 0)
    snprintf (why, LIVE_WHY, "'%s' is no time, as in --for=5s or --for=200ms",
	      a->time);
  else
    return attach (a, pid, seconds, why);
  return false;
}
