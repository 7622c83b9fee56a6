/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A process from outside is opened, looked at again, and closed.  */

#include "live/live.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/un.h>
#include <time.h>
#include <unistd.h>

#include "live/stop.h"

/* The number of process PID in its own PID namespace, and which that is, as far as it
   may be known: others may see it by another number.  */
static int
own_number (pid_t pid, uint64_t *space)
{
  char name[64], line[256];
  struct stat st;
  int own = (int) pid;
  snprintf (name, sizeof name, "/proc/%d/ns/pid", (int) pid);
  *space = stat (name, &st) == 0 ? st.st_ino : 0;
  snprintf (name, sizeof name, "/proc/%d/status", (int) pid);
  FILE *f = *space ? fopen (name, "re") : NULL;
  while (f && fgets (line, sizeof line, f))
    if (strncmp (line, "NSpid:", 6) == 0)
      own = atoi (strrchr (line, '\t') + 1);
  if (f)
    fclose (f);
  return own;
}

/* A name that the kernel takes back when we end, however that is.  One who is killed may
   have a child that has to end as well: that takes no time.  */
static bool
take_lock (struct live_process *p, char *why)
{
  const struct timespec moment = { 0, 10000000 };
  struct sockaddr_un name = { .sun_family = AF_UNIX };
  uint64_t space;
  int own = own_number (p->pid, &space);
  int length = snprintf (name.sun_path + 1, sizeof name.sun_path - 1,
			 "ghalt attach %d of %" PRIu64, own, space);
  p->lock = socket (AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0);
  for (int tries = 0;
       p->lock >= 0
       && bind (p->lock, (struct sockaddr *) &name,
		offsetof (struct sockaddr_un, sun_path) + 1 + length)
	    != 0
       && errno == EADDRINUSE;
       tries++)
    {
      if (tries == 20)
	{
	  snprintf (why, LIVE_WHY,
		    "another 'ghalt attach' has process %d; wait "
		    "until it has ended",
		    (int) p->pid);
	  return false;
	}
      nanosleep (&moment, NULL);
    }
  return true;
}

static bool
open_memory (struct live_process *p, pid_t pid, int access, char *why)
{
  char path[64];
  *p = (struct live_process) {
    .pid = pid, .memory = -1, .lock = -1, .counts = -1
  };
  if (!live_has_proc (why))
    return false;
  snprintf (path, sizeof path, "/proc/%d/mem", (int) stop_thread_of (pid));
  p->memory = open (path, access | O_CLOEXEC);
  if (p->memory < 0)
    stop_refused (pid, errno, why);
  return p->memory >= 0;
}

/* Find the objects of PID.  One that replaces its program just now has none, or none that
   may be read: once more.  */
static bool
open_objects (struct live_process *p, pid_t pid, int access, char *why)
{
  const struct timespec moment = { 0, 1000000 };
  char one;
  for (int tries = 0;; tries++)
    {
      bool opened = open_memory (p, pid, access, why);
      /* One that executed something else meanwhile has none of them.  */
      if (opened && live_find_objects (p) && p->n_objects > 0
	  && live_read (p, p->objects[0].start, &one, 1))
	return true;
      if (p->no_memory)
	{
	  snprintf (why, LIVE_WHY, LIVE_NO_MEMORY);
	  return false;
	}
      if (opened)
	stop_refused (pid, ESRCH, why);
      if (tries == 20 || kill (pid, 0) != 0)
	return false;
      live_close (p);
      nanosleep (&moment, NULL);
    }
}

bool
live_look (struct live_process *p, pid_t pid, char *why)
{
  return open_objects (p, pid, O_RDONLY, why);
}

bool
live_hold (struct live_process *p, pid_t pid, char *why)
{
  if (!open_objects (p, pid, O_RDWR, why) || !take_lock (p, why))
    return false;
  if (stop_tracer_of (pid) == 0)
    live_repair (p);
  p->held = true;
  return true;
}

bool
live_has_points (const struct live_process *p, char *why)
{
  char one;
  if (p->n_objects == 0
      || (p->n_functions == 0 && !live_read (p, p->objects[0].start, &one, 1)))
    snprintf (why, LIVE_WHY, "process %d has ended meanwhile", (int) p->pid);
  else if (p->n_functions == 0)
    snprintf (why, LIVE_WHY,
	      "nothing in process %d was compiled with "
	      "-fplugin-arg-halt-switch",
	      (int) p->pid);
  return p->n_functions > 0;
}

bool
live_open (struct live_process *p, pid_t pid, char *why)
{
  bool good = live_hold (p, pid, why) && live_has_points (p, why);
  p->held = false;
  return good;
}

bool
live_again (struct live_process *p)
{
  live_forget_objects (p);
  p->no_memory = false;
  return live_find_objects (p) && p->n_objects > 0;
}

void
live_close (struct live_process *p)
{
  if (p->memory >= 0)
    close (p->memory);
  if (p->lock >= 0)
    close (p->lock);
  if (p->counts >= 0)
    close (p->counts);
  live_forget_objects (p);
  free (p->changes);
}
