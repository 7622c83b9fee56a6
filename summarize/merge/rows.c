/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Rows of one kind that are added up.  Those of many runs have mostly the same
   ids, so they are added in place.  */

#include <stdlib.h>
#include <string.h>
#include "base/order.h"
#include "summarize/merge/merge.h"

static unsigned
row_cells (uint32_t kind)
{
  return kind_cells (kind) + 1;
}

/* Cells that rows are sorted by.  */
static unsigned
key_cells (uint32_t kind)
{
  return kind_indexed (kind) ? 2 : 1;
}

static int
compare_keys (const uint64_t *a, const uint64_t *b, unsigned keys)
{
  if (a[0] != b[0])
    return a[0] < b[0] ? -1 : 1;
  return keys == 1 || a[1] == b[1] ? 0 : a[1] < b[1] ? -1 : 1;
}

static int
compare_rows (const void *a, const void *b, void *keys)
{
  return compare_keys (a, b, *(const unsigned *) keys);
}

static void
add_counters (uint64_t *to, const uint64_t *row, unsigned keys, unsigned cells)
{
  for (unsigned i = keys; i < cells; i++)
    to[i] = add_counts (to[i], row[i]);
}

/* Put the N rows at NEW, whose keys R does not have, where they belong.  */
static bool
insert (struct rows *r, uint32_t kind, const uint64_t *new, uint64_t n,
	struct fault *f)
{
  unsigned cells = row_cells (kind), keys = key_cells (kind);
  if (n > r->room - r->n)
    {
      uint64_t room = r->n == 0 ? n : (r->n + n) + (r->n + n) / 4;
      if (!enlarge (&r->cells, room, cells * sizeof *new, f))
	return false;
      r->room = room;
    }
  uint64_t old = r->n, to = r->n += n;
  while (n > 0)
    {
      bool stays = old > 0
		   && compare_keys (r->cells + (old - 1) * cells,
				    new + (n - 1) * cells, keys)
			> 0;
      const uint64_t *row = stays ? r->cells + --old * cells : new + --n *cells;
      memcpy (r->cells + --to * cells, row, cells * sizeof *row);
    }
  return true;
}

bool
rows_add (struct rows *r, uint32_t kind, const uint64_t *row, uint64_t n,
	  struct fault *f)
{
  unsigned cells = row_cells (kind), keys = key_cells (kind);
  uint64_t *new = NULL, n_new = 0;
  r->there = true;
  for (uint64_t to = 0; n > 0; n--, row += cells)
    {
      int c = 1;
      while (to < r->n
	     && (c = compare_keys (r->cells + to * cells, row, keys)) < 0)
	to++;
      if (to < r->n && c == 0)
	{
	  add_counters (r->cells + to++ * cells, row, keys, cells);
	  continue;
	}
      if (!new && !enlarge (&new, n, cells * sizeof *new, f))
	return false;
      memcpy (new + n_new++ *cells, row, cells * sizeof *row);
    }
  bool ok = insert (r, kind, new, n_new, f);
  free (new);
  return ok;
}

bool
rows_subtract (struct rows *r, uint32_t kind, const uint64_t *row, uint64_t n,
	       bool keep, const uint64_t *on, uint64_t n_on)
{
  unsigned cells = row_cells (kind), keys = key_cells (kind);
  uint64_t kept = 0;
  bool ok = true;
  for (uint64_t i = 0; i < r->n; i++)
    {
      uint64_t *to = r->cells + i * cells, any = 0;
      int c = 1;
      for (; n > 0 && (c = compare_keys (row, to, keys)) < 0; row += cells, n--)
	ok = false;
      if (n > 0 && c == 0)
	{
	  for (unsigned k = keys; k < cells; k++)
	    if (row[k] <= to[k])
	      /* What has stopped says nothing of what came since.  */
	      to[k] = to[k] == UINT64_MAX ? to[k] : to[k] - row[k];
	    else
	      ok = false;
	  row += cells;
	  n--;
	}
      for (unsigned k = keys; k < cells; k++)
	any |= to[k];
      for (; n_on > 0 && on[0] < to[0]; on += cells)
	n_on--;
      bool was_on = !on || (n_on > 0 && on[0] == to[0]);
      if (!any && keep && was_on
	  && (kept == 0 || r->cells[(kept - 1) * cells] != to[0]))
	{
	  any = 1;
	  if (keys == 2)
	    to[1] = 0;
	}
      if (any)
	memmove (r->cells + kept++ * cells, to, cells * sizeof *to);
    }
  r->n = kept;
  return ok && n == 0;
}

/* --- translation -------------------------------------------------------- */

ORDER (compare_first, struct shift, UP (first) ?: UP (begin));

void
shifts_sort (struct shift *shifts, size_t n)
{
  for (size_t i = 0; i < n; i++)
    shifts[i].begin = i;	/* so that equal ones keep their order */
  qsort (shifts, n, sizeof *shifts, compare_first);
  for (size_t i = 0; i + 1 < n; i++)
    if (shifts[i + 1].first - shifts[i].first < shifts[i].n)
      shifts[i].n = shifts[i + 1].first - shifts[i].first;
}

ORDER_POINTERS (compare_to, struct shift, UP (to));

/* Find the rows of each of the shifts; put those between them at CONSTANT, *N of
   them.  Returns how many belong to some.  */
static uint64_t
find_runs (uint64_t *constant, uint64_t *n, const uint64_t *row, unsigned cells,
	   struct shift *shifts, size_t n_shifts)
{
  uint64_t at = 0, end = *n, found = 0;
  *n = 0;
  for (size_t i = 0; i <= n_shifts; i++)
    {
      struct shift *s = i < n_shifts ? shifts + i : NULL;
      for (; at < end && (!s || row[at * cells] < s->first); at++)
	memcpy (constant + (*n)++ * cells, row + at * cells,
		cells * sizeof *row);
      if (!s)
	break;
      s->begin = at;
      while (at < end && row[at * cells] - s->first < s->n)
	at++;
      s->end = at;
      found += s->end - s->begin;
    }
  return found;
}

/* Sort the N rows, and make one of those with the same key.  Returns how many
   there are then.  */
static uint64_t
combine_rows (uint64_t *rows, uint64_t n, uint32_t kind)
{
  unsigned cells = row_cells (kind), keys = key_cells (kind);
  uint64_t kept = 0;
  qsort_r (rows, n, cells * sizeof *rows, compare_rows, &keys);
  for (uint64_t i = 0; i < n; i++)
    if (kept > 0
	&& compare_keys (rows + (kept - 1) * cells, rows + i * cells, keys)
	     == 0)
      add_counters (rows + (kept - 1) * cells, rows + i * cells, keys, cells);
    else
      memmove (rows + kept++ * cells, rows + i * cells, cells * sizeof *rows);
  return kept;
}

/* Within a shift rows stay in their order, so only the shifts are sorted.  */
bool
rows_translate (struct rows *r, struct rows *constant, uint32_t kind,
		const uint64_t *row, uint64_t n, struct shift *shifts,
		size_t n_shifts, struct fault *f)
{
  unsigned cells = row_cells (kind);
  const struct shift **order = NULL;
  uint64_t *moved = NULL, *to;
  size_t used = 0;
  if (!enlarge (&order, n_shifts, sizeof *order, f)
      || !enlarge (&moved, n, cells * sizeof *moved, f))
    {
      free (order);
      return false;
    }
  to = moved;
  uint64_t n_moved = find_runs (moved, &n, row, cells, shifts, n_shifts);
  bool ok = rows_add (constant, kind, moved, n, f);
  for (size_t i = 0; i < n_shifts; i++)
    if (shifts[i].end > shifts[i].begin)
      order[used++] = shifts + i;
  qsort (order, used, sizeof *order, compare_to);
  bool ascends = true;
  for (size_t i = 0; i < used; i++)
    {
      const struct shift *s = order[i];
      ascends = ascends && (i == 0 || order[i - 1]->to < s->to);
      for (uint64_t k = s->begin; k < s->end; k++, to += cells)
	{
	  memcpy (to, row + k * cells, cells * sizeof *to);
	  to[0] = s->to + (to[0] - s->first);
	}
    }
  ok = ok
       && rows_add (r, kind, moved,
		    ascends ? n_moved : combine_rows (moved, n_moved, kind), f);
  free (moved);
  free (order);
  return ok;
}
