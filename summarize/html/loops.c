/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The hottest loop of a function.  */

#include "summarize/report.h"
#include "summarize/site.h"

bool
site_find_loop (struct happened *h, const struct ghalt_graph *g,
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
	.block = l.head, .n = l.count.n, .entered = l.count.n - l.back.n
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
