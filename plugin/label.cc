/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The label pass: decide where, attach notes, describe it in the map.

   It runs on final machine code, in front of the pass that frees the control
   flow graph: all optimisation is done, prologue and epilogue are in place,
   variable tracking has run; unwind information and branch lengths are still
   to come and see what is inserted.  */

#include "plugin/plugin.h"

static void
dump_point (const char *word, uint32_t id, rtx_insn *insn)
{
  expanded_location at = expand_location (INSN_LOCATION (insn));
  if (config->dump & DUMP_LABEL)
    fprintf (dump_stream (), "label %s %u %s block %u %s:%d:%d\n", word, id,
	     current_function_name (),
	     cfg_block_number (BLOCK_FOR_INSN (insn)), at.file ? at.file : "?",
	     at.line, at.column);
}

/* Condition under which conditional branch INSN takes, or NULL if none can be
   given: reversing it may not be possible.  */
rtx
branch_condition (const rtx_insn *insn)
{
  rtx choice = SET_SRC (pc_set (insn));
  rtx cond = XEXP (choice, 0);
  if (XEXP (choice, 1) != pc_rtx)
    return cond;
  enum rtx_code code = reversed_comparison_code (cond, insn);
  if (code == UNKNOWN)
    return NULL_RTX;
  return gen_rtx_fmt_ee (code, GET_MODE (cond), XEXP (cond, 0),
			 XEXP (cond, 1));
}

/* Conditional branches are those of the program: not the stack checks of a
   prologue, where there is no frame yet, and not what asm goto hides.  */
static bool
is_cbr (rtx_insn *insn)
{
  char text[32];
  if (!JUMP_P (insn) || !any_condjump_p (insn))
    return false;
  rtx cond = branch_condition (insn);
  const char *why = NULL;
  if (prologue_contains (insn))
    why = "it belongs to the prologue";
  else if (!cond || !facts_condition (cond, text, sizeof text))
    why = "its condition cannot be known before it branches";
  if (why && config->dump & DUMP_LABEL)
    fprintf (dump_stream (), "left out: branch in %s: %s\n",
	     current_function_name (), why);
  return !why;
}

static void
label_block (basic_block bb)
{
  rtx_insn *insn;
  uint32_t ordinal = 0;

  FOR_BB_INSNS (bb, insn)
    {
      if (!cfg_counts (insn))
	continue;
      if (config->kind[HALT_CBR] && is_cbr (insn))
	{
	  uint32_t id = unit_new_id ();
	  note_add (insn, HALT_CBR, false, id);
	  cfg_describe_point (HALT_CBR, 0, id, insn, ordinal);
	  dump_point (halt_kind_word (HALT_CBR), id, insn);
	}
      ordinal++;
    }
}

/* Annotate the entry of main.  Its first block gets one of its own if a loop
   leads back to it.  */
static void
label_startup (void)
{
  basic_block entry = ENTRY_BLOCK_PTR_FOR_FN (cfun);
  if (EDGE_COUNT (entry->next_bb->preds) > 1)
    split_edge (single_succ_edge (entry));
  note_add (bb_note (single_succ (entry)), HALT_STARTUP, true, 0);
}

static bool
is_main (void)
{
  tree name = DECL_ASSEMBLER_NAME (current_function_decl);
  return TREE_PUBLIC (current_function_decl)
	 && strcmp (targetm.strip_name_encoding (IDENTIFIER_POINTER (name)),
		    "main") == 0;
}

static const pass_data label_data = {
  RTL_PASS, "halt_label", OPTGROUP_NONE, TV_PLUGIN_RUN, 0, 0, 0, 0, 0
};

class label_pass : public rtl_opt_pass
{
public:
  label_pass () : rtl_opt_pass (label_data, g) {}
  bool gate (function *) final override { return unit_target != NULL; }
  unsigned execute (function *) final override;
};

unsigned
label_pass::execute (function *fn)
{
  basic_block bb;
  const char *why = function_excluded ();

  notes_release ();
  if (why)
    {
      if (config->dump & DUMP_LABEL)
	fprintf (dump_stream (), "left out: function %s: %s\n",
		 current_function_name (), why);
      cfg_describe (HALT_FN_SKIPPED);
      return 0;
    }
  if (is_main ())
    label_startup ();
  cfg_describe (0);
  FOR_EACH_BB_FN (bb, fn)
    label_block (bb);
  return 0;
}

rtl_opt_pass *
make_label_pass (void)
{
  return new label_pass;
}
