/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What memory IA-64's instructions read and write.  */

#include "plugin/core/core.h"
#include "plugin/target_hooks.h"
#include "plugin/ia64/memory.h"
#include "plugin/rtl/rtl.h"

/* A register; what a constant is added to is one that has stepped on.  */
bool
target_address (rtx address, addr_space_t, struct memop *a)
{
  struct halt_address *ea = &a->facts.ea;
  ea->index = HALT_NO_REG;
  ea->scale = 1;
  a->facts.lanes.mask = a->facts.lanes.index = HALT_NO_REG;
  if (GET_CODE (address) == PLUS && CONST_INT_P (XEXP (address, 1)))
    {
      a->disp = XEXP (address, 1);
      ea->disp = INTVAL (a->disp);
      address = XEXP (address, 0);
    }
  if (GET_CODE (address) == SUBREG)
    address = SUBREG_REG (address);
  if (!REG_P (address))
    return false;
  a->base = address;
  ea->base = regs_reg (address == hard_frame_pointer_rtx
			   || REGNO (address) == HARD_FRAME_POINTER_REGNUM
			 ? ia64_frame_pointer ()
			 : REGNO (address));
  return ea->base != HALT_NO_REG;
}

HOST_WIDE_INT
target_bytes (const_rtx mem)
{
  return GET_MODE (mem) == XFmode ? 10 : GET_MODE_SIZE (GET_MODE (mem));
}

/* How far ADDRESS, which steps on, does so for an access of BYTES; false if that is
   not known.  */
static bool
step_of (const_rtx address, HOST_WIDE_INT bytes, HOST_WIDE_INT *step)
{
  switch (GET_CODE (address))
    {
    case POST_INC:
      *step = bytes;
      return true;
    case POST_DEC:
      *step = -bytes;
      return true;
    case POST_MODIFY:
      if (!CONST_INT_P (XEXP (XEXP (address, 1), 1)))
	return false;
      *step = INTVAL (XEXP (XEXP (address, 1), 1));
      return true;
    default:
      return false;
    }
}

/* Add the access to MEM by INSN, which is made if predicate BY is true, if that is a
   register.  A store's event comes after it, its address counted back from where
   its register has got to; or, if that is lost, before it.  */
static void
add_access (vec<memop> *list, const rtx_insn *insn, rtx mem, bool store, int by)
{
  rtx address = XEXP (mem, 0);
  bool after = store;
  HOST_WIDE_INT step;
  if (GET_MODE (mem) == BLKmode || GET_CODE (address) == SCRATCH)
    return;
  if (GET_RTX_CLASS (GET_CODE (address)) == RTX_AUTOINC)
    {
      after &= step_of (address, GET_MODE_SIZE (GET_MODE (mem)), &step);
      address = XEXP (address, 0);
      if (after)
	address = plus_constant (Pmode, address, -step);
    }
  else if (reg_set_p (address, insn))
    after = false;
  unsigned before = list->length ();
  access_add (list, store, address, MEM_ADDR_SPACE (mem), target_bytes (mem));
  if (list->length () == before)
    return;
  memop *a = &list->last ();
  a->after = after;
  if (by != HALT_NO_REG)
    {
      a->facts.lanes.n = 1;
      a->facts.lanes.mask = by;
    }
  if (MEM_EXPR (mem) && MEM_EXPR (mem) == get_spill_slot_decl (false))
    a->mem |= MEM_SPILL;
}

/* The MEMs in X, which is read; but not the load of a symbol's address from the
   global offset table, a LO_SUM, which the linker may turn into a move of what has
   become the address itself.  */
static void
add_loads (vec<memop> *list, const rtx_insn *insn, rtx x, int by)
{
  subrtx_var_iterator::array_type array;
  FOR_EACH_SUBRTX_VAR (iter, array, x, NONCONST)
    if (GET_CODE (*iter) == LO_SUM)
      iter.skip_subrtxes ();
    else if (MEM_P (*iter))
      {
	add_access (list, insn, *iter, false, by);
	iter.skip_subrtxes ();
      }
}

/* What element X of a pattern reads or, if STORE, what it writes.  */
static void
add_element (vec<memop> *list, const rtx_insn *insn, rtx x, bool store, int by)
{
  switch (GET_CODE (x))
    {
    case COND_EXEC:
      by = target_predicate (COND_EXEC_TEST (x));
      gcc_assert (by != HALT_NO_REG);
      add_element (list, insn, COND_EXEC_CODE (x), store, by);
      break;
    case PARALLEL:
      for (int i = 0; i < XVECLEN (x, 0); i++)
	add_element (list, insn, XVECEXP (x, 0, i), store, by);
      break;
    case SET:
      if (!store)
	add_element (list, insn, SET_SRC (x), false, by);
      else if (MEM_P (SET_DEST (x)))
	add_access (list, insn, SET_DEST (x), true, by);
      break;
    case CALL:
      if (!store)
	add_loads (list, insn, XEXP (XEXP (x, 0), 0), by);
      break;
    case CLOBBER:
    case USE:
    case PREFETCH:
      break;
    default:
      if (!store)
	add_loads (list, insn, x, by);
    }
}

/* Not what the prologue stores: pots stand after it, where its addresses are
   gone.  */
bool
target_accesses (rtx_insn *insn, vec<memop> *list)
{
  rtx pattern = PATTERN (insn);
  if (prologue_contains (insn))
    return true;
  if (asm_noperands (pattern) >= 0 || GET_CODE (pattern) == ASM_INPUT)
    return false;
  add_element (list, insn, pattern, false, HALT_NO_REG);
  add_element (list, insn, pattern, true, HALT_NO_REG);
  /* Spills of floating-point registers are longer than numbers.  */
  if (list->length () && GET_CODE (pattern) == SET
      && GET_CODE (SET_SRC (pattern)) == UNSPEC
      && (XINT (SET_SRC (pattern), 1) == UNSPEC_FR_SPILL
	  || XINT (SET_SRC (pattern), 1) == UNSPEC_FR_RESTORE))
    (*list)[0].facts.bytes = 16;
  return true;
}
