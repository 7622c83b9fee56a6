/* SPDX-License-Identifier: GPL-3.0-or-later */
/* blpp: the flow graph whose paths are numbered, that of the last GIMPLE.  */

#include "plugin/core/core.h"
#include "plugin/gimple/gimple.h"
#include "plugin/paths/paths.h"

/* --- tail calls --------------------------------------------------------- */

/* A call that is marked as a tail call may become a jump: then nothing after it
   in its function is ever executed.  So the path must end before it, and it
   gets a return of its own.  */

static gcall *
marked_call (gimple *stmt)
{
  gcall *call = stmt ? dyn_cast<gcall *> (stmt) : NULL;
  return call && gimple_call_tail_p (call) ? call : NULL;
}

/* The last marked call of BB.  */
static gcall *
find_marked (basic_block bb)
{
  for (gimple_stmt_iterator gsi = gsi_last_nondebug_bb (bb); !gsi_end_p (gsi);
       gsi_prev_nondebug (&gsi))
    if (gcall *call = marked_call (gsi_stmt (gsi)))
      return call;
  return NULL;
}

/* Whether nothing is done from GSI to the end of its block but to return, or
   nothing at all: *STOP becomes the return, or NULL.  */
static bool
is_idle (gimple_stmt_iterator gsi, greturn **stop)
{
  *stop = NULL;
  for (; !gsi_end_p (gsi); gsi_next (&gsi))
    {
      gimple *stmt = gsi_stmt (gsi);
      *stop = dyn_cast<greturn *> (stmt);
      if (*stop)
	return true;
      if (gimple_counts (stmt))
	return false;
    }
  return true;
}

gcall *
paths_tail_call (basic_block bb)
{
  gcall *call = find_marked (bb);
  greturn *stop;
  if (!call)
    return NULL;
  gimple_stmt_iterator gsi = gsi_for_stmt (call);
  gsi_next (&gsi);
  return is_idle (gsi, &stop) && stop ? call : NULL;
}

/* What BB returns if control comes to it by E: VALUE, that or the argument of a
   phi node of its.  */
static tree
value_from (edge e, tree value)
{
  if (value && TREE_CODE (value) == SSA_NAME)
    if (gphi *phi = dyn_cast<gphi *> (SSA_NAME_DEF_STMT (value)))
      if (gimple_bb (phi) == e->dest)
	return PHI_ARG_DEF_FROM_EDGE (phi, e);
  return value;
}

/* The return that control comes to after BB's last statement with nothing done
   on the way, which is *WAY; or NULL.  */
static greturn *
find_return (basic_block bb, auto_vec<edge> *way)
{
  while (single_succ_p (bb) && way->length () < 8)
    {
      edge e = single_succ_edge (bb);
      greturn *stop;
      if ((e->flags & EDGE_COMPLEX) || e->dest == EXIT_BLOCK_PTR_FOR_FN (cfun))
	return NULL;
      way->safe_push (e);
      bb = e->dest;
      if (!is_idle (gsi_after_labels (bb), &stop))
	return NULL;
      if (stop)
	return stop;
    }
  return NULL;
}

static void
delete_unreached (basic_block bb)
{
  while (bb != EXIT_BLOCK_PTR_FOR_FN (cfun) && EDGE_COUNT (bb->preds) == 0)
    {
      basic_block next = single_succ_p (bb) ? single_succ (bb) : NULL;
      delete_basic_block (bb);
      if (!next)
	return;
      bb = next;
    }
}

/* Let BB, at whose end CALL is, return itself; false if that cannot be done.  */
static bool
separate_return (basic_block bb, gcall *call)
{
  auto_vec<edge> way;
  greturn *stop, *own;
  gimple_stmt_iterator gsi = gsi_for_stmt (call);
  gsi_next (&gsi);
  if (!is_idle (gsi, &stop) || stop)
    return stop;
  stop = find_return (bb, &way);
  if (!stop)
    return false;
  tree value = gimple_return_retval (stop);
  for (unsigned i = way.length (); i-- > 0;)
    value = value_from (way[i], value);
  own = gimple_build_return (value);
  gimple_set_location (own, gimple_location (stop));
  basic_block next = single_succ (bb);
  for (unsigned i = 0; i < way.length (); i++)
    way[i]->dest->count -= bb->count;
  remove_edge (single_succ_edge (bb));
  gsi = gsi_last_bb (bb);
  gsi_insert_after (&gsi, own, GSI_NEW_STMT);
  edge e = make_edge (bb, EXIT_BLOCK_PTR_FOR_FN (cfun), 0);
  e->probability = profile_probability::always ();
  delete_unreached (next);
  return true;
}

static void
separate_tail_calls (void)
{
  auto_vec<basic_block> blocks;
  basic_block bb;
  bool changed = false;

  FOR_EACH_BB_FN (bb, cfun)
    if (find_marked (bb))
      blocks.safe_push (bb);
  for (unsigned i = 0; i < blocks.length (); i++)
    {
      gcall *call = find_marked (blocks[i]);
      if (config->kind[HALT_EXIT] || !separate_return (blocks[i], call))
	gimple_call_set_tail (call, false);
      changed = true;
    }
  if (changed)
    {
      free_dominance_info (CDI_DOMINATORS);
      free_dominance_info (CDI_POST_DOMINATORS);
      if (current_loops)
	loops_state_set (LOOPS_NEED_FIXUP);
    }
}

/* --- calls that may not come back --------------------------------------- */

/* As gcov sees it (need_fake_edge_p), but for built-in functions.  */
static bool
may_leave (gimple *stmt)
{
  if (gasm *text = dyn_cast<gasm *> (stmt))
    return gimple_asm_volatile_p (text) || halt_asm_basic_p (text);
  if (!is_gimple_call (stmt) || gimple_call_internal_p (stmt))
    return false;
  int flags = gimple_call_flags (stmt);
  if (!(flags & ECF_NORETURN) && builtin_returns (gimple_call_fndecl (stmt)))
    return false;
  return (flags & ECF_NORETURN) || !(flags & (ECF_CONST | ECF_PURE))
	 || (flags & ECF_LOOPING_CONST_OR_PURE);
}

/* End BB after the first statement of it that may not come back.  Tail calls
   are no matter: the path ends before them.  */
static void
split_behind_calls (basic_block bb)
{
  gcall *tail = paths_tail_call (bb);
  for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
       gsi_next (&gsi))
    {
      gimple *stmt = gsi_stmt (gsi);
      if (stmt == tail || !may_leave (stmt))
	continue;
      gimple_stmt_iterator rest = gsi;
      gsi_next_nondebug (&rest);
      if (!gsi_end_p (rest))
	split_block (bb, stmt);
      /* If there is no way on, the call does not come back at all, and the path
	 ends before it.  */
      if (EDGE_COUNT (bb->succs) > 0)
	make_edge (bb, EXIT_BLOCK_PTR_FOR_FN (cfun), EDGE_FAKE);
      return;
    }
}

void
paths_prepare (void)
{
  basic_block bb;
  separate_tail_calls ();
  /* What is split off comes next.  */
  FOR_EACH_BB_FN (bb, cfun)
    split_behind_calls (bb);
  compact_blocks ();
}

/* --- the graph ---------------------------------------------------------- */

/* Where code can go, and what is known after it.  A computed goto leads on like
   any jump.  What else is abnormal is control that comes back from elsewhere, as
   by longjmp: the path sum may be anything then.  */
static uint32_t
edge_flags (edge e)
{
  gimple *last = halt_last_stmt (e->src);
  if (e->flags & EDGE_EH)
    return BLPP_BOUND;
  if (!(e->flags & (EDGE_ABNORMAL | EDGE_ABNORMAL_CALL)))
    return 0;
  return last && gimple_code (last) == GIMPLE_GOTO
	   ? BLPP_BOUND
	   : BLPP_BOUND | BLPP_LOSES;
}

/* COUNT as a weight.  Without GCC's guess all are the same.  */
static uint64_t
weight (profile_count count)
{
  return count.initialized_p () ? count.to_gcov_type () : 1;
}

static uint8_t
block_flags (basic_block bb)
{
  edge e;
  edge_iterator ei;
  uint8_t flags = 0;
  FOR_EACH_EDGE (e, ei, bb->succs)
    if (e->flags & EDGE_FAKE)
      flags |= BLPP_LEAKS;
    else if (e->dest == EXIT_BLOCK_PTR_FOR_FN (cfun))
      flags |= BLPP_EXIT;
  return flags;
}

static uint32_t
number_of (basic_block bb)
{
  return bb->index - NUM_FIXED_BLOCKS;
}

/* The most paths of a region: what is wanted, else what can be counted in
   cells, else what a sum can tell apart.  */
static uint64_t
most_paths (void)
{
  unsigned bits = TYPE_PRECISION (long_unsigned_type_node);
  uint64_t most = bits < 62 ? (uint64_t) 1 << bits : BLPP_MAX_PATHS;
  uint64_t wanted = config->most_paths ? config->most_paths
				       : paths_most_cells ();
  return wanted && wanted < most ? wanted : most;
}

bool
paths_number (path_graph *graph)
{
  basic_block bb;
  edge e;
  edge_iterator ei;
  auto_vec<struct blpp_edge> edges;
  auto_vec<uint8_t> blocks;
  edge entry = single_succ_edge (ENTRY_BLOCK_PTR_FOR_FN (cfun));

  FOR_EACH_BB_FN (bb, cfun)
    {
      blocks.safe_push (block_flags (bb));
      graph->of_block.safe_push (number_of (bb));
      graph->blocks.safe_push (bb);
      FOR_EACH_EDGE (e, ei, bb->succs)
	if (!(e->flags & EDGE_FAKE) && e->dest != EXIT_BLOCK_PTR_FOR_FN (cfun))
	  {
	    struct blpp_edge one = { number_of (e->src), number_of (e->dest),
				     edge_flags (e), weight (e->count ()) };
	    edges.safe_push (one);
	    graph->edges.safe_push (e);
	  }
    }
  struct blpp_cfg cfg = { blocks.length (),	   edges.length (),
			  number_of (entry->dest), weight (entry->count ()),
			  edges.address (),	   blocks.address () };
  graph->paths = graph->poured = blpp_new (&cfg, most_paths ());
  if (!graph->paths)
    error_at (DECL_SOURCE_LOCATION (current_function_decl),
	      "halt: cannot "
	      "number the paths of %qD: %m",
	      current_function_decl);
  return graph->paths;
}
