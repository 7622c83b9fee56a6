/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Calls, while they still stand in blocks that may be tried.  */

#include "plugin/arp/arp.h"
#include "plugin/core/core.h"

/* CODE as GIMPLE, with its variables: what OpenMP makes of a region knows no others.  */
static gimple_seq
lower (tree code)
{
  gimple_seq seq = NULL;
  push_gimplify_context ();
  gimplify_and_add (code, &seq);
  gbind *bind = gimple_build_bind (NULL_TREE, seq, NULL_TREE);
  pop_gimplify_context (bind);
  return bind;
}

/* setjmp may come back from a jump that has left sections.  */
static void
guard_setjmp (gimple_stmt_iterator *gsi)
{
  gimple *stmt = gsi_stmt (*gsi);
  unsigned k = section_new (SECTION_JUMP, NULL, current_function_decl,
			    gimple_location (stmt));
  section_calls (sections[k], current_function_decl);
  tree type = build_qualified_type (unsigned_type_node, TYPE_QUAL_VOLATILE);
  tree depth = create_tmp_var_raw (type, "arp_depth");
  DECL_CONTEXT (depth) = current_function_decl;
  DECL_SEEN_IN_BIND_EXPR_P (depth) = 1;
  TREE_ADDRESSABLE (depth) = 1;
  gimple_seq seq = lower (section_call (k, "arp_depth", depth, NULL));
  gimple_seq_add_stmt (&seq, gimple_copy (stmt));
  gimple_seq_add_seq (&seq,
		      lower (section_call (k, "arp_unwind", NULL_TREE, depth)));
  gsi_replace (gsi, gimple_build_bind (depth, seq, NULL_TREE), false);
}

/* The call at GSI is a section.  */
static void
wrap_call (gimple_stmt_iterator *gsi, tree callee, bool any)
{
  gcall *call = as_a<gcall *> (gsi_stmt (*gsi));
  const char *name = callee ? lang_hooks.decl_printable_name (callee, 0) : NULL;
  unsigned k = section_new (SECTION_CALL, name, current_function_decl,
			    gimple_location (call));
  if (callee)
    section_calls (sections[k], callee);
  if (any || !callee)
    section_calls (sections[k], NULL_TREE);
  gsi_insert_seq_before (gsi, lower (section_enter (k)), GSI_SAME_STMT);
  gcall *copy = as_a<gcall *> (gimple_copy (call));
  gimple_call_set_tail (copy, false);
  /* Its result may be a name, which knows what makes it.  */
  if (tree lhs = gimple_call_lhs (call))
    gimple_call_set_lhs (copy, lhs);
  gsi_replace (gsi,
	       gimple_build_try (copy, lower (section_leave (k)),
				 GIMPLE_TRY_FINALLY),
	       false);
}

/* For walk_gimple_seq_mod.  */
static tree
find_call (gimple_stmt_iterator *gsi, bool *handled, struct walk_stmt_info *)
{
  gimple *stmt = gsi_stmt (*gsi);
  *handled = false;
  if (glabel *label = dyn_cast<glabel *> (stmt);
      label && !arp_leaves_out (current_function_decl))
    section_label (gimple_label_label (label), current_function_decl);
  if (!is_gimple_call (stmt))
    return NULL_TREE;
  *handled = true;
  if (gimple_call_internal_p (stmt))
    return NULL_TREE;
  tree callee = gimple_call_fndecl (stmt);
  if (callee && section_mark (callee, gimple_location (stmt)))
    {
      gsi_replace (gsi, gimple_build_nop (), false);
      return NULL_TREE;
    }
  if (arp_leaves_out (current_function_decl))
    return NULL_TREE;
  bool any = false;
  for (unsigned i = 0; i < gimple_call_num_args (stmt); i++)
    any = any || is_function_pointer (TREE_TYPE (gimple_call_arg (stmt, i)));
  if (gimple_call_flags (stmt) & ECF_RETURNS_TWICE)
    {
      /* vfork's child is in the parent's sections.  */
      if (callee
	  && (jump_kind (IDENTIFIER_POINTER (DECL_NAME (callee))) == HALT_SETJMP
	      || fndecl_built_in_p (callee, BUILT_IN_SETJMP)))
	guard_setjmp (gsi);
    }
  else if (!callee || !leads_nowhere (callee))
    {
      if (!callee || any || !DECL_IN_SYSTEM_HEADER (callee)
	  || DECL_SAVED_TREE (callee) || gimple_has_body_p (callee))
	wrap_call (gsi, callee, any);
    }
  return NULL_TREE;
}

const halt_pass arp_calls_pass = {
  GIMPLE_PASS, "halt_arp_calls",
  [] (function *) { return !in_lto_p && !sections_done && !seen_error (); },
  [] (function *fun) {
    gimple_seq body = gimple_body (fun->decl);
    struct walk_stmt_info wi;
    memset (&wi, 0, sizeof wi);
    walk_gimple_seq_mod (&body, find_call, NULL, &wi);
    gimple_set_body (fun->decl, body);
  },
  PROP_gimple_any
};
