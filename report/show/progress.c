/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How far long work is: one line on the terminal, written over and over and
   gone at the end.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
#include "report/show/show.h"

#define PATIENCE 0.5		/* seconds until there is a line */
#define PERIOD 0.1		/* seconds between two */

static struct
{
  const char *what;
  size_t total, done;
  double begin, last;
  bool wanted, shown;
} work;

static double
time_now (void)
{
  struct timespec t;
  clock_gettime (CLOCK_MONOTONIC, &t);
  return (double) t.tv_sec + (double) t.tv_nsec / 1e9;
}

/* A terminal that also gets the output shows by that how far things are.  */
void
progress_begin (const char *what, size_t total)
{
  const char *terminal = getenv ("TERM");
  memset (&work, 0, sizeof work);
  work.wanted = isatty (STDERR_FILENO) && !isatty (STDOUT_FILENO) && terminal
		&& strcmp (terminal, "dumb") != 0;
  work.what = what;
  work.total = total;
  work.begin = work.wanted ? time_now () : 0;
}

void
progress_step (void)
{
  work.done++;
  if (!work.wanted || work.done % 64 != 0)
    return;
  double t = time_now ();
  if (t - work.begin < PATIENCE || t - work.last < PERIOD)
    return;
  work.last = t;
  work.shown = true;
  fprintf (stderr, "\rghalt: %s %zu of %zu (%u%%)\033[K", work.what, work.done,
	   work.total,
	   (unsigned) ((double) work.done / (double) work.total * 100));
  fflush (stderr);
}

void
progress_end (void)
{
  if (work.shown)
    fputs ("\r\033[K", stderr);
  fflush (stderr);
  memset (&work, 0, sizeof work);
}
