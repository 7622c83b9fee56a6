/* SPDX-License-Identifier: MIT */
/* Where the copies of this library in one process meet, also those in other namespaces
   (dlmopen), and those that were unloaded: one page at an address that all know.  If
   something else is there, each copy is on its own.

   They write one file.  It is what they wrote one after another, each once: who writes
   again takes what it wrote before out.  What a copy wrote that is gone stays.  */

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <time.h>
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
  uint64_t at, size;		/* in the file; 0: nothing is */
};

/* What was written last: another process may have put its file there since.  */
struct written
{
  uint64_t device, inode, size;
  int64_t seconds, nanoseconds;
};

struct meeting
{
  uint32_t magic;
  uint32_t copies;		/* how many there were, and are */
  uint32_t alive;
  pid_t pid;
  int child;			/* the process is a child of who began this */
  int lock;
  struct written file;
  struct part part[MOST];
};
_Static_assert(sizeof (struct meeting) <= SIZE, "a page");

static struct meeting *meeting;
int __halt_apart;

/* This is being written: what comes before it; whether others' parts do.  */
static uint64_t before;
static int kept;

/* True if what is at PLACE can be read: the kernel says.  */
static int
is_readable (void)
{
  return access (PLACE, F_OK) == 0 || errno != EFAULT;
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

/* Who holds it has all signals blocked, and waits for nothing.  It is waited for, but
   not for ever: the program may have written there.  */
void
__halt_meeting_lock (void)
{
  const struct timespec moment = { 0, 1000000 };
  struct meeting *m = meeting;
  for (int i = 0;
       m && i < 5000 && __atomic_exchange_n (&m->lock, 1, __ATOMIC_ACQUIRE);
       i++)
    nanosleep (&moment, NULL);
}

void
__halt_meeting_unlock (void)
{
  if (meeting)
    __atomic_store_n (&meeting->lock, 0, __ATOMIC_RELEASE);
}

/* The process is a child: what its parent wrote is the parent's.  */
void
__halt_meeting_forked (void)
{
  struct meeting *m = meeting;
  if (!m || m->pid == __halt_began.pid)
    return;
  m->lock = 0;
  m->file.inode = 0;
  m->child = 1;
  m->pid = __halt_began.pid;
  memset (m->part, 0, sizeof m->part);
}

/* The part of OWNER, 0: a free one; or NULL.  */
static struct part *
find_part (struct meeting *m, uint64_t owner)
{
  for (struct part *p = m->part; p < m->part + MOST; p++)
    if (p->owner == owner)
      return p;
  return NULL;
}

uint64_t
__halt_meeting_init (uint64_t number)
{
  struct meeting *m = meet ();
  struct part *mine = NULL;
  if (m)
    {
      __halt_meeting_forked ();
      __halt_meeting_lock ();
      number = __atomic_add_fetch (&m->copies, 1, __ATOMIC_RELAXED);
      if ((mine = find_part (m, 0)))
	{
	  *mine = (struct part) { .owner = number };
	  m->alive++;
	}
      __halt_meeting_unlock ();
    }
  if (mine)
    __halt_began.child |= m->child;
  else
    {
      meeting = NULL;
      __halt_apart = 1;
    }
  return number;
}

int
__halt_meeting_many (void)
{
  return __halt_apart || (meeting && meeting->copies > 1);
}

int
__halt_meeting_last (void)
{
  return !meeting || meeting->alive <= 1;
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

static struct written
written_of (const struct stat *st)
{
  return (struct written) { .device = st->st_dev,
			    .inode = st->st_ino,
			    .size = st->st_size,
			    .seconds = st->st_mtim.tv_sec,
			    .nanoseconds = st->st_mtim.tv_nsec };
}

int
__halt_meeting_begin (int to, const char *name)
{
  struct meeting *m = meeting;
  struct stat st;
  int good = 1, from = -1;
  before = 0;
  kept = 0;
  if (m && m->copies > 1 && m->file.inode)
    from = open (name, O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (from < 0)
    return 1;
  struct written there = { 0 };
  if (fstat (from, &st) == 0)
    there = written_of (&st);
  if (memcmp (&there, &m->file, sizeof there) == 0)
    {
      const struct part *mine = find_part (m, __halt_instance);
      uint64_t size = st.st_size;
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
__halt_meeting_end (const char *name, uint64_t size)
{
  struct meeting *m = meeting;
  struct part *mine = m ? find_part (m, __halt_instance) : NULL;
  struct stat st;
  if (!m)
    return;
  for (struct part *p = m->part; p < m->part + MOST; p++)
    if (!kept && p != mine)
      p->at = p->size = 0;
    else if (mine && p->size && p->at > mine->at)
      p->at -= mine->size;
  if (mine)
    {
      mine->at = before;
      mine->size = size;
    }
  m->file = (struct written) { 0 };
  if (stat (name, &st) == 0)
    m->file = written_of (&st);
}

void
__halt_meeting_leave (void)
{
  struct meeting *m = meeting;
  struct part *mine = m ? find_part (m, __halt_instance) : NULL;
  if (!mine)
    return;
  __halt_meeting_lock ();
  mine->owner = 0;
  m->alive--;
  __halt_meeting_unlock ();
}
