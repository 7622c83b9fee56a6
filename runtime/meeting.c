/* SPDX-License-Identifier: MIT */
/* Where the copies of this library in one process meet, also those in other namespaces
   (dlmopen), and those that were unloaded: one page at an address that all know.  If
   something else is there, each copy is on its own.

   They write one file.  It is what they wrote one after another, each once: who writes
   again takes what it wrote before out.  What a copy wrote that is gone stays.  */

#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "runtime/kernel.h"
#include "runtime/runtime.h"
#include "runtime/say.h"

#if __SIZEOF_POINTER__ == 8
# define PLACE ((void *) 0x48414c540000)
#else
# define PLACE ((void *) 0x48410000)
#endif
#define SIZE ((size_t) 4096)
#define MAGIC 0x54454d48u	/* "HMET" */
#define MOST 160

struct part
{
  uint64_t owner;		/* number of the copy, which may write it again */
  uint64_t at, size;		/* in the file */
};

struct meeting
{
  uint32_t magic;
  uint32_t copies;		/* how many there were */
  pid_t pid;
  int child;			/* the process is a child of who began this */
  int lock;
  uint64_t device, inode;	/* of the file; or INODE is 0 */
  struct part part[MOST];
};
_Static_assert(sizeof (struct meeting) <= SIZE, "a page");

static struct meeting *meeting;
int __halt_apart;

/* This is being written: what comes before it, and the file.  */
static uint64_t before, device, inode;
static int kept;

/* True if what is at PLACE can be read: the kernel says.  */
static int
is_readable (void)
{
  return syscall (SYS_rt_sigprocmask, -1, PLACE, NULL, 8) != 0
	 && errno == EINVAL;
}

static struct meeting *
meet (void)
{
  if (meeting)
    return meeting;
  /* Not by the C library's function, which ThreadSanitizer replaces.  */
  struct meeting *m = halt_kernel_map_at (PLACE, SIZE);
  if (m == PLACE)
    {
      m->pid = __halt_began.pid;
      __atomic_store_n (&m->magic, MAGIC, __ATOMIC_RELEASE);
    }
  else
    {
      if (m)
	munmap (m, SIZE);
      m = PLACE;
      if (!is_readable ()
	  || __atomic_load_n (&m->magic, __ATOMIC_ACQUIRE) != MAGIC)
	return NULL;
    }
  return meeting = m;
}

static void
lock (struct meeting *m)
{
  while (__atomic_exchange_n (&m->lock, 1, __ATOMIC_ACQUIRE))
    sched_yield ();
}

static void
unlock (struct meeting *m)
{
  __atomic_store_n (&m->lock, 0, __ATOMIC_RELEASE);
}

/* The process is a child: what its parent wrote is the parent's.  */
void
__halt_meeting_forked (void)
{
  struct meeting *m = meeting;
  if (!m || m->pid == __halt_began.pid)
    return;
  m->lock = 0;
  m->inode = 0;
  m->child = 1;
  m->pid = __halt_began.pid;
  memset (m->part, 0, sizeof m->part);
}

uint64_t
__halt_meeting_init (uint64_t number)
{
  struct meeting *m = meet ();
  if (!m)
    return number;
  __halt_meeting_forked ();
  __halt_began.child |= m->child;
  return __atomic_add_fetch (&m->copies, 1, __ATOMIC_RELAXED);
}

/* Our part, or a free one, or NULL.  */
static struct part *
find_part (struct meeting *m, uint64_t owner)
{
  for (struct part *p = m->part; p < m->part + MOST; p++)
    if (p->owner == owner)
      return p;
  return NULL;
}

/* Copy N bytes.  */
static int
copy (int to, int from, uint64_t n)
{
  char bytes[4096];
  while (n > 0)
    {
      ssize_t got = read (from, bytes, n < sizeof bytes ? n : sizeof bytes);
      if (got <= 0 || __halt_write_all (to, bytes, got) != 0)
	return 0;
      n -= got;
    }
  return 1;
}

int
__halt_meeting_begin (int to, const char *name)
{
  struct meeting *m = meeting;
  struct stat st, old;
  int good = 1;
  if (!m)
    return 1;
  lock (m);
  before = inode = 0;
  kept = 0;
  if (fstat (to, &st) != 0)
    return 1;
  device = st.st_dev;
  inode = st.st_ino;
  int from = m->inode
	       ? open (name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK)
	       : -1;
  if (from < 0)
    return 1;
  if (fstat (from, &old) == 0 && old.st_dev == m->device
      && old.st_ino == m->inode)
    {
      const struct part *mine = find_part (m, __halt_instance);
      uint64_t size = old.st_size;
      kept = 1;
      if (!mine || mine->at > size || mine->size > size - mine->at)
	good = copy (to, from, size);
      else
	good = copy (to, from, mine->at)
	       && lseek (from, mine->at + mine->size, SEEK_SET) >= 0
	       && copy (to, from, size - mine->at - mine->size);
      before = size - (mine ? mine->size : 0);
    }
  close (from);
  return good;
}

void
__halt_meeting_end (uint64_t size, int done)
{
  struct meeting *m = meeting;
  if (!m)
    return;
  if (done && !kept)
    memset (m->part, 0, sizeof m->part);
  struct part *mine = find_part (m, __halt_instance);
  for (struct part *p = m->part; done && mine && p < m->part + MOST; p++)
    if (p->owner && p->at > mine->at)
      p->at -= mine->size;
  if (!mine)
    mine = find_part (m, 0);
  if (done)
    {
      m->device = device;
      m->inode = inode;
      if (mine)
	*mine = (struct part) { __halt_instance, before, size };
    }
  unlock (m);
}

int
__halt_meeting_leave (void)
{
  struct part *mine = meeting ? find_part (meeting, __halt_instance) : NULL;
  if (mine)
    mine->owner = 0;
  return meeting && meeting->copies > 1;
}
