/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A process from outside: its points that can be switched (halt/switch.h), and its
   code.  The process need not know.

   Functions that fail write why to `why', one line without a newline, which says what
   to do where something can be done, and return false.  Nothing here prints or
   exits.  */

#ifndef HALT_LIVE_LIVE_H
#define HALT_LIVE_LIVE_H 1

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "halt/format.h"
#include "halt/switch.h"

#define LIVE_WHY 512
#define LIVE_NO_MEMORY "no memory" /* the reason that waiting does not mend */

/* An object that the process has loaded.  */
struct live_object
{
  char *path;			/* as the kernel knows it; it may be gone */
  uint64_t start;		/* where it begins in memory */
  uint64_t bias;		/* address in memory less that in the file */
  bool is_64;
  char build_id[129];		/* hexadecimal, or "" */
};

/* A note: points of one function.  POINTS is a copy of what is at ADDRESS.  */
struct live_function
{
  size_t object;
  const char *name;		/* symbol */
  uint64_t unit;		/* address of the unit's descriptor */
  uint64_t address;
  const struct halt_switch_point *points;
  uint32_t n_points;
  size_t first;			/* number of the first of them in the process */
};

/* A unit's descriptor, and what it counts itself, a note each: addresses in the
   process.  */
struct live_unit
{
  size_t object;
  uint64_t address;
};
struct live_cells
{
  size_t object;
  uint64_t unit, cells, n_cells;
  uint64_t threads;		/* 0 but for count=thread */
};

/* A copy of the default runtime (struct halt_library): addresses in the process.  */
struct live_library
{
  size_t object;
  uint32_t n_kinds;
  uint64_t shards, rows, paths, process, switched;
};

/* What is at a site or gate, and what was there.  */
struct live_change
{
  uint64_t at;
  unsigned char was[HALT_SITE_BYTES], is[HALT_SITE_BYTES];
};

struct live_process
{
  pid_t pid;
  int memory;			/* /proc/PID/mem */
  int lock;			/* a name that one attacher has */
  struct live_object *objects;
  size_t n_objects;
  struct live_function *functions;
  size_t n_functions;
  struct live_unit *units;
  size_t n_units;
  struct live_cells *cells;
  size_t n_cells;
  struct live_library *libraries;
  size_t n_libraries;
  uint64_t *events;		/* where halt_event tells who listens */
  size_t n_events;
  void **kept;			/* what those point to */
  size_t n_kept;
  struct live_change *changes;	/* all that was changed and is to be undone */
  size_t n_changes;
  double stopped;		/* seconds, the last time */
  bool held;			/* who has opened it lets it stand still */
  bool busy;			/* then: it is changing its code itself */
  bool no_memory;		/* not all of this was found */
  int counts;			/* a file for what was counted, or -1 */
  /* Of each point whether it was on at some time since counts began, for what is
     taken; NULL: whether it is on.  It belongs to who sets it.  */
  const unsigned char *were_on;
  /* What else is done while the process stands still, or NULL: 0 or an errno.  */
  int (*still) (const struct live_process *p);
};

/* How many points P has.  */
static inline size_t
live_n_points (const struct live_process *p)
{
  size_t n = p->n_functions;
  return n ? p->functions[n - 1].first + p->functions[n - 1].n_points : 0;
}

/* Open process PID, find its objects and points.  *P is to be closed even if this
   fails.  */
bool live_open (struct live_process *p, pid_t pid, char *why);
/* The same for who lets it stand still himself; it need not have points.  */
bool live_hold (struct live_process *p, pid_t pid, char *why);
bool live_has_points (const struct live_process *p, char *why);
/* The same to look at it only, which need not have points.  */
bool live_look (struct live_process *p, pid_t pid, char *why);
/* Nothing is undone by this.  */
void live_close (struct live_process *p);

/* Find its objects and points again: it may have loaded others.  False: it is not
   there any more.  */
bool live_again (struct live_process *p);

/* Whether PID has more threads than one.  For live/ alone.  */
bool live_has_threads (pid_t pid);

/* End a process of live/'s own: for the library's users no other function ends one.  */
__attribute__ ((noreturn)) void live_exit (int status);

/* --- proc.c ----------------------------------------------------------------------- */

/* SIZE bytes at ADDRESS; false if they are not there.  */
bool live_read (const struct live_process *p, uint64_t address, void *data,
		size_t size);

/* What is to come before PATH, a file as process PID knows it, to open it here: ROOT, of
   LIVE_ROOT bytes, is "" or "/proc/PID/root", where PID has other mounts or another
   root.  Returns ROOT.  */
#define LIVE_ROOT 40
const char *live_root (pid_t pid, const char *path, char *root);

/* Whether /proc shows the PID namespace that we are in; if not WHY says so.  */
bool live_has_proc (char *why);

/* --- objects.c -------------------------------------------------------------------- */

/* Find P's objects, and their notes.  False: not all was found, or there is no
   memory.  */
bool live_find_objects (struct live_process *p);
void live_forget_objects (struct live_process *p);

/* The dynamic linker of P, or NULL; where O has the symbol NAME, or 0: for objects with
   few symbols; the word at ADDRESS, of O's size, or 0.  */
const struct live_object *live_linker (const struct live_process *p);
uint64_t live_symbol (const struct live_process *p, const struct live_object *o,
		      const char *name);
uint64_t live_word (const struct live_process *p, const struct live_object *o,
		    uint64_t address);

/* --- counts.c ---------------------------------------------------------------------- */

/* A live profile (halt/live.h): in memory, SIZE bytes of a mapping.  */
struct live_image
{
  char *data;
  size_t size;
};

/* From here on, each time that points are switched or undone take what was counted up
   to then, in the same moment.  */
bool live_keep_counts (struct live_process *p, char *why);
/* What was taken the last time.  It belongs to the caller.  */
bool live_kept_counts (struct live_process *p, struct live_image *image,
		       char *why);
/* What has been counted up to now, while P is held.  */
bool live_take_counts (struct live_process *p, struct live_image *image,
		       char *why);
/* What the cells of a unit mean (HALT_COUNTERS_SECTION).  */
struct live_meaning
{
  uint64_t unit;		/* address of its descriptor, */
  const uint64_t *units;	/* and of others that HALT_COUNTER_UNIT names */
  uint32_t n_units, n_counters;
  const struct halt_counter *counters;
};
/* Find that of the cells at address CELLS of OBJECT, a record of process PID that describes
   one.  It stays there.  False: it is not known.  */
struct halt_live_record;
typedef bool live_meaning_of (const struct halt_live_record *object, pid_t pid,
			      uint64_t cells, struct live_meaning *meaning);
/* Make a profile of what was counted from BEFORE, which may be empty, up to IMAGE:
   *SIZE bytes, to be freed.  NULL: WHY says why not.  */
typedef void *live_profile_of (const struct live_image *image,
			       const struct live_image *before, size_t *size,
			       char *why);
void live_image_release (struct live_image *image);

/* --- points-on.c ------------------------------------------------------------------- */

/* Take out the breakpoints that somebody who was killed has left in P, which nobody
   traces.  */
void live_repair (const struct live_process *p);

/* ON has room for all points: 1 for those that are on.  */
void live_find_on (const struct live_process *p, unsigned char *on);
struct live_count
{
  size_t on, off;		/* points */
};
/* How many are on and off now.  */
void live_count_points (const struct live_process *p, struct live_count *count);

/* --- switch.c ---------------------------------------------------------------------- */

/* Whether a point of FUNCTION is to be ON (1), off (0), or left alone (-1).  */
typedef int live_choice (const struct live_process *p,
			 const struct live_function *function,
			 const struct halt_switch_point *point, void *data);

/* Stop all threads, switch points as CHOICE says, let them go on.  */
bool live_switch (struct live_process *p, live_choice *choice, void *data,
		  struct live_count *count, char *why);
/* Stop them and make the code what it was when P was opened, if the process is still
   there: it may have ended, or replaced its program.  */
bool live_undo (struct live_process *p, char *why);

/* --- mark.c ------------------------------------------------------------------- */

/* Let the live profiles that P keeps say which points are on.  Where that cannot be done
   nothing is known of them if they count nothing.  */
void live_mark (const struct live_process *p);

/* --- lines.c: lines of the source -------------------------------------------- */

struct live_lines;

/* A point at LINE of FILE, in a unit with CHECKSUM.  ID is a local number, or the
   point's own constant.  */
typedef void live_point_at (void *data, uint64_t checksum, uint64_t id,
			    uint32_t kind, const char *file, uint32_t line);
/* Call AT for all points of the program or shared object PATH.  If that cannot be read,
   say why.  */
typedef bool live_points_of (const char *path, live_point_at *at, void *data,
			     char *why);

/* The points of P whose lines LINES has: FILE:LINE or FILE:FIRST-LAST, with commas; FILE
   is a name, or the end of a path; alone it is all of it if WHOLE says so.  What is known of lines is in files: NULL if one
   has none, or is another build.  */
struct live_lines *
live_lines_read (const struct live_process *p, const char *lines, bool whole,
		 live_points_of *points_of, char *why);
bool live_lines_have (const struct live_lines *l,
		      const struct live_function *function,
		      const struct halt_switch_point *point);
void live_lines_free (struct live_lines *l);

/* What is to be on, or off.  */
struct live_pattern
{
  const char *pattern;
  bool on;
};

/* --- choose.c: which points are meant -------------------------------------- */

struct context_points;

/* For each of them, in the order of P->functions, whether CHOSEN names it; to be freed.
   NULL: some part of what it says names none, and not LENIENT, or lines are not
   known.  Else WHY is "", or what is to be told.  */
unsigned char *live_choose (const struct live_process *p,
			    const struct context_points *chosen,
			    live_points_of *points_of, bool lenient, char *why);

#endif /* HALT_LIVE_LIVE_H */
