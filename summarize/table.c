/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The report as text: totals, then a line for each branch.  */

#include <stdlib.h>
#include <string.h>
#include "summarize/command.h"

#define BOLD "\033[1m"
#define FAINT "\033[2m"
#define PLAIN "\033[0m"

/* Rows are sorted by this and, where it is equal, by what follows.  */
struct row
{
  uint64_t minority, count;
  const struct branch *branch;
  size_t where;			/* width of the position */
};

static int
compare_rows (const void *a, const void *b)
{
  const struct row *x = a, *y = b;
  if (x->minority != y->minority)
    return x->minority > y->minority ? -1 : 1;
  if (x->count != y->count)
    return x->count > y->count ? -1 : 1;
  return x->branch < y->branch ? -1 : x->branch > y->branch;
}

static const struct map *
map_of (const struct join *j, const struct branch *b)
{
  return &j->units[b->unit].unit->map;
}

static bool
selected (const struct join *j, const struct options *o,
	  const struct branch *b)
{
  const struct map *m = map_of (j, b);
  return options_select (o, m, m->functions + b->function);
}

static size_t
put_where (FILE *out, const struct map *m, const struct halt_map_point *p)
{
  return put_position (out, m->strings + p->file, p->line, p->column);
}

/* The rows to show, sorted.  Rows by id are in order already.  All that needs
   more than the row is found out here, in the order of memory.  */
static struct row *
make_rows (const struct join *j, const struct options *o, size_t *n)
{
  struct row *rows = grow (NULL, j->n_branches, sizeof *rows);
  *n = 0;
  for (size_t i = 0; i < j->n_branches; i++)
    {
      const struct branch *b = j->branches + i;
      if (!selected (j, o, b))
	continue;
      uint64_t least = b->taken < b->not_taken ? b->taken : b->not_taken;
      rows[(*n)++] = (struct row) {
	o->sort == SORT_UNPREDICTABLE ? least : 0,
	add_counts (b->taken, b->not_taken), b,
	put_where (NULL, map_of (j, b), b->point)
      };
    }
  if (o->sort != SORT_ID)
    qsort (rows, *n, sizeof *rows, compare_rows);
  return rows;
}

static void
total (FILE *out, const char *what, uint64_t n, unsigned width)
{
  put_text (out, what);
  put_spaces (out, width - number_width (n));
  put_number (out, n);
  put_text (out, "\n");
}

static void
totals (FILE *out, const struct join *j, const struct row *rows, size_t n)
{
  uint64_t events = 0, executed = 0;
  for (size_t i = 0; i < n; i++)
    {
      const struct branch *b = rows[i].branch;
      bool again = b->shared && b > j->branches && b[-1].id == b->id;
      executed += rows[i].count > 0;
      if (!again)
	events = add_counts (events, rows[i].count);
    }
  uint64_t largest = events > n ? events : n;
  unsigned width = number_width (largest);
  total (out, "branch executions  ", events, width);
  total (out, "branches           ", n, width);
  total (out, "  executed         ", executed, width);
  total (out, "  never executed   ", n - executed, width);
}

/* Tenths of a percent.  0 and 1000 mean exactly that.  */
static unsigned
permille (uint64_t part, uint64_t whole)
{
  unsigned n = (unsigned) ((double) part / (double) whole * 1000 + 0.5);
  if (part > 0 && n == 0)
    return 1;
  if (part < whole && n >= 1000)
    return 999;
  return n > 1000 ? 1000 : n;
}

static void
put_right (FILE *out, uint64_t n, unsigned width)
{
  unsigned own = number_width (n);
  put_spaces (out, width > own ? width - own : 0);
  put_number (out, n);
}

static void
put_percent (FILE *out, const struct row *row)
{
  if (row->count == 0)
    {
      put_text (out, "       -");
      return;
    }
  unsigned n = permille (row->branch->taken, row->count);
  put_right (out, n / 10, 6);
  put_text (out, ".");
  put_number (out, n % 10);
}

static void
heading (FILE *out, const char *text, size_t width)
{
  put_spaces (out, width - strlen (text));
  put_text (out, text);
}

static unsigned
larger (size_t a, size_t b)
{
  return (unsigned) (a > b ? a : b);
}

static void
table (FILE *out, const struct join *j, const struct row *rows, size_t n,
       const struct program *program, bool colour)
{
  unsigned count = strlen ("executions"), where = strlen ("where");
  unsigned id = larger (strlen ("id"),
			number_width (j->branches[j->n_branches - 1].id));
  for (size_t i = 0; i < n; i++)
    {
      count = larger (count, number_width (rows[i].count));
      if (rows[i].where <= 40)
	where = larger (where, rows[i].where);
    }
  put_text (out, colour ? "\n" BOLD : "\n");
  heading (out, "executions", count);
  heading (out, "not taken", count + 2);
  heading (out, "taken", count + 2);
  heading (out, "taken%", 8);
  heading (out, "id", id + 2);
  put_text (out, "  where");
  put_spaces (out, where - strlen ("where"));
  put_text (out, colour ? "  function" PLAIN "\n" : "  function\n");

  for (size_t i = 0; i < n; i++)
    {
      const struct branch *b = rows[i].branch;
      const struct map *m = map_of (j, b);
      uint32_t object = j->units[b->unit].object;
      bool faint = colour && rows[i].count == 0;
      if (faint)
	put_text (out, FAINT);
      put_right (out, rows[i].count, count);
      put_right (out, b->not_taken, count + 2);
      put_right (out, b->taken, count + 2);
      put_percent (out, rows + i);
      put_right (out, b->id, id + 2);
      put_text (out, "  ");
      put_where (out, m, b->point);
      put_spaces (out, rows[i].where < where ? where - rows[i].where : 0);
      put_text (out, "  ");
      put_printable (out, function_name (m, m->functions + b->function));
      if (j->objects[object].program != program)
	{
	  put_text (out, " [");
	  put_printable (out, basename (j->prof->strings
					+ j->prof->objects[object].path));
	  put_text (out, "]");
	}
      put_text (out, b->shared ? " (shared id)" : "");
      put_text (out, faint ? PLAIN "\n" : "\n");
    }
}

void
table_report (FILE *out, const struct join *j, const struct options *o,
	      const struct program *program, bool colour)
{
  size_t n;
  struct row *rows = make_rows (j, o, &n);
  totals (out, j, rows, n);
  if (n > o->top)
    n = (size_t) o->top;
  if (n > 0)
    table (out, j, rows, n, program, colour);
  free (rows);
}
