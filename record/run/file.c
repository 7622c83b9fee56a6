/* SPDX-License-Identifier: MIT */
/* The trace as a file.  It is made at the first event, so that a child that only calls
   exec leaves none.  Parts of it are mapped, blocks are appended.  This file also does
   what live.c does in libhalt.

   The program may close our descriptor, or have another file under its number: then
   the file is opened again, by its name.  Room is made before it is written to, and
   no limit is passed: that would be a signal.  */

#include <errno.h>
#include <fcntl.h>
#include <pthread.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/sysmacros.h>
#include <time.h>
#include <unistd.h>

#include "halt/format.h"
#include "record/run/record.h"
#include "runtime/kernel.h"
#include "runtime/runtime.h"

#define PAGE ((uint64_t) HALT_TRACE_PAGE)

static struct
{
  int fd;
  dev_t device;
  ino_t inode;
  const char *name;
} file = { .fd = -1 };

/* Of what went wrong last.  The helper has no errno: up to where the file begins, the
   kernel is asked itself.  */
static int error;

static long
ask (long n, long a, long b, long c, long d)
{
  long result = __halt_trace_kernel (n, a, b, c, d);
  if (result < 0)
    error = -result;
  return result;
}

int
__halt_trace_error (void)
{
  return error;
}

static int
is_it (int fd)
{
  struct statx st;
  return halt_kernel_call6 (SYS_statx, fd, (long) "", AT_EMPTY_PATH,
			    STATX_BASIC_STATS, (long) &st, 0)
	   == 0
	 && makedev (st.stx_dev_major, st.stx_dev_minor) == file.device
	 && st.stx_ino == file.inode;
}

/* A descriptor that the program does not expect.  */
static int
move_up (int fd)
{
  int high = ask (SYS_fcntl, fd, F_DUPFD_CLOEXEC, 500, 0);
  if (high < 0)
    high = ask (SYS_fcntl, fd, F_DUPFD_CLOEXEC, 3, 0);
  if (high < 0)
    return fd;
  ask (SYS_close, fd, 0, 0, 0);
  return high;
}

/* The file's descriptor, or -1.  */
static int
descriptor (void)
{
  if (file.fd >= 0 && is_it (file.fd))
    return file.fd;
  file.fd = -1;
  int fd = ask (SYS_openat, AT_FDCWD, (long) file.name,
		O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK, 0);
  if (fd < 0)
    return -1;
  if (!is_it (fd))
    {
      ask (SYS_close, fd, 0, 0, 0);
      error = ENOENT;
      return -1;
    }
  return file.fd = move_up (fd);
}

/* Write SIZE bytes at AT.  */
static int
write_at (int fd, const char *data, uint64_t size, uint64_t at)
{
  while (size)
    {
      long n = ask (SYS_pwrite64, fd, (long) data, size, at);
      if (n == 0)
	error = EIO;
      if (n <= 0)
	return 0;
      data += n;
      at += n;
      size -= n;
    }
  return 1;
}

/* Room in FILE for SIZE bytes at AT.  */
static int
make_room (int fd, uint64_t at, uint64_t size)
{
  static const char zeros[HALT_TRACE_PAGE];
  struct rlimit limit;
  if (ask (SYS_prlimit64, 0, RLIMIT_FSIZE, 0, (long) &limit) == 0
      && at + size > limit.rlim_cur)
    {
      error = EFBIG;
      return 0;
    }
  if (ask (SYS_fallocate, fd, 0, at, size) == 0)
    return 1;
  if (error != EOPNOTSUPP)
    return 0;
  for (uint64_t end = at + size; at < end; at += PAGE)
    if (!write_at (fd, zeros, end - at < PAGE ? end - at : PAGE, at))
      return 0;
  return 1;
}

void *
__halt_trace_part (size_t size, uint64_t *at)
{
  struct halt_trace *h = __halt_trace.file;
  int fd = descriptor ();
  uint64_t page = getauxval (AT_PAGESZ), begin = (h->end + page - 1) & -page;
  size = (size + page - 1) & -page;
  if (fd < 0 || !make_room (fd, begin, size))
    return NULL;
  void *p = mmap (NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, fd, begin);
  if (p == MAP_FAILED)
    {
      error = errno;
      return NULL;
    }
  h->end = begin + size;
  *at = begin;
  return p;
}

uint64_t
__halt_trace_append (const void *data, size_t size)
{
  struct halt_trace *h = __halt_trace.file;
  uint64_t begin = (h->end + 7) & -(uint64_t) 8;
  int fd = descriptor ();
  if (fd < 0 || !make_room (fd, begin, size)
      || !write_at (fd, data, size, begin))
    return 0;
  h->end = begin + size;
  return begin;
}

void
__halt_trace_punch (const void *part, size_t size)
{
  madvise ((void *) part, size, MADV_REMOVE);
}

/* --- the beginning -------------------------------------------------------------- */

static uint64_t
clock_of (clockid_t clock)
{
  struct timespec time = { 0 };
  clock_gettime (clock, &time);
  return (uint64_t) time.tv_sec * 1000000000 + time.tv_nsec;
}

/* Whose recording NAME is.  */
enum whose
{
  NOBODYS,			/* or of a process that is over */
  OURS,				/* before we called exec */
  ANOTHERS			/* of one that still records */
};

static enum whose
whose (const char *name, uint64_t started)
{
  struct halt_trace old;
  int fd = open (name, O_RDONLY | O_CLOEXEC | O_NONBLOCK);
  ssize_t n = fd < 0 ? -1 : pread (fd, &old, sizeof old, 0);
  if (fd >= 0)
    close (fd);
  if (n != sizeof old || old.magic != HALT_TRACE_MAGIC || !old.started)
    return NOBODYS;
  if (old.pid == (uint64_t) getpid ())
    return old.started == started ? OURS : NOBODYS;
  return !(old.flags & HALT_TRACE_ENDED)
	     && __halt_process_time (old.pid) == old.started
	   ? ANOTHERS
	   : NOBODYS;
}

/* N in decimal at TO; where it ends.  */
static char *
put_decimal (char *to, uint64_t n)
{
  if (n >= 10)
    to = put_decimal (to, n / 10);
  *to = '0' + n % 10;
  return to + 1;
}

/* The name that NEW shall have: another one than what is ours, NAME-exec2 and so on, or
   another process's, NAME.PID.  */
static const char *
free_name (const char *name, uint64_t started)
{
  char *other = NULL, *end = NULL;
  for (unsigned i = 2; i < 1000; i++)
    {
      enum whose it = whose (other ? other : name, started);
      if (it == NOBODYS)
	break;
      if (!other)
	{
	  other = __halt_alloc (strlen (name) + 40);
	  if (!other)
	    break;
	  end = stpcpy (other, name);
	  if (it == ANOTHERS)
	    {
	      *end++ = '.';
	      end = put_decimal (end, getpid ());
	      *end = 0;
	      continue;
	    }
	}
      *put_decimal (stpcpy (end, "-exec"), i) = 0;
    }
  return other ? other : name;
}

/* Write down which objects there are.  */
static void
describe_objects (void)
{
  size_t size, mapped;
  const char *why;
  struct halt_trace *h = __halt_trace.file;
  char *image = __halt_profile (&size, &mapped, &why);
  if (!image)
    return;
  uint64_t at = __halt_trace_append (image, size);
  if (at)
    {
      h->description_size = 0;
      h->description = at;
      h->description_size = size;
    }
  else if (!h->error)
    h->error = error;
  munmap (image, mapped);
}

static int
make_file (void)
{
  struct __halt_new_file new;
  struct stat st;
  uint64_t started = __halt_process_time (0);
  if (!__halt_new_file (&new, O_RDWR, 0666))
    return 0;
  new.name = free_name (new.name, started);
  struct halt_trace *h = MAP_FAILED;
  int fd = fcntl (new.fd, F_DUPFD_CLOEXEC, 3);
  fd = fd < 0 ? fd : move_up (fd);
  if (fd >= 0 && make_room (fd, 0, PAGE) && fstat (fd, &st) == 0)
    h = mmap (NULL, PAGE, PROT_READ | PROT_WRITE, MAP_SHARED, fd, 0);
  if (h == MAP_FAILED)
    {
      int saved = error ? error : errno;
      __halt_drop_file (&new);
      if (fd >= 0)
	close (fd);
      errno = saved;
      return 0;
    }
  *h = (struct halt_trace) {
    .magic = HALT_TRACE_MAGIC,
    .version = HALT_TRACE_VERSION,
    .header_size = sizeof *h,
    .granule = HALT_TRACE_GRANULE,
    .pid = getpid (),
    .started = started,
    .real = clock_of (CLOCK_REALTIME),
    .time = clock_of (CLOCK_MONOTONIC),
    .end = PAGE,
  };
  file.fd = fd;
  file.device = st.st_dev;
  file.inode = st.st_ino;
  file.name = new.name;
  if (!__halt_name_file (&new))
    {
      munmap (h, PAGE);
      close (fd);
      file.fd = -1;
      return 0;
    }
  __halt_trace.file = h;
  return 1;
}

void
__halt_trace_first (void)
{
  if (__halt_trace.began)
    return;
  __halt_trace.began = 1;
  int special = __halt_special ();
  if (special == HALT_SPECIAL)
    __halt_no_place ("nothing is recorded in what is no regular file:", 0);
  if (special)
    return;
  if (make_file ())
    describe_objects ();
  else
    __halt_no_place ("cannot record to", errno);
}

/* --- in place of live.c --------------------------------------------------------- */

static void
before_fork (void)
{
  struct trace_ring *mine = __halt_trace_mine;
  uint64_t before;
  if (!mine)
    return;
  __halt_trace_block (&before);
  if (__halt_trace_at != (char *) __halt_trace_stop && !mine->parked)
    mine->parked = __halt_trace_at;
  __halt_trace_at = (char *) __halt_trace_stop;
  __halt_trace_unblock (&before);
}

void
__halt_live_started (void)
{
  __halt_apart = 1;
  if (!(__halt_began.named & HALT_NAMED))
    __halt_began.pattern = "halt.trace";
  if (HALT_HAS (pthread_atfork))
    pthread_atfork (before_fork, NULL, NULL);
  uint64_t before;
  __halt_trace_block (&before);
  __halt_trace_apart (__halt_trace_started, NULL);
  __halt_trace_unblock (&before);
}

void
__halt_live_lost (long more)
{
  (void) more;
  if (__halt_trace.file)
    __halt_trace.file->lost = __halt_process->lost;
}

static void
describe_again (void *unused)
{
  (void) unused;
  if (__halt_trace.file)
    describe_objects ();
}

void
__halt_live_object (struct halt_known_object *object)
{
  uint64_t before;
  (void) object;
  if (!__halt_trace.file)
    return;
  __halt_trace_block (&before);
  __halt_trace_apart (describe_again, NULL);
  __halt_trace_unblock (&before);
}

/* The parent's parts are mapped here, too; nothing leads to them any more.  */
void
__halt_live_forked (void)
{
  __halt_trace_mine = NULL;
  __halt_trace_at = (char *) __halt_trace_stop;
  __halt_trace.rings = NULL;
  __halt_trace.file = NULL;
  __halt_trace.lock = __halt_trace.began = __halt_trace.helper = 0;
  __halt_trace.ended = 0;
  if (file.fd >= 0 && is_it (file.fd))
    close (file.fd);
  file.fd = -1;
}

static void
end_trace (void *how)
{
  __halt_trace_seal_all ();
  if (__halt_trace.file)
    __halt_trace.file->flags |= HALT_TRACE_ENDED;
  (void) how;
}

int
__halt_live_end (int how, uint32_t ended)
{
  uint64_t before;
  (void) ended;
  if (how & HALT_WRITE_AGAIN)
    return 1;
  __halt_trace_block (&before);
  __atomic_store_n (&__halt_trace.ended, 1, __ATOMIC_RELEASE);
  if (__halt_trace.file)
    __halt_trace_apart (end_trace, NULL);
  if (__halt_trace.file && __halt_trace.file->error)
    __halt_no_place ("not all is recorded in", __halt_trace.file->error);
  __halt_trace_unblock (&before);
  return 1;
}

int
__halt_live_over (int how, uint32_t ended)
{
  return (void) how, (void) ended, 1;
}

const unsigned int __halt_meeting_page = 1;
