/* SPDX-License-Identifier: GPL-3.0-or-later */
/* at=gimple: label and instrument at the point where gcov's own profile pass
   works, right after it: early inlining is done, link-time optimisation and all
   that optimises across functions is still to come.  What is said of code that
   is copied later, is said by every copy.  */

#include "plugin/core/core.h"
#include "plugin/cover/cover.h"
#include "plugin/gimple/gimple.h"
#include "plugin/routines/routines.h"

/* What gcov leaves out, too (tree_profiling).  */
bool
gimple_is_foreign (cgraph_node *node)
{
  return !gimple_has_body_p (node->decl) || node->thunk
	 || DECL_SOURCE_LOCATION (node->decl) == BUILTINS_LOCATION
	 || (DECL_EXTERNAL (node->decl)
	     && (flag_test_coverage || !config->kind[HALT_ARC]));
}

/* Whether NODE is a thunk, and has become a function, in which gcov counts: one with
   variable arguments has not.  */
static bool
expanded (cgraph_node *node)
{
  return config->kind[HALT_ARC] && node->thunk
	 && DECL_SOURCE_LOCATION (node->decl) != BUILTINS_LOCATION
	 && !lookup_attribute ("no_profile_instrument_function",
			       DECL_ATTRIBUTES (node->decl))
	 && !stdarg_p (TREE_TYPE (node->decl))
	 && expand_thunk (node, false, true);
}

const char *
gimple_left_out (void)
{
  if (const char *why = function_excluded ())
    return why;
  tree attrs = DECL_ATTRIBUTES (current_function_decl);
  if (lookup_attribute ("no_profile_instrument_function", attrs))
    return "attribute no_profile_instrument_function";
  /* They may only call functions that keep every register.  */
  if (lookup_attribute ("interrupt",
			TYPE_ATTRIBUTES (TREE_TYPE (current_function_decl)))
      || lookup_attribute ("no_caller_saved_registers",
			   TYPE_ATTRIBUTES (TREE_TYPE (current_function_decl))))
    return "it must keep every register";
  return NULL;
}

/* What was counted in the source is labelled now, or left alone.  */
static void
remove_marks (void)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);)
      if (cover_marked (gsi_stmt (gsi)) >= 0)
	gsi_remove (&gsi, true);
      else
	gsi_next (&gsi);
}

/* The points of one function, which is a THUNK or not.  */
static void
instrument (bool thunk)
{
  auto_vec<gimple_point> points;
  primes *paths = NULL;
  const char *why = gimple_left_out ();

  gimple_cfg_prepare (thunk);
  if (config->kind[HALT_ARC])
    {
      values_mark (why != NULL);
      arcs_add (why != NULL, thunk);
    }
  gimple_cfg_describe (why ? HALT_FN_SKIPPED : 0);
  if (!why)
    {
      gimple_label (&points);
      paths = primes_label (&points);
    }
  else if (config->dump & DUMP_LABEL)
    fprintf (dump_stream (), "left out: function %s: %s\n",
	     current_function_name (), why);
  gimple_cfg_finish ();
  gimple_pour_begin ();
  if (paths)
    primes_pour (paths, points);
  gimple_pour (points);
  if (config->kind[HALT_COVER])
    remove_marks ();
  for (unsigned i = 0; i < points.length (); i++)
    if (points[i].kind == HALT_FIRST)
      values_pour_first (&points[i]);
  if (points.length () > 0)
    unit.has_points = true;
}

/* Early passes may have found that a function has no side effects; now it
   may have.  */
static void
forget_summary (cgraph_node *node)
{
  node->set_const_flag (false, false);
  node->set_pure_flag (false, false);
  if (modref_summary *s = get_modref_function_summary (node))
    {
      s->side_effects = s->nondeterministic = true;
      s->global_memory_read = s->global_memory_written = true;
      s->try_dse = false;
      s->kills.truncate (0);
      if (s->loads)
	s->loads->collapse ();
      if (s->stores)
	s->stores->collapse ();
    }
}

/* Bring the calls of the current function up to date with what was
   forgotten.  */
static void
update_function (void)
{
  basic_block bb;
  FOR_EACH_BB_FN (bb, cfun)
    for (gimple_stmt_iterator gsi = gsi_start_bb (bb); !gsi_end_p (gsi);
	 gsi_next (&gsi))
      if (is_gimple_call (gsi_stmt (gsi)))
	update_stmt (gsi_stmt (gsi));
  cleanup_tree_cfg (0);
  update_ssa (TODO_update_ssa);
  cgraph_edge::rebuild_edges ();
}

static void
instrument_unit (function *)
{
  cgraph_node *node;

  if (config->kind[HALT_ARC])
    arcs_begin ();
  FOR_EACH_DEFINED_FUNCTION (node)
    if (bool thunk = expanded (node); thunk || !gimple_is_foreign (node))
      {
	push_cfun (DECL_STRUCT_FUNCTION (node->decl));
	/* What local analysis found may need the graph to be mended.  */
	if (execute_fixup_cfg () & TODO_cleanup_cfg)
	  cleanup_tree_cfg (0);
	instrument (thunk);
	free_dominance_info (CDI_DOMINATORS);
	free_dominance_info (CDI_POST_DOMINATORS);
	pop_cfun ();
      }
  gimple_pour_release ();
  values_release ();
  if (config->kind[HALT_ARC])
    arcs_end ();

  FOR_EACH_DEFINED_FUNCTION (node)
    if (gimple_has_body_p (node->decl)
	&& DECL_SOURCE_LOCATION (node->decl) != BUILTINS_LOCATION)
      forget_summary (node);
  FOR_EACH_DEFINED_FUNCTION (node)
    if (gimple_has_body_p (node->decl)
	&& DECL_SOURCE_LOCATION (node->decl) != BUILTINS_LOCATION)
      {
	push_cfun (DECL_STRUCT_FUNCTION (node->decl));
	update_function ();
	pop_cfun ();
      }
}

const halt_pass gimple_pass = {
  SIMPLE_IPA_PASS, "halt_gimple",
  [] (function *) {
    return config->gimple && !config->blpp && unit.map && !in_lto_p
	   && !seen_error ();
  },
  instrument_unit
};
