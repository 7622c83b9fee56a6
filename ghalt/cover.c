/* SPDX-License-Identifier: GPL-3.0-or-later */
/* ghalt cover PROG [PROFILE|FOLDER]...: how much was executed.  */

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include "ghalt/command.h"
#include "report/cover/cover.h"
#include "report/cover/taken.h"
#include "report/cover/written.h"

static const struct option_row options[] = {
  { .name = "format", .type = TYPE_FORMAT, .offset = AT (format),
    .formats = BIT (TEXT) | BIT (JSON) | BIT (MARKDOWN),
    .text = "a table; everything; a comment for a review" },
  { .name = "diff", .type = TYPE_TEXT, .offset = AT (change), .value = "FILE|-",
    .text = "only lines that this change touches, which git diff wrote; - is standard input" },
  { .name = "fail-under", .type = TYPE_TEXT, .offset = AT (fail_under), .value = "N,branches:N,...",
    .text = "end with 1 if less than N percent of the lines, branches or functions were "
	    "executed" },
  { .name = "conditions", .type = TYPE_FLAG, .offset = AT (conditions),
    .text = "statements, decisions, conditions and MC/DC, as they are written (compiled "
	    "with cover)" },
  { .name = "paths", .type = TYPE_FLAG, .offset = AT (paths),
    .text = "paths of functions, and the lines of those not taken (compiled with prime or "
	    "blpp)" },
  { .name = "top", .type = TYPE_NUMBER, .offset = AT (top), .value = "N",
    .text = "with --paths: so many that were not taken of each function (10)",
    .formats = BIT (TEXT) | BIT (JSON) },
  FUNCTION_OPTION,
  { .name = "wide", .type = TYPE_FLAG, .offset = AT (wide),
    .text = "whole names and lists of lines, however wide rows become",
    .formats = BIT (TEXT) },
  OBJECTS_OPTION,
  HELP, END
};

/* --- thresholds --------------------------------------------------------------- */

/* Thousandths of a percent.  */
#define WHOLE (100 * UINT64_C (1000))

/* Read the number at *TEXT, with up to three digits after its point.  */
static bool
read_percent (const char **text, uint64_t *n)
{
  const char *p = *text;
  unsigned unit = 1000;
  *n = 0;
  if (*p < '0' || *p > '9')
    return false;
  for (; *p >= '0' && *p <= '9' && *n <= WHOLE; p++)
    *n = *n * 10 + (uint64_t) (*p - '0') * 1000;
  if (*p == '.' && p[1] >= '0' && p[1] <= '9')
    for (p++; *p >= '0' && *p <= '9' && unit > 1; p++)
      *n += (uint64_t) (*p - '0') * (unit /= 10);
  *text = p;
  return *n <= WHOLE && (!*p || *p == ',');
}

/* Read TEXT: `80', `80,branches:60' or the like.  What is not named is 0.  */
static bool
read_thresholds (uint64_t *least, const char *text, struct fault *f)
{
  const char *p = text;
  for (bool more = p; more; p++)
    {
      unsigned what = COVER_LINES;
      size_t n = strcspn (p, ":,");
      if (p[n] == ':')
	{
	  for (what = 0; what < COVER_SORTS; what++)
	    if (strlen (cover_words[what]) == n
		&& memcmp (cover_words[what], p, n) == 0)
	      break;
	  p += n + 1;
	}
      if (what == COVER_SORTS || !read_percent (&p, least + what))
	return fault (f,
		      "'--fail-under' needs percents, up to 100: 80, or "
		      "80,branches:60,functions:95; not '%s'",
		      text);
      more = *p == ',';
    }
  return true;
}

/* True if C has what LEAST wants; a note says what it has not.  */
static bool
reaches (const struct cover *c, const uint64_t *least)
{
  bool good = true;
  for (unsigned k = 0; k < COVER_SORTS; k++)
    {
      const struct cover_count *n = c->counts + k;
      if ((unsigned __int128) n->hit * WHOLE
	  >= (unsigned __int128) n->found * least[k])
	continue;
      note ("%" PRIu64 " of %" PRIu64 " %s were executed, which is less than "
	    "%g%%",
	    n->hit, n->found, cover_words[k], (double) least[k] / 1000);
      good = false;
    }
  return good;
}

/* --- the command --------------------------------------------------------------- */

/* Show C; returns the status.  */
static int
show_cover (struct cover *c, const uint64_t *least)
{
  const struct report *r = c->report;
  const char *text;
  size_t n_machine = coverage_machine (r);
  pager_begin ();
  for (size_t i = 0; (text = ghalt_report_note (r->data, i)); i++)
    note ("%s", text);
  coverage_none (r, c->coverage.n_lines);
  if (n_machine > 0)
    note ("%zu of %zu unit%s %s " MACHINE_LINES, n_machine, r->facts.n_units,
	  plural (r->facts.n_units), by_number (n_machine, "has", "have"));
  if (c->n_unknown > 0)
    note ("%zu %s left out: %s unknown; with bb, cbr, mbr and entry more is "
	  "known",
	  c->n_unknown,
	  by_number (c->n_unknown, "line or function is",
		     "lines and functions are"),
	  by_number (c->n_unknown, "its count is", "their counts are"));
  if (r->options->format == FORMAT_JSON)
    cover_json (stdout, c);
  else if (r->options->format == FORMAT_MARKDOWN)
    cover_markdown (stdout, c);
  else
    cover_text (stdout, c);
  return !reaches (c, least);
}

struct wish
{
  struct change change;
  uint64_t least[COVER_SORTS];
};

static int
show_written (const struct report *r)
{
  struct written w = { .report = r };
  if (written_find (&w))
    {
      pager_begin ();
      if (w.n_items == 0)
	note ("nothing was compiled with '-fplugin-arg-halt-cover'");
      if (r->options->format == FORMAT_JSON)
	written_json (stdout, &w);
      else
	written_text (stdout, &w);
    }
  written_release (&w);
  return 0;
}

static int
show_taken (const struct report *r)
{
  struct taken t = { .report = r };
  if (taken_find (&t))
    {
      pager_begin ();
      if (t.n_functions == 0)
	note ("nothing was compiled with '-fplugin-arg-halt-prime' or "
	      "'-fplugin-arg-halt-blpp'");
      if (r->options->format == FORMAT_JSON)
	taken_json (stdout, &t);
      else
	taken_text (stdout, &t);
    }
  taken_release (&t);
  return 0;
}

static int
cover (struct report *r, const struct ghalt_profile *profile, void *data)
{
  const struct wish *wish = data;
  struct cover c = { .report = r, .change = r->options->change };
  int status = 0;
  if (r->options->paths)
    status = report_choose (r, profile) && report_check (r) && show_taken (r);
  else if (r->options->conditions)
    status = report_choose (r, profile) && report_check (r) && show_written (r);
  else if (report_choose (r, profile) && report_check (r)
	   && cover_count (&c, r->options->change ? &wish->change : NULL))
    status = show_cover (&c, wish->least);
  cover_release (&c);
  report_release (r);
  return status;
}

/* Refuse what says nothing of paths, or of nothing else.  */
static bool
check_paths (const struct options *o, struct fault *f)
{
  const char *other = o->conditions		     ? "conditions"
		      : o->change		     ? "diff"
		      : o->fail_under		     ? "fail-under"
		      : o->format == FORMAT_MARKDOWN ? "format=markdown"
						     : NULL;
  if (o->paths && other)
    return fault (f, "'--%s' does not go with '--paths'", other);
  return o->paths || o->top == UINT64_MAX
	 || fault (f, "'--top' needs '--paths'");
}

static int
run_cover (const struct options *o, struct fault *f)
{
  struct wish wish = { .least = { 0 } };
  int status = 0;
  if (check_paths (o, f) && read_thresholds (wish.least, o->fail_under, f)
      && (!o->change || change_read (&wish.change, o->change, f)))
    status = report_of (o, f, cover, &wish);
  change_release (&wish.change);
  return status;
}

const struct command cmd_cover = {
  .name = "cover",
  .synopsis = "[OPTION]... [PROG [PROFILE|FOLDER]...]",
  .text = "show how many lines, branches and functions were executed, of PROG or of what a "
	  "change touches",
  .options = options,
  .max_operands = SIZE_MAX,
  .newest = true,
  .run = run_cover
};
