/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Pages for a browser: all files, and each file's lines with what was executed.  They need
   no script, no server and no network.  */

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "base/order.h"
#include "report/cover/cover.h"
#include "report/tables/table.h"

static const char *const style
  = "body{font:15px/1.4 system-ui,sans-serif;margin:2em auto;padding:0 2em;color:#222;background:#fff}"
    "a{color:#0b5394;text-decoration:none}a:hover{text-decoration:underline}"
    "table{border-collapse:collapse}"
    "th,td{padding:.15em .7em;text-align:right;white-space:nowrap}"
    "th:first-child,td:first-child{text-align:left}"
    "tbody tr:hover{background:#f0f2f4}tfoot{font-weight:bold}"
    "meter{width:6em;height:.8em;vertical-align:middle}"
    ".code{font:13px/1.35 ui-monospace,monospace;width:100%}"
    ".code td{padding:0 .6em;vertical-align:top}"
    ".code td:last-child{text-align:left;white-space:pre-wrap;width:100%}"
    ".code .n{color:#777}.hit{background:#e3f4e4}.never{background:#fbe2e0}"
    ".part{background:#fdf3d3}details{color:#444;margin:.2em 0}"
    "summary{cursor:pointer}.code details table td{padding:0 .8em 0 0;"
    "text-align:left;width:auto}.add{color:#a61b12}"
    "@media(prefers-color-scheme:dark){body{background:#16181a;color:#ddd}"
    "a{color:#7db7ef}tbody tr:hover{background:#1e2124}"
    ".hit{background:#173a1d}.never{background:#4a1c1a}.part{background:#463a12}"
    "details{color:#bbb}.add{color:#ff9a92}}";

struct page
{
  const struct cover *c;
  struct fault *fault;
  struct sources sources;
};

static void
put_head (FILE *out, const char *title)
{
  put_text (out, "<!DOCTYPE html>\n<html lang=\"en\"><head>"
		 "<meta charset=\"utf-8\"><meta name=\"viewport\" "
		 "content=\"width=device-width\">"
		 "<link rel=\"stylesheet\" href=\"style.css\"><title>");
  put_xml (out, title);
  put_text (out, "</title></head><body>\n");
}

/* Write NAME in the folder of the site by WRITE.  */
static bool
put_page (struct page *p, const char *name,
	  void (*write) (FILE *out, struct page *p, size_t i), size_t i)
{
  char *text = NULL, *path = NULL;
  size_t size = 0;
  FILE *out = open_memstream (&text, &size);
  if (!out || asprintf (&path, "%s/%s", p->c->suite->options->output, name) < 0)
    path = NULL;
  if (out && path)
    write (out, p, i);
  bool ok = (out && path && fclose (out) == 0) || fault (p->fault, "%m");
  ok = ok && replace_file (path, text, size, p->fault);
  FREE_ALL (text, path);
  return ok;
}

/* --- the overview ------------------------------------------------------------------------ */

static void
put_titles (FILE *out, const struct cover *c)
{
  for (unsigned k = 0; k < COVER_SORTS; k++)
    if (cover_shown (c, k))
      fprintf (out, "<th>%s</th>", cover_title (k));
}

static void
put_cells (FILE *out, const struct cover *c, const struct cover_count *n)
{
  for (unsigned k = 0; k < COVER_SORTS; k++)
    if (!cover_shown (c, k))
      continue;
    else if (n[k].found == 0)
      put_text (out, "<td></td>");
    else
      {
	fprintf (out,
		 "<td>%" PRIu64 "/%" PRIu64 " <meter max=\"100\" low=\"50\" "
		 "high=\"90\" optimum=\"100\" value=\"",
		 n[k].hit, n[k].found);
	put_share (out, n[k].hit, n[k].found);
	put_text (out, "\"></meter> ");
	put_share (out, n[k].hit, n[k].found);
	put_text (out, "%</td>");
      }
}

static void
put_index (FILE *out, struct page *p, size_t unused)
{
  const struct cover *c = p->c;
  (void) unused;
  put_head (out, "Coverage");
  put_text (out, c->change ? "<h1>Coverage of the change</h1>\n"
			   : "<h1>Coverage</h1>\n");
  fprintf (out, "<p>%zu program%s and objects</p>\n", c->suite->n_parts,
	   plural (c->suite->n_parts));
  put_text (out, "<table><thead><tr><th>file</th>");
  put_titles (out, c);
  put_text (out, "</tr></thead><tbody>\n");
  for (size_t i = 0; i < c->n_files; i++)
    {
      fprintf (out, "<tr><td><a href=\"%zu.html\">", i);
      put_xml (out, c->files[i].shown);
      put_text (out, "</a></td>");
      put_cells (out, c, c->files[i].counts);
      put_text (out, "</tr>\n");
    }
  put_text (out, "</tbody><tfoot><tr><td>all</td>");
  put_cells (out, c, c->counts);
  put_text (out, "</tr></tfoot></table></body></html>\n");
}

/* --- a file ---------------------------------------------------------------------------------- */

/* How condition C of I is shown to decide, by PAIR.  */
static void
put_pair (FILE *out, const struct written_item *i,
	  const struct cover_pair *pair)
{
  char text[COVER_CONDITIONS_MAX + 3];
  put_text (out, pair->shown ? "<td>" : "<td class=\"add\">add");
  for (int v = 0; v < 2; v++)
    if (pair->shown || i->counts[pair->vector[v]] == 0)
      fprintf (out, " %s", written_vector (i, pair->vector[v], text));
  put_text (out, "</td>");
}

static void
put_decision (FILE *out, const struct written_item *i)
{
  struct cover_pair *pairs[COVER_CRITERIA];
  uint64_t n[2];
  written_outcomes (i, -1, n);
  fprintf (out,
	   "<details%s><summary>%s: false %" PRIu64 ", true %" PRIu64
	   "</summary>",
	   n[0] > 0 && n[1] > 0 && i->shape.n == 1 ? "" : " open", i->kind,
	   n[0], n[1]);
  for (int how = 0; how < COVER_CRITERIA; how++)
    pairs[how] = written_pairs (i, (enum cover_criterion) how);
  put_text (out, "<table>");
  if (i->shape.n > 1)
    put_text (out, "<tr><td>condition</td><td></td><td></td><td>masking</td>"
		   "<td>unique cause</td></tr>");
  for (int c = 0; c < i->shape.n && i->shape.n > 1; c++)
    {
      written_outcomes (i, c, n);
      put_text (out, "<tr><td>");
      put_xml (out, i->parts[c].text);
      fprintf (out, "</td><td>false %" PRIu64 "</td><td>true %" PRIu64 "</td>",
	       n[0], n[1]);
      for (int how = 0; how < COVER_CRITERIA; how++)
	if (pairs[how])
	  put_pair (out, i, pairs[how] + c);
      put_text (out, "</tr>");
    }
  put_text (out, "</table></details>");
  for (int how = 0; how < COVER_CRITERIA; how++)
    free (pairs[how]);
}

static void
put_switch (FILE *out, const struct written_item *i)
{
  put_text (out, "<details open><summary>switch</summary><table>");
  for (size_t k = 0; k < i->n_parts; k++)
    {
      fprintf (out, "<tr%s><td>", i->counts[k] == 0 ? " class=\"add\"" : "");
      put_xml (out, i->parts[k].text);
      fprintf (out, "</td><td>%" PRIu64 "</td></tr>", i->counts[k]);
    }
  put_text (out, "</table></details>");
}

/* The decisions and switches that begin on LINE, from item *I on.  */
static void
put_items (FILE *out, const struct written *w, size_t *i, const char *file,
	   uint32_t line)
{
  for (; *i < w->n_items && strcmp (w->items[*i].file, file) == 0
	 && w->items[*i].at.line <= line;
       ++*i)
    if (w->items[*i].at.line < line)
      ;
    else if (w->items[*i].sort == WRITTEN_DECISION)
      put_decision (out, w->items + *i);
    else if (w->items[*i].sort == WRITTEN_SWITCH)
      put_switch (out, w->items + *i);
}

/* How LINE, of which branches are C's, was executed.  */
static const char *
colour (const struct cover *c, const struct ghalt_line *line)
{
  const struct ghalt_branch *b = c->coverage.branches + line->first_branch;
  if (line->count.how == GHALT_UNKNOWN)
    return "";
  if (line->count.n == 0)
    return "never";
  for (size_t i = 0; i < line->n_branches; i++)
    if (b[i].count.how != GHALT_UNKNOWN && b[i].count.n == 0)
      return "part";
  return "hit";
}

static void
put_file (FILE *out, struct page *p, size_t number)
{
  const struct cover *c = p->c;
  const struct cover_file *file = c->files + number;
  const struct coverage *l = &c->coverage;
  const struct written *w = c->suite->written;
  const char *path = l->files[file->file].path, *text;
  size_t line = coverage_line (l, file->file, 0), item = 0, last = w->n_items,
	 length;
  BISECT (item, last, i, strcmp (w->items[i].file, path) < 0);
  put_head (out, file->shown);
  put_text (out, "<p><a href=\"index.html\">all files</a></p><h1>");
  put_xml (out, file->shown);
  put_text (out, "</h1>\n<table><thead><tr>");
  put_titles (out, c);
  put_text (out, "</tr></thead><tbody><tr>");
  put_cells (out, c, file->counts);
  put_text (out, "</tr></tbody></table>\n<table class=\"code\">\n");
  for (uint32_t n = 1;; n++)
    {
      bool more = line < l->n_lines && l->lines[line].file == file->file;
      text = source_line (&p->sources, "", path, n, &length);
      const struct ghalt_line *counted = more && l->lines[line].line == n
					   ? l->lines + line++
					   : NULL;
      if (!text && !more)
	break;
      if (!text && !counted)
	continue;
      fprintf (out, "<tr id=\"L%u\" class=\"%s\"><td class=\"n\">%u</td><td>",
	       n, counted ? colour (c, counted) : "", n);
      if (counted && counted->count.how != GHALT_UNKNOWN)
	put_number (out, counted->count.n);
      put_text (out, "</td><td>");
      char *copy = text ? copy_text (text, length, p->fault) : NULL;
      put_xml (out, copy ? copy : "");
      free (copy);
      put_items (out, w, &item, path, n);
      put_text (out, "</td></tr>\n");
    }
  put_text (out, "</table></body></html>\n");
}

static void
put_style (FILE *out, struct page *p, size_t unused)
{
  (void) p, (void) unused;
  put_text (out, style);
}

void
cover_site (const struct cover *c, struct fault *f)
{
  const char *folder = c->suite->options->output;
  struct page p = { .c = c, .fault = f, .sources.fault = f };
  bool ok = mkdir (folder, 0777) == 0 || errno == EEXIST
	    || fault (f, "cannot make '%s': %m", folder);
  ok = ok && put_page (&p, "style.css", put_style, 0);
  for (size_t i = 0; ok && i < c->n_files; i++)
    {
      char name[40];
      snprintf (name, sizeof name, "%zu.html", i);
      ok = put_page (&p, name, put_file, i);
    }
  if (ok && put_page (&p, "index.html", put_index, 0))
    printf ("%s/index.html\n", folder);
  sources_release (&p.sources);
}
