/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Events of a function by source line.  */

#include <stdlib.h>
#include <string.h>
#include "base/order.h"
#include "report/exchange/costs.h"
#include "report/tables/table.h"

/* Blocks come first: tools sort by that.  */
static uint32_t
kind_of (unsigned k)
{
  uint32_t kind = k / 2;
  return kind == 0 ? HALT_BLOCK : kind <= HALT_BLOCK ? kind - 1 : kind;
}

/* KCachegrind knows some of the names: Bc to Bim.  */
struct cost_column
cost_column (unsigned k)
{
  uint32_t kind = kind_of (k);
  const char *name = kind_costs (kind);
  struct cost_column c = {
    .text = kind_title (kind), .more = "", .kind = kind, .events = k % 2 == 0
  };
  enum cells cells = kind_counts (kind);
  if (!c.events)
    {
      name += strcspn (name, " ");
      name += *name == ' ';
      c.more = cells == CELLS_BYTES  ? ": bytes"
	       : cells == CELLS_WAYS ? " that went the rarer way"
				     : " that went another way than most";
    }
  snprintf (c.name, sizeof c.name, "%.*s", (int) strcspn (name, " "), name);
  return c;
}

bool
costs_known (const struct report *r, unsigned k)
{
  struct cost_column c = cost_column (k);
  return *c.name && report_has (r, c.kind);
}

/* Add what P of FN counted; BLOCK is its block.  */
static void
add_point (struct costs *c, const struct ghalt_function *fn,
	   const struct ghalt_point *p, const struct ghalt_block *block)
{
  struct cost *row = c->rows + c->n++;
  *row = (struct cost) { .file = p->file, .line = p->line };
  if (row->line == 0 && block->line)
    *row = (struct cost) { .file = block->file, .line = block->line };
  if (row->line == 0)
    *row = (struct cost) { .file = fn->file, .line = fn->line };
  for (unsigned k = 0; k < COST_COLUMNS; k++)
    if (kind_of (k) == p->kind)
      row->values[k] = k % 2 == 0 ? p->events
		       : kind_counts (p->kind) == CELLS_BYTES
			 ? p->counters[1]
			 : ghalt_point_misses (p);
}

/* By where a file's name is among those of the unit.  */
ORDER (compare_costs, struct cost, UP (file) ?: UP (line));

static void
merge_columns (struct costs *c)
{
  size_t n = 0;
  for (size_t i = 0; i < c->n; i++)
    if (n > 0 && compare_costs (c->rows + n - 1, c->rows + i) == 0)
      for (unsigned k = 0; k < COST_COLUMNS; k++)
	c->rows[n - 1].values[k] = add_counts (c->rows[n - 1].values[k],
					       c->rows[i].values[k]);
    else
      c->rows[n++] = c->rows[i];
  c->n = n;
}

/* True if P is the first of those that have its kind and id.  */
static bool
is_first (const struct report *r, const struct ghalt_point *p)
{
  struct ghalt_point first;
  return !p->shared
	 || (ghalt_find (r->data, p->kind, p->id, &first)
	     && first.function == p->function && first.number == p->number);
}

void
costs_find (struct costs *c, const struct report *r,
	    const struct ghalt_function *fn)
{
  struct ghalt_graph *g = NULL;
  struct ghalt_point p;
  c->n = 0;
  if (!enlarge (&c->rows, fn->n_points, sizeof *c->rows, r->fault)
      || !(g = open_graph (r->data, fn->number, 0, r->fault)))
    return;
  for (uint32_t i = 0; ghalt_point (r->data, fn->number, i, &p); i++)
    if (p.recorded && options_kind (r->options, p.kind) && is_first (r, &p))
      {
	struct ghalt_block block = { 0 };
	ghalt_block (g, p.block, &block);
	add_point (c, fn, &p, &block);
      }
  ghalt_graph_close (g);
  if (c->n > 1)
    qsort (c->rows, c->n, sizeof *c->rows, compare_costs);
  merge_columns (c);
}

void
costs_release (struct costs *c)
{
  free (c->rows);
  memset (c, 0, sizeof *c);
}
