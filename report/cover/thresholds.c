/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How much has to be executed: a percentage, or as much as before.  */

#include <inttypes.h>
#include <jansson.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include "base/text.h"
#include "report/cover/cover.h"

/* Thousandths of a percent.  */
#define WHOLE (100 * UINT64_C (1000))
/* So many falls are named.  */
#define FALLS 5

/* What is said of measure K that was hit.  */
static const char *
achieved (unsigned k)
{
  return k == COVER_FUNCTIONS + WRITTEN_MASKING
	   ? "conditions decide by themselves (mcdc)"
	 : k == COVER_FUNCTIONS + WRITTEN_UNIQUE
	   ? "conditions decide by themselves (unique)"
	   : NULL;
}

/* --- thresholds --------------------------------------------------------------------- */

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
  return *n <= WHOLE && (!*p || *p == ',' || *p == ':');
}

/* The measure that the N bytes at WORD name; COVER_SORTS: none.  */
static unsigned
find_measure (const char *word, size_t n)
{
  unsigned k = 0;
  if (n == 4 && memcmp (word, "mcdc", 4) == 0)
    return COVER_FUNCTIONS + WRITTEN_MASKING;
  while (k < COVER_SORTS
	 && !(strlen (cover_words[k]) == n
	      && memcmp (cover_words[k], word, n) == 0))
    k++;
  return k;
}

/* Read one of them at *TEXT, up to a comma or the end.  */
static bool
read_threshold (struct threshold *t, const char **text)
{
  const char *p = *text;
  size_t n = strcspn (p, "=:,");
  *t = (struct threshold) { .what = COVER_LINES, .folder = "" };
  if (p[n] == '=' || (p[n] == ':' && find_measure (p, n) < COVER_SORTS))
    {
      t->what = find_measure (p, n);
      p += n + 1;
    }
  if (t->what == COVER_SORTS || !read_percent (&p, &t->least))
    return false;
  if (*p == ':')
    {
      t->folder = p + 1;
      t->folder_length = strcspn (p + 1, ",");
      p += 1 + t->folder_length;
      while (t->folder_length > 0 && t->folder[t->folder_length - 1] == '/')
	t->folder_length--;
      if (t->folder_length == 0)
	return false;
    }
  *text = p;
  return true;
}

bool
thresholds_read (struct threshold **list, size_t *n, const char *text,
		 struct fault *f)
{
  const char *p = text;
  for (bool more = p; more; p++)
    {
      if (!another (list, *n, sizeof **list, f))
	return false;
      if (!read_threshold (*list + (*n)++, &p))
	return fault (f,
		      "'--fail-under' needs percents, up to 100: 80, or "
		      "80,branches=60,mcdc=100:src/safety; not '%s'",
		      text);
      more = *p == ',';
    }
  return true;
}

/* Whether FILE is in the folder that T names, or is that.  */
static bool
fits (const struct threshold *t, const struct cover_file *file)
{
  size_t n = t->folder_length;
  return strncmp (file->shown, t->folder, n) == 0
	 && (n == 0 || !file->shown[n] || file->shown[n] == '/');
}

static bool
reached (const struct cover *c, const struct threshold *t)
{
  struct cover_count n = { 0, 0 };
  const char *word = cover_words[t->what];
  int length = (int) t->folder_length;
  bool any = t->folder_length == 0;
  for (size_t i = 0; i < c->n_files; i++)
    if (fits (t, c->files + i))
      {
	any = true;
	n.found += c->files[i].counts[t->what].found;
	n.hit += c->files[i].counts[t->what].hit;
      }
  if (!any && !c->change)
    {
      note ("no file is in '%.*s', which --fail-under names", length,
	    t->folder);
      return false;
    }
  if (t->what > COVER_FUNCTIONS && c->suite->written->n_items == 0)
    {
      note ("nothing is known of %s: compile with -fplugin-arg-halt-cover",
	    word);
      return false;
    }
  if ((unsigned __int128) n.hit * WHOLE
      >= (unsigned __int128) n.found * t->least)
    return true;
  const char *what = achieved (t->what);
  note ("%s%.*s%s%" PRIu64 " of %" PRIu64 " %s%s, which is less than %g%%",
	length ? "in " : "", length, t->folder, length ? " " : "", n.hit,
	n.found, what ? what : word, what ? "" : " were executed",
	(double) t->least / 1000);
  return false;
}

/* Whether nothing is there to be executed: then nothing was reached.  */
static bool
is_empty (const struct cover *c)
{
  if (c->n_files > 0 || c->change)
    return false;
  note ("nothing is left of what could be executed: see --root, --exclude");
  return true;
}

bool
thresholds_reached (const struct cover *c, const struct threshold *list,
		    size_t n)
{
  bool good = n == 0 || !is_empty (c);
  for (size_t i = 0; i < n; i++)
    good &= reached (c, list + i);
  return good;
}

/* --- as much as before ------------------------------------------------------------------ */

static struct cover_count
read_count (const json_t *of, const char *word)
{
  const json_t *n = json_object_get (of, word);
  return (struct cover_count) {
    (uint64_t) json_integer_value (json_object_get (n, "found")),
    (uint64_t) json_integer_value (json_object_get (n, "hit"))
  };
}

/* Whether NOW, of WHAT, is no less than what BEFORE says; note the first that are.  */
static bool
no_less (const struct cover_count *now, const json_t *before, const char *what,
	 size_t *n_falls)
{
  bool good = true;
  for (unsigned k = 0; k < COVER_SORTS; k++)
    {
      struct cover_count old = read_count (before, cover_words[k]);
      if (old.found == 0 || now[k].found == 0
	  || (unsigned __int128) now[k].hit * old.found
	       >= (unsigned __int128) old.hit * now[k].found)
	continue;
      good = false;
      if ((*n_falls)++ < FALLS)
	note ("%s: %" PRIu64 " of %" PRIu64 " %s%s; it was %" PRIu64
	      " of %" PRIu64,
	      what, now[k].hit, now[k].found,
	      achieved (k) ? achieved (k) : cover_words[k],
	      achieved (k) ? "" : " were executed", old.hit, old.found);
    }
  return good;
}

static bool
compare (const struct cover *c, const json_t *before)
{
  size_t n_falls = 0, i;
  const json_t *file;
  bool good = no_less (c->counts, before, "all", &n_falls);
  json_array_foreach (json_object_get (before, "files"), i, file)
  {
    const char *path = json_string_value (json_object_get (file, "shown"));
    for (size_t k = 0; path && k < c->n_files; k++)
      if (strcmp (c->files[k].shown, path) == 0)
	good &= no_less (c->files[k].counts, file, path, &n_falls);
  }
  if (n_falls > FALLS)
    note ("the same of %zu more", n_falls - FALLS);
  return good;
}

static bool
write_baseline (const struct cover *c, struct fault *f)
{
  char *text = NULL;
  size_t size = 0;
  FILE *out = open_memstream (&text, &size);
  if (!out)
    return fault (f, "%m");
  cover_json (out, c);
  bool ok = (fclose (out) == 0 || fault (f, "%m"))
	    && replace_file (c->suite->options->baseline, text, size, f);
  free (text);
  return ok;
}

bool
baseline_reached (const struct cover *c, struct fault *f)
{
  const struct options *o = c->suite->options;
  json_error_t why;
  if (is_empty (c))
    return false;
  bool first = o->ratchet && access (o->baseline, F_OK) != 0;
  json_t *before = first ? NULL : json_load_file (o->baseline, 0, &why);
  bool good = first;
  if (before && !json_object_get (before, "halt_cover"))
    fault (f, "%s was not written by ghalt cover --format=json", o->baseline);
  else if (before)
    good = compare (c, before);
  else if (!first)
    fault (f, "cannot read '%s': %s", o->baseline, why.text);
  json_decref (before);
  if (good && o->ratchet)
    write_baseline (c, f);
  return good;
}
