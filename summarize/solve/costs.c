/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Events of a function by source line.  */

#include <stdlib.h>
#include <string.h>
#include "summarize/costs.h"
#include "summarize/table.h"

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

static bool
kind_known (const struct report *r, uint32_t kind)
{
  const struct join *j = r->join;
  return options_kind (r->options, kind) && j->prof->rows[kind]
	 && j->first[kind + 1] > j->first[kind];
}

bool
costs_known (const struct report *r, unsigned k)
{
  struct cost_column c = cost_column (k);
  return *c.name && kind_known (r, c.kind);
}

static void
add (struct costs *c, const struct map *m, const struct halt_map_function *fn,
     const struct counted *p)
{
  struct cost *row = c->rows + c->n++;
  const struct halt_map_block *b = m->blocks + fn->first_block + p->point->block
				   - HALT_BLOCK_FIRST;
  *row = (struct cost) { .file = p->point->file, .line = p->point->line };
  if (row->line == 0 && p->point->block >= HALT_BLOCK_FIRST && b->line)
    *row = (struct cost) { .file = b->file, .line = b->line };
  if (row->line == 0)
    *row = (struct cost) { .file = fn->file, .line = fn->line };
  for (unsigned k = 0; k < COST_COLUMNS; k++)
    if (kind_of (k) == p->point->kind)
      row->values[k] = k % 2 == 0 ? p->events
		       : kind_counts (p->point->kind) == CELLS_BYTES
			 ? p->counters[1]
			 : table_minority (p);
}

static int
compare (const void *a, const void *b)
{
  const struct cost *x = a, *y = b;
  if (x->file != y->file)
    return x->file < y->file ? -1 : 1;
  return x->line < y->line ? -1 : x->line > y->line;
}

static void
merge (struct costs *c)
{
  size_t n = 0;
  for (size_t i = 0; i < c->n; i++)
    if (n > 0 && compare (c->rows + n - 1, c->rows + i) == 0)
      for (unsigned k = 0; k < COST_COLUMNS; k++)
	c->rows[n - 1].values[k] = add_counts (c->rows[n - 1].values[k],
					       c->rows[i].values[k]);
    else
      c->rows[n++] = c->rows[i];
  c->n = n;
}

void
costs_find (struct costs *c, const struct report *r,
	    const struct joined_unit *ju, uint32_t function)
{
  const struct map *m = &ju->unit->map;
  const struct halt_map_function *fn = m->functions + function;
  c->n = 0;
  if (!enlarge (&c->rows, fn->n_points, sizeof *c->rows, r->fault))
    return;
  for (uint32_t i = 0; i < fn->n_points; i++)
    {
      const struct halt_map_point *p = m->points + fn->first_point + i;
      if (!kind_counted (p->kind) || !kind_known (r, p->kind))
	continue;
      const struct counted *found = join_find (r->join, p->kind,
					       point_id (p, ju->base));
      if (found && found->point == p && r->join->units + found->unit == ju)
	add (c, m, fn, found);
    }
  if (c->n > 1)
    qsort (c->rows, c->n, sizeof *c->rows, compare);
  merge (c);
}

void
costs_release (struct costs *c)
{
  free (c->rows);
  memset (c, 0, sizeof *c);
}
