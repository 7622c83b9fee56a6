/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Prime paths of thousands of random graphs, against their definition: all simple paths are
   made, step by step, and each that is part of another is struck out.  */

#include <stdlib.h>
#include <string.h>
#include "cover/prime.h"
#include "tests/unit/run.h"

enum { BLOCKS = 6, PATHS = 40000 };

static unsigned seed = 1;

static unsigned
draw (unsigned n)
{
  seed = seed * 1103515245 + 12345;
  return (seed >> 16) % n;
}

/* Letters for blocks.  */
static char all[PATHS][BLOCKS + 2];
static size_t n_all;

static int
compare (const void *a, const void *b)
{
  return strcmp (a, b);
}

static void
make_all (unsigned n, char step[BLOCKS][BLOCKS])
{
  n_all = 0;
  for (unsigned b = 0; b < n; b++)
    snprintf (all[n_all++], sizeof *all, "%c", 'a' + b);
  for (size_t i = 0; i < n_all; i++)
    {
      size_t length = strlen (all[i]);
      char first = all[i][0], last = all[i][length - 1];
      /* A cycle goes on nowhere.  */
      if (length > 1 && first == last)
	continue;
      for (unsigned b = 0; b < n; b++)
	if (step[last - 'a'][b] && (!strchr (all[i], 'a' + (int) b) || first == 'a' + (char) b))
	  snprintf (all[n_all++], sizeof *all, "%s%c", all[i], 'a' + b);
      if (n_all > PATHS - BLOCKS)
	abort ();
    }
}

static bool
is_prime (size_t i)
{
  for (size_t k = 0; k < n_all; k++)
    if (k != i && strstr (all[k], all[i]))
      return false;
  return true;
}

/* Walk through the graph at random: a path ends where the last blocks are one, and its state
   says so.  */
static bool
is_told (const struct prime_graph *g, const struct prime_paths *p)
{
  struct prime_states s;
  bool cut[BLOCKS] = { false }, good = prime_states_make (&s, g, p) && !s.too_many;
  unsigned way[200], length = 0, b = 0;
  uint32_t state = good ? s.blocks[0].start : 0;
  prime_cuts (g, cut);
  for (int steps = 0; good && steps < 200; steps++)
    {
      uint32_t told = state >= s.blocks[b].n_inner
			? s.paths[s.path_at[b] + state - s.blocks[b].n_inner]
			: PRIME_NEVER;
      uint32_t is = PRIME_NEVER;
      way[length++] = b;
      for (uint32_t i = 0; i < p->n; i++)
	{
	  size_t n = p->starts[i + 1] - p->starts[i], k = 0;
	  while (k < n && n <= length && way[length - n + k] == p->blocks[p->starts[i] + k])
	    k++;
	  if (k == n)
	    is = i;
	}
      good = told == is && state < s.blocks[b].n_states;
      unsigned choice = draw (3), e = draw (g->n_edges + 1);
      for (unsigned i = 0; i < g->n_edges && choice > 0; i++, e++)
	if (g->edges[e % g->n_edges].from == b && g->edges[e % g->n_edges].to < g->n_blocks)
	  break;
      if (g->n_edges > 0 && g->edges[e %= g->n_edges].from == b && g->edges[e].to < g->n_blocks)
	{
	  b = g->edges[e].to;
	  if (!cut[b])
	    {
	      state = s.next[s.next_at[e] + state];
	      continue;
	    }
	}
      else
	{
	  /* By a way that no edge says: the function is entered, or a block where paths
	     begin.  */
	  b = draw (g->n_blocks);
	  if (!cut[b])
	    b = 0;
	}
      state = s.blocks[b].start;
      length = 0;
    }
  prime_states_release (&s);
  return good;
}

/* Check the paths of a graph of N blocks, and how many there are if fewer are wanted.  */
static bool
is_right (unsigned n, const struct prime_edge *edges, unsigned m)
{
  char step[BLOCKS][BLOCKS] = { { 0 } };
  static char want[PATHS][BLOCKS + 2];
  size_t n_want = 0;
  for (unsigned i = 0; i < m; i++)
    {
      bool cut = false;
      for (unsigned k = 0; k < m; k++)
	cut |= edges[k].to == edges[i].to && edges[k].how != PRIME_STEP;
      if (edges[i].to < n && !cut)
	step[edges[i].from][edges[i].to] = 1;
    }
  make_all (n, step);
  for (size_t i = 0; i < n_all; i++)
    if (is_prime (i))
      {
	unsigned b = (unsigned) (all[i][0] - 'a');
	bool code = b == 0 || all[i][1], any = false;
	for (unsigned k = 0; k < m; k++)
	  if (edges[k].from == b)
	    {
	      any = true;
	      code |= edges[k].how != PRIME_ABNORMAL;
	    }
	if (code || !any)
	  strcpy (want[n_want++], all[i]);
      }
  qsort (want, n_want, sizeof *want, compare);

  struct prime_graph g = { n, m, edges };
  struct prime_paths p;
  bool good = prime_find (&p, &g, n_want) && !p.too_many && p.n == n_want;
  for (size_t i = 0; good && i < p.n; i++)
    {
      size_t length = p.starts[i + 1] - p.starts[i];
      good = length == strlen (want[i]);
      for (size_t k = 0; good && k < length; k++)
	good = p.blocks[p.starts[i] + k] == (uint32_t) (want[i][k] - 'a');
    }
  good = good && is_told (&g, &p);
  prime_release (&p);
  if (good && n_want > 0)
    {
      good = prime_find (&p, &g, n_want - 1) && p.too_many && p.n == 0;
      prime_release (&p);
    }
  return good;
}

static void
test_random (void)
{
  for (int i = 0; i < 5000; i++)
    {
      unsigned n = 1 + draw (BLOCKS), dense = 1 + draw (5), odd = draw (3) ? 1000 : 6, m = 0;
      struct prime_edge edges[BLOCKS * (BLOCKS + 1)];
      for (unsigned from = 0; from < n; from++)
	for (unsigned to = 0; to <= n; to++)
	  if (draw (6) < dense)
	    edges[m++] = (struct prime_edge) {
	      from, to,
	      to == n || draw (odd) ? PRIME_STEP
	      : draw (2)	    ? PRIME_THROW
				    : PRIME_ABNORMAL
	    };
      if (!is_right (n, edges, m))
	{
	  CU_FAIL ("other paths");
	  return;
	}
    }
  CU_PASS ("all graphs");
}

/* Two ways, N times: 2^N paths from end to end.  */
static void
test_many (void)
{
  enum { N = 2000 };
  static struct prime_edge edges[4 * N];
  unsigned m = 0;
  for (unsigned i = 0; i < N; i++)
    for (unsigned k = 1; k <= 2; k++)
      {
	edges[m++] = (struct prime_edge) { 3 * i, 3 * i + k, PRIME_STEP };
	edges[m++] = (struct prime_edge) { 3 * i + k, 3 * i + 3, PRIME_STEP };
      }
  struct prime_graph g = { 3 * N + 1, m, edges };
  struct prime_paths p;
  CU_ASSERT (prime_find (&p, &g, 4096) && p.too_many && p.n == 0);
  prime_release (&p);
  g = (struct prime_graph) { 31, 40, edges };
  CU_ASSERT (prime_find (&p, &g, 1024) && p.n == 1024 && p.starts[1024] == 1024 * 21);
  prime_release (&p);
}

/* All blocks lead to all: too many paths, of which few are found soon.  */
static void
test_dense (void)
{
  enum { N = 60 };
  static struct prime_edge edges[N * N];
  unsigned m = 0;
  for (unsigned from = 0; from < N; from++)
    for (unsigned to = 0; to < N; to++)
      edges[m++] = (struct prime_edge) { from, to, PRIME_STEP };
  struct prime_graph g = { N, m, edges };
  struct prime_paths p;
  CU_ASSERT (prime_find (&p, &g, 100000) && p.too_many);
  prime_release (&p);
}

static const CU_TestInfo tests[] = {
  { "random graphs", test_random },
  { "too many paths", test_many },
  { "a dense graph", test_dense },
  CU_TEST_INFO_NULL
};

int
main (void)
{
  return run_tests ("prime paths", tests);
}
