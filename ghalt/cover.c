/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ghalt cover [PROG|PROFILE|FOLDER]...: how much was executed.  */

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "ghalt/command.h"
#include "ghalt/selftest.h"
#include "report/cover/cover.h"
#include "report/cover/taken.h"

static const struct option_row options[] = {
  { .name = "format", .type = TYPE_FORMAT, .offset = AT (format),
    .formats = BIT (TEXT) | BIT (JSON) | BIT (MARKDOWN) | BIT (LCOV) | BIT (COBERTURA)
	       | BIT (GCOVR) | BIT (SONARQUBE) | BIT (GITHUB) | BIT (GITLAB) | BIT (HTML),
    .text = "a table; everything; a comment for a review; for genhtml; XML of Cobertura; "
	    "for gcovr -a; for SonarQube; annotations for GitHub; the Code Quality "
	    "report of GitLab; a folder of pages, which -o names" },
  { .name = "conditions", .type = TYPE_FLAG, .offset = AT (conditions),
    .text = "statements, calls, decisions, conditions and MC/DC, as they are written "
	    "(compiled with cover)" },
  { .name = "instances", .type = TYPE_FLAG, .offset = AT (instances),
    .text = "with --conditions: each instance of a template by itself" },
  { .name = "paths", .type = TYPE_FLAG, .offset = AT (paths),
    .text = "paths of functions, and the lines of those not taken (compiled with prime or "
	    "blpp)" },
  { .name = "top", .type = TYPE_NUMBER, .offset = AT (top), .value = "N",
    .text = "with --paths: so many that were not taken of each function (10)",
    .formats = BIT (TEXT) | BIT (JSON) },
  { .name = "by", .type = TYPE_CHOICE, .offset = AT (by),
    .words = WORDS (COVER_BYS, [COVER_BY_FILE] = "file", [COVER_BY_TEST] = "test"),
    .text = "a row for each file, or for each test: what $HALT_LABEL said when it ran, or "
	    "the program" },
  { .name = "diff", .type = TYPE_TEXT, .offset = AT (change), .value = "FILE|-",
    .text = "only lines that this change touches, which git diff wrote; - is standard input" },
  { .name = "root", .type = TYPE_TEXT, .offset = AT (root), .value = "DIR",
    .text = "leave out files elsewhere, and call those in it by their names from there on" },
  { .name = "exclude", .type = TYPE_GLOB, .value = "GLOB",
    .text = "leave out files of this name; may be repeated" },
  { .name = "exceptions", .type = TYPE_FLAG, .offset = AT (exceptions),
    .text = "that a call throws is a branch, too" },
  { .name = "fail-under", .type = TYPE_TEXT, .offset = AT (fail_under),
    .value = "[KIND=]N[:FOLDER],...",
    .text = "end with 1 if less than N percent of the lines was executed, or of what KIND "
	    "names: lines, branches, functions, statements, calls, decisions, conditions, cases, "
	    "mcdc, unique; in FOLDER" },
  { .name = "baseline", .type = TYPE_TEXT, .offset = AT (baseline), .value = "FILE",
    .text = "end with 1 if less was executed of a file, or of all, than FILE says, which "
	    "--format=json wrote" },
  { .name = "ratchet", .type = TYPE_FLAG, .offset = AT (ratchet),
    .text = "and write that anew unless it was less" },
  { .name = "output", .type = TYPE_TEXT, .offset = AT (output), .value = "FILE",
    .text = "write to FILE; also -o FILE" },
  { .name = "selftest", .type = TYPE_FLAG, .offset = AT (selftest),
    .text = "compile, run and count programs whose coverage is known, with the compiler "
	    "that is given after --, and its options; halt-gcc else" },
  FUNCTION_OPTION,
  { .name = "wide", .type = TYPE_FLAG, .offset = AT (wide),
    .text = "whole names and lists of lines, however wide rows become",
    .formats = BIT (TEXT) },
  FROM_OPTIONS,
  OBJECTS_OPTION,
  HELP, END
};

/* --- what is said beside the numbers ------------------------------------------------ */

static void
say_notes (const struct suite *s)
{
  const char *text;
  for (size_t k = 0; k < s->n_parts; k++)
    for (size_t i = 0; (text = ghalt_report_note (s->parts[k].report.data, i));
	 i++)
      if (s->n_parts == 1)
	note ("%s", text);
      else
	note ("%s: %s", s->parts[k].report.path, text);
}

static void
say_what_is_missing (const struct cover *c)
{
  size_t n_units, n_machine = coverage_machine (c->suite, &n_units);
  unsigned format = c->suite->options->format;
  /* These two say it themselves.  */
  if (format != FORMAT_LCOV && format != FORMAT_COBERTURA)
    coverage_none (c->suite, c->coverage.n_lines);
  if (n_machine > 0)
    note ("%zu of %zu unit%s %s " MACHINE_LINES, n_machine, n_units,
	  plural (n_units), by_number (n_machine, "has", "have"));
  if (c->n_unknown > 0)
    note ("%zu %s left out: %s unknown; with bb, cbr, mbr and entry more is "
	  "known",
	  c->n_unknown,
	  by_number (c->n_unknown, "line or function is",
		     "lines and functions are"),
	  by_number (c->n_unknown, "its count is", "their counts are"));
}

/* --- the command --------------------------------------------------------------- */

/* What is wanted, read before anything is opened.  */
struct wish
{
  struct change change;
  struct threshold *thresholds;
  size_t n_thresholds;
};

static void
write_cover (FILE *out, struct cover *c)
{
  switch (c->suite->options->format)
    {
    case FORMAT_JSON:
      cover_json (out, c);
      break;
    case FORMAT_MARKDOWN:
      cover_markdown (out, c);
      break;
    case FORMAT_LCOV:
      lcov_suite (out, c->suite);
      break;
    case FORMAT_COBERTURA:
      cobertura_suite (out, c->suite);
      break;
    case FORMAT_GCOVR:
      cover_gcovr (out, c);
      break;
    case FORMAT_SONARQUBE:
      cover_sonarqube (out, c);
      break;
    case FORMAT_GITHUB:
      cover_github (out, c);
      break;
    case FORMAT_GITLAB:
      cover_gitlab (out, c);
      break;
    default:
      cover_text (out, c);
    }
}

/* Write what WRITE does to the file that O names, or to standard output.  */
static void
write_output (const struct options *o, struct fault *f,
	      void (*write) (FILE *out, void *data), void *data)
{
  char *text = NULL;
  size_t size = 0;
  if (!o->output)
    {
      pager_begin ();
      write (stdout, data);
      return;
    }
  FILE *out = open_memstream (&text, &size);
  if (!out)
    {
      fault (f, "%m");
      return;
    }
  write (out, data);
  if (fclose (out) != 0)
    fault (f, "%m");
  else if (!f->text[0])
    replace_file (o->output, text, size, f);
  free (text);
}

static void
put_cover (FILE *out, void *data)
{
  write_cover (out, data);
}

static void
put_written (FILE *out, void *data)
{
  const struct written *w = data;
  if (w->n_items == 0)
    note ("nothing was compiled with '-fplugin-arg-halt-cover'");
  if (w->suite->options->format == FORMAT_JSON)
    written_json (out, w);
  else
    written_text (out, w);
}

static void
put_tests (FILE *out, void *data)
{
  cover_tests (out, data);
}

/* Show S as its options want it; returns the status.  */
static int
show_suite (struct suite *s, const struct wish *wish, struct fault *f)
{
  const struct options *o = s->options;
  struct written w = { .suite = s };
  struct cover c = { .suite = s, .change = o->change };
  int status = 0;
  bool ok = written_find (&w);
  s->written = &w;
  ok = ok && cover_count (&c, o->change ? &wish->change : NULL);
  if (ok && o->format != FORMAT_HTML && !o->output)
    pager_begin ();
  if (ok)
    {
      say_notes (s);
      if (o->conditions)
	write_output (o, f, put_written, &w);
      else
	{
	  say_what_is_missing (&c);
	  if (o->format == FORMAT_HTML)
	    cover_site (&c, f);
	  else if (o->by == COVER_BY_TEST)
	    write_output (o, f, put_tests, &c);
	  else
	    write_output (o, f, put_cover, &c);
	}
      bool good = thresholds_reached (&c, wish->thresholds, wish->n_thresholds);
      good &= !o->baseline || f->text[0] || baseline_reached (&c, f);
      status = !good;
    }
  cover_release (&c);
  written_release (&w);
  s->written = NULL;
  return status;
}

/* Cut PATH to the folder in it that FOLDER is of; false if there is none.  */
static bool
cut_to_folder (char *path, const struct stat *folder)
{
  struct stat st;
  for (char *end = strrchr (path, '/'); end && end > path;
       end = strrchr (path, '/'))
    {
      *end = 0;
      if (stat (path, &st) == 0 && st.st_dev == folder->st_dev
	  && st.st_ino == folder->st_ino)
	return true;
    }
  return false;
}

/* The folder that --root names, as sources of S call it: there may be links to it.  To be
   freed.  */
static char *
find_root (const struct suite *s)
{
  const struct options *o = s->options;
  char *root = realpath (o->root, NULL);
  struct stat st;
  struct ghalt_unit u;
  if (!root || stat (root, &st) != 0)
    {
      fault (s->fault, "cannot find '%s': %m", o->root);
      free (root);
      return NULL;
    }
  for (size_t k = 0; k < s->n_parts; k++)
    for (size_t i = 0; ghalt_unit (s->parts[k].report.data, i, &u); i++)
      {
	char *path = path_join (u.directory, u.source, s->fault);
	if (path && cut_to_folder (path, &st))
	  {
	    free (root);
	    return path;
	  }
	free (path);
      }
  /* Names follow a slash.  */
  if (strcmp (root, "/") == 0)
    *root = 0;
  return root;
}

/* What is left out of S, as its options want it.  */
static bool
find_exclusions (struct suite *s, struct exclude *x)
{
  const struct options *o = s->options;
  *x = (struct exclude) { .globs = o->excluded,
			  .n_globs = o->n_excluded,
			  .exceptions = o->exceptions,
			  .sources.fault = s->fault };
  s->exclude = x;
  if (o->root)
    {
      char *root = find_root (s);
      if (!root)
	return false;
      free (s->folder);
      x->root = s->folder = root;
    }
  x->folder = s->folder;
  return true;
}

static int
show_taken (const struct suite *s)
{
  struct taken t = { .suite = s };
  if (taken_find (&t))
    {
      pager_begin ();
      if (t.n_functions == 0)
	note ("nothing was compiled with '-fplugin-arg-halt-prime' or "
	      "'-fplugin-arg-halt-blpp'");
      if (s->options->format == FORMAT_JSON)
	taken_json (stdout, &t);
      else
	taken_text (stdout, &t);
    }
  taken_release (&t);
  return 0;
}

static int
show_all (struct suite *s, const struct wish *wish, struct fault *f)
{
  struct exclude x;
  int status = !find_exclusions (s, &x) ? 0
	       : s->options->paths	? show_taken (s)
					: show_suite (s, wish, f);
  exclude_release (&x);
  return status;
}

/* One program and what was recorded of it.  */
static int
cover_one (struct report *r, const struct ghalt_profile *profile, void *data)
{
  struct suite s = { .n_parts = 0 };
  int status = 0;
  if (report_choose (r, profile) && report_check (r) && suite_one (&s, r))
    status = show_all (&s, data, r->fault);
  suite_close (&s);
  report_release (r);
  return status;
}

static bool
check_options (const struct options *o, struct fault *f)
{
  if (o->format == FORMAT_HTML && !o->output)
    return fault (f, "'--format=html' needs a folder: -o DIR");
  if (o->ratchet && !o->baseline)
    return fault (f, "'--ratchet' needs '--baseline=FILE'");
  if (o->change && (o->baseline || o->by == COVER_BY_TEST))
    return fault (f, "'--%s' does not go with '--diff'",
		  o->baseline ? "baseline" : "by=test");
  if (o->conditions && o->format != FORMAT_TEXT && o->format != FORMAT_JSON)
    return fault (f, "'--conditions' is text or JSON; other formats have it by "
		     "themselves, as far as they can");
  return !o->instances || o->conditions
	 || fault (f, "'--instances' needs '--conditions'");
}

static int
run_selftest (const struct options *o, struct fault *f)
{
  char *text = NULL;
  size_t size = 0;
  if (!o->output)
    return cover_selftest (o, stdout, f);
  FILE *out = open_memstream (&text, &size);
  int status = out ? cover_selftest (o, out, f) : 0;
  if (!out || fclose (out) != 0)
    fault (f, "%m");
  else if (!f->text[0])
    replace_file (o->output, text, size, f);
  free (text);
  return status;
}

/* Refuse what says nothing of paths, or of nothing else.  */
static bool
check_paths (const struct options *o, struct fault *f)
{
  const char *other = o->conditions	       ? "conditions"
		      : o->change	       ? "diff"
		      : o->fail_under	       ? "fail-under"
		      : o->by == COVER_BY_TEST ? "by=test"
		      : o->baseline	       ? "baseline"
					       : NULL;
  if (o->paths && other)
    return fault (f, "'--%s' does not go with '--paths'", other);
  if (o->paths && o->format != FORMAT_TEXT && o->format != FORMAT_JSON)
    return fault (f, "'--paths' is text or JSON");
  return o->paths || o->top == UINT64_MAX
	 || fault (f, "'--top' needs '--paths'");
}

static int
run_cover (const struct options *o, struct fault *f)
{
  if (o->selftest)
    return run_selftest (o, f);

  struct wish wish = { .n_thresholds = 0 };
  struct suite s = { .n_parts = 0 };
  int status = 0;
  if (!check_options (o, f) || !check_paths (o, f)
      || !thresholds_read (&wish.thresholds, &wish.n_thresholds, o->fail_under,
			   f)
      || (o->change && !change_read (&wish.change, o->change, f)))
    ;
  else if (suite_is_one (o) && o->by != COVER_BY_TEST)
    status = report_of (o, f, cover_one, &wish);
  else
    {
      if (suite_open (&s, o, o->by == COVER_BY_TEST, f))
	status = show_all (&s, &wish, f);
      suite_close (&s);
    }
  change_release (&wish.change);
  free (wish.thresholds);
  return status;
}

const struct command cmd_cover = {
  .name = "cover",
  .synopsis = "[OPTION]... [PROG|PROFILE|FOLDER]...",
  .text = "show how much was executed, of programs and all their profiles, or of what a "
	  "change touches",
  .options = options,
  .max_operands = SIZE_MAX,
  .newest = true,
  .run = run_cover
};
