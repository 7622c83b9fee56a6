/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The lines below a multiway branch: which entries of its table were used, how
   often, and the block they lead to.  */

#include <stdlib.h>
#include <string.h>
#include "base/order.h"
#include "report/tables/table.h"

#define MOST 4			/* lines without --all-indices */

struct used
{
  uint64_t index, count;
  uint32_t block;		/* 0 if no edge says so */
  struct ghalt_place place;	/* of that; line 0: not known */
};

struct list
{
  struct ghalt_point point;
  struct used *used;
  uint64_t n;			/* of them */
  uint64_t more;		/* not listed */
};

struct indices
{
  const struct report *report;
  struct list *lists;
  size_t n;
};

ORDER (compare_count, struct used, DOWN (count) ?: UP (index));

ORDER (compare_index, struct used, UP (index));

/* Choose the indices to show of L's point, and sort them by index.  */
static bool
choose_indices (struct list *l, bool all, struct fault *f)
{
  const struct ghalt_point *c = &l->point;
  struct used *used = fresh (c->n_indices, sizeof *used, f);
  l->used = used;
  if (!used)
    return false;
  for (uint64_t i = 0; i < c->n_indices; i++)
    used[i] = (struct used) { .index = c->indices[i].index,
			      .count = c->indices[i].count };
  l->n = c->n_indices;
  if (!all && l->n > MOST)
    {
      qsort (used, l->n, sizeof *used, compare_count);
      l->n = MOST;
      qsort (used, l->n, sizeof *used, compare_index);
    }
  l->more = c->n_indices - l->n;
  return true;
}

/* In the order of the functions.  */
ORDER_POINTERS (compare_place, struct list,
		UP (point.function) ?: UP (point.number));

static void
set_target (struct list *l, const struct ghalt_graph *g,
	    const struct ghalt_edge *e)
{
  struct used key = { .index = e->index };
  struct ghalt_block to;
  struct used *found = l->n > 0 ? bsearch (&key, l->used, l->n, sizeof key,
					   compare_index)
				: NULL;
  if (!found || !ghalt_block (g, e->to, &to))
    return;
  found->block = e->to;
  found->place = (struct ghalt_place) { to.file, to.line, 0, 0 };
}

/* Find the targets of the N lists at PLACE, all of one function.  */
static bool
find_targets (const struct report *r, struct list *const *place, size_t n)
{
  struct ghalt_edge e;
  struct ghalt_graph *g = open_graph (r->data, place[0]->point.function, 0,
				      r->fault);
  if (!g)
    return false;
  struct list **by_block = fresh (ghalt_graph_blocks (g), sizeof *by_block,
				  r->fault);
  for (size_t i = 0; by_block && i < n; i++)
    by_block[place[i]->point.block] = place[i];
  for (uint32_t i = 0; by_block && ghalt_edge (g, i, &e); i++)
    if (e.flags == GHALT_EDGE_INDEX && by_block[e.from])
      set_target (by_block[e.from], g, &e);
  bool ok = by_block;
  free (by_block);
  ghalt_graph_close (g);
  return ok;
}

/* Fill the lists of S with the points of KIND whose numbers SHOWN has.  */
static bool
fill_lists (struct indices *s, uint32_t kind, const size_t *shown)
{
  const struct report *r = s->report;
  struct list **place = fresh (s->n, sizeof *place, r->fault);
  size_t n_places = 0;
  bool ok = place;
  for (size_t i = 0; ok && i < s->n; i++)
    {
      s->lists[i].point = report_point (r, kind, shown[i]);
      /* Where several points have the id, nobody knows whose they are.  */
      if (!s->lists[i].point.shared)
	{
	  ok = choose_indices (s->lists + i, r->options->all_indices, r->fault);
	  place[n_places++] = s->lists + i;
	}
    }
  if (ok)
    qsort (place, n_places, sizeof *place, compare_place);
  for (size_t i = 0, end; ok && i < n_places; i = end)
    {
      for (end = i + 1; end < n_places; end++)
	if (place[end]->point.function != place[i]->point.function)
	  break;
      ok = find_targets (r, place + i, end - i);
    }
  free (place);
  for (size_t i = 0; ok && i < s->n; i++)
    if (s->lists[i].n > 1)
      qsort (s->lists[i].used, s->lists[i].n, sizeof *s->lists[i].used,
	     compare_count);
  return ok;
}

struct indices *
indices_new (const struct report *r, uint32_t kind, const size_t *shown,
	     size_t n)
{
  struct indices *s = fresh (1, sizeof *s, r->fault);
  if (!s)
    return NULL;
  s->report = r;
  s->lists = fresh (n, sizeof *s->lists, r->fault);
  s->n = s->lists ? n : 0;
  if (s->lists && fill_lists (s, kind, shown))
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
put_begin (FILE *out, uint64_t n, const struct ghalt_point *c, size_t width)
{
  put_spaces (out, width - number_width (n));
  put_number (out, n);
  put_percent (out, n, c->events);
  put_text (out, "%  ");
}

void
indices_put (FILE *out, const struct indices *s, size_t i, size_t width)
{
  const struct list *l = s->lists + i;
  const struct ghalt_point *c = &l->point;
  size_t unit = report_function (s->report, c->function).unit;
  uint64_t rest = c->events;
  for (uint64_t k = 0; k < l->n; k++)
    {
      const struct used *u = l->used + k;
      rest -= u->count < rest ? u->count : rest;
      put_begin (out, u->count, c, width);
      put_text (out, "index ");
      put_number (out, u->index);
      if (u->block)
	{
	  put_text (out, " to ");
	  put_block (out, u->block);
	}
      if (u->block >= GHALT_BLOCK_FIRST)
	{
	  put_text (out, "  ");
	  table_place (out, s->report, unit, &u->place, SIZE_MAX);
	}
      put_text (out, "\n");
    }
  if (l->more > 0)
    {
      put_begin (out, rest, c, width);
      put_number (out, l->more);
      put_text (out, l->more == 1 ? " more index\n" : " more indices\n");
    }
}
