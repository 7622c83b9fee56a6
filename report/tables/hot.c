/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The report for those in a hurry: the functions that are called most and that
   do most, the branches that are executed most and predicted worst, and what
   was never executed.  */

#include <stdlib.h>
#include "report/tables/table.h"

#define ROWS 10			/* without --top */

enum
{
  CALLS,
  BLOCKS,
  BRANCHES,
  SUMS
};

/* What happened in a function.  */
struct function
{
  uint64_t sums[SUMS];
  size_t number;
  uint64_t first;		/* of its points, by kind and id: 0 if it has
				   none */
};

struct hot
{
  const struct report *report;
  struct function *functions;	/* in the order of the report */
  struct function *rows;	/* those that are selected */
  size_t n_rows;
  bool known[SUMS];		/* recorded, and there are points */
  uint64_t top;
  struct branch_names *names;
};

static const char *const words[SUMS] = { "calls", "blocks", "branches" };
static const char *const kinds[SUMS] = { "entry", "block", "cbr, mbr" };

static unsigned
sum_of (uint32_t kind)
{
  switch (kind_tells (kind))
    {
    case TELLS_ENTRY:
      return CALLS;
    case TELLS_BLOCK:
      return BLOCKS;
    case TELLS_BRANCH:
    case TELLS_TABLE:
      return BRANCHES;
    case TELLS_EXIT:
    case TELLS_EDGE:
    case TELLS_NOTHING:
      break;
    }
  return SUMS;
}

/* Add the events of KIND to sum K; *POINTS were seen before.  */
static void
add_kind (struct hot *h, uint32_t kind, unsigned k, uint64_t *points)
{
  struct ghalt_point p;
  for (size_t i = 0; ghalt_counted (h->report->data, kind, i, &p); i++)
    {
      if (!p.recorded)
	continue;
      struct function *fn = h->functions + p.function;
      h->known[k] = true;
      fn->sums[k] = add_counts (fn->sums[k], p.events);
      ++*points;
      if (fn->first == 0)
	fn->first = *points;
    }
}

static bool
add_up (struct hot *h)
{
  const struct report *r = h->report;
  size_t n = r->facts.n_functions;
  uint64_t points = 0;
  h->functions = fresh (n, sizeof *h->functions, r->fault);
  h->rows = fresh (n, sizeof *h->rows, r->fault);
  if (!h->functions || !h->rows)
    return false;
  for (uint32_t kind = 0; kind < ghalt_kinds_end (); kind++)
    if (sum_of (kind) != SUMS && (r->recorded.recorded >> kind & 1))
      add_kind (h, kind, sum_of (kind), &points);
  for (size_t i = 0; i < n; i++)
    {
      h->functions[i].number = i;
      if (h->functions[i].first > 0 && r->chosen[i])
	h->rows[h->n_rows++] = h->functions[i];
    }
  return true;
}

/* What happened most often first; MOST says what.  */
static int
compare_rows (const void *a, const void *b, void *most)
{
  const struct function *x = a, *y = b;
  unsigned k = *(const unsigned *) most;
  if (x->sums[k] != y->sums[k])
    return x->sums[k] > y->sums[k] ? -1 : 1;
  return x->first < y->first ? -1 : x->first > y->first;
}

static void
put_functions (FILE *out, const struct hot *h, size_t n, const char *text,
	       const char *kind, bool zeros)
{
  const struct report *r = h->report;
  struct grid g = grid_begin (out, r->columns, r->colour);
  g.indent = 2;
  table_title (out, text, kind);
  while (grid_pass (&g))
    for (const struct function *f = h->rows; f < h->rows + n; f++)
      {
	struct named named = table_named (r, f->number);
	grid_row (&g, false);
	for (unsigned k = 0; k < SUMS; k++)
	  if (h->known[k] && !zeros)
	    {
	      grid_least (&g, 10);
	      grid_number (&g, words[k], f->sums[k]);
	    }
	grid_function (&g,
		       table_function_where (grid_where (&g), r, f->number,
					     g.limit),
		       &named);
      }
}

/* The functions with most of what K says.  */
static void
hottest (FILE *out, struct hot *h, unsigned k, const char *text)
{
  size_t n = 0;
  if (!h->known[k])
    return;
  qsort_r (h->rows, h->n_rows, sizeof *h->rows, compare_rows, &k);
  while (n < h->n_rows && n < h->top && h->rows[n].sums[k] > 0)
    n++;
  if (n > 0)
    put_functions (out, h, n, text, kinds[k], false);
}

static bool
executed (const struct function *f)
{
  return f->sums[CALLS] > 0 || f->sums[BLOCKS] > 0 || f->sums[BRANCHES] > 0;
}

/* Those that FOUND was found of elsewhere; ROWS is what all are taken from.  */
static void
put_never (FILE *out, struct hot *h, const struct function *rows, size_t n_rows,
	   const struct ghalt_elsewhere *elsewhere, enum ghalt_found found)
{
  static const char *const titles[] = {
    [GHALT_FOUND_NOTHING] = "functions that were never executed",
    [GHALT_FOUND_PERHAPS] = ("inlined, own copy never entered; kind bb tells "
			     "whether executed"),
    [GHALT_FOUND_COPY] = "executed in another copy, own copy never entered",
    [GHALT_FOUND_INLINED] = "inlined, own copy never entered"
  };
  size_t n = 0;
  for (size_t i = 0; i < n_rows; i++)
    if (ghalt_elsewhere (elsewhere, rows[i].number) == found)
      h->rows[n++] = rows[i];
  if (n == 0)
    return;
  put_functions (out, h, n < h->top ? n : (size_t) h->top, titles[found],
		 h->known[CALLS]    ? kinds[CALLS]
		 : h->known[BLOCKS] ? kinds[BLOCKS]
				    : kinds[BRANCHES],
		 true);
  table_rest (out, n, h->top);
}

static void
never_executed (FILE *out, struct hot *h)
{
  struct ghalt_error *error = NULL;
  struct ghalt_elsewhere *elsewhere = ghalt_elsewhere_open (h->report->data,
							    &error);
  struct function *rows = fresh (h->n_rows, sizeof *rows, h->report->fault);
  size_t n = 0;
  if (!elsewhere)
    take_error (h->report->fault, error);
  for (size_t i = 0; rows && i < h->n_rows; i++)
    if (!executed (h->rows + i))
      rows[n++] = h->rows[i];
  unsigned k = CALLS;
  if (n > 1)
    qsort_r (rows, n, sizeof *rows, compare_rows, &k);
  for (int found = GHALT_FOUND_INLINED;
       elsewhere && found >= GHALT_FOUND_NOTHING; found--)
    put_never (out, h, rows, n, elsewhere, found);
  free (rows);
  ghalt_elsewhere_close (elsewhere);
}

/* --- branches ------------------------------------------------------------ */

static bool
was_executed (const struct ghalt_point *p)
{
  return p->events > 0;
}

static bool
is_unpredictable (const struct ghalt_point *p)
{
  return ghalt_point_misses (p) > 0;
}

static bool
has_one_way (const struct ghalt_point *p)
{
  return p->events > 0 && (p->counters[0] == 0 || p->counters[1] == 0);
}

static bool
was_never_executed (const struct ghalt_point *p)
{
  return p->events == 0;
}

static void
put_table (FILE *out, const struct hot *h, uint32_t kind, unsigned sort,
	   const char *text, bool (*shows) (const struct ghalt_point *))
{
  struct table t = { kind, sort, h->top, text, shows, h->names };
  const struct report *r = h->report;
  struct ghalt_point p;
  size_t n = 0;
  if (!(r->recorded.recorded >> kind & 1))
    return;
  for (size_t i = 0; ghalt_counted (r->data, kind, i, &p); i++)
    n += p.recorded && shows (&p) && r->chosen[p.function];
  table_put (out, r, &t);
  table_rest (out, n, h->top);
}

static void
put_all (FILE *out, struct hot *h)
{
  const struct report *r = h->report;
  table_totals (out, r);
  hottest (out, h, CALLS, "most called functions");
  hottest (out, h, h->known[BLOCKS] ? BLOCKS : BRANCHES, "busiest functions");
  put_table (out, h, HALT_CBR, SORT_COUNT, "hottest branches", was_executed);
  put_table (out, h, HALT_MBR, SORT_COUNT, "hottest multiway branches",
	     was_executed);
  put_table (out, h, HALT_CBR,
	     r->options->sort == SORT_RATE ? SORT_RATE : SORT_UNPREDICTABLE,
	     "least predictable branches", is_unpredictable);
  put_table (out, h, HALT_CBR, SORT_COUNT, "branches that always went one way",
	     has_one_way);
  put_table (out, h, HALT_CBR, SORT_COUNT, "branches that were never executed",
	     was_never_executed);
  never_executed (out, h);
}

void
hot_report (FILE *out, const struct report *r)
{
  struct hot h = { .report = r, .top = r->options->top };
  if (h.top == UINT64_MAX)
    h.top = ROWS;
  h.names = branch_names_open (r->data, r->chosen, r->fault);
  if (h.names && add_up (&h))
    put_all (out, &h);
  branch_names_close (h.names);
  free (h.functions);
  free (h.rows);
}
