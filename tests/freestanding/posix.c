/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What libhalt.a asks of an operating system.  */

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <signal.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/uio.h>
#include <unistd.h>

#include "libc.h"

int errno;

/* RESULT as functions of a C library return it.  */
static long
result (long n)
{
  if (n < 0 && n > -4096)
    {
      errno = -n;
      return -1;
    }
  return n;
}

long
syscall (long number, ...)
{
  va_list arguments;
  va_start (arguments, number);
  long n[6];
  for (int i = 0; i < 6; i++)
    n[i] = va_arg (arguments, long);
  va_end (arguments);
  /* Simulators that do not know it say so.  */
  if (number == SYS_madvise)
    return result (-ENOSYS);
  return result (freestanding_call (number, n[0], n[1], n[2], n[3], n[4], n[5]));
}

void *
mmap (void *at, size_t size, int access, int flags, int fd, off_t offset)
{
  return (void *) result (freestanding_call (SYS_mmap, (long) at, size, access,
					     flags, fd, offset));
}

void *
mremap (void *at, size_t size, size_t larger, int how, ...)
{
  return (void *) result (freestanding_call (SYS_mremap, (long) at, size,
					     larger, how, 0, 0));
}

int munmap (void *at, size_t n) { return result (CALL (munmap, at, n, 0)); }

int
madvise (void *at, size_t size, int advice)
{
  return syscall (SYS_madvise, at, size, advice);
}

int
open (const char *name, int flags, ...)
{
  va_list arguments;
  va_start (arguments, flags);
  int mode = flags & O_CREAT ? va_arg (arguments, int) : 0;
  va_end (arguments);
  return result (CALL (open, name, flags, mode));
}

int
fcntl (int fd, int command, ...)
{
  va_list arguments;
  va_start (arguments, command);
  long argument = va_arg (arguments, long);
  va_end (arguments);
  return result (CALL (fcntl, fd, command, argument));
}

ssize_t
write (int fd, const void *from, size_t n)
{
  return result (CALL (write, fd, from, n));
}

ssize_t
read (int fd, void *to, size_t n)
{
  return result (CALL (read, fd, to, n));
}

off_t
lseek (int fd, off_t to, int from)
{
  return result (CALL (lseek, fd, to, from));
}

ssize_t
readlink (const char *name, char *to, size_t n)
{
  return result (CALL (readlink, name, to, n));
}

char *
getcwd (char *to, size_t n)
{
  return result (CALL (getcwd, to, n, 0)) < 0 ? NULL : to;
}

int msync (void *at, size_t n, int how) { return result (CALL (msync, at, n, how)); }
int access (const char *name, int how) { return result (CALL (access, name, how, 0)); }
int close (int fd) { return result (CALL (close, fd, 0, 0)); }
int unlink (const char *name) { return result (CALL (unlink, name, 0, 0)); }
int stat (const char *name, struct stat *s) { return result (CALL (stat, name, s, 0)); }
int fstat (int fd, struct stat *s) { return result (CALL (fstat, fd, s, 0)); }

ssize_t
writev (int fd, const struct iovec *part, int n)
{
  return result (CALL (writev, fd, part, n));
}

char *
realpath (const char *name, char *to)
{
  (void) name, (void) to;
  errno = ENOSYS;
  return NULL;
}

pid_t getpid (void) { return CALL (getpid, 0, 0, 0); }
void _exit (int status) { _Exit (status); }

/* Of one thread.  */
int
pthread_key_create (pthread_key_t *key, void (*end) (void *))
{
  (void) end;
  *key = 0;
  return 0;
}

int pthread_key_delete (pthread_key_t key) { return (void) key, 0; }

int
pthread_setspecific (pthread_key_t key, const void *value)
{
  return (void) key, (void) value, 0;
}

int
pthread_atfork (void (*before) (void), void (*parent) (void), void (*child) (void))
{
  return (void) before, (void) parent, (void) child, 0;
}

int sched_yield (void) { return 0; }

/* Without signals.  */
int sigemptyset (sigset_t *set) { return *set = 0, 0; }
int sigfillset (sigset_t *set) { return *set = -1ul, 0; }
int sigaddset (sigset_t *set, int n) { return *set |= 1ul << n, 0; }
int sigdelset (sigset_t *set, int n) { return *set &= ~(1ul << n), 0; }
int sigismember (const sigset_t *set, int n) { return *set >> n & 1; }

int
sigprocmask (int how, const sigset_t *set, sigset_t *old)
{
  (void) how, (void) set;
  if (old)
    *old = 0;
  return 0;
}

int nanosleep (const struct timespec *time, struct timespec *left)
{
  return (void) time, (void) left, 0;
}

int sigpending (sigset_t *set) { return sigemptyset (set); }

int
sigtimedwait (const sigset_t *set, void *info, const struct timespec *limit)
{
  (void) set, (void) info, (void) limit;
  errno = EAGAIN;
  return -1;
}
