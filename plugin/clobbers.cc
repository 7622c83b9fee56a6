/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Which registers the functions of this unit may change: a scan of their final
   instructions, in units that define an analysis routine.  Counted are
   registers that a call may change at all; what a function saves and restores
   is none of them.  Whatever cannot be seen changes everything.  */

#include "plugin/plugin.h"

/* Where instructions are scanned; NULL: nowhere.  */
static const struct halt_target *target;

/* What the functions that have been made code may change: by their decl, and
   by their assembler name if they are routines.  */
static hash_map<int_hash<int, -1, -2>, reg_set> *functions;
static hash_map<nofree_string_hash, reg_set> *routines;

static void
add_class (struct reg_set *set, enum halt_rclass rclass)
{
  for (int r = 0; r < target->n_regs; r++)
    if (target->regs[r].rclass == rclass)
      reg_set_add (set, r);
}

static void
add_set (struct reg_set *to, const struct reg_set *from)
{
  for (size_t i = 0; i < ARRAY_SIZE (to->word); i++)
    to->word[i] |= from->word[i];
}

/* Add the hard registers of X, all of each.  */
static void
add_reg (struct reg_set *set, const_rtx x)
{
  for (unsigned regno = REGNO (x); regno < END_REGNO (x); regno++)
    if (emit_reg (regno) != HALT_NO_REG)
      reg_set_add (set, emit_reg (regno));
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
      else if (REG_P (x) && emit_reg (REGNO (x)) != HALT_NO_REG
	       && target->regs[emit_reg (REGNO (x))].rclass == RC_STACKED)
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
add_call (struct reg_set *set, rtx_insn *call)
{
  if (find_reg_note (call, REG_NORETURN, NULL_RTX))
    return true;
  tree callee = callee_of (call);
  if (!callee || TREE_CODE (callee) != FUNCTION_DECL
      || !decl_binds_to_current_def_p (callee))
    return false;
  if (callee == current_function_decl)
    return true;
  reg_set *known = functions->get (DECL_UID (callee));
  if (known)
    add_set (set, known);
  return known != NULL;
}

/* Add what INSN changes; false if that is not known.  */
static bool
add_insn (struct reg_set *set, rtx_insn *insn)
{
  /* A delay slot's sequence would be an instruction of instructions.  */
  if (GET_CODE (PATTERN (insn)) == SEQUENCE)
    return false;
  note_stores (insn, add_store, set);
  add_besides (set, PATTERN (insn));
  switch (facts_changes (insn))
    {
    case CHANGES_AS_WRITTEN:
      return !CALL_P (insn) || add_call (set, insn);
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

/* Add what the current function changes; false if that is not known.  */
static bool
add_function (struct reg_set *set)
{
  if (crtl->profile || flag_split_stack || crtl->calls_eh_return
      || lookup_attribute ("naked", DECL_ATTRIBUTES (current_function_decl)))
    return false;
  for (rtx_insn *insn = get_insns (); insn; insn = NEXT_INSN (insn))
    if (NONDEBUG_INSN_P (insn) && !add_insn (set, insn))
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

/* Whether the unit defines a routine; asked when it has been read.  */
static bool
has_routines (void)
{
  static int known = -1;
  cgraph_node *node;
  if (known < 0)
    {
      known = 0;
      FOR_EACH_DEFINED_FUNCTION (node)
	known |= is_routine (node->decl);
    }
  return known;
}

static const pass_data clobbers_data = {
  RTL_PASS, "halt_clobbers", OPTGROUP_NONE, TV_PLUGIN_RUN, 0, 0, 0, 0, 0
};

class clobbers_pass : public rtl_opt_pass
{
public:
  clobbers_pass () : rtl_opt_pass (clobbers_data, g) {}
  bool gate (function *) final override
  {
    return target != NULL && has_routines ();
  }
  unsigned execute (function *) final override;
};

unsigned
clobbers_pass::execute (function *)
{
  tree decl = current_function_decl;
  struct reg_set set = {};
  if (!functions)
    {
      functions = new hash_map<int_hash<int, -1, -2>, reg_set>;
      routines = new hash_map<nofree_string_hash, reg_set>;
    }
  if (!add_function (&set))
    add_everything (&set);
  normalize (&set);
  functions->put (DECL_UID (decl), set);
  /* Another definition may take the place of one that is weak or that is
     found when the program runs.  */
  if (is_routine (decl) && decl_binds_to_current_def_p (decl)
      && !DECL_WEAK (decl) && !DECL_COMDAT (decl))
    {
      const char *symbol = targetm.strip_name_encoding
	(IDENTIFIER_POINTER (DECL_ASSEMBLER_NAME (decl)));
      routines->put (xstrdup (symbol), set);
      promise_make (target, symbol, is_everything (&set) ? NULL : &set);
    }
  return 0;
}

rtl_opt_pass *
make_clobbers_pass (void)
{
  return new clobbers_pass;
}

void
clobbers_start (void)
{
  if (config->gimple || in_lto_p || flag_generate_lto || facts_refuse_unit ())
    return;
  target = halt_target_find (HALT_MACHINE, BITS_PER_WORD, POINTER_SIZE);
  if (target)
    emit_init (target);
}

bool
clobbers_found (void)
{
  return functions != NULL;
}

bool
clobbers_find (const char *routine, struct reg_set *set)
{
  if (!target)
    return false;
  symtab_node *node = symtab_node::get_for_asmname (get_identifier (routine));
  if (!node || !node->definition)
    return promise_use (target, routine, set);
  reg_set *known = routines ? routines->get (routine) : NULL;
  if (!known || is_everything (known))
    return false;
  *set = *known;
  return true;
}
