/* SPDX-License-Identifier: GPL-3.0-or-later */
/* at=gimple: prime paths.

   A function has a bit for each of its paths, in local variables: control is on it.  An edge
   sets those of the paths that begin with it, and clears those of paths that do not go on
   by it (Kvalsvik's way, which GCC 16 has, too).  Where a path ends with an edge, and its bit
   is set, it was taken.  At most one ends at a time: all that do are the last blocks that
   were executed, and none is part of another.  */

#include "cover/prime.h"
#include "plugin/core/core.h"
#include "plugin/gimple/gimple.h"

class primes
{
public:
  primes ();
  ~primes ();
  void label (vec<gimple_point> *points);
  void pour (const vec<gimple_point> &points);

private:
  unsigned edge_of (uint32_t from, uint32_t to) const;
  basic_block block_of (uint32_t number) const;
  unsigned length_of (unsigned path) const;
  void find_bits ();
  uint64_t word_of (const_sbitmap bits, unsigned word) const;
  void pour_edge (unsigned e);
  basic_block pour_tests (basic_block bb, tree ended, unsigned word,
			  uint64_t bits);
  basic_block pour_if (basic_block bb, tree ended, uint64_t bits);
  void pour_event (basic_block bb, unsigned path);

  struct prime_paths paths;
  auto_vec<struct prime_edge> graph;
  auto_vec<edge> edges;		/* of GRAPH */
  auto_vec<unsigned> first_edge; /* of blocks */
  unsigned n_blocks;
  bool *cut;
  unsigned first_point;
  const gimple_point *points;	/* of the paths */
  tree type;			/* of a word, */
  unsigned width;		/* which has so many bits */
  auto_vec<tree> local;
  /* Paths: that begin with each edge, go on by it, end with it; in the middle of which
     each block is.  */
  sbitmap *begin, *on, *end, *inside;
};

/* The blocks' numbers are those of the map, which has no fake edges either.  */
primes::primes ()
    : n_blocks (n_basic_blocks_for_fn (cfun) - NUM_FIXED_BLOCKS),
      type (long_unsigned_type_node), width (TYPE_PRECISION (type))
{
  basic_block bb;
  edge e;
  edge_iterator ei;
  FOR_EACH_BB_FN (bb, cfun)
    {
      first_edge.safe_push (graph.length ());
      FOR_EACH_EDGE (e, ei, bb->succs)
	{
	  if (e->flags & EDGE_FAKE)
	    continue;
	  bool leaves = e->dest == EXIT_BLOCK_PTR_FOR_FN (cfun);
	  graph.safe_push ({ (uint32_t) bb->index - NUM_FIXED_BLOCKS,
			     leaves ? n_blocks
				    : e->dest->index - NUM_FIXED_BLOCKS,
			     e->flags & EDGE_EH		? PRIME_THROW
			     : e->flags & EDGE_ABNORMAL ? PRIME_ABNORMAL
							: PRIME_STEP });
	  edges.safe_push (e);
	}
    }
  first_edge.safe_push (graph.length ());
  struct prime_graph whole = { n_blocks, graph.length (), graph.address () };
  cut = XNEWVEC (bool, n_blocks);
  prime_cuts (&whole, cut);
  if (!prime_find (&paths, &whole, config->most_primes))
    fatal_error (UNKNOWN_LOCATION, "halt: out of memory");
}

primes::~primes ()
{
  prime_release (&paths);
  free (cut);
}

basic_block
primes::block_of (uint32_t number) const
{
  return BASIC_BLOCK_FOR_FN (cfun, number + NUM_FIXED_BLOCKS);
}

unsigned
primes::length_of (unsigned path) const
{
  return paths.starts[path + 1] - paths.starts[path];
}

/* A path's place is where it ends.  */
void
primes::label (vec<gimple_point> *list)
{
  first_point = list->length ();
  if (paths.too_many)
    {
      if (config->dump & DUMP_LABEL)
	fprintf (dump_stream (), "left out: paths of %s: too many\n",
		 current_function_name ());
      gimple_label_at (list, ENTRY_BLOCK_PTR_FOR_FN (cfun)->next_bb, HALT_PRIME,
		       -1);
    }
  for (unsigned i = 0; i < paths.n; i++)
    gimple_label_at (list, block_of (paths.blocks[paths.starts[i + 1] - 1]),
		     HALT_PRIME, i);
}

primes *
primes_label (vec<gimple_point> *points)
{
  if (!config->kind[HALT_PRIME])
    return NULL;
  primes *p = new primes ();
  p->label (points);
  return p;
}

/* --- bits --------------------------------------------------------------------- */

unsigned
primes::edge_of (uint32_t from, uint32_t to) const
{
  unsigned e = first_edge[from];
  while (graph[e].to != to)
    e++;
  return e;
}

void
primes::find_bits ()
{
  for (sbitmap **s : { &begin, &on, &end, &inside })
    {
      unsigned n = s == &inside ? n_blocks : graph.length ();
      *s = sbitmap_vector_alloc (MAX (n, 1), paths.n);
      bitmap_vector_clear (*s, n);
    }
  for (unsigned p = 0; p < paths.n; p++)
    {
      const uint32_t *block = paths.blocks + paths.starts[p];
      unsigned last = length_of (p) - 1;
      for (unsigned i = 0; i < last; i++)
	{
	  unsigned e = edge_of (block[i], block[i + 1]);
	  if (i + 1 == last)
	    bitmap_set_bit (end[e], p);
	  else
	    {
	      bitmap_set_bit (i == 0 ? begin[e] : on[e], p);
	      bitmap_set_bit (inside[block[i + 1]], p);
	    }
	}
    }
}

uint64_t
primes::word_of (const_sbitmap bits, unsigned word) const
{
  uint64_t value = 0;
  for (unsigned i = 0; i < width && word * width + i < paths.n; i++)
    value |= (uint64_t) bitmap_bit_p (bits, word * width + i) << i;
  return value;
}

/* --- code --------------------------------------------------------------------- */

static gimple *
add_last (basic_block bb, gimple *stmt)
{
  gimple_stmt_iterator gsi = gsi_last_bb (bb);
  gsi_insert_after (&gsi, stmt, GSI_NEW_STMT);
  return stmt;
}

void
primes::pour_event (basic_block bb, unsigned path)
{
  gimple_stmt_iterator gsi = gsi_last_bb (bb);
  gsi_insert_seq_after (&gsi, gimple_build_event (&points[path]), GSI_NEW_STMT);
}

/* End BB with a test of ENDED; the result is where it goes on if one of BITS is set there.
   It may be, as likely as not.  */
basic_block
primes::pour_if (basic_block bb, tree ended, uint64_t bits)
{
  tree some = make_ssa_name (type);
  gimple *stmt = add_last (bb,
			   gimple_build_assign (some, BIT_AND_EXPR, ended,
						build_int_cstu (type, bits)));
  gcond *test = gimple_build_cond (NE_EXPR, some, build_zero_cst (type),
				   NULL_TREE, NULL_TREE);
  return insert_cond_bb (bb, stmt, test, profile_probability::even ());
}

/* At the end of BB find out which of BITS of WORD is set in ENDED, at most one; the result is
   where code goes on.  */
basic_block
primes::pour_tests (basic_block bb, tree ended, unsigned word, uint64_t bits)
{
  basic_block found = pour_if (bb, ended, bits), next = single_succ (found);
  if (pow2p_hwi (bits))
    pour_event (found, word * width + ctz_hwi (bits));
  else
    {
      uint64_t low = bits;
      for (int n = popcount_hwi (bits) / 2; n > 0; n--)
	low &= low - 1;
      found = pour_tests (found, ended, word, bits & ~low);
      pour_tests (found, ended, word, low);
    }
  return next;
}

/* What edge E does.  What comes into its block in other ways is on no path.  */
void
primes::pour_edge (unsigned e)
{
  const struct prime_edge *way = &graph[e];
  struct test
  {
    tree ended;
    unsigned word;
    uint64_t bits;
  };
  auto_vec<test> tests;
  basic_block bb = split_edge (edges[e]);
  for (unsigned w = 0; w < local.length (); w++)
    {
      uint64_t before = word_of (inside[way->from], w);
      uint64_t goes_on = word_of (on[e], w), begins = word_of (begin[e], w);
      uint64_t ends = word_of (end[e], w);
      if (ends & before)
	{
	  tree ended = make_ssa_name (type);
	  add_last (bb, gimple_build_assign (ended, local[w]));
	  tests.safe_push ({ ended, w, ends & before });
	}
      /* Those of one edge.  */
      for (ends &= ~before; ends; ends &= ends - 1)
	pour_event (bb, w * width + ctz_hwi (ends));
      if (cut[way->from] || (before && !goes_on))
	add_last (bb, gimple_build_assign (local[w],
					   build_int_cstu (type, begins)));
      else
	{
	  if (before & ~goes_on)
	    add_last (bb, gimple_build_assign (local[w], BIT_AND_EXPR, local[w],
					       build_int_cstu (type, goes_on)));
	  if (begins)
	    add_last (bb, gimple_build_assign (local[w], BIT_IOR_EXPR, local[w],
					       build_int_cstu (type, begins)));
	}
    }
  for (unsigned i = 0; i < tests.length (); i++)
    bb = pour_tests (bb, tests[i].ended, tests[i].word, tests[i].bits);
}

void
primes::pour (const vec<gimple_point> &list)
{
  edge entry = single_succ_edge (ENTRY_BLOCK_PTR_FOR_FN (cfun));
  points = list.address () + first_point;
  if (paths.too_many)
    {
      gsi_insert_seq_on_edge (entry, gimple_build_event (points));
      return;
    }
  find_bits ();
  for (unsigned w = 0; w < CEIL (paths.n, width); w++)
    {
      tree word = create_tmp_var_raw (type, "__primes");
      gimple_add_tmp_var (word);
      local.safe_push (word);
      gsi_insert_on_edge (entry,
			  gimple_build_assign (word, build_zero_cst (type)));
    }
  for (unsigned p = 0; p < paths.n; p++)
    if (length_of (p) == 1)
      gimple_insert_at_head (block_of (paths.blocks[paths.starts[p]]),
			     gimple_build_event (&points[p]));
  for (unsigned e = 0; e < graph.length (); e++)
    if (graph[e].to < n_blocks && !cut[graph[e].to])
      pour_edge (e);
  for (sbitmap *s : { begin, on, end, inside })
    sbitmap_vector_free (s);
}

void
primes_pour (primes *paths, const vec<gimple_point> &points)
{
  paths->pour (points);
  delete paths;
}
