/* SPDX-License-Identifier: MIT */
/* The counters that units keep themselves (the plugin's count).

   They stay where they are.  What they were when they were last to be 0 lies beside
   them, and nothing is written that the program writes.  An object that is unloaded
   says so: what its cells had is kept.  */

#include <errno.h>
#include <pthread.h>
#include <signal.h>
#include <string.h>
#include <sys/auxv.h>
#include <sys/mman.h>
#include <unistd.h>

#include "runtime/record.h"
#include "runtime/units.h"

/* A name that tells who links without this library what is missing.  */
void __halt_count2_needs_libhalt_a (void);

/* Nonzero if any cells' second half is not 0.  */
static int halves;

/* The counters to which the note found leads; 0 if that is not right.  */
static int
read_cells (struct __halt_notes *notes, struct __halt_cells *cells)
{
  size_t words = notes->descsz / sizeof (__halt_distance);
  if (notes->descsz % sizeof (__halt_distance) != 0 || words < 3 || words > 4)
    return 0;
  uintptr_t unit = __halt_follow (notes, notes->desc);
  uintptr_t cell = __halt_follow (notes,
				  notes->desc + sizeof (__halt_distance));
  __halt_distance said;
  memcpy (&said, notes->desc + 2 * sizeof said, sizeof said);
  uintptr_t n = said;
  cells->unit = (const struct halt_unit *) unit;
  cells->cell = (uint64_t *) cell;
  cells->n_cells = n;
  cells->threads = NULL;
  if (words == 4)
    cells->threads = (const struct halt_threads *)
      __halt_follow (notes, notes->desc + 3 * sizeof (__halt_distance));
  return n <= UINT32_MAX / 2
	 && __halt_writable (notes, unit, sizeof *cells->unit)
	 && __halt_writable (notes, cell, 2 * sizeof (uint64_t) * n)
	 && (!cells->threads
	     || (__halt_writable (notes, (uintptr_t) cells->threads,
				  sizeof *cells->threads)
		 && cells->threads->n_cells == n));
}

/* Read all; how many there are.  */
static size_t
read_all (struct __halt_notes *notes, const struct __halt_counters *counters,
	  struct __halt_cells *cells)
{
  size_t n = 0;
  notes->moved = counters->moved;
  for (size_t i = 0; i < counters->n; i++)
    {
      if (counters->note)
	{
	  const unsigned char *desc = counters->note[i];
	  notes->desc = desc;
	  notes->descsz = ((const uint32_t *) (desc - HALT_NOTE_HEAD))[1];
	}
      else if (!__halt_next_note (notes, HALT_NOTE_COUNTERS))
	break;
      n += read_cells (notes, cells + n);
    }
  return n;
}

/* glibc's, since 2.32: false once there was a second thread, and in all children
   made after that.  That of another namespace (dlmopen, LD_AUDIT) is always false.  */
extern char __libc_single_threaded __attribute__ ((weak));

/* True if there were several threads, or where that is not known, if there are.  */
static int
several_threads (void)
{
  if (!&__libc_single_threaded || __libc_single_threaded)
    return 0;
  return __halt_beside_program || __halt_process_threads () > 1;
}

/* True if threads may have got in each other's way when they added to CELLS.
   Where the C library does not tell of threads, nothing is said.  */
static int
threads_share (const struct __halt_cells *cells)
{
  return !cells->threads && !(cells->unit->flags & HALT_UNIT_ATOMIC)
	 && several_threads ();
}

/* --- whose they are -------------------------------------------------------- */

int
__halt_cells_bounds (const struct dl_phdr_info *info, uintptr_t *first,
		     uintptr_t *last)
{
  struct __halt_notes notes = { .object = info };
  size_t page = getauxval (AT_PAGESZ);
  while (__halt_next_note (&notes, HALT_NOTE_CELLS))
    if (notes.descsz == 2 * sizeof (__halt_distance))
      {
	*first = __halt_follow (&notes, notes.desc);
	*last = __halt_follow (&notes, notes.desc + sizeof (__halt_distance));
	return *first < *last && *first % page == 0 && *last % page == 0
	       && __halt_mapped (info, *first, *last - *first, PF_R | PF_W);
      }
  return 0;
}

/* --- the objects that have cells ------------------------------------------ */

/* Once there they stay.  Nobody asks the dynamic linker when it is collected:
   that may be in a signal handler, and in a child of a process whose other
   threads held its locks.  */
struct object
{
  struct object *next;
  ElfW (Addr) address;		/* where it is loaded, */
  const ElfW (Phdr) * segments;	/* and what tells it from others there */
  uint16_t n_segments;
  int gone;			/* it is being unloaded, or was, */
  int whole;			/* and is to be counted by its cells if it stays */
  int in_file;			/* its cells lie in the live profile */
  int seen;			/* when all were last looked at */
  uint64_t checksum;		/* of its first unit */
  struct halt_known_object *known;
  uint64_t *kept;		/* when it was gone: of each of its units as many
				   numbers as it has cells */
  uint64_t *before;		/* of that, what its cells no longer had; or NULL */
  size_t n_notes;		/* of cells, of which N are right */
  size_t n;
  struct __halt_cells cells[];
};
static struct object *objects;

/* How many bytes what it has kept takes.  */
static size_t
size_kept (const struct object *object)
{
  size_t n = 0;
  for (size_t i = 0; i < object->n; i++)
    n += object->cells[i].n_cells;
  return n * sizeof *object->kept;
}

static void
keep_nothing (struct object *object)
{
  if (object->kept)
    memset (object->kept, 0, size_kept (object));
  if (object->before)
    memset (object->before, 0, size_kept (object));
}

static struct object *
find_object (const struct dl_phdr_info *info)
{
  struct object *object = objects;
  while (object
	 && (object->gone || object->address != info->dlpi_addr
	     || object->segments != info->dlpi_phdr))
    object = object->next;
  return object;
}

/* Whether INSIDE is in OBJECT.  */
static int
is_inside (const struct object *object, const void *inside)
{
  struct dl_phdr_info info = { .dlpi_addr = object->address,
			       .dlpi_phdr = object->segments,
			       .dlpi_phnum = object->n_segments };
  return __halt_mapped (&info, (uintptr_t) inside, 1, PF_R);
}

/* OBJECT was loaded where others had been, which may have had the same units.  */
static void
replace_others (const struct object *object)
{
  for (struct object *o = objects; o; o = o->next)
    if (o->gone && is_inside (object, o->cells[0].unit))
      o->gone = HALT_REPLACED;
}

/* One that is KNOWN and was unloaded, which has N notes of cells.  */
static struct object *
find_gone (const struct halt_known_object *known, size_t n)
{
  struct object *object = objects;
  while (object
	 && !(object->gone && object->known == known && object->n_notes == n))
    object = object->next;
  return object;
}

void
__halt_cells_look (const struct dl_phdr_info *info,
		   struct halt_known_object *known,
		   const struct __halt_counters *counters)
{
  size_t n = counters->n;
  struct object *object = find_object (info);
  if (!object || object->n_notes != n || object->known != known)
    {
      if (object)
	object->gone = HALT_GONE;
      if (__halt_is_live () && __halt_live_claimed (info))
	return;
      struct object *again = find_gone (known, n);
      object = again
		 ? again
		 : __halt_alloc (sizeof *object + n * sizeof object->cells[0]);
      if (!object)
	{
	  __halt_lose ();
	  return;
	}
      object->address = info->dlpi_addr;
      object->segments = info->dlpi_phdr;
      object->n_segments = info->dlpi_phnum;
      object->known = known;
      struct __halt_notes notes = { .object = info };
      size_t i = read_all (&notes, counters, object->cells);
      /* At the end of the program what has ended stays loaded.  */
      if (!i || object->cells[0].unit->flags & HALT_UNIT_ENDED)
	return;
      object->n = i;
      object->n_notes = n;
      object->checksum = object->cells[0].unit->checksum;
      object->gone = 0;
      replace_others (object);
      if (!again)
	{
	  object->next = objects;
	  __atomic_store_n (&objects, object, __ATOMIC_RELEASE);
	}
      object->in_file = __halt_live_cells (info, known, object->cells,
					   object->n, object->kept,
					   &object->gone);
    }
  object->seen = 1;
}

/* True if OBJECT is still loaded.  One that brings its own copy of this library
   tells only that when it goes.  */
static int
is_there (const struct object *object)
{
  return !object->gone
	 && __halt_unit_there (object->cells[0].unit, object->checksum);
}

/* True if it has ended, but is there, as at the end of the program.  Destructors of other
   objects may call what is in it.  */
static int
stays (const struct object *object)
{
  const struct halt_unit *unit = object->cells[0].unit;
  return object->gone == HALT_GONE && object->whole
	 && __halt_unit_there (unit, object->checksum)
	 && unit->flags & HALT_UNIT_ENDED;
}

void
__halt_cells_looked (void)
{
  for (struct object *object = objects; object; object = object->next)
    {
      if (!object->seen && !object->gone)
	object->gone = HALT_GONE;
      object->seen = 0;
    }
}

static void
lock (void)
{
  while (__atomic_exchange_n (&__halt_process->collecting, 1, __ATOMIC_ACQUIRE))
    sched_yield ();
}

static void
unlock (void)
{
  __atomic_store_n (&__halt_process->collecting, 0, __ATOMIC_RELEASE);
}

/* --- what they had ---------------------------------------------------------- */

/* True if the N numbers at A are seen to be 0.  */
static int
all_zero (const uint64_t *a, size_t n)
{
  size_t i = __halt_zeros (a, n);
  while (i < n && !a[i])
    i++;
  return i == n;
}

/* How many numbers of CELLS may be other than 0.  */
static size_t
n_numbers (const struct __halt_cells *cells)
{
  return cells->n_cells * (size_t) (halves ? 2 : 1);
}

/* Where what N cells had is added to; any: it is not nothing.  */
struct keeping
{
  uint64_t *to;
  size_t n;
  int leave;			/* cells stay what they are */
  int any;
};

static void
take_cell (struct keeping *k, size_t i, uint64_t now, uint64_t *was)
{
  if (now == *was)
    return;
  if (!(now & HALT_CELL_PLACE))
    k->to[i] += now - *was;
  else if (k->to[i] == 0 || now < k->to[i])
    k->to[i] = now;
  if (!k->leave)
    *was = now;
  k->any = 1;
}

static void
take (uint64_t *cell, void *data)
{
  struct keeping *k = data;
  uint64_t *was = cell + k->n;
  for (size_t i = 0; i < k->n;)
    {
      i += __halt_zeros (was + i, __halt_zeros (cell + i, k->n - i));
      for (size_t some = 0; some < HALT_ZEROS && i < k->n; some++, i++)
	take_cell (k, i, ((volatile uint64_t *) cell)[i], was + i);
    }
}

/* Take what OBJECT's cells have; 0 if there is no memory.  LEAVE: nobody else will, and
   who looks from outside, or at a live profile, finds it there.  */
static int
take_object (struct object *object, int leave)
{
  if (!object->kept)
    object->kept = __halt_map_counters (size_kept (object));
  if (!object->kept)
    {
      __halt_lose ();
      return 0;
    }
  struct keeping k = { .to = object->kept, .leave = leave };
  halves |= !leave;
  for (size_t i = 0; i < object->n; i++, k.to += k.n)
    {
      struct __halt_cells *cells = &object->cells[i];
      k.n = cells->n_cells;
      k.any = 0;
      if (!all_zero (cells->cell, n_numbers (cells)))
	take (cells->cell, &k);
      if (cells->threads)
	__halt_threads_each (cells->threads, take, &k);
      cells->kept |= k.any;
      if (k.any && threads_share (cells))
	__halt_process->shared = 1;
    }
  return 1;
}

/* Several copies of this library take what is there, so that nothing is written twice.
   One that goes leaves other objects than its own to those that stay.  */
static int
leaves (const struct object *object)
{
  return __halt_leaving && __halt_meeting_members () != NULL
	 && !is_inside (object, &__halt_leaving);
}

/* Objects are looked at one at a time, whoever asks: exit and dlclose may come
   in two threads.  */
void
__halt_each_cells (__halt_cells_fn *fn, void *data)
{
  int saved = errno;
  lock ();
  for (struct object *object = __atomic_load_n (&objects, __ATOMIC_ACQUIRE);
       object; object = object->next)
    {
      int there = is_there (object);
      if (there && __halt_meeting_many ()
	  && !(object->in_file && __halt_is_live ()))
	there = !leaves (object) && !take_object (object, 0);
      int ended = stays (object);
      uint64_t *kept = ended ? object->before : object->kept;
      for (size_t i = 0; i < object->n; i++)
	{
	  const struct __halt_cells *cells = &object->cells[i];
	  struct __halt_gained g = {
	    object->known,  (uintptr_t) cells->cell - object->address,
	    cells->n_cells, cells->n_cells,
	    kept,	    NULL
	  };
	  if (kept && cells->kept)
	    fn (&g, data);
	  kept += kept ? cells->n_cells : 0;
	  if (!there && !ended)
	    continue;
	  g.cell = cells->cell;
	  g.n_numbers = n_numbers (cells);
	  g.threads = cells->threads;
	  if (!g.threads && all_zero (g.cell, g.n_numbers))
	    continue;
	  if (fn (&g, data) && threads_share (cells))
	    __halt_process->shared = 1;
	}
    }
  unlock ();
  errno = saved;
}

/* --- what they are to forget ------------------------------------------------ */

/* What N cells have is to be 0.  */
static void
forget (uint64_t *cell, void *data)
{
  size_t n = *(const size_t *) data;
  for (size_t i = 0; i < n; i++)
    if (cell[n + i] != cell[i])
      cell[n + i] = *(volatile uint64_t *) &cell[i];
}

/* FORKED: threads' cells are those of a child.  */
static void
forget_all (int forked)
{
  halves = 1;
  for (struct object *object = __atomic_load_n (&objects, __ATOMIC_ACQUIRE);
       object; object = object->next)
    {
      int there = is_there (object) || stays (object);
      for (size_t i = 0; i < object->n; i++)
	{
	  const struct __halt_cells *cells = &object->cells[i];
	  size_t n = cells->n_cells;
	  if (there)
	    forget (cells->cell, &n);
	  if (there && cells->threads && forked)
	    __halt_threads_forked (cells->threads);
	  else if (there && cells->threads)
	    __halt_threads_each (cells->threads, forget, &n);
	}
      keep_nothing (object);
    }
}

void
__halt_cells_reset (void)
{
  lock ();
  forget_all (0);
  unlock ();
}

int
__halt_threads_shared (void)
{
  for (struct object *object = __atomic_load_n (&objects, __ATOMIC_ACQUIRE);
       object; object = object->next)
    for (size_t i = 0, n = is_there (object) ? object->n : 0; i < n; i++)
      if (threads_share (&object->cells[i]))
	return 1;
  return 0;
}

/* Note what OBJECT has kept and its cells do not have; 0 if there is no memory.  */
static int
keep_before (struct object *object)
{
  if (!object->before)
    object->before = __halt_map_counters (size_kept (object));
  if (!object->before)
    return 0;
  memcpy (object->before, object->kept, size_kept (object));
  return 1;
}

/* TAKES: what its cells have is this copy's.  */
static void
unload (const void *inside, int takes)
{
  lock ();
  for (struct object *object = objects; object; object = object->next)
    {
      if (!object->gone && is_inside (object, inside))
	{
	  object->whole = takes && (!object->kept || keep_before (object));
	  if (takes && !(object->whole && __halt_process->written))
	    take_object (object, 1);
	  object->gone = HALT_GONE;
	  ((struct halt_unit *) object->cells[0].unit)->flags
	    |= HALT_UNIT_ENDED;
	}
    }
  unlock ();
  __halt_points_unloading (inside);
}

void
__halt_cells_unload (const void *inside)
{
  unload (inside, 0);
}

/* The hook of the start-up code: public, and called by it only, at the end of
   the object in which INSIDE is.  */
void _halt_units_unloading (const void *inside);

/* One copy of this library is told, and tells the others, which may know it as well.  */
void
_halt_units_unloading (const void *inside)
{
  int saved = errno;
  sigset_t before;
  if (__halt_passive () || !__halt_process_ours ())
    return;
  __halt_block (&before);
  int locked = __halt_meeting_lock ();
  unload (inside, !__halt_process->written || __halt_is_live ());
  for (struct halt_member *m = __halt_meeting_members (); m && locked;
       m = m->next)
    m->unload (inside);
  if (locked)
    __halt_meeting_unlock ();
  sigprocmask (SIG_SETMASK, &before, NULL);
  errno = saved;
}

/* This is a child of fork: what the cells hold is the parent's.  */
void
__halt_cells_forked (void)
{
  forget_all (1);
}

/* Called before an object with such units is unloaded.  The start-up code has
   done all that there is to do, or does it next.  */
void
__halt_count2_needs_libhalt_a (void)
{
}
