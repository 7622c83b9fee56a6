/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The process that is meant: by its number, by its program, or started here.  */

#include <ctype.h>
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <spawn.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "ghalt/top/top.h"

#define PATIENCE 3.0		/* seconds for a program to begin its profile */
#define LISTED 8		/* processes that are named */

static void
moment (void)
{
  const struct timespec t = { 0, 5000000 };
  nanosleep (&t, NULL);
}

/* --- by program ------------------------------------------------------------- */

/* A program as it was called, and its file, if there is one.  */
struct meant
{
  const char *word;
  bool is_file;
  struct stat file;
  char *path;			/* absolute; or NULL */
};

/* Whether process PID runs it.  Its file may have been replaced since.  */
static bool
runs (const struct meant *m, const char *pid)
{
  static const char deleted[] = " (deleted)";
  char link[300], exe[4096];
  struct stat st;
  snprintf (link, sizeof link, "/proc/%s/exe", pid);
  if (m->is_file && stat (link, &st) == 0 && st.st_ino == m->file.st_ino
      && st.st_dev == m->file.st_dev)
    return true;
  ssize_t n = readlink (link, exe, sizeof exe - 1);
  if (n <= 0)
    return false;
  exe[n] = '\0';
  size_t end = sizeof deleted - 1;
  if ((size_t) n > end && strcmp (exe + n - end, deleted) == 0)
    exe[(size_t) n - end] = '\0';
  if (m->path)
    return strcmp (exe, m->path) == 0;
  return !strchr (m->word, '/')
	 && strcmp (strrchr (exe, '/') + 1, m->word) == 0;
}

static bool
find_program (pid_t *pid, const char *word, struct fault *f)
{
  struct meant m = { .word = word };
  char list[LISTED * 12 + 8] = "";
  size_t running = 0, live = 0;
  pid_t any = 0;
  m.is_file = stat (word, &m.file) == 0 && S_ISREG (m.file.st_mode);
  m.path = m.is_file ? realpath (word, NULL) : NULL;
  DIR *d = opendir ("/proc");
  struct dirent *entry;
  while (d && (entry = readdir (d)))
    {
      if (!isdigit ((unsigned char) *entry->d_name)
	  || !runs (&m, entry->d_name))
	continue;
      pid_t one = atoi (entry->d_name);
      struct ghalt_live *l = ghalt_live_find ((unsigned) one, NULL);
      running++;
      any = any ? any : one;
      if (!l)
	continue;
      ghalt_live_close (l);
      *pid = one;
      size_t used = strlen (list);
      if (live++ < LISTED)
	snprintf (list + used, sizeof list - used, "%s%d", used ? ", " : "",
		  (int) one);
    }
  if (d)
    closedir (d);
  free (m.path);
  if (live > 1)
    fault (f, "%zu processes of '%s' have live profiles: %s%s; say which", live,
	   word, list, live > LISTED ? ", ..." : "");
  else if (live == 0 && running > 0)
    {
      /* That of one of them tells why.  */
      struct ghalt_error *error = NULL;
      struct ghalt_live *l = ghalt_live_find ((unsigned) any, &error);
      ghalt_live_close (l);
      fault (f, "%s", error ? ghalt_error_text (error) : "it has just begun");
      ghalt_error_free (error);
    }
  else if (live == 0)
    fault (
      f,
      "no process runs '%s'; start it with HALT_LIVE=1, or by 'ghalt top -- "
      "%s'",
      word, word);
  return live == 1;
}

bool
top_find (pid_t *pid, const char *word, struct fault *f)
{
  char *end;
  errno = 0;
  long number = strtol (word, &end, 10);
  if (*end || end == word)
    return find_program (pid, word, f);
  if (number <= 0 || errno || number != (pid_t) number)
    return fault (f, "'%s' is no process id", word);
  *pid = (pid_t) number;
  return true;
}

/* --- started ---------------------------------------------------------------- */

/* Whether CHILD has a live profile which says what is in it.  */
static bool
has_begun (pid_t child, struct ghalt_error **error)
{
  struct ghalt_live *l = ghalt_live_find ((unsigned) child, error);
  struct ghalt_profile *p = l ? ghalt_live_profile (l, error) : NULL;
  struct ghalt_profile_facts facts = { .n_objects = 0 };
  if (p)
    ghalt_profile_facts (p, &facts);
  ghalt_profile_close (p);
  ghalt_live_close (l);
  return facts.n_objects > 0;
}

static bool
await_child (pid_t child, const char *name, struct fault *f)
{
  struct ghalt_error *error = NULL;
  struct timespec start, now;
  bool ended = false;
  fault (f, "'%s' has no live profile", name);
  clock_gettime (CLOCK_MONOTONIC, &start);
  do
    {
      ghalt_error_free (error);
      error = NULL;
      if (has_begun (child, &error))
	{
	  ghalt_error_free (error);
	  return true;
	}
      ended = waitpid (child, NULL, WNOHANG) == child;
      moment ();
      clock_gettime (CLOCK_MONOTONIC, &now);
    }
  while (!ended
	 && (double) (now.tv_sec - start.tv_sec)
		+ 1e-9 * (double) (now.tv_nsec - start.tv_nsec)
	      < PATIENCE);
  if (ended)
    fault (f,
	   "'%s' has ended before it could be looked at; if it was compiled "
	   "with HALT, 'ghalt report %s' shows what it has counted",
	   name, name);
  else
    {
      if (error)
	fault (f, "%s", ghalt_error_text (error));
      top_end (child);
    }
  ghalt_error_free (error);
  return false;
}

bool
top_start (pid_t *pid, char *const *words, struct fault *f)
{
  posix_spawn_file_actions_t files;
  posix_spawnattr_t how;
  posix_spawn_file_actions_init (&files);
  for (int fd = 0; fd < 3; fd++)
    posix_spawn_file_actions_addopen (&files, fd, "/dev/null", O_RDWR, 0);
  /* Keys that are signals are ours.  */
  posix_spawnattr_init (&how);
  posix_spawnattr_setflags (&how, POSIX_SPAWN_SETPGROUP);
  setenv ("HALT_LIVE", "1", 1);
  int error = posix_spawnp (pid, words[0], &files, &how, words, environ);
  posix_spawn_file_actions_destroy (&files);
  posix_spawnattr_destroy (&how);
  if (error)
    return fault (f, "cannot execute '%s': %s", words[0], strerror (error));
  return await_child (*pid, words[0], f);
}

void
top_end (pid_t child)
{
  kill (child, SIGTERM);
  for (int i = 0; i < 400 && waitpid (child, NULL, WNOHANG) == 0; i++)
    moment ();
}
