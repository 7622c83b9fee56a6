/* SPDX-License-Identifier: GPL-3.0-or-later */
/* halt report PROG [PROFILE]: the counts of a profile.  */

#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>
#include "summarize/report.h"

static void
draw (const struct join *j, const struct joined_unit *ju, uint32_t function,
      struct sources *s)
{
  struct flow w;
  measure_function (&w, j, ju, function);
  dot_function (stdout, ju->unit, function, ju->base, &w, s);
  flow_release (&w);
}

/* The first of the points of KIND whose function has the most events of it, or
   NULL.  */
static const struct counted *
hottest_of (const struct join *j, uint32_t kind)
{
  uint64_t *events = zeroed (j->n_functions, sizeof *events), most = 0;
  const struct counted *found = NULL;
  for (size_t i = j->first[kind]; i < j->first[kind + 1]; i++)
    {
      const struct counted *c = j->points + i;
      uint64_t *e = events + j->units[c->unit].first_function + c->function;
      *e = add_counts (*e, c->events);
      if (!found || *e > most)
	{
	  found = c;
	  most = *e;
	}
    }
  free (events);
  return found;
}

/* A point in the function to draw if none is named.  Branches say most about
   it.  */
static const struct counted *
hottest (const struct join *j)
{
  static const uint32_t order[] = { HALT_CBR, HALT_BLOCK, HALT_MBR, HALT_ENTRY,
				    HALT_EXIT };
  for (size_t i = 0; i < sizeof order / sizeof *order; i++)
    if (j->prof->n_rows[order[i]] > 0 && j->first[order[i] + 1] > j->first[order[i]])
      return hottest_of (j, order[i]);
  for (uint32_t kind = 0; kind < HALT_KIND_END; kind++)
    if (j->first[kind + 1] > j->first[kind])
      return hottest_of (j, kind);
  return NULL;
}

static void
draw_all (const struct join *j, const struct options *o)
{
  struct sources *s = sources_new ();
  if (o->n_functions == 0)
    {
      const struct counted *c = hottest (j);
      if (!c)
	die ("the program has no points to draw; see --function");
      draw (j, j->units + c->unit, c->function, s);
    }
  for (size_t i = 0; o->n_functions > 0 && i < j->n_units; i++)
    {
      const struct map *m = &j->units[i].unit->map;
      for (uint32_t k = 0; k < m->header->n_functions; k++)
	if (!j->units[i].unit->discarded[k]
	    && options_select (o, m, m->functions + k))
	  draw (j, j->units + i, k, s);
    }
  sources_free (s);
}

/* Die unless O selects some function.  */
static void
check_selection (const struct join *j, const struct options *o,
		 const char *path)
{
  for (size_t i = 0; i < j->n_units; i++)
    {
      const struct map *m = &j->units[i].unit->map;
      for (uint32_t k = 0; k < m->header->n_functions; k++)
	if (!j->units[i].unit->discarded[k]
	    && options_select (o, m, m->functions + k))
	  return;
    }
  die ("%s: no function '%s'%s", path, o->functions[0],
       o->n_functions > 1 ? " or any other of those given" : "");
}

/* Die if O selects kinds of which there is no point.  */
static void
check_kinds (const struct join *j, const struct options *o, const char *path)
{
  uint32_t first = 0;
  for (uint32_t kind = 0; kind < HALT_KIND_END; kind++)
    if (options_kind (o, kind) && j->first[kind + 1] > j->first[kind])
      return;
    else if (options_kind (o, kind) && !first)
      first = kind;
  die ("%s: no points of kind %s%s", path, kind_name (first),
       o->kinds & (o->kinds - 1) ? " or any other of those given" : "");
}

/* Say what the report cannot show.  */
static void
say_what_is_missing (const struct join *j, const char *profile)
{
  const struct prof *prof = j->prof;
  for (uint32_t i = 0; i < prof->header->n_objects; i++)
    if (j->objects[i].unresolved > 0)
      note ("%" PRIu64 " counts of %s remain unresolved: %s",
	    j->objects[i].unresolved, profile, j->objects[i].why.text);
    else if (j->strays > 0 && j->objects[i].why.text[0])
      note ("constant ids of %s remain unresolved: %s", profile,
	    j->objects[i].why.text);
  if (j->strays > 0)
    note ("%" PRIu64 " counts of %s belong to no point of any object",
	  j->strays, profile);
  if (prof->header->lost > 0)
    note ("%" PRIu64 " events were lost when %s was recorded",
	  prof->header->lost, profile);
}

static void
write_report (const struct report *r)
{
  switch (r->options->format)
    {
    case FORMAT_JSON:
      json_report (stdout, r);
      break;
    case FORMAT_DOT:
      draw_all (r->join, r->options);
      break;
    case FORMAT_ANNOTATE:
      annotate_report (stdout, r);
      break;
    case FORMAT_LCOV:
      lcov_report (stdout, r);
      break;
    default:
      table_report (stdout, r->join, r->options, r->program, r->colour);
    }
}

int
report_run (const struct options *o)
{
  static const char *const usual = "halt.prof";
  const char *path = o->operands[0];
  struct program program;
  struct prof prof;
  struct join j;
  struct fault f;
  struct report r = {
    .options = o, .join = &j, .program = &program,
    .profiles = o->n_operands > 1 ? o->operands + 1 : &usual,
    .n_profiles = o->n_operands > 1 ? o->n_operands - 1 : 1,
    .colour = isatty (STDOUT_FILENO) && !getenv ("NO_COLOR")
  };
  if (!program_open (&program, path, &f)
      || !profiles_open (&prof, r.profiles, r.n_profiles, &f)
      || !join_open (&j, &prof, r.profiles[0], &program, &f))
    die ("%s", f.text);
  if (o->n_functions > 0)
    check_selection (&j, o, path);
  if (o->kinds)
    check_kinds (&j, o, path);
  say_what_is_missing (&j, r.profiles[0]);
  write_report (&r);
  join_close (&j);
  prof_close (&prof);
  program_close (&program);
  return 0;
}
