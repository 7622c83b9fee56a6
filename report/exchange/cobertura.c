/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The report as XML of Cobertura, version 4: lines, branches and functions, which
   services and editors read.  A package is a folder, a class a file.  */

#include <string.h>
#include <sys/stat.h>
#include "report/coverage.h"

/* What was found and what was executed.  */
struct rate
{
  uint64_t found, hit;
};

struct rates
{
  struct rate lines, branches;
};

static void
put_attribute (FILE *out, const char *name, const char *value)
{
  fprintf (out, " %s=\"", name);
  put_xml (out, value);
  put_text (out, "\"");
}

static void
put_value (FILE *out, const char *name, uint64_t value)
{
  char text[WIDE_DIGITS];
  put_attribute (out, name, wide_digits (text, value));
}

/* Cut after four digits, so that 1 means all.  */
static void
put_rate (FILE *out, const char *name, const struct rate *r)
{
  char text[16];
  unsigned n = r->found > 0
		 ? (unsigned) ((unsigned __int128) r->hit * 10000 / r->found)
		 : 10000;
  snprintf (text, sizeof text, "%u.%04u", n / 10000, n % 10000);
  put_attribute (out, name, text);
}

static void
put_rates (FILE *out, const struct rates *r)
{
  put_rate (out, "line-rate", &r->lines);
  put_rate (out, "branch-rate", &r->branches);
}

/* The branches of LINE, if all are known.  */
static struct rate
branch_rate (const struct coverage *l, const struct ghalt_line *line)
{
  const struct ghalt_branch *b = l->branches + line->first_branch;
  struct rate r = { 0, 0 };
  for (size_t i = 0; i < line->n_branches; i++)
    {
      if (b[i].count.how == GHALT_UNKNOWN)
	return (struct rate) { 0, 0 };
      r.found++;
      r.hit += !b[i].never && b[i].count.n > 0;
    }
  return r;
}

/* Add what the lines from number I on, up to the END, have.  */
static struct rates
add_up (const struct coverage *l, size_t i, size_t end)
{
  struct rates sum = { { 0, 0 }, { 0, 0 } };
  for (; i < end; i++)
    {
      struct rate b = branch_rate (l, l->lines + i);
      if (l->lines[i].count.how == GHALT_UNKNOWN)
	continue;
      sum.lines.found++;
      sum.lines.hit += l->lines[i].count.n > 0;
      sum.branches.found += b.found;
      sum.branches.hit += b.hit;
    }
  return sum;
}

/* Where the lines of the file of number I end.  */
static size_t
file_end (const struct coverage *l, size_t i)
{
  uint32_t file = l->lines[i].file;
  while (i < l->n_lines && l->lines[i].file == file)
    i++;
  return i;
}

static void
put_line (FILE *out, const struct coverage *l, const struct ghalt_line *line)
{
  struct rate r = branch_rate (l, line);
  uint64_t percent = r.found > 0 ? r.hit * 100 / r.found : 0;
  char text[80];
  put_text (out, "<line");
  put_value (out, "number", line->line);
  put_value (out, "hits", line->count.n);
  put_attribute (out, "branch", r.found > 0 ? "true" : "false");
  if (r.found > 0)
    {
      snprintf (text, sizeof text, "%u%% (%u/%u)", (unsigned) percent,
		(unsigned) r.hit, (unsigned) r.found);
      put_attribute (out, "condition-coverage", text);
      snprintf (text, sizeof text, "%u%%", (unsigned) percent);
      put_text (out, "><conditions><condition number=\"0\" type=\"jump\"");
      put_attribute (out, "coverage", text);
      put_text (out, "/></conditions></line>\n");
    }
  else
    put_text (out, "/>\n");
}

/* The functions of FILE, from number I on.  Returns the next file's.  */
static size_t
put_methods (FILE *out, const struct coverage *l, size_t i, uint32_t file)
{
  put_text (out, "<methods>\n");
  while (i < l->n_functions && l->functions[i].file < file)
    i++;
  for (; i < l->n_functions && l->functions[i].file == file; i++)
    {
      const struct ghalt_line_function *f = l->functions + i;
      struct ghalt_count count = coverage_function (l, f);
      struct rates r = { { 1, count.n > 0 }, { 0, 0 } };
      if (count.how == GHALT_UNKNOWN)
	continue;
      put_text (out, "<method");
      put_attribute (out, "name", f->pretty);
      put_attribute (out, "signature", f->name);
      put_rates (out, &r);
      put_text (out, " complexity=\"0\"><lines><line");
      put_value (out, "number", f->line);
      put_value (out, "hits", count.n);
      put_text (out, " branch=\"false\"/></lines></method>\n");
    }
  put_text (out, "</methods>\n");
  return i;
}

/* The folder of PATH as a package is called.  */
static size_t
folder_length (const char *path)
{
  const char *slash = strrchr (path, '/');
  return slash ? (size_t) (slash - path) : 0;
}

static bool
same_folder (const char *a, const char *b)
{
  size_t n = folder_length (a);
  return n == folder_length (b) && memcmp (a, b, n) == 0;
}

static void
put_class (FILE *out, const struct suite *s, const struct coverage *l, size_t i,
	   size_t *function)
{
  const struct ghalt_file *file = l->files + l->lines[i].file;
  size_t end = file_end (l, i);
  struct rates sum = add_up (l, i, end);
  put_text (out, "<class");
  put_attribute (out, "name", basename (file->path));
  put_attribute (out, "filename", suite_shown (s, file->path));
  put_rates (out, &sum);
  put_text (out, " complexity=\"0\">\n");
  *function = put_methods (out, l, *function, l->lines[i].file);
  put_text (out, "<lines>\n");
  for (; i < end; i++)
    if (l->lines[i].count.how != GHALT_UNKNOWN)
      put_line (out, l, l->lines + i);
  put_text (out, "</lines></class>\n");
}

static void
put_packages (FILE *out, const struct suite *s, const struct coverage *l)
{
  size_t function = 0;
  for (size_t i = 0, end; i < l->n_lines; i = end)
    {
      const char *path = l->files[l->lines[i].file].path;
      const char *shown = suite_shown (s, path);
      struct fault name;
      for (end = i; end < l->n_lines; end = file_end (l, end))
	if (!same_folder (path, l->files[l->lines[end].file].path))
	  break;
      struct rates sum = add_up (l, i, end);
      fault (&name, "%.*s", (int) folder_length (shown), shown);
      put_text (out, "<package");
      put_attribute (out, "name", *name.text ? name.text : ".");
      put_rates (out, &sum);
      put_text (out, " complexity=\"0\"><classes>\n");
      for (; i < end; i = file_end (l, i))
	put_class (out, s, l, i, &function);
      put_text (out, "</classes></package>\n");
    }
}

/* When the newest profile of S was written, in seconds since 1970; or 0.  */
static uint64_t
newest (const struct suite *s)
{
  struct stat st;
  int64_t last = 0;
  for (size_t i = 0; i < s->n_parts; i++)
    for (size_t k = 0; k < s->parts[i].report.n_profiles; k++)
      if (stat (s->parts[i].report.profiles[k], &st) == 0
	  && st.st_mtim.tv_sec > last)
	last = st.st_mtim.tv_sec;
  return (uint64_t) last;
}

void
cobertura_suite (FILE *out, const struct suite *s)
{
  struct coverage l;
  size_t n_units;
  if (coverage_find (&l, s, COVERAGE_ALL))
    {
      struct rates sum = add_up (&l, 0, l.n_lines);
      coverage_none (s, l.n_lines);
      put_text (out,
		"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n"
		"<!DOCTYPE coverage SYSTEM "
		"\"http://cobertura.sourceforge.net/xml/coverage-04.dtd\">\n");
      if (coverage_machine (s, &n_units) > 0)
	put_text (out, "<!-- " MACHINE_LINES " -->\n");
      put_text (out, "<coverage");
      put_rates (out, &sum);
      put_value (out, "lines-covered", sum.lines.hit);
      put_value (out, "lines-valid", sum.lines.found);
      put_value (out, "branches-covered", sum.branches.hit);
      put_value (out, "branches-valid", sum.branches.found);
      put_text (out, " complexity=\"0\" version=\"ghalt " HALT_VERSION "\"");
      put_value (out, "timestamp", newest (s));
      put_text (out, ">\n<sources><source>");
      put_xml (out, *s->folder ? s->folder : "/");
      put_text (out, "</source></sources>\n<packages>\n");
      put_packages (out, s, &l);
      put_text (out, "</packages>\n</coverage>\n");
    }
  coverage_release (&l);
}

void
cobertura_report (FILE *out, const struct report *r)
{
  struct suite s;
  if (suite_one (&s, r))
    cobertura_suite (out, &s);
  suite_close (&s);
}
