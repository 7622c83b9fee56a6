/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which registers the functions of this unit may change: a scan of their final
   instructions, in units that define an analysis routine.  Counted are
   registers that a call may change at all; what a function saves and restores
   is none of them.  Whatever cannot be seen changes everything.  With that
   goes which argument registers a function reads, and whether its stack must
   be aligned to more than a word.  */

#include "plugin/core/core.h"
#include "plugin/target_hooks.h"
#include "plugin/routines/routines.h"
#include "plugin/rtl/rtl.h"

/* The machine whose registers are known; NULL: none.  */
static const struct halt_target *target;

/* What the functions that have been made code may change: by their decl, and
   by their assembler name if they are routines.  */
static hash_map<int_hash<int, -1, -2>, halt_summary> *functions;
static hash_map<nofree_string_hash, halt_summary> *routines;

/* What the current function reads, from one pass to the other.  */
static struct reg_set reads;

static void
add_class (struct reg_set *set, enum halt_rclass rclass)
{
  for (int r = 0; r < target->n_regs; r++)
    if (target->regs[r].rclass == rclass)
      reg_set_add (set, r);
}

/* Add the hard registers of X, all of each.  */
static void
add_reg (struct reg_set *set, const_rtx x)
{
  for (unsigned regno = REGNO (x); regno < END_REGNO (x); regno++)
    if (regs_reg (regno) != HALT_NO_REG)
      reg_set_add (set, regs_reg (regno));
}

/* For note_stores: DEST is set or clobbered.  */
static void
add_store (rtx dest, const_rtx, void *set)
{
  subrtx_iterator::array_type array;
  if (!MEM_P (dest))
    FOR_EACH_SUBRTX (iter, array, dest, NONCONST)
      if (REG_P (*iter))
	add_reg ((struct reg_set *) set, *iter);
}

/* Add what PATTERN does besides its stores: addresses that step on; and where
   a register stack is mentioned at all, the whole of it may move.  */
static void
add_besides (struct reg_set *set, const_rtx pattern)
{
  subrtx_iterator::array_type array;
  FOR_EACH_SUBRTX (iter, array, pattern, NONCONST)
    {
      const_rtx x = *iter;
      if (GET_RTX_CLASS (GET_CODE (x)) == RTX_AUTOINC && REG_P (XEXP (x, 0)))
	add_reg (set, XEXP (x, 0));
      else if (REG_P (x) && regs_reg (REGNO (x)) != HALT_NO_REG
	       && target->regs[regs_reg (REGNO (x))].rclass == RC_STACKED)
	add_class (set, RC_STACKED);
    }
}

/* The function that CALL calls, or NULL.  GCC notes it down only for its own
   -fipa-ra.  */
static tree
callee_of (rtx_insn *call)
{
  rtx x = get_call_rtx_from (call);
  if (x && GET_CODE (XEXP (XEXP (x, 0), 0)) == SYMBOL_REF)
    return SYMBOL_REF_DECL (XEXP (XEXP (x, 0), 0));
  return NULL_TREE;
}

/* Add what CALL's callee changes; false if that is not known.  */
static bool
add_call (struct halt_summary *known, rtx_insn *call)
{
  if (find_reg_note (call, REG_NORETURN, NULL_RTX))
    {
      known->unaligned = false;
      return true;
    }
  tree callee = callee_of (call);
  if (!callee || TREE_CODE (callee) != FUNCTION_DECL
      || !decl_binds_to_current_def_p (callee))
    return false;
  if (callee == current_function_decl)
    return true;
  halt_summary *its = functions->get (DECL_UID (callee));
  if (!its)
    return false;
  reg_set_join (&known->changes, &its->changes);
  known->unaligned &= its->unaligned;
  return true;
}

/* Whether INSN may rely on a stack that is aligned to more than a word: it is
   assembler text, or moves more than a word to or from the frame.  */
static bool
wants_alignment (const rtx_insn *insn)
{
  subrtx_iterator::array_type array;
  const_rtx pattern = PATTERN (insn);
  if (GET_CODE (pattern) == ASM_INPUT)
    return *XSTR (pattern, 0) != '\0';
  if (asm_noperands (pattern) >= 0
      && *decode_asm_operands (const_cast<rtx> (pattern), NULL, NULL, NULL,
			       NULL, NULL)
	   != '\0')
    return true;
  FOR_EACH_SUBRTX (iter, array, pattern, NONCONST)
    {
      const_rtx x = *iter;
      if (MEM_P (x)
	  && (GET_MODE (x) == BLKmode
	      || (size_t) halt_mode_bytes (GET_MODE (x)) > UNITS_PER_WORD)
	  && (reg_mentioned_p (stack_pointer_rtx, XEXP (x, 0))
	      || reg_mentioned_p (hard_frame_pointer_rtx, XEXP (x, 0))))
	return true;
    }
  return false;
}

/* Add what INSN changes; false if that is not known.  */
static bool
add_insn (struct halt_summary *known, rtx_insn *insn)
{
  struct reg_set *set = &known->changes;
  /* A delay slot's sequence would be an instruction of instructions.  */
  if (GET_CODE (PATTERN (insn)) == SEQUENCE)
    return false;
  note_stores (insn, add_store, set);
  add_besides (set, PATTERN (insn));
  known->unaligned &= !wants_alignment (insn);
  switch (target_changes (insn))
    {
    case CHANGES_AS_WRITTEN:
      return !CALL_P (insn) || add_call (known, insn);
    case CHANGES_STACKED:
      add_class (set, RC_STACKED);
      return true;
    case CHANGES_VECTORS:
      add_class (set, RC_VECTOR);
      return true;
    default:
      return false;
    }
}

/* Whether the current function uses the stack but for calls.  */
static bool
has_frame (void)
{
  if (frame_pointer_needed || maybe_ne (get_frame_size (), 0))
    return true;
  for (rtx_insn *insn = get_insns (); insn; insn = NEXT_INSN (insn))
    if (NONDEBUG_INSN_P (insn)
	&& reg_mentioned_p (stack_pointer_rtx, PATTERN (insn)))
      return true;
  return false;
}

/* Add what the current function changes; false if that is not known.  */
static bool
add_function (struct halt_summary *known)
{
  /* What is in no frame needs no alignment.  */
  known->unaligned = !has_frame ()
		     || (crtl->max_used_stack_slot_alignment <= BITS_PER_WORD
			 && !crtl->stack_realign_needed && !cfun->calls_alloca);
  tree decl = current_function_decl;
  if (crtl->profile || flag_split_stack || crtl->calls_eh_return)
    return false;
  if (lookup_attribute ("naked", DECL_ATTRIBUTES (decl)))
    {
      /* Its author's word is taken for it.  Callers count its result.  */
      known->unaligned = true;
      return lookup_attribute ("no_caller_saved_registers",
			       TYPE_ATTRIBUTES (TREE_TYPE (decl)));
    }
  for (rtx_insn *insn = get_insns (); insn; insn = NEXT_INSN (insn))
    if (NONDEBUG_INSN_P (insn) && !add_insn (known, insn))
      return false;
  return true;
}

/* Keep of SET what a call may change, and add the flags.  */
static void
normalize (struct reg_set *set)
{
  for (int r = 0; r < target->n_regs; r++)
    if (!target->regs[r].clobbered)
      reg_set_remove (set, r);
  if (target->flags != HALT_NO_REG)
    reg_set_add (set, target->flags);
}

static void
add_everything (struct reg_set *set)
{
  for (int r = 0; r < target->n_regs; r++)
    reg_set_add (set, r);
}

/* Whether SET is what any call may change.  */
static bool
is_everything (const struct reg_set *set)
{
  for (int r = 0; r < target->n_regs; r++)
    if (target->regs[r].clobbered && !reg_set_has (set, r))
      return false;
  return true;
}

/* Whether instructions are scanned: the unit defines a routine.  Asked when it has
   been read.  */
static bool
scans_unit (void)
{
  static int known = -1;
  cgraph_node *node;
  if (known < 0)
    {
      known = 0;
      FOR_EACH_DEFINED_FUNCTION (node)
	known |= is_routine (node->decl);
    }
  return target && !in_lto_p && known;
}

static void
find_reads (function *fn)
{
  reads = reg_set ();
  df_analyze ();
  bitmap live = df_get_live_in (ENTRY_BLOCK_PTR_FOR_FN (fn)->next_bb);
  for (int a = 0; a < target->n_arg_regs; a++)
    if (bitmap_bit_p (live, regs_regno (target->arg_regs[a])))
      reg_set_add (&reads, target->arg_regs[a]);
}

const halt_pass reads_pass = {
  RTL_PASS, "halt_reads",
  [] (function *) { return scans_unit (); },
  find_reads
};

static void
find_clobbers (function *)
{
  tree decl = current_function_decl;
  struct halt_summary known = {};
  if (!functions)
    {
      functions = new hash_map<int_hash<int, -1, -2>, halt_summary>;
      routines = new hash_map<nofree_string_hash, halt_summary>;
    }
  known.reads = reads;
  if (!add_function (&known))
    add_everything (&known.changes);
  normalize (&known.changes);
  functions->put (DECL_UID (decl), known);
  /* Another definition may take the place of one that is weak or that is
     found when the program runs.  */
  if (is_routine (decl) && decl_binds_to_current_def_p (decl)
      && !DECL_WEAK (decl) && !DECL_COMDAT (decl))
    {
      const char *symbol = targetm.strip_name_encoding (
	IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (decl)));
      routines->put (xstrdup (symbol), known);
      promise_make (target, symbol,
		    is_everything (&known.changes) ? NULL : &known);
      if (known.unaligned && !is_everything (&known.changes))
	copies_begin (target, symbol);
    }
}

const halt_pass clobbers_pass = {
  RTL_PASS, "halt_clobbers",
  [] (function *) { return scans_unit (); },
  find_clobbers
};

void
clobbers_start (void)
{
  if (config->gimple || flag_generate_lto || target_refuse_unit ())
    return;
  target = halt_target_find (HALT_MACHINE, BITS_PER_WORD, POINTER_SIZE);
  if (target)
    regs_init (target);
}

bool
clobbers_found (void)
{
  return functions != NULL;
}

bool
clobbers_of (tree decl, struct reg_set *changes)
{
  halt_summary *known = functions ? functions->get (DECL_UID (decl)) : NULL;
  if (!known || decl == current_function_decl)
    return false;
  *changes = known->changes;
  for (int r = 0; r < target->n_regs; r++)
    if (target->regs[r].rclass != RC_GENERAL && r != target->flags
	&& reg_set_has (changes, r))
      return false;
  return true;
}

bool
clobbers_find (const char *routine, struct halt_summary *summary)
{
  if (!target)
    return false;
  symtab_node *node = symtab_node::get_for_asmname (get_identifier (routine));
  if (!node || !(node->definition || node->in_other_partition))
    return promise_use (target, routine, summary);
  halt_summary *known = routines ? routines->get (routine) : NULL;
  if (!known || is_everything (&known->changes))
    return false;
  *summary = *known;
  return true;
}
