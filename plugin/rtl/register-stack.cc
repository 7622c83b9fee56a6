/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Where registers of a register stack (x87) are live.  The pass "stack" gives
   them the numbers of their places on the stack, and liveness is lost.  So it is
   looked at before that pass, and kept by the numbers of instructions.

   No later pass moves or copies instructions.  The pass itself puts a load
   before another one (reg-stack.cc, emit_swap_insn), and what it adds has no
   known number.  So nothing is claimed of instructions that mention such a
   register, and of unknown ones.  */

#include "plugin/core/core.h"
#include "plugin/rtl/rtl.h"

/* Instructions that mention none, before which, and around which, none is
   live.  */
static hash_set<int_hash<int, -1, -2> > free_before, free_around;
static int known = -1;		/* of which function */

/* The registers that are meant; return whether the function has any.  */
static bool
list_registers (bitmap stacked)
{
  bool any = false;
  for (int r = 0; r < unit.target->n_regs; r++)
    if (unit.target->regs[r].imprecise && regs_regno (r) >= 0)
      {
	bitmap_set_bit (stacked, regs_regno (r));
	any |= df_regs_ever_live_p (regs_regno (r));
      }
  return any;
}

/* Whether INSN mentions a register of STACKED.  */
static bool
mentions (rtx_insn *insn, bitmap stacked)
{
  df_ref ref;
  FOR_EACH_INSN_DEF (ref, insn)
    if (bitmap_bit_p (stacked, DF_REF_REGNO (ref)))
      return true;
  FOR_EACH_INSN_USE (ref, insn)
    if (bitmap_bit_p (stacked, DF_REF_REGNO (ref)))
      return true;
  return false;
}

static void
look_at (basic_block bb, bitmap stacked)
{
  rtx_insn *insn;
  auto_bitmap live;
  /* Not what is certainly set, too: the pass puts values where paths meet of
     which only some have one.  */
  bitmap_copy (live, DF_LR_OUT (bb));
  df_simulate_initialize_backwards (bb, live);
  FOR_BB_INSNS_REVERSE (bb, insn)
    {
      if (!NONDEBUG_INSN_P (insn))
	continue;
      bool free_behind = !bitmap_intersect_p (live, stacked);
      df_simulate_one_insn_backwards (bb, insn, live);
      if (bitmap_intersect_p (live, stacked) || mentions (insn, stacked))
	continue;
      free_before.add (INSN_UID (insn));
      if (free_behind)
	free_around.add (INSN_UID (insn));
    }
}

static void
find_stacked (function *fn)
{
  basic_block bb;
  auto_bitmap stacked;
  free_before.empty ();
  free_around.empty ();
  known = fn->funcdef_no;
  if (!list_registers (stacked))
    return;
  df_analyze ();
  FOR_EACH_BB_FN (bb, fn)
    look_at (bb, stacked);
}

const halt_pass stacked_pass = {
  RTL_PASS, "halt_stacked",
  [] (function *) { return unit.target != NULL; },
  find_stacked
};

bool
stacked_free (rtx_insn *insn, bool after)
{
  if (known != cfun->funcdef_no)
    return false;
  if (after && INSN_P (insn))
    return free_around.contains (INSN_UID (insn));
  /* After a label or a block's note: before what comes first there.  */
  basic_block bb = BLOCK_FOR_INSN (insn);
  while (!NONDEBUG_INSN_P (insn))
    {
      if (!bb || insn == BB_END (bb))
	return false;
      insn = NEXT_INSN (insn);
    }
  if (free_before.contains (INSN_UID (insn)))
    return true;
  do
    insn = bb && insn != BB_HEAD (bb) ? PREV_INSN (insn) : NULL;
  while (insn && !NONDEBUG_INSN_P (insn));
  return insn && free_around.contains (INSN_UID (insn));
}
