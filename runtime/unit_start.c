/* SPDX-License-Identifier: MIT */
/* The start-up code that every instrumented unit carries.  It gives out the
   bases of the ids and calls _halt_startup, so that a program needs no library of
   ours for that.

   This file is compiled to assembler by the target's compiler and poured into
   each unit as one COMDAT group, __halt_start, of which the linker keeps one
   copy per program or shared object.  Hence: everything stands in a section
   that the Makefile's rule for unit_start.s knows (.text.halt_start,
   .data.halt_start, .init_array.00000), every name starts with __halt_, and
   there are no strings, tables or calls of library functions.

   Order.  Each object's copy runs as its first constructor and looks at all
   objects that are loaded, so the first one to run serves them all and the
   program, which the walk meets first, begins with id 0.  Only code that runs
   before that sees ids that are not yet final: preinit_array, IFUNC
   resolvers, and constructors of objects without instrumented units that
   call into objects with them.

   Uniqueness.  The first unit of every object also holds the first id that was
   free when bases were last given out, so what a dlclose takes away is not
   given out again while any object with units stays loaded.  A runtime knows
   more: what is loaded again has the ids that it had.

   Threads.  Constructors at the start of a program do not hold the dynamic
   linker's lock that those of dlopen hold, and a thread that a constructor
   started may be in dlopen at the same time.  So the whole of the work is
   done inside one callback of dl_iterate_phdr.  In glibc that holds
   dl_load_write_lock.  It is recursive, so the callback may walk the objects
   again.  Without it no object enters or leaves the list, and an object enters
   when all its segments are mapped.  So two runs cannot overlap, and a run
   sees a unit either complete or not at all.  A C library that holds no lock
   there (musl) must be kept from running two dlopen at the same time.  A
   static program has no dlopen.

   Running it again changes nothing.  */

#define HALT_UNITS_TEXT \
  __attribute__ ((section (".text.halt_start"), noinline))

#include "runtime/units.h"

#define OPTIONAL __attribute__ ((weak, visibility ("default")))

/* A runtime's hook: units may have been loaded, and have their bases.  Called
   before any other constructor of their object.  */
extern void _halt_units_loaded (void) OPTIONAL;

/* Another one: OBJECT has units without bases.  If one of the same build is or was loaded,
   give them those that this one has, and let NEXT be other than 0.  */
extern void _halt_units_again (const struct dl_phdr_info *object) OPTIONAL;

/* Another one: the object in which INSIDE is, with all its units, goes.  Called by the
   last of its destructors.  */
extern void _halt_units_unloading (const void *inside) OPTIONAL;

/* The user's routine of the kind STARTUP.  Called once in a process, before any
   event: by the first copy of this code that runs and knows one.  The first unit of every
   object then has HALT_UNIT_STARTED.  */
extern void _halt_startup (void) OPTIONAL;

void __halt_start (void);
void __halt_startup (void);

/* What a run finds out and gives out.  */
struct __halt_giving
{
  uint64_t next;		/* the first free id */
  uint32_t started;		/* HALT_UNIT_STARTED or 0 */
  int fresh;			/* units of an object have no bases yet */
  int start;			/* STARTUP comes now */
  int done;			/* there is nothing to do */
};

/* Find what earlier runs have left: they gave bases to all units of an object, and told
   its first one.  */
static HALT_UNITS_TEXT int
__halt_find_next (struct dl_phdr_info *object,
		  size_t size __attribute__ ((unused)), void *data)
{
  struct __halt_notes notes = { .object = object };
  struct __halt_giving *g = data;
  const struct halt_unit *unit = __halt_next_unit (&notes);
  if (!unit)
    return 0;
  if (unit->next > g->next)
    g->next = unit->next;
  g->started |= unit->flags & HALT_UNIT_STARTED;
  g->fresh |= unit->next == 0;
  return 0;
}

/* Give a base to every unit that has none.  */
static HALT_UNITS_TEXT int
__halt_give_bases (struct dl_phdr_info *object,
		   size_t size __attribute__ ((unused)), void *data)
{
  struct __halt_notes notes = { .object = object };
  struct __halt_giving *g = data;
  struct halt_unit *unit = __halt_next_unit (&notes);
  if (!unit || unit->next != 0)
    return 0;
  if (_halt_units_again)
    _halt_units_again (object);
  for (; unit; unit = __halt_next_unit (&notes))
    if (unit->next == 0)
      {
	if (!(unit->flags & HALT_UNIT_RUNTIME))
	  {
	    unit->base = g->next;
	    for (unsigned int i = 0; i < HALT_UNIT_MULTIPLES; i++)
	      unit->multiple[i] = (i + 2) * g->next;
	    g->next += unit->count;
	  }
	unit->next = g->next;
      }
  return 0;
}

/* Tell the first unit of each object what the next run must know.  If that is 0, no unit
   has an id of its own (their points, if any, have constant ones); they then count as not
   given out, and the next run starts from 0 again.  */
static HALT_UNITS_TEXT int
__halt_set_next (struct dl_phdr_info *object,
		 size_t size __attribute__ ((unused)), void *data)
{
  struct __halt_notes notes = { .object = object };
  const struct __halt_giving *g = data;
  struct halt_unit *unit = __halt_next_unit (&notes);
  if (unit)
    {
      unit->next = g->next;
      unit->flags |= g->started;
    }
  return 0;
}

/* Whether this object's copy has run.  */
static int __halt_ran __attribute__ ((section (".data.halt_start"))) = 0;

/* What another object's copy did for this one it did for all.  */
static HALT_UNITS_TEXT int
__halt_is_done (struct dl_phdr_info *object,
		size_t size __attribute__ ((unused)), void *data)
{
  struct __halt_notes notes = { .object = object };
  struct __halt_giving *g = data;
  if (!__halt_mapped (object, (uintptr_t) &__halt_ran, 1, PF_R))
    return 0;
  const struct halt_unit *unit = __halt_next_unit (&notes);
  g->done = unit && unit->next != 0
	    && (!_halt_startup || unit->flags & HALT_UNIT_STARTED);
  return 1;
}

/* All, while the list of objects is locked.  */
static HALT_UNITS_TEXT int
__halt_give_out (struct dl_phdr_info *object __attribute__ ((unused)),
		 size_t size __attribute__ ((unused)), void *data)
{
  struct __halt_giving *g = data;
  __halt_each_object (__halt_is_done, g);
  if (g->done)
    return 1;
  __halt_each_object (__halt_find_next, g);
  g->start = _halt_startup && !g->started;
  if (!g->fresh && !g->start)
    return 1;
  if (g->start)
    g->started = HALT_UNIT_STARTED;
  __halt_each_object (__halt_give_bases, g);
  __halt_each_object (__halt_set_next, g);
  return 1;
}

/* The first constructor of every object with instrumented units.  */
HALT_UNITS_TEXT void
__halt_start (void)
{
  struct __halt_giving giving = { 0 };
  __halt_ran = 1;
  __halt_each_object (__halt_give_out, &giving);
  if (_halt_units_loaded)
    _halt_units_loaded ();
  if (giving.start)
    _halt_startup ();
}

#ifndef HALT_DESCRIPTORS
/* Where this code is tells which notes were moved.  */
# define ANCHOR(section, type) \
  "\t.section\t" section ",\"aG\",%note,__halt_start,comdat\n" \
  "\t.balign\t4\n" \
  "\t.4byte\t5,4," #type "\n" \
  "\t.asciz\t\"" HALT_NOTE_NAME "\"\n" \
  "\t.balign\t4\n" \
  "\t" HALT_NEAR_OP "\t__halt_start-.\n"
__asm__(ANCHOR (HALT_NOTE_SECTION, 12)
	  ANCHOR (HALT_SWITCH_SECTION, 13) "\t.text\n");
_Static_assert(HALT_NOTE_ANCHOR == 12 && HALT_NOTE_SWITCH_ANCHOR == 13,
	       "types of notes");
#endif

extern void (*const __halt_start_entry) (void);
__attribute__ ((used, section (".init_array.00000"))) void (
    *const __halt_start_entry) (void)
  = __halt_start;

static HALT_UNITS_TEXT void
__halt_stop (void)
{
  if (_halt_units_unloading)
    _halt_units_unloading (&__halt_ran);
}

extern void (*const __halt_stop_entry) (void);
__attribute__ ((used, section (".fini_array.00000"))) void (
    *const __halt_stop_entry) (void)
  = __halt_stop;

/* What the pot at the entry of main calls: there is nothing left to do, unless
   the program was started by code that runs no constructors.  */
HALT_UNITS_TEXT void
__halt_startup (void)
{
  if (!__halt_ran)
    __halt_start ();
}
