/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The label pass: decide where, attach notes, describe it in the map.

   It runs on final machine code, in front of the pass that frees the control
   flow graph: all optimisation is done, prologue and epilogue are in place,
   variable tracking has run; unwind information and branch lengths are still
   to come and see what is inserted.  */

#include "plugin/plugin.h"

static void
dump_left_out (const char *what, const char *why)
{
  if (config->dump & DUMP_LABEL)
    fprintf (dump_stream (), "left out: %s in %s: %s\n", what,
	     current_function_name (), why);
}

/* Whether a pot in front of INSN, or behind it, the note at a block's head, would
   be inside a sequence that is to be left alone.  */
static bool
is_locked (rtx_insn *insn)
{
  basic_block bb = BLOCK_FOR_INSN (insn);
  while (!NONDEBUG_INSN_P (insn) && insn != BB_END (bb))
    insn = NEXT_INSN (insn);
  return NONDEBUG_INSN_P (insn) && facts_locked (insn);
}

/* Annotate INSN with a point of KIND that has ID, FIXED or not.  ACCESS is the
   number of the memory access, or -1.  */
static void
label_as (rtx_insn *insn, int kind, bool after, uint64_t id, bool fixed,
	  int access)
{
  struct note *note = note_add (insn, kind, after);
  note->id = id;
  note->fixed = fixed;
  note->access = access;
}

/* The same with a new id.  */
static void
label (rtx_insn *insn, int kind, bool after, int access)
{
  bool fixed;
  if (!(after && INSN_P (insn)) && is_locked (insn))
    {
      dump_left_out (kind_word (kind), "it is inside a locked sequence");
      return;
    }
  uint64_t id = unit_new_id (kind, &fixed);
  label_as (insn, kind, after, id, fixed, access);
}

/* --- branches ----------------------------------------------------------- */

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
static void
label_cbr (rtx_insn *insn)
{
  char text[32];
  if (!JUMP_P (insn) || !any_condjump_p (insn))
    return;
  rtx cond = branch_condition (insn);
  if (prologue_contains (insn))
    dump_left_out ("branch", "it belongs to the prologue");
  else if (!cond || !facts_condition (cond, text, sizeof text))
    dump_left_out ("branch", "its condition cannot be known before it "
		   "branches");
  else
    label (insn, HALT_CBR, false, -1);
}

/* A multiway branch is annotated where it reads its table.  */
static void
label_mbr (rtx_insn *insn, hash_set<rtx_insn *> *table_reads)
{
  if (table_reads->contains (insn))
    label (insn, HALT_MBR, false, -1);
}

/* The instructions of BB that read a jump table.  */
static void
find_table_reads (basic_block bb, hash_set<rtx_insn *> *reads)
{
  struct memop access;
  rtx table;
  rtx_insn *jump = BB_END (bb);
  if (!JUMP_P (jump) || !tablejump_p (jump, NULL, NULL))
    return;
  rtx_insn *read = access_table (jump, &access, &table);
  if (read)
    reads->add (read);
  else
    dump_left_out ("multiway branch", "its table is read in another block");
}

bool
label_fits (rtx_insn *insn, int kind)
{
  struct memop access;
  char text[32];
  rtx table, cond;
  switch (kind)
    {
    case HALT_STARTUP:
    case HALT_LOAD:
    case HALT_STORE:
      return false;
    case HALT_CBR:
      return JUMP_P (insn) && any_condjump_p (insn)
	     && (cond = branch_condition (insn))
	     && facts_condition (cond, text, sizeof text);
    case HALT_MBR:
      {
	rtx_insn *jump = BB_END (BLOCK_FOR_INSN (insn));
	return JUMP_P (jump) && tablejump_p (jump, NULL, NULL)
	       && access_table (jump, &access, &table) == insn;
      }
    case HALT_SETJMP:
    case HALT_LONGJMP:
      return CALL_P (insn);
    default:
      return true;
    }
}

/* --- entry, exit, calls --------------------------------------------------- */

/* The id that a function's entry has, for the exits that share it.  */
static uint64_t entry_id;
static bool entry_fixed;

static void
label_entry (rtx_insn *insn)
{
  entry_id = unit_new_id (HALT_ENTRY, &entry_fixed);
  label_as (insn, HALT_ENTRY, true, entry_id, entry_fixed, -1);
}

static void
label_exit (rtx_insn *insn)
{
  if (!(JUMP_P (insn) && returnjump_p (insn))
      && !(CALL_P (insn) && SIBLING_CALL_P (insn)))
    return;
  if (crtl->calls_eh_return)
    {
      dump_left_out ("exit", "it leaves by __builtin_eh_return");
      return;
    }
  insn = facts_leave (insn);
  if (config->share_exit)
    label_as (insn, HALT_EXIT, false, entry_id, entry_fixed, -1);
  else
    label (insn, HALT_EXIT, false, -1);
}

static void
label_setlongjmp (rtx_insn *insn)
{
  rtx buffer;
  rtx call = CALL_P (insn) ? get_call_rtx_from (insn) : NULL_RTX;
  if (!call)
    {
      int kind = marker_kind (insn, &buffer);
      if (kind >= 0)
	label (insn, kind, false, -1);
      return;
    }
  rtx callee = XEXP (XEXP (call, 0), 0);
  if (GET_CODE (callee) != SYMBOL_REF)
    return;
  int kind = jump_kind (targetm.strip_name_encoding (XSTR (callee, 0)));
  if (kind >= 0 && config->kind[kind])
    label (insn, kind, false, -1);
}

/* --- memory ---------------------------------------------------------------- */

static void
label_memory (rtx_insn *insn)
{
  auto_vec<memop> list;
  access_list (insn, &list);
  for (unsigned i = 0; i < list.length (); i++)
    {
      const struct memop *a = &list[i];
      int kind = a->store ? HALT_STORE : HALT_LOAD;
      if (config->kind[kind] && (a->mem & ~config->mem) == 0)
	label (insn, kind, a->after, i);
    }
}

/* --- the pass -------------------------------------------------------------- */

/* The points of a block as a whole stand behind the note at its head.  */
static void
label_head (basic_block bb)
{
  rtx_insn *note = bb_note (bb);
  if (bb == ENTRY_BLOCK_PTR_FOR_FN (cfun)->next_bb && config->kind[HALT_ENTRY])
    label_entry (note);
  if (config->kind[HALT_BLOCK])
    label (note, HALT_BLOCK, true, -1);
}

static void
label_block (basic_block bb)
{
  rtx_insn *insn;
  hash_set<rtx_insn *> table_reads;

  label_head (bb);
  if (config->kind[HALT_MBR])
    find_table_reads (bb, &table_reads);
  FOR_BB_INSNS (bb, insn)
    {
      if (!cfg_counts (insn))
	continue;
      /* The scheduler marks the first instruction of each cycle so.  */
      if (config->kind[HALT_CYCLE] && GET_MODE (insn) == TImode)
	label (facts_leave (insn), HALT_CYCLE, false, -1);
      if (config->kind[HALT_LOAD] || config->kind[HALT_STORE])
	label_memory (insn);
      if (config->kind[HALT_SETJMP] || config->kind[HALT_LONGJMP])
	label_setlongjmp (insn);
      if (config->kind[HALT_CBR])
	label_cbr (insn);
      if (config->kind[HALT_MBR])
	label_mbr (insn, &table_reads);
      if (config->kind[HALT_EXIT])
	label_exit (insn);
    }
}

/* The first block must be entered once for each call: give it a block of its
   own in front if a loop leads back to it.  */
static void
separate_entry (void)
{
  basic_block entry = ENTRY_BLOCK_PTR_FOR_FN (cfun);
  if (EDGE_COUNT (entry->next_bb->preds) > 1)
    split_edge (single_succ_edge (entry));
}

static const pass_data reserve_data = {
  RTL_PASS, "halt_reserve", OPTGROUP_NONE, TV_PLUGIN_RUN, 0, 0, 0, 0, 0
};

class reserve_pass : public rtl_opt_pass
{
public:
  reserve_pass () : rtl_opt_pass (reserve_data, g) {}
  bool gate (function *) final override
  {
    return unit_target != NULL && !function_excluded ();
  }
  unsigned execute (function *) final override
  {
    facts_reserve ();
    return 0;
  }
};

rtl_opt_pass *
make_reserve_pass (void)
{
  return new reserve_pass;
}

static const pass_data prepare_data = {
  RTL_PASS, "halt_prepare", OPTGROUP_NONE, TV_PLUGIN_RUN, 0, 0, 0, 0, 0
};

class prepare_pass : public rtl_opt_pass
{
public:
  prepare_pass () : rtl_opt_pass (prepare_data, g) {}
  bool gate (function *) final override { return unit_target != NULL; }
  unsigned execute (function *) final override
  {
    facts_prepare ();
    return 0;
  }
};

rtl_opt_pass *
make_prepare_pass (void)
{
  return new prepare_pass;
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
  if (is_main () || config->kind[HALT_ENTRY])
    separate_entry ();
  cfg_describe (0);
  /* STARTUP comes before anything else and has no id.  */
  if (is_main ())
    note_add (bb_note (single_succ (ENTRY_BLOCK_PTR_FOR_FN (fn))), HALT_STARTUP,
	      true);
  FOR_EACH_BB_FN (bb, fn)
    label_block (bb);
  extern_label ();
  if (config->count)
    returns_find ();
  return 0;
}

rtl_opt_pass *
make_label_pass (void)
{
  return new label_pass;
}
