/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the site's data and files are written with.  */

#include <stdlib.h>
#include <string.h>
#include "report/html/website.h"

#define EXACT (UINT64_C (1) << 53) /* numbers that JavaScript has */

void
website_count (struct json *w, const char *key, uint64_t n)
{
  char text[WIDE_DIGITS];
  if (n <= EXACT)
    json_count (w, key, n);
  else
    json_text (w, key, wide_digits (text, n));
}

void
website_known (struct json *w, const char *key, const struct ghalt_count *c)
{
  if (c->how == GHALT_UNKNOWN)
    json_nothing (w, key);
  else
    website_count (w, key, c->n);
}

void
website_old_count (struct json *w, const struct website *s, const char *key,
		   bool known, uint64_t n)
{
  struct fault name;
  fault (&name, "old_%s", key);
  if (s->old && known)
    website_count (w, name.text, n);
}

void
website_found (struct json *w, const char *key, enum ghalt_found found)
{
  static const char *const words[] = { [GHALT_FOUND_PERHAPS] = "perhaps",
				       [GHALT_FOUND_COPY] = "copy",
				       [GHALT_FOUND_INLINED] = "inlined" };
  if (found != GHALT_FOUND_NOTHING)
    json_text (w, key, words[found]);
}

bool
website_file (struct website *s, uint32_t *file, size_t unit, const char *name,
	      struct fault *f)
{
  struct ghalt_unit u = { 0 };
  ghalt_unit (s->report->data, unit, &u);
  return line_files_add (&s->files, file, u.directory, name, f)
	 && *file < s->cover->coverage.n_files;
}

void
website_place (struct json *w, struct website *s, size_t unit, const char *name,
	       uint32_t line)
{
  uint32_t file;
  if (!website_file (s, &file, unit, name, w->fault) || line == 0)
    return;
  json_count (w, "file", file);
  json_count (w, "line", line);
}

bool
website_part (const struct website *s, const char *name, const char *data,
	      size_t size)
{
  const struct report *r = s->report;
  struct fault path;
  if (s->page)
    {
      fwrite (data, 1, size, s->page);
      return true;
    }
  fault (&path, "%s/%s", r->options->output, name);
  return replace_file (path.text, data, size, r->fault);
}

/* No `<' is in it, with which the end of a script in a page would begin.  */
bool
website_data (const struct website *s, struct json *w, const char *name)
{
  char *script = NULL;
  size_t size = 0;
  struct fault file;
  FILE *out = open_memstream (&script, &size);
  bool ok = out || fault (s->report->fault, "out of memory");
  if (out)
    {
      fprintf (out, s->page ? "<script>halt (\"%s\", " : "halt (\"%s\", ",
	       name);
      for (const char *p = w->text, *end = p + w->size; p < end;)
	{
	  const char *next = memchr (p, '<', (size_t) (end - p));
	  next = next ? next : end;
	  fwrite_unlocked (p, 1, (size_t) (next - p), out);
	  if (next < end)
	    put_text (out, "\\u003c");
	  p = next + (next < end);
	}
      put_text (out, s->page ? ");</script>\n" : ");\n");
      ok = fclose (out) == 0 || fault (s->report->fault, "out of memory");
    }
  fault (&file, "data/%s.js", name);
  ok = ok && website_part (s, file.text, script, size);
  free (script);
  return ok;
}
