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
  struct live_lines *lines;	/* those that were asked for, or NULL: all */
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
  if (!in_module (p, function, w->asked->module)
      || (w->lines && !live_lines_have (w->lines, function, point)))
    return -1;
  bool on = names (on_of (w->asked), function, point, w->named);
  bool off = names (w->asked->off, function, point,
		    w->named + n_parts (on_of (w->asked)));
  return off ? 0 : on ? 1 : -1;
}

/* Something is named, and each part of PATTERN names something; NAMED says how
   much.  */
static bool
check_parts (const struct live_process *p, const char *pattern,
	     const size_t *named, const struct attach *a, char *why)
{
  const char *of = a->lines ? a->lines : a->module;
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
		of ? " of " : "", of ? of : "", (int) (pattern - start), start,
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
  const char *on = on_of (w->asked);
  return check_parts (p, on, w->named, w->asked, why)
	 && check_parts (p, w->asked->off, w->named + n_parts (on), w->asked,
			 why);
}

double
attach_time (const char *text)
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
  poll (files, 2, seconds < 0 ? -1 : (int) ceil (seconds * 1000));
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

/* After that time all is to be as it was; what was counted meanwhile is put into
   COUNTS, if it is wanted.  */
static bool
come_back (struct live_process *p, double seconds, const sigset_t *ends,
	   struct live_image *counts, char *why)
{
  struct live_image before = { NULL, 0 };
  bool wanted = p->counts >= 0;
  if (wanted && !live_kept_counts (p, &before, why))
    return false;
  wait_for (p->pid, seconds, ends);
  bool good = live_undo (p, why);
  if (!good && has_ended (p->pid))
    {
      good = !wanted;
      snprintf (why, LIVE_WHY,
		"process %d has ended meanwhile; what it counted is in its "
		"own profile",
		(int) p->pid);
    }
  else if (good && wanted && (good = live_kept_counts (p, counts, why)))
    live_subtract (counts, &before);
  live_image_release (&before);
  return good;
}

/* Switch what W wants.  */
static bool
attach (struct wish *w, pid_t pid, double seconds, struct live_image *counts,
	char *why)
{
  const struct attach *a = w->asked;
  struct live_process p;
  struct live_count count;
  sigset_t ends;
  /* From here on a signal ends the wait, and not us.  */
  sigemptyset (&ends);
  sigaddset (&ends, SIGINT);
  sigaddset (&ends, SIGTERM);
  sigaddset (&ends, SIGHUP);
  sigprocmask (SIG_BLOCK, &ends, NULL);
  bool good
    = live_open (&p, pid, why)
      && (!a->lines
	  || (w->lines = live_lines_read (&p, a->lines, a->points_of, why)))
      && check (&p, w, why) && (!a->counts || live_keep_counts (&p, why))
      && live_switch (&p, choose, w, &count, why);
  if (good && (on_of (a) || a->off))
    {
      printf ("process %d: %zu points on, %zu off; it stood for %.0f us\n",
	      (int) pid, count.on, count.off, p.stopped * 1e6);
      fflush (stdout);
    }
  if (good && (seconds >= 0 || (a->counts && on_of (a))))
    good = come_back (&p, seconds, &ends, counts, why);
  else if (good && a->counts)
    good = live_kept_counts (&p, counts, why);
  live_lines_free (w->lines);
  live_close (&p);
  return good;
}

bool
attach_run (const struct attach *a, void **counts, size_t *size, char *why)
{
  char *end;
  double seconds = -1;
  long pid = strtol (a->pid, &end, 10);
  struct live_image image = { NULL, 0 };
  struct wish w = { .asked = a };
  *counts = NULL;
  if (*end || end == a->pid || pid <= 0 || pid != (pid_t) pid)
    snprintf (why, LIVE_WHY, "'%s' is no process id", a->pid);
  else if (!on_of (a) && !a->off && !a->counts)
    snprintf (why, LIVE_WHY,
	      "nothing to switch: --on='cbr@main*,entry', or "
	      "--off='*'");
  else if (a->time && (seconds = attach_time (a->time)) < 0)
    snprintf (why, LIVE_WHY, "'%s' is no time, as in --for=5s or --for=200ms",
	      a->time);
  else if (!(w.named = calloc (n_parts (on_of (a)) + n_parts (a->off) + 1,
			       sizeof *w.named)))
    snprintf (why, LIVE_WHY, "no memory");
  else if (attach (&w, pid, seconds, &image, why))
    {
      free (w.named);
      *size = image.size;
      *counts = image.size ? malloc (image.size) : NULL;
      if (*counts)
	memcpy (*counts, image.data, image.size);
      live_image_release (&image);
      return true;
    }
  free (w.named);
  return false;
}
