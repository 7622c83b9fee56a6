/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What only= and exclude= of all units say together: a word that some units have
   nothing for is meant for others.  */

#include <stdlib.h>
#include <string.h>
#include "summarize/summarize.h"

/* So many words are named.  */
#define MAX_NAMED 6

struct choice
{
  const char *text;		/* OPTION=GLOB */
  int length;
  const char *nearest;		/* a name, or NULL */
  bool matches;
};

struct words
{
  struct choice *list;
  size_t n;
};

static bool
add_word (void *data, const char *text, struct fault *f)
{
  struct words *w = data;
  const char *tab = strchr (text, '\t');
  if (*text != '+' && *text != '-')
    return true;
  if (!another (&w->list, w->n, sizeof *w->list, f))
    return false;
  w->list[w->n++] = (struct choice) {
    .text = text + 1,
    .length = (int) (tab ? tab - text - 1 : (ptrdiff_t) strlen (text + 1)),
    .nearest = tab ? tab + 1 : NULL,
    .matches = *text == '+'
  };
  return true;
}

static int
compare_text (const struct choice *x, const struct choice *y)
{
  int n = x->length < y->length ? x->length : y->length;
  int order = memcmp (x->text, y->text, (size_t) n);
  return order ? order : x->length - y->length;
}

/* Of the same text those first that match, then those with a nearest name.  */
static int
compare_words (const void *a, const void *b)
{
  const struct choice *x = a, *y = b;
  int order = compare_text (x, y);
  if (order || x->matches != y->matches)
    return order ? order : y->matches - x->matches;
  if (!x->nearest || !y->nearest)
    return (y->nearest != NULL) - (x->nearest != NULL);
  return strcmp (x->nearest, y->nearest);
}

/* Let W have each word once.  */
static void
unite_words (struct words *w)
{
  size_t kept = 0;
  if (w->n > 0)
    qsort (w->list, w->n, sizeof *w->list, compare_words);
  for (size_t i = 0; i < w->n; i++)
    if (kept == 0 || compare_text (w->list + kept - 1, w->list + i) != 0)
      w->list[kept++] = w->list[i];
  w->n = kept;
}

/* Name those of W that match nothing in F; false if there is none.  */
static bool
name_missing (const struct words *w, struct fault *f)
{
  size_t missing = 0, named = 0;
  for (size_t i = 0; i < w->n; i++)
    missing += !w->list[i].matches;
  fault (f, "%s", "");
  for (size_t i = 0; i < w->n && named < MAX_NAMED; i++)
    {
      const struct choice *k = w->list + i;
      if (k->matches)
	continue;
      named++;
      fault (f, "%s%s%.*s%s%s%s", f->text,
	     named == 1		? ""
	     : named == missing ? " and "
				: ", ",
	     k->length, k->text, k->nearest ? " (nearest: " : "",
	     k->nearest ? k->nearest : "", k->nearest ? ")" : "");
    }
  if (missing > named)
    fault (f, "%s and %zu more", f->text, missing - named);
  if (missing > 0)
    fault (f, "%s %s nothing", f->text,
	   by_number (missing, "matches", "match"));
  return missing > 0;
}

static const struct chunks *
choices_of (const struct image *image)
{
  return &image->choices;
}

bool
choice_missing (const struct join *j, struct fault *missing, struct fault *f)
{
  struct words w = { 0 };
  bool all = true, ok = texts_of_all (j, choices_of, add_word, &w, f);
  missing->text[0] = 0;
  for (uint32_t i = 0; i < j->prof->header->n_objects; i++)
    all &= j->objects[i].program != NULL;
  unite_words (&w);
  if (ok && all)
    name_missing (&w, missing);
  free (w.list);
  return ok;
}

bool
choice_refuses (const struct program *p, struct fault *f)
{
  struct words w = { 0 };
  struct fault missing;
  bool only = false, exclude = false, matches = false;
  if (!texts_read (&p->image.choices, add_word, &w, f))
    {
      free (w.list);
      return true;
    }
  unite_words (&w);
  for (size_t i = 0; i < w.n; i++)
    if (*w.list[i].text == 'o')
      {
	only = true;
	matches |= w.list[i].matches;
      }
    else
      exclude = true;
  bool some = name_missing (&w, &missing);
  if (only && !matches)
    fault (f, "no HALT map: only= left nothing to instrument: %s",
	   missing.text);
  else if (w.n > 0)
    fault (f,
	   "no HALT map: %s%s%s left nothing that has points, or it was "
	   "inlined elsewhere%s%s",
	   only ? "only=" : "", only && exclude ? " and " : "",
	   exclude ? "exclude=" : "", some ? "; " : "", missing.text);
  free (w.list);
  return w.n > 0;
}
