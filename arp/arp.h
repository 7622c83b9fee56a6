/* SPDX-License-Identifier: MIT */
/* ARP's library, libarp: what its files offer each other.

     sum.c       numbers of any type; sums and distributions
     write.c     the file, as records come; text.c, binary.c: the two formats
     read.c      the same way back
     file.c      what both formats have in common
     query.c     the query API, which reads blocks as they are asked for
     memory.c    memory where malloc may not be called
     table.c     records in memory

   In run/ is what only the program that is measured needs:

     record.c    sections as they are entered and left: paths, counters, samples
     threads.c   whose sections those are
     start.c     the run: callbacks, start, finish
     run.c       what all of that shares: the lock, what is said of errors
     play.c      samples that are looked up again
     create.c    pthread_create, so that threads begin where they were created
     team.c      OpenMP's parallel regions, the same
     units.c     what units say that the plugin compiled
     clock.c     callbacks to measure with; clock.h and events.c: those that count

   Nothing here knows of GCC, and no function ends the program.  */

#ifndef ARP_ARP_H
#define ARP_ARP_H 1

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <sys/stat.h>
#include "atomium_rp.h"

#define ARP_SETS 16

#pragma GCC visibility push(hidden)

/* --- sum.c ------------------------------------------------------------------ */

/* Bytes of a value; whether it is a floating-point number, a signed one.  */
extern const struct arp_type
{
  const char *name;
  unsigned char size;
  bool real, is_signed;
} arp_types[arp_ldouble + 1];

/* What the sets of callbacks measure in: a sample is SIZE bytes, set I's value at
   OFFSET[I] of them.  */
struct arp_shape
{
  arp_mode mode;
  arp_file_format format;
  unsigned n_sets;
  arp_data_type type[ARP_SETS];
  size_t offset[ARP_SETS];
  size_t size;
};

/* Room for the names of the types of all sets.  */
#define ARP_TYPE_NAMES (ARP_SETS * 10)
/* Write those names to TEXT.  */
void arp_type_names (const struct arp_shape *shape, char text[ARP_TYPE_NAMES]);

/* Add a set; false: there are too many.  */
bool arp_shape_add (struct arp_shape *shape, arp_data_type type);

/* A value as a number, and a number, rounded and kept in its range, as a value.  */
long double arp_number (arp_data_type type, const void *value);
void arp_value (arp_data_type type, void *value, long double number);

/* The bucket that NUMBER is in: it, without what is behind its six leading
   bits.  */
long double arp_bucket_of (long double number);

struct arp_bucket
{
  long double low;
  uint64_t count;
};

/* What is known of the samples of one set on one path.  */
struct arp_sum
{
  long double sum;
  struct arp_bucket *buckets;	/* by LOW; none but in a histogram */
  size_t n_buckets, room;
};

/* Add COUNT of a bucket; false: out of memory.  */
bool arp_sum_bucket (struct arp_sum *s, long double low, uint64_t count);
/* Add what B knows; false: out of memory.  */
bool arp_sum_merge (struct arp_sum *s, const struct arp_sum *b);

/* --- records ------------------------------------------------------------------- */

struct arp_step
{
  arp_sid sid;
  arp_lidx index;
};

/* A record: a sample, with the path that leads to it, or what is known of all
   samples of a path.  */
struct arp_record
{
  const struct arp_step *path;
  size_t depth;
  const void *values;		/* of the shape */
  uint64_t count;
  const struct arp_sum *sums;	/* for each set; NULL in mode all */
};

/* --- write.c ---------------------------------------------------------------- */

struct arp_writer
{
  FILE *f;
  const struct arp_shape *shape;
  struct arp_step *last;	/* the path of the record before */
  size_t last_depth, room;
  bool failed;			/* out of memory; F knows the rest */
  struct arp_blocks *blocks;	/* binary.c's, or NULL */
};

/* Begin to write N records to F.  */
bool arp_write_begin (struct arp_writer *w, FILE *f,
		      const struct arp_shape *shape, uint64_t n);
void arp_write (struct arp_writer *w, const struct arp_record *r);
/* Finish, but for closing F, with the lines that say what sections are; false if
   anything went wrong (errno).  */
bool arp_write_end (struct arp_writer *w, const char *remarks);

void arp_text_write (struct arp_writer *w, const struct arp_record *r);
bool arp_binary_begin (struct arp_writer *w);
void arp_binary_write (struct arp_writer *w, const struct arp_record *r);
void arp_binary_end (struct arp_writer *w, const char *remarks);

/* The first line of every file.  */
#define ARP_TITLE "# Atomium record and playback data - format version 1.1."

/* --- read.c ------------------------------------------------------------------ */

/* A file that is read.  */
struct arp_reader
{
  char name[96];
  int fd;			/* -1: it is MEMORY only, or not open */
  struct stat st;		/* what was opened */
  const char *memory;
  uint64_t size;
  char *text;			/* of a binary file what is not blocks, else all */
  const char *at, *end;		/* what is left of that */
  uint64_t line;		/* of text */
  struct arp_shape shape;
  uint64_t n_records;
  uint64_t n_blocks;		/* of a binary file */
  const char *entries;		/* its index, in TEXT, at any address */
  uint64_t n_read;
  struct arp_step *path;	/* of the record being read */
  size_t depth, room;
  unsigned char *values;
  struct arp_sum sums[ARP_SETS];
  /* Called for each record; false: out of memory.  For what is said of a section.  */
  bool (*record) (void *data, const struct arp_record *r);
  void (*section) (void *data, arp_sid sid, const char *text, size_t length);
  void *data;
  arp_error_t kind;
  char error[512];
};

/* Open file NAME, or SIZE bytes at TEXT if that is not NULL, and read what comes before
   the records, and the index.  If it fails, or anything of the following does, ERROR is
   a line that names the file, and KIND its kind.  _close also after that.  */
bool arp_read_open (struct arp_reader *r, const char *name, const void *text,
		    size_t size);
void arp_read_close (struct arp_reader *r);
/* Read all records and what is said of sections.  */
bool arp_read (struct arp_reader *r);
/* Whether the file is still the one that was opened.  */
bool arp_read_unchanged (struct arp_reader *r);
/* text.c and binary.c: read the records that follow; the index; block I; what is
   said of sections.  The block that has record N; the numbers of the first of a
   block's records and of that after them.  */
bool arp_text_read (struct arp_reader *r);
bool arp_binary_index (struct arp_reader *r);
bool arp_binary_block (struct arp_reader *r, uint64_t i);
bool arp_binary_remarks (struct arp_reader *r);
uint64_t arp_binary_find (const struct arp_reader *r, uint64_t n);
void arp_binary_records (const struct arp_reader *r, uint64_t i,
			 uint64_t *first, uint64_t *end);

/* --- file.c: for text.c and binary.c ------------------------------------------- */

/* How many steps R has in common with the record before.  */
size_t arp_reused (const struct arp_writer *w, const struct arp_record *r);
/* Fill in ERROR, with the file's name and line before it; false.  */
bool arp_read_fail (struct arp_reader *r, const char *format, ...)
  __attribute__ ((format (printf, 2, 3)));
/* Make room for DEPTH steps of the path, and give out a record that is read.  */
bool arp_read_room (struct arp_reader *r, size_t depth);
bool arp_read_give (struct arp_reader *r, uint64_t count);
/* A number at AT, which is moved behind it; nothing may come before it.  */
bool arp_read_number (struct arp_reader *r, uint64_t *n, uint64_t most,
		      const char *what);
/* SIZE bytes of the file from OFFSET on, to be freed, with a NUL; NULL after an error.
   It is not mapped: who makes it shorter meanwhile causes an error, and no signal.  */
char *arp_read_bytes (struct arp_reader *r, uint64_t offset, uint64_t size);

/* --- table.c: records in memory ------------------------------------------------ */

/* A step of a path; all paths with the same steps share them.  Node 0 is where they
   begin.  */
struct arp_node
{
  uint32_t parent;
  uint32_t depth;
  struct arp_step step;
  uint32_t first, last;		/* its records, 0: none, by NEXT */
};

struct arp_row
{
  uint32_t node;
  uint32_t next;		/* of the same node, 0: none */
  uint64_t count;
};

struct arp_table
{
  struct arp_shape shape;
  struct arp_node *nodes;
  uint32_t n_nodes, nodes_room;
  uint32_t *hash;		/* of nodes, by parent and step; 0: none */
  uint32_t hash_size;		/* a power of 2 */
  struct arp_row *rows;		/* from 1 */
  uint32_t n_rows, rows_room;
  unsigned char *values;	/* SHAPE's for each row, from 1 */
  struct arp_sum *sums;		/* n_sets for each row, or NULL */
  char **sections;		/* what is said of each, or NULL */
};

/* The step after NODE, or 0; add it if MAKE, 0: out of memory.  */
uint32_t arp_table_step (struct arp_table *t, uint32_t node,
			 struct arp_step step, bool make);
bool arp_table_init (struct arp_table *t, const struct arp_shape *shape);
bool arp_table_add (struct arp_table *t, const struct arp_record *r);
/* Add what R knows to the row with its path.  */
bool arp_table_merge (struct arp_table *t, const struct arp_record *r);
void arp_table_release (struct arp_table *t);
/* Row N as a record; PATH has room for its node's depth.  */
struct arp_record arp_table_record (const struct arp_table *t, uint32_t n,
				    struct arp_step *path);
/* For arp_reader: DATA is a table.  */
bool arp_table_record_read (void *data, const struct arp_record *r);
void arp_table_section_read (void *data, arp_sid sid, const char *text,
			     size_t length);
/* Read the records that follow in R, which is open.  _release also if it fails.  */
bool arp_table_read (struct arp_table *t, struct arp_reader *r);

/* --- run.c ---------------------------------------------------------------------- */

struct arp_set
{
  arp_data_type type;
  arp_enter_callback enter;
  arp_leave_callback leave;
  arp_spawn_callback spawn;
  arp_join_callback join;
  void *context;
};

extern struct arp_run
{
  int on;			/* recording or playing; atomic */
  struct arp_set set[ARP_SETS];
  struct arp_shape shape;
  arp_tid max_tid;
  arp_sid max_sid;
  arp_error_callback error;
  arp_lock_callback lock;
  arp_unlock_callback unlock;
  void *for_errors, *for_locks;
} arp_run;

/* Say something, once if ONCE is not NULL: *ONCE is set.  */
void arp_say (int *once, arp_error_t kind, const char *format, ...)
  __attribute__ ((format (printf, 3, 4)));

/* What protects the list of threads.  */
void arp_lock (void);
/* False: another thread has it.  */
bool arp_trylock (void);
void arp_unlock (void);
/* The same at the end, without callbacks, where who has the lock may be who is
   interrupted: false after *MOMENTS.  */
bool arp_lock_at_end (unsigned *moments);
void arp_unlock_at_end (void);
/* In the child of fork: another thread may have had it.  */
void arp_lock_forget (void);

extern struct arp_thread *arp_threads; /* in the order in which they began */

/* --- threads.c, record.c -------------------------------------------------------- */

enum arp_kind
{
  ARP_PLAIN,
  ARP_KERNEL,
  ARP_PROFILED
};

/* Of one thread: a path of sections that it ever was on.  */
struct arp_path
{
  struct arp_path *parent;
  struct arp_path *first, *last, *sibling; /* those that go on, in order */
  struct arp_path *recent;	/* the one of them that was last gone on */
  struct arp_path *chain;	/* of the hash table */
  uint64_t around;		/* the execution of PARENT that was counted in */
  arp_lidx index;
  arp_sid sid;
  uint64_t count;		/* samples, their sums */
  struct arp_sum *sums;
};

/* An execution of a section that is on the way to a sample.  */
struct arp_instance
{
  uint32_t parent;		/* 0: none */
  arp_sid sid;
  bool measured;		/* it is a sample, and complete */
  arp_lidx index;
  uint32_t values;		/* which ones, from 1; 0: none */
};

/* A section that is open.  */
struct arp_frame
{
  struct arp_path *path;
  uint64_t serial;		/* which execution of it this is */
  arp_lidx index;
  uint32_t instance;		/* 0: none yet */
  uint32_t node;		/* playback: of the table */
  enum arp_kind kind;
  bool known;			/* playback: NODE exists */
  unsigned char *data;		/* SHAPE's, the frame's own */
};

/* A thread, and when it has ended, another one.  */
struct arp_thread
{
  struct arp_thread *next;
  arp_tid tid;
  bool free;			/* nobody's */
  bool unnamed;			/* its number is of our choice */
  bool spawned;			/* the spawn callbacks have been called */
  bool joined;			/* the join callbacks need not be */
  const void *owner;		/* of the system's threads; NULL: none yet */
  int busy;			/* someone reads or writes it; atomic */
  struct arp_frame *frames;	/* frame 0 is outside of all sections */
  uint32_t n_frames, room;
  unsigned context_frames;	/* the parent's, besides that one */
  uint64_t serial;
  struct arp_path root;
  struct arp_path **hash;
  uint32_t hash_size, n_paths;	/* the former a power of 2 */
  struct arp_instance *instances; /* from 1 */
  uint32_t n_instances, instances_room;
  unsigned char *values;	/* from 1 */
  uint32_t n_values, values_room;
  uint64_t lost;		/* samples, for want of memory */
  bool left_out;		/* at the end: it could not be taken */
  void *context[ARP_SETS];
};

/* The thread that TID says, for a call from here; NULL: there is no memory.  What
   the calling thread was last, or NULL.  */
struct arp_thread *arp_thread (arp_tid tid);
struct arp_thread *arp_here (void);
/* Take T for a call; false if the calling thread is in one already, or nothing is
   recorded.  */
bool arp_take (struct arp_thread *t);
void arp_give (struct arp_thread *t);
/* The same for others than its owner.  */
void arp_wait (struct arp_thread *t);
void arp_give_back (struct arp_thread *t);
/* The process ends while the calling thread is anywhere: take T if that can be done, in
   *MOMENTS at most, or if it is the calling thread's.  */
bool arp_take_at_end (struct arp_thread *t, unsigned *moments);
/* True if the calling thread is in a call: signal SIG comes again when that is over.  Only
   once.  */
bool arp_postpone (int sig);
/* A new thread that begins where PARENT is, or NULL; TID 0: any.  Locked.  */
struct arp_thread *arp_thread_new (arp_tid tid, struct arp_thread *parent);
/* The calling thread is T from now on.  */
void arp_thread_bind (struct arp_thread *t);
/* This is the child of fork: it has no threads; or it goes on in the parent's place, and
   the others have ended.  */
void arp_threads_forget (void);
void arp_threads_alone (void);
/* The thread ends: leave what is open, call the join callbacks.  */
void arp_thread_end (struct arp_thread *t);
void arp_call_spawn (struct arp_thread *t);

/* Forget all that was recorded of T; false: out of memory.  */
bool arp_clear (struct arp_thread *t);
/* T is outside of all sections.  */
void arp_restart (struct arp_thread *t);
/* T is where PARENT is, or was with DEPTH frames; false: out of memory.  */
bool arp_inherit (struct arp_thread *t, const struct arp_thread *parent,
		  unsigned depth);
/* Leave all sections of T behind the first DEPTH frames, but its parent's.  */
void arp_close (struct arp_thread *t, unsigned depth);
/* Whether a measured section is open in it.  */
bool arp_open (const struct arp_thread *t);

/* --- play.c ------------------------------------------------------------------------ */

/* Load what is played back; false after saying why not.  */
bool arp_play_start (const char *name);
/* The number of the last section of which the recording says something, or 0; and of the
   first that is left with what is SAID, but for the line, which changes with every edit:
   0 if there is none.  */
arp_sid arp_play_last_section (void);
arp_sid arp_play_section (const char *said);
void arp_play_enter (const struct arp_frame *around, struct arp_frame *f);
/* Fill in F's data.  */
void arp_play (struct arp_frame *f);
void arp_play_finish (void);

/* --- units.c: what the plugin makes ------------------------------------------------- */

/* Units came after that: dlopen.  Then a section may be left that was of no interest
   yet when it should have been entered.  */
extern bool arp_units_late;

/* Find which sections are of interest, and number them.  */
void arp_units_start (void);
/* What messages call section SID, of a thread that is taken: by what the plugin said of
   it, if it did.  */
#define ARP_SECTION 200
void arp_name_section (arp_sid sid, char text[ARP_SECTION]);

/* What is said of sections in the file, to be freed by arp_free; NULL: out of
   memory.  */
char *arp_units_text (void);

/* --- memory.c ------------------------------------------------------------------------ */

/* malloc's, but for the calling thread between the two, where the program is
   interrupted: nothing is freed before _back.  */
void arp_memory_apart (void);
void arp_memory_back (void);
bool arp_memory_is_apart (void);
void *arp_realloc (void *p, size_t size);
void *arp_calloc (size_t n, size_t size);
void arp_free (void *p);

#pragma GCC visibility pop

#endif /* ARP_ARP_H */
