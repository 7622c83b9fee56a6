/* SPDX-License-Identifier: MIT */
/* The default runtime, libhalt.a: counts what the pots report and writes the
   profile when the program ends.

     memory.c    storage that never goes away, without malloc
     process.c   start, end and fork
     ending.c    _exit and signals
     alone.c     in place of ending.c and live.c where there is neither
     not_live.c  what that and librecord both answer in place of live.c
     record.c    the analysis routines, compiled once for each kind
     known/      those routines once more, of which pots know what they change
     count.c     the counters
     paths.c     those of paths and values
     callees.c   what gcov calls functions
     cells.c     the counters that units keep themselves
     threads.c   and those that each thread has of them
     event.c     what the program says to who listens
     switch.c    points that are switched on and off
     was_on.c    which of those were on
     objects.c   which objects and units were ever loaded
     instance.c  several copies of this library in one process
     meeting.c   where they meet, to write one file
     live.c      counters that lie in the profile itself
     profile.c   the profile as an image in memory
     write.c     the image as a file
     say.c       lines on standard error

   The runtime never stops the program and changes neither its exit status
   nor errno.  A routine may be interrupted at any instruction by a signal
   whose handler calls routines: nothing they call takes a lock or uses
   malloc.  */

#ifndef HALT_RUNTIME_H
#define HALT_RUNTIME_H 1

#include <link.h>
#include <signal.h>
#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "halt/format.h"
#include "halt/halt.h"
#include "runtime/ending.h"
#include "runtime/say.h"

/* Since glibc 2.34 everything we need is in libc itself; before, threads had
   a library of their own, which a program without threads does not link.  */
#if defined __GLIBC__ && __GLIBC__ * 100 + __GLIBC_MINOR__ < 234
#pragma weak pthread_key_create
#pragma weak pthread_key_delete
#pragma weak pthread_setspecific
#pragma weak pthread_atfork
# define HALT_HAS(function) (function != NULL)
#else
# define HALT_HAS(function) 1
#endif

/* Where FUNCTION's code is.  On IA-64 the address of a function is that of its
   descriptor, and each of its names may have one.  */
static inline const void *
halt_code (void (*function) (void))
{
  __asm__("" : "+r"(function));
#ifdef __ia64__
  return *(const void *const *) function;
#else
  return (const void *) function;
#endif
}

/* One set of counters of one kind; a thread has it to itself.  */
struct halt_shard
{
  unsigned long n;		/* how many ids it has room for */
  union
  {
    uint64_t *counter;		/* n times the kind's cells */
    struct halt_row **row;	/* or n, of a kind that is indexed */
  };
  unsigned long first;		/* its first id: 0, or it is a far one */
  struct halt_shard *older;	/* what its thread used before */
  struct halt_shard *next;	/* in the list of the kind */
  unsigned int kind;
  unsigned int busy;		/* it belongs to a thread */
};

/* Counters of one id, for the indices 0 up to N - 1.  */
struct halt_row
{
  unsigned long n;
  uint64_t *counter;
  unsigned long id;
  struct halt_row *next;	/* in the list of them all */
};

/* The counter of one path, or of one value of an id, a cache line.  */
#define HALT_PATH_WAYS 4
struct halt_path_node
{
  uint64_t path, proc;		/* or the value, and halt_path_key */
  uint64_t *counter;
  struct halt_path_node *next;	/* in the list of them all */
  struct halt_path_node *way[HALT_PATH_WAYS];
  uint64_t ident[];		/* CALLEE: what gcov calls the function */
};

/* Those that a thread has to itself.  */
#define HALT_PATHS_LATELY 1024	/* a power of 2 */
struct halt_path_tree
{
  struct halt_path_node *root;
  struct halt_path_tree *next;	/* in the list of them all */
  unsigned int busy;		/* it belongs to a thread */
  struct halt_path_node *lately[HALT_PATHS_LATELY];
};

/* The procedure whose paths the values of ID, which is of KIND, are.  No id is
   as large.  */
static inline uint64_t
halt_path_key (unsigned int kind, unsigned long id)
{
  return id
	 | (uint64_t) (kind == HALT_PATH_SUM_READ ? 0 : kind) << HALT_ID_BITS;
}

static inline unsigned int
halt_path_kind (uint64_t key)
{
  return key >> HALT_ID_BITS ? key >> HALT_ID_BITS : HALT_PATH_SUM_READ;
}

/* By multiplication with the golden ratio (Knuth).  */
#define HALT_GOLDEN 0x9e3779b97f4a7c15u

static inline unsigned int
halt_path_slot (uint64_t proc, uint64_t path)
{
  return ((path ^ proc << 20) * HALT_GOLDEN >> 40) & (HALT_PATHS_LATELY - 1);
}

/* What the routines share.  Where several copies of the library are in one
   process and the dynamic linker lets one of them serve all, it does so for
   each symbol by itself: a routine of this copy may come to count for the
   other one.  Hence visible to the dynamic linker, and with a name that is
   changed with the structures.  */

/* The shard of each kind that the thread adds to: one pointer for each, so
   that a handler that interrupts us finds either the old one or the new
   one.  */
extern __thread struct halt_shard *__halt3_mine[HALT_KIND_END]
  __attribute__ ((tls_model ("initial-exec")));

/* The counters of ID, or the counter of ID and INDEX, for which the thread may
   have no room yet.  If there cannot be any, the event is counted as lost and
   what is returned belongs to nothing.  */
uint64_t *__halt3_find (unsigned int kind, unsigned long id)
  __attribute__ ((cold, noplt));
uint64_t *
__halt3_find_indexed (unsigned int kind, unsigned long id, unsigned long index)
  __attribute__ ((cold, noplt));

/* The thread's tree, and the counter of a path that may not be there yet.  */
extern __thread struct halt_path_tree *__halt3_paths
  __attribute__ ((tls_model ("initial-exec")));
uint64_t *__halt3_find_path (uint64_t proc, uint64_t path)
  __attribute__ ((cold, noplt));

/* The next place among events, from 1.  */
uint64_t __halt3_order (void) __attribute__ ((noplt));

/* The calling thread's cells of UNIT, n_cells of them and as many again.  The
   unit remembers it.  */
uint64_t *__halt3_thread_cells (struct halt_threads *unit);

/* Names the copy that serves an object.  */
void __halt3_runtime (void);

/* Points have been switched; or, ANEW, what was counted was forgotten.  Tell the live
   profile which are on.  */
void __halt3_points_changed (int anew);

#pragma GCC visibility push(hidden)

/* --- record.c --- */

/* The routine of a kind that is called from here, and the default one.  */
struct halt_routine
{
  void (*called) (void), (*own) (void);
};

/* Of the kinds whose default routine is linked.  */
#define HALT_KIND(NAME, number, word, ...) \
  extern const struct halt_routine __halt_routine_##word \
    __attribute__ ((weak, visibility ("hidden")));
#include "halt/kinds.def"

/* --- memory.c: safe in signal handlers --- */

/* SIZE bytes, zeroed, aligned to a cache line, never freed; NULL if there is
   no memory.  */
void *__halt_alloc (size_t size);

/* SIZE bytes of zeroed pages of their own that take up memory when they are
   first written; NULL if there is no address space.  */
void *__halt_map (size_t size);

/* Pages that in a child made by fork read as 0 again, where the kernel can do
   that (Linux 4.14).  */
void *__halt_map_counters (size_t size);

/* Counters, zeroed in a child as well: SIZE bytes in the live profile, if there is
   one, whose record is WHAT; or else anywhere.  NULL if there is no memory.  */
struct halt_live_record;
void *__halt_counters (const struct halt_live_record *what, size_t size);

/* --- process.c --- */

/* The state that a child does not inherit.  */
struct halt_process
{
  unsigned long alive;		/* 0 in a child that has not noticed yet */
  unsigned long lost;		/* events that could not be counted */
  int looking;			/* lock of __halt_look */
  int collecting;		/* lock of __halt_each_cells */
  int written;			/* the profile is, for the last time */
  int shared;			/* HALT_PROF_THREADS */
};
extern struct halt_process *__halt_process;

/* What was true when the process started.  */
struct halt_start
{
  const char *directory;	/* working directory, or NULL if unknown */
  const char *pattern;		/* of the profile's name, absolute if it can
				   be */
  pid_t pid;			/* of this process, as far as we know */
  int child;			/* it is the child of an instrumented one */
  int live;			/* counters are to lie in the profile */
  int debug;			/* HALT_DEBUG: say what goes wrong */
  int named;			/* whether its place was asked for: bits, */
#define HALT_NAMED 1		/* by its name, */
#define HALT_NAMED_LIVE 2	/* or as a live one */
};
extern struct halt_start __halt_began;

/* Prepare the process, once.  */
void __halt_process_init (void);

/* This is a child of fork, which has one thread.  */
void __halt_process_forked (void);

/* Events could not be counted.  */
void __halt_lose (void);

/* True if this process is the one that its counters belong to: not a child of
   vfork, which borrows its parent's memory.  Notices a fork.  */
int __halt_process_ours (void);

/* When process PID, or 0, this one, started, as proc(5) has it; 0: it is not there.  */
uint64_t __halt_process_time (uint64_t pid);
/* How many threads this process has.  */
uint64_t __halt_process_threads (void);

/* PATH made absolute with the current directory; the result is never freed.
   PATH itself if it is absolute or that is impossible.  */
const char *__halt_absolute (const char *path);

/* --- count.c --- */

/* Counters a kind keeps for each id, or HALT_CELLS_INDEXED.  */
extern const signed char __halt_cells[HALT_KIND_END];

/* All shards of a kind, and all rows, newest first.  The lists only grow, at
   the front.  */
extern struct halt_shard *__halt_shards[HALT_KIND_END];
extern struct halt_row *__halt_rows;

/* The first id above those given out so far: a hint how much room is
   needed.  */
extern unsigned long __halt_ids;

/* Nonzero if there are counters.  */
int __halt_counted_early (void);

/* The calling thread has counters: leave them to others when it ends.  */
void __halt_count_mine (void);

void __halt_count_init (void);
void __halt_count_release (void); /* before this object is unloaded */
void __halt_count_clear (void);	/* zero every counter */
void __halt_count_forked (void); /* the other threads are gone */

/* --- paths.c --- */

/* All counters, newest first.  The list only grows, at the front.  */
extern struct halt_path_node *__halt_path_nodes;

/* The kinds of which anything was ever counted, as bits.  */
extern uint32_t __halt_paths_known;

void __halt_paths_leave (void);	/* the thread ends */
void __halt_paths_clear (void);	/* zero every counter */
void __halt_paths_forked (void); /* the other threads are gone */

/* --- callees.c --- */

/* Remember what gcov calls functions of an object that is loaded.  */
void __halt_callees_look (const struct dl_phdr_info *info);

/* What it calls the one at ADDRESS, or 0.  */
uint64_t __halt_callee (uintptr_t address);

/* --- cells.c --- */

/* The counters of one unit.  */
struct __halt_cells
{
  const struct halt_unit *unit;
  uint64_t *cell;
  size_t n_cells;
  const struct halt_threads *threads; /* count=thread; or NULL */
  int kept;			/* some of what it had is kept by its object */
};

/* objects.c: nonzero if this library is in the program's namespace of objects.  */
extern int __halt_beside_program;

/* Nonzero if cells were added to that all threads share, and there were several.  */
int __halt_threads_shared (void);

/* The notes of an object's cells, as they lie in memory.  */
struct __halt_counters
{
  size_t n;
  const unsigned char **note;	/* what each says, or NULL: they are to be looked for */
  uintptr_t moved;		/* struct __halt_notes */
};

/* Note what cells an object has that is loaded and KNOWN; all have been noted.  */
struct halt_known_object;
void __halt_cells_look (const struct dl_phdr_info *info,
			struct halt_known_object *known,
			const struct __halt_counters *counters);
void __halt_cells_looked (void);

/* What the cells of a unit have: N_NUMBERS at CELL, which are the cells and perhaps what
   they were, and those of its threads.  */
struct __halt_gained
{
  const struct halt_known_object *object;
  uint64_t address;		/* of the cells, in the file */
  size_t n_cells, n_numbers;
  uint64_t *cell;
  const struct halt_threads *threads; /* or NULL */
};

/* Call FN for all cells that there are or were; it says whether they had anything.
   Signals are blocked.  */
typedef int __halt_cells_fn (const struct __halt_gained *gained, void *data);
void __halt_each_cells (__halt_cells_fn *fn, void *data);

/* Where the cells of an object begin and end: page by page; 0 if they do not lie in pages
   of their own.  */
int __halt_cells_bounds (const struct dl_phdr_info *info, uintptr_t *first,
			 uintptr_t *last);

/* Nonzero once this library goes: it leaves to other copies what they have.  */
extern int __halt_leaving;

/* Forget what units have counted.  Signals are blocked.  */
void __halt_cells_reset (void);

/* This is a child of fork.  The object in which INSIDE is goes.  */
void __halt_cells_forked (void);
void __halt_cells_unload (const void *inside);

/* --- threads.c --- */

/* Call FN for each thread's cells of UNIT.  */
void __halt_threads_each (const struct halt_threads *unit,
			  void (*fn) (uint64_t *cell, void *data), void *data);

/* This is a child of fork: if nothing was wiped, clear all cells of UNIT.  */
void __halt_threads_forked (const struct halt_threads *unit);

/* --- objects.c --- */

struct halt_live_point;

struct halt_known_unit
{
  uint64_t address;		/* of the descriptor, as in the ELF file */
  uint64_t base, count, checksum;
  uint32_t flags;
};

/* An object that was loaded at some time.  Objects that are loaded again
   get other ids and are known again, unless they have none.  */
struct halt_known_object
{
  struct halt_known_object *next; /* loaded later */
  const char *name;		/* as the loader knew it */
  const char *path;		/* absolute, if it can be */
  const char *build_id;		/* hexadecimal, or "" */
  const char *label;		/* of the program: HALT_LABEL, or "" */
  int has_cells;		/* some of its units have, */
  int has_points;		/* or have points that can be switched, */
  int is_on;			/* or others */
  struct dl_phdr_info info;	/* where it is loaded, */
  int gone;			/* or was */
  int begun;			/* HALT_ON was heeded there */
  uint32_t line;		/* its record in the live profile, or 0 */
  uint32_t dumped;		/* in what is written at the end */
  size_t n_points;		/* that can be switched, of its notes; 0 as long as
				   nobody has asked */
  struct halt_live_point *points; /* which were on: in the live profile, or of
				   what is gone; or NULL */
  size_t n_units;
  struct halt_known_unit unit[];
};
extern struct halt_known_object *__halt_objects;

/* RECORD is to be that of OBJECT, and TO the bytes that follow it.  */
void __halt_object_record (const struct halt_known_object *object,
			   struct halt_live_record *record);
void __halt_object_fill (const struct halt_known_object *object, void *to);

/* Nonzero if the start-up code of a unit has ever called the hook.  */
extern int __halt_hooked;

/* Look for objects and units that are not known yet.  */
void __halt_look (void);

/* UNIT is that of a copy of this library; OBJECT has a pattern of the profile's name:
   once each, before __halt_instance_init.  */
void __halt_instance_met (const struct halt_unit *unit);
void __halt_instance_file (const struct dl_phdr_info *object);

/* The pattern of the profile's name that the program, or else the first object that
   has one, was compiled with (file=), or NULL.  */
const char *__halt_own_pattern (void);

/* Nonzero if something is loaded that has units without ids: their start-up code
   has not run yet.  */
int __halt_pending (void);

/* Nonzero if another copy of this library serves this object, or the copy
   has not started.  */
int __halt_passive (void);

/* --- was_on.c --- */

/* The next note of an object that describes points that can be switched, or NULL.  */
struct __halt_notes;
const struct halt_switches *__halt_next_switches (struct __halt_notes *notes);

/* Not 0: points were switched on, by the process or from outside.  */
extern unsigned int __halt_switched;

/* How many OBJECT has.  */
size_t __halt_count_points (struct halt_known_object *object);

/* Call TELL for each of those of OBJECT: whether it is on; or was, when OBJECT was
   unloaded.  */
typedef void __halt_point_fn (void *data, const struct halt_live_point *point);
void __halt_each_point (const struct halt_known_object *object,
			__halt_point_fn *tell, void *data);

/* Note in OBJECT->points which are on; if not ANEW those that were are, too.  */
void __halt_points_keep (const struct halt_known_object *object, int anew);

/* The object in which INSIDE is goes.  */
void __halt_points_unloading (const void *inside);

/* Nonzero if a unit with this CHECKSUM is at UNIT, where there may be nothing.  */
int __halt_unit_there (const struct halt_unit *unit, uint64_t checksum);

/* --- live.c --- */

/* Make the file in which counters lie from now on, if that can be done; the objects
   that are loaded have been written down.  */
void __halt_live_start (void);
void __halt_live_started (void);

/* Nonzero if there is one.  */
int __halt_is_live (void);

/* Counters in the file: SIZE bytes, zeroed, and their record, which is WHAT; its
   DATA is counted from where the SIZE bytes begin.  NULL if there is no file or no
   room in it.  Safe in signal handlers.  */
void *__halt_live_counters (const struct halt_live_record *what, size_t size);

/* The line of the record of a unit's cells, or 0.  */
uint32_t __halt_live_unit (const struct halt_threads *threads);

/* MORE events were lost in this copy.  Forget what was counted by what is gone.  */
void __halt_live_lost (long more);
void __halt_live_forget (void);

/* Write down an object; and its points that can be switched, which nobody does as long as
   none was on; whether another copy of this library has the cells of one in
   the file; map the N units' CELLS of one that is KNOWN, which is loaded until *GONE is
   not 0: HALT_GONE, as it ended, and then HALT_REPLACED, as something else is where it was.
   Of what it had when it was loaded before, KEPT, they go on with what they
   had in the file.  That returns 0 if it cannot be done.  */
#define HALT_GONE 1
#define HALT_REPLACED 2
struct __halt_cells;
void __halt_live_object (struct halt_known_object *object);
void __halt_live_points (struct halt_known_object *object);
int __halt_live_claimed (const struct dl_phdr_info *info);
int __halt_live_cells (const struct dl_phdr_info *info,
		       const struct halt_known_object *known,
		       const struct __halt_cells *cells, size_t n,
		       uint64_t *kept, const int *gone);

/* This is a child of fork, in which signals are blocked.  */
void __halt_live_forked (void);

/* This copy writes its profile (HOW, as below), or ends, as halt_live.ended has it.
   Nonzero if it has nothing to be written.  The same, when all have been asked, of the
   process.  */
int __halt_live_end (int how, uint32_t ended);
int __halt_live_over (int how, uint32_t ended);

/* When nothing more will be counted in this process: let go of the file, and keep what
   is in it in memory.  A descriptor of it if nobody else counts in it, so that a usual
   profile may take its place; or -1.  */
int __halt_live_leave (void);

struct __halt_new_file;

/* FILE takes the name of FD, as __halt_name_file, unless another one has it now.  */
int __halt_live_replace (struct __halt_new_file *file, int fd);

/* --- instance.c --- */

/* Number of this copy among the working ones of the process, from 1, in the
   order in which they started.  Give it out, once.  */
extern uint64_t __halt_instance;
void __halt_instance_init (void);

/* --- meeting.c --- */

/* A copy, as others know it.  All that they call is called with the lock held.  */
struct halt_member
{
  struct halt_member *next;
  void (*write) (int how);	/* the process writes, HOW as below: add your part */
  void (*reset) (void);		/* forget what was counted */
  void (*unload) (const void *inside); /* the object in which INSIDE is goes */
  void (*forked) (void);	/* this is a child */
  void (*stand) (void);		/* catch signals, where nobody does */
};

/* Be there: MEMBER, number NUMBER of the copies of this namespace; returns the number among
   all of the process.  This is a child of fork.  Be there no more.  */
uint64_t __halt_meeting_init (struct halt_member *member, uint64_t number);
void __halt_meeting_forked (void);
void __halt_meeting_leave (const struct halt_member *member);

/* Who has caught signals for all is gone: another one does.  */
void __halt_meeting_stand (void);

/* Room for what the copies know of a live profile, 0 at first.  */
#define HALT_MEETING_ROOM 256
void *__halt_meeting_room (void);

/* Where they meet: another place for what records.  */
extern const unsigned int __halt_meeting_page;

/* Those that are there.  Whether there are or were others.  */
struct halt_member *__halt_meeting_members (void);
int __halt_meeting_many (void);

/* One thread is at it at a time, which has all signals blocked.  It is waited for, but not
   for ever: then 0.  */
int __halt_meeting_lock (void);
void __halt_meeting_unlock (void);

/* Nonzero if each copy has a file of its own.  */
extern int __halt_apart;

/* Add PART, the SIZE bytes of MAPPED ones, which are the meeting's from here on, to what is
   to be the file; 0 with errno if there is no memory.  All parts.  How many there are, and
   no more than there were.  */
struct halt_parts
{
  size_t size;
  uint32_t n;
};
int __halt_meeting_add (char *part, size_t size, size_t mapped);
const char *__halt_meeting_parts (size_t *size);
struct halt_parts __halt_meeting_mark (void);
void __halt_meeting_back (struct halt_parts mark);

/* --- profile.c --- */

/* How many of the N numbers of 64 bits at A are 0, in aligned blocks of HALT_ZEROS, before
   one that is not; what is left of N after them is looked at one by one.  */
#define HALT_ZEROS 8

static inline __attribute__ ((always_inline)) size_t
halt_zero_blocks (const uint64_t *a, size_t n, size_t block)
{
  typedef uint64_t two __attribute__ ((vector_size (16), may_alias));
  const two *p = (const two *) a;
  size_t i = 0;
  for (; n - i >= block; i += block, p += block / 2)
    {
      two all = p[0];
#pragma GCC unroll 32
      for (size_t k = 1; k < block / 2; k++)
	all |= p[k];
      if (all[0] | all[1])
	break;
    }
  return i;
}

static inline size_t
__halt_zeros (const void *from, size_t n)
{
  const uint64_t *a = (const uint64_t *) from;
  size_t i = (uintptr_t) a % (2 * sizeof *a) && n > 0;
  if (i && *a)
    return 0;
  i += halt_zero_blocks (a + i, n - i, 8 * HALT_ZEROS);
  return i + halt_zero_blocks (a + i, n - i, HALT_ZEROS);
}

/* Build the profile.  Returns its image, for munmap, and sets *SIZE and how much is
   MAPPED.  *WHY says why it need not be written, or is NULL.  NULL if there are no units;
   or no memory, and *WHY is NULL.  */
void *__halt_profile (size_t *size, size_t *mapped, const char **why);

/* Whether anything could have been counted: something is instrumented, and not all of it
   was off from the beginning.  */
int __halt_profile_may_count (void);

/* Those SIZE bytes of dumps as they are written: the PACKED first of MAPPED bytes, for
   munmap; or NULL if there is no memory.  */
void *__halt_pack (const void *dumps, size_t size, size_t *packed,
		   size_t *mapped);

/* Kinds whose routine is ours, as bits.  */
uint32_t __halt_own_kinds (void);

/* --- write.c --- */

/* Write the profile, of all copies.  HOW: AT_ONCE where the dynamic linker must not be
   asked, in a signal handler; AGAIN if it is not for the last time, after which nothing
   is written; LEAVES if this copy goes and others may stay.  */
#define HALT_WRITE_AT_ONCE 1
#define HALT_WRITE_AGAIN 2
#define HALT_WRITE_LEAVES 4
#define HALT_WRITE_LAST 8	/* __halt_write_last comes */
#define HALT_WRITE_SIGNAL 8	/* from this bit on: the number of the signal that
				   ends the process */
void __halt_write (int how);

/* After all destructors: a usual profile in place of a live one, as that has whole
   pages, if this process alone counts in it.  */
void __halt_write_last (void);

/* Whether this copy is in the program itself.  */
int __halt_is_program (void);

/* As member of those in the process (meeting.c): what it asks of this copy.  */
extern struct halt_member __halt_member;

/* The profile's name, or NULL if there is no memory.  */
const char *__halt_file_name (void);

/* What cannot be replaced by a file of that name: 0 if nothing is there that could
   not.  */
enum
{
  HALT_SPECIAL = 1,		/* a device, a pipe */
  HALT_SPECIAL_NULL		/* /dev/null, which is where things go unheard */
};
int __halt_special (void);

/* A file that is to take that name: create it, with ACCESS (O_WRONLY, O_RDWR) and
   MODE; give it its name; or remove it, errno being kept.  0 with errno if that
   fails, and then there is none.  */
struct __halt_new_file
{
  int fd;
  char *temporary;
  const char *name;
};
int __halt_new_file (struct __halt_new_file *file, int access, mode_t mode);
int __halt_name_file (struct __halt_new_file *file);
void __halt_drop_file (struct __halt_new_file *file);

/* With HALT_DEBUG=1, __halt_say.  */
void __halt_complain (const char *what, const char *name, int error);

/* The profile's place: WHAT cannot be done there, because of ERROR.  Once if somebody
   named it; or else as above.  */
void __halt_no_place (const char *what, int error);

/* Block all signals; *BEFORE is for sigprocmask.  */
void __halt_block (sigset_t *before);

#pragma GCC visibility pop

#endif /* HALT_RUNTIME_H */
