/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The store: profiles of all machines in a database that people run (docs/store.md).

     sqlite.c postgres.c   the engines; database.c is what they share
     schema.c    tables and views, in versions
     stub.c      a program       -> what reports need of it
     build.c     that            -> a row, stored once
     push.c      profiles        -> rows that wait, each once
     fold.c      those           -> sums by build, label and hour
     rows.c      sums            -> rows for people who ask in SQL
     choose.c    what is wanted  -> a build and sums of it
     take.c      those           -> files that any command reads
     onto.c      sums of other builds -> one of this
     list.c      what there is
     gc.c        what is old goes
     copy.c      one database    -> another
     check.c     whether all of it adds up

   What fails fills its fault and returns false.  */

#ifndef HALT_STORE_H
#define HALT_STORE_H 1

#include <time.h>
#include "store/database.h"
#include "summarize/summarize.h"

#define HOUR 3600
#define DAY (24 * HOUR)

/* --- schema.c ------------------------------------------------------------------ */

/* The store URL, NULL being the user's own; WRITE: it is made if there is none, and brought
   up to date.  */
struct database *store_open (const char *url, bool write, struct fault *f);

/* The tables, those first that others refer to: their names and columns, with commas.  */
struct store_table
{
  const char *name, *columns;
};
extern const struct store_table store_tables[];

/* TEXT as every database takes it: valid UTF-8.  To be freed.  */
char *store_text (const char *text, struct fault *f);

/* --- stub.c ---------------------------------------------------------------------- */

/* What reports need of the file PATH, an ELF file whose image is IM: *DATA of *SIZE bytes,
   to be freed, with zeros for all else.  */
bool stub_make (const struct image *im, const char *path, char **data,
		size_t *size, struct fault *f);

/* --- pack.c ---------------------------------------------------------------------- */

/* The SIZE bytes at DATA, compressed; and back.  To be freed.  */
void *pack (const void *data, size_t size, size_t *packed, struct fault *f);
void *unpack (const void *data, size_t size, size_t *unpacked,
	      struct fault *f);

/* 32 digits and a NUL: what tells the SIZE bytes at DATA from all others.  */
#define KEY_SIZE 33
void key_of (char *key, const void *data, size_t size);

/* The same of several pieces, the first of which begins with KEY_START.  */
struct key
{
  uint64_t a, b;
};
#define KEY_START { HALT_CHECKSUM_START, ~HALT_CHECKSUM_START }
void key_add (struct key *k, const void *data, size_t size);
void key_text (char *key, const struct key *k);

/* --- build.c --------------------------------------------------------------------- */

/* What tells the build of object I of P from all others.  */
void build_key (char *key, const struct prof *p, uint32_t i);

/* Let KEY be that of BUILD, "" if it is gone.  */
bool build_find_key (char *key, struct database *db, int64_t build,
		     struct fault *f);

/* Let *BUILD be the number of the build of object I of P, which is PROGRAM; it is stored if
   it is not there.  */
bool build_store (int64_t *build, struct database *db, const struct prof *p,
		  uint32_t i, const struct program *program, struct fault *f);

/* --- push.c ---------------------------------------------------------------------- */

struct push
{
  const char *program;
  const char *const *profiles;
  size_t n;
  const char *label;		/* of all; NULL: what each says itself */
};

struct pushed
{
  size_t n, known, refused;	/* profiles: new; there already; no good */
  int64_t build;
};

/* Each is in the store when this returns, or was before, or was refused, as a note said.
   What is not there has left no trace.  */
bool store_push (struct database *db, const struct push *p, struct pushed *all,
		 struct fault *f);

/* --- fold.c ---------------------------------------------------------------------- */

/* Add up what waits of BUILD, LABEL and HOUR.  */
bool fold_group (struct database *db, int64_t build, const char *label,
		 int64_t hour, struct fault *f);

/* The same of all groups in which at least LEAST wait.  */
bool fold_all (struct database *db, int64_t least, struct fault *f);

/* The profile that DATA, a blob, is; undone by prof_close.  */
bool fold_read (struct prof *p, const void *data, size_t size,
		struct fault *f);

/* Whether a count of P is larger than any that is kept.  */
bool fold_full (const struct prof *p);

/* --- choose.c -------------------------------------------------------------------- */

struct choice
{
  const char *build;		/* a number, a build-id's beginning, a program; or NULL */
  const char *const *labels;	/* each has to be there */
  size_t n_labels;
  const char *since, *until;	/* or NULL */
};

/* What CHOICE says: the build, and the hours FROM up to TO.  */
struct chosen
{
  int64_t build, from, to;
};

bool choose (struct chosen *c, struct database *db,
	     const struct choice *choice, struct fault *f);

/* List C's build and, if CHOICE names a program, all others of that.  To be freed, also if
   this fails.  */
bool choose_builds (int64_t **builds, size_t *n, struct database *db,
		    const struct chosen *c, const struct choice *choice,
		    struct fault *f);

/* Let *TIME be what TEXT says: so long ago, as in 90m, 36h, 7d, or a date of UTC.  */
bool choose_time (int64_t *time, const char *text, struct fault *f);

/* Whether LABEL, parts with commas between them, has all that CHOICE wants.  */
bool choose_labels (const char *label, const struct choice *choice);

/* Let P be the sum of what C and the labels of CHOICE select, *N profiles; it has nothing if
   that is 0.  */
bool choose_sum (struct prof *p, size_t *n, struct database *db,
		 const struct chosen *c, const struct choice *choice,
		 struct fault *f);

/* --- take.c ---------------------------------------------------------------------- */

/* Files of a folder of their own, which is removed by store_release.  */
struct store_taken
{
  char *folder, *program;
  char *profiles[2];		/* the second one of two that are compared, or NULL */
  char *other;			/* the program that the first is of, another build; or NULL */
};

/* Write what CHOICE selects; with COMPARE two profiles: those of two builds, with a comma
   between them, or what came before --since and what after.  */
bool store_take (struct store_taken *t, struct database *db,
		 const struct choice *choice, bool compare, struct fault *f);
/* BUILD and what it loads alone.  */
bool store_take_program (struct store_taken *t, struct database *db, int64_t build,
			 struct fault *f);
/* P as the profile.  */
bool store_take_profile (struct store_taken *t, const struct prof *p,
			 struct fault *f);
void store_release (struct store_taken *t);

/* --- onto.c ---------------------------------------------------------------------- */

/* Write what CHOICE selects, of all builds of what it names, put onto the file PROGRAM.  */
bool store_onto (struct store_taken *t, struct database *db,
		 const struct choice *choice, const char *program,
		 struct fault *f);

/* --- rows.c, list.c, gc.c, copy.c, check.c ------------------------------------------ */

/* Bring functions, branches and their counts up to date.  */
bool store_refresh (struct database *db, struct fault *f);

bool store_builds (struct database *db, struct fault *f);
bool store_ls (struct database *db, const struct choice *choice,
	       struct fault *f);

/* Drop what is older than KEEP, as choose_time has it.  */
bool store_gc (struct database *db, const char *keep, struct fault *f);

/* Copy all of FROM to TO, which is empty.  */
bool store_copy (struct database *to, struct database *from, struct fault *f);

/* Look at everything; *BAD is how much is wrong, as lines of standard output say.  */
bool store_check (struct database *db, size_t *bad, struct fault *f);

#endif /* HALT_STORE_H */
