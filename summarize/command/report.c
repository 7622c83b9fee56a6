/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ghalt report PROG [PROFILE]: the counts of a profile.  */

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include "summarize/ends.h"
#include "summarize/paths.h"

/* A function to draw, and what happened in it.  */
struct picture
{
  const struct joined_unit *unit;
  uint32_t function;
  uint64_t events;
  bool has_points;		/* of the telling kind */
};

static void
draw (FILE *out, const struct join *j, const struct picture *p,
      struct sources *s, struct fault *f)
{
  struct flow w;
  if (!measure_function (&w, j, p->unit, p->function, f))
    return;
  dot_function (out, p->unit->unit, p->function, p->unit->base, &w, s, f);
  flow_release (&w);
}

/* The kind by which to compare functions.  Branches say most about them.
   HALT_KIND_END: there are no points.  */
static uint32_t
telling_kind (const struct join *j)
{
  static const enum tells order[] = { TELLS_BRANCH, TELLS_BLOCK, TELLS_TABLE,
				      TELLS_ENTRY, TELLS_EXIT };
  for (size_t i = 0; i < sizeof order / sizeof *order; i++)
    for (uint32_t kind = 0; kind < HALT_KIND_END; kind++)
      if (kind_tells (kind) == order[i] && j->prof->n_rows[kind] > 0
	  && j->first[kind + 1] > j->first[kind])
	return kind;
  for (uint32_t kind = 0; kind < HALT_KIND_END; kind++)
    if (j->first[kind + 1] > j->first[kind])
      return kind;
  return HALT_KIND_END;
}

/* Most events first; where it is the same, the first in the program.  */
static int
compare_pictures (const void *a, const void *b)
{
  const struct picture *x = a, *y = b;
  if (x->events != y->events)
    return x->events > y->events ? -1 : 1;
  if (x->unit != y->unit)
    return x->unit < y->unit ? -1 : 1;
  return x->function < y->function ? -1 : x->function > y->function;
}

/* All functions that O selects and that are there, *N of them; if it names
   none those that have points of the telling kind, the hottest first.  */
static struct picture *
list_pictures (const struct join *j, const struct options *o, size_t *n,
	       struct fault *f)
{
  bool sorted = o->n_functions == 0 || o->top != UINT64_MAX;
  uint32_t kind = sorted ? telling_kind (j) : HALT_KIND_END;
  if (sorted && kind == HALT_KIND_END)
    {
      fault (f, "the program has no points to draw; see --function");
      return NULL;
    }
  struct picture *all = fresh (j->n_functions, sizeof *all, f);
  if (!all)
    return NULL;
  for (size_t i = 0; i < j->n_units; i++)
    for (uint32_t k = 0; k < j->units[i].unit->map.header->n_functions; k++)
      all[j->units[i].first_function + k] = (struct picture) {
	.unit = j->units + i, .function = k
      };
  for (size_t i = sorted ? j->first[kind] : 0; sorted && i < j->first[kind + 1];
       i++)
    {
      const struct counted *c = j->points + i;
      struct picture *p = all + j->units[c->unit].first_function + c->function;
      p->events = add_counts (p->events, c->events);
      p->has_points = true;
    }
  *n = 0;
  for (size_t i = 0; i < j->n_functions; i++)
    {
      const struct unit *u = all[i].unit->unit;
      if (!u->discarded[all[i].function]
	  && (o->n_functions == 0
		? all[i].has_points
		: options_select (o, &u->map,
				  u->map.functions + all[i].function)))
	all[(*n)++] = all[i];
    }
  if (sorted)
    qsort (all, *n, sizeof *all, compare_pictures);
  return all;
}

static void
draw_all (const struct report *r)
{
  const struct options *o = r->options;
  struct sources s = { .fault = r->fault };
  size_t n;
  struct picture *list = list_pictures (r->join, o, &n, r->fault);
  if (!list)
    return;
  if (o->top < n)
    n = (size_t) o->top;
  else if (o->n_functions == 0 && o->top == UINT64_MAX)
    n = 1;
  FILE *out = NULL;
  if (o->format == FORMAT_SVG && n != 1)
    fault (r->fault,
	   "a picture shows one function, not %zu; name it with "
	   "--function, or see --format=dot",
	   n);
  else
    out = drawing_begin (o, r->fault);
  progress_begin ("function", n);
  for (size_t i = 0; out && i < n; i++)
    {
      draw (out, r->join, list + i, &s, r->fault);
      progress_step ();
    }
  progress_end ();
  if (out)
    drawing_end (out, r->fault);
  free (list);
  sources_release (&s);
}

/* Refuse unless O selects some function.  */
static bool
check_selection (const struct join *j, const struct options *o,
		 const char *path, struct fault *f)
{
  for (size_t i = 0; i < j->n_units; i++)
    {
      const struct map *m = &j->units[i].unit->map;
      for (uint32_t k = 0; k < m->header->n_functions; k++)
	if (!j->units[i].unit->discarded[k]
	    && options_select (o, m, m->functions + k))
	  return true;
    }
  return fault (f, "%s: no function '%s'%s", path, o->functions[0],
		o->n_functions > 1 ? " or any other of those given" : "");
}

/* Refuse if O selects kinds of which there is no point.  */
static bool
check_kinds (const struct join *j, const struct options *o, const char *path,
	     struct fault *f)
{
  uint32_t first = 0;
  for (uint32_t kind = 0; kind < HALT_KIND_END; kind++)
    if (options_kind (o, kind) && j->first[kind + 1] > j->first[kind])
      return true;
    else if (options_kind (o, kind) && !first)
      first = kind;
  return fault (f, "%s: no points of kind %s%s", path, kind_name (first),
		o->kinds & (o->kinds - 1) ? " or any other of those given"
					  : "");
}

/* True if paths were counted, and nothing else.  */
static bool
only_paths (const struct prof *prof)
{
  for (uint32_t kind = 0; kind < HALT_KIND_END; kind++)
    if (kind_counted (kind) && prof->n_rows[kind] > 0)
      return false;
  return prof->n_rows[HALT_PATH_SUM_READ] > 0;
}

/* Say what the report cannot show.  */
static bool
say_what_is_missing (const struct join *j, const char *profile, struct fault *f)
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
  note_losses (prof, profile);
  struct fault why;
  if (!choice_missing (j, &why, f))
    return false;
  if (why.text[0])
    note ("%s", why.text);
  if (why_nothing (j, &why))
    note ("%s", why.text);
  if (only_paths (prof))
    note ("%s counts paths alone; 'ghalt paths' shows them", profile);
  return true;
}

/* Let J measure by paths, if some were counted.  */
static void
use_paths (struct join *j, struct paths *s, const char *profile)
{
  struct fault why;
  if (!j->prof->rows[HALT_PATH_SUM_READ])
    return;
  if (paths_join (s, j, profile, &why))
    j->paths = s;
  else
    note ("counts of paths are not used: %s", why.text);
}

static void
write_report (const struct report *r)
{
  switch (r->options->format)
    {
    case FORMAT_JSON:
      json_report (stdout, r);
      break;
    case FORMAT_CSV:
      csv_report (stdout, r);
      break;
    case FORMAT_DOT:
    case FORMAT_SVG:
      draw_all (r);
      break;
    case FORMAT_HOT:
      hot_report (stdout, r);
      break;
    case FORMAT_ANNOTATE:
      annotate_report (stdout, r);
      break;
    case FORMAT_CALLGRIND:
      callgrind_report (stdout, r);
      break;
    case FORMAT_FOLDED:
      folded_report (stdout, r);
      break;
    case FORMAT_LCOV:
      lcov_report (stdout, r);
      break;
    default:
      table_report (stdout, r);
    }
}

/* F tells why PATH has no points.  Let it say what else the profile is of:
   shared objects may be all that has points, PATH a script that runs the
   program.  */
static void
name_others (const struct report *r, const char *path, struct fault *f)
{
  struct prof prof;
  struct fault ignored;
  struct stat this, other;
  if (stat (path, &this) != 0 || access (r->profiles[0], R_OK) != 0
      || !profiles_open (&prof, r->profiles, r->n_profiles, &ignored))
    return;
  for (uint32_t i = 0; i < prof.header->n_objects; i++)
    {
      const char *of = prof.strings + prof.objects[i].path;
      if (prof.objects[i].n_units > 0
	  && (stat (of, &other) != 0 || other.st_dev != this.st_dev
	      || other.st_ino != this.st_ino))
	{
	  fault (f, "%s; %s is of %s", f->text, r->profiles[0], of);
	  break;
	}
    }
  prof_close (&prof);
}

/* Write the report of J, of the program PATH.  */
static void
report (const struct report *r, struct program *program, struct join *j,
	const char *path)
{
  const struct options *o = r->options;
  bool folder = o->format == FORMAT_TEXT || o->format == FORMAT_HOT;
  struct paths paths = { 0 };
  struct fault names;
  fault (&names, r->n_profiles > 1 ? "%s and %zu more" : "%s", r->profiles[0],
	 r->n_profiles - 1);
  if ((o->n_functions == 0 || check_selection (j, o, path, r->fault))
      && (!o->kinds || check_kinds (j, o, path, r->fault))
      && say_what_is_missing (j, names.text, r->fault)
      && (!folder || folder_show (program, j, r->fault)))
    {
      use_paths (j, &paths, r->profiles[0]);
      write_report (r);
    }
  paths_release (&paths);
}

int
report_run (const struct options *o, struct fault *f)
{
  static const char *const usual = "halt.prof";
  const char *path = o->operands[0];
  struct program program;
  struct prof prof = { 0 };
  struct join j = { 0 };
  struct report r = {
    .options = o, .join = &j, .program = &program, .fault = f,
    .profiles = o->n_operands > 1 ? o->operands + 1 : &usual,
    .n_profiles = o->n_operands > 1 ? o->n_operands - 1 : 1,
    .colour = isatty (STDOUT_FILENO) && !getenv ("NO_COLOR"),
    .columns = ends_columns (o->wide)
  };
  if (!program_open (&program, path, f))
    {
      name_others (&r, path, f);
      return 0;
    }
  if (!(o->n_operands == 1 && why_no_profile (&program, usual, f))
      && profiles_open (&prof, r.profiles, r.n_profiles, f)
      && join_open (&j, &prof, r.profiles[0], &program, f))
    report (&r, &program, &j, path);
  join_close (&j);
  prof_close (&prof);
  program_close (&program);
  return 0;
}
