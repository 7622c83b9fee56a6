/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Whole files.  */

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <unistd.h>
#include "base/file.h"
#include "base/grow.h"

char *
file_read_fd (int fd, size_t *size)
{
  char *text = NULL;
  size_t n = 0, room = 4096;
  ssize_t got = 1;
  while (got != 0 && grow_to (&text, room, 1))
    {
      got = read (fd, text + n, room - n - 1);
      if (got < 0 && errno != EINTR)
	break;
      n += got > 0 ? (size_t) got : 0;
      room *= room - n < room / 4 ? 2 : 1;
    }
  if (got != 0)
    {
      free (text);
      return NULL;
    }
  text[n] = '\0';
  if (size)
    *size = n;
  return text;
}

char *
file_read (const char *path, size_t *size)
{
  int fd = open (path, O_RDONLY | O_CLOEXEC);
  char *text = fd < 0 ? NULL : file_read_fd (fd, size);
  int why = errno;
  if (fd >= 0)
    close (fd);
  errno = why;
  return text;
}
