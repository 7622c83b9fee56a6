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

/* Annotate INSN with a point of KIND that has ID, FIXED or not, and is about
   SUBJECT.  */
static void
label_as (rtx_insn *insn, int kind, bool after, uint64_t id, bool fixed,
	  const struct subject &subject = {})
{
  struct note *note = note_add (insn, kind, after, subject);
  note->id = id;
  note->fixed = fixed;
}

/* The same with a new id.  */
static void
label (rtx_insn *insn, int kind, bool after, const struct subject &subject = {})
{
  bool fixed;
  if (!(after && INSN_P (insn)) && is_locked (insn))
    {
      dump_left_out (kind_word (kind), "it is inside a locked sequence");
      return;
    }
  uint64_t id = unit_new_id (kind, &fixed);
  label_as (insn, kind, after, id, fixed, subject);
}

/* --- branches ----------------------------------------------------------- */

/* Conditional branches are those of the program: not the stack checks of a
   prologue, where there is no frame yet, and not what asm goto hides.  */
static void
label_cbr (rtx_insn *insn)
{
  struct subject s;
  if (!JUMP_P (insn) || !any_condjump_p (insn))
    return;
  if (prologue_contains (insn))
    dump_left_out ("branch", "it belongs to the prologue");
  else if (!note_subject (insn, HALT_CBR, &s))
    dump_left_out ("branch", "its condition cannot be known before it "
		   "branches");
  else
    label (insn, HALT_CBR, false, s);
}

/* A multiway branch is annotated where it reads its table: the instruction of BB
   that does so, or NULL.  */
static rtx_insn *
find_table_read (basic_block bb)
{
  struct memop access;
  rtx table;
  rtx_insn *jump = BB_END (bb);
  if (!JUMP_P (jump) || !tablejump_p (jump, NULL, NULL))
    return NULL;
  rtx_insn *read = access_table (jump, &access, &table);
  if (!read)
    dump_left_out ("multiway branch", "its table is read in another block");
  return read;
}

static void
label_mbr (rtx_insn *read)
{
  struct subject s;
  if (note_subject (read, HALT_MBR, &s))
    label (read, HALT_MBR, false, s);
}

/* --- entry, exit, calls --------------------------------------------------- */

/* The id that a function's entry has, for the exits that share it.  */
static uint64_t entry_id;
static bool entry_fixed;

static void
label_entry (rtx_insn *insn)
{
  entry_id = unit_new_id (HALT_ENTRY, &entry_fixed);
  label_as (insn, HALT_ENTRY, true, entry_id, entry_fixed);
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
    label_as (insn, HALT_EXIT, false, entry_id, entry_fixed);
  else
    label (insn, HALT_EXIT, false);
}

static void
label_setlongjmp (rtx_insn *insn)
{
  rtx buffer;
  struct subject s;
  int kind = marker_kind (insn, &buffer);
  rtx call = CALL_P (insn) ? get_call_rtx_from (insn) : NULL_RTX;
  if (call)
    {
      rtx callee = XEXP (XEXP (call, 0), 0);
      kind = GET_CODE (callee) == SYMBOL_REF
	     ? jump_kind (targetm.strip_name_encoding (XSTR (callee, 0))) : -1;
    }
  if (kind >= 0 && config->kind[kind] && note_subject (insn, kind, &s))
    label (insn, kind, false, s);
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
	label (insn, kind, a->after, subject { NULL_RTX, NULL_RTX, *a });
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
    label (note, HALT_BLOCK, true);
}

static void
label_block (basic_block bb)
{
  rtx_insn *insn;
  rtx_insn *table_read = NULL;

  label_head (bb);
  if (config->kind[HALT_MBR])
    table_read = find_table_read (bb);
  FOR_BB_INSNS (bb, insn)
    {
      if (!cfg_counts (insn))
	continue;
      /* The scheduler marks the first instruction of each cycle so.  */
      if (config->kind[HALT_CYCLE] && GET_MODE (insn) == TImode)
	label (facts_leave (insn), HALT_CYCLE, false);
      if (config->kind[HALT_LOAD] || config->kind[HALT_STORE])
	label_memory (insn);
      if (config->kind[HALT_SETJMP] || config->kind[HALT_LONGJMP])
	label_setlongjmp (insn);
      if (config->kind[HALT_CBR])
	label_cbr (insn);
      if (insn == table_read)
	label_mbr (insn);
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

/* The notes have RTL of their own, which nothing else keeps until the next pass,
   which needs it.  */
static const pass_data label_data = {
  RTL_PASS, "halt_label", OPTGROUP_NONE, TV_PLUGIN_RUN, 0, 0, 0, 0,
  TODO_do_not_ggc_collect
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
      describe_function (HALT_FN_SKIPPED);
      return 0;
    }
  if (is_main () || config->kind[HALT_ENTRY])
    separate_entry ();
  /* STARTUP comes before anything else and has no id.  */
  if (is_main ())
    note_add (bb_note (single_succ (ENTRY_BLOCK_PTR_FOR_FN (fn))), HALT_STARTUP,
	      true, {});
  FOR_EACH_BB_FN (bb, fn)
    label_block (bb);
  extern_label ();
  describe_function (0);
  if (config->count)
    returns_find ();
  return 0;
}

rtl_opt_pass *
make_label_pass (void)
{
  return new label_pass;
}
