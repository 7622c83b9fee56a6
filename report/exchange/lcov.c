/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The report as a tracefile of lcov: what its geninfo writes from gcov's data
   for the same code.  */

#include <stdlib.h>
#include <string.h>
#include "base/order.h"
#include "report/cover/written.h"
#include "report/coverage.h"

/* What had to be left out.  */
struct gaps
{
  size_t lines, branches, functions;
};

/* How often F of L was executed.  gcov does not know what was inlined before its
   table was made.  */
static struct ghalt_count
function_count (const struct coverage *l, const struct ghalt_line_function *f,
		enum coverage_of which)
{
  return which == COVERAGE_GIMPLE ? f->count : coverage_function (l, f);
}

/* Functions with one name in one file are one.  Returns those of FILE.  */
static size_t
put_functions (FILE *out, const struct coverage *l, size_t i, uint32_t file,
	       enum coverage_of which, struct gaps *gaps)
{
  uint64_t found = 0, hit = 0;
  size_t end;
  for (; i < l->n_functions && l->functions[i].file == file; i = end)
    {
      const struct ghalt_line_function *f = l->functions + i;
      struct ghalt_count c = function_count (l, f, which);
      for (end = i + 1; end < l->n_functions; end++)
	if (l->functions[end].file != file || l->functions[end].line != f->line
	    || strcmp (l->functions[end].name, f->name) != 0)
	  break;
	else
	  c = ghalt_count_add (c,
			       function_count (l, l->functions + end, which));
      if (c.how == GHALT_UNKNOWN)
	{
	  gaps->functions++;
	  continue;
	}
      fprintf (out, "FN:%u,", f->line);
      put_printable (out, f->name);
      fprintf (out, "\nFNDA:%" PRIu64 ",", c.n);
      put_printable (out, f->name);
      put_text (out, "\n");
      found++;
      hit += c.n > 0;
    }
  fprintf (out, "FNF:%" PRIu64 "\nFNH:%" PRIu64 "\n", found, hit);
  return i;
}

struct tally
{
  uint64_t found, hit, lines, lines_hit;
};

static void
put_branches (FILE *out, const struct coverage *l,
	      const struct ghalt_line *line, struct tally *t, struct gaps *gaps)
{
  const struct ghalt_branch *b = l->branches + line->first_branch;
  for (size_t i = 0; i < line->n_branches; i++)
    if (b[i].count.how == GHALT_UNKNOWN)
      {
	/* A branch is known by its place among the line's.  */
	gaps->branches++;
	return;
      }
  for (size_t i = 0; i < line->n_branches; i++)
    {
      fprintf (out, "BRDA:%u,0,%zu,", line->line, i);
      if (b[i].never)
	put_text (out, "-");
      else
	put_number (out, b[i].count.n);
      put_text (out, "\n");
      t->found++;
      t->hit += !b[i].never && b[i].count.n > 0;
    }
}

/* MC/DC of the decisions in the file PATH, as lcov has it from 2.3 on: for each condition,
   whether it decided when it was true, and when it was false.  */
static void
put_conditions (FILE *out, const struct written *w, const char *path)
{
  size_t low = 0, high = w->n_items, found = 0, hit = 0;
  BISECT (low, high, i, strcmp (w->items[i].file, path) < 0);
  for (; low < w->n_items && strcmp (w->items[low].file, path) == 0; low++)
    {
      const struct written_item *i = w->items + low;
      struct cover_pair *pairs = i->sort == WRITTEN_DECISION && i->shape.n > 1
				   ? written_pairs (i, COVER_MASKING)
				   : NULL;
      for (int c = 0; pairs && c < i->shape.n; c++)
	for (int value = 1; value >= 0; value--)
	  {
	    uint64_t n = i->counts[pairs[c].vector[value]];
	    fprintf (out, "MCDC:%u,%d,%c,%" PRIu64 ",%d,", i->at.line,
		     i->shape.n, "ft"[value], n, c);
	    put_printable (out, i->parts[c].text);
	    put_text (out, "\n");
	    found++;
	    hit += n > 0;
	  }
      free (pairs);
    }
  if (found > 0)
    fprintf (out, "MCF:%zu\nMCH:%zu\n", found, hit);
}

/* The lines of FILE from number I on.  Returns the next file's.  */
static size_t
put_lines (FILE *out, const struct coverage *l, size_t i, uint32_t file,
	   const struct written *w, struct gaps *gaps)
{
  struct tally t = { 0 };
  size_t first = i;
  for (; i < l->n_lines && l->lines[i].file == file; i++)
    put_branches (out, l, l->lines + i, &t, gaps);
  fprintf (out, "BRF:%" PRIu64 "\nBRH:%" PRIu64 "\n", t.found, t.hit);
  if (w)
    put_conditions (out, w, l->files[file].path);
  for (i = first; i < l->n_lines && l->lines[i].file == file; i++)
    {
      const struct ghalt_line *line = l->lines + i;
      if (line->count.how == GHALT_UNKNOWN)
	{
	  gaps->lines++;
	  continue;
	}
      fprintf (out, "DA:%u,%" PRIu64 "\n", line->line, line->count.n);
      t.lines++;
      t.lines_hit += line->count.n > 0;
    }
  fprintf (out, "LF:%" PRIu64 "\nLH:%" PRIu64 "\nend_of_record\n", t.lines,
	   t.lines_hit);
  return i;
}

static void
put_all (FILE *out, const struct coverage *l, enum coverage_of which,
	 const struct written *w, struct gaps *gaps)
{
  static const char *const tests[] = {
    [COVERAGE_GIMPLE] = "", [COVERAGE_MACHINE] = "machine_code"
  };
  size_t line = 0, function = 0;
  if (l->n_files > 0)
    fprintf (out, "TN:%s\n", tests[which]);
  for (uint32_t i = 0; i < l->n_files; i++)
    {
      /* Nothing of it, if that was left out.  */
      if (l->own_lines && !(line < l->n_lines && l->lines[line].file == i)
	  && !(function < l->n_functions && l->functions[function].file == i))
	continue;
      put_text (out, "SF:");
      put_printable (out, l->files[i].path);
      put_text (out, "\n");
      function = put_functions (out, l, function, i, which, gaps);
      line = put_lines (out, l, line, i, which == COVERAGE_GIMPLE ? w : NULL,
			gaps);
    }
}

/* What is counted as gcov counts it, and then the machine code, which is another test
   for lcov.  */
void
lcov_suite (FILE *out, const struct suite *s)
{
  struct gaps gaps = { 0 };
  size_t n_units, n = coverage_machine (s, &n_units), n_lines = 0;
  for (unsigned i = COVERAGE_GIMPLE; i <= COVERAGE_MACHINE; i++)
    {
      struct coverage l;
      if (coverage_find (&l, s, i))
	{
	  put_all (out, &l, i, s->written, &gaps);
	  coverage_doubts (s, &l);
	}
      n_lines += l.n_lines;
      coverage_release (&l);
    }
  coverage_none (s, n_lines);
  if (n > 0)
    note ("%zu of %zu unit%s %s " MACHINE_LINES
	  "; at=gimple counts as gcov does",
	  n, n_units, plural (n_units), by_number (n, "has", "have"));
  if (gaps.lines + gaps.branches + gaps.functions > 0)
    note ("left out, because counts are unknown: %zu line%s, the branches of "
	  "%zu, %zu function%s; with bb, cbr, mbr and entry more is known",
	  gaps.lines, plural (gaps.lines), gaps.branches, gaps.functions,
	  plural (gaps.functions));
}

void
lcov_report (FILE *out, const struct report *r)
{
  struct suite s;
  if (suite_one (&s, r))
    lcov_suite (out, &s);
  suite_close (&s);
}
