/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Variable tracking looks at all variables and values of a function at each call, and
   what a pot computes, its id, is one value more, for good.  So with debug information
   pots would cost time with the square of their number.  They change nothing of the
   program's but registers: while variables are tracked, instructions that clobber
   these stand for each pot's call and for what computes its arguments alone.  */

#include "plugin/core/core.h"
#include "plugin/gimple/gimple.h"
#include "plugin/rtl/rtl.h"

/* How far before a call its arguments are looked for: instructions.  */
#define FARTHEST 32

/* The instructions that stand for others, and of each of those the pattern and, if it
   is a call, the usage, the last first.  */
static auto_vec<rtx_insn *> hidden;
static rtx kept;
static const struct ggc_root_tab roots[] = {
  { &kept, 1, sizeof kept, gt_ggc_mx_rtx_def, gt_pch_nx_rtx_def },
  LAST_GGC_ROOT_TAB
};

/* The routines' names.  */
static hash_set<nofree_string_hash> *names;

void
tracking_init (const char *plugin_name)
{
  register_callback (plugin_name, PLUGIN_REGISTER_GGC_ROOTS, NULL,
		     (void *) roots);
}

/* Whether INSN is a pot's call.  Not one that has edges: in a function that others may
   jump into.  */
static bool
is_pot (const rtx_insn *insn)
{
  const char *name = CALL_P (insn) && !control_flow_insn_p (insn)
		       ? note_callee (insn)
		       : NULL;
  return name && names->contains (name);
}

/* List what any call may do to registers.  */
static void
list_clobbers (vec<rtx> *all)
{
  HARD_REG_SET changed = default_function_abi.full_reg_clobbers ();
  hard_reg_set_iterator i;
  unsigned regno;
  EXECUTE_IF_SET_IN_HARD_REG_SET (changed, 0, regno, i)
  all->safe_push (gen_rtx_CLOBBER (VOIDmode, regno_reg_rtx[regno]));
}

static void
hide (rtx_insn *insn, rtx pattern)
{
  hidden.safe_push (insn);
  kept = gen_rtx_EXPR_LIST (VOIDmode, PATTERN (insn), kept);
  if (CALL_P (insn))
    {
      rtx usage = CALL_INSN_FUNCTION_USAGE (insn);
      kept = gen_rtx_EXPR_LIST (VOIDmode, usage, kept);
      PUT_MODE (kept, BLKmode);
      PUT_CODE (insn, INSN);
    }
  PATTERN (insn) = pattern;
}

static rtx
pop_kept (void)
{
  rtx first = XEXP (kept, 0);
  kept = XEXP (kept, 1);
  return first;
}

static void
unhide (rtx_insn *insn)
{
  if (GET_MODE (kept) == BLKmode)
    {
      PUT_CODE (insn, CALL_INSN);
      CALL_INSN_FUNCTION_USAGE (insn) = pop_kept ();
    }
  PATTERN (insn) = pop_kept ();
}

/* Take what X mentions out of REGS.  */
static void
forget_mentioned (HARD_REG_SET *regs, const_rtx x)
{
  subrtx_iterator::array_type array;
  FOR_EACH_SUBRTX (i, array, x, NONCONST)
    if (REG_P (*i))
      remove_from_hard_reg_set (regs, GET_MODE (*i), REGNO (*i));
}

/* Whether register REG is no variable's.  */
static bool
is_temporary (const_rtx reg)
{
  tree expr = REG_EXPR (reg);
  return !expr || (TREE_CODE (expr) == SSA_NAME && !SSA_NAME_VAR (expr));
}

/* The register that INSN sets, no variable's and one of REGS, or NULL.  */
static rtx
set_for (rtx_insn *insn, const HARD_REG_SET &regs)
{
  rtx set = NONJUMP_INSN_P (insn) ? single_set (insn) : NULL_RTX;
  rtx dest = set ? SET_DEST (set) : NULL_RTX;
  return dest && REG_P (dest) && HARD_REGISTER_P (dest) && is_temporary (dest)
	     && in_hard_reg_set_p (regs, GET_MODE (dest), REGNO (dest))
	   ? dest
	   : NULL_RTX;
}

/* Add to REGS those of SOURCE.  */
static void
add_mentioned (HARD_REG_SET *regs, const_rtx source)
{
  subrtx_iterator::array_type array;
  FOR_EACH_SUBRTX (i, array, source, NONCONST)
    if (REG_P (*i) && !fixed_regs[REGNO (*i)])
      add_to_hard_reg_set (regs, GET_MODE (*i), REGNO (*i));
}

/* The stack pointer's change, if INSN pushes an argument, or pops what nobody wants;
   else NULL.  */
static rtx
moved_stack (rtx_insn *insn)
{
  rtx set = NONJUMP_INSN_P (insn) && !RTX_FRAME_RELATED_P (insn)
	      ? single_set (insn)
	      : NULL_RTX;
  if (!set)
    return NULL_RTX;
  bool pops = REG_P (SET_DEST (set))
	      && find_reg_note (insn, REG_UNUSED, SET_DEST (set));
  rtx mem = pops ? SET_SRC (set) : SET_DEST (set);
  if (!MEM_P (mem) || GET_CODE (XEXP (mem, 0)) != (pops ? POST_INC : PRE_DEC)
      || XEXP (XEXP (mem, 0), 0) != stack_pointer_rtx)
    return NULL_RTX;
  HOST_WIDE_INT size = halt_mode_bytes (GET_MODE (mem));
  rtx sum = plus_constant (Pmode, stack_pointer_rtx, pops ? size : -size);
  return gen_rtx_SET (stack_pointer_rtx, sum);
}

/* Whether X is the unit's base in memory.  */
static bool
is_base (const_rtx x)
{
  tree expr = MEM_P (x) ? MEM_EXPR (x) : NULL_TREE;
  tree decl = expr ? get_base_address (expr) : NULL_TREE;
  return decl && VAR_P (decl) && DECL_NAME (decl) && DECL_ARTIFICIAL (decl)
	 && strcmp (IDENTIFIER_POINTER (DECL_NAME (decl)), unit_symbol ()) == 0;
}

/* Registers that the unit's base is in somewhere.  */
static void
find_bases (function *fn, HARD_REG_SET *bases)
{
  basic_block bb;
  rtx_insn *insn;
  CLEAR_HARD_REG_SET (*bases);
  FOR_EACH_BB_FN (bb, fn)
    FOR_BB_INSNS (bb, insn)
      {
	rtx set = NONJUMP_INSN_P (insn) ? single_set (insn) : NULL_RTX;
	if (set && REG_P (SET_DEST (set)) && is_base (SET_SRC (set)))
	  SET_HARD_REG_BIT (*bases, REGNO (SET_DEST (set)));
      }
}

/* Hide INSN if it computes an id, maybe that of a later block, or pops arguments.  */
static void
hide_rest (rtx_insn *insn, const HARD_REG_SET &bases)
{
  rtx dest = set_for (insn, reg_class_contents[ALL_REGS]);
  rtx source = dest ? SET_SRC (single_set (insn)) : NULL_RTX;
  if (source && GET_CODE (source) == PLUS && REG_P (XEXP (source, 0))
      && CONST_INT_P (XEXP (source, 1))
      && TEST_HARD_REG_BIT (bases, REGNO (XEXP (source, 0))))
    hide (insn, gen_rtx_CLOBBER (VOIDmode, dest));
  else if (rtx change = source && MEM_P (source) ? moved_stack (insn)
						 : NULL_RTX)
    hide (insn, change);
}

/* Hide what computes the arguments of CALL, a pot's, and nothing else.  */
static void
hide_arguments (rtx_insn *call)
{
  HARD_REG_SET regs;
  rtx_insn *insn = call;
  CLEAR_HARD_REG_SET (regs);
  for (rtx x = CALL_INSN_FUNCTION_USAGE (call); x; x = XEXP (x, 1))
    if (GET_CODE (XEXP (x, 0)) == USE && REG_P (XEXP (XEXP (x, 0), 0)))
      add_to_hard_reg_set (&regs, GET_MODE (XEXP (XEXP (x, 0), 0)),
			   REGNO (XEXP (XEXP (x, 0), 0)));
  for (int n = 0; n < FARTHEST && insn != BB_HEAD (BLOCK_FOR_INSN (call)); n++)
    {
      insn = PREV_INSN (insn);
      if (CALL_P (insn))
	return;
      if (!INSN_P (insn))
	continue;
      rtx dest = set_for (insn, regs);
      rtx change = dest ? gen_rtx_CLOBBER (VOIDmode, dest) : moved_stack (insn);
      forget_mentioned (&regs, PATTERN (insn));
      if (change)
	{
	  add_mentioned (&regs, SET_SRC (single_set (insn)));
	  hide (insn, change);
	}
    }
}

static void
hide_pots (function *fn)
{
  basic_block bb;
  rtx_insn *insn;
  if (!names)
    {
      names = new hash_set<nofree_string_hash>;
      for (int k = 0; k < HALT_KIND_END; k++)
	if (const char *routine = kind_routine (k))
	  names->add (routine);
    }
  auto_vec<rtx, FIRST_PSEUDO_REGISTER> clobbers;
  list_clobbers (&clobbers);
  HARD_REG_SET bases;
  find_bases (fn, &bases);
  FOR_EACH_BB_FN (bb, fn)
    FOR_BB_INSNS (bb, insn)
      if (is_pot (insn))
	{
	  hide_arguments (insn);
	  rtvec all = gen_rtvec_v (clobbers.length (), clobbers.address ());
	  hide (insn, gen_rtx_PARALLEL (VOIDmode, all));
	}
      else
	hide_rest (insn, bases);
}

const halt_pass hide_pass = {
  RTL_PASS, "halt_hide",
  [] (function *) {
    return flag_var_tracking && unit.has_points && !targetm.delay_vartrack;
  },
  hide_pots
};

const halt_pass unhide_pass = {
  RTL_PASS, "halt_unhide",
  [] (function *) { return !hidden.is_empty (); },
  [] (function *) {
    while (!hidden.is_empty ())
      unhide (hidden.pop ());
  }
};
