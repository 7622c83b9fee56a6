/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The tables of ghalt diff: functions, then the points of each kind.  */

#include <stdlib.h>
#include <string.h>
#include "report/show/branch.h"
#include "report/diff/diff.h"
#include "report/tables/table.h"

#define INDEX "  most at one index"

/* The change from A to B in A; text in SIZE bytes.  */
static const char *
relative (char *text, size_t size, uint64_t a, uint64_t b)
{
  double n = ((double) b - (double) a) / (double) a * 100;
  if (a == b || a == 0)
    return a == b ? "=" : "new";
  snprintf (text, size, n < 100000 ? "%+.1f%%" : "%+.2g%%", n);
  return text;
}

static void
put_numbers (struct grid *g, uint64_t a, uint64_t b)
{
  char text[32];
  grid_row (g, false);
  grid_number (g, "A", a);
  grid_number (g, "B", b);
  snprintf (text, sizeof text, "%s%" PRIu64,
	    a < b   ? "+"
	    : a > b ? "-"
		    : "",
	    distance_of (a, b));
  grid_least (g, number_width (distance_of (a, b)) + 1);
  grid_text (g, "change", text);
  grid_fixed (g, "relative", relative (text, sizeof text, a, b), 10);
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
shown_rows (const struct diff *d, size_t n)
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
put_functions (FILE *out, const struct diff *d)
{
  struct grid g = grid_begin (out, d->columns, d->colour);
  size_t n = shown_rows (d, d->n_functions);
  if (d->n_functions == 0)
    return;
  put_text (out, "\nevents of functions\n");
  while (grid_pass (&g))
    for (size_t i = 0; i < n; i++)
      {
	const struct function_change *fn = d->functions + i;
	struct named named = name_function (d, fn->point);
	named.shared = false;
	put_numbers (&g, fn->a, fn->b);
	if (grid_last (&g, "function"))
	  put_named (out, &named, g.rest);
	grid_end (&g);
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

static void
put_point (struct grid *g, const struct diff *d,
	   const struct branch_names *names, const struct change *c)
{
  enum cells cells = kind_counts (c->a->point->kind);
  struct named named = name_function (d, c->a);
  const uint64_t *a = c->a->counters, *b = c->b->counters;
  put_numbers (g, c->a->events, c->b->events);
  if (cells == CELLS_WAYS)
    {
      char text[SHARE_SIZE];
      uint64_t n = c->a->events, k = c->b->events;
      grid_fixed (g, "taken%A", n ? share_text (text, a[1], n) : "-", 9);
      grid_fixed (g, "taken%B", k ? share_text (text, b[1], k) : "-", 9);
    }
  else if (cells == CELLS_BYTES)
    {
      grid_number (g, "bytes A", a[1]);
      grid_number (g, "bytes B", b[1]);
    }
  else if (cells == CELLS_INDICES)
    {
      char digits[WIDE_DIGITS];
      grid_fixed (g, INDEX, wide_digits (digits, c->most), strlen (INDEX));
    }
  grid_number (g, "id", c->a->id);
  grid_function (g, put_where (grid_where (g), d, names, c->a, g->limit),
		 &named);
}

static void
put_points (FILE *out, const struct diff *d, const struct branch_names *names,
	    uint32_t kind)
{
  size_t n = d->first[kind + 1] - d->first[kind], n_shown = shown_rows (d, n);
  const struct change *changes = d->changes + d->first[kind];
  struct grid g = grid_begin (out, d->columns, d->colour);
  if (n == 0)
    return;
  fprintf (out, "\n%s\n", kind_name (kind));
  while (grid_pass (&g))
    for (size_t i = 0; i < n_shown; i++)
      put_point (&g, d, names, changes + i);
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
  put_functions (out, d);
  for (uint32_t kind = 0; names && kind < HALT_KIND_END; kind++)
    put_points (out, d, names, kind);
  branch_names_close (names);
}
