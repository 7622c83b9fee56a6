/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What follows from the counts of branches.  */

#include "tests/unit/no_memory.h"
#include "tests/unit/summarize.h"

#define FALL HALT_EDGE_FALL
#define TAKEN HALT_EDGE_TAKEN
#define JUMP HALT_EDGE_JUMP
#define RETURN HALT_EDGE_RETURN

/* Expect edge or block I to have N.  */
static void
expect (const struct ghalt_count *counts, uint32_t i, uint64_t n,
	enum ghalt_how how)
{
  CU_ASSERT_EQUAL (counts[i].how, how);
  CU_ASSERT_EQUAL (counts[i].n, n);
}

static void
test_diamond (void)
{
  static const struct halt_map_edge edges[] = {
    { 0, 2, FALL, 0 }, { 2, 3, FALL, 0 }, { 2, 4, TAKEN, 0 },
    { 3, 5, JUMP, 0 }, { 4, 5, FALL, 0 }, { 5, 1, RETURN, 0 }
  };
  struct flow w;
  flow_init (&w, 6, LENGTH (edges), edges, NULL, &no_fault);
  flow_branch (&w, 2, 30, 12);
  flow_solve (&w, &no_fault);
  expect (w.edge_counts, 0, 42, GHALT_DERIVED);
  expect (w.edge_counts, 1, 30, GHALT_MEASURED);
  expect (w.edge_counts, 2, 12, GHALT_MEASURED);
  expect (w.edge_counts, 3, 30, GHALT_DERIVED);
  expect (w.edge_counts, 4, 12, GHALT_DERIVED);
  expect (w.edge_counts, 5, 42, GHALT_DERIVED);
  expect (w.block_counts, 0, 42, GHALT_DERIVED);
  expect (w.block_counts, 1, 42, GHALT_DERIVED);
  expect (w.block_counts, 2, 42, GHALT_DERIVED);
  expect (w.losses, 2, 0, GHALT_DERIVED);
  expect (w.block_counts, 3, 30, GHALT_DERIVED);
  flow_release (&w);
}

/* 2 -> 3, 3 branches to itself or on to 4, which does not return.  */
static const struct halt_map_edge loop[] = {
  { 0, 2, FALL, 0 }, { 2, 3, FALL, 0 }, { 3, 3, TAKEN, 0 }, { 3, 4, FALL, 0 }
};

static void
test_loop (void)
{
  struct flow w;
  flow_init (&w, 5, LENGTH (loop), loop, NULL, &no_fault);
  flow_branch (&w, 3, 1, 99);
  flow_solve (&w, &no_fault);
  expect (w.block_counts, 3, 100, GHALT_DERIVED);
  expect (w.edge_counts, 1, 1, GHALT_DERIVED);
  expect (w.edge_counts, 0, 1, GHALT_DERIVED);
  expect (w.block_counts, 4, 1, GHALT_DERIVED);
  expect (w.block_counts, 1, 0, GHALT_DERIVED);
  expect (w.losses, 4, 1, GHALT_DERIVED);
  flow_release (&w);
}

static void
test_nothing_known (void)
{
  struct flow w;
  flow_init (&w, 5, LENGTH (loop), loop, NULL, &no_fault);
  flow_solve (&w, &no_fault);
  for (uint32_t i = 0; i < w.n_blocks; i++)
    CU_ASSERT_EQUAL (w.block_counts[i].how,
		     i == HALT_BLOCK_EXIT ? GHALT_DERIVED : GHALT_UNKNOWN);
  flow_release (&w);
  flow_init (&w, 2, 0, NULL, NULL, &no_fault);
  flow_solve (&w, &no_fault);
  flow_release (&w);
}

/* A block that is never executed has only edges that never are.  */
static void
test_zero (void)
{
  static const struct halt_map_edge edges[] = {
    { 0, 2, FALL, 0 }, { 2, 3, FALL, 0 }, { 2, 5, TAKEN, 0 },
    { 3, 4, HALT_EDGE_INDEX, 0 }, { 3, 5, HALT_EDGE_INDEX, 1 },
    { 4, 5, FALL, 0 }, { 5, 1, RETURN, 0 }
  };
  struct flow w;
  flow_init (&w, 6, LENGTH (edges), edges, NULL, &no_fault);
  flow_branch (&w, 2, 0, 7);
  flow_solve (&w, &no_fault);
  expect (w.edge_counts, 3, 0, GHALT_DERIVED);
  expect (w.edge_counts, 4, 0, GHALT_DERIVED);
  expect (w.edge_counts, 5, 0, GHALT_DERIVED);
  expect (w.edge_counts, 6, 7, GHALT_DERIVED);
  flow_release (&w);

  /* With 5 there is no telling which entry was used.  */
  flow_init (&w, 6, LENGTH (edges), edges, NULL, &no_fault);
  flow_branch (&w, 2, 5, 7);
  flow_solve (&w, &no_fault);
  expect (w.block_counts, 3, 5, GHALT_DERIVED);
  CU_ASSERT_EQUAL (w.edge_counts[3].how, GHALT_UNKNOWN);
  CU_ASSERT_EQUAL (w.edge_counts[5].how, GHALT_UNKNOWN);
  flow_release (&w);
}

/* Two measured branches that cannot both be right.  */
static bool
contradict (struct flow *w, struct fault *f)
{
  static const struct halt_map_edge edges[] = {
    { 0, 2, FALL, 0 }, { 2, 3, FALL, 0 }, { 2, 4, TAKEN, 0 },
    { 5, 3, JUMP, 0 }, { 3, 4, FALL, 0 }, { 3, 1, TAKEN, 0 },
    { 4, 1, RETURN, 0 }
  };
  if (!flow_init (w, 6, LENGTH (edges), edges, NULL, f))
    return false;
  flow_branch (w, 2, 10, 0);
  flow_branch (w, 3, 4, 4);
  return flow_solve (w, f);
}

/* Never negative.  */
static void
test_negative (void)
{
  struct flow w;
  contradict (&w, &no_fault);
  expect (w.edge_counts, 1, 10, GHALT_MEASURED);
  CU_ASSERT_EQUAL (w.edge_counts[3].how, GHALT_UNKNOWN);
  CU_ASSERT_EQUAL (w.block_counts[5].how, GHALT_UNKNOWN);
  CU_ASSERT_TRUE (w.conflict);
  CU_ASSERT_EQUAL (w.conflict_at, 3);
  CU_ASSERT_EQUAL (w.losses[3].why, REASON_CONFLICT);
  expect (w.edge_counts, 6, 4, GHALT_DERIVED);
  flow_release (&w);
}

/* One allocation after the other fails.  */
static void
test_no_memory (void)
{
  long n = 0;
  for (bool failed = true; failed; n++)
    {
      struct fault f = { "" };
      struct flow w;
      allocations = n;
      bool ok = contradict (&w, &f);
      failed = allocations < 0;
      allocations = -1;
      CU_ASSERT_EQUAL (ok, !failed);
      CU_ASSERT_STRING_EQUAL (f.text, failed ? "out of memory" : "");
      flow_release (&w);
    }
  CU_ASSERT_TRUE (n > 20);
}

static void
test_overflow (void)
{
  static const struct halt_map_edge edges[] = {
    { 0, 2, FALL, 0 }, { 2, 3, FALL, 0 }, { 2, 3, TAKEN, 0 },
    { 3, 4, FALL, 0 }, { 3, 5, TAKEN, 0 }, { 4, 1, RETURN, 0 },
    { 5, 1, RETURN, 0 }
  };
  struct flow w;
  char text[100];
  flow_init (&w, 6, LENGTH (edges), edges, NULL, &no_fault);
  flow_branch (&w, 2, UINT64_MAX, 2);
  flow_branch (&w, 3, 2, UINT64_MAX);
  flow_solve (&w, &no_fault);
  expect (w.edge_counts, 1, UINT64_MAX, GHALT_MEASURED);
  expect (w.edge_counts, 5, 2, GHALT_DERIVED);
  expect (w.edge_counts, 6, UINT64_MAX, GHALT_DERIVED);
  expect (w.block_counts, 3, UINT64_MAX, GHALT_DERIVED);
  expect (w.block_counts, 5, UINT64_MAX, GHALT_DERIVED);
  CU_ASSERT_FALSE (w.conflict);
  flow_release (&w);

  /* What is left of a counter that has stopped is not known.  */
  flow_init (&w, 6, LENGTH (edges), edges, NULL, &no_fault);
  flow_block (&w, 3, UINT64_MAX);
  flow_edge (&w, 3, 7);
  flow_solve (&w, &no_fault);
  expect (w.block_counts, 3, UINT64_MAX, GHALT_MEASURED);
  expect (w.block_counts, 4, 7, GHALT_DERIVED);
  expect (w.block_counts, 5, 0, GHALT_UNKNOWN);
  flow_reason (text, sizeof text, &w, w.block_counts + 5);
  CU_ASSERT_STRING_EQUAL (text, "more than 64 bits");
  flow_release (&w);
}

/* Two edges with one index: the table tells their sum.  */
static void
test_table (void)
{
  static const struct halt_map_edge edges[] = {
    { 0, 2, FALL, 0 }, { 2, 3, HALT_EDGE_INDEX, 5 },
    { 2, 1, HALT_EDGE_INDEX, 0 }, { 2, 1, HALT_EDGE_INDEX, 5 },
    { 2, 3, HALT_EDGE_INDEX, 9 }, { 3, 1, RETURN, 0 }
  };
  static const uint64_t rows[] = { 1, 0, 4, 1, 5, 6, 1, 7, 1, 1, 9, 2 };
  struct flow w;
  flow_init (&w, 4, LENGTH (edges), edges, NULL, &no_fault);
  flow_table (&w, 2, rows, LENGTH (rows) / 3, false);
  flow_solve (&w, &no_fault);
  expect (w.block_counts, 2, 12, GHALT_DERIVED);
  CU_ASSERT_EQUAL (w.edge_counts[1].how, GHALT_UNKNOWN);
  CU_ASSERT_EQUAL (w.edge_counts[3].how, GHALT_UNKNOWN);
  expect (w.edge_counts, 2, 4, GHALT_MEASURED);
  expect (w.edge_counts, 4, 2, GHALT_MEASURED);
  flow_release (&w);

  /* The block at one of them tells both.  */
  flow_init (&w, 4, LENGTH (edges), edges, NULL, &no_fault);
  flow_table (&w, 2, rows, LENGTH (rows) / 3, false);
  flow_block (&w, 3, 7);
  flow_solve (&w, &no_fault);
  expect (w.edge_counts, 1, 5, GHALT_DERIVED);
  expect (w.edge_counts, 3, 1, GHALT_DERIVED);
  flow_release (&w);

  /* By target: 0 and 5 lead to block 1, 5 and 9 to block 3.  */
  flow_init (&w, 4, LENGTH (edges), edges, NULL, &no_fault);
  flow_table (&w, 2, rows, LENGTH (rows) / 3, true);
  flow_block (&w, 3, 8);
  flow_solve (&w, &no_fault);
  CU_ASSERT_EQUAL (w.edge_counts[1].how, GHALT_UNKNOWN);
  CU_ASSERT_EQUAL (w.edge_counts[2].how, GHALT_UNKNOWN);
  expect (w.block_counts, 2, 18, GHALT_DERIVED);
  flow_release (&w);

  /* Never executed.  */
  flow_init (&w, 4, LENGTH (edges), edges, NULL, &no_fault);
  flow_table (&w, 2, NULL, 0, false);
  flow_solve (&w, &no_fault);
  expect (w.block_counts, 2, 0, GHALT_DERIVED);
  expect (w.edge_counts, 1, 0, GHALT_DERIVED);
  expect (w.edge_counts, 4, 0, GHALT_MEASURED);
  flow_release (&w);
}

static void
test_exceptions (void)
{
  static const struct halt_map_edge edges[] = {
    { 0, 2, FALL, 0 }, { 2, 3, FALL, 0 }, { 2, 4, TAKEN, 0 },
    { 3, 4, HALT_EDGE_EH, 0 }, { 3, 1, RETURN, 0 }, { 4, 1, RETURN, 0 }
  };
  struct flow w;
  flow_init (&w, 5, LENGTH (edges), edges, NULL, &no_fault);
  flow_branch (&w, 2, 3, 4);
  flow_solve (&w, &no_fault);
  expect (w.edge_counts, 1, 3, GHALT_MEASURED);
  expect (w.edge_counts, 2, 4, GHALT_MEASURED);
  expect (w.edge_counts, 0, 7, GHALT_DERIVED);
  CU_ASSERT_EQUAL (w.edge_counts[3].why, REASON_EXCEPTION);
  CU_ASSERT_EQUAL (w.edge_counts[3].at, 3);
  CU_ASSERT_EQUAL (w.edge_counts[4].why, REASON_EXCEPTION);
  CU_ASSERT_EQUAL (w.edge_counts[5].how, GHALT_UNKNOWN);
  expect (w.block_counts, 1, 7, GHALT_DERIVED);
  flow_release (&w);
}

/* Two taken edges: the branch tells their sum.  One edge for both ways: it
   has all.  */
static void
test_ambiguous (void)
{
  static const struct halt_map_edge edges[] = {
    { 0, 2, FALL, 0 }, { 2, 3, TAKEN, 0 }, { 2, 1, TAKEN, 0 },
    { 2, 1, FALL, 0 }, { 3, 1, FALL, 0 }
  };
  struct flow w;
  flow_init (&w, 4, LENGTH (edges), edges, NULL, &no_fault);
  flow_branch (&w, 2, 3, 4);
  flow_branch (&w, 3, 1, 1);
  flow_solve (&w, &no_fault);
  expect (w.block_counts, 2, 7, GHALT_DERIVED);
  expect (w.edge_counts, 4, 2, GHALT_MEASURED);
  expect (w.edge_counts, 1, 2, GHALT_DERIVED);
  expect (w.edge_counts, 2, 2, GHALT_DERIVED);
  expect (w.edge_counts, 3, 3, GHALT_MEASURED);
  flow_release (&w);
}

/* Put the counts of the entries of BLOCK's table, three edges, into W.  */
static void
table (struct flow *w, uint32_t block, const uint64_t *counts)
{
  uint64_t rows[9], n = 0;
  for (uint64_t k = 0; k < 3; k++)
    if (counts[k])
      {
	rows[3 * n] = 7;
	rows[3 * n + 1] = k;
	rows[3 * n++ + 2] = counts[k];
      }
  flow_table (w, block, n ? rows : NULL, n, false);
}

/* Random walks through random graphs: whatever is derived is what happened.
   Every block with two edges is a branch, those with three edges have a table,
   and some of all that, and of blocks and entries, is recorded.  */
static void
walk (uint64_t recorded)
{
  struct halt_map_edge edges[64];
  uint64_t truth[64] = { 0 };
  uint32_t n_blocks = (uint32_t) (next_random () % 16 + 4), n = 0, first[32];
  edges[n++] = (struct halt_map_edge) { 0, 2, FALL, 0 };
  for (uint32_t b = 2; b < n_blocks; b++)
    {
      static const uint32_t kinds[] = { FALL, TAKEN, HALT_EDGE_INDEX };
      uint32_t out = (uint32_t) (next_random () % 3 + 1);
      first[b] = n;
      for (uint32_t k = 0; k < out; k++)
	{
	  uint32_t to = (uint32_t) (next_random () % (n_blocks - 1) + 1);
	  edges[n++] = (struct halt_map_edge) {
	    b, k == 0 && b + 1 == n_blocks ? 1 : to,
	    out == 3 ? HALT_EDGE_INDEX : kinds[k], k
	  };
	}
    }
  first[n_blocks] = n;
  for (int run = 0; run < 10; run++)
    {
      uint64_t steps = 0, trail[1000];
      uint32_t at = 0, block = 2;
      trail[steps++] = 0;
      while (block != 1 && steps < LENGTH (trail))
	{
	  at = first[block] + (uint32_t) (next_random ()
					  % (first[block + 1] - first[block]));
	  trail[steps++] = at;
	  block = edges[at].to;
	}
      while (block == 1 && steps > 0)
	truth[trail[--steps]]++;
    }

  struct flow w;
  flow_init (&w, n_blocks, n, edges, NULL, &no_fault);
  for (uint32_t b = 2; b < n_blocks && (recorded & 1); b++)
    if (next_random () % 2)
      {
	uint64_t sum = 0;
	for (uint32_t i = first[b]; i < first[b + 1]; i++)
	  sum += truth[i];
	flow_block (&w, b, sum);
      }
  for (uint32_t b = 2; b < n_blocks; b++)
    if (first[b + 1] - first[b] == 2 && (recorded & 2))
      flow_branch (&w, b, truth[first[b]], truth[first[b] + 1]);
    else if (first[b + 1] - first[b] == 3 && (recorded & 4))
      table (&w, b, truth + first[b]);
  if (recorded & 8)
    flow_block (&w, HALT_BLOCK_ENTRY, truth[0]);
  flow_solve (&w, &no_fault);
  for (uint32_t i = 0; i < n; i++)
    if (w.edge_counts[i].how != GHALT_UNKNOWN)
      CU_ASSERT_EQUAL (w.edge_counts[i].n, truth[i]);
  /* With entries, branches and tables every edge is known that was crossed,
     unless there are blocks that nothing leads to: nobody knows how often.  */
  bool reached = true;
  for (uint32_t b = 2; b < n_blocks; b++)
    reached &= w.in.first[b + 1] > w.in.first[b];
  for (uint32_t i = 0; i < n && reached && (recorded & 14) == 14; i++)
    CU_ASSERT_TRUE (w.edge_counts[i].how != GHALT_UNKNOWN || truth[i] == 0);
  for (uint32_t b = 2; b < n_blocks; b++)
    {
      uint64_t sum = 0;
      for (uint32_t i = first[b]; i < first[b + 1]; i++)
	sum += truth[i];
      if (w.block_counts[b].how != GHALT_UNKNOWN)
	CU_ASSERT_EQUAL (w.block_counts[b].n, sum);
    }
  flow_release (&w);
}

static void
test_random (void)
{
  for (uint64_t i = 0; i < 4000; i++)
    walk (i % 16);
}

static const CU_TestInfo tests[] = {
  { "diamond", test_diamond },
  { "loop and no return", test_loop },
  { "nothing known", test_nothing_known },
  { "zero", test_zero },
  { "never negative", test_negative },
  { "no memory", test_no_memory },
  { "overflow", test_overflow },
  { "table", test_table },
  { "exceptions", test_exceptions },
  { "ambiguous branch", test_ambiguous },
  { "random graphs", test_random },
  CU_TEST_INFO_NULL
};

int
main (void)
{
  return run_tests ("flow", tests);
}
