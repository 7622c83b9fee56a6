/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Path numbering: graphs whose numbers are known, and 100,000 random ones.  */

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "tests/graphs/graph.h"
#include "tests/unit/run.h"

#if defined __SANITIZE_ADDRESS__
#define GRAPHS 10000
#else
#define GRAPHS 120000
#endif

static void
test_random (void)
{
  struct covered covered = { 0 };
  for (uint64_t i = 0; i < GRAPHS; i++)
    {
      static const uint32_t most[8] = { 4, 5, 6, 7, 8, 10, 16, 60 };
      uint64_t state = (i + 1) * 0x9e3779b97f4a7c15ull;
      struct graph g;
      graph_make (&g, &state, most[i % 8]);
      const char *wrong = graph_check (&g, i, &covered);
      if (wrong)
	{
	  graph_shrink (&g, i);
	  wrong = graph_check (&g, i, &covered);
	  graph_print (&g);
	  printf ("graph %" PRIu64 ": %s\n", i, wrong ? wrong : "?");
	}
      graph_release (&g);
      CU_ASSERT_PTR_NULL_FATAL (wrong);
    }
  printf ("%" PRIu64 " graphs, %" PRIu64 " with all their paths, %" PRIu64
	  "; %" PRIu64 " walked; %" PRIu64 " reducible, %" PRIu64
	  " with several regions ", covered.graphs, covered.all, covered.paths,
	  covered.walked, covered.reducible, covered.cut);
  CU_ASSERT (covered.tails > 0 && covered.heads > 0 && covered.cut > 0);
}

static const CU_TestInfo tests[] = {
  { "random graphs", test_random },
  CU_TEST_INFO_NULL
};

int
main (void)
{
  return run_tests ("blpp", tests);
}
