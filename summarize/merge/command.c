/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ghalt merge -o OUT PROFILE|FOLDER...: the sum of several profiles.  */

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "summarize/command.h"

const struct option_row merge_options[] = {
  { .name = "output", .type = TYPE_TEXT,
    .offset = offsetof (struct options, output), .value = "OUT",
    .text = "the file to write, also -o OUT; replaced if it is there" },
  { .name = "only", .type = TYPE_TEXT, .offset = offsetof (struct options, only),
    .value = "PROG",
    .text = "only profiles of PROG, a file or a program's name or glob" },
  { .name = "help", .type = TYPE_FLAG, .offset = offsetof (struct options, help),
    .text = "print this help" },
  { .name = NULL }
};

/* Create a file beside PATH, so that it can be renamed; *NAME is its own.  */
static int
open_beside (const char *path, char **name, struct fault *f)
{
  const char *slash = strrchr (path, '/');
  int directory = slash ? (int) (slash - path) + 1 : 0, fd = -1;
  size_t room = (size_t) directory + 64;
  *name = fresh (room, 1, f);
  for (unsigned try = 0; *name && fd < 0 && try < 1000; try++)
    {
      snprintf (*name, room, "%.*s.halt-%ld-%u", directory, path,
		(long) getpid (), try);
      fd = open (*name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
      if (fd < 0 && errno != EEXIST)
	break;
    }
  return fd;
}

static bool
write_all (int fd, const char *data, size_t size)
{
  while (size > 0)
    {
      ssize_t n = write (fd, data, size);
      if (n < 0 && errno == EINTR)
	continue;
      if (n <= 0)
	return false;
      data += n;
      size -= (size_t) n;
    }
  return true;
}

/* Write the file PATH whole or not at all.  What is no regular file (a device,
   a pipe) is written to.  */
static bool
write_file (const char *path, const void *data, size_t size, struct fault *f)
{
  struct stat st;
  char *name = NULL;
  bool there = stat (path, &st) == 0 && !S_ISREG (st.st_mode);
  int fd = there ? open (path, O_WRONLY | O_CLOEXEC | O_NOCTTY)
		 : open_beside (path, &name, f);
  if (!there && !name)
    return false;
  bool ok = fd >= 0 && write_all (fd, data, size);
  int why = errno;
  if (fd >= 0 && close (fd) != 0 && ok)
    {
      ok = false;
      why = errno;
    }
  if (ok && name && rename (name, path) != 0)
    {
      ok = false;
      why = errno;
    }
  if (!ok && name && fd >= 0)
    unlink (name);
  free (name);
  errno = why;
  return ok || fault (f, "cannot write '%s': %m", path);
}

/* Say which shared objects were profiled in several builds.  */
static void
say_what_differs (const struct prof *p)
{
  for (uint32_t i = 2; i < p->header->n_objects; i++)
    {
      const struct halt_prof_object *o = p->objects + i;
      const char *path = p->strings + o->path;
      if (strcmp (path, p->strings + o[-1].path) == 0
	  && strcmp (p->strings + o->build_id, p->strings + o[-1].build_id)
	       != 0)
	note ("different builds of %s were profiled; their counts stay apart",
	      path);
    }
}

int
merge_run (const struct options *o, struct fault *f)
{
  struct prof p;
  const char *wrong = !o->output	   ? "no output given"
		      : o->n_operands == 0 ? "no profile given"
					   : NULL;
  if (wrong)
    fault (f, "%s; usage: ghalt merge -o OUT PROFILE|FOLDER...", wrong);
  if (wrong || !gather_profiles (&p, o, f))
    return 0;
  say_what_differs (&p);
  note_losses (&p, o->output);
  write_file (o->output, p.data, p.header->size, f);
  prof_close (&p);
  return 0;
}
