/* SPDX-License-Identifier: MIT */
/* Remember every object and unit that was ever loaded, so that a dlclose
   takes nothing from the profile.  */

#include <errno.h>
#include <limits.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <sys/auxv.h>
#include <unistd.h>

#include "halt/live.h"
#include "runtime/runtime.h"
#include "runtime/units.h"

struct halt_known_object *__halt_objects;
int __halt_hooked;

/* Where several copies define it, the dynamic linker takes one for all, as it
   does with the routines.  */
static void own_runtime (void) __attribute__ ((alias ("__halt3_runtime")));

void
__halt3_runtime (void)
{
}

int
__halt_passive (void)
{
  return halt_code (__halt3_runtime) != halt_code (own_runtime);
}

/* It is a unit of the program, and its ids, if it has any, are final.  */
static int
counts (const struct halt_unit *unit)
{
  return !(unit->flags & HALT_UNIT_RUNTIME)
	 && (unit->next != 0 || unit->count == 0);
}

static struct halt_known_unit
describe_unit (const struct dl_phdr_info *object, const struct halt_unit *unit)
{
  return (struct halt_known_unit) {
    .address = (uintptr_t) unit - object->dlpi_addr,
    .base = unit->count ? unit->base : 0,
    .count = unit->count,
    .checksum = unit->checksum,
    .flags = unit->flags & ~HALT_UNIT_STATE,
  };
}

/* Its build-id in hexadecimal, or "".  */
static const char *
build_id (const struct dl_phdr_info *object)
{
  struct __halt_notes notes = { .object = object };
  while (__halt_find_note (&notes, HALT_GNU_NOTE_HEAD,
			   HALT_NOTES (NT_GNU_BUILD_ID)))
    {
      char *text;
      if (notes.descsz > 64 || !(text = __halt_alloc (2 * notes.descsz + 1)))
	continue;
      for (size_t i = 0; i < notes.descsz; i++)
	{
	  text[2 * i] = "0123456789abcdef"[notes.desc[i] >> 4];
	  text[2 * i + 1] = "0123456789abcdef"[notes.desc[i] & 15];
	}
      return text;
    }
  return "";
}

int __halt_beside_program;

static int
is_program (const struct dl_phdr_info *object)
{
  return (uintptr_t) object->dlpi_phdr == getauxval (AT_PHDR);
}

/* The program's file.  The kernel knows, unless it was told to run the
   dynamic linker (`ld.so PROGRAM'); that one corrects the name instead.  */
static const char *
program_path (const struct dl_phdr_info *object)
{
  char *path = __halt_alloc (PATH_MAX + 1);
  const char *name = (const char *) getauxval (AT_EXECFN);
  int dynamic = 0;
  for (unsigned int i = 0; i < object->dlpi_phnum; i++)
    dynamic |= object->dlpi_phdr[i].p_type == PT_INTERP;
  if (path && !(dynamic && getauxval (AT_BASE) == 0)
      && readlink ("/proc/self/exe", path, PATH_MAX) > 0)
    return path;
  return name ? __halt_absolute (name) : "";
}

/* What the loader calls it.  */
static const char *
object_name (const struct dl_phdr_info *object, size_t size)
{
  const char *name = NULL;
  if (!is_program (object) && size >= offsetof (struct dl_phdr_info, dlpi_phdr))
    name = object->dlpi_name;
  return name ? name : "";
}

static const char *
copied (const char *string)
{
  size_t length = strlen (string) + 1;
  char *copy = __halt_alloc (length);
  return copy ? memcpy (copy, string, length) : "";
}

/* What the profile is called: the test that runs, say.  */
static const char *
label (void)
{
  const char *value = secure_getenv ("HALT_LABEL");
  return value ? copied (value) : "";
}

/* Its file, without links and `..': what the loader was told may lead nowhere by the
   time that somebody reads it.  */
static const char *
object_path (const struct dl_phdr_info *object, const char *name)
{
  char real[PATH_MAX];
  const char *path = is_program (object) ? program_path (object)
		     : *name		 ? __halt_absolute (name)
					 : name;
  if (*path && realpath (path, real))
    path = real;
  return path == name || path == real ? copied (path) : path;
}

/* What was loaded when objects were last looked at: how many had been loaded and
   unloaded up to then, and whether units had no ids yet.  */
static struct
{
  unsigned long long adds, subs;
  int pending;
} lately;

/* Whether nothing was loaded or unloaded since.  */
static int
is_lately (const struct dl_phdr_info *info, size_t size)
{
  return size
	   >= offsetof (struct dl_phdr_info, dlpi_subs) + sizeof info->dlpi_subs
	 && lately.adds == info->dlpi_adds && lately.subs == info->dlpi_subs
	 && !lately.pending && info->dlpi_adds > 0;
}

static int
compare_lately (struct dl_phdr_info *info, size_t size, void *data)
{
  *(int *) data = is_lately (info, size);
  if (size >= offsetof (struct dl_phdr_info, dlpi_subs))
    {
      lately.adds = info->dlpi_adds;
      lately.subs = info->dlpi_subs;
    }
  return 1;
}

static int
is_same (void)
{
  int same = 0;
  if (dl_iterate_phdr)
    dl_iterate_phdr (compare_lately, &same);
  return same;
}

/* What the notes of an object lead to, which one walk finds.  */
struct units
{
  const ElfW (Phdr) * segments;	/* of the object */
  size_t n;
  const struct halt_unit *mark;	/* the one to tell it by */
  const struct halt_unit **unit; /* all, or NULL: there was no room */
  struct __halt_counters counters;
  unsigned int any;		/* struct __halt_notes */
};

/* Room for units and for notes of cells.  */
static struct
{
  const struct halt_unit *unit[2048];
  const unsigned char *counters[2048];
  size_t n_units, n_counters;
} room;
#define MOST (sizeof room.unit / sizeof *room.unit)

static struct units
units_of (const struct dl_phdr_info *info)
{
  struct __halt_notes notes = { .object = info };
  struct units units = { .segments = info->dlpi_phdr };
  size_t n_units = room.n_units, n_counters = room.n_counters, n = 0;
  while (__halt_next_of (&notes, HALT_NOTES (HALT_NOTE_UNIT)
				   | HALT_NOTES (HALT_NOTE_COUNTERS)))
    {
      const struct halt_unit *unit;
      if (notes.type == HALT_NOTE_COUNTERS)
	{
	  if (n_counters + n < MOST)
	    room.counters[n_counters + n] = notes.desc;
	  n++;
	}
      else if (!(unit = __halt_noted_unit (&notes)))
	continue;
      else if (unit->flags & HALT_UNIT_RUNTIME)
	__halt_instance_met (unit);
      else if (!counts (unit))
	lately.pending = 1;
      else
	{
	  if (!units.mark || (units.mark->count == 0 && unit->count != 0))
	    units.mark = unit;
	  if (n_units + units.n < MOST)
	    room.unit[n_units + units.n] = unit;
	  units.n++;
	}
    }
  if (n_units + units.n <= MOST)
    {
      units.unit = room.unit + n_units;
      room.n_units += units.n;
    }
  units.counters.n = n;
  units.counters.moved = notes.moved_by[0];
  if (n_counters + n <= MOST)
    {
      units.counters.note = room.counters + n_counters;
      room.n_counters += n;
    }
  units.any = notes.any;
  return units;
}

/* Those of the first objects that are there at first, which are asked for something else
   before they can be remembered.  */
static struct units early[16];
static size_t n_early;

static int
survey (struct dl_phdr_info *info, size_t size __attribute__ ((unused)),
	void *data __attribute__ ((unused)))
{
  struct units units = units_of (info);
  if (units.any >> HALT_NOTE_FILE & 1)
    __halt_instance_file (info);
  if (n_early < sizeof early / sizeof *early)
    early[n_early++] = units;
  return 0;
}

static struct units
find_units (const struct dl_phdr_info *info, size_t size)
{
  for (size_t i = is_lately (info, size) ? n_early : 0; i-- > 0;)
    if (early[i].segments == info->dlpi_phdr)
      return early[i];
  if (n_early == 0)
    room.n_units = room.n_counters = 0;
  return units_of (info);
}

/* The hook of the start-up code: public, and called by it only, where it gives out
   bases.  One build is one set of ids, however often and wherever it is loaded.  */
void _halt_units_again (const struct dl_phdr_info *info);

/* Whether what is loaded there has the units of OBJECT; if GIVE, give them the bases
   that these have.  */
static int
has_same_units (const struct halt_known_object *object,
		const struct dl_phdr_info *info, int give)
{
  struct __halt_notes notes = { .object = info };
  struct halt_unit *unit;
  size_t n = 0;
  while ((unit = __halt_next_unit (&notes)))
    {
      const struct halt_known_unit *known = &object->unit[n];
      if (unit->flags & HALT_UNIT_RUNTIME)
	continue;
      if (n++ == object->n_units || unit->next != 0
	  || known->address != (uintptr_t) unit - info->dlpi_addr
	  || known->count != unit->count || known->checksum != unit->checksum)
	return 0;
      if (!give || unit->count == 0)
	continue;
      unit->base = known->base;
      for (unsigned int i = 0; i < HALT_UNIT_MULTIPLES; i++)
	unit->multiple[i] = (i + 2) * known->base;
      unit->next = known->base + known->count;
    }
  return n > 0 && n == object->n_units;
}

void
_halt_units_again (const struct dl_phdr_info *info)
{
  const char *id = NULL;
  if (__halt_passive ())
    return;
  for (const struct halt_known_object *object
       = __atomic_load_n (&__halt_objects, __ATOMIC_ACQUIRE);
       object; object = object->next)
    if (object->n_units > 0 && has_same_units (object, info, 0))
      {
	if (!id)
	  id = build_id (info);
	if (strcmp (object->build_id, id) != 0
	    || (!*id && strcmp (object->name, info->dlpi_name) != 0))
	  continue;
	has_same_units (object, info, 1);
	return;
      }
}

/* True if UNIT is one of OBJECT's.  */
static int
has (const struct halt_known_object *object, struct halt_known_unit unit)
{
  for (size_t i = 0; i < object->n_units; i++)
    if (object->unit[i].address == unit.address
	&& object->unit[i].base == unit.base
	&& object->unit[i].count == unit.count
	&& object->unit[i].checksum == unit.checksum
	&& object->unit[i].flags == unit.flags)
      return 1;
  return 0;
}

/* The object if it was seen before.  Ids are given out once, so a unit that
   has some tells; without any, it is the same whenever it is loaded from the
   same file.  */
static struct halt_known_object *
find_known (const struct dl_phdr_info *info, const char *name,
	    const struct units *units)
{
  for (struct halt_known_object *object = __halt_objects; object;
       object = object->next)
    if (object->n_units == units->n
	&& (units->n == 0
	    || (has (object, describe_unit (info, units->mark))
		&& (units->mark->count != 0
		    || strcmp (object->name, name) == 0))))
      return object;
  return NULL;
}

/* It is loaded there.  */
static void
set_info (struct halt_known_object *object, const struct dl_phdr_info *info)
{
  object->info.dlpi_addr = info->dlpi_addr;
  object->info.dlpi_phdr = info->dlpi_phdr;
  object->info.dlpi_phnum = info->dlpi_phnum;
  object->gone = object->begun = 0;
}

/* The program is remembered even if it has no units.  */
static int
look_at (struct dl_phdr_info *info, size_t size,
	 void *data __attribute__ ((unused)))
{
  struct units units = find_units (info, size);
  const char *name = object_name (info, size);
  if (units.any >> HALT_NOTE_CALLEES & 1)
    __halt_callees_look (info);
  if (is_program (info))
    __halt_beside_program = 1;
  else if (units.n == 0)
    return 0;
  struct halt_known_object *object = find_known (info, name, &units);
  if (object)
    {
      if (object->gone)
	set_info (object, info);
      if (units.counters.n)
	__halt_cells_look (info, object, &units.counters);
      return 0;
    }

  object = __halt_alloc (sizeof *object + units.n * sizeof object->unit[0]);
  if (!object)
    return 0;
  set_info (object, info);
  object->name = copied (name);
  object->path = object_path (info, name);
  object->build_id = build_id (info);
  object->label = is_program (info) ? label () : "";
  object->n_units = units.n;
  object->has_cells = units.counters.n > 0;
  unsigned long *ids = &__halt_ids;
  struct __halt_notes notes = { .object = info };
  const struct halt_unit *unit;
  for (size_t i = 0;
       i < units.n
       && (unit = units.unit ? units.unit[i] : __halt_next_unit (&notes));)
    if (counts (unit))
      {
	object->unit[i++] = describe_unit (info, unit);
	object->has_points |= (unit->flags & HALT_UNIT_SWITCHED) != 0;
	object->is_on |= !(unit->flags & HALT_UNIT_SWITCHED);
	if (unit->next > *ids)
	  __atomic_store_n (ids, unit->next, __ATOMIC_RELAXED);
      }
  struct halt_known_object **end = &__halt_objects;
  while (*end)
    end = &(*end)->next;
  __atomic_store_n (end, object, __ATOMIC_RELEASE);
  __halt_live_object (object);
  if (units.counters.n)
    __halt_cells_look (info, object, &units.counters);
  return 0;
}

/* --- its record (halt/live.h) ------------------------------------------------- */

void
__halt_object_record (const struct halt_known_object *object,
		      struct halt_live_record *record)
{
  *record = (struct halt_live_record) {
    .type = HALT_LIVE_OBJECT,
    .kind = object->has_cells,
    .n = object->n_units,
    .size = object->n_units * sizeof (struct halt_prof_unit)
	    + strlen (object->path) + 1 + strlen (object->build_id) + 1
	    + (*object->label ? strlen (object->label) + 1 : 0)
  };
}

void
__halt_object_fill (const struct halt_known_object *object, void *to)
{
  struct halt_prof_unit *unit = to;
  for (size_t i = 0; i < object->n_units; i++, unit++)
    *unit = (struct halt_prof_unit) {
      .address = object->unit[i].address,
      .base = object->unit[i].base,
      .count = object->unit[i].count,
      .checksum = object->unit[i].checksum,
      .flags = object->unit[i].flags,
    };
  char *end = stpcpy (stpcpy ((char *) unit, object->path) + 1,
		      object->build_id);
  if (*object->label)
    strcpy (end + 1, object->label);
}

static int
find_program (struct dl_phdr_info *info, size_t size __attribute__ ((unused)),
	      void *data)
{
  *(int *) data |= is_program (info);
  return *(int *) data;
}

/* In a namespace of its own (dlmopen) nobody meets the program: remember it all the
   same, without units, of which another copy of this library knows.  */
static void
remember_program (void)
{
  struct dl_phdr_info info = { .dlpi_addr = 0 };
  struct halt_known_object *object;
  int there = 0;
  __halt_each_object (find_program, &there);
  info.dlpi_phdr = (const ElfW (Phdr) *) getauxval (AT_PHDR);
  if (there || !info.dlpi_phdr || !(object = __halt_alloc (sizeof *object)))
    return;
  info.dlpi_phnum = getauxval (AT_PHNUM);
  for (unsigned int i = 0; i < info.dlpi_phnum; i++)
    if (info.dlpi_phdr[i].p_type == PT_PHDR)
      info.dlpi_addr = (uintptr_t) info.dlpi_phdr - info.dlpi_phdr[i].p_vaddr;
  set_info (object, &info);
  object->name = "";
  object->path = object_path (&info, "");
  object->build_id = build_id (&info);
  object->label = label ();
  __halt_objects = object;
  __halt_live_object (object);
}

static int
has_pending (struct dl_phdr_info *info, size_t size __attribute__ ((unused)),
	     void *data)
{
  struct __halt_notes notes = { .object = info };
  const struct halt_unit *unit;
  while ((unit = __halt_next_unit (&notes)))
    if (!(unit->flags & HALT_UNIT_RUNTIME) && !counts (unit))
      *(int *) data = 1;
  return *(int *) data;
}

int
__halt_pending (void)
{
  int pending = 0;
  __halt_each_object (has_pending, &pending);
  return pending;
}

/* Constructors of threads may run at the same time, in a C library that
   allows that.  Not called by routines, so a lock is safe.  */
void
__halt_look (void)
{
  static int started;
  if (__halt_passive ())
    return;
  int saved = errno, first = 0;
  while (__atomic_exchange_n (&__atomic_load_n (&__halt_process,
						__ATOMIC_ACQUIRE)
				 ->looking,
			      1, __ATOMIC_ACQUIRE))
    sched_yield ();
  if (!started)
    {
      started = first = 1;
      is_same ();
      __halt_each_object (survey, NULL);
      __halt_process_init ();
      __halt_instance_init ();
      if (__halt_meeting_members () == &__halt_member)
	__halt_ending_quick ();
      if (__halt_began.live)
	__halt_live_start ();
    }
  if (first)
    remember_program ();
  int same = is_same ();
  if (!same)
    n_early = 0;
  if (first || !same)
    {
      lately.pending = 0;
      __halt_each_object (look_at, NULL);
      __halt_cells_looked ();
    }
  n_early = 0;
  if (first)
    __halt_live_started ();
  __atomic_store_n (&__halt_process->looking, 0, __ATOMIC_RELEASE);
  errno = saved;
}

/* The hook of the start-up code: public, and called by it only.  */
void _halt_units_loaded (void);

void
_halt_units_loaded (void)
{
  __halt_hooked = 1;
  __halt_look ();
}
