/* SPDX-License-Identifier: MIT */
/* Where the copies of this library in one process meet, also those in other namespaces
   (dlmopen): one page at an address that all know.  If something else is there, each copy
   is on its own.

   They are a list: whoever ends the process, writes or forgets asks all of them.  What
   they have is one file, part after part.  The part of a copy that goes stays in memory
   for those that come after.  */

#include <errno.h>
#include <string.h>
#include <sys/mman.h>
#include <time.h>
#include <unistd.h>

#include "halt/live.h"
#include "runtime/kernel.h"
#include "runtime/runtime.h"

#if __SIZEOF_POINTER__ == 8
# define BEGIN 0x48414c540000
#else
# define BEGIN 0x48410000
#endif
#define SIZE ((size_t) 4096)
#define PLACE ((void *) (BEGIN + __halt_meeting_page * SIZE))
#define MAGIC 0x33544d48u	/* "HMT3": all copies have these structures */

/* What is to be one file.  */
struct parts
{
  char *data;
  size_t size, mapped;
  uint32_t n;
};

struct meeting
{
  uint32_t magic;
  uint32_t copies;		/* how many there were, and are */
  pid_t pid;
  int child;			/* the process is a child of who began this */
  int lock;
  struct halt_start began;	/* as the first one found it */
  struct halt_member *members;	/* those that are there, the first one first */
  struct parts gone;		/* of those that are not, and while a file is written
				   of all */
  uint64_t room[HALT_MEETING_ROOM / sizeof (uint64_t)]; /* live.c's */
};
_Static_assert(sizeof (struct meeting) <= SIZE, "a page");

static struct meeting alone;
static struct meeting *meeting = &alone;
int __halt_apart;

/* True if what is at PLACE can be read: the kernel says.  */
static int
is_readable (void)
{
  return access (PLACE, F_OK) == 0 || errno != EFAULT;
}

static void
meet_copies (void)
{
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
	{
	  alone.pid = __halt_began.pid;
	  __halt_apart = 1;
	  return;
	}
    }
  meeting = m;
}

int
__halt_meeting_lock (void)
{
  const struct timespec moment = { 0, 1000000 };
  for (int i = 0; i < 5000; i++)
    {
      if (!__atomic_exchange_n (&meeting->lock, 1, __ATOMIC_ACQUIRE))
	return 1;
      nanosleep (&moment, NULL);
    }
  return 0;
}

void
__halt_meeting_unlock (void)
{
  __atomic_store_n (&meeting->lock, 0, __ATOMIC_RELEASE);
}

/* The process is a child: what its parent has is the parent's.  */
void
__halt_meeting_forked (void)
{
  struct meeting *m = meeting;
  if (m->pid == __halt_began.pid)
    return;
  m->lock = 0;
  m->child = 1;
  m->pid = __halt_began.pid;
  m->gone = (struct parts) { 0 };
}

uint64_t
__halt_meeting_init (struct halt_member *member, uint64_t number)
{
  sigset_t before;
  meet_copies ();
  struct meeting *m = meeting;
  struct halt_member **end = &m->members;
  __halt_meeting_forked ();
  __halt_block (&before);
  int locked = __halt_meeting_lock ();
  if (m->copies++ == 0)
    m->began = __halt_began;
  else
    {
      __halt_began.directory = m->began.directory;
      __halt_began.pattern = m->began.pattern;
      __halt_began.named = m->began.named;
      __halt_began.live = m->began.live;
    }
  if (m != &alone)
    number = m->copies;
  while (*end)
    end = &(*end)->next;
  *end = member;
  if (locked)
    __halt_meeting_unlock ();
  sigprocmask (SIG_SETMASK, &before, NULL);
  __halt_began.child |= m->child;
  return number;
}

void *
__halt_meeting_room (void)
{
  return meeting->room;
}

int
__halt_meeting_many (void)
{
  return __halt_apart || meeting->copies > 1;
}

struct halt_member *
__halt_meeting_members (void)
{
  return meeting->members;
}

void
__halt_meeting_leave (const struct halt_member *member)
{
  struct halt_member **at = &meeting->members;
  while (*at && *at != member)
    at = &(*at)->next;
  if (*at)
    *at = member->next;
}

void
__halt_meeting_stand (void)
{
  sigset_t before;
  __halt_block (&before);
  if (__halt_meeting_lock ())
    {
      if (meeting->members)
	meeting->members->stand ();
      __halt_meeting_unlock ();
    }
  sigprocmask (SIG_SETMASK, &before, NULL);
}

/* --- what they have ----------------------------------------------------------- */

int
__halt_meeting_add (char *part, size_t size, size_t mapped)
{
  struct parts *p = &meeting->gone;
  if (p->size == 0)
    {
      *p = (struct parts) { part, size, mapped, 1 };
      return 1;
    }
  if (p->mapped - p->size < size)
    {
      size_t room = (2 * p->size + size + 65535) & ~(size_t) 65535;
      char *larger = mremap (p->data, p->mapped, room, MREMAP_MAYMOVE);
      if (larger == MAP_FAILED)
	{
	  munmap (part, mapped);
	  errno = ENOMEM;
	  return 0;
	}
      p->data = larger;
      p->mapped = room;
    }
  memcpy (p->data + p->size, part, size);
  p->size += size;
  p->n++;
  munmap (part, mapped);
  return 1;
}

const char *
__halt_meeting_parts (size_t *size)
{
  struct parts *p = &meeting->gone;
  struct halt_live *first = (struct halt_live *) p->data;
  *size = p->size;
  if (p->size)
    first->file = p->n > 1 ? p->n : 0;
  return p->data;
}

struct halt_parts
__halt_meeting_mark (void)
{
  return (struct halt_parts) { meeting->gone.size, meeting->gone.n };
}

void
__halt_meeting_back (struct halt_parts mark)
{
  struct parts *p = &meeting->gone;
  p->size = mark.size;
  p->n = mark.n;
  if (p->size || !p->mapped)
    return;
  munmap (p->data, p->mapped);
  *p = (struct parts) { 0 };
}
