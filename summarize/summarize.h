/* SPDX-License-Identifier: GPL-3.0-or-later */
/* libghalt: from the ids of a program to the edges of its CFG.  include/ghalt.h is what
   others see of it.

     read/      ELF files, profiles     -> bytes of maps, tables, rows, all checked
     join/      profile and programs    -> a count for every point
     merge/     several profiles        -> one: merge.h
     solve/     points of a function    -> counts of its edges, blocks, lines
     paths/     counts of paths         -> the same: paths.h
     stale/     a profile of one build  -> one of another: stale.h
     pgo/       points of kind ARC      -> what -fprofile-use wants: pgo.h
     library/   handles of ghalt.h: library.h

   Readers check everything before they use it.  What is wrong comes back in a
   struct fault, and what had been opened or begun is closed; main alone ends
   the process.  A function that is given a fault F and returns a bool has filled
   F if that is false.  Tables are viewed where they lie in the file, nothing is
   allocated per record.  */

#ifndef HALT_SUMMARIZE_H
#define HALT_SUMMARIZE_H 1

#include <stdbool.h>
#include <stdio.h>
#include "ghalt.h"
#include "map/map.h"

/* --- words for numbers ------------------------------------------------------ */

/* ONE of what there is one, or else MANY.  */
static inline const char *
by_number (uint64_t n, const char *one, const char *many)
{
  return n == 1 ? one : many;
}

/* "s" unless N is 1.  */
static inline const char *
plural (uint64_t n)
{
  return by_number (n, "", "s");
}

/* Say in F that N counts of NAMES are of no point that is known, and WHY.  */
void say_unresolved (struct fault *f, uint64_t n, const char *names,
		     const char *why);

/* --- where.c: where in the source --------------------------------------- */

/* LINE is 0 if nothing is known.  */
struct position
{
  uint32_t file, line, column;	/* FILE: a string of the map */
  bool near;			/* it is that of something nearby */
};

/* Of a real block of FN, and of P, a point of FN.  The position of a point of
   kind BLOCK is that of its code.  */
struct position block_place (const struct map *m,
			     const struct halt_map_function *fn,
			     uint32_t block);
struct position point_place (const struct map *m,
			     const struct halt_map_function *fn,
			     const struct halt_map_point *p);

/* --- elf.c: an ELF file, or an archive of them -------------------------- */

/* The bytes of one section, aligned to 8.  */
struct chunk
{
  const void *data;
  size_t size;
  const char *member;		/* of the archive, or NULL */
};

struct chunks
{
  struct chunk *chunks;
  size_t n;
};

struct image
{
  struct Elf *elf;
  struct Elf **members;		/* of an archive */
  size_t n_members;
  bool relocatable;		/* no addresses yet */
  bool swapped;			/* it has the other byte order */
  unsigned pointer;		/* size of one, 4 or 8 */
  char build_id[129];		/* hexadecimal, "" if it has none */
  struct chunks maps, paths;	/* HALT_MAP_SECTION, HALT_PATHS_SECTION */
  struct chunks covers;		/* HALT_COVER_SECTION */
  struct chunks choices;	/* HALT_CHOICE_SECTION */
  struct chunks codes;		/* HALT_CODE_SECTION */
  struct chunks gcovs;		/* HALT_GCOV_SECTION */
  struct chunks sources;	/* HALT_SOURCES_SECTION */
  struct chunks counters;	/* HALT_COUNTERS_SECTION */
  uint64_t *descriptors;	/* addresses, in the order of the notes */
  size_t n_descriptors;
  uint64_t start;		/* where notes say that the start-up code is; 0 */
  void **copies;		/* what else is freed with the image */
  size_t n_copies;
};

/* Open the ELF file PATH, or the archive: all members that are relocatable
   objects are then taken for one, in their order.  Undone by image_close,
   which a failed image_open has already done.  */
bool image_open (struct image *im, const char *path, struct fault *f);
void image_close (struct image *im);

/* Read the descriptor at ADDRESS as the file has it; false if the file does
   not have it.  */
bool image_descriptor (const struct image *im, uint64_t address,
		       struct halt_unit *unit);

/* Add what ELF has in the sections of maps and paths to the chunks of IM.  *LEFT is what
   remains of the size of its file: sections that lie over each other would
   take for ever.  MEMBER may be NULL.  */
bool image_add (struct image *im, struct Elf *elf, const char *member,
		size_t *left, struct fault *f);

/* Free P with IM; at once, and false, if there is no memory for that.  */
bool image_keep (struct image *im, void *p, struct fault *f);

/* --- archive.c ---------------------------------------------------------- */

/* Read the members of IM->elf, an archive of SIZE bytes.  */
bool archive_read (struct image *im, size_t size, struct fault *f);

/* The same for the thin archive PATH, whose members are files of their own; its
   SIZE bytes are DATA.  */
bool archive_read_thin (struct image *im, const char *path, const char *data,
			size_t size, struct fault *f);

/* --- debug.c: separate debug files -------------------------------------- */

/* The path of the debug file of PATH, which is open as IM: that with its
   build-id, or the one that its section .gnu_debuglink names and whose CRC is
   right.  To be freed; NULL if there is none, *F then says what was tried.  */
char *debug_find (const struct image *im, const char *path, struct fault *f);

/* --- program.c: all units of a file ------------------------------------- */

struct program
{
  char *path;
  struct image image;
  char *debug_path;		/* where the maps are, if not in PATH; or NULL */
  struct image debug;
  struct unit *units;		/* in the order of their bases */
  size_t n_units;
  size_t n_blind;		/* units of the program that have no map */
  char *folder;			/* of its sources; or NULL (folder.c) */
  size_t n_guessed;		/* those of them taken to have no ids because
				   their descriptors cannot be read */
  uint32_t *by_address;		/* units sorted by their descriptor */
  uint8_t *discarded;
};

/* Read the maps of PATH, or of its separate debug file if it has none itself.
   The fault names PATH.  */
bool program_open (struct program *p, const char *path, struct fault *f);
void program_close (struct program *p);

/* The unit whose descriptor is at ADDRESS, or NULL.  */
const struct unit *program_find (const struct program *p, uint64_t address);

/* --- search.c: files that are not where they were ---------------------------- */

/* Look for objects in FOLDER, too, and in those below it, from now on.  */
bool objects_add (const char *folder, struct fault *f);

/* Look for the file that was PATH, with that BUILD_ID, which may be "": in the folders that
   were named, and where the N files BESIDE are.  IS_IT is passed DATA and a file, and says
   whether that is the right one.  */
typedef bool objects_is (void *data, const char *path);
bool objects_look (const char *path, const char *build_id,
		   const char *const *beside, size_t n, objects_is *is_it,
		   void *data);

/* --- cells.c: what cells mean --------------------------------------------- */

/* Of a unit, as halt/format.h has it.  */
struct cells_table
{
  uint64_t cells, unit;
  uint32_t n_cells, n_counters, n_sums, n_terms, n_units;
  const uint64_t *units;
  const struct halt_counter *counters;
  const uint32_t *lengths;
  const int32_t *terms;
};

/* T has its numbers: find the rest of it in the SIZE bytes at WORDS.  */
bool cells_view (struct cells_table *t, const void *words, uint64_t size);

/* The tables of the object PATH, with that build-id and those N units.  PATH is one of
   process PID, which may have another root; PID may be 0.  With SEARCH an object that is
   not there is looked for once, as objects_find does.  *FOUND is NULL if it was not found.
   False: there is no memory.  The tables stay in memory.  */
struct cells_file;
bool cells_of (const struct cells_file **found, const char *path,
	       const char *build_id, const struct halt_prof_unit *units,
	       uint32_t n, uint64_t pid, bool search, struct fault *f);

/* That of the cells at that address, or NULL.  FILE may be NULL.  */
const struct cells_table *cells_find (const struct cells_file *file,
				      uint64_t cells);

/* Table I of FILE, or NULL; which may be NULL.  */
const struct cells_table *cells_at (const struct cells_file *file, size_t i);

/* The file PATH is a program or an object that profiles may be of.  */
bool cells_offer (const char *path, struct fault *f);

/* --- choice.c: only= and exclude= ----------------------------------------- */

struct join;

/* Say in MISSING what of what was said there matches nothing in all objects of J;
   MISSING is empty if all of it does.  */
bool choice_missing (const struct join *j, struct fault *missing,
		     struct fault *f);

/* True if they left nothing of P, which has no map; *F then says so.  The same
   if there is no memory to find out.  */
bool choice_refuses (const struct program *p, struct fault *f);

/* --- unrecorded.c: why nothing was recorded -------------------------------------- */

/* P has no map, nor a unit without one: say why, as far as that can be seen.
   Returns false.  */
bool why_no_map (const struct program *p, struct fault *f);

/* True if there is no file PROFILE, where P would have written it by default; *F
   then says why.  */
bool why_no_profile (const struct program *p, const char *profile,
		     struct fault *f);

/* True if J counts nothing; *F then says why.  */
bool why_nothing (const struct join *j, struct fault *f);

/* --- prof.c: a profile -------------------------------------------------- */

/* A view, like struct map.  Rows of a kind that was not recorded are NULL.  */
struct prof
{
  void *data;
  const struct halt_prof *header;
  const struct halt_prof_object *objects;
  const struct halt_prof_unit *units;
  const struct halt_prof_table *tables;
  const uint64_t *rows[HALT_KIND_END];
  uint64_t n_rows[HALT_KIND_END];
  const char *strings;
};

/* What is said of any other file.  */
#define NO_PROFILE "not a HALT profile"

/* View the SIZE bytes at DATA, aligned to 8, as a profile.  */
bool prof_view (struct prof *p, const void *data, size_t size, struct fault *f);

/* Of the SIZE bytes at WORDS, aligned to 8, turn each word of 64 bits; exchange the halves
   of N of them.  */
void swap_words (void *words, size_t size);
void swap_halves (void *words, size_t n);

/* Whether the SIZE bytes at DATA are what a process of the other byte order has.  Make that
   of ours, once its words were turned; checksums are as they were.  */
bool swap_needed (const void *data, size_t size);
void swap_dumps (void *data, size_t size);

/* Make a profile, *IMAGE of *IMAGE_SIZE bytes, to be freed, of what a process has
   (halt/live.h), SIZE bytes at DATA, aligned to 8; if ON_ALONE, one that has no counts but
   a row for each point that was on.  FROM, unless it is NULL, says what became of the
   process.  */
struct live_from;
bool live_settle (const void *data, size_t size, bool on_alone,
		  const struct live_from *from, void **image,
		  size_t *image_size, struct fault *f);

/* The same of one of the copies of the runtime that count there, of which there are *N,
   FIRST if it is the first one; and which there are, to be freed.  */
bool live_settle_copy (const void *data, size_t size, bool on_alone,
		       const struct live_from *from, uint64_t copy, bool first,
		       void **image, size_t *image_size, struct fault *f);
bool live_copies (const void *data, size_t size, uint64_t **copies, size_t *n,
		  struct fault *f);

/* The same of what was counted since the live profile of BASE_SIZE bytes at BASE, of the
   same process; 0: there is none.  */
bool live_settle_since (const void *data, size_t size, const void *base,
			size_t base_size, void **image, size_t *image_size,
			struct fault *f);

/* Where a live profile is from.  */
struct live_from
{
  int fd;			/* its file */
  unsigned pid;			/* of the process, if it is known to be that; or 0 */
  int process;			/* pidfd of it, or -1 */
};

/* What became of the process of that one: enum ghalt_ended.  */
struct halt_live;
/* N if PATH is /proc/N/root/..., a file of another container; or 0.  */
unsigned live_root_of (const char *path);
uint32_t live_ended (const struct halt_live *header,
		     const struct live_from *from);

/* Whether the SIZE bytes at DATA are what live_settle takes.  */
bool live_is (const void *data, size_t size);

/* Read the profile PATH, of whatever form.  The fault names PATH.  */
bool prof_open (struct prof *p, const char *path, struct fault *f);
void prof_close (struct prof *p);

/* Say in F that NAME has a program without units; return false.  */
bool prof_early (const char *name, struct fault *f);

/* Say in F number I of what P, the sum of N_NAMES profiles called NAMES, may have lost;
   false if there is none.  */
bool prof_losses (const struct prof *p, const char *names, size_t n_names,
		  unsigned i, struct fault *f);

/* Index of the first row of KIND with an id of at least ID.  */
uint64_t prof_lower (const struct prof *p, uint32_t kind, uint64_t id);

/* The rows of ID, *N of them, or NULL: all its counters are 0.  */
const uint64_t *prof_find (const struct prof *p, uint32_t kind, uint64_t id,
			   uint64_t *n);

/* --- merge.c: several profiles as one ----------------------------------- */

/* Counters of several profiles of one program, added up; they stop at the
   largest number.  */
struct sum;

struct sum *sum_new (struct fault *f);
void sum_free (struct sum *s);	/* S may be NULL */

/* Add P.  NAME names it in the fault: it is of another build than the first.  S
   can then only be freed.  */
bool sum_add (struct sum *s, const struct prof *p, const char *name,
	      struct fault *f);

/* The same of P that is of the same process: its program may be without units.  */
bool sum_add_part (struct sum *s, const struct prof *p, const char *name,
		   struct fault *f);

/* Make OUT the sum, and free S, also if that fails.  */
bool sum_finish (struct sum *s, struct prof *out, struct fault *f);

/* Make OUT the sum of A and B, which have these names.  */
bool prof_merge (struct prof *out, const struct prof *a, const char *a_name,
		 const struct prof *b, const char *b_name, struct fault *f);

/* Make OUT the profile P with the objects and ids of the sum of P and OTHER.  */
bool prof_align (struct prof *out, const struct prof *p, const char *name,
		 const struct prof *other, const char *other_name,
		 struct fault *f);

/* Make OUT what was counted from A to B, two moments of a process.  A count that is
   smaller in B is refused; if LENIENT, it is taken from B as it is.  A point that counted
   nothing in between is kept if ON lists it; if ON is NULL, if B does.  */
bool prof_between (struct prof *out, const struct prof *a, const char *a_name,
		   const struct prof *b, const char *b_name, bool lenient,
		   const struct prof *on, struct fault *f);

/* Read the profiles PATHS, N > 0 of them, as one.  The fault names those that
   cannot be read or do not belong together.  */
bool profiles_open (struct prof *p, const char *const *paths, size_t n,
		    struct fault *f);

/* --- join.c: a profile and what its ids mean ---------------------------- */

/* A unit as it was loaded when the profile was recorded.  */
struct joined_unit
{
  const struct unit *unit;
  bool switched;		/* a point without a row was off */
  uint64_t base;
  uint32_t object;		/* in the profile */
  size_t first_function;	/* number of its function 0 in the join */
};

/* An object of the profile; PROGRAM is NULL and WHY filled if its ids cannot
   be resolved.  */
struct joined_object
{
  const struct program *program;
  struct fault why;
  uint64_t unresolved;		/* ids with counts */
};

/* A point of a kind that can be counted.  */
struct counted
{
  const struct halt_map_point *point;
  uint64_t id;
  union
  {
    uint64_t counters[2];
    struct			/* of an indexed kind */
    {
      const uint64_t *rows;	/* of the profile */
      uint64_t n_rows;
    };
  };
  uint64_t events;
  uint64_t n_found;		/* rows of the profile with its id */
  bool off;			/* nothing is known: it was off */
  uint32_t unit;		/* joined_unit */
  uint32_t function;		/* in the unit */
  bool shared;			/* other points have this kind and id too: the
				   counts are theirs together */
};

struct join
{
  const struct prof *prof;
  struct joined_object *objects;
  struct joined_unit *units;
  size_t n_units;
  size_t n_functions;
  struct counted *points;	/* sorted by kind and id */
  size_t first[HALT_KIND_END + 1]; /* of a kind; the next one's is where
					   it ends */
  size_t n_foreign;		/* points of users' own kinds */
  size_t n_off;			/* points that were off */
  uint64_t path_rows;		/* of PATH_SUM_READ, of these units */
  uint64_t strays;		/* ids with counts that no unit explains */
  uint64_t blind;		/* of those, in units without a map */
  struct program *opened;	/* found by their recorded paths */
  size_t n_opened;
  const struct paths *paths;	/* counts of paths to measure by, or NULL */
};

/* True if object O of PROF was loaded from a file that is PROGRAM, whatever it
   was called: the build-id says so, or the units where one has none.  */
bool program_fits (const struct program *program, const struct prof *prof,
		   const struct halt_prof_object *o);

/* Open OBJECT of PROF, in FOUND.  It is looked for where it was, in the folders that were
   named, in that of the program, whose path is PROGRAM, and in those of the other objects.
   There it may have another name.  False, and nothing is open, if it is nowhere.  */
bool objects_find (struct program *found, const struct prof *prof,
		   const struct halt_prof_object *object, const char *program,
		   struct fault *why);

/* Find PROGRAM among the objects of PROF, the others by their paths, and
   find the counts of every point.  PROFILE is the name of PROF in the fault,
   which names both if PROGRAM is not what was profiled.  */
bool join_open (struct join *j, const struct prof *prof, const char *profile,
		const struct program *program, struct fault *f);

/* The same.  What KNOWN, a join of PROGRAM, has found is not looked for again.  J
   needs KNOWN.  */
bool join_again (struct join *j, const struct prof *prof, const char *profile,
		 const struct program *program, const struct join *known,
		 struct fault *f);

/* Join PROGRAM with a profile of one object and without counts.  */
bool join_program (struct join *j, const struct prof *none,
		   const struct program *program, struct fault *f);
void join_close (struct join *j);

/* The first point of KIND with ID, or NULL.  */
const struct counted *join_find (const struct join *j, uint32_t kind,
				 uint64_t id);

/* A + B, or the largest number.  */
uint64_t add_counts (uint64_t a, uint64_t b);

/* --- texts.c: sections of texts ------------------------------------------ */

typedef bool use_text (void *data, const char *text, struct fault *f);

/* Let USE have each text of CHUNKS, until it fails.  What is not terminated is none.  */
bool texts_read (const struct chunks *chunks, use_text *use, void *data,
		 struct fault *f);

/* The same of what WHICH says of the objects of J, and their debug files.  */
bool texts_of_all (const struct join *j,
		   const struct chunks *(*which) (const struct image *),
		   use_text *use, void *data, struct fault *f);

/* --- name.c: what a user calls a function -------------------------------- */

/* Whether PATTERN, or a glob, is the symbol NAME or PRETTY, whole or without what the
   function returns and takes.  */
bool name_fits (const char *pattern, const char *name, const char *pretty);

/* --- folder.c: names of files that are shown ------------------------------ */

/* Let the maps of P show names of files relative to the folder that its source files
   have in common; those of J's other objects, too.  */
bool folder_find (struct program *p, struct fault *f);
void folder_share (const struct program *p, struct join *j);

/* FILE of M as it is shown; SHOWN has SHOWN_SIZE bytes for that.  */
#define SHOWN_SIZE 4096
const char *folder_file (const struct map *m, const char *file, char *shown);

/* --- flow.c solve.c reason.c: counts of edges and blocks ----------------- */

/* Why a count is unknown; of which block that is said stands beside it.  */
enum reason
{
  REASON_NONE,			/* it is known */
  REASON_RECORD,		/* nothing that was recorded tells; a point of
				   how control leaves the block would */
  REASON_RECORD_BLOCK,		/* the same; a point of the block itself */
  REASON_CALL,			/* the block's call may not have returned */
  REASON_NORETURN,		/* nothing leads out of the block */
  REASON_EXCEPTION,		/* an exception may have left the block */
  REASON_ABNORMAL,		/* a computed goto or nonlocal jump */
  REASON_TWICE,			/* the block's call may return twice */
  REASON_NO_WAY_IN,		/* nothing leads into the block */
  REASON_SHARED,		/* the block's point shares its id */
  REASON_SKIPPED,		/* the function is not instrumented */
  REASON_CONFLICT,		/* measured counts contradict each other here:
				   control came or went by other ways */
  REASON_OVERFLOW,		/* more than 64 bits */
  REASON_EFFORT			/* too large to be solved */
};

/* The edges on one side of every block b: edges[first[b]] up to, without it,
   edges[first[b + 1]].  */
struct edge_list
{
  uint32_t *first;
  uint32_t *edges;
};

/* Edges of which only the sum is known.  */
struct edge_group
{
  uint32_t block;		/* where they begin */
  uint64_t n;
};

/* A function's CFG and what is known of it.  N_BLOCKS counts ENTRY and EXIT.
   A block's count is how often it was begun, the exit's how often the function
   returned; a block's loss is how often it was begun and left by no edge,
   because a call did not return, say.  */
struct flow
{
  uint32_t n_blocks, n_edges;
  const struct halt_map_edge *edges;
  const struct halt_map_block *blocks;
  struct edge_list in, out;
  struct ghalt_count *block_counts;
  struct ghalt_count *edge_counts;
  struct ghalt_count *losses;	/* for each block */
  uint32_t *groups;		/* for each edge: number of its group, or 0 */
  struct edge_group *group;	/* from 1 */
  uint32_t n_groups;
  uint32_t *scratch;		/* room for a list of edges */
  uint32_t recorded;		/* kinds that were recorded, a bit each */
  bool skipped;			/* the function is not instrumented */
  bool conflict;		/* measured counts contradict each other: */
  uint32_t conflict_at;		/* in this block, or another around it */
};

/* A CFG of which nothing is known.  BLOCKS are the records of the real blocks;
   NULL if all that is known of them is that they have no flags.  */
bool flow_init (struct flow *w, uint32_t n_blocks, uint32_t n_edges,
		const struct halt_map_edge *edges,
		const struct halt_map_block *blocks, struct fault *f);
void flow_release (struct flow *w);

/* BLOCK is begun N times.  */
void flow_block (struct flow *w, uint32_t block, uint64_t n);

/* EDGE is crossed N times.  */
void flow_edge (struct flow *w, uint32_t edge, uint64_t n);

/* BLOCK ends in a conditional branch with these counts.  */
void flow_branch (struct flow *w, uint32_t block, uint64_t not_taken,
		  uint64_t taken);

/* BLOCK ends in a jump through a table: ROWS of a profile, sorted by index.  With
   TARGETS one index may stand for all that lead to the same block.  */
void flow_table (struct flow *w, uint32_t block, const uint64_t *rows,
		 uint64_t n_rows, bool targets);

/* BLOCK ends in a return, N times.  */
void flow_return (struct flow *w, uint32_t block, uint64_t n);

/* BLOCK's point of KIND was recorded with an id that others have, too.  */
void flow_shared (struct flow *w, uint32_t block, uint32_t kind);

/* Derive every count that follows from the measured ones, because what is
   begun is left: by an edge, or in a block that may lose control.  All others
   get a reason.  */
bool flow_solve (struct flow *w, struct fault *f);

/* Why C, a count of W, is unknown, as a phrase that can stand in brackets:
   "the call in block 7 may not return (exit, longjmp, exception)".  Writes as
   snprintf does and returns what it returns; 0 and "" for a known count.  */
size_t flow_reason (char *buf, size_t size, const struct flow *w,
		    const struct ghalt_count *c);

/* --- measure.c: a function's flow ---------------------------------------- */

/* Make W the flow of function number FUNCTION of JU: what was recorded of it,
   also its paths if J has them, and what follows.  Undone by flow_release.  */
bool measure_function (struct flow *w, const struct join *j,
		       const struct joined_unit *ju, uint32_t function,
		       struct fault *f);

#endif /* HALT_SUMMARIZE_H */
