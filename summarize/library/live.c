/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Live profiles as the library's users have them: a file that is read again and again
   while a process counts in it, and how it is found.

   Its bytes are read, not mapped: what is looked at does not change meanwhile, and a
   file that others shorten ends nobody.  */

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <time.h>
#include <unistd.h>
#include "halt/live.h"
#include "live/live.h"
#include "summarize/library/library.h"

struct ghalt_live
{
  char *path;
  struct live_from from;
  char *data;			/* what was read last */
  size_t room;
};

/* Read SIZE bytes from the beginning of L.  */
static bool
read_bytes (struct ghalt_live *l, size_t size, struct fault *f)
{
  if (size > l->room)
    {
      char *more = realloc (l->data, size + size / 4);
      if (!more)
	return fault (f, "out of memory");
      l->data = more;
      l->room = size + size / 4;
    }
  for (size_t at = 0; at < size;)
    {
      ssize_t n = pread (l->from.fd, l->data + at, size - at, (off_t) at);
      if (n < 0 && errno == EINTR)
	continue;
      if (n < 0)
	return fault (f, "%s: cannot read: %m", l->path);
      if (n == 0)
	return fault (f, "%s: truncated live profile", l->path);
      at += (size_t) n;
    }
  return true;
}

static const struct halt_live *
read_header (struct ghalt_live *l, struct fault *f)
{
  struct halt_live *h = NULL;
  if (read_bytes (l, sizeof *h, f))
    h = (void *) l->data;
  if (h && h->magic != HALT_LIVE_MAGIC)
    {
      fault (f, "%s: %s", l->path,
	     h->magic == HALT_PROF_MAGIC || live_is (h, sizeof *h)
	       ? "a usual profile, not a live one: start the program with "
		 "HALT_LIVE=1"
	       : NO_PROFILE);
      h = NULL;
    }
  return h;
}

/* The live profile that is open as FD, of process PID, unless that is 0.  FD is closed
   if that fails.  */
static struct ghalt_live *
begin_live (const char *path, int fd, unsigned pid, struct fault *f)
{
  struct ghalt_live *l = fresh (1, sizeof *l, f);
  if (!l)
    {
      close (fd);
      return NULL;
    }
  l->from = (struct live_from) {
    fd, pid, pid ? (int) syscall (SYS_pidfd_open, pid, 0) : -1
  };
  l->path = copy_text (path, strlen (path), f);
  if (l->path && read_header (l, f))
    return l;
  ghalt_live_close (l);
  return NULL;
}

struct ghalt_live *
ghalt_live_open (const char *path, struct ghalt_error **error)
{
  struct fault f;
  struct stat st;
  struct ghalt_live *l = NULL;
  int fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd < 0)
    fault (&f, "cannot open '%s': %m", path);
  else if (fstat (fd, &st) != 0 || !S_ISREG (st.st_mode)
	   || st.st_size < (off_t) sizeof (struct halt_live))
    {
      close (fd);
      fault (&f, "%s: %s", path, NO_PROFILE);
    }
  else
    l = begin_live (path, fd, 0, &f);
  if (!l)
    error_set (error, &f);
  return l;
}

void
ghalt_live_close (struct ghalt_live *live)
{
  if (!live)
    return;
  close (live->from.fd);
  if (live->from.process >= 0)
    close (live->from.process);
  FREE_ALL (live->path, live->data, live);
}

/* --- the file of a process ------------------------------------------------- */

/* A file that a process has mapped.  */
struct mapping
{
  char start[40];		/* as /proc/PID/map_files calls it */
  dev_t device;
  uint64_t inode;
  char path[4096];
};

/* Whether LINE of /proc/PID/maps is a file that is shared and written to.  */
static bool
is_shared (char *line, struct mapping *m)
{
  char access[8];
  unsigned major, minor;
  int at = 0;
  if (sscanf (line, "%39s %7s %*s %x:%x %" SCNu64 " %n", m->start, access,
	      &major, &minor, &m->inode, &at)
	< 5
      || at == 0 || access[1] != 'w' || access[3] != 's' || line[at] != '/')
    return false;
  size_t n = strcspn (line + at, "\n");
  if (n >= sizeof m->path)
    return false;
  m->device = makedev (major, minor);
  memcpy (m->path, line + at, n);
  m->path[n] = '\0';
  return true;
}

/* Open PATH if it is the file of M, with the first bytes of a live profile.  Some file
   systems have several numbers: its device counts only if EXACT.  */
static int
open_mapped (const char *path, const struct mapping *m, bool exact)
{
  uint64_t magic;
  struct stat st;
  int fd = open (path, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  if (fd >= 0
      && (fstat (fd, &st) != 0 || (uint64_t) st.st_ino != m->inode
	  || (exact && st.st_dev != m->device) || !S_ISREG (st.st_mode)
	  || pread (fd, &magic, sizeof magic, 0) != sizeof magic
	  || magic != HALT_LIVE_MAGIC))
    {
      close (fd);
      fd = -1;
    }
  return fd;
}

/* The file may have been removed, or be in another root, where a file of ours has its
   name and its number.  */
static int
find_mapped (unsigned pid, const struct mapping *m)
{
  char mapped[sizeof m->path + 64], root[sizeof m->path + 64];
  snprintf (mapped, sizeof mapped, "/proc/%u/map_files/%s", pid, m->start);
  snprintf (root, sizeof root, "/proc/%u/root%s", pid, m->path);
  const struct
  {
    const char *path;
    bool exact;
  } tries[] = { { m->path, true },
		{ root, true },
		{ mapped, false },
		{ root, false },
		{ m->path, false } };
  int fd = -1;
  for (size_t i = 0; fd < 0 && i < sizeof tries / sizeof *tries; i++)
    fd = open_mapped (tries[i].path, m, tries[i].exact);
  return fd;
}

static bool
no_process (unsigned pid, struct fault *f)
{
  return fault (f, "there is no process %u", pid);
}

/* Say why the mappings of PID cannot be seen.  */
static void
refuse_process (unsigned pid, int error, struct fault *f)
{
  char path[64];
  struct stat st;
  snprintf (path, sizeof path, "/proc/%u", pid);
  if (stat (path, &st) != 0)
    no_process (pid, f);
  else if (geteuid () != 0 && st.st_uid != geteuid ())
    fault (f, "process %u belongs to user %u; be that user, or root", pid,
	   (unsigned) st.st_uid);
  else
    fault (f, "process %u cannot be looked at: %s", pid, strerror (error));
}

/* Say why PID counts in no file: EXE is its program.  */
static void
why_not_live (unsigned pid, const char *exe, struct fault *f)
{
  struct program p;
  struct fault why;
  char self[64];
  snprintf (self, sizeof self, "/proc/%u/exe", pid);
  if (!program_open (&p, self, &why))
    {
      const char *text = strstr (why.text, ": ");
      fault (f, "process %u has no live profile; its program %s: %s", pid, exe,
	     text ? text + 2 : why.text);
      return;
    }
  program_close (&p);
  fault (f,
	 "process %u (%s) has no live profile: start it with HALT_LIVE=1 (and "
	 "HALT_DEBUG=1 says why it has none)",
	 pid, exe);
}

/* Look through the list of mappings PATH, of process PID: the file that it counts in
   becomes M and is opened.  *LINES is how many mappings there are; -1: they cannot be
   seen, which errno says why.  */
static int
search_maps (const char *path, unsigned pid, struct mapping *m, int *lines)
{
  char *line = NULL;
  size_t room = 0;
  int fd = -1;
  FILE *maps = fopen (path, "re");
  *lines = maps ? 0 : -1;
  if (!maps)
    return -1;
  for (; fd < 0 && getline (&line, &room, maps) > 0; ++*lines)
    if (is_shared (line, m))
      fd = find_mapped (pid, m);
  fclose (maps);
  free (line);
  return fd;
}

/* A process whose first thread has ended shows its mappings in those of the others
   alone.  */
static int
search_threads (unsigned pid, struct mapping *m)
{
  char path[64 + 256];
  int fd = -1, lines;
  snprintf (path, sizeof path, "/proc/%u/task", pid);
  DIR *d = opendir (path);
  struct dirent *entry;
  while (d && fd < 0 && (entry = readdir (d)))
    if (*entry->d_name != '.')
      {
	snprintf (path, sizeof path, "/proc/%u/task/%s/maps", pid,
		  entry->d_name);
	fd = search_maps (path, pid, m, &lines);
      }
  if (d)
    closedir (d);
  return fd;
}

struct ghalt_live *
ghalt_live_find (unsigned pid, struct ghalt_error **error)
{
  struct fault f;
  struct mapping m;
  struct ghalt_live *l = NULL;
  char path[64], exe[4096], foreign[LIVE_WHY];
  int lines;
  if (!live_has_proc (foreign))
    {
      fault (&f, "%s", foreign);
      error_set (error, &f);
      return NULL;
    }
  snprintf (path, sizeof path, "/proc/%u/maps", pid);
  int fd = search_maps (path, pid, &m, &lines);
  int why = errno;
  if (fd < 0 && lines == 0)
    fd = search_threads (pid, &m);
  snprintf (path, sizeof path, "/proc/%u/exe", pid);
  ssize_t n = readlink (path, exe, sizeof exe - 1);
  exe[n > 0 ? n : 0] = '\0';
  if (fd >= 0)
    l = begin_live (m.path, fd, pid, &f);
  else if (lines < 0)
    refuse_process (pid, why, &f);
  else if (lines == 0 || n < 0)
    no_process (pid, &f);
  else
    why_not_live (pid, exe, &f);
  if (!l)
    error_set (error, &f);
  return l;
}

/* --- what it says ---------------------------------------------------------- */

/* Seconds since the machine started, as proc(5) counts them for processes.  */
static double
machine_time (void)
{
  struct timespec t;
  clock_gettime (CLOCK_BOOTTIME, &t);
  return (double) t.tv_sec + 1e-9 * (double) t.tv_nsec;
}

int
ghalt_live_facts (struct ghalt_live *live, struct ghalt_live_facts *facts,
		  struct ghalt_error **error)
{
  struct fault f;
  const struct halt_live *h = read_header (live, &f);
  if (!h)
    return error_set (error, &f);
  *facts = (struct ghalt_live_facts) {
    .path = live->path,
    .pid = h->pid,
    .time = machine_time (),
    .lost = h->lost,
    .partly = (h->flags & HALT_LIVE_PARTLY) != 0,
    .ended = live_ended (h, &live->from),
    .signal = h->ended >= HALT_LIVE_SIGNAL ? h->ended - HALT_LIVE_SIGNAL : 0
  };
  long ticks = sysconf (_SC_CLK_TCK);
  if (h->started > 0 && ticks > 0)
    facts->started = (double) h->started / (double) ticks;
  return 1;
}

struct ghalt_profile *
ghalt_live_profile (struct ghalt_live *live, struct ghalt_error **error)
{
  struct fault f, why;
  void *image = NULL;
  size_t size = 0, all = 0, end;
  const struct halt_live *h = read_header (live, &f);
  bool ok = h;
  /* It may grow meanwhile.  */
  while (ok && (end = (size_t) h->end * HALT_LIVE_LINE) > all)
    {
      all = end;
      ok = read_bytes (live, all, &f);
      h = (const void *) live->data;
    }
  if (ok
      && !live_settle (live->data, all, false, &live->from, &image, &size,
		       &why))
    ok = fault (&f, "%s: %s", live->path, why.text);
  struct ghalt_profile *p = ok ? profile_take (image, size, live->path, &f)
			       : NULL;
  if (!p)
    error_set (error, &f);
  return p;
}
