/* SPDX-License-Identifier: MIT */
/* Standard error is the program's own.  A line of ours goes there if it is still what
   it was when the process started, or what messages are sent to: a terminal, a pipe, a
   file to which is appended.  A program may have closed it, and have its data under that
   number.  */

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

#include "runtime/say.h"

static struct
{
  int known;
  dev_t device;
  ino_t inode;
} at_start;

void
__halt_say_init (void)
{
  int saved = errno;
  struct stat st;
  if (fstat (2, &st) == 0)
    {
      at_start.known = 1;
      at_start.device = st.st_dev;
      at_start.inode = st.st_ino;
    }
  errno = saved;
}

static int
is_for_messages (void)
{
  struct stat st;
  if (fstat (2, &st) != 0)
    return 0;
  if (at_start.known && st.st_dev == at_start.device
      && st.st_ino == at_start.inode)
    return 1;
  return S_ISCHR (st.st_mode) || S_ISFIFO (st.st_mode)
	 || (S_ISREG (st.st_mode) && (fcntl (2, F_GETFL) & O_APPEND));
}

int
__halt_write_all (int fd, const char *data, size_t size)
{
  while (size)
    {
      ssize_t n = write (fd, data, size);
      if (n == 0)
	errno = EIO;
      if (n == 0 || (n < 0 && errno != EINTR))
	return -1;
      if (n > 0)
	{
	  data += n;
	  size -= n;
	}
    }
  return 0;
}

void
__halt_quiet (struct halt_quiet *quiet)
{
  sigset_t all;
  sigfillset (&all);
  sigprocmask (SIG_BLOCK, &all, &quiet->before);
  sigpending (&quiet->pending);
}

void
__halt_loud (const struct halt_quiet *quiet)
{
  static const int ours[] = { SIGPIPE, SIGXFSZ };
  struct timespec now = { 0 };
  sigset_t set;
  int signal;
  sigemptyset (&set);
  for (size_t i = 0; i < sizeof ours / sizeof ours[0]; i++)
    if (!sigismember (&quiet->pending, ours[i]))
      sigaddset (&set, ours[i]);
  do
    signal = sigtimedwait (&set, NULL, &now);
  while (signal > 0 || errno == EINTR);
  sigprocmask (SIG_SETMASK, &quiet->before, NULL);
}

#if defined __GLIBC__ && __GLIBC__ * 100 + __GLIBC_MINOR__ >= 232
/* Other C libraries that the program may be linked with have none.  */
#pragma weak strerrordesc_np
#endif

/* What ERROR means, not translated where that can be.  */
static const char *
describe_error (int error)
{
  const char *text = NULL;
#if defined __GLIBC__ && __GLIBC__ * 100 + __GLIBC_MINOR__ >= 232
  if (strerrordesc_np)
    text = strerrordesc_np (error);
  else
#endif
    text = strerror (error);
  return text ? text : "unknown error";
}

/* In one piece, and without much of a stack.  */
static void
say_pieces (const char *const piece[], size_t n)
{
  int saved = errno;
  struct halt_quiet quiet;
  struct iovec part[8];
  for (size_t i = 0; i < n; i++)
    part[i] = (struct iovec) { (void *) piece[i], strlen (piece[i]) };
  __halt_quiet (&quiet);
  if (is_for_messages ())
    while (writev (2, part, n) < 0 && errno == EINTR)
      continue;
  __halt_loud (&quiet);
  errno = saved;
}

void
__halt_say_line (const char *line)
{
  say_pieces (&line, 1);
}

void
__halt_say (const char *what, const char *name, int error)
{
  const char *piece[] = {
    "halt: ",
    what,
    " '",
    name,
    error ? "': " : "'",
    error ? describe_error (error) : "",
    "\n"
  };
  say_pieces (piece, sizeof piece / sizeof piece[0]);
}
