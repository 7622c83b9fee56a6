/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Measurement sets: a table for each set of --measure.  All counts are those of the
   graphs, so any kinds do from which these follow.  */

#include <stdlib.h>
#include <string.h>
#include "base/order.h"
#include "report/tables/measure.h"
#include "report/tables/table.h"

#define BIT(kind) (UINT32_C (1) << (kind))

const char *const measure_words[MEASURES + 1] = {
  [MEASURE_FUNCTION_COVERAGE] = "function-coverage",
  [MEASURE_FUNCTION_COUNTS] = "function-counts",
  [MEASURE_BLOCK_COVERAGE] = "block-coverage",
  [MEASURE_BLOCK_COUNTS] = "block-counts",
  [MEASURE_ARC_COUNTS] = "arc-counts",
  [MEASURE_CALL_GRAPH] = "call-graph"
};

/* --- what is counted by what ---------------------------------------------- */

uint32_t
measure_points (const struct ghalt_report *data)
{
  uint32_t kinds = 0;
  for (uint32_t kind = 0; kind < ghalt_kinds_end (); kind++)
    if (ghalt_n_counted (data, kind) > 0)
      kinds |= BIT (kind);
  return kinds;
}

/* Whether a function of DATA has an edge with this flag.  */
static bool
has_edge (const struct ghalt_report *data, uint32_t flag)
{
  struct ghalt_function fn;
  struct ghalt_edge e;
  bool found = false;
  for (size_t i = 0; !found && ghalt_function (data, i, &fn); i++)
    {
      struct ghalt_graph *g = fn.discarded || fn.flags & GHALT_FUNCTION_SKIPPED
				? NULL
				: ghalt_graph_open (data, i, 0, NULL);
      for (uint32_t k = 0; g && !found && ghalt_edge (g, k, &e); k++)
	found = e.flags == flag;
      ghalt_graph_close (g);
    }
  return found;
}

/* The kinds of SET, of which *MISSING is not there; that is HALT_KIND_END if all are.
   Whatever tells about blocks and edges must be on where that is derived: what is off
   would count as never executed.  */
static uint32_t
kinds_of (const struct ghalt_report *data, enum measure set, uint32_t kinds,
	  uint32_t *missing)
{
  const uint32_t telling = BIT (HALT_ENTRY) | BIT (HALT_EXIT) | BIT (HALT_CBR)
			   | BIT (HALT_MBR) | BIT (HALT_BLOCK);
  *missing = HALT_KIND_END;
  if (set == MEASURE_CALL_GRAPH)
    {
      if (!(kinds & BIT (HALT_CALL)))
	*missing = HALT_CALL;
      return kinds & (BIT (HALT_CALL) | BIT (HALT_ENTRY));
    }
  if (!(kinds & (BIT (HALT_ENTRY) | BIT (HALT_BLOCK))))
    *missing = HALT_ENTRY;
  else if (set == MEASURE_FUNCTION_COVERAGE || set == MEASURE_FUNCTION_COUNTS)
    return kinds & BIT (HALT_ENTRY) ? BIT (HALT_ENTRY) : BIT (HALT_BLOCK);
  else if (set != MEASURE_ARC_COUNTS && kinds & BIT (HALT_BLOCK))
    ;
  else if (!(kinds & BIT (HALT_CBR)) && has_edge (data, GHALT_EDGE_TAKEN))
    *missing = HALT_CBR;
  else if (!(kinds & BIT (HALT_MBR)) && has_edge (data, GHALT_EDGE_INDEX))
    *missing = HALT_MBR;
  return kinds & telling;
}

uint32_t
measure_kinds (const struct ghalt_report *data, const char *path, uint32_t sets,
	       uint32_t kinds, struct fault *f)
{
  uint32_t all = 0, missing;
  for (unsigned set = 0; set < MEASURES; set++)
    if (sets >> set & 1)
      {
	all |= kinds_of (data, set, kinds, &missing);
	if (missing == HALT_KIND_END)
	  continue;
	if (ghalt_n_counted (data, missing) > 0)
	  fault (f, "%s: %s needs kind %s, which was not recorded", path,
		 measure_words[set], kind_name (missing));
	else
	  fault (f,
		 "%s: %s needs kind %s, of which it has no point: compile it "
		 "with -fplugin-arg-halt-%s",
		 path, measure_words[set], kind_name (missing),
		 kind_name (missing));
	return 0;
      }
  return all;
}

/* --- rows ----------------------------------------------------------------- */

/* A row of a table: a function, a block, an arc, calls.  */
struct row
{
  struct ghalt_count count;	/* or executed, and ... */
  uint64_t of;			/* ... of how many: of a coverage */
  size_t function, unit;
  struct ghalt_place place;	/* NULL file: the function's own */
  uint32_t block;		/* 0: none */
  uint32_t arc;			/* GHALT_EDGE_*, 0: none */
  uint32_t from, to;
  struct ghalt_place target;
  const char *callee;		/* of a call, or NULL */
  enum ghalt_found found;	/* of a function whose own copy was never entered */
  size_t order;
};

struct rows
{
  struct row *list;
  size_t n;
};

static void
add_row (struct rows *rows, const struct row *row, struct fault *f)
{
  if (!another (&rows->list, rows->n, sizeof *rows->list, f))
    return;
  rows->list[rows->n] = *row;
  rows->list[rows->n].order = rows->n;
  rows->n++;
}

/* The most often executed first, unknown counts last, equal ones in the order of the
   program.  */
ORDER (compare_rows, struct row,
       (x->count.how == GHALT_UNKNOWN) - (y->count.how == GHALT_UNKNOWN)
	 ?: DOWN (count.n) ?: UP (order));

/* Text TEXT, of which WIDTH counts the characters.  OUT may be NULL.  */
static void
put_column (FILE *out, const char *text, size_t *width)
{
  if (out)
    put_printable (out, text);
  *width += text_width (text);
}

static void
put_line (FILE *out, uint32_t line, size_t *width)
{
  char digits[16];
  snprintf (digits, sizeof digits, "%u", line);
  put_column (out, digits, width);
}

/* Where an arc leads, and how.  */
static void
put_arc (FILE *out, const struct report *r, const struct row *row,
	 size_t *width)
{
  put_column (out, row->from == GHALT_BLOCK_ENTRY ? " entry -> " : " -> ",
	      width);
  if (row->to == GHALT_BLOCK_EXIT || row->target.line == 0)
    {
      put_column (out, row->to == GHALT_BLOCK_EXIT ? "exit" : "block ", width);
      if (row->to != GHALT_BLOCK_EXIT)
	put_line (out, row->to, width);
    }
  else if (row->place.file && row->target.file == row->place.file)
    put_line (out, row->target.line, width);
  else
    *width += table_place (out, r, row->unit, &row->target, SIZE_MAX);
  if (row->from != GHALT_BLOCK_ENTRY && row->to != GHALT_BLOCK_EXIT)
    {
      put_column (out, " ", width);
      put_column (out, ghalt_flag_name (GHALT_FLAGS_EDGE, row->arc), width);
    }
}

/* Where ROW is; returns its width, of which the file's name takes no more than makes
   it LIMIT, if possible.  OUT may be NULL.  */
static size_t
put_where (FILE *out, const struct report *r, const struct row *row,
	   size_t limit)
{
  size_t rest = 0, n;
  if (limit != SIZE_MAX)
    {
      size_t place = put_where (NULL, r, row, SIZE_MAX);
      size_t file = table_place (NULL, r, row->unit, &row->place, SIZE_MAX);
      rest = place - file;
    }
  n = table_place (out, r, row->unit, &row->place,
		   limit > rest ? limit - rest : 0);
  if (row->block)
    {
      put_column (out, " block ", &n);
      put_line (out, row->block, &n);
    }
  if (row->arc)
    put_arc (out, r, row, &n);
  if (row->callee)
    {
      put_column (out, " -> ", &n);
      put_column (out, row->callee, &n);
    }
  return n;
}

static struct named
name_of (const struct report *r, const struct row *row)
{
  return row->function == GHALT_NO_FUNCTION
	   ? (struct named) { "(elsewhere)", NULL, false }
	   : table_named (r, row->function);
}

/* The table of SET: ROWS, which COLUMN counts.  */
static void
put_rows (FILE *out, const struct report *r, enum measure set,
	  const char *column, const struct rows *rows)
{
  static const char *const found[] = {
    [GHALT_FOUND_PERHAPS] = "?",
    [GHALT_FOUND_COPY] = "as a copy",
    [GHALT_FOUND_INLINED] = "inlined"
  };
  struct grid g = grid_begin (out, r->columns, r->colour);
  size_t n = rows->n > r->options->top ? (size_t) r->options->top : rows->n;
  while (grid_pass (&g))
    for (const struct row *row = rows->list; row < rows->list + n; row++)
      {
	struct named named = name_of (r, row);
	char text[24] = "?";
	if (row->found)
	  snprintf (text, sizeof text, "%s", found[row->found]);
	else if (row->count.how != GHALT_UNKNOWN)
	  snprintf (text, sizeof text,
		    row->count.how == GHALT_DERIVED ? "~%" PRIu64 : "%" PRIu64,
		    row->count.n);
	grid_row (&g, row->count.n == 0 && row->found < GHALT_FOUND_COPY);
	grid_least (&g, number_width (row->count.n) + 1);
	grid_text (&g, column, text);
	if (set == MEASURE_BLOCK_COVERAGE)
	  {
	    grid_number (&g, "blocks", row->of);
	    grid_percent (&g, "share", row->count.n, row->of);
	  }
	grid_function (&g, put_where (grid_where (&g), r, row, g.limit),
		       &named);
      }
  table_rest (out, rows->n, r->options->top);
}

/* --- tables --------------------------------------------------------------- */

struct tables
{
  struct rows rows[MEASURES];
  uint64_t executed[MEASURES], all[MEASURES], unknown[MEASURES];
  struct ghalt_elsewhere *elsewhere;
};

static void
count_one (struct tables *t, enum measure set, const struct ghalt_count *count)
{
  t->all[set]++;
  t->executed[set] += count->n > 0;
  t->unknown[set] += count->how == GHALT_UNKNOWN;
}

static struct ghalt_place
function_place (const struct ghalt_function *fn)
{
  return (struct ghalt_place) { fn->file, fn->line, 0, 0 };
}

static void
add_blocks (struct tables *t, const struct report *r,
	    const struct ghalt_function *fn, const struct ghalt_graph *g)
{
  struct ghalt_block b;
  struct row all = {
    .count = { 0, GHALT_MEASURED, 0, 0 },
    .function = fn->number,
    .unit = fn->unit,
    .place = function_place (fn)
  };
  for (uint32_t i = GHALT_BLOCK_FIRST; ghalt_block (g, i, &b); i++)
    {
      struct row row = {
	.count = b.count,
	.function = fn->number,
	.unit = fn->unit,
	.block = i
      };
      ghalt_block_place (g, i, &row.place);
      add_row (&t->rows[MEASURE_BLOCK_COUNTS], &row, r->fault);
      count_one (t, MEASURE_BLOCK_COVERAGE, &b.count);
      all.of++;
      all.count.n += b.count.n > 0;
    }
  add_row (&t->rows[MEASURE_BLOCK_COVERAGE], &all, r->fault);
}

static void
add_arcs (struct tables *t, const struct report *r,
	  const struct ghalt_function *fn, const struct ghalt_graph *g)
{
  struct ghalt_edge e;
  for (uint32_t i = 0; ghalt_edge (g, i, &e); i++)
    {
      struct row row = {
	.count = e.count,
	.function = fn->number,
	.unit = fn->unit,
	.place = function_place (fn),
	.arc = e.flags,
	.from = e.from,
	.to = e.to
      };
      if (e.from != GHALT_BLOCK_ENTRY)
	ghalt_block_place (g, e.from, &row.place);
      if (e.to != GHALT_BLOCK_EXIT)
	ghalt_block_place (g, e.to, &row.target);
      add_row (&t->rows[MEASURE_ARC_COUNTS], &row, r->fault);
    }
}

static void
add_function (struct tables *t, const struct report *r,
	      const struct ghalt_function *fn)
{
  struct ghalt_block entry;
  struct ghalt_graph *g = open_graph (r->data, fn->number, 1, r->fault);
  if (!g)
    return;
  if (ghalt_block (g, GHALT_BLOCK_ENTRY, &entry))
    {
      struct ghalt_count somewhere = entry.count;
      enum ghalt_found found = ghalt_elsewhere (t->elsewhere, fn->number);
      const struct row row = {
	.count = entry.count,
	.function = fn->number,
	.unit = fn->unit,
	.place = function_place (fn),
	.found = entry.count.n ? GHALT_FOUND_NOTHING : found
      };
      if (found >= GHALT_FOUND_COPY)
	somewhere.n = 1;
      else if (found == GHALT_FOUND_PERHAPS)
	somewhere.how = GHALT_UNKNOWN;
      add_row (&t->rows[MEASURE_FUNCTION_COUNTS], &row, r->fault);
      count_one (t, MEASURE_FUNCTION_COVERAGE, &somewhere);
    }
  if (r->options->measure
      & (BIT (MEASURE_BLOCK_COVERAGE) | BIT (MEASURE_BLOCK_COUNTS)))
    add_blocks (t, r, fn, g);
  if (r->options->measure & BIT (MEASURE_ARC_COUNTS))
    add_arcs (t, r, fn, g);
  ghalt_graph_close (g);
}

/* Calls of one function by another, on whatever line, are a row.  */
static void
add_calls (struct tables *t, const struct report *r,
	   const struct ghalt_calls *calls)
{
  struct rows *rows = &t->rows[MEASURE_CALL_GRAPH];
  const struct ghalt_call *last = NULL;
  size_t n;
  const struct ghalt_call *list = ghalt_calls_list (calls, &n);
  for (size_t i = 0; i < n; i++)
    {
      const struct ghalt_call *c = list + i;
      bool elsewhere = c->caller == GHALT_NO_FUNCTION;
      if (!r->chosen[elsewhere ? c->callee : c->caller])
	continue;
      if (last && last->caller == c->caller && last->callee == c->callee
	  && strcmp (last->name, c->name) == 0)
	{
	  struct ghalt_count *sum = &rows->list[rows->n - 1].count;
	  *sum = ghalt_count_add (*sum, c->count);
	  continue;
	}
      struct ghalt_function fn = report_function (r, elsewhere ? c->callee
							       : c->caller);
      struct row row = {
	.count = c->count,
	.function = c->caller,
	.unit = fn.unit,
	.place = function_place (&fn),
	.callee = *c->name ? c->name : "(through a pointer)"
      };
      if (c->callee != GHALT_NO_FUNCTION)
	row.callee = report_function (r, c->callee).pretty;
      add_row (rows, &row, r->fault);
      last = c;
    }
}

/* What was never entered, or nobody knows, of the functions that were.  */
static void
add_never (struct tables *t, const struct report *r)
{
  const struct rows *functions = &t->rows[MEASURE_FUNCTION_COUNTS];
  for (size_t i = 0; i < functions->n; i++)
    if (functions->list[i].count.n == 0
	&& ghalt_elsewhere (t->elsewhere, functions->list[i].function)
	     < GHALT_FOUND_COPY)
      add_row (&t->rows[MEASURE_FUNCTION_COVERAGE], functions->list + i,
	       r->fault);
}

/* What stands over the table of SET, which KINDS are counted for.  */
static void
put_title (FILE *out, const struct tables *t, enum measure set, uint32_t kinds,
	   bool first)
{
  const char *comma = "";
  fprintf (out, "%s%s (", first ? "" : "\n", measure_words[set]);
  for (uint32_t kind = 0; kind < HALT_KIND_END; kind++)
    if (kinds & BIT (kind))
      {
	fprintf (out, "%s%s", comma, kind_name (kind));
	comma = ", ";
      }
  put_text (out, ")");
  if (t->all[set] > 0)
    {
      fprintf (out, ": %" PRIu64 " of %" PRIu64 " %s, ", t->executed[set],
	       t->all[set],
	       set == MEASURE_BLOCK_COVERAGE ? "blocks" : "functions");
      put_share (out, t->executed[set], t->all[set]);
      put_text (out, "%");
    }
  if (t->unknown[set] > 0)
    fprintf (out, "; unknown: %" PRIu64, t->unknown[set]);
  put_text (out, "\n");
}

static void
put_tables (FILE *out, const struct report *r, struct tables *t,
	    uint32_t recorded)
{
  static const char *const columns[MEASURES] = {
    "entered", "entered", "executed", "executed", "crossed", "calls"
  };
  bool first = true;
  for (unsigned set = 0; set < MEASURES; set++)
    {
      struct rows *rows = &t->rows[set];
      uint32_t missing;
      if (!(r->options->measure >> set & 1))
	continue;
      if (rows->n > 0 && set != MEASURE_BLOCK_COVERAGE)
	qsort (rows->list, rows->n, sizeof *rows->list, compare_rows);
      put_title (out, t, set, kinds_of (r->data, set, recorded, &missing),
		 first);
      if (rows->n > 0)
	put_rows (out, r, set, columns[set], rows);
      first = false;
    }
}

void
measure_report (FILE *out, const struct report *r)
{
  struct tables t = { 0 };
  struct ghalt_error *error = NULL;
  struct ghalt_function fn;
  struct ghalt_calls *calls = NULL;
  uint32_t recorded = measure_points (r->data) & r->recorded.recorded;
  bool ok = measure_kinds (r->data, r->path, r->options->measure, recorded,
			   r->fault);
  if (ok && r->options->measure & BIT (MEASURE_CALL_GRAPH))
    {
      calls = ghalt_calls_open (r->data, &error);
      ok = calls || take_error (r->fault, error);
      if (ok)
	add_calls (&t, r, calls);
    }
  t.elsewhere = ok ? ghalt_elsewhere_open (r->data, &error) : NULL;
  if (ok && !t.elsewhere)
    ok = take_error (r->fault, error);
  progress_begin ("function", r->facts.n_functions);
  for (size_t i = 0; ok && r->options->measure != BIT (MEASURE_CALL_GRAPH)
		     && report_next (r, &i, &fn);)
    {
      if (!(fn.flags & GHALT_FUNCTION_SKIPPED))
	add_function (&t, r, &fn);
      progress_step ();
    }
  progress_end ();
  if (ok)
    {
      add_never (&t, r);
      put_tables (out, r, &t, recorded);
    }
  for (unsigned set = 0; set < MEASURES; set++)
    free (t.rows[set].list);
  ghalt_calls_close (calls);
  ghalt_elsewhere_close (t.elsewhere);
}
