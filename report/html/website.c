/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The site, which works from the file system.

   Its pages are html/; its data are scripts, as a browser reads no other files there: one
   for the whole, and one for each source file, which is loaded when it is looked at, and
   for the graphs of some functions.  */

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include "report/show/terminal.h"
#include "report/html/website.h"

#define FILE_INSIDE(NAME, FILE) \
  __asm__ (".pushsection .rodata\n" #NAME ":\n\t.incbin \"" FILE \
	   "\"\n\t.byte 0\n\t.popsection"); \
  extern const char NAME[];
FILE_INSIDE (html_page, "html/index.html")
FILE_INSIDE (html_style, "html/style.css")
FILE_INSIDE (html_load, "html/load.js")
FILE_INSIDE (html_parts, "html/parts.js")
FILE_INSIDE (html_diff, "html/diff.js")
FILE_INSIDE (html_highlight, "html/highlight.js")
FILE_INSIDE (html_code, "html/code.js")
FILE_INSIDE (html_source, "html/source.js")
FILE_INSIDE (html_flame, "html/flame.js")
FILE_INSIDE (html_layout, "html/layout.js")
FILE_INSIDE (html_flow, "html/flow.js")
FILE_INSIDE (html_draw, "html/draw.js")
FILE_INSIDE (html_graph, "html/graph.js")
FILE_INSIDE (html_paths, "html/paths.js")
FILE_INSIDE (html_site, "html/site.js")

/* They make one script, in this order.  */
static const char *const scripts[] = {
  html_parts,  html_diff,  html_highlight, html_code,
  html_source, html_flame, html_layout,    html_flow,
  html_draw,   html_graph, html_paths,     html_site
};

/* Written by others, each in a script of its own for the pages that need it; empty if
   it was not there when this was built.  */
FILE_INSIDE (html_flame_library, "html/vendor/flame-library.js")
FILE_INSIDE (html_highlight_library, "html/vendor/highlight-library.js")
FILE_INSIDE (html_layout_library, HALT_HTML "/layout-library.js")

static const struct
{
  const char *name, *text;
} libraries[] = {
  { "flame-library", html_flame_library },
  { "highlight-library", html_highlight_library },
};
#define LIBRARIES (sizeof libraries / sizeof *libraries)

/* --- values ------------------------------------------------------------------- */

/* Executed, found.  */
static void
put_pair (struct json *w, const char *key, const struct cover_count *n)
{
  json_open (w, key, '[');
  website_count (w, NULL, n->hit);
  website_count (w, NULL, n->found);
  json_close (w, ']');
}

/* --- the whole ------------------------------------------------------------------ */

/* What happened in function number FUNCTION, and what did in the older profile.  */
static void
put_totals (struct json *w, const struct website *s, size_t function)
{
  static const struct website none;
  static const struct totals nothing;
  const struct website *o = s->old ? s->old : &none;
  const struct totals *h = s->totals + function;
  const struct totals *b = s->old ? o->totals + function : &nothing;
  if (s->calls)
    website_count (w, "calls", h->calls);
  if (s->blocks)
    website_count (w, "blocks", h->blocks);
  if (s->branches)
    {
      website_count (w, "branches", h->branches);
      website_count (w, "misses", h->misses);
    }
  website_old_count (w, s, "calls", s->calls && o->calls, b->calls);
  website_old_count (w, s, "blocks", s->blocks && o->blocks, b->blocks);
  website_old_count (w, s, "branches", s->branches && o->branches, b->branches);
  website_old_count (w, s, "misses", s->branches && o->branches, b->misses);
}

static void
put_loop (struct json *w, struct website *s, size_t unit, const struct loop *l)
{
  if (l->n == 0)
    return;
  json_open (w, "loop", '{');
  json_count (w, "block", l->block);
  website_count (w, "n", l->n);
  if (l->entered)
    website_count (w, "entered", l->entered);
  else
    json_nothing (w, "entered");
  if (l->file)
    website_place (w, s, unit, l->file, l->line);
  json_close (w, '}');
}

static void
put_functions (struct json *w, struct website *s)
{
  const struct report *r = s->report;
  struct ghalt_function fn;
  json_open (w, "functions", '[');
  for (size_t i = 0; report_next (r, &i, &fn);)
    {
      const struct totals *h = s->totals + fn.number;
      if (!h->recorded)
	continue;
      json_line (w);
      json_open (w, NULL, '{');
      json_text (w, "name", fn.pretty);
      put_totals (w, s, fn.number);
      bool never = h->calls == 0 && h->blocks == 0 && h->branches == 0
		   && h->paths == 0;
      enum ghalt_found found = ghalt_elsewhere (s->elsewhere, fn.number);
      json_truth (w, "never", never && found == GHALT_FOUND_NOTHING);
      if (never)
	website_found (w, "elsewhere", found);
      if (h->found > 0)
	{
	  json_open (w, "covered", '[');
	  json_count (w, NULL, h->hit);
	  json_count (w, NULL, h->found);
	  json_close (w, ']');
	}
      put_loop (w, s, fn.unit, &h->loop);
      if (h->code)
	json_count (w, "code", h->code);
      json_count (w, "graph", h->part);
      if (s->path_of && s->path_of[fn.number])
	{
	  website_count (w, "paths", h->executed);
	  website_count (w, "cost", h->cost);
	}
      website_place (w, s, fn.unit, fn.file, fn.line);
      json_close (w, '}');
    }
  json_close (w, ']');
}

static void
put_kinds (struct json *w, const struct website *s)
{
  const struct report *r = s->report;
  json_open (w, "kinds", '[');
  for (uint32_t kind = 0; kind < ghalt_kinds_end (); kind++)
    {
      struct ghalt_totals t, old = { 0 };
      ghalt_totals (r->data, kind, r->chosen, &t);
      if (s->old)
	ghalt_totals (s->old->report->data, kind, r->chosen, &old);
      if (!kind_counted (kind) || t.points == 0 || !t.recorded)
	continue;
      json_open (w, NULL, '{');
      json_text (w, "kind", kind_name (kind));
      json_text (w, "title", kind_title (kind));
      website_count (w, "points", t.points);
      website_count (w, "executed", t.executed);
      website_count (w, "events", t.events);
      website_old_count (w, s, "events", old.recorded, old.events);
      json_close (w, '}');
    }
  json_close (w, ']');
}

static void
put_files (struct json *w, const struct website *s)
{
  const struct cover *c = s->cover;
  const struct cover_file *next = c->files, *end = c->files + c->n_files;
  const struct cover *o = s->old ? s->old->cover : NULL;
  json_open (w, "files", '[');
  for (uint32_t i = 0; i < c->coverage.n_files; i++)
    {
      static const struct cover_file none;
      const struct cover_file *f = next < end && next->file == i ? next++
								 : &none;
      json_line (w);
      json_open (w, NULL, '{');
      json_text (w, "shown", f->shown ? f->shown : c->coverage.files[i].path);
      for (unsigned k = 0; k <= COVER_FUNCTIONS; k++)
	put_pair (w, cover_words[k], f->counts + k);
      for (size_t k = 0; o && k < o->n_files; k++)
	if (o->files[k].file == i)
	  put_pair (w, "old_lines", o->files[k].counts + COVER_LINES);
      if (f->machine)
	json_truth (w, "machine", true);
      json_close (w, '}');
    }
  json_close (w, ']');
}

static void
put_index (struct json *w, struct website *s)
{
  const struct report *r = s->report;
  const char *text;
  json_open (w, NULL, '{');
  json_text (w, "name", basename (r->path));
  json_sources (w, r);
  json_open (w, "notes", '[');
  for (size_t i = 0; (text = ghalt_report_note (r->data, i)); i++)
    json_text (w, NULL, text);
  json_close (w, ']');
  json_open (w, "known", '[');
  if (s->calls)
    json_text (w, NULL, "calls");
  if (s->blocks)
    json_text (w, NULL, "blocks");
  if (s->branches)
    {
      json_text (w, NULL, "branches");
      json_text (w, NULL, "misses");
    }
  if (s->paths)
    {
      json_text (w, NULL, "paths");
      json_text (w, NULL, "cost");
    }
  json_close (w, ']');
  put_pair (w, "lines", s->cover->counts + COVER_LINES);
  put_pair (w, "branches", s->cover->counts + COVER_BRANCHES);
  put_pair (w, "calls", s->cover->counts + COVER_FUNCTIONS);
  if (s->old)
    {
      json_open (w, "old", '{');
      json_open (w, "profiles", '[');
      for (size_t i = 0; i < s->old->report->n_profiles; i++)
	json_text (w, NULL, s->old->report->profiles[i]);
      json_close (w, ']');
      put_pair (w, "lines", s->old->cover->counts + COVER_LINES);
      put_pair (w, "branches", s->old->cover->counts + COVER_BRANCHES);
      put_pair (w, "calls", s->old->cover->counts + COVER_FUNCTIONS);
      json_close (w, '}');
    }
  if (s->no_code.text[0])
    json_text (w, "no_code", s->no_code.text);
  json_open (w, "libraries", '[');
  for (size_t i = 0; i < LIBRARIES; i++)
    if (*libraries[i].text)
      json_text (w, NULL, libraries[i].name);
  json_close (w, ']');
  put_kinds (w, s);
  put_files (w, s);
  put_functions (w, s);
  if (s->paths)
    website_put_paths (w, s);
  website_put_branches (w, s);
  json_close (w, '}');
}

/* --- a file --------------------------------------------------------------------- */

static void
put_line (struct json *w, const struct website *s, size_t i)
{
  const struct coverage *l = &s->cover->coverage;
  const struct coverage *old = s->old ? &s->old->cover->coverage : NULL;
  const struct ghalt_line *line = l->lines + i;
  const struct ghalt_branch *b = l->branches + line->first_branch;
  const struct ghalt_branch *o = old
				   ? old->branches + old->lines[i].first_branch
				   : NULL;
  char key[16];
  snprintf (key, sizeof key, "%u", (unsigned) line->line);
  json_open (w, key, '[');
  website_known (w, NULL, &line->count);
  if (line->n_branches > 0)
    json_open (w, NULL, '[');
  for (size_t k = 0; k < line->n_branches; k++)
    {
      json_open (w, NULL, '[');
      json_text (w, NULL,
		 b[k].flags == GHALT_EDGE_FALL
		   ? "not taken"
		   : ghalt_flag_name (GHALT_FLAGS_EDGE, b[k].flags));
      website_known (w, NULL, &b[k].count);
      website_known (w, NULL, &b[k].of);
      if (o)
	{
	  website_known (w, NULL, &o[k].count);
	  website_known (w, NULL, &o[k].of);
	}
      json_close (w, ']');
    }
  if (line->n_branches > 0)
    json_close (w, ']');
  else if (old)
    json_nothing (w, NULL);
  if (old)
    website_known (w, NULL, &old->lines[i].count);
  json_close (w, ']');
}

/* The lines of file number I where functions begin that were executed elsewhere.  */
static void
put_elsewhere (struct json *w, const struct website *s, uint32_t i)
{
  const struct coverage *l = &s->cover->coverage;
  const struct ghalt_line_function *last = NULL;
  char key[16];
  json_open (w, "elsewhere", '{');
  for (size_t k = 0; k < l->n_functions; k++)
    {
      const struct ghalt_line_function *f = l->functions + k;
      if (f->file != i || (last && last->line == f->line))
	continue;
      snprintf (key, sizeof key, "%u", (unsigned) f->line);
      website_found (w, key, cover_found (l, i, f->line));
      last = f;
    }
  json_close (w, '}');
}

/* File number I, whose lines begin with number *AT.  */
static void
put_source (struct json *w, const struct website *s, uint32_t i, size_t *at,
	    struct sources *sources)
{
  const struct coverage *l = &s->cover->coverage;
  const struct ghalt_file *file = l->files + i;
  const char *text;
  size_t n;
  json_open (w, NULL, '{');
  json_open (w, "text", '[');
  bool found = false;
  for (uint32_t line = 1;
       (text = source_line (sources, file->directory, file->name, line, &n));
       line++)
    {
      char *copy = copy_text (text, n, w->fault);
      found = true;
      if (copy)
	{
	  copy[strcspn (copy, "\r")] = 0;
	  json_text (w, NULL, copy);
	}
      free (copy);
    }
  json_close (w, ']');
  json_truth (w, "found", found);
  if ((text = source_doubt (sources, file->directory, file->name, file->path)))
    json_text (w, "doubt", text);
  json_open (w, "counts", '{');
  for (; *at < l->n_lines && l->lines[*at].file == i; ++*at)
    put_line (w, s, *at);
  json_close (w, '}');
  put_elsewhere (w, s, i);
  website_put_owners (w, s, i);
  json_close (w, '}');
}

/* --- files ------------------------------------------------------------------------- */

/* The library that places boxes, as a text: a page from the file system can start no
   worker from a file beside it.  */
static bool
put_library (const struct website *s)
{
  struct json w = json_begin (NULL, s->report->fault);
  if (*html_layout_library)
    json_text (&w, NULL, html_layout_library);
  else
    json_nothing (&w, NULL);
  bool ok = !w.fault->text[0] && website_data (s, &w, "layout");
  json_end (&w);
  return ok;
}

static bool
put_all_data (struct website *s)
{
  struct fault *f = s->report->fault, name;
  struct sources sources = {
    .fault = f, .report = s->report->data, .program = s->report->path
  };
  struct json w = json_begin (NULL, f);
  size_t at = 0;
  bool ok = website_code (s) && website_graphs (s) && put_library (s)
	    && website_branches (s);
  put_index (&w, s);
  ok = ok && website_find_owners (s) && !f->text[0]
       && website_data (s, &w, "index") && website_flame (s);
  progress_begin ("file", s->cover->coverage.n_files);
  for (uint32_t i = 0; ok && i < s->cover->coverage.n_files; i++)
    {
      w.size = 0;
      w.more = false;
      put_source (&w, s, i, &at, &sources);
      fault (&name, "file-%u", (unsigned) i);
      ok = !f->text[0] && website_data (s, &w, name.text);
      progress_step ();
    }
  progress_end ();
  json_end (&w);
  sources_release (&sources);
  return ok;
}

/* The page up to what stands for WORD, from PAGE on; returns what is after it.  */
static const char *
put_until (FILE *out, const char *page, const char *word)
{
  const char *at = strstr (page, word);
  fwrite (page, 1, (size_t) (at - page), out);
  return at + strlen (word);
}

static bool
make_folder (const char *path, struct fault *f)
{
  return mkdir (path, 0777) == 0 || errno == EEXIST
	 || fault (f, "cannot make '%s': %m", path);
}

/* What the pages do, with what others wrote if all is to be in one file; to be
   freed.  */
static char *
all_scripts (bool single, struct fault *f)
{
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream (&text, &size);
  for (size_t i = 0; out && single && i < LIBRARIES; i++)
    put_text (out, libraries[i].text);
  for (size_t i = 0; out && i < sizeof scripts / sizeof *scripts; i++)
    put_text (out, scripts[i]);
  if (!out || fclose (out) != 0)
    fault (f, "out of memory");
  return text;
}

/* Write the site of S.  */
static bool
write_site (struct website *s)
{
  const struct report *r = s->report;
  const char *folder = r->options->output;
  bool single = r->options->single_file;
  struct fault data, name, *f = r->fault;
  char *page = NULL;
  size_t size = 0;
  fault (&data, "%s/data", folder);
  if (!make_folder (folder, f) || (!single && !make_folder (data.text, f)))
    return false;
  FILE *out = open_memstream (&page, &size);
  if (!out)
    return fault (f, "out of memory");
  s->page = single ? out : NULL;
  const char *rest = put_until (out, html_page, "@STYLE@");
  fprintf (out,
	   single ? "<style>\n%s</style>"
		  : "<link rel=\"stylesheet\" href=\"style.css\">",
	   html_style);
  rest = put_until (out, rest, "@SCRIPT@");
  fprintf (out,
	   single ? "<script>\n%s</script>\n"
		  : "<script src=\"load.js\"></script>\n",
	   html_load);
  bool ok = put_all_data (s);
  s->page = NULL;
  char *script = all_scripts (single, f);
  fprintf (out,
	   single ? "<script>\n%s</script>"
		  : "<script src=\"site.js\"></script>",
	   script);
  put_text (out, rest);
  ok = (fclose (out) == 0 || fault (f, "out of memory")) && ok;
  if (ok && !single)
    ok = website_part (s, "style.css", html_style, strlen (html_style))
	 && website_part (s, "load.js", html_load, strlen (html_load))
	 && website_part (s, "site.js", script, strlen (script));
  for (size_t i = 0; ok && !single && i < LIBRARIES; i++)
    if (*libraries[i].text)
      {
	fault (&name, "%s.js", libraries[i].name);
	ok = website_part (s, name.text, libraries[i].text,
			   strlen (libraries[i].text));
      }
  ok = ok && website_part (s, "index.html", page, size);
  free (script);
  free (page);
  return ok;
}

/* The site begins with the files of the coverage.  */
static bool
list_files (struct website *s)
{
  const struct coverage *l = &s->cover->coverage;
  uint32_t number;
  for (size_t i = 0; i < l->n_files; i++)
    if (!line_files_add (&s->files, &number, "", l->files[i].path,
			 s->report->fault))
      return false;
  return true;
}

/* Write the site of R, compared with OLD.  */
static void
write_report (struct report *r, const struct ghalt_profile *profile,
	      const struct website *old)
{
  struct suite suite = { .n_parts = 0 };
  struct cover c = { .suite = &suite };
  struct website s = { .report = r, .cover = &c, .old = old };
  if (report_choose (r, profile) && suite_one (&suite, r)
      && cover_count (&c, NULL) && website_same_lines (&s)
      && website_read_stacks (&s) && list_files (&s) && website_add_up (&s)
      && website_find_paths (&s) && write_site (&s))
    printf ("%s/index.html\n", r->options->output);
  website_release (&s);
  suite_close (&suite);
}

int
website_show (struct report *r, const struct ghalt_profile *profile, void *data)
{
  (void) data;
  website_compare (r, profile, write_report);
  report_release (r);
  return 0;
}
