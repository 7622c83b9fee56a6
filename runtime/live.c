/* SPDX-License-Identifier: MIT */
/* Live profiles (HALT_LIVE=1): counters lie in the file (halt/live.h), which is
   mapped.  Nothing that counts knows of it.

   The file is sparse, and larger than will be needed.  All of it is mapped once, at a
   place that stays, and with it a lock, which says to whoever reads that something
   still counts there; what is needed is given away from its beginning to its end,
   and room for it on the disk is made before (MADV_POPULATE_WRITE, which says
   if there is none).  So neither a descriptor nor a name is needed later: the
   program may close, chroot and remove what it wants.  A kernel that does not know
   that (before 5.14) makes room for a smaller file at once.

   The cells that units keep themselves lie in pages of their own.  A part of the
   file is mapped over them.

   Where there is no room, counters lie in ordinary memory, and the process writes
   a usual profile at its end, in place of the live one.

   A child of fork gets a file of its own before anything of it is executed but the
   C library's fork.  One that is made otherwise shares its parent's file, and
   takes from it what the parent does not: how much is used stands in the file.  */

#include "runtime/kernel.h"

#include <fcntl.h>
#include <pthread.h>
#include <sched.h>
#include <signal.h>
#include <stdio.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/file.h>
#include <sys/ioctl.h>
#include <sys/resource.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/wait.h>

#include "halt/live.h"
#include "runtime/runtime.h"
#include "runtime/units.h"

#ifndef RENAME_EXCHANGE
# define RENAME_EXCHANGE 2
#endif
#ifndef MADV_POPULATE_WRITE
# define MADV_POPULATE_WRITE 23
#endif

/* linux/fs.h, which contradicts sys/mount.h.  */
#ifndef FS_IOC_GETFLAGS
# define FS_IOC_GETFLAGS _IOR ('f', 1, long)
# define FS_IOC_SETFLAGS _IOW ('f', 2, long)
# define FS_NOCOW_FL 0x00800000
#endif

#define LINE ((size_t) HALT_LIVE_LINE)
#define STEP ((size_t) 1 << 16)	/* what room is made for at least */

/* Pages of an object's cells over which the file is mapped.  */
struct region
{
  struct region *next;
  char *first;
  size_t size;
  size_t at;			/* in the file */
  const int *gone;		/* whether the object is (HALT_GONE), */
  const struct halt_unit *unit;	/* which has this one */
  uint64_t checksum;
  size_t n;
  struct place
  {
    const struct halt_threads *threads;
    uint32_t line;		/* of the record of a unit's cells */
  } place[];
};

/* The mapped file, and what all copies of this library know of it.  */
struct live_file
{
  struct halt_live *header;	/* where it is mapped, or NULL */
  size_t size;			/* of file and mapping */
  size_t ready;			/* up to here there is room on the disk */
  dev_t device;
  ino_t inode;
  int locked;			/* it is, as long as it is mapped */
  int is_full;			/* nothing is given away any more */
  int takers;			/* how many are at it */
  int began;			/* one has made it, or could not */
  uint32_t n_records;		/* that this process has published */
  struct region *regions;
};
_Static_assert(sizeof (struct live_file) <= HALT_MEETING_ROOM, "there is room");

static struct live_file none;
static struct live_file *live = &none;

/* Until the process has started: of the copy that makes the file.  */
static struct __halt_new_file unnamed = { .fd = -1 };

const unsigned int __halt_meeting_page = 0;

static size_t
page_size (void)
{
  return getauxval (AT_PAGESZ);
}

int
__halt_is_live (void)
{
  return live->header != NULL;
}

/* Counters are outside the file.  */
static void
partly (void)
{
  __atomic_fetch_or (&live->header->flags, HALT_LIVE_PARTLY, __ATOMIC_RELAXED);
}

/* --- room ----------------------------------------------------------------- */

/* Make room up to END; 0 if there is none.  */
static int
make_room (size_t end)
{
  size_t ready = __atomic_load_n (&live->ready, __ATOMIC_ACQUIRE);
  if (end <= ready)
    return 1;
  end = (end + STEP - 1) & ~(STEP - 1);
  if (end > live->size)
    end = live->size;
  if (halt_kernel_call (SYS_madvise, (long) live->header + ready, end - ready,
			MADV_POPULATE_WRITE)
      != 0)
    return 0;
  while (ready < end
	 && !__atomic_compare_exchange_n (&live->ready, &ready, end, 0,
					  __ATOMIC_RELEASE, __ATOMIC_ACQUIRE))
    continue;
  return 1;
}

static void *
take_some (size_t size, size_t align)
{
  size_t at, end;
  uint32_t *place = &live->header->end;
  uint32_t used = __atomic_load_n (place, __ATOMIC_RELAXED);
  if (__atomic_load_n (&live->is_full, __ATOMIC_SEQ_CST))
    return NULL;
  do
    {
      at = (used * LINE + align - 1) & -align;
      if (at > live->size || size > live->size - at)
	return NULL;
      end = at + ((size + LINE - 1) & -LINE);
    }
  while (!__atomic_compare_exchange_n (place, &used, (uint32_t) (end / LINE), 0,
				       __ATOMIC_RELAXED, __ATOMIC_RELAXED));
  if (!make_room (end))
    {
      live->is_full = 1;
      return NULL;
    }
  return (char *) live->header + at;
}

/* SIZE bytes of the file, which begin a page if PAGES; NULL if there is no
   room.  */
static void *
take_room (size_t size, int pages)
{
  __atomic_fetch_add (&live->takers, 1, __ATOMIC_SEQ_CST);
  void *p = take_some (size, pages ? page_size () : LINE);
  __atomic_fetch_sub (&live->takers, 1, __ATOMIC_SEQ_CST);
  return p;
}

static uint32_t
line_of (const struct halt_live_record *record)
{
  return ((const char *) record - (const char *) live->header) / LINE;
}

/* RECORD, in the file, is complete.  */
static void
publish (struct halt_live_record *record)
{
  const struct halt_live_record *unit
    = (const struct halt_live_record *) ((const char *) live->header
					 + record->unit * LINE);
  record->copy = record->type == HALT_LIVE_BLOCK && record->unit
		   ? unit->copy
		   : __halt_instance;
  uint32_t newest = __atomic_load_n (&live->header->newest, __ATOMIC_RELAXED);
  do
    record->next = newest;
  while (!__atomic_compare_exchange_n (&live->header->newest, &newest,
				       line_of (record), 0, __ATOMIC_RELEASE,
				       __ATOMIC_RELAXED));
  __atomic_fetch_add (&live->n_records, 1, __ATOMIC_RELAXED);
}

void *
__halt_live_counters (const struct halt_live_record *what, size_t size)
{
  if (!live->header)
    return NULL;
  struct halt_live_record *record = take_room (sizeof *record + size, 0);
  if (!record)
    {
      partly ();
      return NULL;
    }
  *record = *what;
  record->data += (char *) (record + 1) - (char *) live->header;
  publish (record);
  return record + 1;
}

uint32_t
__halt_live_unit (const struct halt_threads *threads)
{
  for (const struct region *r = __atomic_load_n (&live->regions,
						 __ATOMIC_ACQUIRE);
       r; r = r->next)
    for (size_t i = 0; i < r->n && !*r->gone; i++)
      if (r->place[i].threads == threads)
	return r->place[i].line;
  return 0;
}

/* In the lower half where a word is that: a number that is there already.  */
void
__halt_live_lost (long more)
{
  typedef unsigned long word __attribute__ ((may_alias));
  if (live->header)
    __atomic_fetch_add ((word *) &live->header->lost, more, __ATOMIC_RELAXED);
}

/* --- objects -------------------------------------------------------------- */

void
__halt_live_points (struct halt_known_object *object)
{
  size_t size;
  struct halt_live_record *record;
  struct halt_live_point *unknown = NULL;
  if (!live->header
      || !(size = __halt_count_points (object) * sizeof *object->points))
    return;
  if (!(record = take_room (sizeof *record + size, 0)))
    {
      partly ();
      return;
    }
  /* Unless another thread was faster.  */
  if (!__atomic_compare_exchange_n (&object->points, &unknown,
				    (struct halt_live_point *) (record + 1), 0,
				    __ATOMIC_RELEASE, __ATOMIC_RELAXED))
    return;
  __halt_points_keep (object, 1);
  record->type = HALT_LIVE_POINTS;
  record->id = object->info.dlpi_addr;
  record->n = object->n_points;
  record->data = (char *) (record + 1) - (char *) live->header;
  record->size = size;
  publish (record);
}

void
__halt_live_object (struct halt_known_object *object)
{
  struct halt_live_record *record, what;
  if (!live->header)
    return;
  __halt_object_record (object, &what);
  if (!(record = take_room (sizeof *record + what.size, 0)))
    {
      partly ();
      return;
    }
  *record = what;
  __halt_object_fill (object, record + 1);
  publish (record);
  object->line = line_of (record);
}

/* The first words of the cells' pages, which are no cells: another copy of this
   library in the process leaves the object alone then.  */
static int
is_claimed (const char *first)
{
  return *(const uint64_t *) first != 0;
}

static void
claim (char *first)
{
  *(uint64_t *) first = 1;
}

int
__halt_live_claimed (const struct dl_phdr_info *info)
{
  uintptr_t first, last;
  return live->header && __halt_cells_bounds (info, &first, &last)
	 && is_claimed ((const char *) first);
}

/* A descriptor of the file, if it still has its name, or -1.  */
static int
open_again (void)
{
  const char *name = __halt_file_name ();
  struct stat st;
  int fd = -1;
  if (name)
    fd = open (name, O_RDWR | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK);
  if (fd >= 0
      && (fstat (fd, &st) != 0 || st.st_dev != live->device
	  || st.st_ino != live->inode))
    {
      close (fd);
      fd = -1;
    }
  return fd;
}

/* Map the file over SIZE bytes of memory at FIRST, which are AT in it; 0 if that
   cannot be done.  FD is its descriptor, or -1: emulators want one.  */
static int
map_over (char *first, size_t size, size_t at, int fd)
{
  if (mremap ((char *) live->header + at, 0, size,
	      MREMAP_MAYMOVE | MREMAP_FIXED, first)
      == first)
    return 1;
  int mine = fd < 0 ? open_again () : fd;
  int done = mine >= 0
	     && mmap (first, size, PROT_READ | PROT_WRITE,
		      MAP_SHARED | MAP_FIXED, mine, at)
		  == first;
  if (mine >= 0 && mine != fd)
    close (mine);
  return done;
}

static void
record_cells (const struct dl_phdr_info *info,
	      const struct halt_known_object *known,
	      const struct __halt_cells *cells, const struct region *region,
	      struct place *place)
{
  struct halt_live_record *record = take_room (sizeof *record, 0);
  if (!record || known->line == 0)
    {
      partly ();
      return;
    }
  record->type = HALT_LIVE_UNIT;
  record->unit = known->line;
  record->path = (uintptr_t) cells->cell - info->dlpi_addr;
  record->n = cells->n_cells;
  record->data = region->at + ((char *) cells->cell - region->first);
  publish (record);
  place->threads = cells->threads;
  place->line = line_of (record);
}

/* Add SIZE bytes of cells to those of COPY, of which most are zero.  */
static void
add_numbers (char *copy, const char *from, size_t size)
{
  const uint64_t *number = (const uint64_t *) from;
  uint64_t *to = (uint64_t *) copy;
  for (size_t i = 0, n = size / 8; (i += __halt_zeros (number + i, n - i)) < n;)
    for (size_t some = n - i < HALT_ZEROS ? n - i : HALT_ZEROS; some > 0;
	 some--, i++)
      if (!(number[i] & HALT_CELL_PLACE))
	to[i] += number[i];
      else if (to[i] == 0 || number[i] < to[i])
	to[i] = number[i];
}

/* What the file has of the object that tells by GONE whether it is, and was there; or
   what is made for it, not yet in the list.  */
static struct region *
region_of (const int *gone, size_t size, size_t n)
{
  struct region *r = live->regions;
  char *copy;
  while (r && (r->gone != gone || r->size != size || r->n != n))
    r = r->next;
  if (r)
    return r;
  if (!(r = __halt_alloc (sizeof *r + n * sizeof r->place[0]))
      || !(copy = take_room (size, 1)))
    return NULL;
  *r = (struct region) {
    .size = size, .at = copy - (char *) live->header, .gone = gone, .n = n
  };
  return r;
}

/* Take out of KEPT, which is what N units had that R is of, what is in R itself.  */
static void
take_out (uint64_t *kept, const struct region *r,
	  const struct __halt_cells *cells, size_t n)
{
  for (size_t i = 0; i < n; kept += cells[i++].n_cells)
    {
      const uint64_t *cell
	= (const uint64_t *) ((char *) live->header + r->at
			      + ((char *) cells[i].cell - r->first));
      for (size_t k = 0; k < cells[i].n_cells; k++)
	if (!(cell[k] & HALT_CELL_PLACE))
	  kept[k] -= cell[k] - cell[cells[i].n_cells + k];
	else if (kept[k] == cell[k])
	  kept[k] = 0;
    }
}

/* A thread that has cells of the unit already, has them elsewhere.  What is loaded again
   goes on where it was.  */
int
__halt_live_cells (const struct dl_phdr_info *info,
		   const struct halt_known_object *known,
		   const struct __halt_cells *cells, size_t n, uint64_t *kept,
		   const int *gone)
{
  uintptr_t first, last;
  struct region *r;
  sigset_t before;
  if (!live->header)
    return 0;
  if (!__halt_cells_bounds (info, &first, &last)
      || !(r = region_of (gone, last - first, n)))
    {
      partly ();
      return 0;
    }
  int fresh = !r->first;
  r->first = (char *) first;
  r->unit = cells->unit;
  r->checksum = cells->unit->checksum;
  if (!fresh && kept)
    take_out (kept, r, cells, n);
  __halt_block (&before);
  claim (r->first);
  add_numbers ((char *) live->header + r->at + sizeof (uint64_t),
	       r->first + sizeof (uint64_t), r->size - sizeof (uint64_t));
  claim ((char *) live->header + r->at);
  int done = map_over (r->first, r->size, r->at, unnamed.fd);
  sigprocmask (SIG_SETMASK, &before, NULL);
  if (!done)
    {
      partly ();
      return 0;
    }
  for (size_t i = 0; i < n; i++)
    {
      if (cells[i].threads && cells[i].threads->newest)
	partly ();
      if (fresh)
	record_cells (info, known, &cells[i], r, &r->place[i]);
      else
	r->place[i].threads = cells[i].threads;
    }
  if (fresh)
    {
      r->next = live->regions;
      __atomic_store_n (&live->regions, r, __ATOMIC_RELEASE);
    }
  return 1;
}

/* Whether it is loaded, if only until the process has ended.  */
static int
is_mapped (const struct region *r)
{
  return __halt_unit_there (r->unit, r->checksum)
	 && (!*r->gone
	     || (*r->gone == HALT_GONE && r->unit->flags & HALT_UNIT_ENDED));
}

/* Whether the record at LINE is of a unit that counts.  */
static int
is_counting (uint32_t line)
{
  for (const struct region *r = live->regions; r; r = r->next)
    for (size_t i = 0; i < r->n; i++)
      if (r->place[i].line == line)
	return is_mapped (r);
  return 0;
}

void
__halt_live_forget (void)
{
  char *file = (char *) live->header;
  const struct halt_live_record *record;
  for (uint32_t line = file ? live->header->newest : 0; line;
       line = record->next)
    {
      record = (const struct halt_live_record *) (file + line * LINE);
      size_t size = record->n * sizeof (uint64_t);
      switch (record->type)
	{
	case HALT_LIVE_UNIT:
	case HALT_LIVE_BLOCK:
	  if (!is_counting (record->type == HALT_LIVE_UNIT ? line
							   : record->unit))
	    memset (file + record->data, 0, 2 * size);
	  break;
	case HALT_LIVE_SHARD:
	case HALT_LIVE_ROW:
	case HALT_LIVE_PATH:
	  memset (file + record->data, 0, size);
	}
    }
}

/* --- the file ------------------------------------------------------------- */

/* A file of SIZE bytes for the process, mapped; NULL with errno.  It gets
   its name by name_file.  */
static struct halt_live *
make_file (size_t size, struct __halt_new_file *file)
{
  struct stat st;
  struct halt_live *header = MAP_FAILED;
  if (!__halt_new_file (file, O_RDWR, 0600))
    return NULL;
  /* btrfs: what is written once more needs no further room.  */
  int flags = 0;
  if (ioctl (file->fd, FS_IOC_GETFLAGS, &flags) == 0)
    {
      flags |= FS_NOCOW_FL;
      ioctl (file->fd, FS_IOC_SETFLAGS, &flags);
    }
  if (ftruncate (file->fd, size) == 0 && fstat (file->fd, &st) == 0)
    header = mmap (NULL, size, PROT_READ | PROT_WRITE, MAP_SHARED, file->fd, 0);
  if (header == MAP_FAILED)
    {
      __halt_drop_file (file);
      return NULL;
    }
  /* Nothing is there to be read: or else the kernel takes milliseconds to look.  */
  madvise (header, size, MADV_RANDOM);
  live->device = st.st_dev;
  live->inode = st.st_ino;
  /* Closing the file does not end that: the mapping is one more user of it.  */
  live->locked = flock (file->fd, LOCK_EX | LOCK_NB) == 0;
  return header;
}

/* USED bytes are given away.  */
static void
fill_header (struct halt_live *header, size_t used)
{
  *header = (struct halt_live) {
    .magic = HALT_LIVE_MAGIC,
    .version = HALT_LIVE_VERSION,
    .header_size = sizeof *header,
    .pid = __halt_began.pid,
    .started = __halt_process_time (0),
    .end = (used + LINE - 1) / LINE,
    .kinds = __halt_own_kinds (),
    .file = live->locked ? halt_live_file (live->device, live->inode) : 0,
  };
}

/* How large the file may become: more than threads by the hundred need, but not
   too large for programs that read it as a whole.  */
static size_t
wanted_size (void)
{
  uint64_t size = (uint64_t) 1 << (sizeof (void *) == 8 ? 28 : 25);
  struct rlimit limit;
  if (getrlimit (RLIMIT_FSIZE, &limit) == 0 && limit.rlim_cur < size)
    size = limit.rlim_cur & -(uint64_t) page_size ();
  return size;
}

/* The file without a name, or NULL with errno; room for its first bytes.  */
static struct halt_live *
begin_file (struct __halt_new_file *file)
{
  struct halt_live *header = NULL;
  errno = EFBIG;
  for (live->size = wanted_size (); live->size >= STEP; live->size /= 2)
    if ((header = make_file (live->size, file)) || errno != ENOMEM)
      break;
  if (!header)
    return NULL;
  live->ready = STEP;
  int why = -halt_kernel_call (SYS_madvise, (long) header, STEP,
			       MADV_POPULATE_WRITE);
  if (why == EINVAL)
    {
      /* Room for all at once.  */
      size_t less = (size_t) 1 << 22;
      if (less < live->size && ftruncate (file->fd, less) == 0)
	{
	  munmap ((char *) header + less, live->size - less);
	  live->size = less;
	}
      why = posix_fallocate (file->fd, 0, live->size);
      live->ready = live->size;
    }
  if (why)
    {
      munmap (header, live->size);
      __halt_drop_file (file);
      /* That is how it says that the disk is full.  */
      errno = why == EFAULT ? ENOSPC : why;
      return NULL;
    }
  return header;
}

/* Put ordinary memory in place of SIZE bytes of the file at AT; if KEEP, with what
   they hold.  */
static void
replace_memory (char *at, size_t size, int keep)
{
  char *fresh = halt_kernel_map (size);
  if (!fresh)
    return;
  if (keep)
    memcpy (fresh, at, size);
  mremap (fresh, size, size, MREMAP_MAYMOVE | MREMAP_FIXED, at);
}

/* The same of all that is mapped.  */
static void
replace_all (int keep)
{
  char *segment = (char *) live->header;
  for (struct region *r = live->regions; r; r = r->next)
    if (is_mapped (r))
      {
	replace_memory (r->first, r->size, keep);
	claim (r->first);
      }
  replace_memory (segment, live->ready, keep);
  halt_kernel_wipe (segment, live->ready);
  munmap (segment + live->ready, live->size - live->ready);
}

static const char no_file[]
  = "no live profile, one at the end if that can be written:";

/* The process counts in ordinary memory from here on, because of ERROR.  */
static void
give_up (int keep, int error)
{
  replace_all (keep);
  live->header = NULL;
  __halt_no_place (no_file, error);
}

/* Signals are blocked while a thread makes a child: one at a time, as there is one place
   for what they were.  */
static struct
{
  int lock;
  int blocked;
  sigset_t before;
} fork_state;

static void
forking (void)
{
  sigset_t before;
  if (!live->header)
    return;
  __halt_block (&before);
  while (__atomic_exchange_n (&fork_state.lock, 1, __ATOMIC_ACQUIRE))
    halt_kernel_call (SYS_sched_yield, 0, 0, 0);
  fork_state.before = before;
  fork_state.blocked = 1;
}

/* In parent and child.  */
static void
forked_here (void)
{
  sigset_t before = fork_state.before;
  if (!fork_state.blocked)
    return;
  fork_state.blocked = 0;
  __atomic_store_n (&fork_state.lock, 0, __ATOMIC_RELEASE);
  sigprocmask (SIG_SETMASK, &before, NULL);
}

/* This copy counts in the file.  */
static void
joins (void)
{
  __atomic_fetch_or (&live->header->kinds, __halt_own_kinds (),
		     __ATOMIC_RELAXED);
  __halt_live_lost (__halt_process->lost);
  if (__halt_counted_early ())
    partly ();
}

void
__halt_live_start (void)
{
  struct halt_live *header = NULL;
  live = __halt_meeting_room ();
  int first = !live->began, special = first ? __halt_special () : 0;
  live->began = 1;
  if (special)
    {
      if (special != HALT_SPECIAL_NULL)
	__halt_no_place ("no live profile in what is no regular file:", 0);
      return;
    }
  /* What handlers there are, there are: children keep away from the file.  */
  if (!HALT_HAS (pthread_atfork)
      || pthread_atfork (forking, forked_here, forked_here))
    errno = ENOSYS;
  else if (!first)
    {
      if (live->header)
	joins ();
      return;
    }
  else if ((header = begin_file (&unnamed)))
    {
      fill_header (header, sizeof *header);
      live->header = header;
      joins ();
      return;
    }
  __halt_no_place (no_file, errno);
}

/* What was loaded at the start has been looked at: the file is complete, and gets
   its name; or it has no room for that.  */
void
__halt_live_started (void)
{
  int error = 0;
  if (!live->header || unnamed.fd < 0)
    return;
  if (live->is_full)
    {
      error = ENOSPC;
      __halt_drop_file (&unnamed);
    }
  else if (!__halt_name_file (&unnamed))
    error = errno;
  if (error)
    give_up (1, error);
}

/* --- fork ----------------------------------------------------------------- */

/* Copy what the parent knew, up to the record at LINE, but not what it has
   counted, to FRESH.  */
static void
copy_records (char *fresh, uint32_t line)
{
  const char *old = (const char *) live->header;
  ((struct halt_live *) fresh)->newest = line;
  while (line)
    {
      const struct halt_live_record *record
	= (const struct halt_live_record *) (old + line * LINE);
      memcpy (fresh + line * LINE, record, sizeof *record + record->size);
      line = record->next;
    }
}

static void
renew (struct halt_live *old)
{
  struct __halt_new_file file;
  struct halt_live *fresh;
  uint32_t kept = old->flags & HALT_LIVE_PARTLY;
  uint32_t newest = __atomic_load_n (&old->newest, __ATOMIC_ACQUIRE);
  size_t used = __atomic_load_n (&old->end, __ATOMIC_ACQUIRE) * LINE;
  size_t ready = live->ready > used ? live->ready : used;
  errno = ENOSPC;
  if (live->is_full || !(fresh = make_file (live->size, &file)))
    give_up (0, errno);
  else
    {
      int why = -halt_kernel_call (SYS_madvise, (long) fresh, ready,
				   MADV_POPULATE_WRITE);
      if (why == EINVAL)
	why = posix_fallocate (file.fd, 0, ready);
      if (why == 0)
	{
	  fill_header (fresh, used);
	  fresh->flags = kept;
	  copy_records ((char *) fresh, newest);
	  if (mremap (fresh, live->size, live->size,
		      MREMAP_MAYMOVE | MREMAP_FIXED, old)
	      != old)
	    why = ENOMEM;
	}
      live->ready = ready;
      live->takers = 0;
      for (struct region *r = live->regions; r && why == 0; r = r->next)
	if (is_mapped (r))
	  {
	    if (!map_over (r->first, r->size, r->at, file.fd))
	      why = ENOMEM;
	    claim (r->first);
	  }
      if (why == 0 && !__halt_name_file (&file))
	why = errno;
      if (why)
	{
	  __halt_drop_file (&file);
	  give_up (0, why == EFAULT ? ENOSPC : why);
	}
    }
}

/* All copies of this library have one file: the first one that is told makes it.  */
void
__halt_live_forked (void)
{
  struct halt_live *old = live->header;
  if (!old)
    return;
  if ((pid_t) old->pid != getpid ())
    renew (old);
  __halt3_points_changed (1);
}

/* --- the end -------------------------------------------------------------- */

/* Nonzero if the file system of FD has so much room that what is given back can be had
   again: who still counts there must not find a full disk.  */
static int
has_room (int fd)
{
  struct statvfs fs;
  const uint64_t enough = (uint64_t) 1 << 26;
  return fstatvfs (fd, &fs) == 0
	 && (uint64_t) fs.f_bavail >= (live->ready + enough) / fs.f_bsize;
}

/* Cut off what there is no room for, and if HOLES, give back the room of pages that
   have nothing.  What there is, others may still use.  */
static void
trim (int holes)
{
  size_t page = page_size (), from = 0, at = 0;
  const char *data = (const char *) live->header;
  int fd = open_again ();
  if (fd < 0)
    return;
  int room = holes && has_room (fd);
  while (ftruncate (fd, live->ready) != 0 && errno == EINTR)
    continue;
  for (; room && at < live->ready; at += page)
    if (__halt_zeros (data + at, page / 8) < page / 8)
      {
	if (at > from
	    && fallocate (fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, from,
			  at - from)
		 != 0)
	  break;
	from = at + page;
      }
  if (room && at >= live->ready && at > from)
    fallocate (fd, FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, from, at - from);
  close (fd);
}

int
__halt_live_end (int how, uint32_t ended)
{
  (void) ended;
  if (!live->header)
    return 0;
  if ((pid_t) live->header->pid != getpid () || how & HALT_WRITE_AGAIN)
    return 1;
  if (__halt_threads_shared ())
    __atomic_fetch_or (&live->header->flags, HALT_PROF_THREADS,
		       __ATOMIC_RELAXED);
  __halt3_points_changed (0);
  return !((how & HALT_WRITE_LEAVES && __halt_meeting_members ())
	   || live->header->flags & HALT_LIVE_PARTLY);
}

/* True if no other process has this one's memory: what it counted there would be lost.
   The kernel refuses then, and does nothing if not.  Where it may not be asked,
   nobody is known of.  */
static int
has_own_memory (void)
{
  return halt_kernel_call (SYS_unshare, CLONE_VM, 0, 0) != -EINVAL;
}

/* True if this process has one thread and no child, not even of a raw system call, and
   no other file has its name.  */
static int
looks_alone (int fd)
{
  struct stat st;
  siginfo_t child;
  return fstat (fd, &st) == 0 && st.st_nlink == 1 && st.st_uid == geteuid ()
	 && (st.st_mode & 07777) == 0600 && __halt_process_threads () == 1
	 && waitid (P_ALL, 0, &child, WEXITED | WNOHANG | WNOWAIT | __WALL) != 0
	 && errno == ECHILD && has_own_memory ();
}

/* What children of raw system calls have put into the file is known by it only, and
   which points were on when they no longer are.  */
static int
knows_all (void)
{
  const struct halt_live *header = live->header;
  uint32_t n = 0;
  for (uint32_t line = header->newest; line; n++)
    line = ((const struct halt_live_record *) ((const char *) header
					       + line * LINE))
	     ->next;
  return !__halt_switched && n == live->n_records
	 && header->lost == __halt_process->lost;
}

static int
read_back (int fd, void *to, size_t size, size_t at)
{
  return pread (fd, to, size, at) == (ssize_t) size;
}

/* Whoever has the file mapped has its lock.  */
static int
leave_file (int fd)
{
  char *segment = (char *) live->header;
  replace_all (0);
  int left = flock (fd, LOCK_EX | LOCK_NB) == 0
	     && read_back (fd, segment, live->ready, 0) && knows_all ();
  for (struct region *r = live->regions; r && left; r = r->next)
    left = !is_mapped (r) || read_back (fd, r->first, r->size, r->at);
  if (left)
    return 1;
  if (mmap (segment, live->size, PROT_READ | PROT_WRITE, MAP_SHARED | MAP_FIXED,
	    fd, 0)
      != segment)
    live->header = NULL;
  for (struct region *r = live->regions; r && live->header; r = r->next)
    if (is_mapped (r))
      map_over (r->first, r->size, r->at, fd);
  return 0;
}

int
__halt_live_leave (void)
{
  if (!live->header || (pid_t) live->header->pid != getpid ()
      || live->header->flags & HALT_LIVE_PARTLY)
    return -1;
  int fd = live->locked && !__halt_meeting_many () ? open_again () : -1;
  if (fd >= 0 && __halt_profile_may_count () && looks_alone (fd)
      && has_room (fd) && leave_file (fd))
    {
      live->header = NULL;
      return fd;
    }
  if (fd >= 0)
    close (fd);
  if (live->header)
    trim (1);
  return -1;
}

/* FILE has the other's name then, and the other FILE's; 0 if not.  Not all C libraries
   have the call.  */
static int
exchange (const struct __halt_new_file *file)
{
  return syscall (SYS_renameat2, AT_FDCWD, file->temporary, AT_FDCWD,
		  file->name, RENAME_EXCHANGE)
	 == 0;
}

int
__halt_live_replace (struct __halt_new_file *file, int fd)
{
  struct stat ours, there;
  int done = exchange (file);
  if (done
      && (fstat (fd, &ours) != 0 || stat (file->temporary, &there) != 0
	  || ours.st_dev != there.st_dev || ours.st_ino != there.st_ino))
    exchange (file);
  __halt_drop_file (file);
  return done;
}

int
__halt_live_over (int how, uint32_t ended)
{
  if (!live->header)
    return 0;
  if ((pid_t) live->header->pid != getpid () || how & HALT_WRITE_AGAIN)
    return 1;
  live->header->ended = ended;
  if (live->header->flags & HALT_LIVE_PARTLY)
    return 0;
  __atomic_store_n (&live->is_full, 1, __ATOMIC_SEQ_CST);
  if (__atomic_load_n (&live->takers, __ATOMIC_SEQ_CST) == 0)
    trim (!(how & HALT_WRITE_LAST));
  return 1;
}
