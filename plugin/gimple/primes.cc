/* SPDX-License-Identifier: GPL-3.0-or-later */
/* at=gimple: prime paths.

   A local variable has the state of the block that control is in (cover/prime.h).  An edge
   looks the next one up in a table, unless it is the same, or always that.  */

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
  basic_block block_of (uint32_t number) const;
  tree table_of (unsigned e) const;
  gimple_seq step (unsigned e) const;
  basic_block pour_test (basic_block bb, uint32_t least) const;
  gimple_seq build_end (uint32_t block, uint32_t number) const;
  void pour_ends (basic_block bb, uint32_t block, const uint32_t *ends,
		  unsigned n) const;
  void pour_edge (unsigned e) const;

  struct prime_paths paths = {};
  struct prime_states states = {};
  auto_vec<struct prime_edge> graph;
  auto_vec<edge> edges;		/* of GRAPH */
  unsigned n_blocks;
  bool *cut;
  unsigned first_point;
  const gimple_point *points;	/* of the paths */
  tree state;			/* the variable */
};

/* The blocks' numbers are those of the map, which has no fake edges either.  */
primes::primes () : n_blocks (n_basic_blocks_for_fn (cfun) - NUM_FIXED_BLOCKS)
{
  basic_block bb;
  edge e;
  edge_iterator ei;
  FOR_EACH_BB_FN (bb, cfun)
    {
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
  struct prime_graph whole = { n_blocks, graph.length (), graph.address () };
  cut = XNEWVEC (bool, n_blocks);
  prime_cuts (&whole, cut);
  if (!prime_find (&paths, &whole, config->most_primes)
      || (!paths.too_many && !prime_states_make (&states, &whole, &paths)))
    fatal_error (UNKNOWN_LOCATION, "halt: out of memory");
  if (states.too_many)
    {
      prime_release (&paths);
      paths.too_many = true;
    }
}

primes::~primes ()
{
  prime_release (&paths);
  prime_states_release (&states);
  free (cut);
}

basic_block
primes::block_of (uint32_t number) const
{
  return BASIC_BLOCK_FOR_FN (cfun, number + NUM_FIXED_BLOCKS);
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

/* --- code --------------------------------------------------------------------- */

/* The variable that has what follows each state where edge E leads, as short numbers.  */
tree
primes::table_of (unsigned e) const
{
  size_t n = states.next_at[e + 1] - states.next_at[e];
  const uint32_t *next = states.next + states.next_at[e];
  vec<constructor_elt, va_gc> *list = NULL;
  uint32_t most = states.blocks[graph[e].to].n_states;
  tree type = most > 65536 ? unsigned_type_node
	      : most > 256 ? short_unsigned_type_node
			   : unsigned_char_type_node;
  for (size_t i = 0; i < n; i++)
    CONSTRUCTOR_APPEND_ELT (list, size_int (i),
			    build_int_cst (type, next[i] == PRIME_NEVER
						   ? 0
						   : next[i]));
  tree array
    = build_array_type_nelts (build_qualified_type (type, TYPE_QUAL_CONST), n);
  tree table = build_decl (BUILTINS_LOCATION, VAR_DECL,
			   create_tmp_var_name ("__primes"), array);
  TREE_STATIC (table) = TREE_READONLY (table) = TREE_USED (table) = 1;
  DECL_ARTIFICIAL (table) = DECL_IGNORED_P (table) = 1;
  DECL_INITIAL (table) = build_constructor (array, list);
  TREE_CONSTANT (DECL_INITIAL (table)) = TREE_STATIC (DECL_INITIAL (table)) = 1;
  varpool_node::finalize_decl (table);
  return table;
}

/* What edge E does to the state, or NULL.  */
gimple_seq
primes::step (unsigned e) const
{
  const uint32_t *next = states.next + states.next_at[e];
  size_t n = states.next_at[e + 1] - states.next_at[e];
  uint32_t only = PRIME_NEVER;
  /* Where control may have come in from elsewhere, the variable has no state yet.  */
  bool same = !cut[graph[e].from], one = true;
  for (size_t i = 0; i < n; i++)
    if (next[i] != PRIME_NEVER)
      {
	same &= next[i] == i;
	one &= only == PRIME_NEVER || only == next[i];
	only = next[i];
      }
  if (same)
    return NULL;
  gimple_seq seq = NULL;
  tree value = build_int_cst (unsigned_type_node, only);
  if (!one)
    {
      tree table = table_of (e), type = TREE_TYPE (TREE_TYPE (table));
      tree from = make_ssa_name (unsigned_type_node);
      tree to = make_ssa_name (TYPE_MAIN_VARIANT (type));
      gimple_seq_add_stmt (&seq, gimple_build_assign (from, state));
      value = build4 (ARRAY_REF, type, table, from, NULL_TREE, NULL_TREE);
      gimple_seq_add_stmt (&seq, gimple_build_assign (to, value));
      value = make_ssa_name (unsigned_type_node);
      gimple_seq_add_stmt (&seq, gimple_build_assign (value, NOP_EXPR, to));
    }
  gimple_seq_add_stmt (&seq, gimple_build_assign (state, value));
  return seq;
}

/* End BB with a test; the result is where it goes on if the state is LEAST or more.  It may
   be, as likely as not.  */
basic_block
primes::pour_test (basic_block bb, uint32_t least) const
{
  tree now = make_ssa_name (unsigned_type_node);
  gimple *stmt = gimple_build_assign (now, state);
  gimple_stmt_iterator gsi = gsi_last_bb (bb);
  gsi_insert_after (&gsi, stmt, GSI_NEW_STMT);
  gcond *test = gimple_build_cond (GE_EXPR, now,
				   build_int_cst (unsigned_type_node, least),
				   NULL_TREE, NULL_TREE);
  return insert_cond_bb (bb, stmt, test, profile_probability::even ());
}

/* The event of the path that STATE of BLOCK is the end of.  */
gimple_seq
primes::build_end (uint32_t block, uint32_t number) const
{
  return gimple_build_event (&points[states
				       .paths[states.path_at[block] + number
					      - states.blocks[block].n_inner]]);
}

/* At the end of BB, where the state is one of the N at ENDS, in order, of BLOCK: say so.  */
void
primes::pour_ends (basic_block bb, uint32_t block, const uint32_t *ends,
		   unsigned n) const
{
  if (n == 1)
    {
      gimple_stmt_iterator gsi = gsi_last_bb (bb);
      gsi_insert_seq_after (&gsi, build_end (block, ends[0]), GSI_NEW_STMT);
      return;
    }
  unsigned half = n / 2;
  basic_block above = pour_test (bb, ends[half]);
  edge other = EDGE_SUCC (bb, EDGE_SUCC (bb, 0)->dest == above);
  pour_ends (split_edge (other), block, ends, half);
  pour_ends (above, block, ends + half, n - half);
}

static int
compare (const void *a, const void *b)
{
  uint32_t x = *(const uint32_t *) a, y = *(const uint32_t *) b;
  return (x > y) - (x < y);
}

void
primes::pour_edge (unsigned e) const
{
  const struct prime_block *to = &states.blocks[graph[e].to];
  auto_bitmap found;
  auto_vec<uint32_t> ends;
  bool always = true;
  for (size_t i = states.next_at[e]; i < states.next_at[e + 1]; i++)
    if (uint32_t next = states.next[i]; next != PRIME_NEVER)
      {
	always &= next >= to->n_inner;
	if (next >= to->n_inner && bitmap_set_bit (found, next))
	  ends.safe_push (next);
      }
  gimple_seq seq = step (e);
  if (ends.is_empty ())
    {
      if (seq)
	gsi_insert_seq_on_edge (edges[e], seq);
      return;
    }
  ends.qsort (compare);
  basic_block bb = split_edge (edges[e]);
  gimple_stmt_iterator gsi = gsi_last_bb (bb);
  if (seq)
    gsi_insert_seq_after (&gsi, seq, GSI_NEW_STMT);
  pour_ends (always ? bb : pour_test (bb, to->n_inner), graph[e].to,
	     ends.address (), ends.length ());
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
  state = create_tmp_var_raw (unsigned_type_node, "__primes");
  gimple_add_tmp_var (state);
  gsi_insert_on_edge (entry,
		      gimple_build_assign (state,
					   build_int_cst (unsigned_type_node,
							  states.blocks[0]
							    .start)));
  /* A block that is a path by itself.  */
  for (unsigned b = 0; b < n_blocks; b++)
    if ((b == 0 || cut[b]) && states.blocks[b].start >= states.blocks[b].n_inner
	&& states.blocks[b].n_states > 0)
      gimple_insert_at_head (block_of (b),
			     build_end (b, states.blocks[b].start));
  for (unsigned e = 0; e < graph.length (); e++)
    if (states.next_at[e + 1] > states.next_at[e])
      pour_edge (e);
}

void
primes_pour (primes *paths, const vec<gimple_point> &points)
{
  paths->pour (points);
  delete paths;
}
