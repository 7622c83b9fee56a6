/* SPDX-License-Identifier: GPL-3.0-or-later */
/* A process from outside: its points that can be switched (halt/switch.h), and its
   code.  The process need not know.

   Functions that fail write why to `why', one line without a newline, which says what
   to do where something can be done, and return false.  Nothing here prints or
   exits.  */

#ifndef HALT_LIVE_H
#define HALT_LIVE_H 1

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/types.h>

#include "halt/format.h"

#define LIVE_WHY 512

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
};

/* A table of counters, a note: addresses in the process.  */
struct live_cells
{
  size_t object;
  uint64_t unit, cells, table, threads; /* THREADS is 0 but for count=thread */
};

/* What is at a site or gate, and what was there.  */
struct live_change
{
  uint64_t at;
  unsigned char was[5], is[5];
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
  struct live_cells *cells;
  size_t n_cells;
  void **kept;			/* what those point to */
  size_t n_kept;
  struct live_change *changes;	/* all that was changed and is to be undone */
  size_t n_changes;
  double stopped;		/* seconds, the last time */
};

/* Open process PID, find its objects and points.  *P is to be closed even if this
   fails.  */
bool live_open (struct live_process *p, pid_t pid, char *why);
/* Nothing is undone by this.  */
void live_close (struct live_process *p);

/* SIZE bytes at ADDRESS; false if they are not there.  */
bool live_read (const struct live_process *p, uint64_t address, void *data,
		size_t size);

/* Whether a point of FUNCTION is to be ON (1), off (0), or left alone (-1).  */
typedef int live_choice (const struct live_process *p,
			 const struct live_function *function,
			 const struct halt_switch_point *point, void *data);

/* What was switched.  */
struct live_count
{
  size_t on, off;		/* points */
};

/* Stop all threads, switch points as CHOICE says, let them go on.  */
bool live_switch (struct live_process *p, live_choice *choice, void *data,
		  struct live_count *count, char *why);
/* Stop them and make the code what it was when P was opened, if the process is still
   there: it may have ended, or replaced its program.  */
bool live_undo (struct live_process *p, char *why);

#endif /* HALT_LIVE_H */
