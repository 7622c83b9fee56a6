/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the program says of the points whose events are played.  */

#include <stdio.h>
#include <stdlib.h>

#include "ghalt/play/play.h"
#include "report/show/show.h"

static const unsigned char kinds[HALT_TRACE_TYPES] = {
  [HALT_TRACE_CBR0] = 1,     [HALT_TRACE_CBR1] = 1,
  [HALT_TRACE_ENTRY] = 3,    [HALT_TRACE_EXIT] = 4,
  [HALT_TRACE_BB] = 9,	     [HALT_TRACE_CYCLE] = 10,
  [HALT_TRACE_CALLRET] = 15, [HALT_TRACE_LOAD] = 7,
  [HALT_TRACE_STORE] = 8,    [HALT_TRACE_CALL] = 14,
  [HALT_TRACE_MBR] = 2,	     [HALT_TRACE_SETJMP] = 5,
  [HALT_TRACE_LONGJMP] = 6,  [HALT_TRACE_PATH] = 13,
};

unsigned
play_kind (unsigned type)
{
  return kinds[type];
}

static bool
is_chosen (const struct play *p, const struct ghalt_function *f)
{
  for (size_t i = 0; i < p->n_functions; i++)
    if (name_fits (p->functions[i], f->name, f->pretty))
      return true;
  return p->n_functions == 0;
}

/* What is passed for the static arguments of POINT, which are not the kind's own.  */
static const unsigned long *
arguments_of (const struct play_points *points, const struct ghalt_point *point)
{
  unsigned long *args = calloc (PLAY_ARGS, sizeof *args);
  struct ghalt_arg arg;
  /* A path's procedure is recorded, as it is part of the event.  */
  uint32_t first = point->kind == GHALT_KIND_PATH_SUM_READ;
  for (uint32_t i = 0; args && i < PLAY_ARGS && i + first < point->n_args; i++)
    if (ghalt_arg (points->report, point, i + first, &arg))
      args[i] = arg.form == GHALT_ARG_STRING ? (uintptr_t) arg.text
					     : (unsigned long) arg.number;
  return args;
}

static bool
keep_point (struct play_points *points, const struct play *p,
	    const struct ghalt_point *point, bool chosen)
{
  for (unsigned type = 1; type < HALT_TRACE_TYPES; type++)
    {
      if (kinds[type] != point->kind || point->id >= points->n_ids)
	continue;
      if (p->n_functions && !points->chosen[type]
	  && !(points->chosen[type] = calloc (points->n_ids, 1)))
	return false;
      if (p->n_functions && chosen)
	points->chosen[type][point->id] = 1;
      if (point->n_args == 0)
	continue;
      if (!points->args[type]
	  && !(points->args[type] = calloc (points->n_ids,
					    sizeof *points->args[type])))
	return false;
      if (!points->args[type][point->id]
	  && !(points->args[type][point->id] = arguments_of (points, point)))
	return false;
    }
  return true;
}

static bool
keep_points (struct play_points *points, const struct play *p, struct fault *f)
{
  struct ghalt_function fn;
  struct ghalt_point point;
  struct ghalt_unit u;
  bool any = p->n_functions == 0, good = true;
  for (size_t i = 0; ghalt_unit (points->report, i, &u); i++)
    if (u.base + u.n_ids > points->n_ids)
      points->n_ids = u.base + u.n_ids;
  for (size_t i = 0; good && ghalt_function (points->report, i, &fn); i++)
    {
      bool chosen = is_chosen (p, &fn);
      any |= chosen;
      for (uint32_t n = 0; good && ghalt_point (points->report, i, n, &point);
	   n++)
	good = keep_point (points, p, &point, chosen);
    }
  if (!good)
    fault (f, "out of memory");
  else if (!any)
    fault (f, "no function '%s' in '%s'", p->functions[0], p->program);
  return good && any;
}

bool
points_open (struct play_points *points, const struct play *p,
	     const struct trace *t, struct fault *f)
{
  struct ghalt_error *error = NULL;
  *points = (struct play_points) { .n_ids = 0 };
  if (!t->description)
    return fault (f, "'%s' does not say of which program it is", t->path);
  if (!(points->program = ghalt_program_open (p->program, &error))
      || !(points->profile = ghalt_profile_read (t->description,
						 t->description_size, t->path,
						 &error))
      || !(points->report = ghalt_report_open (points->program, points->profile,
					       &error)))
    {
      fault (f, "%s", ghalt_error_text (error));
      ghalt_error_free (error);
      return false;
    }
  return keep_points (points, p, f);
}

void
points_close (struct play_points *points)
{
  for (unsigned type = 0; type < HALT_TRACE_TYPES; type++)
    {
      for (uint64_t i = 0; points->args[type] && i < points->n_ids; i++)
	free ((void *) points->args[type][i]);
      free (points->args[type]);
      free (points->chosen[type]);
    }
  ghalt_report_close (points->report);
  ghalt_profile_close (points->profile);
  ghalt_program_close (points->program);
}
