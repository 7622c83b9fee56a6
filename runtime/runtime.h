/* SPDX-License-Identifier: MIT */
/* The default runtime, libhalt.a: counts what the pots report and writes the
   profile when the program ends.

     memory.c    storage that never goes away, without malloc
     process.c   start, end and fork
     record.c    the analysis routines, compiled once for each kind
     count.c     the counters
     paths.c     those of paths
     cells.c     the counters that units keep themselves
     threads.c   and those that each thread has of them
     objects.c   which objects and units were ever loaded
     instance.c  several copies of this library in one process
     profile.c   the profile as an image in memory
     write.c     the image as a file

   The runtime never stops the program and changes neither its exit status
   nor errno.  A routine may be interrupted at any instruction by a signal
   whose handler calls routines: nothing they call takes a lock or uses
   malloc.  */

#ifndef HALT_RUNTIME_H
#define HALT_RUNTIME_H 1

#include <stdatomic.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "halt/format.h"
#include "halt/halt.h"

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

/* The counter of one path, a cache line.  */
#define HALT_PATH_WAYS 4
struct halt_path_node
{
  uint64_t path, proc;
  uint64_t *counter;
  struct halt_path_node *next;	/* in the list of them all */
  struct halt_path_node *way[HALT_PATH_WAYS];
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

/* By multiplication with the golden ratio (Knuth).  */
#define HALT_GOLDEN 0x9e3779b97f4a7c15u

static inline unsigned int
halt_path_slot (unsigned long proc, uint64_t path)
{
  return ((path ^ (uint64_t) proc << 20) * HALT_GOLDEN >> 40)
	 & (HALT_PATHS_LATELY - 1);
}

/* What the routines share.  Where several copies of the library are in one
   process and the dynamic linker lets one of them serve all, it does so for
   each symbol by itself: a routine of this copy may come to count for the
   other one.  Hence visible to the dynamic linker, and with a name that is
   changed with the structures.  */

/* The shard of each kind that the thread adds to: one pointer for each, so
   that a handler that interrupts us finds either the old one or the new
   one.  */
extern __thread struct halt_shard *__halt2_mine[HALT_KIND_END]
  __attribute__ ((tls_model ("initial-exec")));

/* The counters of ID, or the counter of ID and INDEX, for which the thread may
   have no room yet.  If there cannot be any, the event is counted as lost and
   what is returned belongs to nothing.  */
uint64_t *__halt2_find (unsigned int kind, unsigned long id)
  __attribute__ ((cold, noplt));
uint64_t *
__halt2_find_indexed (unsigned int kind, unsigned long id, unsigned long index)
  __attribute__ ((cold, noplt));

/* The thread's tree, and the counter of a path that may not be there yet.  */
extern __thread struct halt_path_tree *__halt2_paths
  __attribute__ ((tls_model ("initial-exec")));
uint64_t *__halt2_find_path (unsigned long proc, uint64_t path)
  __attribute__ ((cold, noplt));

/* The calling thread's cells of UNIT, n_cells of them and as many again.  The
   unit remembers it.  */
uint64_t *__halt2_thread_cells (struct halt_threads *unit);

/* Names the copy that serves an object.  */
void __halt2_runtime (void);

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

/* Either of them, but in a child made by fork they read as 0 again, where the
   kernel can do that (Linux 4.14).  */
void *__halt_alloc_counters (size_t size);
void *__halt_map_counters (size_t size);

/* --- process.c --- */

/* The state that a child does not inherit.  */
struct halt_process
{
  unsigned long alive;		/* 0 in a child that has not noticed yet */
  unsigned long lost;		/* events that could not be counted */
  int looking;			/* lock of __halt_look */
  int collecting;		/* lock of __halt_collect */
  int written;			/* the profile is, or is being, written */
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
};
extern struct halt_start __halt_began;

/* Prepare the process, once.  */
void __halt_process_init (void);

/* True if this process is the one that its counters belong to: not a child of
   vfork, which borrows its parent's memory.  Notices a fork.  */
int __halt_process_ours (void);

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
extern uint64_t __halt_ids;

/* The calling thread has counters: leave them to others when it ends.  */
void __halt_count_mine (void);

void __halt_count_init (void);
void __halt_count_release (void); /* before this object is unloaded */
void __halt_count_clear (void);	/* zero every counter */
void __halt_count_forked (void); /* the other threads are gone */

/* --- paths.c --- */

/* All counters, newest first.  The list only grows, at the front.  */
extern struct halt_path_node *__halt_path_nodes;

/* Nonzero if anything was ever counted.  */
extern int __halt_paths_known;

void __halt_paths_leave (void);	/* the thread ends */
void __halt_paths_clear (void);	/* zero every counter */
void __halt_paths_forked (void); /* the other threads are gone */

/* --- cells.c --- */

/* Add what units have counted themselves since this was last called.  */
void __halt_collect (void);

/* The process is about to fork; this is the child.  */
void __halt_cells_forking (void);
void __halt_cells_forked (void);

/* --- threads.c --- */

/* Call FN for each thread's cells of UNIT.  */
void __halt_threads_each (const struct halt_threads *unit,
			  void (*fn) (uint64_t *cell, void *data), void *data);

/* This is a child of fork: if nothing was wiped, clear all cells of UNIT.  */
void __halt_threads_forked (const struct halt_threads *unit);

/* --- objects.c --- */

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
  size_t n_units;
  struct halt_known_unit unit[];
};
extern struct halt_known_object *__halt_objects;

/* Nonzero if the start-up code of a unit has ever called the hook.  */
extern int __halt_hooked;

/* Look for objects and units that are not known yet.  */
void __halt_look (void);

/* Nonzero if something is loaded that has units without ids: their start-up code
   has not run yet.  */
int __halt_pending (void);

/* Nonzero if another copy of this library serves this object, or the copy
   has not started.  */
int __halt_passive (void);

/* --- instance.c --- */

/* Number of this copy among the working ones of the process, from 1, in the
   order in which they started.  Give it out, once.  */
extern uint64_t __halt_instance;
void __halt_instance_init (void);

/* --- profile.c --- */

/* Build the profile.  Returns its image, for munmap, and sets *SIZE; NULL
   with *SIZE 0 if there is nothing to tell, NULL with errno otherwise.  */
void *__halt_profile (size_t *size, size_t *mapped);

/* --- write.c --- */

/* Write the profile, once per process.  */
void __halt_write (void);

#pragma GCC visibility pop

#endif /* HALT_RUNTIME_H */
