/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Simple paths from each block are tried, and those that can be made longer at either end
   are left out.  What cannot be made longer at its end is the end of a prime path, and each
   of those has as many such ends as blocks at most: little is tried in vain.  */

#include <stdlib.h>
#include <string.h>
#include "cover/prime.h"

/* So many edges are tried.  */
#define WORK (UINT64_C (1) << 25)

/* Blocks that edges lead to, or come from.  */
struct ways
{
  uint32_t *first;		/* of each block, and of the one after the last: where its
				   own begin in LIST */
  uint32_t *list;		/* by number */
  uint32_t *reached;		/* by these ways last from the block with that number, + 1 */
};

/* The last block of the path, or of one that it is made from.  */
struct level
{
  uint32_t block;
  uint32_t next;		/* place of the way that is tried next */
  bool longer;			/* one can be taken */
};

struct search
{
  const struct prime_graph *graph;
  struct prime_paths *found;
  size_t most, room, block_room;
  struct ways out, in;
  bool *cut, *lone, *on;	/* ON the path */
  struct level *path;
  uint32_t length;
  uint32_t *queue;
  uint64_t work;
};

void
prime_cuts (const struct prime_graph *g, bool *cut)
{
  memset (cut, 0, g->n_blocks * sizeof *cut);
  for (uint32_t i = 0; i < g->n_edges; i++)
    if (g->edges[i].how != PRIME_STEP && g->edges[i].to < g->n_blocks)
      cut[g->edges[i].to] = true;
}

/* Whether paths may go by E.  */
static bool
is_step (const struct search *s, const struct prime_edge *e)
{
  return e->to < s->graph->n_blocks && !s->cut[e->to];
}

static int
compare (const void *a, const void *b)
{
  uint32_t x = *(const uint32_t *) a, y = *(const uint32_t *) b;
  return (x > y) - (x < y);
}

/* Fill W: where edges lead to; or, if they are taken BACK, where they come from.  */
static void
list_ways (const struct search *s, bool back, struct ways *w)
{
  const struct prime_graph *g = s->graph;
  for (int fill = 0; fill < 2; fill++)
    {
      for (uint32_t i = 0; i < g->n_edges; i++)
	if (is_step (s, g->edges + i))
	  {
	    const struct prime_edge *e = g->edges + i;
	    uint32_t from = back ? e->to : e->from, to = back ? e->from : e->to;
	    if (fill)
	      w->list[--w->first[from]] = to;
	    else
	      w->first[from]++;
	  }
      for (uint32_t b = 1; b <= g->n_blocks && !fill; b++)
	w->first[b] += w->first[b - 1];
    }
  for (uint32_t b = 0; b < g->n_blocks; b++)
    qsort (w->list + w->first[b], w->first[b + 1] - w->first[b],
	   sizeof *w->list, compare);
}

/* Mark the blocks that have an edge, and only abnormal ones.  */
static void
find_lone (struct search *s)
{
  const struct prime_graph *g = s->graph;
  for (uint32_t i = 0; i < g->n_edges; i++)
    s->lone[g->edges[i].from] = true;
  for (uint32_t i = 0; i < g->n_edges; i++)
    if (g->edges[i].how != PRIME_ABNORMAL)
      s->lone[g->edges[i].from] = false;
}

/* Mark what is reached from FIRST by W.  */
static void
reach (struct search *s, struct ways *w, uint32_t first)
{
  uint32_t n = 0;
  s->queue[n++] = first;
  w->reached[first] = first + 1;
  while (n > 0)
    {
      uint32_t b = s->queue[--n];
      for (uint32_t i = w->first[b]; i < w->first[b + 1]; i++, s->work++)
	if (w->reached[w->list[i]] != first + 1)
	  {
	    w->reached[w->list[i]] = first + 1;
	    s->queue[n++] = w->list[i];
	  }
    }
}

/* Add the path, with its first block at its end if it is a CYCLE.  False if there is no
   memory.  */
static bool
add_path (struct search *s, bool cycle)
{
  struct prime_paths *p = s->found;
  size_t n = s->length + cycle, at = p->starts[p->n];
  p->too_many |= p->n == s->most;
  if (p->too_many)
    return true;
  if (p->n + 1 == s->room)
    {
      size_t *more = realloc (p->starts, 2 * s->room * sizeof *more);
      if (!more)
	return false;
      p->starts = more;
      s->room *= 2;
    }
  if (at + n > s->block_room)
    {
      size_t room = 2 * (at + n);
      uint32_t *more = realloc (p->blocks, room * sizeof *more);
      if (!more)
	return false;
      p->blocks = more;
      s->block_room = room;
    }
  for (size_t i = 0; i < n; i++)
    p->blocks[at + i] = s->path[i % s->length].block;
  p->starts[++p->n] = at + n;
  return true;
}

/* Whether no block can come before the path.  */
static bool
begins (const struct search *s)
{
  uint32_t b = s->path[0].block;
  for (uint32_t i = s->in.first[b]; i < s->in.first[b + 1]; i++)
    if (!s->on[s->in.list[i]])
      return false;
  return true;
}

static void
enter (struct search *s, uint32_t b)
{
  s->path[s->length++] = (struct level) { b, s->out.first[b], false };
  s->on[b] = true;
}

/* Find the paths from block FIRST.  */
static bool
search_from (struct search *s, uint32_t first)
{
  bool cycles = false, others = true, good = true;
  reach (s, &s->out, first);
  reach (s, &s->in, first);
  for (uint32_t i = s->in.first[first]; i < s->in.first[first + 1]; i++)
    if (s->out.reached[s->in.list[i]] == first + 1)
      cycles = true;
    else
      /* This one comes before all paths that are no cycles.  */
      others = false;
  if (!cycles && (!others || (s->lone[first] && first > 0)))
    return true;
  enter (s, first);
  while (good && s->length > 0 && !s->found->too_many)
    {
      struct level *last = s->path + s->length - 1;
      if (last->next < s->out.first[last->block + 1])
	{
	  uint32_t b = s->out.list[last->next++];
	  bool cycle = b == first;
	  s->found->too_many |= s->work++ > WORK;
	  if (s->on[b] && !cycle)
	    continue;
	  last->longer = true;
	  if (cycle)
	    good = add_path (s, true);
	  else if (others || s->in.reached[b] == first + 1)
	    enter (s, b);
	  continue;
	}
      if (!last->longer && others && begins (s))
	good = add_path (s, false);
      s->on[last->block] = false;
      s->length--;
    }
  return good;
}

/* The part of *NUMBERS for ways; the next one is behind it.  */
static struct ways
take_ways (uint32_t **numbers, const struct prime_graph *g)
{
  uint32_t *first = *numbers, *list = first + g->n_blocks + 1;
  *numbers = list + g->n_edges + g->n_blocks;
  return (struct ways) { first, list, list + g->n_edges };
}

bool
prime_find (struct prime_paths *p, const struct prime_graph *g, size_t most)
{
  size_t n = g->n_blocks;
  struct search s = { .graph = g, .found = p, .most = most, .room = 16 };
  uint32_t *numbers = calloc (2 * (n + 1 + g->n_edges + n) + n, sizeof *numbers);
  bool *flags = calloc (3 * n + 1, sizeof *flags);
  *p = (struct prime_paths) { .starts = calloc (s.room, sizeof *p->starts) };
  s.path = malloc ((n + 1) * sizeof *s.path);
  bool good = numbers && flags && s.path && p->starts;
  if (good)
    {
      uint32_t *rest = numbers;
      s.out = take_ways (&rest, g);
      s.in = take_ways (&rest, g);
      s.queue = rest;
      s.cut = flags;
      s.lone = flags + n;
      s.on = flags + 2 * n;
      prime_cuts (g, s.cut);
      list_ways (&s, false, &s.out);
      list_ways (&s, true, &s.in);
      find_lone (&s);
    }
  for (uint32_t b = 0; good && !p->too_many && b < n; b++)
    good = search_from (&s, b);
  free (numbers);
  free (flags);
  free (s.path);
  if (!good || p->too_many)
    {
      bool too_many = p->too_many;
      prime_release (p);
      p->too_many = too_many;
    }
  return good;
}

void
prime_release (struct prime_paths *p)
{
  free (p->starts);
  free (p->blocks);
  *p = (struct prime_paths) { 0 };
}
