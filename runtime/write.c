/* SPDX-License-Identifier: MIT */
/* Write the profile when the program ends: whole or not at all, and without
   a trace in what the program does.  */

#include <errno.h>
#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "runtime/runtime.h"

/* The decimal digits of N at the end of the 21 bytes at TEXT.  */
static const char *
decimal (char *text, uint64_t n)
{
  char *digit = text + 20;
  *digit = 0;
  do
    *--digit = '0' + n % 10;
  while (n /= 10);
  return digit;
}

/* The name from its pattern, or NULL if there is no memory for it.  Where the
   pattern tells the processes apart, nothing is added to it.  */
static char *
expand (void)
{
  const char *pattern = __halt_began.pattern, *directory = "";
  char pid_text[21], instance_text[21];
  const char *pid = decimal (pid_text, __halt_began.pid);
  size_t size = 64;
  int told = 0;

  if (pattern[0] != '/' && __halt_began.directory)
    directory = __halt_began.directory;
  size += strlen (directory);
  for (const char *p = pattern; *p; p++)
    size += *p == '%' ? 20 : 1;
  char *name = __halt_alloc (size), *at = name;
  if (!name)
    return NULL;
  at = stpcpy (at, directory);
  if (at != name && at[-1] != '/')
    *at++ = '/';
  for (const char *p = pattern; *p; p++)
    if (p[0] == '%' && p[1] == 'p')
      {
	at = stpcpy (at, pid);
	told = 1;
	p++;
      }
    else
      {
	p += p[0] == '%' && p[1] == '%';
	*at++ = *p;
      }
  if (__halt_instance > 1)
    {
      *at++ = '-';
      at = stpcpy (at, decimal (instance_text, __halt_instance));
    }
  if (__halt_began.child && !told)
    {
      *at++ = '.';
      at = stpcpy (at, pid);
    }
  *at = 0;
  return name;
}

/* Open, with a descriptor the program does not expect something else in if it
   has closed its standard ones.  */
static int
open_high (const char *name, int flags)
{
  int fd = open (name, O_WRONLY | O_CLOEXEC | O_NOCTTY | flags, 0666);
  if (fd < 0 || fd > 2)
    return fd;
  int high = fcntl (fd, F_DUPFD_CLOEXEC, 3);
  int saved = errno;
  close (fd);
  errno = saved;
  return high;
}

/* All or -1 with errno.  */
static int
write_all (int fd, const char *data, size_t size)
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

/* Create a file beside NAME and give its name in TEMPORARY, which has room
   for it; return a descriptor, or -1 with errno.  */
static int
open_beside (const char *name, char *temporary)
{
  const char *slash = strrchr (name, '/');
  size_t directory = slash ? slash + 1 - name : 0;
  int fd = -1;
  memcpy (temporary, name, directory);
  for (unsigned int try = 0; try < 1000; try++)
    {
      char text[21];
      char *at = stpcpy (temporary + directory, ".halt-");
      at = stpcpy (at, decimal (text, __halt_began.pid));
      *at++ = '-';
      stpcpy (at, decimal (text, try));
      fd = open_high (temporary, O_CREAT | O_EXCL);
      if (fd >= 0 || errno != EEXIST)
	break;
    }
  return fd;
}

/* Write the image under NAME.  What is not a regular file (a device, a pipe)
   is written to, not replaced, and not waited for.  */
static int
write_file (const char *name, const char *image, size_t size)
{
  struct stat there;
  char *temporary = NULL;
  int fd;
  if (stat (name, &there) == 0 && !S_ISREG (there.st_mode))
    {
      fd = open_high (name, O_NONBLOCK);
      if (fd >= 0)
	fcntl (fd, F_SETFL, 0);
    }
  else
    {
      temporary = __halt_alloc (strlen (name) + 64);
      if (!temporary)
	{
	  errno = ENOMEM;
	  return -1;
	}
      fd = open_beside (name, temporary);
    }
  if (fd < 0)
    return -1;
  int failed = write_all (fd, image, size) != 0;
  int why = errno;
  if (close (fd) != 0 && !failed && errno != EINTR)
    {
      failed = 1;
      why = errno;
    }
  if (!failed && temporary && rename (temporary, name) != 0)
    {
      failed = 1;
      why = errno;
    }
  if (failed && temporary)
    unlink (temporary);
  errno = why;
  return failed ? -1 : 0;
}

/* One line, in one piece, if anyone is there to read it.  */
static void
complain (const char *name, int error)
{
#if defined __GLIBC__ && __GLIBC__ * 100 + __GLIBC_MINOR__ >= 232
  const char *reason = strerrordesc_np (error); /* not translated */
#else
  const char *reason = strerror (error);
#endif
  static const char fallback[] = "halt: cannot write profile\n";
  if (!reason)
    reason = "unknown error";
  char *line = __halt_alloc (strlen (name) + strlen (reason) + 64);
  char *end = line;
  if (line)
    {
      end = stpcpy (end, "halt: cannot write profile '");
      end = stpcpy (end, name);
      end = stpcpy (end, "': ");
      end = stpcpy (end, reason);
      *end++ = '\n';
      write_all (2, line, end - line);
    }
  else
    write_all (2, fallback, sizeof fallback - 1);
}

static void
write_profile (void)
{
  size_t size, mapped = 0;
  char *image = __halt_profile (&size, &mapped);
  int error = errno;
  if (!image && !size && !mapped)
    return;
  char *name = expand ();
  if (image && name && write_file (name, image, size) == 0)
    error = 0;
  else if (image)
    error = name ? errno : ENOMEM;
  if (error)
    complain (name ? name : __halt_began.pattern, error);
  if (image)
    munmap (image, mapped);
}

/* The program must not die of a pipe that nobody reads or of a limit to the
   size of files when it was about to exit.  */
void
__halt_write (void)
{
  sigset_t ours, before, pending;
  struct timespec now = { 0 };
  int signal;

  if (!__halt_process_ours ()
      || __atomic_exchange_n (&__halt_process->written, 1, __ATOMIC_RELAXED))
    return;
  if (!__halt_hooked)
    __halt_look ();
  __halt_collect ();
  sigemptyset (&ours);
  sigaddset (&ours, SIGPIPE);
  sigaddset (&ours, SIGXFSZ);
  sigprocmask (SIG_BLOCK, &ours, &before);
  sigpending (&pending);
  write_profile ();
  if (sigismember (&pending, SIGPIPE))
    sigdelset (&ours, SIGPIPE);
  if (sigismember (&pending, SIGXFSZ))
    sigdelset (&ours, SIGXFSZ);
  do
    signal = sigtimedwait (&ours, NULL, &now);
  while (signal > 0 || errno == EINTR);
  sigprocmask (SIG_SETMASK, &before, NULL);
}
