/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What the current function promises those that call it in the same file: which
   registers it leaves alone although any call may change them (-fipa-ra), and
   that it does not care how the stack is aligned (-fipa-stack-alignment).  GCC
   finds that when the function is written, and compiles callers later.

   Pots keep these promises, so that callers are compiled as if there were no
   pots.  They are found before the first pot is poured.  When the function is
   written GCC takes what pots save and restore for changed, so then it is told
   what it would have found without them.  */

#include "plugin/core/core.h"
#include "plugin/target_hooks.h"
#include "plugin/rtl/rtl.h"

/* The function of which all this is known.  */
static int known = -1;
/* Whether a call of it will be compiled.  */
static bool called;
/* The registers that it changes without its pots, or is taken to change.  */
static HARD_REG_SET used;
/* The instructions of its pots, by their numbers.  */
static hash_set<int_hash<int, -1, -2> > poured;

/* --- callers ----------------------------------------------------------------- */

/* Whether a function other than SELF calls NODE and may know what is in it: a static
   alias may be of a function that others can put theirs in the place of.  Calls are
   forgotten with the function that makes them when that has been compiled.  */
static bool
has_caller (cgraph_node *node, void *self)
{
  if (!decl_binds_to_current_def_p (node->decl))
    return false;
  for (cgraph_edge *e = node->callers; e; e = e->next_caller)
    if ((e->caller->inlined_to ? e->caller->inlined_to : e->caller) != self)
      return true;
  return false;
}

/* Whether a function that is still to be compiled calls the current one, and
   may know what is in it.  */
static bool
find_called (void)
{
  cgraph_node *node = cgraph_node::get (current_function_decl);
  return node
	 && node->call_for_symbol_thunks_and_aliases (has_caller, node, true);
}

/* Whether functions of the unit are compiled for different machines.  Asked when
   the unit has been read.  */
static bool
is_mixed (void)
{
  static int mixed = -1;
  cgraph_node *node, *first = NULL;
  if (mixed < 0)
    {
      mixed = 0;
      FOR_EACH_DEFINED_FUNCTION (node)
	if (!first)
	  first = node;
	else if (DECL_FUNCTION_SPECIFIC_TARGET (first->decl)
		 != DECL_FUNCTION_SPECIFIC_TARGET (node->decl))
	  mixed = 1;
    }
  return mixed;
}

/* Which calls a value may live across: how many of its block come before a
   statement, and how many a block has.  */
struct calls
{
  hash_map<gimple *, int> before;
  auto_vec<int> in;
};

/* Whether a call may come between the statement MADE and what comes in BB after so
   many calls as BEFORE.  */
static bool
call_between (gimple *made, basic_block bb, int before, calls *c)
{
  edge e;
  edge_iterator ei;
  auto_vec<basic_block> work;
  hash_set<basic_block> seen;
  basic_block from = gimple_bb (made);
  int after = *c->before.get (made) + is_gimple_call (made);
  if (from == bb && before >= after)
    return before > after;
  if (before || c->in[from->index] > after)
    return true;
  work.safe_push (bb);
  while (!work.is_empty ())
    FOR_EACH_EDGE (e, ei, work.pop ()->preds)
      if (e->src != from && !seen.add (e->src))
	{
	  if (e->src->index == ENTRY_BLOCK || c->in[e->src->index])
	    return true;
	  work.safe_push (e->src);
	}
  return false;
}

/* Whether NAME is a floating-point number or a vector that may be kept in a register
   while a function is called.  */
static bool
lives_across_call (tree name, calls *c)
{
  imm_use_iterator uses;
  use_operand_p operand;
  gimple *made = SSA_NAME_DEF_STMT (name);
  if (!(FLOAT_TYPE_P (TREE_TYPE (name)) || VECTOR_TYPE_P (TREE_TYPE (name))))
    return false;
  FOR_EACH_IMM_USE_FAST (operand, uses, name)
  {
    gimple *use = USE_STMT (operand);
    basic_block bb = gimple_bb (use);
    int *before = c->before.get (use);
    if (is_gimple_debug (use))
      continue;
    if (!before || !c->before.get (made))
      return true;
    int calls = *before;
    if (gphi *phi = dyn_cast<gphi *> (use))
      {
	bb = gimple_phi_arg_edge (phi, PHI_ARG_INDEX_FROM_USE (operand))->src;
	calls = c->in[bb->index];
      }
    if (call_between (made, bb, calls, c))
      return true;
  }
  return false;
}

/* Whether NODE, or what is inlined in it, keeps floating point or vectors while it
   calls functions.  */
static bool
has_vectors (cgraph_node *node)
{
  unsigned i;
  tree name;
  basic_block bb;
  calls c;
  /* A copy that was not made yet is in what it is a copy of.  */
  cgraph_node *body = node;
  while (!gimple_has_body_p (body->decl) && body->clone_of)
    body = body->clone_of;
  function *fn = DECL_STRUCT_FUNCTION (body->decl);
  if (!fn || !fn->gimple_df)
    return true;		/* it was not read yet */
  c.in.safe_grow_cleared (last_basic_block_for_fn (fn), true);
  FOR_EACH_BB_FN (bb, fn)
    {
      for (gphi_iterator at = gsi_start_phis (bb); !gsi_end_p (at);
	   gsi_next (&at))
	c.before.put (at.phi (), 0);
      for (gimple_stmt_iterator at = gsi_start_bb (bb); !gsi_end_p (at);
	   gsi_next (&at))
	{
	  c.before.put (gsi_stmt (at), c.in[bb->index]);
	  c.in[bb->index] += is_gimple_call (gsi_stmt (at));
	}
    }
  FOR_EACH_SSA_NAME (i, name, fn)
  if (lives_across_call (name, &c))
    return true;
  for (cgraph_edge *e = node->callees; e; e = e->next_callee)
    if (!e->inline_failed && has_vectors (e->callee))
      return true;
  return false;
}

/* By the number of its decl, whether has_vectors is true of a function.  */
static hash_map<int_hash<int, -1, -2>, bool> vectors;

/* Whether that is true of what calls NODE, or of what calls that, and so on; SEEN
   are those that were looked at.  */
static bool
callers_have_vectors (cgraph_node *node, void *seen)
{
  for (cgraph_edge *e = node->callers; e; e = e->next_caller)
    {
      bool existed;
      cgraph_node *caller = e->caller->inlined_to ? e->caller->inlined_to
						  : e->caller;
      if (((hash_set<cgraph_node *> *) seen)->add (caller))
	continue;
      if (caller->decl != current_function_decl)
	{
	  bool &has = vectors.get_or_insert (DECL_UID (caller->decl), &existed);
	  if (!existed)
	    has = has_vectors (caller);
	  if (has)
	    return true;
	}
      if (caller->call_for_symbol_thunks_and_aliases (callers_have_vectors,
						      seen, true))
	return true;
    }
  return false;
}

/* --- registers --------------------------------------------------------------- */

/* Whether pots cannot keep register R for callers.  GCC says of MMX registers that
   they are left alone where x87 is used.  Where callers may have wider vectors,
   more would have to be kept than this function's code knows of.  */
static bool
is_withheld (int r)
{
  switch (unit.target->regs[r].rclass)
    {
    case RC_STACKED:
      return true;
    case RC_VECTOR:
    case RC_MASK:
      return is_mixed ();
    default:
      return false;
    }
}

/* Whether INSN calls the function that it is in.  */
static bool
calls_itself (const rtx_insn *insn)
{
  tree callee = get_call_fndecl (insn);
  return callee && callee == current_function_decl
	 && decl_binds_to_current_def_p (callee);
}

/* Add to USED what the function's own instructions change, as GCC sees it when the
   function is written.  */
static void
add_used (void)
{
  for (rtx_insn *insn = get_insns (); insn; insn = NEXT_INSN (insn))
    {
      HARD_REG_SET set;
      if (!NONDEBUG_INSN_P (insn) || poured.contains (INSN_UID (insn)))
	continue;
      if (CALL_P (insn) && !calls_itself (insn))
	used |= insn_callee_abi (insn).full_and_partial_reg_clobbers ();
      find_all_hard_reg_sets (insn, &set, false);
      used |= set;
    }
}

/* Whether GCC lets callers know which registers the function leaves alone.  */
static bool
is_told (void)
{
  return flag_ipa_ra && targetm.call_fusage_contains_non_callee_clobbers
	 && !lookup_attribute ("noipa",
			       DECL_ATTRIBUTES (current_function_decl));
}

void
contract_begin (void)
{
  known = cfun->funcdef_no;
  called = find_called ();
  poured.empty ();
  if (!called || !is_told ())
    {
      SET_HARD_REG_SET (used);
      return;
    }
  used = fixed_reg_set;
  for (int r = 0; r < unit.target->n_regs; r++)
    if (regs_regno (r) >= 0
	&& (is_withheld (r) || target_stub_changes (regs_regno (r))))
      SET_HARD_REG_BIT (used, regs_regno (r));
  add_used ();
}

void
contract_withhold_vectors (void)
{
  hash_set<cgraph_node *> seen;
  cgraph_node *node = cgraph_node::get (current_function_decl);
  if (!called
      || node->call_for_symbol_thunks_and_aliases (callers_have_vectors, &seen,
						   true))
    return;
  for (int r = 0; r < unit.target->n_regs; r++)
    if (regs_regno (r) >= 0
	&& (unit.target->regs[r].rclass == RC_VECTOR
	    || unit.target->regs[r].rclass == RC_MASK))
      contract_withhold (r);
}

void
contract_withhold (int reg)
{
  SET_HARD_REG_BIT (used, regs_regno (reg));
}

bool
contract_has (int reg)
{
  int regno = regs_regno (reg);
  return known == cfun->funcdef_no && regno >= 0
	 && unit.target->regs[reg].clobbered
	 && !TEST_HARD_REG_BIT (used, regno);
}

void
contract_poured (rtx_insn *insn)
{
  for (; insn; insn = NEXT_INSN (insn))
    poured.add (INSN_UID (insn));
}

/* --- the stack --------------------------------------------------------------- */

bool
contract_aligned (void)
{
  unsigned asked = MAX (crtl->preferred_stack_boundary,
			crtl->stack_alignment_needed);
  return !called || !flag_ipa_stack_alignment
	 || asked >= PREFERRED_STACK_BOUNDARY;
}

/* --- the function is written --------------------------------------------------- */

static void
tell_contract (function *)
{
  cgraph_rtl_info *info = cgraph_node::rtl_info (current_function_decl);
  const HARD_REG_SET &any = crtl->abi->full_and_partial_reg_clobbers ();
  if (!info)
    return;
  /* Later passes may have changed more.  */
  add_used ();
  info->function_used_regs = used & any;
  if (hard_reg_set_subset_p (any, used))
    SET_HARD_REG_SET (info->function_used_regs);
  /* Whoever comes by such a call after all is to align the stack.  */
  if (!called && crtl->preferred_stack_boundary < PREFERRED_STACK_BOUNDARY)
    crtl->preferred_stack_boundary = PREFERRED_STACK_BOUNDARY;
}

const halt_pass contract_pass = {
  RTL_PASS, "halt_contract",
  [] (function *fn) { return unit.target && known == fn->funcdef_no; },
  tell_contract
};
