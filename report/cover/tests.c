/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What each test executes, what only it does, and which tests are enough.  */

#include <stdlib.h>
#include <string.h>
#include "base/order.h"
#include "report/cover/cover.h"
#include "report/json/json.h"
#include "report/tables/table.h"

/* So many steps are taken to find fewer tests than a greedy choice has.  */
#define STEPS_MAX 1000000

struct test
{
  const char *name;
  unsigned char *hit;		/* for each line of all: it was executed */
  size_t n, n_only;		/* lines, and those that no other test executes */
  bool chosen;
};

struct tests
{
  const struct cover *c;
  struct test *list;
  size_t n;
  uint32_t *count;		/* for each line, of how many tests */
  size_t n_hit;			/* lines that some test executes */
  size_t n_chosen;
  bool fewest;			/* no fewer are enough */
};

/* --- what tests execute ---------------------------------------------------------------- */

static uint32_t
find_file (const struct coverage *all, const char *path)
{
  uint32_t i = 0;
  while (i < all->n_files && strcmp (all->files[i].path, path) != 0)
    i++;
  return i;
}

/* Find what the parts of S execute, those of test T.  */
static bool
find_hits (struct tests *t, struct test *test, struct suite *s)
{
  const struct coverage *all = &t->c->coverage;
  struct written w = { .suite = s };
  struct coverage l = { .n_lines = 0 };
  uint32_t file = 0;
  bool ok = written_find (&w);
  s->written = &w;
  ok = ok && coverage_find (&l, s, COVERAGE_ALL);
  for (size_t i = 0; ok && i < l.n_lines; i++)
    {
      const struct ghalt_line *line = l.lines + i;
      if (i == 0 || line[-1].file != line->file)
	file = find_file (all, l.files[line->file].path);
      const struct ghalt_line *same = coverage_find_line (all, file,
							  line->line);
      size_t k = (size_t) (same - all->lines);
      if (!same
	  || (line->count.n == 0
	      && cover_found (&l, line->file, line->line) < GHALT_FOUND_COPY))
	continue;
      test->hit[k] = 1;
      test->n++;
      t->n_hit += t->count[k]++ == 0;
    }
  coverage_release (&l);
  written_release (&w);
  return ok;
}

/* Let S have the parts of the test NAME, of those of ALL.  */
static bool
choose_parts (struct suite *s, const struct suite *all, const char *name)
{
  *s = *all;
  s->parts = fresh (all->n_parts, sizeof *s->parts, all->fault);
  s->n_parts = 0;
  for (size_t i = 0; s->parts && i < all->n_parts; i++)
    if (all->parts[i].test && strcmp (all->parts[i].test, name) == 0)
      s->parts[s->n_parts++] = all->parts[i];
  return s->parts;
}

static bool
add_test (struct tests *t, const char *name)
{
  const struct suite *all = t->c->suite;
  struct suite s;
  for (size_t i = 0; i < t->n; i++)
    if (strcmp (t->list[i].name, name) == 0)
      return true;
  if (!another (&t->list, t->n, sizeof *t->list, all->fault))
    return false;
  struct test *test = t->list + t->n++;
  *test = (struct test) {
    .name = name, .hit = fresh (t->c->coverage.n_lines, 1, all->fault)
  };
  bool ok = test->hit && choose_parts (&s, all, name)
	    && find_hits (t, test, &s);
  if (test->hit)
    free (s.parts);
  return ok;
}

static bool
find_tests (struct tests *t)
{
  const struct suite *s = t->c->suite;
  t->count = fresh (t->c->coverage.n_lines, sizeof *t->count, s->fault);
  bool ok = t->count;
  for (size_t i = 0; ok && i < s->n_parts; i++)
    ok = !s->parts[i].test || add_test (t, s->parts[i].test);
  for (size_t i = 0; ok && i < t->n; i++)
    for (size_t k = 0; k < t->c->coverage.n_lines; k++)
      t->list[i].n_only += t->list[i].hit[k] && t->count[k] == 1;
  return ok;
}

/* --- which are enough ---------------------------------------------------------------------- */

/* A set cover: the lines are many and alike, so those that the same tests execute are
   one.  */
struct cover_set
{
  struct tests *t;
  const size_t *lines;		/* one of each that differ */
  size_t n_lines;
  bool *in, *best;		/* tests */
  size_t n_in, n_best;
  size_t steps;
};

/* The line of fewest tests that no chosen test has; SIZE_MAX: there is none.  */
static size_t
hardest (const struct cover_set *s)
{
  const struct tests *t = s->t;
  size_t found = SIZE_MAX;
  for (size_t i = 0; i < s->n_lines; i++)
    {
      size_t line = s->lines[i], k = 0;
      while (k < t->n && !(s->in[k] && t->list[k].hit[line]))
	k++;
      if (k == t->n && (found == SIZE_MAX || t->count[line] < t->count[found]))
	found = line;
    }
  return found;
}

/* Try all choices from here on that may be better than the best one.  */
static void
search (struct cover_set *s)
{
  const struct tests *t = s->t;
  if (s->n_in >= s->n_best || s->steps++ >= STEPS_MAX)
    return;
  size_t line = hardest (s);
  if (line == SIZE_MAX)
    {
      memcpy (s->best, s->in, t->n * sizeof *s->in);
      s->n_best = s->n_in;
      return;
    }
  for (size_t k = 0; k < t->n; k++)
    if (t->list[k].hit[line] && !s->in[k])
      {
	s->in[k] = true;
	s->n_in++;
	search (s);
	s->in[k] = false;
	s->n_in--;
      }
}

/* Choose the test that adds most, until none is missing.  */
static void
choose_greedily (struct cover_set *s, unsigned char *done)
{
  const struct tests *t = s->t;
  for (;;)
    {
      size_t best = t->n, most = 0;
      for (size_t k = 0; k < t->n; k++)
	{
	  size_t n = 0;
	  for (size_t i = 0; i < s->n_lines; i++)
	    n += t->list[k].hit[s->lines[i]] && !done[i];
	  if (n > most)
	    {
	      most = n;
	      best = k;
	    }
	}
      if (best == t->n)
	return;
      s->best[best] = true;
      s->n_best++;
      for (size_t i = 0; i < s->n_lines; i++)
	done[i] |= t->list[best].hit[s->lines[i]];
    }
}

static int
compare_lines (const void *a, const void *b, void *data)
{
  const struct tests *t = data;
  size_t x = *(const size_t *) a, y = *(const size_t *) b;
  for (size_t k = 0; k < t->n; k++)
    if (t->list[k].hit[x] != t->list[k].hit[y])
      return t->list[k].hit[x] ? -1 : 1;
  return 0;
}

/* List the lines that are executed, one of those that the same tests execute.  */
static size_t
list_lines (struct tests *t, size_t *lines)
{
  size_t n = 0, kept = 0;
  for (size_t i = 0; i < t->c->coverage.n_lines; i++)
    if (t->count[i] > 0)
      lines[n++] = i;
  if (n > 1)
    qsort_r (lines, n, sizeof *lines, compare_lines, t);
  for (size_t i = 0; i < n; i++)
    if (kept == 0 || compare_lines (lines + kept - 1, lines + i, t) != 0)
      lines[kept++] = lines[i];
  return kept;
}

static bool
choose_tests (struct tests *t)
{
  struct fault *f = t->c->suite->fault;
  size_t *lines = fresh (t->c->coverage.n_lines, sizeof *lines, f);
  unsigned char *done = fresh (t->c->coverage.n_lines, 1, f);
  struct cover_set s = { .t = t,
			 .lines = lines,
			 .in = fresh (t->n, sizeof *s.in, f),
			 .best = fresh (t->n, sizeof *s.best, f) };
  bool ok = lines && done && s.in && s.best;
  if (ok)
    {
      s.n_lines = list_lines (t, lines);
      choose_greedily (&s, done);
      search (&s);
      t->n_chosen = s.n_best;
      t->fewest = s.steps < STEPS_MAX;
      for (size_t k = 0; k < t->n; k++)
	t->list[k].chosen = s.best[k];
    }
  FREE_ALL (lines, done, s.in, s.best);
  return ok;
}

/* --- output --------------------------------------------------------------------------------- */

ORDER (compare_tests, struct test, DOWN (n) ?: BY_TEXT (name));

static void
put_table (FILE *out, const struct tests *t)
{
  unsigned width = number_width (t->c->coverage.n_lines);
  width = width < 7 ? 7 : width;
  fprintf (out, "%*s  %*s  test\n", (int) width, "lines", (int) width,
	   "only it");
  for (size_t i = 0; i < t->n; i++)
    {
      fprintf (out, "%*zu  %*zu  ", (int) width, t->list[i].n, (int) width,
	       t->list[i].n_only);
      put_printable (out, t->list[i].name);
      put_text (out, "\n");
    }
  fprintf (out, "%*zu  %*s  all, of %zu lines\n", (int) width, t->n_hit,
	   (int) width, "", t->c->coverage.n_lines);
  fprintf (out, "%zu of %zu tests execute all of that%s:", t->n_chosen, t->n,
	   t->fewest ? ", no fewer do" : "");
  for (size_t i = 0; i < t->n; i++)
    if (t->list[i].chosen)
      {
	put_text (out, " ");
	put_printable (out, t->list[i].name);
      }
  put_text (out, "\n");
}

static void
put_json (FILE *out, const struct tests *t)
{
  struct json w = json_begin (out, t->c->suite->fault);
  const struct coverage *all = &t->c->coverage;
  json_open (&w, NULL, '{');
  json_count (&w, "halt_cover_tests", 1);
  json_suite (&w, t->c->suite);
  json_count (&w, "found", all->n_lines);
  json_count (&w, "hit", t->n_hit);
  json_truth (&w, "fewest", t->fewest);
  json_open (&w, "tests", '[');
  for (size_t i = 0; i < t->n; i++)
    {
      const struct test *test = t->list + i;
      uint32_t file = UINT32_MAX;
      json_line (&w);
      json_open (&w, NULL, '{');
      json_text (&w, "name", test->name);
      json_count (&w, "lines", test->n);
      json_truth (&w, "chosen", test->chosen);
      json_open (&w, "only", '[');
      for (size_t k = 0; k < all->n_lines; k++)
	if (test->hit[k] && t->count[k] == 1)
	  {
	    if (all->lines[k].file != file && file != UINT32_MAX)
	      {
		json_close (&w, ']');
		json_close (&w, '}');
	      }
	    if (all->lines[k].file != file)
	      {
		file = all->lines[k].file;
		json_open (&w, NULL, '{');
		json_text (&w, "file",
			   suite_shown (t->c->suite, all->files[file].path));
		json_open (&w, "lines", '[');
	      }
	    json_count (&w, NULL, all->lines[k].line);
	  }
      if (file != UINT32_MAX)
	{
	  json_close (&w, ']');
	  json_close (&w, '}');
	}
      json_close (&w, ']');
      json_close (&w, '}');
    }
  json_close (&w, ']');
  json_close (&w, '}');
  json_finish (&w);
}

void
cover_tests (FILE *out, const struct cover *c)
{
  struct tests t = { .c = c };
  if (find_tests (&t) && choose_tests (&t))
    {
      qsort (t.list, t.n, sizeof *t.list, compare_tests);
      if (c->suite->options->format == FORMAT_JSON)
	put_json (out, &t);
      else
	put_table (out, &t);
    }
  for (size_t i = 0; i < t.n; i++)
    free (t.list[i].hit);
  FREE_ALL (t.list, t.count);
}
