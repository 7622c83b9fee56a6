/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tables of ghalt diff: functions, then the points of each kind.  */

#include <stdlib.h>
#include <string.h>
#include "report/branch.h"
#include "report/diff/diff.h"
#include "report/table.h"

#define INDEX "  most at one index"

/* Columns of numbers.  */
struct columns
{
  size_t a, b, change;
  size_t bytes[2];		/* of loads and stores */
  size_t id;
  struct ends ends;
};

static void
fit (size_t *width, size_t n)
{
  *width = n > *width ? n : *width;
}

static void
fit_numbers (struct columns *w, uint64_t a, uint64_t b)
{
  fit (&w->a, number_width (a));
  fit (&w->b, number_width (b));
  fit (&w->change, number_width (distance_of (a, b)) + 1);
}

static void
put_right (FILE *out, const char *sign, uint64_t n, size_t width)
{
  size_t own = strlen (sign) + number_width (n);
  put_spaces (out, width > own ? width - own : 0);
  put_text (out, sign);
  put_number (out, n);
}

static void
put_word_right (FILE *out, const char *word, size_t width)
{
  size_t own = strlen (word);
  put_spaces (out, width > own ? width - own : 0);
  put_text (out, word);
}

/* The change from A to B in A, 10 characters.  */
static void
put_relative (FILE *out, uint64_t a, uint64_t b)
{
  char text[32];
  if (a == b)
    put_text (out, "         =");
  else if (a == 0)
    put_text (out, "       new");
  else
    {
      double n = ((double) b - (double) a) / (double) a * 100;
      snprintf (text, sizeof text, n < 100000 ? "%+.1f%%" : "%+.2g%%", n);
      put_word_right (out, text, 10);
    }
}

static void
put_numbers (FILE *out, const struct columns *w, uint64_t a, uint64_t b)
{
  put_right (out, "", a, w->a);
  put_right (out, "", b, w->b + 2);
  put_right (out,
	     a < b   ? "+"
	     : a > b ? "-"
		     : "",
	     distance_of (a, b), w->change + 2);
  put_relative (out, a, b);
}

/* The line over a table.  What is right of the first columns follows.  */
static void
put_heading (FILE *out, const struct columns *w, const char *what, bool colour)
{
  put_text (out, "\n");
  put_text (out, what);
  put_text (out, colour ? "\n" BOLD : "\n");
  put_word_right (out, "A", w->a);
  put_word_right (out, "B", w->b + 2);
  put_word_right (out, "change", w->change + 2);
  put_text (out, "  relative");
}

static struct named
name_function (const struct diff *d, const struct counted *c)
{
  struct ghalt_object o;
  ghalt_object (d->reports[0], d->a->units[c->unit].object, &o);
  return (struct named) { diff_function (d, c).pretty,
			  o.is_program ? NULL : o.path, c->shared };
}

/* How many of N rows are shown.  */
static size_t
shown (const struct diff *d, size_t n)
{
  return d->options->top < n ? (size_t) d->options->top : n;
}

static void
put_rest (FILE *out, size_t n)
{
  if (n == 0)
    return;
  put_number (out, n);
  put_text (out, " more\n");
}

static void
put_functions (FILE *out, const struct diff *d, bool colour)
{
  struct columns w = { .change = strlen ("change") };
  size_t n = shown (d, d->n_functions);
  if (d->n_functions == 0)
    return;
  for (size_t i = 0; i < n; i++)
    fit_numbers (&w, d->functions[i].a, d->functions[i].b);
  size_t front = w.a + w.b + 2 + w.change + 2 + 10 + 2;
  put_heading (out, &w, "events of functions", colour);
  put_text (out, colour ? "  function" PLAIN "\n" : "  function\n");
  for (size_t i = 0; i < n; i++)
    {
      const struct function_change *fn = d->functions + i;
      struct named named = name_function (d, fn->point);
      named.shared = false;
      put_numbers (out, &w, fn->a, fn->b);
      put_text (out, "  ");
      put_named (out, &named,
		 d->columns == 0      ? SIZE_MAX
		 : d->columns > front ? d->columns - front
				      : 0);
      put_text (out, "\n");
    }
  put_rest (out, d->n_functions - n);
}

static size_t
put_where (FILE *out, const struct diff *d, const struct branch_names *names,
	   const struct counted *c, size_t limit)
{
  struct ghalt_point p = diff_point (d, 0, c);
  struct ghalt_place place;
  ghalt_point_place (d->reports[0], &p, &place);
  return branch_put (out, names, &p, &place, limit);
}

static struct columns
fit_points (const struct diff *d, const struct branch_names *names,
	    enum cells cells, const struct change *c, size_t n)
{
  struct columns w = {
    .change = strlen ("change"), .id = strlen ("id"),
    .ends = ends_begin (d->columns),
    .bytes = { strlen ("bytes A"), strlen ("bytes B") }
  };
  for (; n > 0; n--, c++)
    {
      fit_numbers (&w, c->a->events, c->b->events);
      fit (&w.id, number_width (c->a->id));
      struct named named = name_function (d, c->a);
      ends_fit (&w.ends, put_where (NULL, d, names, c->a, SIZE_MAX), &named);
      if (cells == CELLS_BYTES)
	{
	  fit (w.bytes, number_width (c->a->counters[1]));
	  fit (w.bytes + 1, number_width (c->b->counters[1]));
	}
    }
  ends_fitted (&w.ends,
	       w.a + w.b + 2 + w.change + 2 + 10 + w.id + 2
		 + (cells == CELLS_WAYS	     ? 18
		    : cells == CELLS_BYTES   ? w.bytes[0] + w.bytes[1] + 4
		    : cells == CELLS_INDICES ? strlen (INDEX)
					     : 0));
  return w;
}

static void
put_point (FILE *out, const struct diff *d, const struct branch_names *names,
	   const struct change *c, const struct columns *w)
{
  enum cells cells = kind_counts (c->a->point->kind);
  struct named named = name_function (d, c->a);
  put_numbers (out, w, c->a->events, c->b->events);
  if (cells == CELLS_WAYS)
    {
      put_text (out, " ");
      put_percent (out, c->a->counters[1], c->a->events);
      put_text (out, " ");
      put_percent (out, c->b->counters[1], c->b->events);
    }
  else if (cells == CELLS_BYTES)
    {
      put_right (out, "", c->a->counters[1], w->bytes[0] + 2);
      put_right (out, "", c->b->counters[1], w->bytes[1] + 2);
    }
  else if (cells == CELLS_INDICES)
    put_right (out, "", c->most, strlen (INDEX));
  put_right (out, "", c->a->id, w->id + 2);
  put_text (out, "  ");
  ends_put (out, &w->ends, put_where (out, d, names, c->a, w->ends.limit),
	    &named);
  put_text (out, "\n");
}

static void
put_points (FILE *out, const struct diff *d, const struct branch_names *names,
	    uint32_t kind, bool colour)
{
  size_t n = d->first[kind + 1] - d->first[kind], n_shown = shown (d, n);
  const struct change *changes = d->changes + d->first[kind];
  enum cells cells = kind_counts (kind);
  struct columns w = fit_points (d, names, cells, changes, n_shown);
  if (n == 0)
    return;
  put_heading (out, &w, kind_name (kind), colour);
  if (cells == CELLS_WAYS)
    put_text (out, "  taken%A  taken%B");
  else if (cells == CELLS_BYTES)
    {
      put_word_right (out, "bytes A", w.bytes[0] + 2);
      put_word_right (out, "bytes B", w.bytes[1] + 2);
    }
  else if (cells == CELLS_INDICES)
    put_text (out, INDEX);
  put_word_right (out, "id", w.id + 2);
  ends_title (out, &w.ends, colour);
  for (size_t i = 0; i < n_shown; i++)
    put_point (out, d, names, changes + i, &w);
  put_rest (out, n - n_shown);
}

/* What the branches are called in whose functions something changed.  */
static struct branch_names *
name_branches (const struct diff *d)
{
  unsigned char *chosen = fresh (d->a->n_functions, 1, d->fault);
  for (size_t i = 0; chosen && i < d->first[HALT_KIND_END]; i++)
    chosen[diff_point (d, 0, d->changes[i].a).function] = 1;
  struct branch_names *names
    = chosen ? branch_names_open (d->reports[0], chosen, d->fault) : NULL;
  free (chosen);
  return names;
}

void
diff_text (FILE *out, const struct diff *d)
{
  if (d->n_functions == 0 && d->first[HALT_KIND_END] == 0)
    return;
  struct branch_names *names = name_branches (d);
  put_text (out, "A  ");
  put_printable (out, d->names[0]);
  put_text (out, "\nB  ");
  put_printable (out, d->names[1]);
  put_text (out, "\n");
  put_functions (out, d, d->colour);
  for (uint32_t kind = 0; names && kind < HALT_KIND_END; kind++)
    put_points (out, d, names, kind, d->colour);
  branch_names_close (names);
}
