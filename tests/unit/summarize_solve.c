/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The solver against all circulations of small graphs; large graphs.  */

#include "tests/unit/summarize.h"

enum { BLOCKS = 7, EDGES = 12, NUMBERS = EDGES + 2 * BLOCKS };

/* A small graph, and counts of it: those of the edges, then for each block
   control that is lost, then control that comes into it.  A block's own count
   is what comes in at its head.  */
struct puzzle
{
  uint32_t n_blocks, n_edges;
  struct halt_map_edge edges[EDGES];
  struct halt_map_block blocks[BLOCKS];
  uint64_t truth[NUMBERS];
  bool may[NUMBERS];		/* the number can be other than 0 */
  bool known[NUMBERS], known_block[BLOCKS];
  uint64_t block[BLOCKS];	/* where known */
  uint64_t most;		/* no number is tried above this */
  uint32_t order[NUMBERS], n_order;	/* those that are tried */
  uint32_t last[BLOCKS];	/* with which of them the block is decided */

  /* What the search found.  */
  uint64_t now[NUMBERS];
  uint64_t slack, least;	/* what does not come out even */
  uint64_t found[NUMBERS], found_block[BLOCKS];
  bool differ[NUMBERS], differ_block[BLOCKS], any;
};

static uint32_t
random_below (uint32_t n)
{
  return (uint32_t) (next_random () % n);
}

static bool
has_way (const struct puzzle *p, uint32_t block, bool out)
{
  for (uint32_t i = 0; i < p->n_edges; i++)
    if ((out ? p->edges[i].from : p->edges[i].to) == block)
      return true;
  return false;
}

static void
make_puzzle (struct puzzle *p, uint32_t most_blocks)
{
  memset (p, 0, sizeof *p);
  p->n_blocks = HALT_BLOCK_FIRST + 1 + random_below (most_blocks);
  p->edges[p->n_edges++] = (struct halt_map_edge) { 0, 2, HALT_EDGE_FALL, 0 };
  for (uint32_t b = HALT_BLOCK_FIRST; b < p->n_blocks; b++)
    for (uint32_t n = random_below (4); n > 0 && p->n_edges < EDGES; n--)
      p->edges[p->n_edges++] = (struct halt_map_edge) {
	b, 1 + random_below (p->n_blocks - 1), HALT_EDGE_JUMP, 0
      };
  for (uint32_t i = 0; i < p->n_edges; i++)
    p->may[i] = true;
  for (uint32_t b = HALT_BLOCK_FIRST; b < p->n_blocks; b++)
    {
      uint32_t flags = (random_below (4) == 0 ? HALT_BB_CALL : 0)
		       | (random_below (12) == 0 ? HALT_BB_TWICE : 0);
      p->blocks[b - HALT_BLOCK_FIRST].flags = flags;
      p->may[EDGES + b] = flags & HALT_BB_CALL || !has_way (p, b, true);
      p->may[EDGES + BLOCKS + b] = flags & HALT_BB_TWICE;
    }
}

/* Walk from the entry until control is lost or returns.  */
static void
walk_puzzle (struct puzzle *p)
{
  uint64_t before[NUMBERS];
  uint32_t block = HALT_BLOCK_ENTRY;
  memcpy (before, p->truth, sizeof before);
  for (uint32_t steps = 0; block != HALT_BLOCK_EXIT; steps++)
    {
      uint32_t n = 0, choice[EDGES + 1];
      for (uint32_t i = 0; i < p->n_edges; i++)
	if (p->edges[i].from == block)
	  choice[n++] = i;
      if (p->may[EDGES + block])
	choice[n++] = EDGES + block;
      uint32_t taken = choice[random_below (n)];
      p->truth[taken]++;
      if (steps > 12 || p->truth[taken] > 2)
	{
	  memcpy (p->truth, before, sizeof before);
	  return;
	}
      if (taken >= EDGES)
	return;
      block = p->edges[taken].to;
    }
}

/* How often BLOCK is begun if the edges have the counts N.  */
static uint64_t
begun (const struct puzzle *p, const uint64_t *n, uint32_t block)
{
  uint64_t sum = 0;
  for (uint32_t i = 0; i < p->n_edges; i++)
    if ((block == HALT_BLOCK_ENTRY ? p->edges[i].from : p->edges[i].to)
	== block)
      sum += n[i];
  return sum;
}

/* What BLOCK is too much or too little, at its two nodes: a count of its own
   that is known need not agree with either side.  Times 16, or 17 at the entry
   and the exit, where nothing should go astray if it can be elsewhere.  */
static uint64_t
odd (const struct puzzle *p, uint32_t block)
{
  int64_t in = (int64_t) begun (p, p->now, block), out = 0;
  for (uint32_t i = 0; i < p->n_edges; i++)
    if (p->edges[i].from == block)
      out += (int64_t) p->now[i];
  if (block == HALT_BLOCK_ENTRY || block == HALT_BLOCK_EXIT)
    return p->known_block[block]
	   ? 17 * (uint64_t) llabs (in - (int64_t) p->block[block]) : 0;
  out += (int64_t) p->now[EDGES + block]
	 - (int64_t) p->now[EDGES + BLOCKS + block];
  int64_t own = p->known_block[block] ? (int64_t) p->block[block] : in;
  return 16 * (uint64_t) (llabs (in - own) + llabs (own - out));
}

/* List the numbers that can be other than 0, each block's own as early as can
   be.  */
static void
order_numbers (struct puzzle *p)
{
  p->n_order = 0;
  for (uint32_t b = 0; b < p->n_blocks; b++)
    {
      for (uint32_t i = 0; i < p->n_edges; i++)
	if (p->edges[i].from == b)
	  p->order[p->n_order++] = i;
      for (uint32_t i = EDGES + b; i < NUMBERS; i += BLOCKS)
	if (p->may[i])
	  p->order[p->n_order++] = i;
    }
  for (uint32_t b = 0; b < p->n_blocks; b++)
    for (uint32_t k = 0; k < p->n_order; k++)
      {
	uint32_t i = p->order[k];
	if (i < EDGES ? p->edges[i].from == b || p->edges[i].to == b
	    : (i - EDGES) % BLOCKS == b)
	  p->last[b] = k;
      }
}

static void
note_solution (struct puzzle *p)
{
  if (!p->any || p->slack < p->least)
    {
      p->any = true;
      p->least = p->slack;
      memcpy (p->found, p->now, sizeof p->found);
      memset (p->differ, 0, sizeof p->differ);
      memset (p->differ_block, 0, sizeof p->differ_block);
      for (uint32_t b = 0; b < p->n_blocks; b++)
	p->found_block[b] = begun (p, p->now, b);
    }
  for (uint32_t i = 0; i < NUMBERS; i++)
    p->differ[i] |= p->found[i] != p->now[i];
  for (uint32_t b = 0; b < p->n_blocks; b++)
    p->differ_block[b] |= p->found_block[b] != begun (p, p->now, b);
}

/* Try all numbers from the one at K in the order on.  */
static void
search (struct puzzle *p, uint32_t k)
{
  if (k == p->n_order)
    {
      note_solution (p);
      return;
    }
  uint32_t i = p->order[k];
  uint64_t low = p->known[i] ? p->truth[i] : 0;
  uint64_t high = p->known[i] ? low : p->most;
  for (uint64_t n = low; n <= high; n++)
    {
      uint64_t slack = 0;
      p->now[i] = n;
      for (uint32_t b = 0; b < p->n_blocks; b++)
	if (p->last[b] == k)
	  slack += odd (p, b);
      p->slack += slack;
      if (p->slack <= p->least)
	search (p, k + 1);
      p->slack -= slack;
    }
}

/* Loops that the solutions together do not lead into go round 0 times: nothing
   differs there.  Where control certainly was is led into, too.  */
static void
stop_loops (struct puzzle *p)
{
  bool led[BLOCKS] = { true }, more = true;
  for (uint32_t b = 0; b < p->n_blocks; b++)
    led[b] |= p->differ[EDGES + BLOCKS + b] || p->found[EDGES + BLOCKS + b]
	      || (!p->differ_block[b] && p->found_block[b]);
  for (uint32_t i = 0; i < p->n_edges; i++)
    led[p->edges[i].from] |= !p->differ[i] && p->found[i];
  while (more)
    {
      more = false;
      for (uint32_t i = 0; i < p->n_edges; i++)
	if ((p->differ[i] || p->found[i]) && led[p->edges[i].from]
	    && !led[p->edges[i].to])
	  more = led[p->edges[i].to] = true;
    }
  for (uint32_t i = 0; i < p->n_edges; i++)
    if (p->differ[i] && !led[p->edges[i].from])
      {
	p->differ[i] = false;
	p->found[i] = 0;
      }
  for (uint32_t b = 0; b < p->n_blocks; b++)
    if (p->differ_block[b] && !led[b])
      {
	p->differ_block[b] = false;
	p->found_block[b] = 0;
      }
}

static void
know (struct puzzle *p, struct flow *w, uint32_t one_in)
{
  for (uint32_t i = 0; i < p->n_edges; i++)
    if (random_below (one_in) == 0)
      {
	p->known[i] = true;
	w->edge_counts[i]
	  = (struct ghalt_count) { .n = p->truth[i], .how = GHALT_MEASURED };
      }
  for (uint32_t b = 0; b < p->n_blocks; b++)
    if (random_below (one_in) == 0)
      {
	p->known_block[b] = true;
	flow_block (w, b, p->block[b]);
      }
}

/* Every unknown count has a reason that is one line.  */
static void
check_reason (const struct flow *w, const struct ghalt_count *c)
{
  char text[200];
  size_t n = flow_reason (text, sizeof text, w, c);
  CU_ASSERT_EQUAL (n == 0, c->how != GHALT_UNKNOWN);
  CU_ASSERT_EQUAL (n, strlen (text));
  CU_ASSERT_TRUE (!strchr (text, '\n') && c->at < w->n_blocks);
}

static void
check (const struct puzzle *p, const struct flow *w, bool exact)
{
  for (uint32_t i = 0; i < p->n_edges; i++)
    {
      const struct ghalt_count *c = w->edge_counts + i;
      if (exact)
	CU_ASSERT_EQUAL (c->how == GHALT_UNKNOWN, p->differ[i]);
      if (c->how == GHALT_DERIVED)
	CU_ASSERT_TRUE (!p->differ[i] && c->n == p->found[i]);
      check_reason (w, c);
    }
  for (uint32_t b = 0; b < p->n_blocks; b++)
    {
      const struct ghalt_count *c = w->block_counts + b, *l = w->losses + b;
      if (exact)
	CU_ASSERT_EQUAL (c->how == GHALT_UNKNOWN, p->differ_block[b]);
      if (c->how == GHALT_DERIVED)
	CU_ASSERT_TRUE (!p->differ_block[b] && c->n == p->found_block[b]);
      if (exact && b >= HALT_BLOCK_FIRST)
	{
	  CU_ASSERT_EQUAL (l->how == GHALT_UNKNOWN, p->differ[EDGES + b]);
	  CU_ASSERT_EQUAL (l->n, l->how == GHALT_UNKNOWN ? 0
			   : p->found[EDGES + b]);
	}
      check_reason (w, c);
      check_reason (w, l);
    }
}

/* Blocks that nothing leads to may be entered all the same: not here.  */
static bool
all_reached (const struct puzzle *p)
{
  for (uint32_t b = HALT_BLOCK_FIRST; b < p->n_blocks; b++)
    if (!has_way (p, b, false))
      return false;
  return true;
}

/* Counts of something that happened: what is derived is all that is the same
   in every circulation, and nothing else.  */
static void
test_all_circulations (void)
{
  unsigned solved = 0, unknown = 0;
  for (unsigned i = 0; i < 6000; i++)
    {
      struct puzzle p;
      struct flow w;
      do
	make_puzzle (&p, 4);
      while (!all_reached (&p));
      for (uint32_t walks = random_below (3); walks > 0; walks--)
	walk_puzzle (&p);
      for (uint32_t k = 0; k < NUMBERS; k++)
	p.most = p.truth[k] > p.most ? p.truth[k] : p.most;
      p.most++;
      for (uint32_t b = 0; b < p.n_blocks; b++)
	p.block[b] = begun (&p, p.truth, b);
      flow_init (&w, p.n_blocks, p.n_edges, p.edges, p.blocks, &no_fault);
      know (&p, &w, 2 + i % 4);
      p.least = 0;
      order_numbers (&p);
      search (&p, 0);
      stop_loops (&p);
      flow_solve (&w, &no_fault);
      CU_ASSERT_TRUE (p.any && !w.conflict);
      check (&p, &w, true);
      for (uint32_t k = 0; k < p.n_edges; k++)
	{
	  solved += w.edge_counts[k].how == GHALT_DERIVED;
	  unknown += w.edge_counts[k].how == GHALT_UNKNOWN;
	}
      flow_release (&w);
    }
  CU_ASSERT_TRUE (solved > 3000 && unknown > 3000);
}

/* Counts of nothing that can have happened: said so, and what is derived holds
   however as little as possible went astray.  */
static void
test_contradictions (void)
{
  unsigned conflicts = 0;
  for (unsigned i = 0; i < 3000; i++)
    {
      struct puzzle p;
      struct flow w;
      do
	make_puzzle (&p, 3);
      while (!all_reached (&p) || p.n_edges > 7);
      p.most = 3;
      p.least = 9 * 16;
      for (uint32_t k = 0; k < NUMBERS; k++)
	p.truth[k] = random_below (2);
      for (uint32_t b = 0; b < p.n_blocks; b++)
	p.block[b] = random_below (3);
      flow_init (&w, p.n_blocks, p.n_edges, p.edges, p.blocks, &no_fault);
      know (&p, &w, 2);
      order_numbers (&p);
      search (&p, 0);
      if (p.least == 0)
	stop_loops (&p);
      flow_solve (&w, &no_fault);
      CU_ASSERT_TRUE (p.any);
      CU_ASSERT_EQUAL (w.conflict, p.least > 0);
      check (&p, &w, false);
      conflicts += w.conflict;
      flow_release (&w);
    }
  CU_ASSERT_TRUE (conflicts > 300);
}

/* entry -> 2, and every block goes on or back to a random one.  */
static void
make_long (struct halt_map_edge *edges, uint32_t n_blocks)
{
  *edges++ = (struct halt_map_edge) { 0, 2, HALT_EDGE_FALL, 0 };
  for (uint32_t b = 2; b < n_blocks; b++)
    {
      *edges++ = (struct halt_map_edge) {
	b, b + 1 < n_blocks ? b + 1 : 1, HALT_EDGE_FALL, 0
      };
      *edges++ = (struct halt_map_edge) {
	b, 2 + random_below (b - 1), HALT_EDGE_TAKEN, 0
      };
    }
}

/* Counts of such a graph in TRUTH: the branch back from each block at random;
   what goes on is what came to the function and what branches back over it.  */
static void
make_truth (const struct halt_map_edge *edges, uint32_t n_blocks,
	    uint64_t *truth)
{
  uint64_t *begins = calloc (n_blocks + 1, sizeof *begins), over = 7;
  truth[0] = over;
  for (uint32_t b = 2; b < n_blocks; b++)
    {
      truth[2 * b - 2] = next_random () % 100;
      begins[edges[2 * b - 2].to] += truth[2 * b - 2];
    }
  for (uint32_t b = 2; b < n_blocks; b++)
    {
      over += begins[b] - truth[2 * b - 2];
      truth[2 * b - 3] = over;
    }
  free (begins);
}

static void
test_large (void)
{
  enum { LARGE = 200002 };
  struct halt_map_edge *edges = calloc (2 * LARGE, sizeof *edges);
  uint64_t *truth = calloc (2 * LARGE, sizeof *truth);
  uint32_t n = 2 * (LARGE - 2) + 1;
  make_long (edges, LARGE);
  make_truth (edges, LARGE, truth);
  /* All branches; all blocks; nineteen of twenty branches; the entry alone.  */
  for (unsigned what = 0; what < 4; what++)
    {
      struct flow w;
      uint32_t unknown = 0, wrong = 0;
      flow_init (&w, LARGE, n, edges, NULL, &no_fault);
      flow_block (&w, HALT_BLOCK_ENTRY, truth[0]);
      for (uint32_t b = 2; b < LARGE && what < 3; b++)
	if (what == 0 || (what == 2 && b % 20))
	  flow_branch (&w, b, truth[2 * b - 3], truth[2 * b - 2]);
	else if (what == 1)
	  flow_block (&w, b, truth[2 * b - 3] + truth[2 * b - 2]);
      flow_solve (&w, &no_fault);
      CU_ASSERT_FALSE (w.conflict);
      for (uint32_t i = 0; i < n; i++)
	{
	  const struct ghalt_count *c = w.edge_counts + i;
	  unknown += c->how == GHALT_UNKNOWN;
	  wrong += c->how != GHALT_UNKNOWN && c->n != truth[i];
	  wrong += c->why == REASON_EFFORT;
	}
      CU_ASSERT_EQUAL (wrong, 0);
      CU_ASSERT_EQUAL (unknown == 0, what < 3);
      CU_ASSERT_EQUAL (w.block_counts[HALT_BLOCK_EXIT].n, truth[0]);
      flow_release (&w);
    }
  free (edges);
  free (truth);
}

/* Nonsense everywhere, with numbers of all 64 bits: it ends.  */
static void
test_nonsense (void)
{
  enum { LARGE = 50002 };
  struct halt_map_edge *edges = calloc (2 * LARGE, sizeof *edges);
  uint32_t n = 2 * (LARGE - 2) + 1;
  make_long (edges, LARGE);
  for (unsigned one_in = 1; one_in < 100; one_in *= 4)
    {
      struct flow w;
      flow_init (&w, LARGE, n, edges, NULL, &no_fault);
      for (uint32_t b = 2; b < LARGE; b++)
	{
	  if (random_below (2 * one_in) == 0)
	    flow_block (&w, b, next_random ());
	  if (random_below (2 * one_in) == 0)
	    flow_branch (&w, b, next_random (), next_random ());
	}
      flow_solve (&w, &no_fault);
      CU_ASSERT_TRUE (w.conflict);
      for (uint32_t b = 0; b < LARGE; b++)
	check_reason (&w, w.block_counts + b);
      flow_release (&w);
    }
  free (edges);
}

/* entry -> 2, which goes to 1 or to a loop of 3 and 4.  */
static void
test_loop (void)
{
  static const struct halt_map_edge edges[] = {
    { 0, 2, HALT_EDGE_FALL, 0 }, { 2, 3, HALT_EDGE_FALL, 0 },
    { 2, 1, HALT_EDGE_TAKEN, 0 }, { 3, 4, HALT_EDGE_FALL, 0 },
    { 4, 3, HALT_EDGE_JUMP, 0 }
  };
  for (uint64_t into = 0; into < 2; into++)
    {
      struct flow w;
      flow_init (&w, 5, LENGTH (edges), edges, NULL, &no_fault);
      flow_branch (&w, 2, into, 7);
      flow_solve (&w, &no_fault);
      for (uint32_t i = 3; i < 5; i++)
	{
	  enum ghalt_how how = into ? GHALT_UNKNOWN : GHALT_DERIVED;
	  CU_ASSERT_EQUAL (w.edge_counts[i].how, how);
	  CU_ASSERT_EQUAL (w.block_counts[i].how, how);
	  CU_ASSERT_EQUAL (w.edge_counts[i].n, 0);
	}
      flow_release (&w);
    }
}

static const CU_TestInfo tests[] = {
  { "all circulations", test_all_circulations },
  { "contradictions", test_contradictions },
  { "a loop that nothing enters", test_loop },
  { "large functions", test_large },
  { "nonsense", test_nonsense },
  CU_TEST_INFO_NULL
};

int
main (void)
{
  return run_tests ("solve", tests);
}
