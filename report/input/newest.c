/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The operands that nobody gave: the newest profile here, and its program.  */

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "base/text.h"
#include "report/options.h"
#include "summarize/library/library.h"

bool
has_profile (const char *name)
{
  uint64_t magic = 0;
  int fd = open (name, O_RDONLY | O_CLOEXEC | O_NONBLOCK | O_NOCTTY);
  bool found = fd >= 0 && read (fd, &magic, sizeof magic) == sizeof magic
	       && (magic == HALT_PROF_MAGIC || live_is (&magic, sizeof magic));
  if (fd >= 0)
    close (fd);
  return found;
}

/* True if A is newer than B.  */
static bool
is_newer (const struct timespec *a, const struct timespec *b)
{
  return a->tv_sec != b->tv_sec ? a->tv_sec > b->tv_sec
				: a->tv_nsec > b->tv_nsec;
}

/* The newest profile in the working directory, to be freed; NULL if there is none.
   If several are equally new, the first by name.  */
static char *
find_newest (const char *command, struct fault *f)
{
  DIR *here = opendir (".");
  struct dirent *e;
  struct stat st;
  struct timespec best = { 0, 0 };
  char *found = NULL;
  if (!here)
    {
      fault (f, "cannot open the working directory: %m");
      return NULL;
    }
  while (!f->text[0] && (e = readdir (here)))
    if (stat (e->d_name, &st) == 0 && S_ISREG (st.st_mode)
	&& !begins (e->d_name, TEMPORARY)
	&& (!found || is_newer (&st.st_mtim, &best)
	    || (!is_newer (&best, &st.st_mtim)
		&& strcmp (e->d_name, found) < 0))
	&& has_profile (e->d_name))
      {
	free (found);
	found = copy_text (e->d_name, strlen (e->d_name), f);
	best = st.st_mtim;
      }
  closedir (here);
  if (!found && !f->text[0])
    fault (f,
	   "no profile in this folder; name the program: ghalt %s PROG "
	   "[PROFILE]...",
	   command);
  return found;
}

char *
profile_program (const char *profile, struct fault *f)
{
  struct prof p = { 0 };
  struct ghalt_program *program = NULL;
  struct ghalt_error *error = NULL;
  if (!prof_open (&p, profile, f))
    return NULL;
  const char *path = p.header->n_objects > 0 ? p.strings + p.objects->path
					     : NULL;
  if (!path)
    fault (f, "%s: profile of no program at all", profile);
  else if (access (path, R_OK) != 0)
    {
      int why = errno;
      program = library_object (&p, 0, &error);
      errno = why;
      if (!program)
	fault (f,
	       "cannot open '%s', of which %s is: %m; name the program, or its "
	       "folder with --objects=DIR",
	       path, profile);
      path = program ? ghalt_program_path (program) : NULL;
      ghalt_error_free (error);
    }
  char *found = path ? copy_text (path, strlen (path), f) : NULL;
  ghalt_program_close (program);
  prof_close (&p);
  return found;
}

bool
newest_operands (struct options *o, const char *command, struct fault *f)
{
  o->found[1] = find_newest (command, f);
  o->found[0] = o->found[1] ? profile_program (o->found[1], f) : NULL;
  if (!o->found[0])
    return false;
  note ("%s, the newest profile here, of %s", o->found[1], o->found[0]);
  for (unsigned i = 0; i < 2; i++)
    o->operands[o->n_operands++] = o->found[i];
  o->operands[o->n_operands] = NULL;
  return true;
}
