/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The hottest loop of a function.  */

#include <stdlib.h>
#include "summarize/site.h"

/* A walk through a graph, without recursion: functions can have very many blocks.  */
struct walk
{
  const struct ghalt_graph *g;
  struct place_in
  {
    uint32_t next;		/* of the edges out of the block */
    enum
    {
      FRESH,
      ACTIVE,
      DONE
    } state;
    struct ghalt_count back;	/* of the edges that close a loop here */
  } * blocks;
  uint32_t *path, n_path;
};

static void
enter (struct walk *w, uint32_t block)
{
  w->blocks[block].state = ACTIVE;
  w->path[w->n_path++] = block;
}

/* Find the edges that lead back to a block that the way to them went through.  */
static void
walk (struct walk *w)
{
  struct ghalt_edge e;
  enter (w, GHALT_BLOCK_ENTRY);
  while (w->n_path > 0)
    {
      uint32_t n;
      struct place_in *b = w->blocks + w->path[w->n_path - 1];
      const uint32_t *out = ghalt_edges_out (w->g, w->path[w->n_path - 1], &n);
      if (b->next == n)
	{
	  b->state = DONE;
	  w->n_path--;
	  continue;
	}
      ghalt_edge (w->g, out[b->next++], &e);
      struct place_in *to = w->blocks + e.to;
      if (to->state == FRESH)
	enter (w, e.to);
      else if (to->state == ACTIVE)
	to->back = ghalt_count_add (to->back, e.count);
    }
}

bool
site_find_loop (struct happened *h, const struct ghalt_graph *g,
		struct fault *f)
{
  uint32_t n = ghalt_graph_blocks (g);
  struct walk w = { .g = g };
  struct ghalt_block b;
  w.blocks = fresh (n, sizeof *w.blocks, f);
  w.path = fresh (n, sizeof *w.path, f);
  bool ok = w.blocks && w.path;
  for (uint32_t i = 0; ok && i < n; i++)
    w.blocks[i].back = (struct ghalt_count) { .how = GHALT_MEASURED };
  if (ok)
    walk (&w);
  for (uint32_t i = GHALT_BLOCK_FIRST; ok && ghalt_block (g, i, &b); i++)
    {
      const struct ghalt_count *back = &w.blocks[i].back;
      struct ghalt_place at;
      if (back->how == GHALT_UNKNOWN || b.count.how == GHALT_UNKNOWN
	  || back->n == 0 || back->n > b.count.n || b.count.n <= h->loop.n)
	continue;
      h->loop = (struct loop) {
	.block = i, .n = b.count.n, .entered = b.count.n - back->n
      };
      if (ghalt_block_place (g, i, &at))
	{
	  h->loop.file = at.file;
	  h->loop.line = at.line;
	}
    }
  free (w.blocks);
  free (w.path);
  return ok;
}
