/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Paths that were taken, and those that were not, as text and as JSON.  */

#include <stdlib.h>
#include <string.h>
#include "base/grow.h"
#include "report/cover/taken.h"
#include "report/json/json.h"

#define MISSING 10		/* of a function, without --top */
#define AGAIN 1000		/* as many with the lines of others */

static uint64_t
most_missing (const struct taken *t)
{
  uint64_t top = t->suite->options->top;
  return top == UINT64_MAX ? MISSING : top;
}

/* Add up what T has of SORT; returns how many functions that are.  */
static size_t
add_up (const struct taken *t, enum taken_sort sort, unsigned __int128 *found,
	unsigned __int128 *hit, size_t *too_many)
{
  size_t n = 0;
  *found = *hit = *too_many = 0;
  for (size_t i = 0; i < t->n_functions; i++)
    if (t->functions[i].sort == sort)
      {
	n++;
	*found += t->functions[i].found;
	*hit += t->functions[i].hit;
	*too_many += t->functions[i].too_many;
      }
  return n;
}

/* --- text -------------------------------------------------------------------------- */

static void
put_share_of (FILE *out, const char *word, unsigned __int128 hit,
	      unsigned __int128 found)
{
  char a[WIDE_DIGITS], b[WIDE_DIGITS];
  fprintf (out, "%s paths %s/%s", word, wide_digits (a, hit),
	   wide_digits (b, found));
}

static void
put_steps (FILE *out, const struct taken_missing *m)
{
  const char *file = m->f->fn.file;
  if (m->n_steps == 0)
    put_text (out, " no line");
  for (size_t i = 0; i < m->n_steps; i++)
    {
      const struct taken_step *s = m->steps + i;
      put_text (out, " ");
      if (strcmp (s->file, file) != 0)
	{
	  put_printable (out, s->file);
	  put_text (out, ":");
	}
      file = s->file;
      fprintf (out, "%" PRIu32, s->line);
      if (s->way[0])
	fprintf (out, "(%s)", s->way);
    }
}

/* What put_steps writes, to be freed; NULL if there is no memory.  */
static char *
steps_text (const struct taken_missing *m)
{
  char *text = NULL;
  size_t size;
  FILE *f = open_memstream (&text, &size);
  if (!f)
    return NULL;
  put_steps (f, m);
  fclose (f);
  return text;
}

/* Paths with the same lines are named once.  */
static void
put_missing (FILE *out, const struct taken *t, const struct taken_function *f)
{
  struct taken_missing m;
  unsigned __int128 left = f->found - f->hit;
  uint64_t most = most_missing (t);
  char digits[WIDE_DIGITS], *text, **texts = NULL;
  size_t n = 0, again = 0;
  bool good = taken_begin (&m, f);
  while (good && n < most && again < AGAIN && taken_next (&m)
	 && (text = steps_text (&m)) && grow (&texts, n, sizeof *texts))
    {
      size_t i = 0;
      while (i < n && strcmp (texts[i], text) != 0)
	i++;
      if (i < n)
	{
	  free (text);
	  again++;
	  continue;
	}
      put_text (out, "  ");
      if (m.region > 0)
	fprintf (out, "%" PRIu32 ":", m.region);
      fprintf (out, "%" PRIu64 ":%s\n", m.number, text);
      texts[n++] = text;
    }
  left -= n + again;
  if (again > 0)
    fprintf (out, "  and %zu more with these lines\n", again);
  if (left > 0)
    fprintf (out, "  and %s more\n", wide_digits (digits, left));
  free_list ((void *const *) texts, n);
  free (texts);
  taken_end (&m);
}

void
taken_text (FILE *out, const struct taken *t)
{
  for (int sort = 0; sort < TAKEN_SORTS; sort++)
    {
      unsigned __int128 found, hit;
      size_t too_many,
	n = add_up (t, (enum taken_sort) sort, &found, &hit, &too_many);
      if (n == 0)
	continue;
      put_share_of (out, taken_words[sort], hit, found);
      fprintf (out, ", of %zu function%s", n, plural (n));
      if (too_many > 0)
	fprintf (out, "; %zu %s too many to be counted", too_many,
		 by_number (too_many, "has", "have"));
      put_text (out, "\n");
    }
  for (size_t i = 0; i < t->n_functions; i++)
    {
      const struct taken_function *f = t->functions + i;
      put_printable (out, suite_shown (t->suite, f->file));
      fprintf (out, ":%" PRIu32 ": ", f->fn.line);
      put_printable (out, f->fn.pretty[0] ? f->fn.pretty : f->fn.name);
      put_text (out, ": ");
      if (f->too_many)
	fprintf (out, "too many %s paths; entered %" PRIu64 " time%s\n",
		 taken_words[f->sort], f->entered, plural (f->entered));
      else
	{
	  put_share_of (out, taken_words[f->sort], f->hit, f->found);
	  put_text (out, "\n");
	  put_missing (out, t, f);
	}
    }
}

/* --- JSON --------------------------------------------------------------------------- */

static void
json_missing (struct json *w, const struct taken_missing *m)
{
  json_line (w);
  json_open (w, NULL, '{');
  json_count (w, "region", m->region);
  json_id (w, "path", m->number);
  json_open (w, "blocks", '[');
  for (size_t i = 0; i < m->n_blocks; i++)
    json_count (w, NULL, m->blocks[i]);
  json_close (w, ']');
  json_open (w, "lines", '[');
  for (size_t i = 0; i < m->n_steps; i++)
    {
      json_open (w, NULL, '{');
      json_text (w, "file", m->steps[i].file);
      json_count (w, "line", m->steps[i].line);
      if (m->steps[i].way[0])
	json_text (w, "way", m->steps[i].way);
      json_close (w, '}');
    }
  json_close (w, ']');
  json_close (w, '}');
}

static void
json_taken (struct json *w, const struct taken *t,
	    const struct taken_function *f)
{
  struct taken_missing m;
  uint64_t most = most_missing (t);
  json_line (w);
  json_open (w, NULL, '{');
  json_text (w, "paths", taken_words[f->sort]);
  json_text (w, "name", f->fn.name);
  json_text (w, "pretty", f->fn.pretty);
  json_text (w, "file", suite_shown (t->suite, f->file));
  json_count (w, "line", f->fn.line);
  json_truth (w, "too_many", f->too_many);
  if (f->too_many)
    json_count (w, "entered", f->entered);
  json_wide (w, "found", f->found);
  json_wide (w, "hit", f->hit);
  json_open (w, "missing", '[');
  if (!f->too_many)
    {
      bool good = taken_begin (&m, f);
      for (uint64_t n = 0; good && n < most && taken_next (&m); n++)
	json_missing (w, &m);
      taken_end (&m);
    }
  json_close (w, ']');
  json_close (w, '}');
}

void
taken_json (FILE *out, const struct taken *t)
{
  struct json j = json_begin (out, t->suite->fault);
  json_open (&j, NULL, '{');
  json_count (&j, "halt_taken", 1);
  json_suite (&j, t->suite);
  for (int sort = 0; sort < TAKEN_SORTS; sort++)
    {
      unsigned __int128 found, hit;
      size_t too_many;
      add_up (t, (enum taken_sort) sort, &found, &hit, &too_many);
      json_open (&j, taken_words[sort], '{');
      json_wide (&j, "found", found);
      json_wide (&j, "hit", hit);
      json_count (&j, "too_many", too_many);
      json_close (&j, '}');
    }
  json_open (&j, "functions", '[');
  for (size_t i = 0; i < t->n_functions; i++)
    json_taken (&j, t, t->functions + i);
  json_close (&j, ']');
  json_close (&j, '}');
  json_finish (&j);
}
