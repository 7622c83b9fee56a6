/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What counts of paths say.  */

#include <errno.h>
#include <stdlib.h>

#include "base/order.h"
#include "blpp/graph.h"

static void
add_count (uint64_t *sums, uint32_t i, uint64_t n)
{
  if (sums)
    sums[i] = add_up_to_max (sums[i], n);
}

int
blpp_flow (const struct blpp *b, const struct blpp_count *counts, size_t n,
	   const struct blpp_sums *sums)
{
  struct blpp_path path = { 0 };
  int status = 0;
  for (size_t i = 0; status == 0 && i < n; i++)
    {
      status = blpp_path (b, counts[i].region, counts[i].id, &path);
      if (status < 0)
	break;
      for (uint32_t k = 0; k < path.n_edges; k++)
	add_count (sums->edges, path.edges[k], counts[i].n);
      for (uint32_t k = 0; k < path.n_blocks; k++)
	add_count (sums->blocks, path.blocks[k], counts[i].n);
      if (path.end == BLPP_END_EXIT)
	add_count (sums->exits, path.blocks[path.n_blocks - 1], counts[i].n);
    }
  blpp_path_release (&path);
  return status;
}

struct ranked
{
  uint64_t total;
  struct blpp_count count;
};

ORDER (compare_ranks, struct ranked,
       DOWN (total) ?: UP (count.region) ?: UP (count.id));

/* What all of C's executions cost.  */
static int
weigh (const struct blpp *b, const struct blpp_count *c, const uint64_t *cost,
       struct blpp_path *path, uint64_t *total)
{
  uint64_t sum = 0;
  if (blpp_path (b, c->region, c->id, path) < 0)
    return -1;
  for (uint32_t k = 0; k < path->n_blocks; k++)
    sum = add_up_to_max (sum, cost[path->blocks[k]]);
  *total = sum && c->n > UINT64_MAX / sum ? UINT64_MAX : sum * c->n;
  return 0;
}

int
blpp_sort (const struct blpp *b, struct blpp_count *counts, size_t n,
	   const uint64_t *cost, uint64_t *totals)
{
  struct ranked *all = blpp_zeroed (n, sizeof *all);
  struct blpp_path path = { 0 };
  int status = all ? 0 : -1;
  for (size_t i = 0; status == 0 && i < n; i++)
    {
      all[i].count = counts[i];
      status = weigh (b, counts + i, cost, &path, &all[i].total);
    }
  if (status == 0)
    {
      qsort (all, n, sizeof *all, compare_ranks);
      for (size_t i = 0; i < n; i++)
	{
	  counts[i] = all[i].count;
	  if (totals)
	    totals[i] = all[i].total;
	}
    }
  blpp_path_release (&path);
  free (all);
  return status;
}

size_t
blpp_cover (const uint64_t *totals, size_t n, unsigned percent)
{
  unsigned __int128 sum = 0, some = 0;
  for (size_t i = 0; i < n; i++)
    sum += totals[i];
  size_t k = 0;
  while (k < n && some * 100 < sum * percent)
    some += totals[k++];
  return k;
}
