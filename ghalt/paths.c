/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ghalt paths PROG [PROFILE]...: which paths were taken.  */

#include <errno.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "ghalt/command.h"
#include "report/show/terminal.h"
#include "report/paths/path_report.h"

#define ROWS 10			/* without --top */

static const struct option_row options[] = {
  { .name = "format", .type = TYPE_FORMAT, .offset = AT (format),
    .formats = BIT (TEXT) | BIT (JSON) | BIT (CSV) | BIT (DOT) | BIT (SVG),
    .text = "tables; everything; a row for each path; flow graphs with a path, for "
	    "Graphviz or drawn by it" },
  { "describe", TYPE_FLAG, AT (describe), NULL, NULL,
    "print how the paths of PROG are numbered; no profile is read", 0 },
  { "edges", TYPE_FLAG, AT (edges), NULL, NULL,
    "how often each edge was crossed, from the counts of paths", 0 },
  FUNCTION_OPTION,
  { "path", TYPE_TEXT, AT (path), NULL, "[REGION:]ID",
    "only this path of the one function that is named, block by block",
    0 },
  { "top", TYPE_NUMBER, AT (top), NULL, "N",
    "only the first N rows of each table, or the N hottest paths",
    BIT (TEXT) | BIT (JSON) | BIT (CSV) | BIT (DOT) | BIT (EDGES) },
  WIDE_OPTION (BIT (TEXT)),
  OBJECTS_OPTION,
  HELP, END
};

/* --- the description ---------------------------------------------------- */

/* Refuse unless O selects a function of S.  */
static bool
check_selection (const struct paths *s, const struct options *o,
		 const char *path, struct fault *f)
{
  for (size_t i = 0; i < s->n_functions; i++)
    if (paths_select (o, s->functions + i))
      return true;
  if (o->n_functions == 0)
    return fault (f,
		  "%s: no paths: nothing of it was compiled with "
		  "-fplugin-arg-halt-blpp",
		  path);
  return fault (f, "%s: no function '%s'%s with paths", path, o->functions[0],
		o->n_functions > 1 ? " or any other of those given" : "");
}

/* One description of all, with ids as summarize prints them.  */
static void
describe_paths (FILE *out, const struct paths *s, const struct options *o,
		struct fault *why)
{
  struct blpp_text t = { NULL, 0, 0 };
  bool ok = blpp_describe_begin (&t) == 0;
  for (size_t i = 0; ok && i < s->n_functions; i++)
    {
      const struct path_function *f = s->functions + i;
      const struct map *m = &f->unit->map;
      if (!paths_select (o, f))
	continue;
      ok = blpp_describe (&t, f->paths, f->id,
			  m->strings + m->functions[f->function].name)
	   == 0;
      fwrite (t.text, 1, t.size, out);
      t.size = 0;
    }
  if (!ok)
    fault (why, "cannot describe paths: %m");
  free (t.text);
}

/* --- the selected path -------------------------------------------------- */

/* Read the number at *TEXT.  */
static bool
read_number (const char **text, uint64_t *n)
{
  char *end;
  errno = 0;
  *n = strtoull (*text, &end, 10);
  bool ok = **text >= '0' && **text <= '9' && errno == 0;
  *text = end;
  return ok;
}

/* Let ROW be that of the path that O names, of the only function of S that it
   selects; it may not have been executed.  */
static bool
named_row (struct path_row *row, const struct paths *s, const struct options *o,
	   struct fault *why)
{
  const char *text = o->path;
  uint64_t region = 0, id;
  bool ok = read_number (&text, &id);
  if (ok && *text == ':')
    {
      text++;
      region = id;
      ok = read_number (&text, &id);
    }
  if (!ok || *text)
    return fault (why,
		  "'--path' needs a path's number, with its region before "
		  "it if there are several: [REGION:]ID, not '%s'",
		  o->path);
  const struct path_function *f = NULL;
  for (size_t i = 0; i < s->n_functions; i++)
    if (paths_select (o, s->functions + i))
      {
	if (f)
	  return fault (why, "'--path' is of one function: name it with "
			     "--function");
	f = s->functions + i;
      }
  const struct map *m = &f->unit->map;
  const char *name = function_name (m, m->functions + f->function);
  if (region >= blpp_n_regions (f->paths))
    return fault (why,
		  "path %s of %s is out of range: it has %" PRIu32 " region%s",
		  o->path, name, blpp_n_regions (f->paths),
		  plural (blpp_n_regions (f->paths)));
  if (id >= blpp_n_paths (f->paths, (uint32_t) region))
    return fault (why,
		  "path %s of %s is out of range: region %" PRIu64
		  " has %" PRIu64 " path%s",
		  o->path, name, region,
		  blpp_n_paths (f->paths, (uint32_t) region),
		  plural (blpp_n_paths (f->paths, (uint32_t) region)));
  *row = (struct path_row) { f, (uint32_t) region, id, 0, 0 };
  for (size_t i = 0; i < f->n; i++)
    if (f->counts[i].region == row->region && f->counts[i].id == id)
      {
	row->n = f->counts[i].n;
	row->insns = f->insns[i];
      }
  return true;
}

/* --- counts ------------------------------------------------------------- */

static void
say_what_is_missing (const struct report *r,
		     const struct ghalt_profile *profile, const struct paths *s)
{
  const char *names = r->recorded.names;
  struct ghalt_object o;
  for (size_t i = 0; ghalt_object (r->data, i, &o); i++)
    if (o.unresolved > 0)
      {
	struct fault why;
	say_unresolved (&why, o.unresolved, names, o.why);
	note ("%s", why.text);
      }
  if (s->strays > 0)
    note ("%" PRIu64 " count%s of %s %s of no path of any function", s->strays,
	  plural (s->strays), names, by_number (s->strays, "is", "are"));
  note_losses (&profile->prof, names, profile->n_names);
}

static void
draw_path (const struct path_report *r)
{
  struct fault *f = r->report->fault;
  FILE *out = NULL;
  if (r->n_rows == 0)
    fault (f, "no path was executed: nothing to draw; see --path");
  else
    out = drawing_begin (r->report->options, f);
  if (out)
    {
      paths_dot (out, r);
      drawing_end (out, f);
    }
}

/* Write what R's options select of PATHS.  */
static void
write_paths (const struct report *r, const struct ghalt_paths *paths)
{
  const struct paths *s = paths->paths;
  const struct options *o = r->options;
  bool drawn = o->format == FORMAT_DOT || o->format == FORMAT_SVG;
  size_t n = 1;
  struct path_row named, *all = NULL;
  if (!(o->path ? named_row (&named, s, o, r->fault)
		: (all = paths_rows (s, o, &n, r->fault)) != NULL))
    return;
  uint64_t top = o->top != UINT64_MAX	    ? o->top
		 : drawn		    ? 1
		 : o->format == FORMAT_TEXT ? ROWS
					    : UINT64_MAX;
  struct path_report p = {
    r, paths, s, all ? all : &named, n < top ? n : (size_t) top, n
  };
  if (drawn)
    draw_path (&p);
  else if (o->format == FORMAT_JSON)
    paths_json (stdout, &p);
  else if (o->format == FORMAT_CSV)
    paths_csv (stdout, &p);
  else if (o->format == FORMAT_EDGES)
    paths_edges (stdout, &p);
  else if (o->path)
    paths_one (stdout, &p);
  else
    paths_text (stdout, &p);
  free (all);
}

/* Write what PROFILE says of PROGRAM.  */
static void
report_paths (struct report *r, const struct ghalt_program *program,
	      const struct ghalt_profile *profile)
{
  struct ghalt_error *error = NULL;
  struct ghalt_report *data = ghalt_report_open (program, profile, &error);
  struct ghalt_paths *paths = data ? ghalt_paths_open (data, &error) : NULL;
  r->data = data;
  if (!paths)
    take_error (r->fault, error);
  else if (report_choose (r, profile)
	   && check_selection (paths->paths, r->options, r->path, r->fault)
	   && (profile->prof.rows[HALT_PATH_SUM_READ]
	       || fault (r->fault,
			 "%s: no paths were counted: the program's "
			 "_record_path_sum_read is not that of libhalt.a, "
			 "or it was put onto another build",
			 r->profiles[0])))
    {
      pager_begin ();
      say_what_is_missing (r, profile, paths->paths);
      write_paths (r, paths);
    }
  report_release (r);
  ghalt_paths_close (paths);
  ghalt_report_close (data);
}

static int
run_paths (const struct options *o, struct fault *f)
{
  struct ghalt_error *error = NULL;
  struct paths s;
  struct report r = report_begin (o, f);
  if (o->describe && o->n_operands > 1)
    return fault (f, "'--describe' reads no profile: %s", o->operands[1]);
  struct ghalt_program *program = ghalt_program_open (o->operands[0], &error);
  if (!program)
    return take_error (f, error);
  r.path = ghalt_program_path (program);
  r.build_id = ghalt_program_build_id (program);
  if (o->describe)
    {
      if (paths_read (&s, &program->program, f)
	  && check_selection (&s, o, r.path, f))
	describe_paths (stdout, &s, o, f);
      paths_release (&s);
    }
  else
    {
      struct ghalt_profile *profile = report_profile (&r, program);
      if (profile)
	report_paths (&r, program, profile);
      ghalt_profile_close (profile);
    }
  ghalt_program_close (program);
  return 0;
}

const struct command cmd_paths = {
  .name = "paths",
  .synopsis = "[OPTION]... [PROG [PROFILE|FOLDER]...]",
  .text = "show which paths of PROG were taken, as PROFILE [halt.prof] counts them",
  .options = options,
  .max_operands = SIZE_MAX,
  .newest = true,
  .run = run_paths
};
