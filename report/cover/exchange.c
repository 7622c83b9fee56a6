/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Coverage for other programs: gcovr, SonarQube, GitHub, GitLab.  */

#include <string.h>
#include "base/order.h"
#include "report/cover/cover.h"
#include "report/json/json.h"

/* The lines of FILE: the first of *N.  */
static const struct ghalt_line *
lines_of (const struct cover *c, const struct cover_file *file, size_t *n)
{
  const struct coverage *l = &c->coverage;
  size_t low = coverage_line (l, file->file, 0);
  for (*n = 0; low + *n < l->n_lines && l->lines[low + *n].file == file->file;)
    ++*n;
  return l->lines + low;
}

/* Whether all ways out of LINE are known; how many, and how many were taken.  */
static bool
count_ways (const struct cover *c, const struct ghalt_line *line, size_t *found,
	    size_t *hit)
{
  const struct ghalt_branch *b = c->coverage.branches + line->first_branch;
  *found = *hit = 0;
  for (size_t i = 0; i < line->n_branches; i++)
    {
      if (b[i].count.how == GHALT_UNKNOWN)
	return false;
      ++*found;
      *hit += !b[i].never && b[i].count.n > 0;
    }
  return true;
}

/* --- gcovr -------------------------------------------------------------------------- */

static void
gcovr_functions (struct json *w, const struct cover *c,
		 const struct cover_file *file)
{
  const struct coverage *l = &c->coverage;
  json_open (w, "functions", '[');
  for (size_t i = 0; i < l->n_functions; i++)
    {
      const struct ghalt_line_function *f = l->functions + i;
      struct ghalt_count n = coverage_function (l, f);
      if (f->file != file->file || n.how == GHALT_UNKNOWN
	  || (i > 0 && f[-1].file == f->file
	      && strcmp (f[-1].pretty, f->pretty) == 0))
	continue;
      json_open (w, NULL, '{');
      json_text (w, "name", f->pretty);
      json_count (w, "lineno", f->line);
      json_count (w, "execution_count", n.n);
      json_close (w, '}');
    }
  json_close (w, ']');
}

static void
gcovr_line (struct json *w, const struct cover *c,
	    const struct ghalt_line *line)
{
  const struct ghalt_branch *b = c->coverage.branches + line->first_branch;
  size_t found, hit;
  bool known = count_ways (c, line, &found, &hit);
  json_line (w);
  json_open (w, NULL, '{');
  json_count (w, "line_number", line->line);
  json_count (w, "count", line->count.n);
  json_truth (w, "gcovr/noncode", false);
  json_truth (w, "gcovr/excluded", false);
  json_open (w, "branches", '[');
  for (size_t i = 0; known && i < line->n_branches; i++)
    {
      json_open (w, NULL, '{');
      json_count (w, "count", b[i].never ? 0 : b[i].count.n);
      json_truth (w, "fallthrough", b[i].flags & GHALT_EDGE_FALL);
      json_truth (w, "throw", b[i].flags & GHALT_EDGE_EH);
      json_close (w, '}');
    }
  json_close (w, ']');
  json_close (w, '}');
}

/* The format that gcovr 5.1 and 5.2 take with --add-tracefile.  */
void
cover_gcovr (FILE *out, const struct cover *c)
{
  struct json w = json_begin (out, c->suite->fault);
  json_open (&w, NULL, '{');
  json_text (&w, "gcovr/format_version", "0.3");
  json_open (&w, "files", '[');
  for (size_t i = 0; i < c->n_files; i++)
    {
      size_t n;
      const struct ghalt_line *line = lines_of (c, c->files + i, &n);
      json_open (&w, NULL, '{');
      json_text (&w, "file", c->files[i].shown);
      gcovr_functions (&w, c, c->files + i);
      json_open (&w, "lines", '[');
      for (; n > 0; n--, line++)
	if (line->count.how != GHALT_UNKNOWN)
	  gcovr_line (&w, c, line);
      json_close (&w, ']');
      json_close (&w, '}');
    }
  json_close (&w, ']');
  json_close (&w, '}');
  json_finish (&w);
}

/* --- SonarQube ---------------------------------------------------------------------- */

/* Generic test data, version 1.  */
void
cover_sonarqube (FILE *out, const struct cover *c)
{
  put_text (out, "<coverage version=\"1\">\n");
  for (size_t i = 0; i < c->n_files; i++)
    {
      size_t n, found, hit;
      const struct ghalt_line *line = lines_of (c, c->files + i, &n);
      put_text (out, "<file path=\"");
      put_xml (out, c->files[i].shown);
      put_text (out, "\">\n");
      for (; n > 0; n--, line++)
	{
	  if (line->count.how == GHALT_UNKNOWN)
	    continue;
	  fprintf (out, "<lineToCover lineNumber=\"%u\" covered=\"%s\"",
		   line->line, line->count.n > 0 ? "true" : "false");
	  if (count_ways (c, line, &found, &hit) && found > 0)
	    fprintf (out, " branchesToCover=\"%zu\" coveredBranches=\"%zu\"",
		     found, hit);
	  put_text (out, "/>\n");
	}
      put_text (out, "</file>\n");
    }
  put_text (out, "</coverage>\n");
}

/* --- what was never executed ------------------------------------------------------------ */

/* Call PUT for each group of lines of FILE that were never executed; lines without code are
   between those of a group.  */
static void
each_gap (const struct cover *c, const struct cover_file *file,
	  void (*put) (const struct cover_file *file, uint32_t first,
		       uint32_t last, void *data),
	  void *data)
{
  size_t n, k = 0;
  const struct ghalt_line *line = lines_of (c, file, &n);
  const uint32_t *never = c->never + file->first;
  for (size_t i = 0, end; i < file->n; i = end)
    {
      while (line[k].line != never[i])
	k++;
      for (end = i + 1; end < file->n; end++)
	if (++k == n || line[k].line != never[end])
	  break;
      put (file, never[i], never[end - 1], data);
    }
}

/* A value of GitHub's command.  */
static void
put_value (FILE *out, const char *text)
{
  for (; *text; text++)
    if (strchr ("%\r\n:,", *text))
      fprintf (out, "%%%02X", (unsigned) (unsigned char) *text);
    else
      putc_unlocked (*text, out);
}

static void
put_annotation (const struct cover_file *file, uint32_t first, uint32_t last,
		void *data)
{
  FILE *out = data;
  put_text (out, "::warning file=");
  put_value (out, file->shown);
  fprintf (out, ",line=%u,endLine=%u,title=Never executed::", first, last);
  if (first == last)
    fprintf (out, "line %u was never executed\n", first);
  else
    fprintf (out, "lines %u to %u were never executed\n", first, last);
}

void
cover_github (FILE *out, const struct cover *c)
{
  for (size_t i = 0; i < c->n_files; i++)
    each_gap (c, c->files + i, put_annotation, out);
}

static void
put_finding (const struct cover_file *file, uint32_t first, uint32_t last,
	     void *data)
{
  struct json *w = data;
  char text[80];
  uint64_t sum = halt_checksum (HALT_CHECKSUM_START, file->shown,
				strlen (file->shown));
  snprintf (text, sizeof text,
	    first == last ? "line %u was never executed"
			  : "lines %u to %u were never executed",
	    (unsigned) first, (unsigned) last);
  json_line (w);
  json_open (w, NULL, '{');
  json_text (w, "description", text);
  json_text (w, "check_name", "never-executed");
  snprintf (text, sizeof text, "%016" PRIx64 "-%u-%u", sum, (unsigned) first,
	    (unsigned) last);
  json_text (w, "fingerprint", text);
  json_text (w, "severity", "minor");
  json_open (w, "location", '{');
  json_text (w, "path", file->shown);
  json_open (w, "lines", '{');
  json_count (w, "begin", first);
  json_count (w, "end", last);
  json_close (w, '}');
  json_close (w, '}');
  json_close (w, '}');
}

void
cover_gitlab (FILE *out, const struct cover *c)
{
  struct json w = json_begin (out, c->suite->fault);
  json_open (&w, NULL, '[');
  for (size_t i = 0; i < c->n_files; i++)
    each_gap (c, c->files + i, put_finding, &w);
  json_close (&w, ']');
  json_finish (&w);
}
