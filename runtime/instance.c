/* SPDX-License-Identifier: MIT */
/* Copies of this library.  It may be linked into the program and into shared
   objects as well.  If the dynamic linker lets one copy serve all, the others
   stay passive.  If it cannot (the program does not export it, and an object
   loaded by dlopen brings its own), each copy counts for its own object and
   has a number, so that they do not write one file over the other.

   Every copy has a unit without ids, by which the copies find one another.
   It also keeps the start-up code from giving out an id again after every
   other unit has been unloaded.  */

#include "runtime/runtime.h"
#include "runtime/units.h"

/* HALT_UNIT_RUNTIME: not a unit of the program, but a copy of the default
   runtime.  BASE is its number, CHECKSUM the highest number given out.  */

uint64_t __halt_instance;

__attribute__ ((visibility ("hidden"), used))
struct halt_unit __halt_instance_unit = {
  .version = HALT_UNIT_VERSION,
  .flags = HALT_UNIT_RUNTIME,
};

#define TEXT_OF(x) #x
#define TEXT(x) TEXT_OF (x)

__asm__("\t.pushsection " HALT_NOTE_SECTION ", \"a\", %note\n"
	"\t.balign 4\n"
	"\t.4byte 5, " TEXT (HALT_DISTANCE_BYTES) ", 1\n"
						  "\t.asciz \"" HALT_NOTE_NAME
						  "\"\n"
						  "\t.balign 4\n"
						  "\t" HALT_DISTANCE_OP
						  " __halt_instance_unit - .\n"
						  "\t.popsection");

/* What the objects have that are there at first.  */
static struct
{
  unsigned int n_copies;	/* of this library */
  uint64_t highest;		/* number given out */
  const char *pattern;		/* the first one that one was compiled with */
} there;

void
__halt_instance_met (const struct halt_unit *unit)
{
  there.n_copies++;
  if (unit->checksum > there.highest)
    there.highest = unit->checksum;
}

void
__halt_instance_file (const struct dl_phdr_info *object)
{
  struct __halt_notes notes = { .object = object };
  while (!there.pattern && __halt_next_note (&notes, HALT_NOTE_FILE))
    if (notes.descsz > 1 && notes.desc[notes.descsz - 1] == 0)
      there.pattern = (const char *) notes.desc;
}

const char *
__halt_own_pattern (void)
{
  return there.pattern;
}

/* Tell it to all.  */
static int
set_highest (struct dl_phdr_info *object, size_t size __attribute__ ((unused)),
	     void *data)
{
  struct __halt_notes notes = { .object = object };
  uint64_t *highest = data;
  struct halt_unit *unit;
  while ((unit = __halt_next_unit (&notes)))
    if (unit->flags & HALT_UNIT_RUNTIME)
      unit->checksum = *highest;
  return 0;
}

/* A note of where the counters are, struct halt_library, with whose description these
   structures agree.  */
static void
tell_readers (void)
{
#if defined __x86_64__ || defined __i386__ || defined __aarch64__ \
  || (defined __riscv && __riscv_xlen == 64)
  enum
  {
    WORD_SIZE = sizeof (long)
  };
  _Static_assert(offsetof (struct halt_shard, counter) == WORD_SIZE
		   && offsetof (struct halt_shard, first) == 2 * WORD_SIZE
		   && offsetof (struct halt_shard, next) == 4 * WORD_SIZE,
		 "shards");
  _Static_assert(offsetof (struct halt_row, counter) == WORD_SIZE
		   && offsetof (struct halt_row, id) == 2 * WORD_SIZE
		   && offsetof (struct halt_row, next) == 3 * WORD_SIZE,
		 "rows");
  _Static_assert(offsetof (struct halt_path_node, proc) == 8
		   && offsetof (struct halt_path_node, counter) == 16
		   && offsetof (struct halt_path_node, next) == 16 + WORD_SIZE,
		 "paths");
  _Static_assert(offsetof (struct halt_process, lost) == WORD_SIZE, "losses");
  __asm__("\t.pushsection " HALT_NOTE_SECTION ", \"a\", %%note\n"
	  "\t.balign 4\n"
	  "\t.4byte 5, 28, 6\n"
	  "\t.asciz \"" HALT_NOTE_NAME "\"\n"
	  "\t.balign 4\n"
	  "\t.4byte %c0, %c1\n"
	  "\t.4byte __halt_shards - ., __halt_rows - .\n"
	  "\t.4byte __halt_path_nodes - ., __halt_process - .\n"
	  "\t.4byte __halt_switched - .\n"
	  "\t.popsection"
	  :
	  : "i"(HALT_LIBRARY_VERSION), "i"(HALT_KIND_END));
#endif
}

void
__halt_instance_init (void)
{
  tell_readers ();
  uint64_t highest = there.highest + 1;
  __halt_instance_unit.checksum = highest;
  if (there.n_copies > 1)
    __halt_each_object (set_highest, &highest);
  __halt_instance_unit.base = highest;
  __halt_instance = __halt_meeting_init (&__halt_member, highest);
}
