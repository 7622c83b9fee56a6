/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ghalt report PROG [PROFILE]: the counts of a profile.  */

#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
#include "ghalt/command.h"
#include "report/tables/measure.h"
#include "report/show/terminal.h"
#include "summarize/library/library.h"
#include "report/report.h"

static const struct option_row options[] = {
  { .name = "format", .type = TYPE_FORMAT, .offset = AT (format),
#define OUTPUT(NAME, word, write, text) BIT (NAME) |
    .formats =
#include "report/formats.def"
      0,
#define OUTPUT(NAME, word, write, text) "; " text
    .text = &(
#include "report/formats.def"
      )[2] },
  { "output", TYPE_TEXT, AT (output), NULL, "FILE",
    "the database that is written, in place of what was there; also -o FILE",
    BIT (SQLITE) },
  { "between", TYPE_FLAG, AT (between), NULL, NULL,
    "what was counted from the first of two profiles, snapshots of one process, to the "
    "second",
    0 },
  ONTO_OPTION,
  { "hot", TYPE_FLAG, AT (hot), NULL, NULL,
    "what is executed most, predicted worst, or never executed", 0 },
  { "annotate", TYPE_FLAG, AT (annotate), NULL, NULL,
    "source lines with their counts", 0 },
  MEASURE,
  { "branches", TYPE_FLAG, AT (branches), NULL, NULL,
    "with --annotate: where the branches of each line went", BIT (ANNOTATE) },
  { "function", TYPE_LIST, 0, NULL, "NAME",
    FUNCTION "; for dot and svg the default is the function that branches "
	     "most",
    0 },
  KIND_OPTION (BIT (TEXT) | BIT (JSON) | BIT (CSV) | BIT (CALLGRIND)
	       | BIT (FOLDED) | BIT (PPROF)),
  { .name = "sort",
    .type = TYPE_CHOICE,
    .offset = AT (sort),
    .words = WORDS (SORTS, [SORT_COUNT] = "count",
		    [SORT_UNPREDICTABLE] = "unpredictable",
		    [SORT_RATE] = "rate", [SORT_ID] = "id"),
    .text
    = "by executions, by those that went another way than most, by their share, "
      "or by id",
    .formats = BIT (TEXT) | BIT (HOT) },
  { "top", TYPE_NUMBER, AT (top), NULL, "N",
    "only the first N rows of each table, or the N hottest functions",
    BIT (TEXT) | BIT (HOT) | BIT (DOT) | BIT (MEASURE) },
  { "all-indices", TYPE_FLAG, AT (all_indices), NULL, NULL,
    "every index of a multiway branch, not only the most frequent",
    BIT (TEXT) },
  WIDE_OPTION (BIT (TEXT) | BIT (HOT) | BIT (MEASURE)),
  FROM_OPTIONS,
  OBJECTS_OPTION,
  HELP,
  END
};

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

/* What writes each format.  */
static void (*const writers[FORMAT_END]) (FILE *, const struct report *) = {
#define OUTPUT(NAME, word, write, text) [FORMAT_##NAME] = write,
#define PAGE(NAME, option, write) [FORMAT_##NAME] = write,
#include "report/formats.def"
};

/* PATH is no program.  If it is a profile, say so in R's fault, and of which program.  */
static bool
is_profile (const struct report *r, const char *path)
{
  struct ghalt_profile_object o;
  struct ghalt_profile *p = ghalt_profile_open (&path, 1, NULL);
  if (p && ghalt_profile_object (p, 0, &o) && o.path)
    fault (r->fault, "%s: a profile, of %s: ghalt report %s %s", path, o.path,
	   o.path, path);
  bool found = p != NULL;
  ghalt_profile_close (p);
  return found;
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
write_report (struct report *r, const struct ghalt_profile *profile)
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
      writers[r->options->format](stdout, r);
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
move_to_build (const struct report *r, struct ghalt_profile *profile,
	       struct ghalt_program **program)
{
  struct ghalt_error *error = NULL;
  struct ghalt_program *to = ghalt_program_open (r->options->onto, &error);
  struct ghalt_profile *moved = NULL;
  if (to && !stale_fits (&to->program, &profile->prof))
    {
      moved = ghalt_profile_onto (profile, *program, to, &error);
      ghalt_profile_close (profile);
      if (moved)
	stale_note (moved->onto, moved->names, &to->program);
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
run_report (const struct options *o, struct fault *f)
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
      if (!is_profile (&r, path))
	name_others (&r, path);
      return 0;
    }
  r.path = ghalt_program_path (program);
  struct ghalt_profile *profile = report_profile (&r, program);
  if (profile && o->onto)
    profile = move_to_build (&r, profile, &program);
  r.path = ghalt_program_path (program);
  r.build_id = ghalt_program_build_id (program);
  r.folder = ghalt_program_folder (program);
  struct ghalt_report *data = profile
				? ghalt_report_open (program, profile, &error)
				: NULL;
  r.data = data;
  bool paths = data && o->brief && counts_paths (&r);
  if (data && !paths)
    write_report (&r, profile);
  else if (profile && !data)
    take_error (f, error);
  ghalt_report_close (data);
  ghalt_profile_close (profile);
  ghalt_program_close (program);
  return paths ? cmd_paths.run (o, f) : 0;
}

const struct command cmd_report = {
  .name = "report",
  .synopsis = "[OPTION]... [PROG [PROFILE|FOLDER]...]",
  .text = "show the points of PROG with the counts of PROFILE [halt.prof]",
  .options = options,
  .max_operands = SIZE_MAX,
  .newest = true,
  .run = run_report
};
