/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Path numbering of graphs whose numbers are known: the paper's, the manual's,
   the largest; and whether no tree is cheaper.  */

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "blpp/graph.h"
#include "tests/unit/run.h"

static struct blpp *
number_graph (uint32_t n, const struct blpp_edge *edges, uint32_t m,
	      uint64_t limit)
{
  struct blpp_cfg cfg = { n, m, 0, 1, edges, NULL };
  return blpp_new (&cfg, limit);
}

#define NUMBER(n, edges) \
  number_graph (n, edges, sizeof edges / sizeof *edges, BLPP_MAX_PATHS)

/* The path's blocks as letters, and how it ends.  */
static const char *
letters (const struct blpp *b, uint32_t region, uint64_t id)
{
  static char text[80];
  struct blpp_path p = { 0 };
  if (blpp_path (b, region, id, &p) < 0)
    return "none";
  uint32_t n = 0;
  for (; n < p.n_blocks; n++)
    text[n] = 'A' + p.blocks[n];
  if (p.end == BLPP_END_EDGE)
    {
      text[n++] = '>';
      text[n++] = 'A' + blpp_edge (b, p.edges[p.n_edges - 1])->to;
    }
  text[n] = 0;
  blpp_path_release (&p);
  return text;
}

/* Figures 1 and 5 of the paper.  */
static void
test_paper (void)
{
  enum { A, B, C, D, E, F };
  static const struct blpp_edge edges[] = {
    { A, C, 0, 1 }, { A, B, 0, 1 }, { B, C, 0, 1 }, { B, D, 0, 1 },
    { C, D, 0, 1 }, { D, F, 0, 1 }, { D, E, 0, 1 }, { E, F, 0, 1 }
  };
  static const char *const paths[] = {
    "ACDF", "ACDEF", "ABCDF", "ABCDEF", "ABDF", "ABDEF"
  };
  static const uint64_t ways[] = { 6, 4, 2, 2, 1, 1 };
  struct blpp *b = NUMBER (6, edges);
  CU_ASSERT_PTR_NOT_NULL_FATAL (b);
  CU_ASSERT_EQUAL (blpp_n_regions (b), 1);
  CU_ASSERT_EQUAL_FATAL (blpp_n_paths (b, 0), 6);
  for (uint64_t i = 0; i < 6; i++)
    {
      CU_ASSERT_STRING_EQUAL (letters (b, 0, i), paths[i]);
      CU_ASSERT_EQUAL (blpp_n_ways (b, i), ways[i]);
    }
  CU_ASSERT_STRING_EQUAL (letters (b, 0, 6), "none");
  CU_ASSERT_STRING_EQUAL (letters (b, 1, 0), "none");
  blpp_free (b);
}

/* The manual's example: if (..) A else B; if (C) D else E.  Edges A-C, B-C,
   C-D and C-E are executed equally often in both profiles; paths are not.  */
static void
test_manual (void)
{
  enum { IF, A, B, C, D, E, END };
  static const struct blpp_edge edges[] = {
    { IF, A, 0, 1 }, { IF, B, 0, 1 }, { A, C, 0, 1 }, { B, C, 0, 1 },
    { C, D, 0, 1 }, { C, E, 0, 1 }, { D, END, 0, 1 }, { E, END, 0, 1 }
  };
  struct blpp *b = NUMBER (7, edges);
  CU_ASSERT_PTR_NOT_NULL_FATAL (b);
  CU_ASSERT_EQUAL_FATAL (blpp_n_paths (b, 0), 4);
  static const struct blpp_count all[][4] = {
    { { 0, 0, 50 }, { 0, 1, 50 }, { 0, 2, 50 }, { 0, 3, 50 } },
    { { 0, 0, 5 }, { 0, 1, 95 }, { 0, 2, 95 }, { 0, 3, 5 } }
  };
  uint64_t flow[2][8] = { { 0 } };
  for (int i = 0; i < 2; i++)
    {
      struct blpp_sums sums = { .edges = flow[i] };
      CU_ASSERT_EQUAL (blpp_flow (b, all[i], 4, &sums), 0);
    }
  CU_ASSERT_EQUAL (memcmp (flow[0], flow[1], sizeof flow[0]), 0);
  CU_ASSERT_EQUAL (flow[0][4], 100);

  uint64_t cost[7] = { 1, 1, 1, 1, 1, 2, 1 }, totals[4];
  struct blpp_count sorted[4];
  memcpy (sorted, all[1], sizeof sorted);
  CU_ASSERT_EQUAL (blpp_sort (b, sorted, 4, cost, totals), 0);
  CU_ASSERT_STRING_EQUAL (letters (b, 0, sorted[0].id), "ABDFG");
  CU_ASSERT_EQUAL (totals[0], 570);
  CU_ASSERT_EQUAL (totals[1], 475);
  CU_ASSERT_EQUAL (totals[3], 25);
  CU_ASSERT_EQUAL (blpp_cover (totals, 4, 90), 2);
  CU_ASSERT_EQUAL (blpp_cover (totals, 4, 50), 1);
  CU_ASSERT_EQUAL (blpp_cover (totals, 4, 100), 4);
  CU_ASSERT_EQUAL (blpp_cover (totals, 0, 90), 0);
  blpp_free (b);
}

/* A loop: head B, body C; nested in nothing; exit D.  */
static void
test_loop (void)
{
  enum { A, B, C, D };
  static const struct blpp_edge edges[] = {
    { A, B, 0, 1 }, { B, C, 0, 9 }, { C, B, 0, 9 }, { B, D, 0, 1 }
  };
  static const char *const paths[] = { "ABC>B", "ABD", "BC>B", "BD" };
  struct blpp *b = NUMBER (4, edges);
  CU_ASSERT_PTR_NOT_NULL_FATAL (b);
  CU_ASSERT_EQUAL_FATAL (blpp_n_paths (b, 0), 4);
  for (uint64_t i = 0; i < 4; i++)
    CU_ASSERT_STRING_EQUAL (letters (b, 0, i), paths[i]);
  CU_ASSERT_EQUAL (blpp_role (b, 2), BLPP_ENDS);
  blpp_free (b);
}

/* Two arms: "r = 0; r += 1; count[r]++" becomes "count[1]++", and no sum is
   needed.  */
static void
test_arms (void)
{
  static const struct blpp_edge edges[] = {
    { 0, 1, 0, 5 }, { 0, 2, 0, 5 }, { 1, 3, 0, 5 }, { 2, 3, 0, 5 }
  };
  struct blpp_cfg cfg = { 4, 4, 0, 10, edges, NULL };
  struct blpp *b = blpp_new (&cfg, BLPP_MAX_PATHS);
  size_t n;
  const struct blpp_op *ops = blpp_ops (b, &n);
  CU_ASSERT_EQUAL_FATAL (n, 2);
  for (size_t i = 0; i < n; i++)
    {
      CU_ASSERT_EQUAL (ops[i].what, BLPP_OP_COUNT | BLPP_OP_FIXED);
      CU_ASSERT_EQUAL (ops[i].place, BLPP_AT_EDGE);
    }
  CU_ASSERT_EQUAL (ops[0].count + ops[1].count, 1);
  blpp_free (b);
}

/* Two computed gotos that share all labels are numbered through; if they share
   but some, paths end with them.  */
static void
test_gotos (void)
{
  struct blpp_edge edges[] = {
    { 0, 1, 0, 1 }, { 0, 2, 0, 1 },
    { 1, 3, BLPP_BOUND, 1 }, { 1, 4, BLPP_BOUND, 1 }, { 1, 5, BLPP_BOUND, 1 },
    { 2, 3, BLPP_BOUND, 1 }, { 2, 4, BLPP_BOUND, 1 }, { 2, 5, BLPP_BOUND, 1 }
  };
  struct blpp *b = NUMBER (6, edges);
  CU_ASSERT_EQUAL (blpp_n_paths (b, 0), 6);
  CU_ASSERT_EQUAL (blpp_block (b, 1), BLPP_REACHED);
  blpp_free (b);
  b = number_graph (6, edges, 7, BLPP_MAX_PATHS);
  CU_ASSERT_EQUAL (blpp_n_paths (b, 0), 5);
  CU_ASSERT_EQUAL (blpp_block (b, 1), BLPP_REACHED | BLPP_TAIL_ENDS);
  CU_ASSERT_EQUAL (blpp_role (b, 2), BLPP_LOOSE);
  blpp_free (b);
}

/* Edges without room that form a tree leave paths whole, though not every source
   leads to every target: A, B are sources, C, D targets.  */
static void
test_bound_tree (void)
{
  enum { E, A, B, C, D, X };
  static const struct blpp_edge edges[] = {
    { E, A, 0, 1 }, { E, B, 0, 1 }, { A, C, BLPP_BOUND, 1 },
    { A, D, BLPP_BOUND, 1 }, { B, D, BLPP_BOUND, 1 }, { C, X, 0, 1 },
    { D, X, 0, 1 }
  };
  struct blpp *b = NUMBER (6, edges);
  CU_ASSERT_PTR_NOT_NULL_FATAL (b);
  CU_ASSERT_EQUAL (blpp_n_paths (b, 0), 3);
  for (uint32_t e = 0; e < sizeof edges / sizeof *edges; e++)
    CU_ASSERT_EQUAL (blpp_role (b, e), BLPP_STEP);
  blpp_free (b);
}

/* A call that may throw, on the way on or to a landing pad: paths thrown out
   of are lost, and the way on costs nothing.  */
static void
test_lost (void)
{
  struct blpp_edge edges[] = {
    { 0, 1, 0, 10 }, { 0, 3, BLPP_BOUND | BLPP_LOSES, 0 },
    { 1, 2, 0, 10 }, { 1, 3, BLPP_BOUND | BLPP_LOSES, 0 }
  };
  struct blpp_cfg cfg = { 4, 4, 0, 10, edges, NULL };
  struct blpp *b = blpp_new (&cfg, BLPP_MAX_PATHS);
  size_t n;
  const struct blpp_op *ops = blpp_ops (b, &n);
  CU_ASSERT_EQUAL (blpp_n_paths (b, 0), 2);
  CU_ASSERT_STRING_EQUAL (letters (b, 0, 0), "ABC");
  CU_ASSERT_STRING_EQUAL (letters (b, 0, 1), "D");
  CU_ASSERT_EQUAL (blpp_role (b, 1), BLPP_LOST);
  CU_ASSERT_EQUAL_FATAL (n, 2);
  for (size_t i = 0; i < n; i++)
    CU_ASSERT_EQUAL (ops[i].what, BLPP_OP_COUNT | BLPP_OP_FIXED);
  blpp_free (b);
  /* Thrown in any case: there is no other path to count.  */
  edges[0].to = edges[2].to = 3;
  edges[0].flags = edges[2].flags = BLPP_BOUND | BLPP_LOSES;
  b = blpp_new (&cfg, BLPP_MAX_PATHS);
  CU_ASSERT_EQUAL (blpp_block (b, 0), BLPP_REACHED | BLPP_TAIL_ENDS);
  CU_ASSERT_EQUAL (blpp_role (b, 1), BLPP_SAME);
  CU_ASSERT_STRING_EQUAL (letters (b, 0, 0), "A");
  blpp_free (b);
}

/* --- many --------------------------------------------------------------- */

/* N times: if (..) A else B.  */
static struct blpp_edge *
diamonds (uint32_t n, uint64_t a, uint64_t b)
{
  struct blpp_edge *edges = calloc (4 * n, sizeof *edges);
  for (uint32_t i = 0; i < n; i++)
    {
      struct blpp_edge *e = edges + 4 * i;
      e[0] = (struct blpp_edge) { 3 * i, 3 * i + 1, 0, a };
      e[1] = (struct blpp_edge) { 3 * i, 3 * i + 2, 0, b };
      e[2] = (struct blpp_edge) { 3 * i + 1, 3 * i + 3, 0, a };
      e[3] = (struct blpp_edge) { 3 * i + 2, 3 * i + 3, 0, b };
    }
  return edges;
}

static void
test_limit (void)
{
  struct blpp_edge *edges = diamonds (200, 50, 50);
  struct blpp *b = number_graph (187, edges, 248, BLPP_MAX_PATHS);
  CU_ASSERT_EQUAL (blpp_n_regions (b), 1);
  CU_ASSERT_EQUAL (blpp_n_paths (b, 0), BLPP_MAX_PATHS);
  struct blpp_path p = { 0 };
  uint32_t region;
  uint64_t id;
  CU_ASSERT_EQUAL (blpp_path (b, 0, BLPP_MAX_PATHS - 1, &p), 0);
  CU_ASSERT_EQUAL (blpp_path_id (b, &p, &region, &id), 0);
  CU_ASSERT_EQUAL (id, BLPP_MAX_PATHS - 1);
  /* Without edges, and with one that goes elsewhere.  */
  uint32_t *kept = p.edges;
  p.edges = NULL;
  CU_ASSERT_EQUAL (blpp_path_id (b, &p, &region, &id), 0);
  CU_ASSERT_EQUAL (id, BLPP_MAX_PATHS - 1);
  p.edges = kept;
  p.edges[3] ^= 1;
  CU_ASSERT_EQUAL (blpp_path_id (b, &p, &region, &id), -1);
  blpp_path_release (&p);
  blpp_free (b);

  b = number_graph (601, edges, 800, BLPP_MAX_PATHS);
  uint64_t cut = 0;
  for (uint32_t e = 0; e < 800; e++)
    cut += blpp_role (b, e) == BLPP_ENDS;
  CU_ASSERT_EQUAL (cut, 6);
  for (uint32_t r = 0; r < blpp_n_regions (b); r++)
    CU_ASSERT (blpp_n_paths (b, r) <= BLPP_MAX_PATHS);
  blpp_free (b);
  free (edges);

  /* What is never executed is cut first.  */
  edges = diamonds (200, 100, 0);
  b = number_graph (601, edges, 800, BLPP_MAX_PATHS);
  for (uint32_t e = 0; e < 800; e++)
    if (edges[e].weight)
      CU_ASSERT_EQUAL (blpp_role (b, e), BLPP_STEP);
  CU_ASSERT_EQUAL (blpp_n_regions (b), 1);
  blpp_free (b);
  free (edges);
}

/* A way that most go, and many that few go, all through one block, as through an
   interpreter's dispatch: few edges are cut, none of them heavy.  */
static void
test_dispatch (void)
{
  enum { WAYS = 60, TESTS = 8 };
  struct blpp_edge edges[1 + WAYS * (2 + 4 * TESTS)];
  uint32_t n = 0, block = 2;
  edges[n++] = (struct blpp_edge) { 0, 1, 0, 1 };
  for (uint32_t w = 0; w < WAYS; w++)
    {
      uint64_t weight = 1000000 / (w + 1);
      edges[n++] = (struct blpp_edge) { 1, block, 0, weight };
      for (uint32_t t = 0; t < TESTS; t++, block += 3)
	for (uint32_t k = 0; k < 2; k++)
	  {
	    uint64_t part = k ? weight / 50 : weight - weight / 50;
	    edges[n++] = (struct blpp_edge) { block, block + 1 + k, 0, part };
	    edges[n++] = (struct blpp_edge) { block + 1 + k, block + 3, 0, part };
	  }
      edges[n++] = (struct blpp_edge) { block++, 1, 0, weight };
    }
  struct blpp *b = number_graph (block, edges, n, 4096);
  uint64_t cut = 0, all = 0;
  for (uint32_t e = 0; e < n; e++)
    {
      all += edges[e].weight;
      if (blpp_role (b, e) == BLPP_ENDS && blpp_edge (b, e)->to != 1)
	cut += edges[e].weight;
    }
  CU_ASSERT (cut * 100 < all);
  for (uint32_t r = 0; r < blpp_n_regions (b); r++)
    CU_ASSERT (blpp_n_paths (b, r) <= 4096);
  blpp_free (b);
}

/* Deep and long, for the stack's sake.  */
static void
test_large (void)
{
  enum { N = 100000 };
  struct blpp_edge *edges = diamonds (N / 3, 50, 50);
  struct blpp *b = number_graph (N / 3 * 3 + 1, edges, N / 3 * 4, 4096);
  CU_ASSERT_PTR_NOT_NULL_FATAL (b);
  for (uint32_t r = 0; r < blpp_n_regions (b); r++)
    CU_ASSERT_FATAL (blpp_n_paths (b, r) <= 4096);
  blpp_free (b);
  free (edges);
  edges = calloc (2 * N, sizeof *edges);
  for (uint32_t i = 0; i + 1 < N; i++)
    {
      edges[2 * i] = (struct blpp_edge) { i, i + 1, 0, 1 };
      edges[2 * i + 1] = (struct blpp_edge) { i + 1, N - 2 - i, 0, 1 };
    }
  b = number_graph (N, edges, 2 * N - 2, BLPP_MAX_PATHS);
  CU_ASSERT_PTR_NOT_NULL (b);
  blpp_free (b);
  free (edges);
}

static void
refused (struct blpp_cfg cfg, uint64_t limit)
{
  errno = 0;
  CU_ASSERT_PTR_NULL (blpp_new (&cfg, limit));
  CU_ASSERT_EQUAL (errno, EINVAL);
}

static void
test_refused (void)
{
  static const struct blpp_edge to = { 0, 2, 0, 1 }, from = { 2, 0, 0, 1 },
    flags = { 0, 0, 8, 1 };
  static const uint8_t blocks[2] = { 0, 4 };
  refused ((struct blpp_cfg) { 0 }, 1);
  refused ((struct blpp_cfg) { .n_blocks = BLPP_MAX }, 1);
  refused ((struct blpp_cfg) { .n_blocks = 1, .n_edges = BLPP_MAX }, 1);
  refused ((struct blpp_cfg) { .n_blocks = 2, .entry = 2 }, 1);
  refused ((struct blpp_cfg) { .n_blocks = 2 }, 0);
  refused ((struct blpp_cfg) { .n_blocks = 2 }, BLPP_MAX_PATHS + 1);
  refused ((struct blpp_cfg) { 2, 1, 0, 1, &to, NULL }, 1);
  refused ((struct blpp_cfg) { 2, 1, 0, 1, &from, NULL }, 1);
  refused ((struct blpp_cfg) { 2, 1, 0, 1, &flags, NULL }, 1);
  refused ((struct blpp_cfg) { 2, 0, 0, 1, NULL, blocks }, 1);
}

/* --- no tree is cheaper ------------------------------------------------- */

static uint32_t
top (const uint32_t *up, uint32_t v)
{
  while (up[v] != v)
    v = up[v];
  return v;
}

/* The least weight of chords of all spanning trees: every choice of N arcs
   that joins all N + 1 nodes.  */
static uint64_t
least (const struct blpp *b, uint32_t n)
{
  uint64_t best = UINT64_MAX;
  for (uint32_t set = 0; set < 1u << b->n_arcs; set++)
    {
      uint32_t up[40], joined = 0;
      uint64_t weight = 0;
      if ((uint32_t) __builtin_popcount (set) != n)
	continue;
      for (uint32_t v = 0; v <= n; v++)
	up[v] = v;
      for (uint32_t i = 0; i < b->n_arcs; i++)
	{
	  const struct arc *a = b->arcs + i;
	  uint32_t from = top (up, a->from == NONE ? n : a->from);
	  uint32_t to = top (up, a->to == NONE ? n : a->to);
	  if (!(set >> i & 1))
	    weight += a->weight;
	  else if (from != to)
	    {
	      up[from] = to;
	      joined++;
	    }
	}
      if (joined == n && weight < best)
	best = weight;
    }
  return best;
}

static void
test_tree (void)
{
  unsigned tried = 0;
  srand (1);
  for (unsigned i = 0; i < 4000; i++)
    {
      struct blpp_edge edges[8];
      uint32_t n = 1 + rand () % 5, m = rand () % 9;
      for (uint32_t e = 0; e < m; e++)
	edges[e] = (struct blpp_edge) { rand () % n, rand () % n, 0,
					rand () % 20 };
      struct blpp *b = number_graph (n, edges, m, BLPP_MAX_PATHS);
      uint32_t reached = 0;
      for (uint32_t v = 0; v < n; v++)
	reached += (blpp_block (b, v) & BLPP_REACHED) != 0;
      if (reached == n && b->n_arcs <= 13)
	{
	  uint64_t increment[13], weight = 0;
	  bool chord[13];
	  CU_ASSERT_TRUE_FATAL (blpp_tree (b, false, increment, chord));
	  for (uint32_t a = 0; a < b->n_arcs; a++)
	    {
	      weight += chord[a] ? b->arcs[a].weight : 0;
	      CU_ASSERT_FATAL (chord[a] || increment[a] == 0);
	    }
	  CU_ASSERT_EQUAL_FATAL (weight, least (b, n));
	  tried++;
	}
      blpp_free (b);
    }
  CU_ASSERT (tried > 500);
}

static const CU_TestInfo tests[] = {
  { "the paper's", test_paper },
  { "the manual's", test_manual },
  { "loop", test_loop },
  { "two arms", test_arms },
  { "computed gotos", test_gotos },
  { "edges without room", test_bound_tree },
  { "lost paths", test_lost },
  { "limit", test_limit },
  { "dispatch", test_dispatch },
  { "large", test_large },
  { "refused", test_refused },
  { "no cheaper tree", test_tree },
  CU_TEST_INFO_NULL
};

int
main (void)
{
  return run_tests ("blpp, known graphs", tests);
}
