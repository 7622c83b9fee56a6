/* SPDX-License-Identifier: GPL-3.0-or-later */
/* How often control came to some blocks of a function, as gcov counts a line:
   what enters the blocks from elsewhere, and what goes around among them.

   The latter is found cycle by cycle.  From each block in turn, those before
   it left out, paths along edges with a count are followed until one comes
   back; the smallest count on it is how often that cycle was gone around, and
   is taken from all its edges.  A block from which no way led back is not
   tried again before one after it was freed (Johnson's algorithm).  Blocks
   are tried in the order in which they are listed, edges in that of their
   targets: where cycles share edges, the result depends on it.  */

#include <stdlib.h>
#include <string.h>
#include "summarize/solve/lines.h"

struct arc
{
  uint32_t from, to;		/* members, from 0 */
  uint64_t left;
};

/* Where the search stands: in block V, whose next edge is ARC.  */
struct frame
{
  uint32_t v, arc;
  bool found;
};

struct graph
{
  uint32_t n;			/* members */
  uint32_t *blocks;		/* their numbers, in their order */
  uint32_t *first;		/* arcs[first[v]] up to, without it, */
  struct arc *arcs;		/* arcs[first[v + 1]] */
  bool *dead;			/* on no cycle */
  bool *blocked;
  uint32_t *waiting;		/* from wait[v] on: n_waiting[v] that are */
  uint32_t *wait, *n_waiting;	/* freed with v, at most the arcs to it */
  uint32_t *work[2];		/* two numbers for each */
  struct frame *path;
  uint64_t around;
};

/* Make room for N members and as many ARCS.  Undone by release, also if it
   fails.  */
static bool
init_graph (struct graph *g, size_t n, size_t arcs, struct fault *f)
{
  uint32_t *room = fresh (6 * n + 1 + arcs, sizeof *room, f);
  *g = (struct graph) { .blocks = room,
			.arcs = fresh (arcs, sizeof *g->arcs, f),
			.dead = fresh (2 * n, sizeof *g->dead, f),
			.path = fresh (n + 1, sizeof *g->path, f) };
  if (!room || !g->arcs || !g->dead || !g->path)
    return false;
  g->blocked = g->dead + n;
  g->wait = room + n;
  g->n_waiting = room + 2 * n;
  g->work[0] = room + 3 * n;
  g->work[1] = room + 4 * n;
  g->first = room + 5 * n;
  g->waiting = room + 6 * n + 1;
  return true;
}

static void
release_graph (struct graph *g)
{
  FREE_ALL (g->blocks, g->arcs, g->dead, g->path);
}

static int
compare_targets (const void *a, const void *b, void *all)
{
  const struct halt_map_edge *edges = all;
  uint32_t i = *(const uint32_t *) a, k = *(const uint32_t *) b;
  if (edges[i].to != edges[k].to)
    return edges[i].to < edges[k].to ? -1 : 1;
  return i < k ? -1 : i > k;
}

const uint32_t *
line_edges (const struct flow *w, uint32_t block, uint32_t *n)
{
  uint32_t *list = w->scratch;
  *n = 0;
  for (uint32_t i = w->out.first[block]; i < w->out.first[block + 1]; i++)
    if (!(w->edges[w->out.edges[i]].flags & HALT_EDGE_ABNORMAL))
      list[(*n)++] = w->out.edges[i];
  if (*n > 1)
    qsort_r (list, *n, sizeof *list, compare_targets, (void *) w->edges);
  return list;
}

/* Forget members that no cycle can lead through, since nothing leads to them
   or from them.  Returns how many are left.  */
static uint32_t
prune (struct graph *g)
{
  uint32_t *in = g->work[0], *out = g->work[1];
  uint32_t left = g->n, n_arcs = g->first[g->n];
  bool changed = true;
  while (changed && left > 0)
    {
      changed = false;
      memset (in, 0, g->n * sizeof *in);
      memset (out, 0, g->n * sizeof *out);
      for (uint32_t i = 0; i < n_arcs; i++)
	{
	  const struct arc *a = g->arcs + i;
	  bool alive = a->left > 0 && !g->dead[a->from] && !g->dead[a->to];
	  in[a->to] += alive;
	  out[a->from] += alive;
	}
      for (uint32_t v = 0; v < g->n; v++)
	if (!g->dead[v] && (in[v] == 0 || out[v] == 0))
	  {
	    g->dead[v] = changed = true;
	    left--;
	  }
    }
  return left;
}

/* V may be tried again, and so may those that wait for it.  */
static void
unblock (struct graph *g, uint32_t v)
{
  uint32_t *work = g->work[0], n = 0;
  g->blocked[v] = false;
  work[n++] = v;
  while (n > 0)
    {
      uint32_t u = work[--n];
      for (uint32_t i = 0; i < g->n_waiting[u]; i++)
	{
	  uint32_t k = g->waiting[g->wait[u] + i];
	  if (g->blocked[k])
	    work[n++] = k;
	  g->blocked[k] = false;
	}
      g->n_waiting[u] = 0;
    }
}

/* V waits until U is freed.  */
static void
wait_for (struct graph *g, uint32_t v, uint32_t u)
{
  uint32_t *waiting = g->waiting + g->wait[u];
  for (uint32_t i = 0; i < g->n_waiting[u]; i++)
    if (waiting[i] == v)
      return;
  waiting[g->n_waiting[u]++] = v;
}

/* The path of N edges is a cycle: take its smallest count from each.  Returns
   the first edge that has none left then.  */
static uint32_t
go_around (struct graph *g, uint32_t n)
{
  uint64_t least = UINT64_MAX;
  uint32_t first = n;
  for (uint32_t i = 0; i < n; i++)
    if (g->arcs[g->path[i].arc].left < least)
      least = g->arcs[g->path[i].arc].left;
  for (uint32_t i = n; i-- > 0;)
    if ((g->arcs[g->path[i].arc].left -= least) == 0)
      first = i;
  g->around = add_counts (g->around, least);
  return first;
}

static bool
usable (const struct graph *g, const struct arc *a, uint32_t start)
{
  return g->blocks[a->to] >= g->blocks[start] && a->left > 0 && !g->dead[a->to];
}

/* Find the cycles through START that no earlier member is on.  */
static void
search_cycles (struct graph *g, uint32_t start)
{
  uint32_t depth = 1, used_up = UINT32_MAX;
  memset (g->blocked, 0, g->n * sizeof *g->blocked);
  memset (g->n_waiting, 0, g->n * sizeof *g->n_waiting);
  g->path[0] = (struct frame) { start, g->first[start], false };
  g->blocked[start] = true;
  while (depth > 0)
    {
      struct frame *f = g->path + depth - 1;
      if (used_up != UINT32_MAX && depth <= used_up + 1)
	used_up = UINT32_MAX;
      if (f->arc == g->first[f->v + 1])
	{
	  bool found = f->found;
	  if (found)
	    unblock (g, f->v);
	  for (uint32_t i = g->first[f->v]; !found && i < f->arc; i++)
	    if (usable (g, g->arcs + i, start))
	      wait_for (g, f->v, g->arcs[i].to);
	  if (--depth > 0)
	    {
	      g->path[depth - 1].found |= found;
	      g->path[depth - 1].arc++;
	    }
	  continue;
	}
      const struct arc *a = g->arcs + f->arc;
      if (usable (g, a, start) && a->to == start)
	{
	  uint32_t first = go_around (g, depth);
	  used_up = first < used_up ? first : used_up;
	  f->found = true;
	}
      else if (usable (g, a, start) && used_up == UINT32_MAX
	       && !g->blocked[a->to])
	{
	  g->blocked[a->to] = true;
	  g->path[depth++] = (struct frame) { a->to, g->first[a->to], false };
	  continue;
	}
      f->arc++;
    }
}

/* The cycles of G.  LIST: where to begin, N blocks.  */
static void
search_all (struct graph *g, const uint32_t *list, size_t n,
	    const uint32_t *member)
{
  if (prune (g) == 0)
    return;
  for (uint32_t i = 0; i < g->first[g->n]; i++)
    if (g->arcs[i].to + 1 < g->n)
      g->wait[g->arcs[i].to + 1]++;
  for (uint32_t v = 1; v < g->n; v++)
    g->wait[v] += g->wait[v - 1];
  for (size_t i = 0; i < n; i++)
    if (!g->dead[member[list[i]] - 1])
      search_cycles (g, member[list[i]] - 1);
}

/* List the arcs between the members of G.  Returns the least certain of their
   counts.  */
static struct ghalt_count
list_arcs (struct graph *g, const struct flow *w, const uint32_t *member)
{
  struct ghalt_count least = { .how = GHALT_MEASURED };
  uint32_t n, n_arcs = 0;
  for (uint32_t v = 0; v < g->n; v++)
    {
      g->first[v] = n_arcs;
      const uint32_t *list = line_edges (w, g->blocks[v], &n);
      for (uint32_t i = 0; i < n; i++)
	{
	  uint32_t to = member[w->edges[list[i]].to];
	  if (to == 0)
	    continue;
	  const struct ghalt_count *c = w->edge_counts + list[i];
	  g->arcs[n_arcs++] = (struct arc) { v, to - 1, c->n };
	  least = c->how < least.how ? *c : least;
	}
    }
  g->first[g->n] = n_arcs;
  least.n = 0;
  return least;
}

/* How often control came to BLOCK, whose count has stopped, by edges that no arc is
   of.  */
static struct ghalt_count
come_by_edges (const struct flow *w, uint32_t block, const uint32_t *member)
{
  struct ghalt_count sum = { .how = GHALT_MEASURED };
  for (uint32_t i = w->in.first[block]; i < w->in.first[block + 1]; i++)
    {
      uint32_t edge = w->in.edges[i];
      if (!member[w->edges[edge].from]
	  || w->edges[edge].flags & HALT_EDGE_ABNORMAL)
	sum = ghalt_count_add (sum, w->edge_counts[edge]);
    }
  return w->in.first[block] < w->in.first[block + 1]
	   ? sum
	   : w->block_counts[block];
}

/* How often control came to the N blocks in LIST from others than those.  A block that
   is listed twice counts twice.  The sums on the way may not fit into 64 bits.  */
static struct ghalt_count
come_from_elsewhere (const struct graph *g, const struct flow *w,
		     const uint32_t *list, size_t n, const uint32_t *member)
{
  struct ghalt_count c = { .how = GHALT_MEASURED };
  __int128 sum = 0;
  uint32_t *times = g->work[0];
  bool *stopped = g->blocked;
  for (size_t i = 0; i < n; i++)
    {
      uint32_t v = member[list[i]] - 1;
      times[v]++;
      stopped[v] = w->block_counts[list[i]].n == UINT64_MAX;
      if (stopped[v])
	c = ghalt_count_add (c, come_by_edges (w, list[i], member));
      else
	sum += w->block_counts[list[i]].n;
    }
  for (uint32_t i = 0; i < g->first[g->n]; i++)
    if (!stopped[g->arcs[i].to])
      sum -= (__int128) g->arcs[i].left * times[g->arcs[i].to];
  if (sum > 0 && c.how != GHALT_UNKNOWN)
    c.n = add_counts (c.n, sum > UINT64_MAX ? UINT64_MAX : (uint64_t) sum);
  return c;
}

bool
line_graph (struct ghalt_count *sum, const struct flow *w, const uint32_t *list,
	    size_t n, uint32_t *member, struct fault *f)
{
  struct graph g;
  size_t n_arcs = 0;
  for (size_t i = 0; i < n; i++)
    n_arcs += w->out.first[list[i] + 1] - w->out.first[list[i]];
  *sum = (struct ghalt_count) { .how = GHALT_MEASURED };
  if (!init_graph (&g, n, n_arcs, f))
    {
      release_graph (&g);
      return false;
    }
  for (size_t i = 0; i < n; i++)
    {
      *sum = ghalt_count_add (*sum, w->block_counts[list[i]]);
      if (member[list[i]] == 0)
	{
	  g.blocks[g.n++] = list[i];
	  member[list[i]] = g.n;
	}
    }
  struct ghalt_count arcs = list_arcs (&g, w, member);
  if (g.first[g.n] > 0)
    *sum = ghalt_count_add (*sum, arcs);
  if (sum->how != GHALT_UNKNOWN && g.first[g.n] > 0)
    {
      struct ghalt_count outer = come_from_elsewhere (&g, w, list, n, member);
      search_all (&g, list, n, member);
      sum->n = g.around;
      *sum = ghalt_count_add (*sum, outer);
    }
  for (size_t i = 0; i < n; i++)
    member[list[i]] = 0;
  release_graph (&g);
  return true;
}
