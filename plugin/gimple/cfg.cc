/* SPDX-License-Identifier: GPL-3.0-or-later */
/* at=gimple: the control flow graph as gcov knows it, and the map's. */

#include "plugin/core/core.h"
#include "plugin/cover/cover.h"
#include "plugin/gimple/gimple.h"
#include "plugin/rtl/rtl.h"

bool
gimple_counts (gimple *stmt)
{
  return !is_gimple_debug (stmt) && gimple_code (stmt) != GIMPLE_LABEL
	 && gimple_code (stmt) != GIMPLE_NOP && !gimple_clobber_p (stmt)
	 && cover_marked (stmt) < 0;
}

/* The last statement of BB that has a position.  */
static gimple *
last_located (basic_block bb)
{
  gimple *last = NULL;
  for (gimple_stmt_iterator gsi = gsi_last_nondebug_bb (bb); !gsi_end_p (gsi);
       gsi_prev_nondebug (&gsi))
    {
      last = gsi_stmt (gsi);
      if (!RESERVED_LOCATION_P (gimple_location (last)))
	break;
    }
  return last;
}

/* A goto that became an edge gets a block of its own, to have its line
   counted (branch_prob).  */
static void
split_gotos (basic_block bb)
{
  edge e;
  edge_iterator ei;
  FOR_EACH_EDGE (e, ei, bb->succs)
    {
      gimple *last = last_located (bb);
      if (last && gimple_has_location (last)
	  && !RESERVED_LOCATION_P (e->goto_locus) && !single_succ_p (bb)
	  && (LOCATION_FILE (e->goto_locus)
		!= LOCATION_FILE (gimple_location (last))
	      || LOCATION_LINE (e->goto_locus)
		   != LOCATION_LINE (gimple_location (last))))
	{
	  location_t locus = e->goto_locus;
	  single_succ_edge (split_edge (e))->goto_locus = locus;
	}
    }
}

bool
gimple_must_be_first (gimple *stmt)
{
  return is_gimple_call (stmt)
	 && (gimple_call_builtin_p (stmt, BUILT_IN_SETJMP_RECEIVER)
	     || (gimple_call_flags (stmt) & ECF_RETURNS_TWICE)
	     || gimple_call_internal_p (stmt, IFN_ABNORMAL_DISPATCHER));
}

/* Blocks at either end of an abnormal edge get a fake edge from the entry or
   to the exit (branch_prob); one that would get both is split.  */
static void
split_abnormal (basic_block bb)
{
  edge e;
  edge_iterator ei;
  bool exits = false, enters = false, has_exit = false, has_entry = false;

  FOR_EACH_EDGE (e, ei, bb->succs)
    if (e->dest == EXIT_BLOCK_PTR_FOR_FN (cfun))
      has_exit = true;
    else if (e->flags & (EDGE_ABNORMAL | EDGE_ABNORMAL_CALL))
      exits = true;
  FOR_EACH_EDGE (e, ei, bb->preds)
    if (e->src == ENTRY_BLOCK_PTR_FOR_FN (cfun))
      has_entry = true;
    else if (e->flags & (EDGE_ABNORMAL | EDGE_ABNORMAL_CALL))
      enters = true;
  if (exits && !has_exit)
    make_edge (bb, EXIT_BLOCK_PTR_FOR_FN (cfun), EDGE_FAKE);
  if (!enters || has_entry)
    return;
  make_edge (ENTRY_BLOCK_PTR_FOR_FN (cfun), bb, EDGE_FAKE);
  gimple_stmt_iterator gsi = gsi_start_nondebug_after_labels_bb (bb);
  if ((exits || has_exit) && !gsi_end_p (gsi)
      && !gimple_must_be_first (gsi_stmt (gsi)))
    split_block_after_labels (bb);
}

/* Whether control may not come on from STMT though gcov thinks that it does.  */
static bool
ends_for_us (gimple *stmt)
{
  return is_gimple_call (stmt) && !gimple_call_noreturn_p (stmt)
	 && !stmt_can_terminate_bb_p (stmt)
	 && !(gimple_call_flags (stmt) & (ECF_CONST | ECF_PURE))
	 && gimple_call_builtin_p (stmt)
	 && !builtin_returns (gimple_call_fndecl (stmt));
}

bool
gimple_ends_for_us (basic_block bb)
{
  gimple *last = halt_last_stmt (bb);
  return last && ends_for_us (last);
}

static bool has_ends;

bool
gimple_has_ends (void)
{
  return has_ends;
}

/* End BB after each of them, from the last one on.  */
static bool
split_behind_ends (basic_block bb)
{
  bool any = false;
  for (gimple_stmt_iterator gsi = gsi_last_nondebug_bb (bb); !gsi_end_p (gsi);
       gsi_prev_nondebug (&gsi))
    if (gimple *stmt = gsi_stmt (gsi); ends_for_us (stmt))
      {
	if (stmt != halt_last_stmt (bb))
	  split_block (bb, stmt);
	make_edge (bb, EXIT_BLOCK_PTR_FOR_FN (cfun), EDGE_FAKE);
	any = true;
      }
  return any;
}

void
gimple_cfg_prepare (bool thunk)
{
  basic_block bb;

  flow_call_edges_add (NULL);
  add_noreturn_fake_exit_edges ();
  if (!thunk)
    FOR_EACH_BB_FN (bb, cfun)
      {
	split_gotos (bb);
	split_abnormal (bb);
      }
  if (config->kind[HALT_ARC])
    arcs_choose (thunk);
  compact_blocks ();
  if (config->kind[HALT_ARC])
    arcs_number ();
  has_ends = false;
  FOR_EACH_BB_FN (bb, cfun)
    has_ends |= split_behind_ends (bb);
  if (has_ends)
    compact_blocks ();
}

void
gimple_cfg_finish (void)
{
  remove_fake_edges ();
}

/* --- the map ------------------------------------------------------------ */

typedef hash_set<int_hash<location_t, UNKNOWN_LOCATION, BUILTINS_LOCATION> >
  location_set;

/* Add the line of a statement or a function, whose positions are SEEN, as gcov does
   (output_location).  */
static void
add_seen (block_lines *lines, location_set *seen, location_t where)
{
  if (RESERVED_LOCATION_P (where))
    return;
  seen->add (halt_gcov_position (where));
  lines->add (where);
}

/* SEEN are the positions of the blocks before BB.  */
static void
describe_block (basic_block bb, location_set *seen)
{
  struct halt_map_block b = {};
  block_lines lines;
  inlined_in inlined;
  edge e;
  edge_iterator ei;

  if (bb == ENTRY_BLOCK_PTR_FOR_FN (cfun)->next_bb)
    add_seen (&lines, seen, DECL_SOURCE_LOCATION (current_function_decl));
  for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
       gsi_next (&gsi))
    {
      gimple *stmt = gsi_stmt (gsi);
      if (gimple_counts (stmt))
	b.n_insns++;
      if (gimple_counts (stmt) || gimple_debug_nonbind_marker_p (stmt))
	inlined.add (gimple_location (stmt));
      add_seen (&lines, seen, gimple_location (stmt));
    }
  if (single_succ_p (bb)
      && !RESERVED_LOCATION_P (single_succ_edge (bb)->goto_locus)
      && !seen
	    ->contains (halt_gcov_position (single_succ_edge (bb)->goto_locus)))
    lines.add (single_succ_edge (bb)->goto_locus);
  if (bb_has_eh_pred (bb))
    b.flags |= HALT_BB_LANDING;
  FOR_EACH_EDGE (e, ei, bb->succs)
    if (e->flags & EDGE_FAKE)
      b.flags |= HALT_BB_CALL | (gimple_ends_for_us (bb) ? HALT_BB_ENDS : 0);
  for (unsigned i = 0; i < lines.list.length (); i++)
    {
      const halt_map_line *line = &lines.list[i];
      if (i == 0)
	{
	  b.file = line->file;
	  b.line = line->line;
	}
      if (line->file == b.file)
	b.last_line = MAX (b.last_line, line->line);
    }
  map_block (unit.map, &b);
  lines.describe ();
  inlined.describe (bb->index);
}

void
gimple_switch_indices (gswitch *switch_stmt,
		       hash_map<basic_block, unsigned> *indices)
{
  unsigned n = gimple_switch_num_labels (switch_stmt), index = 0;
  /* Label 0 is the default.  */
  for (unsigned i = 1; i <= n; i++)
    {
      bool existed;
      unsigned &slot
	= indices->get_or_insert (gimple_switch_label_bb (cfun, switch_stmt,
							  i % n),
				  &existed);
      if (!existed)
	slot = index++;
    }
}

/* The edges of the function that was described last, by their order.  */
static hash_map<edge, uint32_t> *edge_numbers;

uint32_t
gimple_cfg_edge (edge e)
{
  return *edge_numbers->get (e);
}

static void
describe_edges (basic_block bb)
{
  edge e;
  edge_iterator ei;
  gimple *last = bb->index >= NUM_FIXED_BLOCKS ? halt_last_stmt (bb) : NULL;
  hash_map<basic_block, unsigned> indices;

  if (last && gimple_code (last) == GIMPLE_SWITCH)
    gimple_switch_indices (as_a<gswitch *> (last), &indices);

  FOR_EACH_EDGE (e, ei, bb->succs)
    {
      struct halt_map_edge m = { (uint32_t) bb->index,
				 (uint32_t) e->dest->index, 0, 0 };
      if (e->flags & EDGE_FAKE)
	continue;
      if (e->flags & EDGE_EH)
	m.flags = HALT_EDGE_EH;
      else if (e->flags & EDGE_ABNORMAL)
	m.flags = HALT_EDGE_ABNORMAL;
      else if (e->dest == EXIT_BLOCK_PTR_FOR_FN (cfun))
	m.flags = HALT_EDGE_RETURN;
      else if (e->flags & EDGE_TRUE_VALUE)
	m.flags = HALT_EDGE_TAKEN;
      else if (e->flags & (EDGE_FALSE_VALUE | EDGE_FALLTHRU))
	m.flags = HALT_EDGE_FALL;
      else if (unsigned *index = indices.get (e->dest))
	{
	  m.flags = HALT_EDGE_INDEX;
	  m.index = *index;
	}
      else
	m.flags = HALT_EDGE_JUMP;
      edge_numbers->put (e, edge_numbers->elements ());
      map_edge (unit.map, &m);
    }
}

static void
dump_cfg (void)
{
  FILE *f = dump_stream ();
  basic_block bb;
  edge e;
  edge_iterator ei;

  fprintf (f, "cfg %s\n", current_function_name ());
  FOR_EACH_BB_FN (bb, cfun)
    {
      fprintf (f, "  block %d ->", bb->index);
      FOR_EACH_EDGE (e, ei, bb->succs)
	if (!(e->flags & EDGE_FAKE))
	  fprintf (f, " %d", e->dest->index);
      fputc ('\n', f);
    }
}

/* GCC's numbers are the map's: the entry 0, the exit 1, then the blocks.  */
static_assert (ENTRY_BLOCK == HALT_BLOCK_ENTRY && EXIT_BLOCK == HALT_BLOCK_EXIT
		 && NUM_FIXED_BLOCKS == HALT_BLOCK_FIRST,
	       "block numbers");

void
gimple_cfg_describe (uint32_t flags)
{
  basic_block bb;
  location_set seen;
  tree decl = current_function_decl;

  if (DECL_ARTIFICIAL (decl) && !DECL_FUNCTION_VERSIONED (decl)
      && !DECL_LAMBDA_FUNCTION_P (decl))
    flags |= HALT_FN_ARTIFICIAL;
  describe_begin (flags);
  FOR_EACH_BB_FN (bb, cfun)
    describe_block (bb, &seen);
  delete edge_numbers;
  edge_numbers = new hash_map<edge, uint32_t>;
  describe_edges (ENTRY_BLOCK_PTR_FOR_FN (cfun));
  FOR_EACH_BB_FN (bb, cfun)
    describe_edges (bb);
  unit_add_function ();
  if (config->dump & DUMP_CFG)
    dump_cfg ();
}
