/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ghalt attach: live/ does it; what was counted becomes a profile.  */

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "ghalt.h"
#include "live/command.h"
#include "summarize/command.h"

/* All points of REPORT.  */
static void
tell_points (const struct ghalt_report *report, live_point_at *at, void *data)
{
  struct ghalt_function f;
  struct ghalt_unit u;
  struct ghalt_point p;
  struct ghalt_place place;
  for (size_t i = 0; ghalt_function (report, i, &f); i++)
    for (uint32_t n = 0;
	 ghalt_unit (report, f.unit, &u) && ghalt_point (report, i, n, &p); n++)
      {
	bool known = ghalt_point_place (report, &p, &place);
	at (data, u.checksum,
	    p.flags & GHALT_POINT_FIXED ? p.id : p.id - u.base, p.kind,
	    known ? place.file : "", known ? place.line : 0);
      }
}

static bool
points_of (const char *path, live_point_at *at, void *data, char *why)
{
  struct ghalt_error *error = NULL;
  struct ghalt_program *program = ghalt_program_open (path, &error);
  struct ghalt_report *report = program
				  ? ghalt_report_open (program, NULL, &error)
				  : NULL;
  if (report)
    tell_points (report, at, data);
  else
    snprintf (why, LIVE_WHY, "%s", ghalt_error_text (error));
  ghalt_report_close (report);
  ghalt_program_close (program);
  ghalt_error_free (error);
  return report;
}

/* Whether PATH can be written as far as can be said: before the wait, not after it.  */
static bool
may_write (const char *path, struct fault *f)
{
  struct stat st;
  char folder[4096];
  const char *slash = strrchr (path, '/');
  snprintf (folder, sizeof folder, "%.*s", slash ? (int) (slash - path) + 1 : 1,
	    slash ? path : ".");
  bool other = stat (path, &st) == 0 && !S_ISREG (st.st_mode);
  return access (other ? path : folder, W_OK) == 0
	 || fault (f, "cannot write '%s': %m", path);
}

int
attach_command (const struct options *o, struct fault *f)
{
  char why[LIVE_WHY];
  void *counts, *profile;
  size_t size;
  const struct attach a = {
    .pid = o->operands[0],
    .on = o->on,
    .off = o->off,
    .time = o->time,
    .module = o->module,
    .lines = o->lines,
.points_of = points_of,
    .counts = o->output
  };
  if (o->output && !may_write (o->output, f))
    return 0;
  if (!attach_run (&a, &counts, &size, why))
    {
      fault (f, "%s", why);
      return 0;
    }
  if (counts && live_settle (counts, size, &profile, &size, f))
    {
      replace_file (o->output, profile, size, f);
      free (profile);
    }
  free (counts);
  return 0;
}
