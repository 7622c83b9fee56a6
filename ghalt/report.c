/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ghalt report PROG [PROFILE]: the counts of a profile.  */

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include "ghalt/command.h"
#include "report/terminal.h"
#include "summarize/library/library.h"
#include "report/report.h"

static const struct option_row options[] = {
  { "format", TYPE_CHOICE, AT (format),
    { "text", "json", "csv", "dot", "svg", "lcov", "callgrind", "folded", "pprof", "cobertura",
      "sqlite", "guide" },
    "text|json|csv|dot|svg|lcov|callgrind|folded|pprof|cobertura|sqlite|guide",
    "tables; everything; a row for each point; flow graphs, for Graphviz or drawn by it; "
    "for genhtml; for KCachegrind; for flame graphs; for pprof; XML of Cobertura; a database; "
    "for option guide of the plugin", 0 },
  { "output", TYPE_TEXT, AT (output), { NULL }, "FILE",
    "the database that is written, in place of what was there; also -o FILE", BIT (SQLITE) },
  { "between", TYPE_FLAG, AT (between), { NULL }, NULL,
    "what was counted from the first of two profiles, snapshots of one process, to the "
    "second", 0 },
  ONTO_OPTION,
  { "hot", TYPE_FLAG, AT (hot), { NULL }, NULL,
    "what is executed most, predicted worst, or never executed", 0 },
  { "annotate", TYPE_FLAG, AT (annotate), { NULL }, NULL,
    "source lines with their counts", 0 },
  MEASURE,
  { "branches", TYPE_FLAG, AT (branches), { NULL }, NULL,
    "with --annotate: where the branches of each line went", BIT (ANNOTATE) },
  { "function", TYPE_LIST, 0, { NULL }, "NAME",
    FUNCTION "; for dot and svg the default is the function that branches "
    "most", 0 },
  { "kind", TYPE_KINDS, AT (kinds), { NULL }, "LIST",
    "only these kinds, with commas between them: cbr,load",
    BIT (TEXT) | BIT (JSON) | BIT (CSV) | BIT (CALLGRIND) | BIT (FOLDED) | BIT (PPROF) },
  { "sort", TYPE_CHOICE, AT (sort), { "count", "unpredictable", "rate", "id" },
    "count|unpredictable|rate|id",
    "by executions, by those that went another way than most, by their share, "
    "or by id", BIT (TEXT) | BIT (HOT) },
  { "top", TYPE_NUMBER, AT (top), { NULL }, "N",
    "only the first N rows of each table, or the N hottest functions",
    BIT (TEXT) | BIT (HOT) | BIT (DOT) | BIT (MEASURE) },
  { "all-indices", TYPE_FLAG, AT (all_indices), { NULL }, NULL,
    "every index of a multiway branch, not only the most frequent",
    BIT (TEXT) },
  { "wide", TYPE_FLAG, AT (wide), { NULL }, NULL,
    "whole names of files and functions, however wide rows become",
    BIT (TEXT) | BIT (HOT) | BIT (MEASURE) },
  OBJECTS_OPTION,
  HELP, END
};

/* A function to draw, and what happened in it.  */
struct picture
{
  size_t function;
  uint64_t events;
  bool has_points;		/* of the telling kind */
};

static void
draw (FILE *out, const struct report *r, size_t function, struct sources *s)
{
  struct ghalt_error *error = NULL;
  struct ghalt_graph *g = ghalt_graph_open (r->data, function, 1, &error);
  if (g)
    dot_function (out, r->data, function, g, true, s, NULL, r->fault);
  else
    take_error (r->fault, error);
  ghalt_graph_close (g);
}

/* The kind by which to compare functions.  Branches say most about them.  Its end:
   there are no points.  */
static uint32_t
telling_kind (const struct report *r)
{
  static const enum tells order[] = { TELLS_BRANCH, TELLS_BLOCK, TELLS_TABLE,
				      TELLS_ENTRY, TELLS_EXIT };
  for (size_t i = 0; i < sizeof order / sizeof *order; i++)
    for (uint32_t kind = 0; kind < ghalt_kinds_end (); kind++)
      if (kind_tells (kind) == order[i] && ghalt_recorded (r->data, kind) > 0
	  && ghalt_n_counted (r->data, kind) > 0)
	return kind;
  for (uint32_t kind = 0; kind < ghalt_kinds_end (); kind++)
    if (ghalt_n_counted (r->data, kind) > 0)
      return kind;
  return ghalt_kinds_end ();
}

/* Most events first; where it is the same, the first in the program.  */
static int
compare_pictures (const void *a, const void *b)
{
  const struct picture *x = a, *y = b;
  if (x->events != y->events)
    return x->events > y->events ? -1 : 1;
  return x->function < y->function ? -1 : x->function > y->function;
}

/* All functions that R selects, *N of them; if it names none those that have points
   of the telling kind, the hottest first.  */
static struct picture *
list_pictures (const struct report *r, size_t *n)
{
  const struct options *o = r->options;
  bool sorted = o->n_functions == 0 || o->top != UINT64_MAX;
  uint32_t kind = sorted ? telling_kind (r) : 0;
  if (sorted && kind == ghalt_kinds_end ())
    {
      fault (r->fault, "the program has no points to draw; see --function");
      return NULL;
    }
  size_t n_all = r->facts.n_functions;
  struct picture *all = fresh (n_all, sizeof *all, r->fault);
  struct ghalt_point point;
  if (!all)
    return NULL;
  for (size_t i = 0; i < n_all; i++)
    all[i].function = i;
  for (size_t i = 0; sorted && ghalt_counted (r->data, kind, i, &point); i++)
    {
      struct picture *p = all + point.function;
      p->events = add_counts (p->events, point.events);
      p->has_points = true;
    }
  *n = 0;
  for (size_t i = 0; i < n_all; i++)
    if (r->chosen[i] && (o->n_functions > 0 || all[i].has_points))
      all[(*n)++] = all[i];
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
  struct picture *list = list_pictures (r, &n);
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
      struct ghalt_function fn = report_function (r, list[i].function);
      drawing_warn (o, &fn);
      draw (out, r, list[i].function, &s);
      progress_step ();
    }
  progress_end ();
  if (out)
    drawing_end (out, r->fault);
  free (list);
  sources_release (&s);
}

/* Refuse if kinds are selected of which there is no point.  */
static bool
check_kinds (const struct report *r)
{
  const struct options *o = r->options;
  uint32_t first = 0;
  for (uint32_t kind = 0; kind < ghalt_kinds_end (); kind++)
    if (options_kind (o, kind) && ghalt_n_counted (r->data, kind) > 0)
      return true;
    else if (options_kind (o, kind) && !first)
      first = kind;
  return o->kinds == 0
	 || fault (r->fault, "%s: no points of kind %s%s", r->path,
		   kind_name (first),
		   o->kinds & (o->kinds - 1) ? " or any other of those given"
					     : "");
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
    case FORMAT_MEASURE:
      measure_report (stdout, r);
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
    case FORMAT_PPROF:
      pprof_report (stdout, r);
      break;
    case FORMAT_COBERTURA:
      cobertura_report (stdout, r);
      break;
    case FORMAT_SQLITE:
      sqlite_report (r);
      break;
    case FORMAT_GUIDE:
      guide_report (stdout, r);
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
name_others (const struct report *r, const char *path)
{
  struct stat this, other;
  struct ghalt_profile_object o;
  struct fault *f = r->fault;
  if (stat (path, &this) != 0 || access (r->profiles[0], R_OK) != 0)
    return;
  struct ghalt_profile *p = ghalt_profile_open (r->profiles, r->n_profiles,
						NULL);
  for (uint32_t i = 0; p && ghalt_profile_object (p, i, &o); i++)
    if (o.n_units > 0
	&& (stat (o.path, &other) != 0 || other.st_dev != this.st_dev
	    || other.st_ino != this.st_ino))
      {
	fault (f, "%s; %s is of %s", f->text, r->profiles[0], o.path);
	break;
      }
  ghalt_profile_close (p);
}

/* True if nothing was counted but paths, which can be shown.  */
static bool
counts_paths (const struct report *r)
{
  struct ghalt_paths *paths;
  for (uint32_t kind = 0; kind < ghalt_kinds_end (); kind++)
    if (kind_counted (kind) && ghalt_recorded (r->data, kind) > 0)
      return false;
  paths = ghalt_recorded (r->data, HALT_PATH_SUM_READ) > 0
	    ? ghalt_paths_open (r->data, NULL)
	    : NULL;
  ghalt_paths_close (paths);
  return paths;
}

/* True if a page of text, rather than all, is what helps: it goes to a terminal, and
   there is something for it.  */
static bool
wants_page (const struct report *r)
{
  static const uint32_t kinds[] = { HALT_CBR, HALT_MBR, HALT_ENTRY,
				    HALT_BLOCK };
  for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++)
    if ((r->recorded.recorded >> kinds[i] & 1)
	&& ghalt_n_counted (r->data, kinds[i]) > 0)
      return r->options->brief && isatty (STDOUT_FILENO);
  return false;
}

/* Write the report of R->data.  */
static void
report (struct report *r, const struct ghalt_profile *profile)
{
  struct options page = *r->options;
  const char *text;
  if (report_choose (r, profile) && report_check (r) && check_kinds (r))
    {
      bool first = wants_page (r);
      if (first)
	{
	  page.format = FORMAT_HOT;
	  r->options = &page;
	}
      pager_begin ();
      for (size_t i = 0; (text = ghalt_report_note (r->data, i)); i++)
	note ("%s", text);
      write_report (r);
      if (first)
	put_text (stdout,
		  "\n--top=N shows more rows, --format=text every point, "
		  "--annotate source lines\n");
    }
  report_release (r);
}

/* Let PROFILE, of *PROGRAM, be one of the build that --onto names, and let that be
   *PROGRAM.  The new profile, or NULL.  */
static struct ghalt_profile *
put_onto (const struct report *r, struct ghalt_profile *profile,
	  struct ghalt_program **program)
{
  struct ghalt_error *error = NULL;
  struct ghalt_program *to = ghalt_program_open (r->options->onto, &error);
  struct ghalt_profile *moved = NULL;
  if (to && !onto_fits (&to->program, &profile->prof))
    {
      moved = ghalt_profile_onto (profile, *program, to, &error);
      ghalt_profile_close (profile);
      if (moved)
	onto_note (moved->onto, moved->names, &to->program);
    }
  else if (to)
    moved = profile;
  else
    ghalt_profile_close (profile);
  if (error)
    take_error (r->fault, error);
  if (to)
    {
      ghalt_program_close (*program);
      *program = to;
    }
  return moved;
}

static int
run (const struct options *o, struct fault *f)
{
  const char *path = o->operands[0];
  struct ghalt_error *error = NULL;
  struct report r = report_begin (o, f);
  if (o->format == FORMAT_SQLITE && !o->output)
    {
      fault (f, "'--format=sqlite' needs a file: -o FILE");
      return 0;
    }
  if (o->format == FORMAT_PPROF && isatty (STDOUT_FILENO))
    {
      fault (f, "'--format=pprof' is not for a terminal: >FILE.pb.gz");
      return 0;
    }
  if (o->between && o->n_operands != 3)
    {
      fault (f, "'--between' takes PROG and two profiles of one process");
      return 0;
    }
  struct ghalt_program *program = ghalt_program_open (path, &error);
  if (!program)
    {
      take_error (f, error);
      name_others (&r, path);
      return 0;
    }
  struct ghalt_profile *profile = report_profile (&r, program);
  if (profile && o->onto)
    profile = put_onto (&r, profile, &program);
  r.path = ghalt_program_path (program);
  r.build_id = ghalt_program_build_id (program);
  r.folder = ghalt_program_folder (program);
  struct ghalt_report *data = profile
				? ghalt_report_open (program, profile, &error)
				: NULL;
  r.data = data;
  bool paths = data && o->brief && counts_paths (&r);
  if (data && !paths)
    report (&r, profile);
  else if (profile && !data)
    take_error (f, error);
  ghalt_report_close (data);
  ghalt_profile_close (profile);
  ghalt_program_close (program);
  return paths ? cmd_paths.run (o, f) : 0;
}

const struct command cmd_report = {
  .name = "report",
  .synopsis = "[OPTION]... [PROG [PROFILE]...]",
  .text = "show the points of PROG with the counts of PROFILE [halt.prof]",
  .options = options,
  .max_operands = SIZE_MAX,
  .newest = true,
  .run = run
};
