/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lines below a multiway branch: which entries of its table were used, how
   often, and the block they lead to.  */

#include <stdlib.h>
#include <string.h>
#include "summarize/table.h"

#define MOST 4			/* lines without --all-indices */

struct used
{
  uint64_t index, count;
  uint32_t block;		/* 0 if no edge says so */
};

struct list
{
  const struct counted *point;
  struct used *used;
  uint64_t n;			/* of them */
  uint64_t more;		/* not listed */
};

struct indices
{
  const struct join *join;
  struct list *lists;
  size_t n;
};

static int
compare_count (const void *a, const void *b)
{
  const struct used *x = a, *y = b;
  if (x->count != y->count)
    return x->count > y->count ? -1 : 1;
  return x->index < y->index ? -1 : x->index > y->index;
}

static int
compare_index (const void *a, const void *b)
{
  const struct used *x = a, *y = b;
  return x->index < y->index ? -1 : x->index > y->index;
}

/* Choose the indices to show of L's point, and sort them by index.  */
static bool
choose (struct list *l, bool all, struct fault *f)
{
  const struct counted *c = l->point;
  struct used *used = fresh (c->n_rows, sizeof *used, f);
  l->used = used;
  if (!used)
    return false;
  for (uint64_t i = 0; i < c->n_rows; i++)
    used[i] = (struct used) { c->rows[3 * i + 1], c->rows[3 * i + 2], 0 };
  l->n = c->n_rows;
  if (!all && l->n > MOST)
    {
      qsort (used, l->n, sizeof *used, compare_count);
      l->n = MOST;
      qsort (used, l->n, sizeof *used, compare_index);
    }
  l->more = c->n_rows - l->n;
  return true;
}

/* In the order of the functions.  */
static int
compare_place (const void *a, const void *b)
{
  const struct counted *x = (*(struct list *const *) a)->point;
  const struct counted *y = (*(struct list *const *) b)->point;
  if (x->unit != y->unit)
    return x->unit < y->unit ? -1 : 1;
  return x->point < y->point ? -1 : x->point > y->point;
}

static void
set_target (struct list *l, const struct halt_map_edge *e)
{
  struct used key = { .index = e->index };
  struct used *found = l->n > 0 ? bsearch (&key, l->used, l->n, sizeof key,
					   compare_index)
				: NULL;
  if (found)
    found->block = e->to;
}

/* Find the targets of the N lists at PLACE, all of one function.  */
static bool
find_targets (const struct join *j, struct list *const *place, size_t n,
	      struct fault *f)
{
  const struct counted *c = place[0]->point;
  const struct map *m = &j->units[c->unit].unit->map;
  const struct halt_map_function *fn = m->functions + c->function;
  struct list **by_block = fresh (fn->n_blocks + (size_t) HALT_BLOCK_FIRST,
				  sizeof *by_block, f);
  if (!by_block)
    return false;
  for (size_t i = 0; i < n; i++)
    by_block[place[i]->point->point->block] = place[i];
  for (uint32_t i = 0; i < fn->n_edges; i++)
    {
      const struct halt_map_edge *e = m->edges + fn->first_edge + i;
      if (e->flags == HALT_EDGE_INDEX && by_block[e->from])
	set_target (by_block[e->from], e);
    }
  free (by_block);
  return true;
}

/* Fill the lists of S.  */
static bool
fill (struct indices *s, const struct counted *const *shown, bool all,
      struct fault *f)
{
  struct list **place = fresh (s->n, sizeof *place, f);
  size_t n_places = 0;
  bool ok = place;
  for (size_t i = 0; ok && i < s->n; i++)
    {
      s->lists[i].point = shown[i];
      /* Where several points have the id, nobody knows whose they are.  */
      if (!shown[i]->shared)
	{
	  ok = choose (s->lists + i, all, f);
	  place[n_places++] = s->lists + i;
	}
    }
  if (ok)
    qsort (place, n_places, sizeof *place, compare_place);
  for (size_t i = 0, end; ok && i < n_places; i = end)
    {
      const struct counted *c = place[i]->point;
      for (end = i + 1; end < n_places; end++)
	if (place[end]->point->unit != c->unit
	    || place[end]->point->function != c->function)
	  break;
      ok = find_targets (s->join, place + i, end - i, f);
    }
  free (place);
  for (size_t i = 0; ok && i < s->n; i++)
    if (s->lists[i].n > 1)
      qsort (s->lists[i].used, s->lists[i].n, sizeof *s->lists[i].used,
	     compare_count);
  return ok;
}

struct indices *
indices_new (const struct join *j, const struct counted *const *shown, size_t n,
	     bool all, struct fault *f)
{
  struct indices *s = fresh (1, sizeof *s, f);
  if (!s)
    return NULL;
  s->join = j;
  s->lists = fresh (n, sizeof *s->lists, f);
  s->n = s->lists ? n : 0;
  if (s->lists && fill (s, shown, all, f))
    return s;
  indices_free (s);
  return NULL;
}

void
indices_free (struct indices *s)
{
  for (size_t i = 0; i < s->n; i++)
    free (s->lists[i].used);
  free (s->lists);
  free (s);
}

/* The beginning of a line: N of C's events.  */
static void
put_begin (FILE *out, uint64_t n, const struct counted *c,
	   const struct widths *w)
{
  put_spaces (out, w->count - number_width (n));
  put_number (out, n);
  put_percent (out, n, c->events);
  put_text (out, "%  ");
}

void
indices_put (FILE *out, const struct indices *s, size_t i,
	     const struct widths *w)
{
  const struct list *l = s->lists + i;
  const struct counted *c = l->point;
  const struct map *m = &s->join->units[c->unit].unit->map;
  const struct halt_map_function *fn = m->functions + c->function;
  uint64_t rest = c->events;
  for (uint64_t k = 0; k < l->n; k++)
    {
      const struct used *u = l->used + k;
      rest -= u->count < rest ? u->count : rest;
      put_begin (out, u->count, c, w);
      put_text (out, "index ");
      put_number (out, u->index);
      if (u->block)
	{
	  put_text (out, " to ");
	  put_block (out, u->block);
	}
      if (u->block >= HALT_BLOCK_FIRST)
	{
	  const struct halt_map_block *b = m->blocks + fn->first_block
					   + u->block - HALT_BLOCK_FIRST;
	  put_text (out, "  ");
	  put_place (out, m, &(struct position) { b->file, b->line, 0, false },
		     SIZE_MAX);
	}
      put_text (out, "\n");
    }
  if (l->more > 0)
    {
      put_begin (out, rest, c, w);
      put_number (out, l->more);
      put_text (out, l->more == 1 ? " more index\n" : " more indices\n");
    }
}
