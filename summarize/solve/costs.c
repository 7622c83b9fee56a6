/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Events of a function by source line.  */

#include <stdlib.h>
#include <string.h>
#include "summarize/costs.h"
#include "summarize/table.h"

/* Names that KCachegrind knows are its own: Bc to Bim.  */
const struct cost_column cost_columns[COST_COLUMNS] = {
  { "Blocks", "basic blocks", HALT_BLOCK, COST_EVENTS },
  { "Bc", "conditional branches", HALT_CBR, COST_EVENTS },
  { "Bcm", "conditional branches that went the rarer way", HALT_CBR,
    COST_MINORITY },
  { "Bi", "multiway branches", HALT_MBR, COST_EVENTS },
  { "Bim", "multiway branches that went another way than most", HALT_MBR,
    COST_MINORITY },
  { "Calls", "function entries", HALT_ENTRY, COST_EVENTS },
  { "Exits", "function exits", HALT_EXIT, COST_EVENTS },
  { "Loads", "loads", HALT_LOAD, COST_EVENTS },
  { "LoadBytes", "bytes loaded", HALT_LOAD, COST_BYTES },
  { "Stores", "stores", HALT_STORE, COST_EVENTS },
  { "StoreBytes", "bytes stored", HALT_STORE, COST_BYTES },
  { "Jumps", "calls of setjmp and longjmp", HALT_SETJMP, COST_EVENTS },
  { "Cycles", "cycles of the scheduler", HALT_CYCLE, COST_EVENTS },
};

/* Calls of longjmp are in the column of setjmp.  */
static uint32_t
column_kind (uint32_t kind)
{
  return kind == HALT_LONGJMP ? HALT_SETJMP : kind;
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
  uint32_t kind = cost_columns[k].kind;
  return kind_known (r, kind)
	 || (kind == HALT_SETJMP && kind_known (r, HALT_LONGJMP));
}

static void
add (struct costs *c, const struct map *m,
     const struct halt_map_function *fn, const struct counted *p)
{
  if (c->n == c->room)
    {
      c->room = c->room ? 2 * c->room : 64;
      c->rows = grow (c->rows, c->room, sizeof *c->rows);
    }
  struct cost *row = c->rows + c->n++;
  const struct halt_map_block *b
    = m->blocks + fn->first_block + p->point->block - HALT_BLOCK_FIRST;
  *row = (struct cost) { .file = p->point->file, .line = p->point->line };
  if (row->line == 0 && p->point->block >= HALT_BLOCK_FIRST && b->line)
    *row = (struct cost) { .file = b->file, .line = b->line };
  if (row->line == 0)
    *row = (struct cost) { .file = fn->file, .line = fn->line };
  for (unsigned k = 0; k < COST_COLUMNS; k++)
    if (cost_columns[k].kind == column_kind (p->point->kind))
      row->values[k]
	= cost_columns[k].what == COST_EVENTS ? p->events
	  : cost_columns[k].what == COST_BYTES ? p->counters[1]
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
