/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The report as text: totals, then a table for each kind.  */

#include <stdlib.h>
#include <string.h>
#include "summarize/table.h"

/* Rows are sorted by this and, where it is equal, by what follows.  */
struct row
{
  uint64_t minority, count;
  const struct counted *point;
  struct position place;
  enum
  {
    CLEAR,
    TAKEN,
    BLOCK
  } twin;			/* another branch of the function has the
				   place, too: what tells it from that */
  struct position taken;	/* where it leads to if it is taken */
  size_t where;			/* width of all that */
};

/* How the tables differ.  The first column is the number of events.  */
struct table_form
{
  const char *columns[4];	/* further numbers */
  uint64_t (*values[4]) (const struct counted *c);
  bool percent;			/* of the second number in the first */
};

static uint64_t
first_counter (const struct counted *c)
{
  return c->counters[0];
}

static uint64_t
second_counter (const struct counted *c)
{
  return c->counters[1];
}

static uint64_t
indices (const struct counted *c)
{
  return c->n_rows;
}

static const struct table_form forms[] = {
  [CELLS_EVENTS] = { .percent = false },
  [CELLS_WAYS] = { { "not taken", "taken" }, { first_counter, second_counter },
		   true },
  [CELLS_BYTES] = { { "bytes" }, { second_counter }, false },
  [CELLS_INDICES] = { { "indices" }, { indices }, false }
};

/* Branches with their misses, which are the way that taken% says is rare.  */
static const struct table_form form_of_misses = { .percent = true };

/* Whether the table of KIND has the numbers of blocks.  */
static bool
has_block (uint32_t kind)
{
  return kind_tells (kind) == TELLS_BLOCK;
}

/* Whether points of KIND are branches, of which there may be several in a
   place.  */
static bool
is_branch (uint32_t kind)
{
  return kind_tells (kind) == TELLS_BRANCH || kind_tells (kind) == TELLS_TABLE;
}

static int
compare_rows (const void *a, const void *b)
{
  const struct row *x = a, *y = b;
  if (x->minority != y->minority)
    return x->minority > y->minority ? -1 : 1;
  if (x->count != y->count)
    return x->count > y->count ? -1 : 1;
  return x->point < y->point ? -1 : x->point > y->point;
}

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

static const struct map *
map_of (const struct join *j, const struct counted *c)
{
  return &j->units[c->unit].unit->map;
}

static const struct halt_map_function *
function_of (const struct join *j, const struct counted *c)
{
  return map_of (j, c)->functions + c->function;
}

/* What tells ROW, of the map M, from others in its place; returns its width, at most
   LIMIT if possible.  OUT may be NULL.  */
static size_t
put_twin (FILE *out, const struct map *m, const struct row *row, size_t limit)
{
  static const char arrow[] = " taken -> ", block[] = " block ";
  const struct position *to = &row->taken;
  size_t n = strlen (arrow);
  if (row->twin == CLEAR)
    return 0;
  if (out)
    put_text (out, row->twin == TAKEN ? arrow : block);
  if (row->twin == BLOCK)
    {
      if (out)
	put_number (out, row->point->point->block);
      return strlen (block) + number_width (row->point->point->block);
    }
  if (to->file != row->place.file)
    return n + put_place (out, m, to, limit > n ? limit - n : 0);
  if (out)
    {
      put_text (out, to->near ? "~" : "");
      put_number (out, to->line);
    }
  return n + to->near + number_width (to->line);
}

/* Where ROW is; returns its width, at most LIMIT if possible.  OUT may be NULL.  */
static size_t
put_where (FILE *out, const struct map *m, const struct row *row, size_t limit)
{
  size_t twin = put_twin (NULL, m, row, SIZE_MAX);
  size_t half = twin < limit - limit / 2 ? twin : limit - limit / 2;
  size_t n = put_place (out, m, &row->place, limit - half);
  return n + put_twin (out, m, row, limit > n ? limit - n : 0);
}

/* Events that went another way than most of them.  */
uint64_t
table_minority (const struct counted *c)
{
  uint64_t most = 0;
  if (kind_counts (c->point->kind) == CELLS_WAYS)
    most = c->counters[0] > c->counters[1] ? c->counters[0] : c->counters[1];
  else if (kind_counts (c->point->kind) == CELLS_INDICES)
    for (uint64_t i = 0; i < c->n_rows; i++)
      most = c->rows[3 * i + 2] > most ? c->rows[3 * i + 2] : most;
  else
    return 0;
  return c->events - most;
}

/* --- branches in one place ----------------------------------------------- */

static int
compare_places (const struct position *a, const struct position *b)
{
  if (a->file != b->file)
    return a->file < b->file ? -1 : 1;
  if (a->line != b->line)
    return a->line < b->line ? -1 : 1;
  return a->column < b->column ? -1 : a->column > b->column;
}

/* By place, of branches of one function.  */
static int
compare_twins (const void *a, const void *b)
{
  const struct row *x = *(struct row *const *) a, *y = *(struct row *const *) b;
  int c = compare_places (&x->place, &y->place);
  return c ? c : compare_places (&x->taken, &y->taken);
}

static bool
same_function (const struct row *x, const struct row *y)
{
  return x->point->unit == y->point->unit
	 && x->point->function == y->point->function;
}

/* Find where the N branches at ROWS, all of one function, lead to.  */
static bool
find_taken (const struct report *r, struct row *const *rows, size_t n)
{
  const struct join *j = r->join;
  const struct map *m = map_of (j, rows[0]->point);
  const struct halt_map_function *fn = function_of (j, rows[0]->point);
  uint32_t *to = fresh (fn->n_blocks + (size_t) HALT_BLOCK_FIRST, sizeof *to,
			r->fault);
  if (!to)
    return false;
  for (uint32_t i = 0; i < fn->n_edges; i++)
    if (m->edges[fn->first_edge + i].flags == HALT_EDGE_TAKEN)
      to[m->edges[fn->first_edge + i].from] = m->edges[fn->first_edge + i].to;
  for (size_t i = 0; i < n; i++)
    {
      uint32_t block = to[rows[i]->point->point->block];
      if (block >= HALT_BLOCK_FIRST)
	rows[i]->taken = block_place (m, fn, block);
    }
  free (to);
  return true;
}

/* Mark those of the N branches at ROWS, all of one function, that no position
   tells apart.  LIST has room for all.  */
static void
mark_twins (const struct report *r, struct row *rows, size_t n,
	    struct row **list)
{
  size_t twins = 0;
  for (size_t i = 0; i < n; i++)
    list[i] = rows + i;
  qsort (list, n, sizeof *list, compare_twins);
  for (size_t i = 0, end; i < n; i = end)
    {
      for (end = i + 1; end < n; end++)
	if (compare_places (&list[i]->place, &list[end]->place) != 0)
	  break;
      for (size_t k = i; end - i > 1 && k < end; k++)
	list[twins++] = list[k];
    }
  if (twins == 0 || !find_taken (r, list, twins))
    return;
  qsort (list, twins, sizeof *list, compare_twins);
  for (size_t i = 0; i < twins; i++)
    list[i]->twin
      = list[i]->taken.line == 0
	    || (i > 0 && compare_twins (list + i - 1, list + i) == 0)
	    || (i + 1 < twins && compare_twins (list + i, list + i + 1) == 0)
	  ? BLOCK
	  : TAKEN;
}

/* The same of functions one after the other.  */
static void
mark_all_twins (const struct report *r, struct row *rows, size_t n)
{
  struct row **list = fresh (n, sizeof *list, r->fault);
  for (size_t i = 0, end; list && i < n; i = end)
    {
      for (end = i + 1; end < n && same_function (rows + i, rows + end);)
	end++;
      mark_twins (r, rows + i, end - i, list);
    }
  free (list);
}

/* The rows of T to show, sorted.  Rows by id are in order already.  All
   that needs more than the row is found out here, in the order of memory.  */
static struct row *
make_rows (const struct report *r, const struct table *t, size_t *n)
{
  const struct join *j = r->join;
  const struct options *o = r->options;
  size_t first = j->first[t->kind], end = j->first[t->kind + 1];
  struct row *rows = fresh (end - first, sizeof *rows, r->fault);
  *n = 0;
  for (size_t i = first; rows && i < end; i++)
    {
      const struct counted *c = j->points + i;
      if (!report_selects (j, o, c) || (t->shows && !t->shows (r, c)))
	continue;
      uint64_t rare = 0;
      if (by_misses (t))
	rare = *n > 0 && c->shared && rows[*n - 1].point == c - 1
		   && c[-1].id == c->id
		 ? rows[*n - 1].minority
		 : table_minority (c);
      rows[(*n)++] = (struct row) {
	.minority = rare,
	.count = c->events,
	.point = c,
	.place = point_place (map_of (j, c), function_of (j, c), c->point)
      };
    }
  if (is_branch (t->kind))
    mark_all_twins (r, rows, *n);
  for (size_t i = 0; i < *n; i++)
    rows[i].where = put_where (NULL, map_of (j, rows[i].point), rows + i,
			       SIZE_MAX);
  if (*n > 0 && t->sort != SORT_ID)
    qsort (rows, *n, sizeof *rows,
	   t->sort == SORT_RATE ? compare_rates : compare_rows);
  return rows;
}

/* --- totals ------------------------------------------------------------- */

unsigned
table_larger (size_t a, size_t b)
{
  return (unsigned) (a > b ? a : b);
}

void
table_number (FILE *out, uint64_t n, size_t width)
{
  unsigned own = number_width (n);
  put_spaces (out, width > own ? width - own : 0);
  put_number (out, n);
}

void
table_text (FILE *out, const char *text, size_t width)
{
  size_t own = strlen (text);
  put_spaces (out, width > own ? width - own : 0);
  put_text (out, text);
}

static void
put_totals (FILE *out, const struct join *j, const struct options *o,
	    bool colour)
{
  struct totals t[HALT_KIND_END];
  unsigned points = 1, events = strlen ("executions"), bytes = 0;
  unsigned name = strlen ("others ");
  for (uint32_t kind = 0; kind < HALT_KIND_END; kind++)
    {
      t[kind] = totals_of (j, o, kind);
      if (!options_kind (o, kind) || t[kind].points == 0)
	continue;
      name = table_larger (name, strlen (kind_name (kind)));
      points = table_larger (points, number_width (t[kind].points));
      events = table_larger (events, number_width (t[kind].events));
      if (kind_counts (kind) == CELLS_BYTES)
	bytes = table_larger (table_larger (bytes,
					    number_width (t[kind].bytes)),
			      strlen ("bytes"));
    }
  put_text (out, colour ? BOLD : "");
  put_text (out, "kind");
  put_spaces (out, name - strlen ("kind"));
  table_text (out, "points", table_larger (points, strlen ("points")) + 2);
  table_text (out, "executed", table_larger (points, strlen ("executed")) + 2);
  table_text (out, "never", table_larger (points, strlen ("never")) + 2);
  table_text (out, "executions", events + 2);
  if (bytes)
    table_text (out, "bytes", bytes + 2);
  put_text (out, colour ? PLAIN "\n" : "\n");
  for (uint32_t kind = 0; kind < HALT_KIND_END; kind++)
    {
      if (!options_kind (o, kind) || t[kind].points == 0)
	continue;
      put_text (out, kind_name (kind));
      put_spaces (out, name - strlen (kind_name (kind)));
      table_number (out, t[kind].points,
		    table_larger (points, strlen ("points")) + 2);
      if (!t[kind].recorded)
	{
	  put_text (out, "  not recorded\n");
	  continue;
	}
      table_number (out, t[kind].executed,
		    table_larger (points, strlen ("executed")) + 2);
      table_number (out, t[kind].points - t[kind].executed,
		    table_larger (points, strlen ("never")) + 2);
      table_number (out, t[kind].events, events + 2);
      if (kind_counts (kind) == CELLS_BYTES)
	table_number (out, t[kind].bytes, bytes + 2);
      put_text (out, "\n");
    }
  if (j->n_foreign > 0 && o->kinds == 0 && o->n_functions == 0)
    {
      put_text (out, "others");
      put_spaces (out, name - strlen ("others"));
      table_number (out, j->n_foreign,
		    table_larger (points, strlen ("points")) + 2);
      put_text (out, "  not recorded\n");
    }
}

/* Say which of the units are not machine code.  */
static void
put_gimple (FILE *out, const struct join *j)
{
  size_t n = 0;
  for (size_t i = 0; i < j->n_units; i++)
    n += (j->units[i].unit->map.header->flags & HALT_UNIT_GIMPLE) != 0;
  if (n == 0)
    return;
  put_text (out, "\nlabelled at=gimple, in GCC's intermediate code, not in "
		 "machine code: ");
  put_number (out, n);
  put_text (out, " of ");
  put_number (out, j->n_units);
  put_text (out, j->n_units == 1 ? " unit\n" : " units\n");
}

void
table_totals (FILE *out, const struct report *r)
{
  put_totals (out, r->join, r->options, r->colour);
  put_gimple (out, r->join);
}

/* --- tables ------------------------------------------------------------- */

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

void
put_share (FILE *out, uint64_t part, uint64_t whole)
{
  unsigned n = permille (part, whole);
  put_number (out, n / 10);
  put_text (out, ".");
  put_number (out, n % 10);
}

void
put_percent (FILE *out, uint64_t part, uint64_t whole)
{
  if (whole == 0)
    {
      put_text (out, "       -");
      return;
    }
  put_spaces (out, 6 - number_width (permille (part, whole) / 10));
  put_share (out, part, whole);
}

void
table_rest (FILE *out, size_t total, uint64_t top)
{
  if (total <= top)
    return;
  put_text (out, "and ");
  put_number (out, total - top);
  put_text (out, " more\n");
}

void
table_title (FILE *out, const char *text, const char *kinds, bool colour)
{
  put_text (out, "\n");
  put_text (out, text);
  put_text (out, " (");
  put_text (out, kinds);
  put_text (out, colour ? ")\n" BOLD : ")\n");
}

struct named
table_named (const struct report *r, const struct counted *c)
{
  const struct join *j = r->join;
  const struct map *m = map_of (j, c);
  uint32_t object = j->units[c->unit].object;
  return (struct named) { function_name (m, function_of (j, c)),
			  j->objects[object].program == r->program
			    ? NULL
			    : j->prof->strings + j->prof->objects[object].path,
			  c->shared };
}

static void
put_row (FILE *out, const struct table_form *form, const struct row *row,
	 const struct widths *w, const struct ends *e, const struct report *r)
{
  const struct counted *c = row->point;
  struct named named = table_named (r, c);
  table_number (out, c->events, w->count);
  for (unsigned i = 0; form->columns[i]; i++)
    table_number (out, form->values[i](c), w->column[i] + 2);
  if (form->percent)
    put_percent (out, c->counters[1], c->events);
  if (w->misses)
    {
      table_number (out, row->minority, w->misses + 2);
      put_percent (out, row->minority, c->events);
    }
  table_number (out, c->id, w->id + 2);
  if (w->block)
    table_number (out, c->point->block, w->block + 2);
  put_text (out, "  ");
  ends_put (out, e, put_where (out, map_of (r->join, c), row, e->limit),
	    &named);
}

static struct widths
measure (const struct table_form *form, const struct table *t,
	 const struct row *rows, size_t n, const struct counted *last)
{
  struct widths w = { .count = strlen ("executions"),
		      .block = has_block (t->kind) ? strlen ("block") : 0,
		      .misses = by_misses (t) ? strlen ("misses") : 0 };
  w.id = table_larger (strlen ("id"), number_width (last->id));
  for (unsigned k = 0; form->columns[k]; k++)
    w.column[k] = table_larger (strlen (form->columns[k]),
				form->percent ? w.count : 0);
  for (size_t i = 0; i < n; i++)
    {
      const struct counted *c = rows[i].point;
      w.count = table_larger (w.count, number_width (c->events));
      for (unsigned k = 0; form->columns[k]; k++)
	w.column[k] = table_larger (w.column[k],
				    number_width (form->values[k](c)));
      if (w.misses)
	w.misses = table_larger (w.misses, number_width (rows[i].minority));
      if (w.block)
	w.block = table_larger (w.block, number_width (c->point->block));
    }
  return w;
}

/* What the ends of N rows have in common.  */
static struct ends
measure_ends (const struct table_form *form, const struct widths *w,
	      const struct row *rows, size_t n, const struct report *r)
{
  struct ends e = ends_begin (r->columns);
  size_t front = w->count + (form->percent ? 8 : 0)
		 + (w->misses ? w->misses + 2 + 8 : 0) + w->id + 2
		 + (w->block ? w->block + 2 : 0);
  for (unsigned i = 0; form->columns[i]; i++)
    front += w->column[i] + 2;
  for (size_t i = 0; i < n; i++)
    {
      struct named named = table_named (r, rows[i].point);
      ends_fit (&e, rows[i].where, &named);
    }
  ends_fitted (&e, front);
  return e;
}

void
table_put (FILE *out, const struct report *r, const struct table *t)
{
  const struct table_form *form = by_misses (t)
				      && kind_counts (t->kind) == CELLS_WAYS
				    ? &form_of_misses
				    : forms + kind_counts (t->kind);
  const struct join *j = r->join;
  bool colour = r->colour;
  size_t n;
  struct row *rows = make_rows (r, t, &n);
  if (n > t->top)
    n = (size_t) t->top;
  if (n > 0)
    {
      struct widths w = measure (form, t, rows, n,
				 j->points + j->first[t->kind + 1] - 1);
      struct ends e = measure_ends (form, &w, rows, n, r);
      struct indices *lists = NULL;
      table_title (out, t->title ? t->title : kind_title (t->kind),
		   kind_name (t->kind), colour);
      table_text (out, "executions", w.count);
      for (unsigned i = 0; form->columns[i]; i++)
	table_text (out, form->columns[i], w.column[i] + 2);
      put_text (out, form->percent ? "  taken%" : "");
      if (w.misses)
	{
	  table_text (out, "misses", w.misses + 2);
	  put_text (out, "   miss%");
	}
      table_text (out, "id", w.id + 2);
      if (w.block)
	table_text (out, "block", w.block + 2);
      ends_title (out, &e, colour);
      if (kind_indexed (t->kind))
	{
	  const struct counted **shown = fresh (n, sizeof *shown, r->fault);
	  for (size_t i = 0; shown && i < n; i++)
	    shown[i] = rows[i].point;
	  lists = shown ? indices_new (j, shown, n, r->options->all_indices,
				       r->fault)
			: NULL;
	  free (shown);
	}
      for (size_t i = 0; i < n; i++)
	{
	  bool faint = colour && rows[i].count == 0;
	  put_text (out, faint ? FAINT : "");
	  put_row (out, form, rows + i, &w, &e, r);
	  put_text (out, faint ? PLAIN "\n" : "\n");
	  if (lists)
	    indices_put (out, lists, i, &w);
	}
      if (lists)
	indices_free (lists);
    }
  free (rows);
}

/* --- entries and exits: a row for each function ------------------------- */

struct calls
{
  uint64_t entries, exits;
  const struct counted *entry;	/* one of them, or of the exits */
  bool shared;
};

/* What ends the row of F.  */
static struct named
name_calls (const struct report *r, const struct calls *f)
{
  struct named named = table_named (r, f->entry);
  named.shared = f->shared;
  return named;
}

static int
compare_calls (const void *a, const void *b)
{
  const struct calls *x = a, *y = b;
  uint64_t n = x->entries > x->exits ? x->entries : x->exits;
  uint64_t k = y->entries > y->exits ? y->entries : y->exits;
  if (n != k)
    return n > k ? -1 : 1;
  return x->entry->id < y->entry->id ? -1 : x->entry->id > y->entry->id;
}

static int
compare_calls_by_id (const void *a, const void *b)
{
  const struct calls *x = a, *y = b;
  return x->entry->id < y->entry->id ? -1 : x->entry->id > y->entry->id;
}

size_t
table_function_where (FILE *out, const struct join *j, const struct counted *c,
		      size_t limit)
{
  const struct halt_map_function *fn = function_of (j, c);
  struct position place = { fn->file, fn->line, 0, false };
  return put_place (out, map_of (j, c), &place, limit);
}

/* Add up the N points at C, all of one kind and id, which most often are of one
   function.  */
static void
add_calls (const struct join *j, struct calls *calls, const struct counted *c,
	   size_t n)
{
  bool shared = n > 1
		&& (c[0].unit != c[n - 1].unit
		    || c[0].function != c[n - 1].function);
  for (size_t i = 0; i < n; i++)
    {
      struct calls *f = calls + j->units[c[i].unit].first_function
			+ c[i].function;
      uint64_t *sum = c->point->kind == HALT_ENTRY ? &f->entries : &f->exits;
      f->shared |= shared;
      if (!f->entry)
	f->entry = c + i;
      if (i == 0 || c[i].unit != c[i - 1].unit
	  || c[i].function != c[i - 1].function)
	*sum = add_counts (*sum, c->events);
    }
}

static void
function_table (FILE *out, const struct report *r)
{
  const struct join *j = r->join;
  const struct options *o = r->options;
  bool colour = r->colour;
  struct calls *calls = fresh (j->n_functions, sizeof *calls, r->fault);
  size_t n = 0;
  if (!calls)
    return;
  for (size_t i = j->first[HALT_ENTRY], end; i < j->first[HALT_EXIT + 1];
       i = end)
    {
      const struct counted *c = j->points + i;
      for (end = i + 1; end < j->first[HALT_EXIT + 1]; end++)
	if (j->points[end].id != c->id
	    || j->points[end].point->kind != c->point->kind)
	  break;
      add_calls (j, calls, c, end - i);
    }
  for (size_t i = 0; i < j->n_functions; i++)
    if (calls[i].entry && report_selects (j, o, calls[i].entry))
      calls[n++] = calls[i];
  qsort (calls, n, sizeof *calls,
	 o->sort == SORT_ID ? compare_calls_by_id : compare_calls);
  if (n > o->top)
    n = (size_t) o->top;

  size_t entries = strlen ("entries"), exits = strlen ("exits"),
	 id = strlen ("id");
  struct ends e = ends_begin (r->columns);
  for (size_t i = 0; i < n; i++)
    {
      entries = table_larger (entries, number_width (calls[i].entries));
      exits = table_larger (exits, number_width (calls[i].exits));
      id = table_larger (id, number_width (calls[i].entry->id));
      struct named named = name_calls (r, calls + i);
      ends_fit (&e, table_function_where (NULL, j, calls[i].entry, SIZE_MAX),
		&named);
    }
  ends_fitted (&e, entries + exits + 2 + id + 2);
  if (n > 0)
    {
      table_title (out, "functions", "entry, exit", colour);
      table_text (out, "entries", entries);
      table_text (out, "exits", exits + 2);
      table_text (out, "id", id + 2);
      ends_title (out, &e, colour);
    }
  for (size_t i = 0; i < n; i++)
    {
      const struct counted *c = calls[i].entry;
      struct named named = name_calls (r, calls + i);
      bool faint = colour && calls[i].entries == 0 && calls[i].exits == 0;
      put_text (out, faint ? FAINT : "");
      table_number (out, calls[i].entries, entries);
      table_number (out, calls[i].exits, exits + 2);
      if (c->point->kind == HALT_ENTRY)
	table_number (out, c->id, id + 2);
      else
	table_text (out, "-", id + 2);
      put_text (out, "  ");
      ends_put (out, &e, table_function_where (out, j, c, e.limit), &named);
      put_text (out, faint ? PLAIN "\n" : "\n");
    }
  free (calls);
}

/* True if there are points of KIND to show.  */
static bool
shown (const struct join *j, const struct options *o, uint32_t kind)
{
  return options_kind (o, kind) && j->prof->rows[kind]
	 && j->first[kind + 1] > j->first[kind];
}

void
table_report (FILE *out, const struct report *r)
{
  const struct join *j = r->join;
  const struct options *o = r->options;
  bool functions = shown (j, o, HALT_ENTRY) && shown (j, o, HALT_EXIT);
  table_totals (out, r);
  for (uint32_t kind = 0; kind < HALT_KIND_END; kind++)
    {
      struct table t = { .kind = kind, .sort = o->sort, .top = o->top };
      if (functions && kind == HALT_ENTRY)
	function_table (out, r);
      else if (shown (j, o, kind) && !(functions && kind == HALT_EXIT))
	table_put (out, r, &t);
    }
}
