/* SPDX-License-Identifier: GPL-3.0-or-later */
/* halt report PROG [PROFILE]: the counts of a profile.  */

#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>
#include "summarize/command.h"

/* Put the branches of FN into W.  A branch counts for its block if nothing
   else in the function claims that block or that id.  */
static void
measure (struct flow *w, const struct join *j, const struct joined_unit *ju,
	 const struct halt_map_function *fn)
{
  const struct halt_map_point *p = ju->unit->map.points + fn->first_point;
  uint32_t *claims = zeroed (w->n_blocks, sizeof *claims);
  for (uint32_t i = 0; i < fn->n_points; i++)
    claims[p[i].block] += p[i].kind == HALT_CBR;
  for (uint32_t i = 0; i < fn->n_points; i++)
    if (p[i].kind == HALT_CBR && claims[p[i].block] == 1)
      {
	const struct branch *b = join_find (j, ju->base + p[i].id);
	if (b && !b->shared)
	  flow_branch (w, p[i].block, b->not_taken, b->taken);
      }
  free (claims);
}

static void
draw (const struct join *j, const struct joined_unit *ju, uint32_t function,
      struct sources *s)
{
  const struct map *m = &ju->unit->map;
  const struct halt_map_function *fn = m->functions + function;
  struct flow w;
  flow_init (&w, fn->n_blocks + HALT_BLOCK_FIRST, fn->n_edges,
	     m->edges + fn->first_edge);
  measure (&w, j, ju, fn);
  flow_solve (&w);
  dot_function (stdout, ju->unit, function, ju->base, &w, s);
  flow_release (&w);
}

/* The branch whose function has the most branch executions, or NULL.  */
static const struct branch *
hottest (const struct join *j)
{
  uint64_t *events = zeroed (j->n_functions, sizeof *events), most = 0;
  const struct branch *found = NULL;
  for (size_t i = 0; i < j->n_branches; i++)
    {
      const struct branch *b = j->branches + i;
      uint64_t *e = events + j->units[b->unit].first_function + b->function;
      *e = add_counts (*e, add_counts (b->taken, b->not_taken));
      if (!found || *e > most)
	{
	  found = b;
	  most = *e;
	}
    }
  free (events);
  return found;
}

static void
draw_all (const struct join *j, const struct options *o)
{
  struct sources *s = sources_new ();
  if (o->n_functions == 0)
    {
      const struct branch *b = hottest (j);
      if (!b)
	die ("the program has no branches to draw; see --function");
      draw (j, j->units + b->unit, b->function, s);
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

/* Say what the report cannot show.  */
static void
say_what_is_missing (const struct join *j, const char *profile)
{
  const struct prof *prof = j->prof;
  for (uint32_t i = 0; i < prof->header->n_objects; i++)
    if (j->objects[i].unresolved > 0)
      note ("%" PRIu64 " ids of %s remain unresolved: %s",
	    j->objects[i].unresolved, profile, j->objects[i].why.text);
  if (j->strays > 0)
    note ("%" PRIu64 " ids of %s belong to no branch of any object", j->strays,
	  profile);
  if (prof->header->lost > 0)
    note ("%" PRIu64 " events were lost when %s was recorded",
	  prof->header->lost, profile);
}

int
report_run (const struct options *o)
{
  const char *path = o->operands[0];
  const char *profile = o->n_operands > 1 ? o->operands[1] : "halt.prof";
  struct program program;
  struct prof prof;
  struct join j;
  struct fault f;
  if (!program_open (&program, path, &f)
      || !prof_open (&prof, profile, &f)
      || !join_open (&j, &prof, profile, &program, &f))
    die ("%s", f.text);
  if (o->n_functions > 0)
    check_selection (&j, o, path);
  say_what_is_missing (&j, profile);
  if (o->format == FORMAT_DOT)
    draw_all (&j, o);
  else
    table_report (stdout, &j, o, &program,
		  isatty (STDOUT_FILENO) && !getenv ("NO_COLOR"));
  join_close (&j);
  prof_close (&prof);
  program_close (&program);
  return 0;
}
