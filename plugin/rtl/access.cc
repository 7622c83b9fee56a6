/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which memory an instruction reads and writes.

   On final RTL an instruction has a memory operand in its assembler text if
   and only if its pattern has a MEM.  What a call pushes and a return pops is
   not there; mem=call adds it.  */

#include "plugin/core/core.h"
#include "plugin/target_hooks.h"
#include "plugin/rtl/rtl.h"

static HOST_WIDE_INT
mem_bytes (const_rtx mem)
{
  if (GET_MODE (mem) != BLKmode)
    return target_bytes (mem);
  HOST_WIDE_INT size;
  return MEM_SIZE_KNOWN_P (mem) && MEM_SIZE (mem).is_constant (&size)
	   ? size
	   : 0;
}

bool
access_add_mem (vec<memop> *list, rtx mem)
{
  return GET_RTX_CLASS (GET_CODE (XEXP (mem, 0))) != RTX_AUTOINC
	 && GET_CODE (XEXP (mem, 0)) != SCRATCH
	 && access_add (list, false, XEXP (mem, 0), MEM_ADDR_SPACE (mem),
			mem_bytes (mem))
	 && list->length () > 0;
}

static void
add_mem (vec<memop> *list, bool store, rtx mem)
{
  rtx address = XEXP (mem, 0);

  if (GET_CODE (address) == SCRATCH)
    return;
  /* A push stores where the stack pointer then is; a pop reads where it is
     before.  */
  bool moves = GET_RTX_CLASS (GET_CODE (address)) == RTX_AUTOINC;
  if (moves)
    address = XEXP (address, 0);
  unsigned before = list->length ();
  access_add (list, store, address, MEM_ADDR_SPACE (mem), mem_bytes (mem));
  if (list->length () > before)
    list->last ().pushed = moves && store;
  if (list->length () > before && MEM_EXPR (mem)
      && MEM_EXPR (mem) == get_spill_slot_decl (false))
    list->last ().mem |= MEM_SPILL;
}

/* Add the MEMs that X reads, in the order in which it has them.  */
static void
add_loads (vec<memop> *list, rtx x)
{
  const char *format = GET_RTX_FORMAT (GET_CODE (x));
  if (MEM_P (x))
    add_mem (list, false, x);
  else
    for (int i = 0; format[i]; i++)
      if (format[i] == 'e' && XEXP (x, i))
	add_loads (list, XEXP (x, i));
      else if (format[i] == 'E')
	for (int j = 0; j < XVECLEN (x, i); j++)
	  add_loads (list, XVECEXP (x, i, j));
}

static rtx
strip_dest (rtx x)
{
  while (GET_CODE (x) == STRICT_LOW_PART || GET_CODE (x) == ZERO_EXTRACT
	 || GET_CODE (x) == SUBREG)
    x = XEXP (x, 0);
  return x;
}

/* Add what one element of a pattern reads, or what it writes.  */
static void
add_element (vec<memop> *list, rtx x, bool store)
{
  switch (GET_CODE (x))
    {
    case SET:
      {
	rtx dest = strip_dest (SET_DEST (x));
	if (store && MEM_P (dest))
	  add_mem (list, true, dest);
	if (!store)
	  {
	    add_element (list, SET_SRC (x), false);
	    /* Some bits of a memory operand: the others are kept.  */
	    if (MEM_P (dest) && GET_CODE (SET_DEST (x)) == ZERO_EXTRACT)
	      add_mem (list, false, dest);
	  }
	break;
      }
    case CALL:
      /* The outer MEM stands for the code that is called.  */
      if (!store)
	add_loads (list, XEXP (XEXP (x, 0), 0));
      break;
    case CLOBBER:
    case USE:
      break;
    default:
      if (!store)
	add_loads (list, x);
    }
}

static void
add_pattern (vec<memop> *list, rtx pattern, bool store)
{
  if (GET_CODE (pattern) == PARALLEL)
    for (int i = 0; i < XVECLEN (pattern, 0); i++)
      add_element (list, XVECEXP (pattern, 0, i), store);
  else
    add_element (list, pattern, store);
}

/* Whether INSN changes a register of A's address.  */
static bool
sets_address (const rtx_insn *insn, const struct memop *a)
{
  return (a->base && reg_set_p (a->base, insn))
	 || (a->index && reg_set_p (a->index, insn));
}

/* Decide where the event of a store goes: after the instruction; with an
   address taken before it, if the instruction changes that; or before,
   if the instruction uses the stack pointer that would be lowered then.  */
static void
place_store (rtx_insn *insn, struct memop *a)
{
  bool push = a->base == stack_pointer_rtx && !a->index && !a->disp
	      && reg_set_p (stack_pointer_rtx, insn);
  if (!a->after || push || !sets_address (insn, a))
    return;
  if (reg_mentioned_p (stack_pointer_rtx, PATTERN (insn)))
    a->after = false;
  else
    a->facts.wrap = true;
}

void
access_list (rtx_insn *insn, vec<memop> *list)
{
  rtx pattern = PATTERN (insn);
  bool is_asm = asm_noperands (pattern) >= 0 || GET_CODE (pattern) == ASM_INPUT;

  if (!target_accesses (insn, list))
    {
      add_pattern (list, pattern, false);
      add_pattern (list, pattern, true);
      if (!is_asm)
	target_amend (insn, list);
      for (unsigned i = 0; i < list->length (); i++)
	{
	  if (is_asm)
	    (*list)[i].mem |= MEM_ASM;
	  if ((*list)[i].store)
	    place_store (insn, &(*list)[i]);
	}
    }
  target_implicit (insn, list);
  if (prologue_epilogue_contains (insn))
    for (unsigned i = 0; i < list->length (); i++)
      if (!((*list)[i].mem & MEM_CALL))
	(*list)[i].mem |= MEM_FRAME;
}

/* The read of an entry of mode MODE of a jump table in X, or NULL.  GCC marks it
   as constant, which a register kept in memory is not.  */
static rtx
table_read (rtx x, machine_mode mode)
{
  subrtx_var_iterator::array_type array;
  FOR_EACH_SUBRTX_VAR (iter, array, x, NONCONST)
    if (MEM_P (*iter) && GET_MODE (*iter) == mode && MEM_READONLY_P (*iter))
      return *iter;
  return NULL_RTX;
}

/* Put the registers into WANTED that X is computed from, but for addresses.  */
static void
want_registers (const_rtx x, HARD_REG_SET *wanted)
{
  subrtx_iterator::array_type array;
  FOR_EACH_SUBRTX (iter, array, x, NONCONST)
    if (MEM_P (*iter))
      iter.skip_subrtxes ();
    else if (REG_P (*iter) && HARD_REGISTER_P (*iter))
      SET_HARD_REG_BIT (*wanted, REGNO (*iter));
}

/* If INSN reads an entry of mode MODE for a register of WANTED, that read; else
   follow in WANTED where that register's value comes from.  */
static rtx
table_entry (rtx_insn *insn, machine_mode mode, HARD_REG_SET *wanted)
{
  rtx set = single_set (insn);
  if (!set || !REG_P (SET_DEST (set))
      || !TEST_HARD_REG_BIT (*wanted, REGNO (SET_DEST (set))))
    return NULL_RTX;
  rtx entry = table_read (SET_SRC (set), mode);
  CLEAR_HARD_REG_BIT (*wanted, REGNO (SET_DEST (set)));
  want_registers (SET_SRC (set), wanted);
  return entry;
}

rtx_insn *
access_table (rtx_insn *insn, struct memop *read, rtx *label)
{
  rtx_insn *table_label;
  rtx_jump_table_data *table;
  if (!tablejump_p (insn, &table_label, &table))
    return NULL;
  machine_mode mode = GET_MODE (PATTERN (table));
  rtx target = SET_SRC (pc_set (insn));
  HARD_REG_SET wanted;
  CLEAR_HARD_REG_SET (wanted);
  rtx entry = table_read (target, mode);
  want_registers (target, &wanted);
  rtx_insn *head = BB_HEAD (BLOCK_FOR_INSN (insn));
  while (!entry && insn != head)
    {
      insn = PREV_INSN (insn);
      if (NONDEBUG_INSN_P (insn))
	entry = table_entry (insn, mode, &wanted);
    }
  if (!entry)
    return NULL;
  auto_vec<memop> list;
  if (!access_add (&list, false, XEXP (entry, 0), MEM_ADDR_SPACE (entry),
		   halt_mode_bytes (mode)))
    return NULL;
  *read = list[0];
  *label = table_label;
  return insn;
}

/* Whether INSN sets hard register REGNO to the address of LABEL.  */
static bool
sets_to_label (rtx_insn *insn, unsigned regno, rtx label)
{
  rtx set = single_set (insn);
  if (!set || !REG_P (SET_DEST (set)) || REGNO (SET_DEST (set)) != regno
      || GET_MODE (SET_DEST (set)) != Pmode)
    return false;
  rtx note = find_reg_equal_equiv_note (insn);
  rtx from = note ? XEXP (note, 0) : SET_SRC (set);
  return GET_CODE (from) == LABEL_REF && label_ref_label (from) == label;
}

/* Whether the entry that READ has read is the distance from the table to where
   the jump goes, and hard register REGNO, by which it was found, is what it is
   added to: the table's address, then.  */
static bool
added_to_distance (rtx_insn *read, unsigned regno)
{
  rtx_insn *jump = BB_END (BLOCK_FOR_INSN (read));
  rtx_jump_table_data *table;
  rtx set = single_set (read), base = gen_rtx_REG (Pmode, regno);
  bool added = false;
  if (!tablejump_p (jump, NULL, &table)
      || GET_CODE (PATTERN (table)) != ADDR_DIFF_VEC || !set
      || !REG_P (SET_DEST (set)) || reg_set_p (base, read)
      || !(MEM_P (SET_SRC (set))
	   || (GET_CODE (SET_SRC (set)) == SIGN_EXTEND
	       && MEM_P (XEXP (SET_SRC (set), 0)))))
    return false;
  rtx entry = SET_DEST (set);
  for (rtx_insn *insn = NEXT_INSN (read); insn != jump; insn = NEXT_INSN (insn))
    {
      if (!NONDEBUG_INSN_P (insn))
	continue;
      rtx sum = (set = single_set (insn)) ? SET_SRC (set) : NULL_RTX;
      if (!added && sum && GET_CODE (sum) == PLUS && REG_P (SET_DEST (set))
	  && ((rtx_equal_p (XEXP (sum, 0), entry)
	       && rtx_equal_p (XEXP (sum, 1), base))
	      || (rtx_equal_p (XEXP (sum, 0), base)
		  && rtx_equal_p (XEXP (sum, 1), entry))))
	{
	  entry = SET_DEST (set);
	  added = true;
	}
      else if (reg_set_p (entry, insn) || reg_set_p (base, insn))
	return false;
    }
  return added && rtx_equal_p (SET_SRC (pc_set (jump)), entry);
}

bool
access_base_is_table (rtx_insn *read, unsigned regno, rtx label)
{
  edge e;
  edge_iterator ei;
  auto_vec<rtx_insn *> from;
  auto_bitmap seen;
  rtx reg = gen_rtx_REG (Pmode, regno);
  if (added_to_distance (read, regno))
    return true;
  from.safe_push (read);
  while (!from.is_empty ())
    {
      rtx_insn *insn = from.pop (), *head = BB_HEAD (BLOCK_FOR_INSN (insn));
      basic_block bb = BLOCK_FOR_INSN (insn);
      do
	insn = insn == head ? NULL : PREV_INSN (insn);
      while (insn && !(NONDEBUG_INSN_P (insn) && reg_set_p (reg, insn)));
      if (insn && !sets_to_label (insn, regno, label))
	return false;
      if (insn)
	continue;
      FOR_EACH_EDGE (e, ei, bb->preds)
	{
	  if (e->src == ENTRY_BLOCK_PTR_FOR_FN (cfun)
	      || e->flags & EDGE_COMPLEX)
	    return false;
	  if (bitmap_set_bit (seen, e->src->index))
	    {
	      rtx_insn *end = BB_END (e->src);
	      if (NONDEBUG_INSN_P (end) && reg_set_p (reg, end))
		return false;
	      from.safe_push (end);
	    }
	}
    }
  return true;
}
