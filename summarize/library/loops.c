/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The natural loops of a function.  Dominators are found as Cooper, Harvey and Kennedy
   do it ("A Simple, Fast Dominance Algorithm", 2001).  */

#include <stdlib.h>
#include "summarize/library/library.h"

struct ghalt_loops
{
  struct ghalt_loop *list;
  uint32_t n;
  uint32_t *blocks;		/* of all of them, loop after loop */
  size_t n_blocks;
};

#define UNREACHED UINT32_MAX

/* What is needed to find them; all arrays have one element a block.  */
struct search
{
  const struct ghalt_graph *g;
  uint32_t n;			/* blocks */
  uint32_t *order;		/* reached blocks, each before those it dominates */
  uint32_t *place;		/* in ORDER, or UNREACHED */
  uint32_t n_order;
  uint32_t *above;		/* its immediate dominator */
  uint32_t *seen;		/* the loop that it was last added to, and 1 */
  uint32_t *inner;		/* the innermost loop that it is in */
  uint32_t *stack;
};

/* Number the blocks that ENTRY reaches in reverse postorder.  */
static void
find_order (struct search *s)
{
  uint32_t n, n_stack = 0, left = s->n;
  for (uint32_t i = 0; i < s->n; i++)
    s->place[i] = UNREACHED;
  /* Until they have a place, ABOVE is how many edges out were looked at.  */
  s->stack[n_stack++] = GHALT_BLOCK_ENTRY;
  s->place[GHALT_BLOCK_ENTRY] = 0;
  while (n_stack > 0)
    {
      uint32_t block = s->stack[n_stack - 1];
      struct ghalt_edge e;
      const uint32_t *out = ghalt_edges_out (s->g, block, &n);
      if (s->above[block] == n)
	{
	  s->order[--left] = block;
	  n_stack--;
	  continue;
	}
      ghalt_edge (s->g, out[s->above[block]++], &e);
      if (s->place[e.to] == UNREACHED)
	{
	  s->place[e.to] = 0;
	  s->stack[n_stack++] = e.to;
	}
    }
  s->n_order = s->n - left;
  for (uint32_t i = 0; i < s->n_order; i++)
    {
      s->order[i] = s->order[left + i];
      s->place[s->order[i]] = i;
    }
}

/* The nearest block that dominates A and B.  */
static uint32_t
meet (const struct search *s, uint32_t a, uint32_t b)
{
  while (a != b)
    if (s->place[a] > s->place[b])
      a = s->above[a];
    else
      b = s->above[b];
  return a;
}

static void
find_dominators (struct search *s)
{
  uint32_t n;
  struct ghalt_edge e;
  bool changed = true;
  for (uint32_t i = 0; i < s->n; i++)
    s->above[i] = UNREACHED;
  s->above[GHALT_BLOCK_ENTRY] = GHALT_BLOCK_ENTRY;
  while (changed)
    {
      changed = false;
      for (uint32_t i = 1; i < s->n_order; i++)
	{
	  uint32_t block = s->order[i], to = UNREACHED;
	  const uint32_t *in = ghalt_edges_in (s->g, block, &n);
	  for (uint32_t j = 0; j < n; j++)
	    {
	      ghalt_edge (s->g, in[j], &e);
	      if (s->above[e.from] != UNREACHED)
		to = to == UNREACHED ? e.from : meet (s, to, e.from);
	    }
	  changed |= s->above[block] != to;
	  s->above[block] = to;
	}
    }
}

/* Whether the edge E closes a loop: its end dominates its beginning.  */
static bool
closes (const struct search *s, const struct ghalt_edge *e)
{
  return s->place[e->from] != UNREACHED && meet (s, e->from, e->to) == e->to;
}

/* Add BLOCK to the loop NUMBER, the last one, if it is not in it.  */
static bool
add_block (struct search *s, struct ghalt_loops *l, uint32_t block,
	   struct fault *f)
{
  if (s->seen[block] == l->n || s->place[block] == UNREACHED)
    return true;
  if (!another (&l->blocks, l->n_blocks, sizeof *l->blocks, f))
    return false;
  l->blocks[l->n_blocks++] = block;
  l->list[l->n - 1].n_blocks++;
  s->seen[block] = l->n;
  s->inner[block] = l->n - 1;
  return true;
}

/* Add the loop whose head is HEAD, if there is one.  */
static bool
find_loop (struct search *s, struct ghalt_loops *l, uint32_t head,
	   struct fault *f)
{
  uint32_t n;
  struct ghalt_edge e;
  struct ghalt_block b;
  size_t first = l->n_blocks;
  const uint32_t *in = ghalt_edges_in (s->g, head, &n);
  bool found = false;
  for (uint32_t j = 0; j < n && !found; j++)
    found = ghalt_edge (s->g, in[j], &e) && closes (s, &e);
  if (!found)
    return true;
  if (!another (&l->list, l->n, sizeof *l->list, f))
    return false;
  ghalt_block (s->g, head, &b);
  struct ghalt_loop *loop = l->list + l->n++;
  uint32_t parent = s->inner[head];
  *loop = (struct ghalt_loop) {
    .head = head,
    .parent = parent,
    .depth = parent == GHALT_NO_LOOP ? 1 : l->list[parent].depth + 1,
    .count = b.count,
    .back = { .how = GHALT_MEASURED }
  };
  if (!add_block (s, l, head, f))
    return false;
  for (uint32_t j = 0; j < n; j++)
    if (ghalt_edge (s->g, in[j], &e) && closes (s, &e))
      {
	loop->back = ghalt_count_add (loop->back, e.count);
	if (!add_block (s, l, e.from, f))
	  return false;
      }
  /* All from which its end is reached without its head.  */
  for (size_t i = first + 1; i < l->n_blocks; i++)
    {
      in = ghalt_edges_in (s->g, l->blocks[i], &n);
      for (uint32_t j = 0; j < n; j++)
	if (!ghalt_edge (s->g, in[j], &e) || !add_block (s, l, e.from, f))
	  return false;
    }
  return true;
}

struct ghalt_loops *
ghalt_loops_open (const struct ghalt_graph *graph, struct ghalt_error **error)
{
  struct fault f;
  struct ghalt_loops *l = fresh (1, sizeof *l, &f);
  struct search s = { .g = graph, .n = ghalt_graph_blocks (graph) };
  uint32_t **const arrays[] = { &s.order, &s.place, &s.above,
				&s.seen,  &s.inner, &s.stack };
  bool ok = l;
  for (size_t i = 0; ok && i < sizeof arrays / sizeof *arrays; i++)
    ok = (*arrays[i] = fresh (s.n, sizeof **arrays[i], &f));
  if (ok)
    {
      find_order (&s);
      find_dominators (&s);
      for (uint32_t i = 0; i < s.n; i++)
	s.inner[i] = GHALT_NO_LOOP;
      for (uint32_t i = 0; ok && i < s.n_order; i++)
	ok = find_loop (&s, l, s.order[i], &f);
    }
  for (size_t i = 0; i < sizeof arrays / sizeof *arrays; i++)
    free (*arrays[i]);
  if (ok)
    {
      const uint32_t *blocks = l->blocks;
      for (uint32_t i = 0; i < l->n; blocks += l->list[i++].n_blocks)
	l->list[i].blocks = blocks;
      return l;
    }
  ghalt_loops_close (l);
  error_set (error, &f);
  return NULL;
}

int
ghalt_loop (const struct ghalt_loops *loops, uint32_t i,
	    struct ghalt_loop *loop)
{
  if (i >= loops->n)
    return 0;
  *loop = loops->list[i];
  return 1;
}

void
ghalt_loops_close (struct ghalt_loops *loops)
{
  if (!loops)
    return;
  FREE_ALL (loops->list, loops->blocks, loops);
}
