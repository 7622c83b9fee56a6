/* SPDX-License-Identifier: MIT */
/* libghalt: what programs and profiles of HALT for GCC say, and control of processes, as
   a C library.

   `ghalt report' is written on it, and so is Python's package `halt'.  Link with
   -lghalt (pkg-config ghalt).  This is not the library of the program that is
   measured, which is libhalt, with <halt/halt.h>.

     struct ghalt_error *error = NULL;
     const char *const paths[] = { "halt.prof" };
     struct ghalt_program *program = ghalt_program_open ("prog", &error);
     struct ghalt_profile *profile = ghalt_profile_open (paths, 1, &error);
     struct ghalt_report *report = ghalt_report_open (program, profile, &error);
     struct ghalt_point p;
     for (size_t i = 0; ghalt_counted (report, GHALT_KIND_CBR, i, &p); i++)
       printf ("%s:%u %llu of %llu\n", p.file, p.line,
               (unsigned long long) p.counters[1],
               (unsigned long long) p.events);

   From the outside in:

     program    an ELF file with maps: units, functions, blocks, edges, points
     profile    counters, of one run or the sum of several
     live       a file in which a process counts: a profile of any moment
     process    one that runs: its points are switched, its counts read
     report     both joined: every point with its counters
     graph      a function's blocks and edges, with all counts that follow
     lines      source lines with their counts
     calls      who called whom
     paths      the paths that blpp counted

   Promises.  Nothing here prints, ends the process, or changes its working
   directory, locale, signals or environment.  There is no state but what the
   handles have, except for what halt_where says at its end.  Any number of
   programs, profiles and reports may be open.  Programs, profiles and reports do
   not change once they are open: any number of threads may use one at the same
   time.  A graph, lines, calls, paths or live profile may be used by one thread at a
   time.

   Ownership.  What _open returns is given back with _close, which takes NULL.  A
   report needs its program and its profile; graphs, lines, calls and paths need their
   report: close them first.  Every text and array that is handed out belongs to
   the handle that it came from, and lives as long as that.  Texts are never NULL
   unless it is said here; "" is what is not known.  They are bytes as files
   have them, most often UTF-8.

   Errors.  What can fail returns NULL or 0, and then *ERROR, if ERROR is not
   NULL, says why: give it back with ghalt_error_free.  A getter returns 0 for an
   index that is out of range, and leaves what it would have filled alone.  Files
   are checked before they are used: whatever bytes they have, they are read or
   refused.

   Counts are exact, of 64 bits, and stop at the largest number.  All others are
   from 0 up; a line or column of 0 is not known.

   A structure here may grow: then the library gets another name (soname).  */

#ifndef GHALT_H
#define GHALT_H 1

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* "0.2", say.  */
const char *ghalt_version (void);

/* --- errors --------------------------------------------------------------- */

struct ghalt_error;

/* One line without its newline: what, where.  */
const char *ghalt_error_text (const struct ghalt_error *error);
void ghalt_error_free (struct ghalt_error *error);

/* --- kinds of points ------------------------------------------------------ */

/* What there are counters of, for each id.  */
enum ghalt_cells
{
  GHALT_CELLS_NONE,
  GHALT_CELLS_EVENTS,		/* [0] events */
  GHALT_CELLS_WAYS,		/* [0] not taken, [1] taken */
  GHALT_CELLS_BYTES,		/* [0] events, [1] their bytes */
  GHALT_CELLS_INDICES,		/* events with each index of a jump table */
  GHALT_CELLS_PATHS,		/* ends of each path */
  GHALT_CELLS_VALUES		/* events with each value */
};

/* What is executed as often as a point has events.  */
enum ghalt_tells
{
  GHALT_TELLS_NOTHING,
  GHALT_TELLS_BLOCK,
  GHALT_TELLS_ENTRY,
  GHALT_TELLS_EXIT,
  GHALT_TELLS_BRANCH,		/* both edges of a branch */
  GHALT_TELLS_TABLE,		/* the edges of a jump table */
  GHALT_TELLS_EDGE		/* the edge that its static argument numbers */
};

/* A row of the table of kinds, which the manual has, too.  */
struct ghalt_kind
{
  uint32_t number;
  uint32_t cells;		/* enum ghalt_cells */
  uint32_t tells;		/* enum ghalt_tells */
  const char *word;		/* "cbr" */
  const char *title;		/* "conditional branches"; or "" */
  const char *costs;		/* for tools that show costs: "Bc Bcm"; or "" */
  const char *text;		/* one line for people */
};

/* Some of the numbers.  Kinds of users are not in the table.  */
#define GHALT_KIND_CBR 1u
#define GHALT_KIND_MBR 2u
#define GHALT_KIND_ENTRY 3u
#define GHALT_KIND_EXIT 4u
#define GHALT_KIND_LOAD 7u
#define GHALT_KIND_STORE 8u
#define GHALT_KIND_BLOCK 9u
#define GHALT_KIND_PATH_SUM_READ 13u
#define GHALT_KIND_CALL 14u

/* All numbers in the table are smaller.  */
uint32_t ghalt_kinds_end (void);

/* The kind with this number, or NULL.  */
const struct ghalt_kind *ghalt_kind (uint32_t number);

/* The kind with this word, or NULL.  */
const struct ghalt_kind *ghalt_kind_find (const char *word);

/* --- programs ------------------------------------------------------------- */

/* An executable, shared object, object or archive that has maps: it was compiled
   with the plugin, and is not stripped, or its debug file is installed.  */
struct ghalt_program;

struct ghalt_program *
ghalt_program_open (const char *path, struct ghalt_error **error);
void ghalt_program_close (struct ghalt_program *program);

/* As it was opened; in hexadecimal.  */
const char *ghalt_program_path (const struct ghalt_program *program);
const char *ghalt_program_build_id (const struct ghalt_program *program);

/* The folder that its source files have in common, or "".  */
const char *ghalt_program_folder (const struct ghalt_program *program);

/* Why there is no file PROFILE, as far as PROGRAM can tell: it never calls what
   would write it, or did not come to its end.  NULL if the file is there or
   nothing can be said; to be freed.  */
struct ghalt_error *
ghalt_program_why_no_profile (const struct ghalt_program *program,
			      const char *profile);

/* --- profiles ------------------------------------------------------------- */

struct ghalt_profile;

/* The sum of the N > 0 profiles PATHS, all of one build of one program.  */
struct ghalt_profile *ghalt_profile_open (const char *const *paths, size_t n,
					  struct ghalt_error **error);

/* The sum of N > 0 of them that are open; their names are kept.  */
struct ghalt_profile *
ghalt_profile_merge (const struct ghalt_profile *const *profiles, size_t n,
		     struct ghalt_error **error);

/* The SIZE bytes at DATA, a profile.  NAME is what messages call it.  */
struct ghalt_profile *
ghalt_profile_read (const void *data, size_t size, const char *name,
		    struct ghalt_error **error);
void ghalt_profile_close (struct ghalt_profile *profile);

/* What was counted from A to B, two moments of one process: every counter is the
   difference.  It is refused if one would be less than 0.  */
struct ghalt_profile *ghalt_profile_between (const struct ghalt_profile *a,
					     const struct ghalt_profile *b,
					     struct ghalt_error **error);

/* PROFILE, which is one of FROM, as one of TO, another build of the program.  A function
   whose graph is the same keeps its counts.  In one that has changed they find their
   places as far as blocks can be matched, and all others are inferred.  FROM may be
   NULL: it is looked for where it was.  What was counted in shared objects is left
   out.  */
struct ghalt_profile *
ghalt_profile_onto (const struct ghalt_profile *profile,
		    const struct ghalt_program *from,
		    const struct ghalt_program *to, struct ghalt_error **error);

/* What became of it.  A function with EVENTS in the old program had so many at all of its
   points together; KEPT of them found a place, SURE of those by what is in their blocks,
   the others only by where those are.  */
struct ghalt_onto
{
  uint64_t events, kept;	/* of the whole program */
  uint64_t elsewhere;		/* counters that are left out: of shared objects, and
				   of paths */
  size_t n_functions;		/* of TO that were found in FROM: */
  size_t n_same, n_changed, n_renamed;
  size_t n_gone, n_new;		/* those of FROM with events that were not, and
				   those of TO */
};

enum ghalt_onto_how
{
  GHALT_ONTO_SAME = 1,		/* the graph is the same */
  GHALT_ONTO_CHANGED,
  GHALT_ONTO_RENAMED		/* and changed, perhaps */
};

struct ghalt_onto_function
{
  const char *name, *was;	/* as in the source, now and then */
  uint32_t how;			/* enum ghalt_onto_how */
  uint64_t events, kept, sure;
};

/* 0 if PROFILE is not from ghalt_profile_onto.  */
int ghalt_profile_moved (const struct ghalt_profile *profile,
			 struct ghalt_onto *onto);
int ghalt_profile_moved_function (const struct ghalt_profile *profile, size_t i,
				  struct ghalt_onto_function *function);

/* Its bytes: what a file would have.  */
const void *ghalt_profile_data (const struct ghalt_profile *profile,
				size_t *size);

struct ghalt_profile_facts
{
  const char *name;		/* of the first file */
  const char *names;		/* "a and 3 more" */
  size_t n_names;
  uint64_t pid;			/* 0 if there are several */
  uint64_t lost;		/* events that could not be counted */
  int lost_by_threads;		/* counts may be too small: threads added to
				   shared cells */
  int running;			/* of a process that ran when it was read */
  int killed;			/* of one that could not finish it */
  int partly;			/* the file had no room for all */
  uint32_t n_objects;
  uint32_t recorded;		/* a bit for each kind */
};

void ghalt_profile_facts (const struct ghalt_profile *profile,
			  struct ghalt_profile_facts *facts);

/* What HALT_LABEL called the run; "": nothing, or not all runs the same.  */
const char *ghalt_profile_label (const struct ghalt_profile *profile);

/* A file that was loaded; the program is number 0.  */
struct ghalt_profile_object
{
  const char *path, *build_id;
  uint32_t n_units;
};

int ghalt_profile_object (const struct ghalt_profile *profile, uint32_t i,
			  struct ghalt_profile_object *object);

/* --- live profiles -------------------------------------------------------- */

/* A file in which a process counts (HALT_LIVE=1), to be read again and again.  It
   stays open, also if it is renamed or removed, or another process takes its name.
   One thread may use it at a time.  */
struct ghalt_live;

/* The live profile PATH, also that of a process which has ended.  */
struct ghalt_live *ghalt_live_open (const char *path,
				    struct ghalt_error **error);

/* That of process PID, whatever it is called: PID has it mapped.  For processes of
   the same user.  */
struct ghalt_live *ghalt_live_find (unsigned pid, struct ghalt_error **error);
void ghalt_live_close (struct ghalt_live *live);

enum ghalt_ended
{
  GHALT_RUNS,
  GHALT_ENDED_EXIT,
  GHALT_ENDED_SIGNAL,		/* which is in SIGNAL */
  GHALT_ENDED_KILLED,		/* by SIGKILL or what cannot be caught either */
  GHALT_ENDED_UNKNOWN		/* it had not ended when the file was copied, or counts
				   where that cannot be seen */
};

struct ghalt_live_facts
{
  const char *path;
  uint64_t pid;
  double started, time;		/* the process, and now: seconds since the machine
				   started; STARTED is 0 if it is not known */
  uint64_t lost;		/* events that could not be counted */
  int partly;			/* the file had no room for all */
  uint32_t ended;		/* enum ghalt_ended */
  uint32_t signal;
};

int ghalt_live_facts (struct ghalt_live *live, struct ghalt_live_facts *facts,
		      struct ghalt_error **error);

/* What has been counted by now: a profile like any other.  Counters that are added to
   meanwhile are from before or after that.  */
struct ghalt_profile *
ghalt_live_profile (struct ghalt_live *live, struct ghalt_error **error);

/* --- running processes ---------------------------------------------------- */

/* A process whose program was compiled with `switch', on x86, AArch64 and RISC-V.
   Another process, which is no child of this one, does what is asked for: it stops,
   reads and writes PID, as far as ptrace(2) allows.  If this one ends, it undoes what a context has done, and
   ends.  One thread may use it at a time.  */
struct ghalt_process;

/* Process PID, which runs on.  */
struct ghalt_process *
ghalt_process_attach (unsigned pid, struct ghalt_error **error);

/* Start a program: ARGV ends with NULL, and its first word is looked for as a shell
   does.  None of it is executed before ghalt_process_run.  It is a child of this
   process, and to be waited for.  */
struct ghalt_process *
ghalt_process_start (const char *const *argv, struct ghalt_error **error);

/* Give PROCESS back.  Points stay as they are.  One that was started and never run is
   ended.  */
void ghalt_process_close (struct ghalt_process *process);

unsigned ghalt_process_pid (const struct ghalt_process *process);

/* How many points are on and off; SECONDS: how long the process stood still.  */
struct ghalt_switched
{
  size_t on, off;
  double seconds;
};

/* Switch points: CONTEXT is one that has actions on and off alone, for the beginning:
   "on cbr@main*,entry; off bb line a.c:3-9".  SWITCHED, which may be NULL, says how many
   it names.  */
int ghalt_process_switch (struct ghalt_process *process, const char *context,
			  struct ghalt_switched *switched,
			  struct ghalt_error **error);

/* How many points are on and off now.  */
int ghalt_process_points (struct ghalt_process *process,
			  struct ghalt_switched *points,
			  struct ghalt_error **error);

/* What it has counted so far.  It stands still meanwhile.  */
struct ghalt_profile *ghalt_process_counts (struct ghalt_process *process,
					    struct ghalt_error **error);

/* Let its code be what it was before ghalt_process_switch, byte for byte.  */
int ghalt_process_undo (struct ghalt_process *process,
			struct ghalt_error **error);

/* A rule of a context was carried out; or, at the end, one that is `every' with `for'
   is over: then PROFILE is NULL and WINDOWS is not 0 if it was ever on.  */
struct ghalt_event
{
  int sampled;			/* it is the latter */
  size_t rule;			/* which of them, from 0 */
  const char *text;		/* what halt_event said; or "" */
  double seconds;		/* since the context began */
  unsigned snapshot;		/* its number from 1; 0: none was made */
  const struct ghalt_profile *profile; /* what that has, or NULL; until the
					  callback returns */
  unsigned windows;		/* how often the rule was in force, */
  double on, all;		/* how long, and how long it ran: processor time in
				   seconds */
  double error;			/* in 19 of 20 runs what SCALE tells is not farther off
				   than that, of 1; negative: unknown */
  double scale;			/* all that happened is so many times what was counted;
				   negative: unknown */
};

/* Nonzero: the context ends.  The process stands still until this returns.  EVENT is
   NULL if a signal has interrupted the waiting.  */
typedef int ghalt_callback (void *data, const struct ghalt_event *event);

/* Let PROCESS run under CONTEXT (docs/contexts.md) until that or the process ends.
   CALLBACK may be NULL.  What was counted in that time.  A program that was started
   and is not to be executed, as CONTEXT is wrong, ends with status 2.  */
struct ghalt_profile *
ghalt_process_run (struct ghalt_process *process, const char *context,
		   ghalt_callback *callback, void *data,
		   struct ghalt_error **error);

/* Whether CONTEXT is one, as far as can be said without a process.  */
int ghalt_context_check (const char *context, struct ghalt_error **error);

/* --- reports -------------------------------------------------------------- */

/* What a profile says of a program and of the shared objects that were loaded
   with it.  Without a profile: what the program alone says, with the ids that it
   has if nothing was loaded before it, and without counts.  */
struct ghalt_report;

/* PROFILE may be NULL.  The fault names both if they do not belong together.
   Shared objects are looked for where they were; one that is missing or another
   build is no error, see struct ghalt_object.  */
struct ghalt_report *ghalt_report_open (const struct ghalt_program *program,
					const struct ghalt_profile *profile,
					struct ghalt_error **error);

/* The report of the same program with PROFILE, of the same process at another time,
   say.  Shared objects that REPORT has found, or not, are not looked for again: that
   is most of the time that it takes.  REPORT and its profile must be closed after
   it.  */
struct ghalt_report *ghalt_report_again (const struct ghalt_report *report,
					 const struct ghalt_profile *profile,
					 struct ghalt_error **error);

/* The report of PROGRAM, or of an object or archive that was never linked, as if it
   had been executed and no point been come to.  */
struct ghalt_report *ghalt_report_never (const struct ghalt_program *program,
					 struct ghalt_error **error);
void ghalt_report_close (struct ghalt_report *report);

struct ghalt_report_facts
{
  size_t n_objects, n_units, n_functions;
  size_t n_foreign;		/* points of users' own kinds */
  uint64_t strays;		/* ids with counts that no object explains */
  size_t n_notes;
};

void ghalt_report_facts (const struct ghalt_report *report,
			 struct ghalt_report_facts *facts);

/* What the report cannot show, or may have wrong: one line each, for people.
   NULL if there is no such number.  */
const char *ghalt_report_note (const struct ghalt_report *report, size_t i);

struct ghalt_object
{
  const char *path, *build_id;	/* when the profile was recorded */
  int is_program;		/* it is the one that was opened */
  uint64_t unresolved;		/* ids with counts of which nothing is known */
  const char *why;		/* for that, or "" */
};

int ghalt_object (const struct ghalt_report *report, size_t i,
		  struct ghalt_object *object);

/* A source file that was compiled.  */
struct ghalt_unit
{
  size_t object;
  size_t first_function, n_functions;
  uint64_t base, n_ids;		/* its ids are from BASE on */
  uint64_t checksum;		/* of the map */
  uint32_t flags;		/* GHALT_UNIT_* */
  const char *source, *directory, *producer;
  const char *member;		/* of an archive, or NULL */
};

#define GHALT_UNIT_GIMPLE 2u	/* at=gimple: blocks and edges are gcov's */
#define GHALT_UNIT_PATHS 4u	/* its paths are counted */

int ghalt_unit (const struct ghalt_report *report, size_t i,
		struct ghalt_unit *unit);

/* FILE, a text of that unit, as people know it: relative to the program's folder
   if it is in that.  Uses the SIZE bytes at BUFFER, which should be 4096.  */
const char *ghalt_unit_file (const struct ghalt_report *report, size_t unit,
			     const char *file, char *buffer, size_t size);

/* What is written in that unit, compiled with `cover': *SIZE bytes of text, docs/coverage.md;
   NULL if nothing is known.  Points of kind `cover' have as argument a number of it.  */
const char *ghalt_unit_written (const struct ghalt_report *report, size_t unit,
				size_t *size);

struct ghalt_function
{
  size_t number;		/* in the report */
  size_t unit;
  const char *name;		/* the symbol */
  const char *pretty;		/* as in the source language */
  const char *file;
  uint32_t line;		/* of the definition */
  uint32_t flags;		/* GHALT_FUNCTION_* */
  int discarded;		/* the linker dropped it: another copy was kept,
				   or none */
  uint64_t address;		/* as in the file, 0 if not known */
  uint64_t cfg;			/* checksum of blocks and edges */
  uint32_t n_blocks;		/* ENTRY and EXIT are two of them */
  uint32_t n_edges, n_points;
};

#define GHALT_FUNCTION_LOCAL 1u	/* not visible outside its unit */
#define GHALT_FUNCTION_COMDAT 2u /* the linker keeps one of several copies */
#define GHALT_FUNCTION_SKIPPED 4u /* left out on purpose: has no points */
#define GHALT_FUNCTION_ARTIFICIAL 8u /* the compiler's own */

int ghalt_function (const struct ghalt_report *report, size_t i,
		    struct ghalt_function *function);

/* What became of its counts; 0 if the profile was not put onto this build by
   ghalt_profile_onto, or the function was not found in the other.  */
int ghalt_function_moved (const struct ghalt_report *report, size_t i,
			  struct ghalt_onto_function *function);

/* The function of OBJECT that begins at ADDRESS, as in the file.  */
int ghalt_function_at (const struct ghalt_report *report, size_t object,
		       uint64_t address, struct ghalt_function *function);

/* --- points --------------------------------------------------------------- */

/* Where in the source.  */
struct ghalt_place
{
  const char *file;
  uint32_t line, column;
  int near;			/* it is that of something nearby */
};

/* Events with one index of a jump table, or ends of one path.  */
struct ghalt_index
{
  uint64_t id, index, count;
};

struct ghalt_point
{
  uint32_t kind;
  uint32_t flags;		/* GHALT_POINT_* */
  uint64_t id;			/* in that process */
  size_t function;
  uint32_t number;		/* in the function */
  uint32_t block;		/* in the function's graph */
  uint32_t insn;		/* which instruction of the block, from 0 */
  uint32_t line, column;
  const char *file;
  const char *inlined;		/* the function whose body it was copied from,
				   or "" */
  uint32_t n_args;
  /* Only if it was recorded, and not off all the time.  What several points have
     together, because they have one id, each of them has.  */
  int recorded;
  int shared;			/* other points of its kind have this id */
  uint64_t events;
  uint64_t counters[2];		/* by the kind's cells */
  const struct ghalt_index *indices; /* by index; of cells INDICES */
  uint64_t n_indices;
};

#define GHALT_POINT_AFTER 1u	/* reported after the instruction */
#define GHALT_POINT_FIXED 2u	/* unique=: the id is a constant */
#define GHALT_POINT_FORMS 4u	/* arguments may be texts */
#define GHALT_POINT_TARGETS 8u	/* of the indices that lead to one block the
				   first may stand for all */

/* Point I of function number FUNCTION, in the order of the code.  */
int ghalt_point (const struct ghalt_report *report, size_t function, uint32_t i,
		 struct ghalt_point *point);

/* Point I of all of KIND that can be counted, by id.  Those of functions that
   were discarded are not among them.  */
int ghalt_counted (const struct ghalt_report *report, uint32_t kind, size_t i,
		   struct ghalt_point *point);
size_t ghalt_n_counted (const struct ghalt_report *report, uint32_t kind);

/* How many counters of KIND the profile has that are not 0; for kinds with an index,
   of each.  */
uint64_t ghalt_recorded (const struct ghalt_report *report, uint32_t kind);

/* The first of the points of KIND that have ID; KIND may be GHALT_ANY: then the
   kind with the smallest number that has it.  */
#define GHALT_ANY UINT32_MAX
int ghalt_find (const struct ghalt_report *report, uint32_t kind, uint64_t id,
		struct ghalt_point *point);

/* What POINT, one of REPORT, is called in every build of the program: a number that
   is the same wherever the code of its function is, as far as its name, its blocks, how
   many instructions each has, and its edges tell.  Files and lines do not count, nor
   what else is instrumented.  It is made of the function's symbol, the checksum of its
   graph, the kind, the block, the instruction, and how many points of the kind come
   before it there.  So two functions of one name that have the same graph share the
   keys of their points.  0 if there is no such point; no key is 0.  */
uint64_t ghalt_key (const struct ghalt_report *report,
		    const struct ghalt_point *point);

/* Whether POINT's position, or that of something near it, is known.  */
int ghalt_point_place (const struct ghalt_report *report,
		       const struct ghalt_point *point,
		       struct ghalt_place *place);

/* How many of its events went another way than most of them: a predictor that
   always says the same has so many misses.  0 if it is no branch.  */
uint64_t ghalt_point_misses (const struct ghalt_point *point);

/* What a static argument is.  */
enum ghalt_form
{
  GHALT_ARG_NUMBER,
  GHALT_ARG_FUNCTION,		/* its address; TEXT is the symbol */
  GHALT_ARG_VARIABLE,
  GHALT_ARG_STRING,		/* the address of TEXT */
  GHALT_ARG_PC,			/* the address of the instruction */
  GHALT_ARG_CALLEE		/* what a call names: TEXT is the symbol; the
				   routine is not given it */
};

struct ghalt_arg
{
  uint32_t form;		/* enum ghalt_form */
  int64_t number;
  const char *text;		/* or NULL */
};

int ghalt_arg (const struct ghalt_report *report,
	       const struct ghalt_point *point, uint32_t i,
	       struct ghalt_arg *arg);

/* What all points of a kind add up to.  */
struct ghalt_totals
{
  uint64_t points, executed;	/* recorded ones, unless none is; of them: with
				   events */
  uint64_t events, bytes;	/* those of an id count once */
  int recorded;
};

/* Of the points of KIND.  CHOSEN: for each function 0 if it does not count; or
   NULL: all count.  */
void ghalt_totals (const struct ghalt_report *report, uint32_t kind,
		   const unsigned char *chosen, struct ghalt_totals *totals);

/* --- graphs --------------------------------------------------------------- */

enum ghalt_how
{
  GHALT_UNKNOWN,
  GHALT_DERIVED,		/* no other number agrees with the measured
				   ones */
  GHALT_MEASURED
};

struct ghalt_count
{
  uint64_t n;			/* 0 if unknown */
  uint32_t how;			/* enum ghalt_how */
  uint32_t why;			/* it is unknown: for ghalt_graph_reason */
  uint32_t at;			/* the block of WHY */
};

/* The sum of A and B, as certain as the one that is less.  */
struct ghalt_count ghalt_count_add (struct ghalt_count a, struct ghalt_count b);

/* A function's blocks and edges.  */
struct ghalt_graph;

/* The graph of function number FUNCTION.  COUNTS is 0: without counts, which are
   what takes time.  Nothing is known of a report without profile.  */
struct ghalt_graph *
ghalt_graph_open (const struct ghalt_report *report, size_t function,
		  int counts, struct ghalt_error **error);
void ghalt_graph_close (struct ghalt_graph *graph);

/* Number 0 is where the function is entered, 1 where it returns to its caller:
   both have a count and nothing else.  */
#define GHALT_BLOCK_ENTRY 0u
#define GHALT_BLOCK_EXIT 1u
#define GHALT_BLOCK_FIRST 2u

struct ghalt_block
{
  uint32_t number;
  uint32_t flags;		/* GHALT_BLOCK_* */
  uint32_t n_insns;		/* instructions; statements with at=gimple */
  uint32_t line, last_line;	/* of its first position */
  uint32_t n_lines;		/* at=gimple: the lines that gcov counts it
				   for; else of its instructions, if they are
				   of several */
  const char *file;
  struct ghalt_count count;	/* how often it was begun */
  struct ghalt_count lost;	/* how often it was begun and not left by an
				   edge: a call did not return, say */
};

#define GHALT_BLOCK_COLD 1u	/* in the cold section */
#define GHALT_BLOCK_LANDING 2u	/* landing pad of exceptions */
#define GHALT_BLOCK_CALL 4u	/* a call in it may not return */
#define GHALT_BLOCK_TWICE 8u	/* a call in it may return again */
#define GHALT_BLOCK_ENDS 16u	/* gcov thinks that its call returns */

struct ghalt_edge
{
  uint32_t number;
  uint32_t from, to;
  uint32_t flags;		/* GHALT_EDGE_*, exactly one of them */
  uint32_t index;		/* GHALT_EDGE_INDEX: which entry of the table */
  struct ghalt_count count;
};

#define GHALT_EDGE_FALL 1u	/* falls through; a branch that is not taken */
#define GHALT_EDGE_TAKEN 2u
#define GHALT_EDGE_JUMP 4u
#define GHALT_EDGE_INDEX 8u	/* a jump through a table */
#define GHALT_EDGE_RETURN 16u	/* return or sibling call; to EXIT */
#define GHALT_EDGE_EH 32u	/* an exception */
#define GHALT_EDGE_ABNORMAL 64u	/* computed goto, nonlocal goto, setjmp */

uint32_t ghalt_graph_blocks (const struct ghalt_graph *graph);
uint32_t ghalt_graph_edges (const struct ghalt_graph *graph);
int ghalt_block (const struct ghalt_graph *graph, uint32_t i,
		 struct ghalt_block *block);
int ghalt_edge (const struct ghalt_graph *graph, uint32_t i,
		struct ghalt_edge *edge);

/* Line I of those.  */
int ghalt_block_line (const struct ghalt_graph *graph, uint32_t block,
		      uint32_t i, struct ghalt_place *place);

/* Whether the block's position, or that of a block near it, is known.  */
int ghalt_block_place (const struct ghalt_graph *graph, uint32_t block,
		       struct ghalt_place *place);

/* The numbers of the edges out of BLOCK, or into it: *N of them.  */
const uint32_t *ghalt_edges_out (const struct ghalt_graph *graph,
				 uint32_t block, uint32_t *n);
const uint32_t *ghalt_edges_in (const struct ghalt_graph *graph, uint32_t block,
				uint32_t *n);

/* The natural loops of a graph, which has to stay open: an edge to a block that
   dominates where it comes from closes one, and those that lead to the same block close
   the same.  Code that goes round without such a block is in none.  */
struct ghalt_loops;

struct ghalt_loops *ghalt_loops_open (const struct ghalt_graph *graph,
				      struct ghalt_error **error);
void ghalt_loops_close (struct ghalt_loops *loops);

#define GHALT_NO_LOOP 0xffffffffu

struct ghalt_loop
{
  uint32_t head;		/* the block that dominates the others */
  uint32_t parent;		/* the innermost loop around it, or GHALT_NO_LOOP; its
				   number is less */
  uint32_t depth;		/* 1: in no other loop */
  uint32_t n_blocks;		/* HEAD is the first */
  const uint32_t *blocks;
  struct ghalt_count count;	/* how often HEAD was begun, */
  struct ghalt_count back;	/* and how often by an edge that closes the loop:
				   COUNT - BACK times it was entered */
};

int ghalt_loop (const struct ghalt_loops *loops, uint32_t i,
		struct ghalt_loop *loop);

/* Whether measured counts contradict each other: in *BLOCK or around it.  */
int ghalt_graph_conflict (const struct ghalt_graph *graph, uint32_t *block);

/* Why COUNT, one of the graph, is unknown, as a phrase: "the call in block 7 may
   not return (exit, longjmp, exception)".  Writes as snprintf does and returns
   what it returns; 0 and "" for a count that is known.  */
size_t ghalt_graph_reason (const struct ghalt_graph *graph,
			   const struct ghalt_count *count, char *buffer,
			   size_t size);

/* The words of flags, as reports have them: of one BIT of a unit's flags, a
   function's, a block's, an edge's.  NULL if it is none.  */
enum ghalt_flags
{
  GHALT_FLAGS_UNIT,
  GHALT_FLAGS_FUNCTION,
  GHALT_FLAGS_BLOCK,
  GHALT_FLAGS_EDGE
};
const char *ghalt_flag_name (enum ghalt_flags what, uint32_t bit);

/* --- functions that were executed elsewhere -------------------------------- */

/* A function whose own code was never entered may have been executed: where it was
   inlined, or as another copy of it (a clone, a constructor's other symbol, the copy
   of another unit).  */
struct ghalt_elsewhere;

enum ghalt_found
{
  GHALT_FOUND_NOTHING,		/* it was not; or its own code was executed */
  GHALT_FOUND_PERHAPS,		/* it was inlined; whether that was executed is
				   not known */
  GHALT_FOUND_COPY,		/* another copy was entered */
  GHALT_FOUND_INLINED		/* code of it that was inlined was executed */
};

struct ghalt_elsewhere *ghalt_elsewhere_open (const struct ghalt_report *report,
					      struct ghalt_error **error);
void ghalt_elsewhere_close (struct ghalt_elsewhere *elsewhere);

/* What was found for function number FUNCTION.  */
enum ghalt_found ghalt_elsewhere (const struct ghalt_elsewhere *elsewhere,
				  size_t function);

/* --- lines ---------------------------------------------------------------- */

/* Counts of source lines.  What the count of a line is stands in
   docs/format.md: gcov's rule where gcov's table is (at=gimple), and one like it
   elsewhere.  */
struct ghalt_lines;

/* Begin with none.  */
struct ghalt_lines *ghalt_lines_open (const struct ghalt_report *report,
				      struct ghalt_error **error);

/* The functions that are added from now on are REPORT's, of another program, say, which
   has to stay open as well.  What is on one line of one file is added up.  */
int ghalt_lines_more (struct ghalt_lines *lines,
		      const struct ghalt_report *report,
		      struct ghalt_error **error);

/* Add the lines of function number FUNCTION; each once, in the order of their
   numbers.  Functions that were discarded or skipped have no lines, nor have
   those that the compiler made.  */
int ghalt_lines_add (struct ghalt_lines *lines, size_t function,
		     struct ghalt_error **error);

/* All are added: sum up, which the arrays below come from.  */
int ghalt_lines_sum (struct ghalt_lines *lines, struct ghalt_error **error);

/* The same for all functions at once.  */
struct ghalt_lines *ghalt_lines_all (const struct ghalt_report *report,
				     struct ghalt_error **error);
void ghalt_lines_close (struct ghalt_lines *lines);

struct ghalt_file
{
  const char *path;		/* as far as known absolute, without . and .. */
  const char *name, *directory;	/* as the compiler has them */
};

struct ghalt_line
{
  uint32_t file;		/* which of the files */
  uint32_t line;
  struct ghalt_count count;
  size_t first_branch, n_branches;
};

/* One way out of a block that has several.  */
struct ghalt_branch
{
  struct ghalt_count count;
  struct ghalt_count of;	/* of the block */
  uint32_t flags;		/* GHALT_EDGE_* */
  uint32_t index;
  int never;			/* the line was never executed */
  int begins;			/* the first one out of its block */
};

/* What the source files were when they were compiled.  */
struct ghalt_sources;
struct ghalt_sources *ghalt_sources_open (const struct ghalt_report *report,
					  struct ghalt_error **error);
void ghalt_sources_close (struct ghalt_sources *sources);

/* The checksums that were recorded of the file PATH, as ghalt_file has it: how many
   different ones, and them; halt_checksum of halt/format.h, from
   HALT_CHECKSUM_START on, of its bytes.  0: none was.  */
size_t ghalt_sources_sums (const struct ghalt_sources *sources,
			   const char *path, const uint64_t **sums);

struct ghalt_line_function
{
  uint32_t file, line;		/* where it is defined */
  const char *name, *pretty;
  struct ghalt_count count;	/* how often it was entered */
  uint32_t found;		/* enum ghalt_found: where else it was, if its own
				   code was never entered */
};

/* *N of each: files; lines, by file and line; branches of the lines; functions,
   by file, line and name.  */
const struct ghalt_file *
ghalt_lines_files (const struct ghalt_lines *lines, size_t *n);
const struct ghalt_line *
ghalt_lines_lines (const struct ghalt_lines *lines, size_t *n);
const struct ghalt_branch *
ghalt_lines_branches (const struct ghalt_lines *lines, size_t *n);
const struct ghalt_line_function *
ghalt_lines_functions (const struct ghalt_lines *lines, size_t *n);

/* --- calls ---------------------------------------------------------------- */

/* Who called whom, where kind CALL was counted.  */
struct ghalt_calls;

#define GHALT_NO_FUNCTION ((size_t) -1)

/* The calls of one function on one line of another.  */
struct ghalt_call
{
  size_t caller;		/* number in the report; GHALT_NO_FUNCTION: from
				   elsewhere, through a pointer or from code
				   without points */
  size_t callee;		/* the same; GHALT_NO_FUNCTION: not in the report,
				   or the call names nothing */
  const char *name;		/* the symbol of the callee; "": the call goes
				   through a pointer */
  const char *file;		/* where the call is, "" and 0 if not known */
  uint32_t line;
  uint32_t sites;		/* points there; 0 from elsewhere */
  struct ghalt_count count;	/* from elsewhere derived: how often the callee
				   was entered, less the calls that name it */
};

/* A call that names a function is one of what linkers and loaders take the name for:
   the file's own, else that of the object, or of the first that exports it if it may
   be replaced.  What comes from elsewhere is there only if kind ENTRY was counted.  */
struct ghalt_calls *ghalt_calls_open (const struct ghalt_report *report,
				      struct ghalt_error **error);
void ghalt_calls_close (struct ghalt_calls *calls);

/* All of them, *N, by caller, callee, name, file and line; those from elsewhere
   come last.  */
const struct ghalt_call *
ghalt_calls_list (const struct ghalt_calls *calls, size_t *n);

/* --- paths ---------------------------------------------------------------- */

/* The Ball-Larus paths of all functions whose paths were counted.  */
struct ghalt_paths;

struct ghalt_paths *ghalt_paths_open (const struct ghalt_report *report,
				      struct ghalt_error **error);
void ghalt_paths_close (struct ghalt_paths *paths);

struct ghalt_paths_facts
{
  size_t n_functions;
  uint64_t insns;		/* on all of them */
  uint64_t strays;		/* counts that no function explains */
  int gimple;			/* those are statements */
};

void ghalt_paths_facts (const struct ghalt_paths *paths,
			struct ghalt_paths_facts *facts);

struct ghalt_path_function
{
  size_t function;		/* in the report */
  uint64_t id;			/* of region 0 */
  uint32_t n_regions;		/* parts that paths do not lead out of */
  size_t n_executed;		/* different paths */
  uint64_t executions, insns;	/* of them together */
};

/* Function I; those with the most instructions come first.  */
int ghalt_path_function (const struct ghalt_paths *paths, size_t i,
			 struct ghalt_path_function *function);

/* How many paths there may be in a region of function number FUNCTION of
   PATHS.  */
uint64_t ghalt_path_possible (const struct ghalt_paths *paths, size_t function,
			      uint32_t region);

/* The graph of function number FUNCTION of PATHS, with the counts that its paths
   alone say.  */
struct ghalt_graph *
ghalt_path_graph (const struct ghalt_paths *paths, size_t function,
		  struct ghalt_error **error);

enum ghalt_path_end
{
  GHALT_PATH_EXIT,		/* the function was left */
  GHALT_PATH_EDGE,		/* by its last edge, to where the next begins */
  GHALT_PATH_TAIL		/* it goes on by any way */
};

struct ghalt_path
{
  uint32_t region;
  uint64_t number;		/* in the region: a path sum */
  uint64_t count, insns;	/* of all executions together */
  uint32_t begin;		/* block: the first, if there is one */
  uint32_t end;			/* enum ghalt_path_end */
  uint32_t n_blocks, n_edges;
  const uint32_t *blocks, *edges; /* in the graph; until the next path is asked
				   for */
};

/* Executed path I of function number FUNCTION of PATHS, costliest first.  0 if
   there is none; and *ERROR is filled if there is no memory.  */
int ghalt_path (struct ghalt_paths *paths, size_t function, size_t i,
		struct ghalt_path *path, struct ghalt_error **error);

/* --- inside the program --------------------------------------------------- */

/* What the running process itself is made of: a report without counts, but with
   the ids that its points have in this process, of the program and of all the
   shared objects that are loaded now.  Objects without maps are left out.  For
   analysis routines.  */
struct ghalt_report *ghalt_report_self (struct ghalt_error **error);

/* Where the point with an id is.  */
struct halt_where
{
  const char *function;		/* the symbol */
  const char *pretty;		/* as in the source language */
  const char *file;
  uint32_t line, column;	/* column 0 also if it is only near */
  uint32_t kind;
};

/* Find ID, which an analysis routine of this process was given; the texts live
   as long as the process.  0 if nothing is known of it.  The first call reads the
   maps of all that is loaded, and so does one that finds objects which were not
   loaded before: some milliseconds, and memory.  Not for signal handlers, nor
   for a routine that is called inside malloc; any thread may call it.  This and
   halt_key are the functions here that keep something outside handles.  */
int halt_where (uint64_t id, struct halt_where *where);

/* The key of the point with ID, as ghalt_key has it, found as halt_where finds it: the
   same in the next build wherever the code of the function is.  0 if nothing is known
   of ID.  */
uint64_t halt_key (uint64_t id);

#ifdef __cplusplus
}
#endif

#endif /* GHALT_H */
