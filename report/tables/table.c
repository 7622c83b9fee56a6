/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The report as text: totals, then a table for each kind.  */

#include <stdlib.h>
#include <string.h>
#include "base/order.h"
#include "report/tables/table.h"

/* Rows are sorted by MINORITY, and where that is equal by COUNT and so on.  */
struct row
{
  uint64_t minority, count;
  size_t point;			/* number among those of the kind */
  struct ghalt_place place;
  size_t where;			/* width of what is said of that */
};

/* How the tables differ.  The first column is the number of events.  */
struct table_form
{
  const char *columns[4];	/* further numbers */
  uint64_t (*values[4]) (const struct ghalt_point *p);
  bool percent;			/* of the second number in the first */
};

static uint64_t
first_counter (const struct ghalt_point *p)
{
  return p->counters[0];
}

static uint64_t
second_counter (const struct ghalt_point *p)
{
  return p->counters[1];
}

static uint64_t
count_indices (const struct ghalt_point *p)
{
  return p->n_indices;
}

static const struct table_form forms[] = {
  [CELLS_EVENTS] = { .percent = false },
  [CELLS_WAYS] = { { "not taken", "taken" }, { first_counter, second_counter },
		   true },
  [CELLS_BYTES] = { { "bytes" }, { second_counter }, false },
  [CELLS_INDICES] = { { "indices" }, { count_indices }, false }
};

/* Branches with their misses, which are the way that taken% says is rare.  */
static const struct table_form form_of_misses = { .percent = true };

/* Whether the table of KIND has the numbers of blocks.  */
static bool
has_block (uint32_t kind)
{
  return kind_tells (kind) == TELLS_BLOCK;
}

ORDER (compare_rows, struct row, DOWN (minority) ?: DOWN (count) ?: UP (point));

/* The same, but first by what part of the events that is.  */
static int
compare_rates (const void *a, const void *b)
{
  const struct row *x = a, *y = b;
  unsigned __int128 m = (unsigned __int128) x->minority * y->count;
  unsigned __int128 n = (unsigned __int128) y->minority * x->count;
  return m > n ? -1 : m < n ? 1 : compare_rows (a, b);
}

/* Whether T goes by, and shows, the events that went another way.  */
static bool
by_misses (const struct table *t)
{
  return (kind_counts (t->kind) == CELLS_WAYS
	  || kind_counts (t->kind) == CELLS_INDICES)
	 && (t->sort == SORT_UNPREDICTABLE || t->sort == SORT_RATE);
}

size_t
table_place (FILE *out, const struct report *r, size_t unit,
	     const struct ghalt_place *place, size_t limit)
{
  char shown[SHOWN_SIZE];
  const char *file = ghalt_unit_file (r->data, unit, place->file, shown,
				      sizeof shown);
  return put_place (out, file, place, limit);
}

/* Where ROW is; returns its width, at most LIMIT if possible.  OUT may be NULL.  */
static size_t
put_where (FILE *out, const struct report *r, const struct table *t,
	   const struct row *row, size_t limit)
{
  struct ghalt_point p = report_point (r, t->kind, row->point);
  return branch_put (out, t->names, &p, &row->place, limit);
}

/* The rows of T to show, sorted.  Rows by id are in order already.  All
   that needs more than the row is found out here, in the order of memory.  */
static struct row *
make_rows (const struct report *r, const struct table *t, size_t *n)
{
  size_t all = ghalt_n_counted (r->data, t->kind);
  struct row *rows = fresh (all, sizeof *rows, r->fault);
  struct ghalt_point p, last = { 0 };
  *n = 0;
  for (size_t i = 0; rows && ghalt_counted (r->data, t->kind, i, &p); i++)
    {
      if (!p.recorded || !r->chosen[p.function] || (t->shows && !t->shows (&p)))
	continue;
      uint64_t rare = 0;
      if (by_misses (t))
	rare = *n > 0 && p.shared && last.id == p.id
		 ? rows[*n - 1].minority
		 : ghalt_point_misses (&p);
      last = p;
      struct row *row = rows + (*n)++;
      *row = (struct row) { .minority = rare, .count = p.events, .point = i };
      ghalt_point_place (r->data, &p, &row->place);
    }
  for (size_t i = 0; i < *n; i++)
    rows[i].where = put_where (NULL, r, t, rows + i, SIZE_MAX);
  if (*n > 0 && t->sort != SORT_ID)
    qsort (rows, *n, sizeof *rows,
	   t->sort == SORT_RATE ? compare_rates : compare_rows);
  return rows;
}

/* --- totals ------------------------------------------------------------- */

/* The row of a kind called NAME, T; POINTS is at least as wide as what is counted.  */
static void
put_total (struct grid *g, const char *name, const struct ghalt_totals *t,
	   bool bytes)
{
  unsigned points = number_width (t->points);
  grid_row (g, false);
  grid_least (g, strlen ("others "));
  grid_left (g, "kind", name);
  grid_number (g, "points", t->points);
  if (g->out && !t->recorded)
    {
      put_text (g->out, "  not recorded\n");
      return;
    }
  grid_least (g, points);
  grid_number (g, "executed", t->executed);
  grid_least (g, points);
  grid_number (g, "never", t->points - t->executed);
  grid_number (g, "executions", t->events);
  if (bytes)
    grid_number (g, "bytes", t->bytes);
  grid_end (g);
}

static void
put_totals (FILE *out, const struct report *r)
{
  const struct options *o = r->options;
  struct grid g = grid_begin (out, r->columns, r->colour);
  struct ghalt_totals t[HALT_KIND_END], none = { 0 };
  struct ghalt_totals others = { .points = r->facts.n_foreign };
  for (uint32_t kind = 0; kind < HALT_KIND_END; kind++)
    ghalt_totals (r->data, kind, r->chosen, t + kind);
  while (grid_pass (&g))
    {
      for (uint32_t kind = 0; kind < HALT_KIND_END; kind++)
	if (options_kind (o, kind) && t[kind].points > 0)
	  put_total (&g, kind_name (kind), t + kind,
		     kind_counts (kind) == CELLS_BYTES);
      if (!g.out)
	put_total (&g, "", &none, false);
      else if (others.points > 0 && o->kinds == 0 && o->n_functions == 0)
	put_total (&g, "others", &others, false);
    }
}

/* Say which of the units are not machine code.  */
static void
put_gimple (FILE *out, const struct report *r)
{
  size_t n = 0;
  struct ghalt_unit u;
  for (size_t i = 0; ghalt_unit (r->data, i, &u); i++)
    n += (u.flags & GHALT_UNIT_GIMPLE) != 0;
  if (n == 0)
    return;
  fprintf (out,
	   "\nlabelled at=gimple, in GCC's intermediate code, not in machine "
	   "code: %zu of %zu unit%s\n",
	   n, r->facts.n_units, plural (r->facts.n_units));
}

void
table_totals (FILE *out, const struct report *r)
{
  put_totals (out, r);
  put_gimple (out, r);
}

/* --- tables ------------------------------------------------------------- */

const char *
share_text (char *text, uint64_t part, uint64_t whole)
{
  unsigned n = (unsigned) ((double) part / (double) whole * 1000 + 0.5);
  n = n > 1000 ? 1000 : n;
  if (part > 0 && n == 0)
    return "<0.1";
  if (part < whole && n == 1000)
    return ">99.9";
  snprintf (text, SHARE_SIZE, "%u.%u", n / 10, n % 10);
  return text;
}

void
put_share (FILE *out, uint64_t part, uint64_t whole)
{
  char text[SHARE_SIZE];
  put_text (out, share_text (text, part, whole));
}

void
put_percent (FILE *out, uint64_t part, uint64_t whole)
{
  char text[SHARE_SIZE];
  const char *share = whole ? share_text (text, part, whole) : "-";
  put_spaces (out, 8 - strlen (share));
  put_text (out, share);
}

void
table_rest (FILE *out, size_t total, uint64_t top)
{
  if (total > top)
    fprintf (out, "and %" PRIu64 " more\n", total - top);
}

void
table_title (FILE *out, const char *text, const char *kinds)
{
  fprintf (out, "\n%s (%s)\n", text, kinds);
}

struct named
table_named (const struct report *r, size_t function)
{
  struct ghalt_function fn = report_function (r, function);
  struct ghalt_object o = report_object (r, &fn);
  return (struct named) { fn.pretty, o.is_program ? NULL : o.path, false };
}

/* What ends ROW, of point P.  */
static struct named
name_row (const struct report *r, const struct ghalt_point *p)
{
  struct named named = table_named (r, p->function);
  named.shared = p->shared;
  return named;
}

static void
put_row (struct grid *g, const struct table *t, const struct table_form *form,
	 const struct row *row, const struct report *r, unsigned id_width)
{
  struct ghalt_point p = report_point (r, t->kind, row->point);
  struct named named = name_row (r, &p);
  grid_row (g, row->count == 0);
  grid_number (g, "executions", p.events);
  for (unsigned i = 0; form->columns[i]; i++)
    {
      grid_least (g, form->percent ? strlen ("executions") : 0);
      grid_number (g, form->columns[i], form->values[i](&p));
    }
  if (form->percent)
    grid_percent (g, "taken%", p.counters[1], p.events);
  if (by_misses (t))
    {
      grid_number (g, "misses", row->minority);
      grid_percent (g, "miss%", row->minority, p.events);
    }
  grid_least (g, id_width);
  grid_number (g, "id", p.id);
  if (has_block (t->kind))
    grid_number (g, "block", p.block);
  FILE *out = grid_where (g);
  grid_function (g, out ? put_where (out, r, t, row, g->limit) : row->where,
		 &named);
}

/* What is below the first N of ROWS, or NULL.  */
static struct indices *
find_indices (const struct report *r, const struct table *t,
	      const struct row *rows, size_t n)
{
  size_t *shown = kind_indexed (t->kind) ? fresh (n, sizeof *shown, r->fault)
					 : NULL;
  for (size_t i = 0; shown && i < n; i++)
    shown[i] = rows[i].point;
  struct indices *lists = shown ? indices_new (r, t->kind, shown, n) : NULL;
  free (shown);
  return lists;
}

void
table_put (FILE *out, const struct report *r, const struct table *t)
{
  const struct table_form *form = by_misses (t)
				      && kind_counts (t->kind) == CELLS_WAYS
				    ? &form_of_misses
				    : forms + kind_counts (t->kind);
  struct grid g = grid_begin (out, r->columns, r->colour);
  size_t n, last = ghalt_n_counted (r->data, t->kind) - 1;
  struct row *rows = make_rows (r, t, &n);
  if (n > t->top)
    n = (size_t) t->top;
  if (n > 0)
    {
      unsigned id = number_width (report_point (r, t->kind, last).id);
      struct indices *lists = find_indices (r, t, rows, n);
      table_title (out, t->title ? t->title : kind_title (t->kind),
		   kind_name (t->kind));
      while (grid_pass (&g))
	for (size_t i = 0; i < n; i++)
	  {
	    put_row (&g, t, form, rows + i, r, id);
	    if (lists && g.out)
	      indices_put (out, lists, i, g.column[0].width);
	  }
      if (lists)
	indices_free (lists);
    }
  free (rows);
}

/* --- entries and exits: a row for each function ------------------------- */

struct calls
{
  uint64_t entries, exits, id;	/* that of the first entry or exit */
  size_t function;
  bool there, entry;		/* it has an entry or exit; the first is one */
  bool shared;
};

/* What ends the row of F.  */
static struct named
name_calls (const struct report *r, const struct calls *f)
{
  struct named named = table_named (r, f->function);
  named.shared = f->shared;
  return named;
}

ORDER (compare_calls_by_id, struct calls, UP (id));

static int
compare_calls (const void *a, const void *b)
{
  const struct calls *x = a, *y = b;
  uint64_t n = x->entries > x->exits ? x->entries : x->exits;
  uint64_t k = y->entries > y->exits ? y->entries : y->exits;
  if (n != k)
    return n > k ? -1 : 1;
  return compare_calls_by_id (a, b);
}

size_t
table_function_where (FILE *out, const struct report *r, size_t function,
		      size_t limit)
{
  struct ghalt_function fn = report_function (r, function);
  struct ghalt_place place = { fn.file, fn.line, 0, 0 };
  return table_place (out, r, fn.unit, &place, limit);
}

/* Add up the points of KIND from FIRST to END, all with one id, which most often
   are of one function.  */
static void
add_calls (const struct report *r, struct calls *calls, uint32_t kind,
	   size_t first, size_t end)
{
  size_t before = SIZE_MAX;
  bool shared = report_point (r, kind, first).function
		!= report_point (r, kind, end - 1).function;
  for (size_t i = first; i < end; i++)
    {
      struct ghalt_point p = report_point (r, kind, i);
      struct calls *f = calls + p.function;
      uint64_t *sum = kind == GHALT_KIND_ENTRY ? &f->entries : &f->exits;
      f->shared |= shared;
      if (!f->there)
	{
	  f->there = true;
	  f->entry = kind == GHALT_KIND_ENTRY;
	  f->function = p.function;
	  f->id = p.id;
	}
      if (p.function != before)
	*sum = add_counts (*sum, p.events);
      before = p.function;
    }
}

/* The same for all points of KIND.  */
static void
add_all_calls (const struct report *r, struct calls *calls, uint32_t kind)
{
  size_t n = ghalt_n_counted (r->data, kind);
  for (size_t i = 0, end; i < n; i = end)
    {
      uint64_t id = report_point (r, kind, i).id;
      for (end = i + 1; end < n; end++)
	if (report_point (r, kind, end).id != id)
	  break;
      add_calls (r, calls, kind, i, end);
    }
}

static void
put_calls (FILE *out, const struct report *r, const struct calls *calls,
	   size_t n)
{
  struct grid g = grid_begin (out, r->columns, r->colour);
  if (n > 0)
    table_title (out, "functions", "entry, exit");
  while (n > 0 && grid_pass (&g))
    for (const struct calls *c = calls; c < calls + n; c++)
      {
	struct named named = name_calls (r, c);
	grid_row (&g, c->entries == 0 && c->exits == 0);
	grid_number (&g, "entries", c->entries);
	grid_number (&g, "exits", c->exits);
	grid_least (&g, number_width (c->id));
	if (c->entry)
	  grid_number (&g, "id", c->id);
	else
	  grid_text (&g, "id", "-");
	grid_function (&g,
		       table_function_where (grid_where (&g), r, c->function,
					     g.limit),
		       &named);
      }
}

static void
function_table (FILE *out, const struct report *r)
{
  const struct options *o = r->options;
  size_t n_functions = r->facts.n_functions, n = 0;
  struct calls *calls = fresh (n_functions, sizeof *calls, r->fault);
  if (!calls)
    return;
  add_all_calls (r, calls, GHALT_KIND_ENTRY);
  add_all_calls (r, calls, GHALT_KIND_EXIT);
  for (size_t i = 0; i < n_functions; i++)
    if (calls[i].there && r->chosen[i])
      calls[n++] = calls[i];
  qsort (calls, n, sizeof *calls,
	 o->sort == SORT_ID ? compare_calls_by_id : compare_calls);
  put_calls (out, r, calls, n > o->top ? (size_t) o->top : n);
  free (calls);
}

void
table_report (FILE *out, const struct report *r)
{
  const struct options *o = r->options;
  bool functions = report_has (r, GHALT_KIND_ENTRY)
		   && report_has (r, GHALT_KIND_EXIT);
  struct branch_names *names = branch_names_open (r->data, r->chosen, r->fault);
  table_totals (out, r);
  for (uint32_t kind = 0; names && kind < ghalt_kinds_end (); kind++)
    {
      struct table t = {
	.kind = kind, .sort = o->sort, .top = o->top, .names = names
      };
      if (functions && kind == GHALT_KIND_ENTRY)
	function_table (out, r);
      else if (report_has (r, kind) && !(functions && kind == GHALT_KIND_EXIT))
	table_put (out, r, &t);
    }
  branch_names_close (names);
}
