/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Write files.  */

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "report/options.h"

int
create_beside (const char *path, char **name, struct fault *f)
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

bool
replace_file (const char *path, const void *data, size_t size, struct fault *f)
{
  struct stat st;
  char *name = NULL;
  bool there = stat (path, &st) == 0 && !S_ISREG (st.st_mode);
  int fd = there ? open (path, O_WRONLY | O_CLOEXEC | O_NOCTTY)
		 : create_beside (path, &name, f);
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
