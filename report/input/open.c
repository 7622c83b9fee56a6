/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The program and the profiles that operands name, which may be in folders.  */

#include <stdlib.h>
#include "report/input/walk.h"
#include "report/show/terminal.h"
#include "report/report.h"

/* The sum of what is in the files and folders of R's operands.  */
static struct ghalt_profile *
gather (const struct report *r)
{
  const struct options *all = r->options;
  struct options o = { .operands = all->operands + 1,
		       .n_operands = all->n_operands - 1,
		       .only = r->path,
		       .output = "" };
  struct ghalt_error *error = NULL;
  struct ghalt_profile *p = NULL;
  struct prof sum = { 0 };
  if (gather_profiles (&sum, &o, false, r->fault))
    {
      p = ghalt_profile_read (sum.data, (size_t) sum.header->size,
			      r->profiles[0], &error);
      if (!p)
	take_error (r->fault, error);
    }
  prof_close (&sum);
  return p;
}

/* What was counted from the first profile to the second.  */
static struct ghalt_profile *
open_between (const struct report *r, struct ghalt_error **error)
{
  struct ghalt_profile *a = ghalt_profile_open (r->profiles, 1, error);
  struct ghalt_profile *b = a ? ghalt_profile_open (r->profiles + 1, 1, error)
			      : NULL;
  struct ghalt_profile *p = b ? ghalt_profile_between (a, b, error) : NULL;
  ghalt_profile_close (a);
  ghalt_profile_close (b);
  return p;
}

struct ghalt_profile *
report_profile (const struct report *r, const struct ghalt_program *program)
{
  struct ghalt_error *error = NULL;
  struct ghalt_profile *p = NULL;
  for (size_t i = 0; i < r->n_profiles && !r->options->between; i++)
    if (is_folder (r->profiles[i]))
      return gather (r);
  if (r->options->n_operands == 1)
    error = ghalt_program_why_no_profile (program, r->profiles[0]);
  if (!error && r->options->between)
    p = open_between (r, &error);
  else if (!error)
    p = ghalt_profile_open (r->profiles, r->n_profiles, &error);
  if (!p)
    take_error (r->fault, error);
  return p;
}

struct report
report_begin (const struct options *o, struct fault *f)
{
  static const char *const usual = "halt.prof";
  return (struct report) {
    .options = o,
    .fault = f,
    .profiles = o->n_operands > 1 ? o->operands + 1 : &usual,
    .n_profiles = o->n_operands > 1 ? o->n_operands - 1 : 1,
    .colour = ends_colour (),
    .columns = ends_columns (o->wide)
  };
}

int
report_of (const struct options *o, struct fault *f,
	   int (*use) (struct report *r, const struct ghalt_profile *p,
		       void *data),
	   void *data)
{
  struct ghalt_error *error = NULL;
  int status = 0;
  struct report r = report_begin (o, f);
  struct ghalt_program *program = ghalt_program_open (o->operands[0], &error);
  struct ghalt_profile *profile = NULL;
  struct ghalt_report *report = NULL;
  if (program)
    {
      r.path = ghalt_program_path (program);
      r.build_id = ghalt_program_build_id (program);
      r.folder = ghalt_program_folder (program);
      profile = report_profile (&r, program);
    }
  if (profile)
    r.data = report = ghalt_report_open (program, profile, &error);
  if (error)
    take_error (f, error);
  if (report)
    status = use (&r, profile, data);
  ghalt_report_close (report);
  ghalt_profile_close (profile);
  ghalt_program_close (program);
  return status;
}
