/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Running processes: what live/ does for the library's users.  */

#include <stdlib.h>
#include <string.h>
#include "summarize/library.h"
#include "summarize/process.h"

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

bool
library_points_of (const char *path, live_point_at *at, void *data, char *why)
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

void *
library_profile_of (const struct live_image *image,
		    const struct live_image *before, size_t *size, char *why)
{
  struct fault f = { "" };
  void *profile = NULL;
  if (live_settle_since (image->data, image->size, before->data, before->size,
			 &profile, size, &f))
    return profile;
  snprintf (why, LIVE_WHY, "%.500s", f.text);
  return NULL;
}
