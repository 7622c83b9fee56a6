/* SPDX-License-Identifier: GPL-3.0-or-later */
/* cover: marks in the trees, and in what they become.

   A mark of a call stands before what the call's operands do.  Once trees are GIMPLE, it is
   put before the call itself: what is evaluated first may not return.  */

#include "plugin/core/core.h"
#include "plugin/cover/cover.h"
#include "plugin/cover/tree.h"

/* What no asm of the user's says.  */
#define MARK 0x434f5652u	/* "COVR" */

static void
add_input (tree *inputs, uint32_t value)
{
  tree constraint = build_tree_list (NULL_TREE, build_string (2, "i"));
  *inputs
    = chainon (*inputs,
	       build_tree_list (constraint,
				build_int_cst (unsigned_type_node, value)));
}

tree
cover_mark (location_t where, uint32_t number, uint32_t what)
{
  tree inputs = NULL_TREE;
  add_input (&inputs, MARK);
  add_input (&inputs, number);
  if (what != COVER_PLAIN)
    add_input (&inputs, what);
  tree mark = build5_loc (where, ASM_EXPR, void_type_node, build_string (1, ""),
			  NULL_TREE, inputs, NULL_TREE, NULL_TREE);
  ASM_VOLATILE_P (mark) = 1;
  ASM_INLINE_P (mark) = 1;
  TREE_SIDE_EFFECTS (mark) = 1;
  return mark;
}

bool
cover_is_mark (tree t)
{
  tree first = TREE_CODE (t) == ASM_EXPR ? ASM_INPUTS (t) : NULL_TREE;
  return first && TREE_CODE (TREE_VALUE (first)) == INTEGER_CST
	 && wi::to_widest (TREE_VALUE (first)) == MARK;
}

/* The asm STMT, if it is a mark, or NULL.  */
static gasm *
as_mark (gimple *stmt)
{
  gasm *mark = dyn_cast<gasm *> (stmt);
  if (!mark || gimple_asm_ninputs (mark) < 2 || *gimple_asm_string (mark))
    return NULL;
  for (unsigned i = 0; i < gimple_asm_ninputs (mark); i++)
    if (TREE_CODE (TREE_VALUE (gimple_asm_input_op (mark, i))) != INTEGER_CST)
      return NULL;
  return wi::to_widest (TREE_VALUE (gimple_asm_input_op (mark, 0))) == MARK
	   ? mark
	   : NULL;
}

int64_t
cover_marked (gimple *stmt)
{
  gasm *mark = as_mark (stmt);
  return mark ? tree_to_shwi (TREE_VALUE (gimple_asm_input_op (mark, 1))) : -1;
}

/* --- calls ---------------------------------------------------------------------- */

/* The mark of a call that has not come yet.  */
struct waiting
{
  gimple_stmt_iterator at;
  location_t where;
  uint32_t number, what;
};

/* How well the call STMT fits W, a mark: 2 if it is in its place, too; 0: not at all.  An
   argument may have its call's place.  */
static int
fitness (const waiting *w, gcall *stmt)
{
  tree callee = gimple_call_fndecl (stmt);
  bool here = gimple_location (stmt) == w->where;
  uint32_t what = COVER_SOMETHING;
  if (callee)
    what = COVER_CALLED + DECL_UID (callee);
  bool fit = (w->what & ~COVER_SHARES) == what;
  return gimple_call_internal_p (stmt) ? 0 : fit + (fit && here);
}

/* Put the mark of the call at GSI, if one of ALL is its, before it.  */
static void
place_call (gimple_stmt_iterator *gsi, auto_vec<waiting> *all)
{
  gcall *call = as_a<gcall *> (gsi_stmt (*gsi));
  int best = 0;
  unsigned which = 0;
  for (unsigned i = all->length (); i-- > 0 && best < 2;)
    if (int fit = fitness (&(*all)[i], call); fit > best)
      {
	best = fit;
	which = i;
      }
  if (best == 0)
    return;
  waiting w = (*all)[which];
  all->ordered_remove (which);
  if (w.what & COVER_SHARES)
    return;
  gimple *mark = gsi_stmt (w.at);
  gsi_remove (&w.at, false);
  gsi_insert_before (gsi, mark, GSI_SAME_STMT);
}

/* For walk_gimple_seq_mod: what is evaluated last waits longest.  */
static tree
place_mark (gimple_stmt_iterator *gsi, bool *handled, struct walk_stmt_info *wi)
{
  auto_vec<waiting> *all = (auto_vec<waiting> *) wi->info;
  gimple *stmt = gsi_stmt (*gsi);
  gasm *mark = as_mark (stmt);
  if (is_gimple_call (stmt))
    place_call (gsi, all);
  if (!mark || gimple_asm_ninputs (mark) < 3)
    return NULL_TREE;
  uint32_t number = cover_marked (stmt);
  uint32_t what = tree_to_uhwi (TREE_VALUE (gimple_asm_input_op (mark, 2)));
  location_t where = gimple_location (mark);
  *handled = true;
  /* Numbers grow from a statement to the next of its list, and from a list to that which
     it is in: what waits for calls that have been folded waits no more.  */
  while (what == COVER_STATEMENT && !all->is_empty ()
	 && all->last ().number < number)
    all->pop ();
  if (what & COVER_SHARES)
    {
      all->safe_push ({ *gsi, where, number, what });
      gsi_remove (gsi, true);
      wi->removed_stmt = true;
      return NULL_TREE;
    }
  vec<tree, va_gc> *inputs = NULL;
  vec_safe_push (inputs, gimple_asm_input_op (mark, 0));
  vec_safe_push (inputs, gimple_asm_input_op (mark, 1));
  gasm *plain = gimple_build_asm_vec ("", inputs, NULL, NULL, NULL);
  gimple_asm_set_volatile (plain, true);
  gimple_asm_set_inline (plain, true);
  gimple_set_location (plain, where);
  gsi_replace (gsi, plain, false);
  if (what != COVER_STATEMENT)
    all->safe_push ({ *gsi, where, number, what });
  return NULL_TREE;
}

const halt_pass cover_pass = {
  GIMPLE_PASS, "halt_cover",
  [] (function *) { return !in_lto_p && !seen_error (); },
  [] (function *fun) {
    gimple_seq body = gimple_body (fun->decl);
    auto_vec<waiting> all;
    struct walk_stmt_info wi;
    memset (&wi, 0, sizeof wi);
    wi.info = &all;
    walk_gimple_seq_mod (&body, place_mark, NULL, &wi);
    gimple_set_body (fun->decl, body);
  },
  PROP_gimple_any
};
