/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What /proc tells of a process.  */

#include <dirent.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "live/live.h"
#include "live/stop.h"

const char *
proc_line (pid_t pid, const char *name, char *text)
{
  /* It has some 1500 bytes, what is asked for is in the first of them; no memory is
     needed.  */
  char path[64], all[4096];
  snprintf (path, sizeof path, "/proc/%d/status", (int) pid);
  int file = open (path, O_RDONLY | O_CLOEXEC);
  ssize_t n = file < 0 ? 0 : read (file, all, sizeof all - 1);
  size_t length = strlen (name);
  *text = '\0';
  all[n > 0 ? n : 0] = '\0';
  for (const char *p = all; p && *text == '\0'; p = strchr (p, '\n'))
    {
      p += *p == '\n';
      if (strncmp (p, name, length) != 0)
	continue;
      const char *value = p + length + strspn (p + length, ": \t");
      snprintf (text, 64, "%.*s", (int) strcspn (value, "\n"), value);
    }
  if (file >= 0)
    close (file);
  return text;
}

char
proc_state (pid_t tid)
{
  char text[64];
  return *proc_line (tid, "State", text);
}

static bool
has_ended (pid_t tid)
{
  char state = proc_state (tid);
  return !state || state == 'Z' || state == 'X';
}

pid_t
stop_thread_of (pid_t pid)
{
  char path[64];
  struct dirent *entry;
  pid_t found = 0;
  if (!has_ended (pid))
    return pid;
  snprintf (path, sizeof path, "/proc/%d/task", (int) pid);
  DIR *d = opendir (path);
  while (d && !found && (entry = readdir (d)))
    if (atoi (entry->d_name) > 0 && !has_ended (atoi (entry->d_name)))
      found = atoi (entry->d_name);
  if (d)
    closedir (d);
  return found;
}

pid_t
proc_tracer (pid_t tid)
{
  char text[64];
  return atoi (proc_line (tid, "TracerPid", text));
}

pid_t
stop_tracer_of (pid_t pid)
{
  return proc_tracer (stop_thread_of (pid));
}

bool
live_read (const struct live_process *p, uint64_t address, void *data,
	   size_t size)
{
  return pread (p->memory, data, size, (off_t) address) == (ssize_t) size;
}

bool
live_has_proc (char *why)
{
  char self[24];
  ssize_t n = readlink ("/proc/self", self, sizeof self - 1);
  self[n > 0 ? n : 0] = '\0';
  if (atol (self) == getpid ())
    return true;
  snprintf (why, LIVE_WHY,
	    n > 0 ? "/proc shows the processes of another PID namespace: "
		    "'mount -t proc proc /proc', or 'unshare --mount-proc'"
		  : "there is no /proc: 'mount -t proc proc /proc'");
  return false;
}

const char *
live_root (pid_t pid, const char *path, char *root)
{
  struct stat here, there;
  char name[4096];
  snprintf (root, LIVE_ROOT, "/proc/%d/root", (int) stop_thread_of (pid));
  int n = snprintf (name, sizeof name, "%s%s", root, path);
  if (*path != '/' || (size_t) n >= sizeof name || stat (name, &there) != 0
      || (stat (path, &here) == 0 && here.st_dev == there.st_dev
	  && here.st_ino == there.st_ino))
    *root = '\0';
  return root;
}
