/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The hottest loop of a function.  */

#include "report/report.h"
#include "report/html/website.h"

/* All blocks that were executed were as often as the function, and each leads to one
   other: there is one way, and it ends.  Whether the last call returns does not matter.  */
bool
website_is_even (const struct ghalt_graph *g)
{
  struct ghalt_block entry, b;
  struct ghalt_edge e;
  ghalt_block (g, GHALT_BLOCK_ENTRY, &entry);
  for (uint32_t i = GHALT_BLOCK_FIRST; ghalt_block (g, i, &b); i++)
    {
      uint32_t n, ways = 0;
      const uint32_t *out = ghalt_edges_out (g, i, &n);
      if (b.count.how == GHALT_UNKNOWN
	  || (b.count.n > 0 && b.count.n != entry.count.n))
	return false;
      for (uint32_t k = 0; k < n; k++)
	{
	  ghalt_edge (g, out[k], &e);
	  ways += e.count.how == GHALT_UNKNOWN || e.count.n > 0;
	}
      if (b.count.n > 0 && ways > 1)
	return false;
    }
  return entry.count.how != GHALT_UNKNOWN;
}

bool
website_find_loop (struct totals *h, const struct ghalt_graph *g,
		   struct fault *f)
{
  struct ghalt_error *error = NULL;
  struct ghalt_loops *loops = ghalt_loops_open (g, &error);
  struct ghalt_loop l;
  struct ghalt_place at;
  if (!loops)
    return take_error (f, error);
  for (uint32_t i = 0; ghalt_loop (loops, i, &l); i++)
    {
      if (l.back.how == GHALT_UNKNOWN || l.count.how == GHALT_UNKNOWN
	  || l.back.n == 0 || l.back.n > l.count.n || l.count.n <= h->loop.n)
	continue;
      h->loop = (struct loop) {
	.block = l.head,
	.n = l.count.n,
	.entered = l.count.n == UINT64_MAX ? 0 : l.count.n - l.back.n
      };
      if (ghalt_block_place (g, l.head, &at))
	{
	  h->loop.file = at.file;
	  h->loop.line = at.line;
	}
    }
  ghalt_loops_close (loops);
  return true;
}
