/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What is so at a place in the current function, whatever stands there: what is
   live, how the stack is.  */

#include "plugin/core/core.h"
#include "plugin/target_hooks.h"
#include "plugin/rtl/rtl.h"

/* Of the current function: how wide registers are; those of which a call keeps the part
   that it uses, the lower half of AArch64's v8.  */
static struct
{
  int vector_bytes, mask_bytes;
  HARD_REG_SET narrow;
} uses;

/* Whether all refs of LIST are to a part of REGNO that a call keeps.  */
static bool
refs_kept (df_ref list, unsigned regno)
{
  /* What a call changes is no value, and a caller relies on what any function keeps.  */
  const int no_value = DF_REF_MUST_CLOBBER | DF_REF_MAY_CLOBBER;
  for (df_ref ref = list; ref; ref = DF_REF_NEXT_REG (ref))
    if (!DF_REF_IS_ARTIFICIAL (ref) && !DF_REF_FLAGS_IS_SET (ref, no_value)
	&& (!DF_REF_LOC (ref) || !REG_P (*DF_REF_LOC (ref))
	    || default_function_abi
		 .clobbers_reg_p (GET_MODE (*DF_REF_LOC (ref)), regno)))
      return false;
  return true;
}

static void
find_narrow (void)
{
  CLEAR_HARD_REG_SET (uses.narrow);
  for (int r = 0; r < unit.target->n_regs; r++)
    {
      int regno = regs_regno (r);
      if (regno >= 0 && unit.target->regs[r].clobbered
	  && !default_function_abi.clobbers_full_reg_p (regno)
	  && refs_kept (DF_REG_DEF_CHAIN (regno), regno)
	  && refs_kept (DF_REG_USE_CHAIN (regno), regno))
	SET_HARD_REG_BIT (uses.narrow, regno);
    }
}

/* Move what is live from the compiler's numbers to the recipes'.  A register
   counts as live, too, if the function must keep it for its caller or for the
   user (a global register variable), or has promised to, whatever liveness says;
   it says nothing
   of those of a register stack, of which none is live if STACKED_FREE.  */
static void
live_set (bitmap live, bool stacked_free, struct reg_set *set)
{
  for (int r = 0; r < unit.target->n_regs; r++)
    {
      int regno = regs_regno (r);
      if (regno < 0)
	continue;
      const struct halt_reg *reg = &unit.target->regs[r];
      bool kept = reg->clobbered && !fixed_regs[regno]
		  && !crtl->abi->clobbers_at_least_part_of_reg_p (regno);
      bool is_live = reg->imprecise
		       ? df_regs_ever_live_p (regno) && !stacked_free
		       : bitmap_bit_p (live, regno)
			   && !TEST_HARD_REG_BIT (uses.narrow, regno);
      /* With `atom' it is said once for the function.  */
      bool promised = !config->atom && contract_has (r);
      if (is_live || global_regs[regno] || kept || promised)
	reg_set_add (set, r);
    }
}

void
place_dead (const struct reg_set *live, struct reg_set *set)
{
  for (int r = 0; r < unit.target->n_regs; r++)
    {
      int regno = regs_regno (r);
      const struct halt_reg *reg = &unit.target->regs[r];
      if (regno >= 0 && reg->clobbered && reg->rclass != RC_FLAGS
	  && reg->rclass != RC_STACKED && !fixed_regs[regno]
	  && TEST_HARD_REG_BIT (accessible_reg_set, regno)
	  && default_function_abi.clobbers_full_reg_p (regno)
	  && !reg_set_has (live, r))
	reg_set_add (set, r);
    }
}

/* Whether registers of class RCLASS are saved in mode MODE.  */
static bool
mode_of_class (enum halt_rclass rclass, machine_mode mode)
{
  switch (rclass)
    {
    case RC_VECTOR:
      return GET_MODE_CLASS (mode) == MODE_VECTOR_FLOAT;
    case RC_MASK:
      return GET_MODE_CLASS (mode) == MODE_INT && halt_mode_bytes (mode) <= 8;
    default:
      return false;
    }
}

/* Width of the registers of class RCLASS as the function is compiled, 0 if
   it has none.  */
static int
class_bytes (enum halt_rclass rclass)
{
  int widest = 0;
  int r = 0;
  while (r < unit.target->n_regs
	 && (unit.target->regs[r].rclass != rclass || regs_regno (r) < 0))
    r++;
  if (r < unit.target->n_regs)
    for (int m = 0; m < NUM_MACHINE_MODES; m++)
      if (mode_of_class (rclass, (machine_mode) m)
	  && targetm.hard_regno_mode_ok (regs_regno (r), (machine_mode) m)
	  && hard_regno_nregs (regs_regno (r), (machine_mode) m) == 1)
	widest = MAX (widest, (int) halt_mode_bytes ((machine_mode) m));
  return widest;
}

void
place_begin (void)
{
  stack_analyse ();
  find_narrow ();
  uses.vector_bytes = class_bytes (RC_VECTOR);
  uses.mask_bytes = class_bytes (RC_MASK);
}

struct stack_state
place_facts (struct halt_point *f, rtx_insn *insn, bool after, bitmap live,
	     bitmap behind)
{
  int flags = unit.target->flags == HALT_NO_REG
		? -1
		: regs_regno (unit.target->flags);
  struct stack_state stack = stack_at (insn, after && !f->access.wrap);

  f->vector_bytes = uses.vector_bytes;
  f->mask_bytes = uses.mask_bytes;
  /* A wrapper does not say where it saves a register that unwind information
     computes the frame address from.  */
  f->small = optimize_function_for_size_p (cfun) && stack.cfa < 0;
  f->stack_align = stack_alignment ();
  f->misalign = stack.misalign;
  target_point (f, stack.epilogue);
  f->red_zone = MAX (f->red_zone, stack.popped);
  /* Before the prologue nothing below the stack pointer is in use.  */
  if (stack.entry)
    f->red_zone = 0;
  live_set (after ? behind : live, stacked_free (insn, after), &f->live);
  f->flags_live = flags >= 0
		  && bitmap_bit_p (after || f->cond ? behind : live, flags);
  return stack;
}
