/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What only GCC's own IA-64 headers tell.  */

#include "plugin/core/core.h"
#include "plugin/target_hooks.h"
#include "plugin/ia64/memory.h"
#include "plugin/rtl/rtl.h"

/* How many locals GCC may choose, of 80: with those that it adds for what it saves,
   and those of a pot, they must fit into a frame, 96 registers.  */
#define MAX_LOCALS 48

/* Code that needs more, which is rare, keeps some values in memory.  The last local
   is the frame pointer's number: functions that only name it, as those with nonlocal
   labels do, would have all 80.  Let those have a frame pointer, for which GCC takes
   another local.  */
static void
limit_locals (void)
{
  static bool done;
  if (done)
    return;
  done = true;
  for (int r = LOC_REG (MAX_LOCALS); r <= HARD_FRAME_POINTER_REGNUM; r++)
    fix_register (reg_names[r], 1, 1);
  /* What reinit_regs begins with.  */
  save_register_info ();
  reinit_regs ();
  targetm.frame_pointer_required = [] {
    return bool (cfun->has_nonlocal_label);
  };
}

const char *
target_refuse_unit (void)
{
  /* Maps and profiles are little-endian; pots use GNU as.  */
  if (TARGET_BIG_ENDIAN)
    return "-mbig-endian";
  if (!TARGET_GNU_AS)
    return "-mno-gnu-as";
  limit_locals ();
  return NULL;
}

/* --- the frame ------------------------------------------------------------ */

/* The function that was last made one that calls, and whether that was done by
   letting it ask for a profile.  */
static int calling_function = -1;
static bool asked_profile;

/* A function that asks for a profile calls: its return address and ar.pfs are saved
   where unwind information says, and there are 16 bytes at the stack pointer for
   who is called.  GCC decides that when it allocates registers.  */
void
target_reserve (void)
{
  calling_function = current_function_funcdef_no;
  asked_profile = !crtl->profile;
  crtl->profile = 1;
}

const char *
target_refuse_function (void)
{
  if (reload_completed
      && (calling_function != current_function_funcdef_no || crtl->is_leaf))
    return "its frame was laid out without room for calls";
  return NULL;
}

/* The instruction in INSNS that allocates the register stack, NULL: none.  The
   first one is the prologue's; before a sibling call there is another.  */
static const_rtx
alloc_of (const rtx_insn *insn)
{
  const_rtx set = NONJUMP_INSN_P (insn) ? single_set (insn) : NULL_RTX;
  return set && GET_CODE (SET_SRC (set)) == UNSPEC_VOLATILE
	     && XINT (SET_SRC (set), 1) == UNSPECV_ALLOC
	   ? PATTERN (insn)
	   : NULL_RTX;
}

/* How many in, local and out registers the current function has: the alloc
   instruction's pattern says, which has them after what it sets.  */
static void
find_frame (int *frame)
{
  frame[0] = 8;
  frame[1] = frame[2] = 0;
  for (rtx_insn *insn = get_insns (); insn; insn = NEXT_INSN (insn))
    if (const_rtx x = alloc_of (insn))
      {
	for (int i = 0, n = 0; i < XVECLEN (x, 0) && n < 3; i++)
	  if (GET_CODE (XVECEXP (x, 0, i)) == USE)
	    frame[n++] = INTVAL (XEXP (XVECEXP (x, 0, i), 0));
	return;
      }
}

/* By how many bytes the current function's prologue lowers the stack pointer, where
   unwind information is to know that; else -1.  */
static int
frame_bytes (void)
{
  if (frame_pointer_needed || !(flag_unwind_tables || flag_exceptions))
    return -1;
  for (rtx_insn *insn = get_insns (); insn; insn = NEXT_INSN (insn))
    if (rtx note = INSN_P (insn)
		     ? find_reg_note (insn, REG_CFA_ADJUST_CFA, NULL_RTX)
		     : NULL_RTX)
      return -INTVAL (XEXP (SET_SRC (XEXP (note, 0)), 1));
  return 0;
}

void
target_point (struct halt_point *point, bool)
{
  static int function = -1, frame[4];
  if (function != current_function_funcdef_no)
    {
      find_frame (frame);
      frame[3] = frame_bytes ();
    }
  function = current_function_funcdef_no;
  memcpy (point->facts, frame, sizeof frame);
}

unsigned
ia64_frame_pointer (void)
{
  int frame[3], at;
  const char *name = reg_names[HARD_FRAME_POINTER_REGNUM];
  find_frame (frame);
  if (sscanf (name, "r%d", &at) == 1 && at >= 32 + frame[0]
      && at < 32 + frame[0] + frame[1])
    return LOC_REG (at - 32 - frame[0]);
  return sscanf (name, "loc%d", &at) == 1 ? LOC_REG (at)
					  : HARD_FRAME_POINTER_REGNUM;
}

/* --- conditions --------------------------------------------------------- */

/* GCC's truth values have two registers, the other one the opposite.  */
int
target_predicate (const_rtx cond)
{
  if ((GET_CODE (cond) != EQ && GET_CODE (cond) != NE)
      || XEXP (cond, 1) != const0_rtx || !REG_P (XEXP (cond, 0))
      || !PR_REGNO_P (REGNO (XEXP (cond, 0))))
    return HALT_NO_REG;
  return regs_reg (REGNO (XEXP (cond, 0)) + (GET_CODE (cond) == EQ));
}

/* A predicate, or the loop count that br.cloop looks at.  br.ctop and its siblings
   have no condition that a pot could know, and GCC does not make them.  */
bool
target_condition (rtx cond, char *text, size_t size)
{
  int reg = target_predicate (cond);
  bool negate = false;
  if (reg == HALT_NO_REG && REG_P (XEXP (cond, 0))
      && REGNO (XEXP (cond, 0)) == AR_LC_REGNUM && XEXP (cond, 1) == const0_rtx
      && (GET_CODE (cond) == NE || GET_CODE (cond) == EQ))
    {
      reg = regs_reg (AR_LC_REGNUM);
      negate = GET_CODE (cond) == EQ;
    }
  if (reg == HALT_NO_REG)
    return false;
  snprintf (text, size, "%s%s", negate ? "!" : "", unit.target->regs[reg].name);
  return true;
}

/* --- where pots may stand -------------------------------------------------- */

/* Whether INSN needs the one or writes the other of what its instruction group has
   written so far, in WRITTEN.  */
static bool
needs_stop (rtx_insn *insn, const_bitmap written)
{
  df_ref ref;
  FOR_EACH_INSN_USE (ref, insn)
    if (bitmap_bit_p (written, DF_REF_REGNO (ref)))
      return true;
  FOR_EACH_INSN_DEF (ref, insn)
    if (bitmap_bit_p (written, DF_REF_REGNO (ref)))
      return true;
  return false;
}

/* Mark, as the scheduler does, the first instruction of each instruction group, of
   those that the code must have: GCC schedules for the last time, and sets its
   stops, when pots are there.  */
static void
mark_groups (void)
{
  basic_block bb;
  rtx_insn *insn;
  df_ref ref;
  FOR_EACH_BB_FN (bb, cfun)
    {
      auto_bitmap written;
      bool first = true;
      FOR_BB_INSNS (bb, insn)
	{
	  if (!cfg_counts (insn))
	    continue;
	  if (first || needs_stop (insn, written))
	    {
	      PUT_MODE (insn, TImode);
	      bitmap_clear (written);
	    }
	  first = CALL_P (insn);
	  FOR_EACH_INSN_DEF (ref, insn)
	    bitmap_set_bit (written, DF_REF_REGNO (ref));
	}
    }
}

void
target_prepare (void)
{
  if (asked_profile && calling_function == current_function_funcdef_no)
    crtl->profile = 0;
  /* What stands for several instructions is one no longer.  */
  if (!optimize)
    split_all_insns ();
  if (config->kind[HALT_CYCLE])
    mark_groups ();
}

/* After the prologue the return address and ar.pfs are saved, where unwind
   information says.  */
bool
target_glued (const rtx_insn *insn)
{
  return prologue_contains (insn);
}

rtx_insn *
target_leave (rtx_insn *insn)
{
  rtx_insn *first = insn;
  for (rtx_insn *i = insn; i != BB_HEAD (BLOCK_FOR_INSN (insn));
       i = PREV_INSN (i))
    if (INSN_P (i) && epilogue_contains (i))
      first = i;
    else if (NONDEBUG_INSN_P (i) && i != insn)
      break;
  return first;
}

/* --- for routines and for counting ---------------------------------------- */

enum halt_changes
target_changes (rtx_insn *insn)
{
  subrtx_iterator::array_type array;
  FOR_EACH_SUBRTX (iter, array, PATTERN (insn), NONCONST)
    if (GET_CODE (*iter) == UNSPEC_VOLATILE)
      switch (XINT (*iter, 1))
	{
	case UNSPECV_ALLOC:
	case UNSPECV_BLOCKAGE:
	case UNSPECV_INSN_GROUP_BARRIER:
	case UNSPECV_BREAK:
	case UNSPECV_PSAC_ALL:
	case UNSPECV_PSAC_NORMAL:
	  break;
	default:
	  return CHANGES_UNKNOWN;
	}
  return CHANGES_AS_WRITTEN;
}

int
target_count_price (bitmap live)
{
  int missing = 2;
  for (int r = GR_REG (2); r < GR_REG (32) && missing; r++)
    if (call_used_or_fixed_reg_p (r) && !fixed_regs[r]
	&& !bitmap_bit_p (live, r))
      missing--;
  return missing;
}
