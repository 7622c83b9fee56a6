/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The report as source text: before each line how often it was executed, and
   after it, if asked for, where its branches went.  */

#include <string.h>
#include "report/coverage.h"
#include "report/tables/table.h"

#define COUNT 9			/* columns, as gcov has them */
#define NUMBER 5

struct page
{
  FILE *out;
  const struct coverage *lines, *machine; /* all; of machine code, or NULL */
  const struct ghalt_file *file;
  struct sources *sources;
  bool branches, colour;
};

static void
put_padded (FILE *out, uint64_t n, unsigned width)
{
  unsigned own = number_width (n);
  put_spaces (out, width > own ? width - own : 0);
  put_number (out, n);
}

/* TEXT, where tabs stay what they are.  */
static void
put_source (FILE *out, const char *text, size_t length)
{
  for (size_t i = 0; i < length; i++)
    {
      unsigned char c = (unsigned char) text[i];
      if (c != '\r' || i + 1 < length)
	putc_unlocked ((c < ' ' && c != '\t') || c == 0x7f ? '?' : c, out);
    }
}

/* What stands before a line; L is NULL if it has no code.  */
static void
put_count (const struct page *p, const struct ghalt_line *l)
{
  const char *count = !l			      ? "-"
		      : l->count.how == GHALT_UNKNOWN ? "?"
		      : l->count.n == 0		      ? "#####"
						      : NULL;
  if (!count)
    {
      put_padded (p->out, l->count.n, COUNT);
      return;
    }
  put_spaces (p->out, COUNT - strlen (count));
  put_text (p->out, count);
}

static void
put_branches (const struct page *p, const struct ghalt_line *l)
{
  const struct ghalt_branch *b = p->lines->branches + l->first_branch;
  for (size_t i = 0; i < l->n_branches; i++)
    {
      put_text (p->out, "branch ");
      put_padded (p->out, i, 2);
      put_text (p->out, " ");
      put_text (p->out, b[i].flags == GHALT_EDGE_FALL ? "not taken"
			: b[i].flags == GHALT_EDGE_EH
			  ? "exception"
			  : ghalt_flag_name (GHALT_FLAGS_EDGE, b[i].flags));
      if (b[i].flags == GHALT_EDGE_INDEX)
	{
	  put_text (p->out, " ");
	  put_number (p->out, b[i].index);
	}
      if (b[i].count.how == GHALT_UNKNOWN)
	put_text (p->out, " ?");
      else
	{
	  put_text (p->out, " ");
	  put_number (p->out, b[i].count.n);
	  if (b[i].of.how != GHALT_UNKNOWN && b[i].of.n > 0)
	    {
	      put_text (p->out, " (");
	      put_share (p->out, b[i].count.n, b[i].of.n);
	      put_text (p->out, "%)");
	    }
	}
      put_text (p->out, "\n");
    }
}

static void
put_line (const struct page *p, uint32_t number, const struct ghalt_line *l,
	  const char *text, size_t length)
{
  bool faint = p->colour && l && l->count.how != GHALT_UNKNOWN
	       && l->count.n == 0;
  put_text (p->out, faint ? FAINT : "");
  put_count (p, l);
  put_text (p->out, ":");
  put_padded (p->out, number, NUMBER);
  put_text (p->out, ":");
  if (text)
    put_source (p->out, text, length);
  put_text (p->out, faint ? PLAIN "\n" : "\n");
  if (l && p->branches)
    put_branches (p, l);
}

/* Whether there are lines of machine code in P's file.  */
static bool
of_machine (const struct page *p)
{
  const struct coverage *m = p->machine;
  for (uint32_t i = 0; m && i < m->n_files; i++)
    if (strcmp (m->files[i].path, p->file->path) == 0)
      return true;
  return false;
}

/* The first lines of a file's page: N lines at L.  */
static void
put_title (const struct page *p, const struct ghalt_line *l, size_t n,
	   bool found)
{
  const char *doubt = source_doubt (p->sources, p->file->directory,
				    p->file->name, p->file->path);
  uint64_t executed = 0, known = 0;
  for (size_t i = 0; i < n; i++)
    {
      known += l[i].count.how != GHALT_UNKNOWN;
      executed += l[i].count.n > 0;
    }
  put_text (p->out, p->colour ? BOLD : "");
  put_printable (p->out, p->file->path);
  fprintf (p->out, "%s: %" PRIu64 " of %zu lines executed",
	   p->colour ? PLAIN : "", executed, n);
  if (known < n)
    fprintf (p->out, ", %" PRIu64 " unknown", n - known);
  if (of_machine (p))
    put_text (p->out, ", by blocks of machine code");
  if (doubt)
    {
      put_text (p->out, "; the file is ");
      put_text (p->out, doubt);
    }
  put_text (p->out, found ? "\n" : "; the file cannot be read\n");
}

/* The file of the N lines at L: WHOLE, or from the first of them to the
   last.  */
static void
put_file (const struct page *p, const struct ghalt_line *l, size_t n,
	  bool whole)
{
  size_t length, next = 0;
  const char *text = source_line (p->sources, p->file->directory, p->file->name,
				  1, &length);
  bool found = text != NULL;
  put_title (p, l, n, found);
  for (uint32_t i = whole && found ? 1 : l[0].line; next < n || whole; i++)
    {
      const char *after = NULL;
      size_t other;
      if (!found && next == n)
	break;
      if (!found)
	i = l[next].line;
      else
	{
	  text = source_line (p->sources, p->file->directory, p->file->name, i,
			      &length);
	  after = source_line (p->sources, p->file->directory, p->file->name,
			       i + 1, &other);
	}
      bool has_code = next < n && l[next].line == i;
      /* What is after the last newline is a line if there is something.  */
      if (!has_code && next == n && (!text || (length == 0 && !after)))
	break;
      if (!text && !has_code)
	{
	  i = l[next].line - 1;
	  continue;
	}
      put_line (p, i, has_code ? l + next : NULL, text, length);
      next += has_code;
    }
}

void
annotate_report (FILE *out, const struct report *r)
{
  struct coverage l = { 0 }, machine = { 0 }, *m = NULL;
  struct sources s = {
    .fault = r->fault, .report = r->data, .program = r->path
  };
  struct suite suite;
  size_t n_units, n_machine = 0;
  bool ok = suite_one (&suite, r) && coverage_find (&l, &suite, COVERAGE_ALL);
  if (ok)
    n_machine = coverage_machine (&suite, &n_units);
  if (n_machine == r->facts.n_units)
    m = &l;
  else if (ok && n_machine > 0)
    {
      m = &machine;
      ok = coverage_find (m, &suite, COVERAGE_MACHINE);
    }
  for (size_t i = 0, end; ok && i < l.n_lines; i = end)
    {
      struct page p = {
	out,	  &l, m, l.files + l.lines[i].file, &s, r->options->branches,
	r->colour
      };
      for (end = i + 1; end < l.n_lines; end++)
	if (l.lines[end].file != l.lines[i].file)
	  break;
      put_text (out, i ? "\n" : "");
      put_file (&p, l.lines + i, end - i, r->options->n_functions == 0);
    }
  if (ok)
    coverage_none (&suite, l.n_lines);
  suite_close (&suite);
  sources_release (&s);
  coverage_release (&machine);
  coverage_release (&l);
}
