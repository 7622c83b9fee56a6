/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Points of a process are switched: its code is changed while it stands still.  */

#include "base/grow.h"
#include "base/order.h"
#include "live/live.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "halt/switch.h"
#include "live/stop.h"

/* What is done while the process stands still.  */
struct work
{
  struct live_process *p;
  live_choice *choice;
  void *data;
  const struct live_function *function;
  struct live_count count;
  struct live_change *changes;
  size_t n;
  bool busy;			/* the process is changing its code itself */
  bool no_memory;
  uint64_t start;		/* where PIECE is from */
  unsigned char piece[1 << 14];
};

static int
choose_point (void *data, const struct halt_switch_point *point)
{
  struct work *w = data;
  int on = w->choice (w->p, w->function, point, w->data);
  w->count.on += on == 1;
  w->count.off += on == 0;
  return on;
}

/* What is at AT.  Code is read in pieces: a call of the kernel for each site would be
   most of the time.  */
static void
read_code (void *data, uint64_t at, unsigned char *code)
{
  struct work *w = data;
  if (at < w->start || at - w->start > sizeof w->piece - HALT_SITE_BYTES)
    {
      ssize_t n = pread (w->p->memory, w->piece, sizeof w->piece, (off_t) at);
      size_t got = n > 0 ? (size_t) n : 0;
      memset (w->piece + got, 0, sizeof w->piece - got);
      w->start = at;
    }
  memcpy (code, w->piece + (at - w->start), HALT_SITE_BYTES);
  /* Where a site takes two instructions, a jump to itself.  */
  w->busy |= HALT_SITE_BYTES > 4 && code[0] == 0xeb && code[1] == 0xfe;
}

static void
change (void *data, uint64_t at, const unsigned char *code)
{
  struct work *w = data;
  struct live_change c = { .at = at };
  read_code (w, at, c.was);
  memcpy (c.is, code, sizeof c.is);
  if (grow (&w->changes, w->n, sizeof *w->changes))
    w->changes[w->n++] = c;
  else
    w->no_memory = true;
}

ORDER (compare_changes, struct live_change, UP (at));

/* Nothing was found yet, nothing read.  */
static void
begin_work (struct work *w)
{
  w->n = 0;
  w->busy = false;
  w->start = UINT64_MAX;
}

/* Find what is to be changed, nothing being changed yet.  */
static void
find_changes (struct work *w)
{
  const struct halt_switching how = { w, choose_point, read_code, change };
  begin_work (w);
  w->count = (struct live_count) { 0, 0 };
  for (size_t i = 0; i < w->p->n_functions; i++)
    {
      w->function = &w->p->functions[i];
      halt_switch_points (&how, w->function->points, w->function->address,
			  w->function->n_points);
    }
}

/* Results of what is done in a helper.  */
enum
{
  DONE,
  BUSY,
  FAILED,			/* and an errno */
  NOT_COUNTED = 1 << 16		/* the same */
};

/* Read or write a piece: the changes from FIRST on, up to *END, that are near to one
   another, so that each page of it has some.  False: that failed.  */
static bool
transfer (struct work *w, size_t first, size_t *end, bool write)
{
  uint64_t start = w->changes[first].at, last = start;
  size_t i = first;
  for (; i < w->n && w->changes[i].at - last < 4096
	 && w->changes[i].at - start <= sizeof w->piece - HALT_SITE_BYTES;
       i++)
    last = w->changes[i].at;
  size_t size = last - start + HALT_SITE_BYTES;
  w->start = start;
  *end = i;
  errno = 0;
  return (write ? pwrite (w->p->memory, w->piece, size, (off_t) start)
		: pread (w->p->memory, w->piece, size, (off_t) start))
	 == (ssize_t) size;
}

/* Write what was found, where it is still what it WAS; or, to undo that, what it was.
   The process's code is read and written in pieces.  */
static int
write_pieces (struct work *w, size_t n, bool undo)
{
  size_t end;
  for (size_t first = 0; first < n; first = end)
    {
      if (!transfer (w, first, &end, false))
	return FAILED + errno;
      for (size_t i = first; i < end; i++)
	{
	  struct live_change *c = &w->changes[i];
	  unsigned char *code = w->piece + (c->at - w->start);
	  if (!undo && memcmp (code, c->was, sizeof c->was) != 0)
	    {
	      write_pieces (w, first, true);
	      return BUSY;
	    }
	  memcpy (code, undo ? c->was : c->is, sizeof c->is);
	}
      if (!transfer (w, first, &end, true))
	{
	  int error = errno;
	  if (!undo)
	    write_pieces (w, end, true);
	  return FAILED + error;
	}
    }
  return DONE;
}

/* Changes that overlap are none: sites and gates are apart.  */
static int
write_changes (void *data)
{
  struct work *w = data;
  int error = w->p->still ? w->p->still (w->p) : 0;
  return error ? NOT_COUNTED + error : write_pieces (w, w->n, false);
}

/* Let P have room for all that W changes.  */
static bool
prepare_room (struct live_process *p, const struct work *w)
{
  return grow_to (&p->changes, p->n_changes + w->n + 1, sizeof *p->changes);
}

/* Whether PID has a program.  */
static bool
has_program (pid_t pid)
{
  struct live_process p;
  bool has = live_look (&p, pid, (char[LIVE_WHY]) { 0 });
  live_close (&p);
  return has;
}

/* RESULT is no good.  */
static void
say_failed (const struct live_process *p, int result, char *why)
{
  bool counted = result < NOT_COUNTED;
  int error = result - (counted ? FAILED : NOT_COUNTED);
  char one;
  /* The memory is gone.  */
  if (!live_read (p, p->objects[0].start, &one, 1))
    snprintf (why, LIVE_WHY, "process %d has %s meanwhile", (int) p->pid,
	      has_program (p->pid) ? "replaced its program" : "ended");
  else
    snprintf (why, LIVE_WHY, "cannot %s process %d: %s",
	      counted ? "write to the memory of" : "read the counters of",
	      (int) p->pid,
	      error ? strerror (error) : "not all of it is there");
}

/* Do it again while the process is changing its code itself.  */
static bool
until_done (struct work *w, void (*find) (struct work *w), char *why)
{
  for (int tries = 0; tries < 1000; tries++)
    {
      struct timespec moment = { 0, 1000000 };
      find (w);
      if (w->no_memory || !prepare_room (w->p, w))
	{
	  snprintf (why, LIVE_WHY, LIVE_NO_MEMORY);
	  return false;
	}
      if (w->n > 1)
	qsort (w->changes, w->n, sizeof *w->changes, compare_changes);
      int result = w->busy		       ? BUSY
		   : w->n == 0 && !w->p->still ? DONE
		   : w->p->held		       ? write_changes (w)
				: stop_all (w->p->pid, write_changes, w,
					    &w->p->stopped, why);
      if (result == DONE)
	return true;
      if (result < 0)
	return false;
      if (result >= FAILED)
	{
	  say_failed (w->p, result, why);
	  return false;
	}
      w->p->busy = w->p->held;
      if (w->p->busy)
	break;
      nanosleep (&moment, NULL);
    }
  snprintf (why, LIVE_WHY,
	    "process %d is switching its points itself, all the time",
	    (int) w->p->pid);
  return false;
}

/* Remember what was there before, of what was changed for the first time.  There is
   room.  */
static void
remember (struct live_process *p, const struct work *w)
{
  size_t known = p->n_changes;
  for (size_t i = 0; i < w->n; i++)
    {
      struct live_change *old
	= known == 0 ? NULL
		     : bsearch (&w->changes[i], p->changes, known,
				sizeof *p->changes, compare_changes);
      if (old)
	memcpy (old->is, w->changes[i].is, sizeof old->is);
      else
	p->changes[p->n_changes++] = w->changes[i];
    }
  qsort (p->changes, p->n_changes, sizeof *p->changes, compare_changes);
}

bool
live_switch (struct live_process *p, live_choice *choice, void *data,
	     struct live_count *count, char *why)
{
  struct work w = { .p = p, .choice = choice, .data = data };
  p->stopped = 0;
  bool good = until_done (&w, find_changes, why);
  *count = w.count;
  if (good)
    remember (p, &w);
  if (good && w.n > 0 && w.count.on > 0)
    live_mark (p);
  free (w.changes);
  return good;
}

/* What was changed becomes what it was, where it is still what it was made.  */
static void
find_undone (struct work *w)
{
  unsigned char code[HALT_SITE_BYTES];
  begin_work (w);
  for (size_t i = 0; i < w->p->n_changes; i++)
    {
      const struct live_change *c = &w->p->changes[i];
      read_code (w, c->at, code);
      if (memcmp (code, c->is, sizeof code) == 0
	  && memcmp (code, c->was, sizeof code) != 0)
	change (w, c->at, c->was);
    }
}

bool
live_undo (struct live_process *p, char *why)
{
  struct work w = { .p = p };
  p->stopped = 0;
  bool good = until_done (&w, find_undone, why);
  if (good)
    p->n_changes = 0;
  free (w.changes);
  return good;
}
