/* SPDX-License-Identifier: GPL-3.0-or-later */
/* halt report PROG [PROFILE]: the counts of a profile.  */

#include <inttypes.h>
#include <stdlib.h>
#include <unistd.h>
#include "summarize/command.h"

/* Kinds that tell how often a block or an edge is executed.  */
static bool
tells (uint32_t kind)
{
  return kind == HALT_BLOCK || kind == HALT_ENTRY || kind == HALT_EXIT
	 || kind == HALT_CBR || kind == HALT_MBR;
}

static void
measure_one (struct flow *w, const struct counted *c)
{
  uint32_t block = c->point->block;
  switch (c->point->kind)
    {
    case HALT_BLOCK:
      flow_block (w, block, c->events);
      break;
    case HALT_ENTRY:
      flow_block (w, HALT_BLOCK_ENTRY, c->events);
      break;
    case HALT_EXIT:
      flow_return (w, block, c->events);
      break;
    case HALT_CBR:
      flow_branch (w, block, c->counters[0], c->counters[1]);
      break;
    case HALT_MBR:
      flow_table (w, block, c->rows, c->n_rows);
      break;
    }
}

/* Put the points of KIND in FN into W.  A point counts for its block if no
   other one of its kind does, and nothing else has its id.  */
static void
measure_kind (struct flow *w, const struct join *j,
	      const struct joined_unit *ju,
	      const struct halt_map_function *fn, uint32_t kind)
{
  const struct halt_map_point *p = ju->unit->map.points + fn->first_point;
  uint32_t *claims = zeroed (w->n_blocks, sizeof *claims);
  for (uint32_t i = 0; i < fn->n_points; i++)
    claims[kind == HALT_ENTRY ? 0 : p[i].block] += p[i].kind == kind;
  for (uint32_t i = 0; i < fn->n_points; i++)
    if (p[i].kind == kind && claims[kind == HALT_ENTRY ? 0 : p[i].block] == 1)
      {
	const struct counted *c = join_find (j, kind, point_id (p + i,
								ju->base));
	if (c && !c->shared)
	  measure_one (w, c);
      }
  free (claims);
}

/* The exits of FN may share one id of their own: they are the function's.  */
static void
measure_exits (struct flow *w, const struct join *j,
	       const struct joined_unit *ju,
	       const struct halt_map_function *fn)
{
  const struct halt_map_point *p = ju->unit->map.points + fn->first_point;
  const struct counted *c = NULL;
  size_t n = 0, n_exits = 0;
  for (uint32_t i = 0; i < fn->n_points; i++)
    if (p[i].kind == HALT_EXIT && n_exits++ == 0)
      c = join_find (j, HALT_EXIT, point_id (p + i, ju->base));
  while (n_exits > 1 && c && n <= n_exits
	 && c + n < j->points + j->first[HALT_EXIT + 1] && c[n].id == c->id
	 && c[n].point >= p && c[n].point < p + fn->n_points)
    n++;
  bool foreign = c && c + n < j->points + j->first[HALT_EXIT + 1]
		 && c[n].id == c->id;
  if (n > 1 && n == n_exits && !foreign)
    flow_block (w, HALT_BLOCK_EXIT, c->events);
}

/* Put all that was recorded of FN into W.  A kind that was not recorded says
   nothing.  */
static void
measure (struct flow *w, const struct join *j, const struct joined_unit *ju,
	 const struct halt_map_function *fn)
{
  if (j->prof->rows[HALT_BLOCK])
    measure_kind (w, j, ju, fn, HALT_BLOCK);
  for (uint32_t kind = 0; kind < HALT_KIND_END; kind++)
    if (kind != HALT_BLOCK && tells (kind) && j->prof->rows[kind])
      measure_kind (w, j, ju, fn, kind);
  if (j->prof->rows[HALT_EXIT])
    measure_exits (w, j, ju, fn);
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
  if (o->kinds)
    check_kinds (&j, o, path);
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
