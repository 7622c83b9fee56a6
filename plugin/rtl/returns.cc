/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Functions of the unit that certainly return, once, in the thread that called
   them, or never: those in which all that could lose control are calls of such
   functions.  The compiler comes to callees first, where it can.  */

#include "plugin/rtl/rtl.h"

/* Their DECL_UIDs.  */
typedef int_hash<int, -1, -2> uid_hash;
static hash_set<uid_hash> known;

/* Whether control may not come back from INSN, or otherwise.  */
bool
returns_not (const rtx_insn *insn)
{
  if (!INSN_P (insn)
      || !(cfg_interrupts (insn) || (CALL_P (insn) && SIBLING_CALL_P (insn))))
    return false;
  tree callee = CALL_P (insn) ? cfg_callee (insn) : NULL_TREE;
  return !callee || TREE_CODE (callee) != FUNCTION_DECL
	 || !known.contains (DECL_UID (callee))
	 || !decl_binds_to_current_def_p (callee);
}

/* Whether control leaves the function by returns alone.  */
static bool
leaves_by_returns (void)
{
  basic_block bb;
  edge e;
  edge_iterator ei;
  if (crtl->calls_eh_return)
    return false;
  FOR_EACH_EDGE (e, ei, EXIT_BLOCK_PTR_FOR_FN (cfun)->preds)
    if (!(JUMP_P (BB_END (e->src)) && returnjump_p (BB_END (e->src)))
	&& !CALL_P (BB_END (e->src)))
      return false;
  FOR_EACH_BB_FN (bb, cfun)
    if (EDGE_COUNT (bb->succs) == 0)
      return false;
  return true;
}

void
returns_find (void)
{
  basic_block bb;
  rtx_insn *insn;
  if (!leaves_by_returns ())
    return;
  FOR_EACH_BB_FN (bb, cfun)
    FOR_BB_INSNS (bb, insn)
      if (returns_not (insn))
	return;
  known.add (DECL_UID (current_function_decl));
}

void
returns_forget (void)
{
  known.remove (DECL_UID (current_function_decl));
}
