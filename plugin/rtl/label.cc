/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The label pass: decide where, attach notes, describe it in the map.

   It runs on final machine code, before the pass that frees the control
   flow graph: all optimisation is done, prologue and epilogue are in place,
   variable tracking has run; unwind information and branch lengths are still
   to come and see what is inserted.  */

#include "plugin/core/core.h"
#include "plugin/count/count.h"
#include "plugin/target_hooks.h"
#include "plugin/routines/routines.h"
#include "plugin/rtl/rtl.h"

static void
dump_left_out (const char *what, const char *why)
{
  if (config->dump & DUMP_LABEL)
    fprintf (dump_stream (), "left out: %s in %s: %s\n", what,
	     current_function_name (), why);
}

/* Whether a pot before INSN, or after it, the note at a block's head, would
   be inside a sequence that is to be left alone.  */
static bool
is_locked (rtx_insn *insn)
{
  basic_block bb = BLOCK_FOR_INSN (insn);
  while (!NONDEBUG_INSN_P (insn) && insn != BB_END (bb))
    insn = NEXT_INSN (insn);
  return NONDEBUG_INSN_P (insn) && target_locked (insn);
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

/* An id, for the points that share it.  */
struct shared_id
{
  rtx_insn *insn;		/* of a call, who has it */
  uint64_t id;
  bool fixed;
};

/* The same with a new id, which is returned.  False, and nothing is done, where no
   point may be.  */
static bool
label_at (rtx_insn *insn, int kind, bool after, const struct subject &subject,
	  struct shared_id *given = NULL)
{
  struct shared_id own;
  if (!given)
    given = &own;
  if (!(after && INSN_P (insn)) && is_locked (insn))
    {
      dump_left_out (kind_word (kind), "it is inside a locked sequence");
      return false;
    }
  given->id = unit_new_id (kind, &given->fixed);
  label_as (insn, kind, after, given->id, given->fixed, subject);
  return true;
}

/* The same where the kind says, INSN being the note at the head of a block that is
   annotated as a whole, perhaps.  False if INSN cannot be of that kind.  */
static bool
label (rtx_insn *insn, int kind)
{
  struct subject s;
  if (!note_subject (insn, kind, &s))
    return false;
  label_at (insn, kind, NOTE_P (insn) || halt_kind_after (kind), s);
  return true;
}

/* --- branches ----------------------------------------------------------- */

/* Conditional branches are those of the program: not the stack checks of a
   prologue, where there is no frame yet, and not what asm goto hides.  */
static void
label_cbr (rtx_insn *insn)
{
  if (!JUMP_P (insn) || !any_condjump_p (insn))
    return;
  if (prologue_contains (insn))
    dump_left_out ("branch", "it belongs to the prologue");
  else if (!label (insn, HALT_CBR))
    dump_left_out ("branch", "its condition cannot be known before it "
			     "branches");
}

/* The instruction of BB that reads the jump table with which it ends, or
   NULL.  */
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

/* A multiway branch is annotated where it reads its table.  */
static void
label_mbr (rtx_insn *insn)
{
  static rtx_insn *table_read;
  if (NOTE_P (insn))
    table_read = find_table_read (BLOCK_FOR_INSN (insn));
  else if (insn == table_read)
    label (insn, HALT_MBR);
}

/* --- places, calls ---------------------------------------------------------- */

/* Whether INSN is the note at the head of the function's first block.  */
static bool
is_first (const rtx_insn *insn)
{
  return NOTE_P (insn)
	 && BLOCK_FOR_INSN (insn)->prev_bb == ENTRY_BLOCK_PTR_FOR_FN (cfun);
}

/* It has no id.  */
static void
label_startup (rtx_insn *insn)
{
  if (is_first (insn) && is_main ())
    note_add (insn, HALT_STARTUP, true, {});
}

/* The id that a function's entry has, for the exits that share it.  */
static struct shared_id last_entry;

static void
label_entry (rtx_insn *insn)
{
  if (!is_first (insn))
    return;
  last_entry.id = unit_new_id (HALT_ENTRY, &last_entry.fixed);
  label_as (insn, HALT_ENTRY, true, last_entry.id, last_entry.fixed);
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
  insn = target_leave (insn);
  if (config->share_exit)
    label_as (insn, HALT_EXIT, false, last_entry.id, last_entry.fixed);
  else
    label (insn, HALT_EXIT);
}

static void
label_block (rtx_insn *insn)
{
  if (NOTE_P (insn))
    label (insn, HALT_BLOCK);
}

/* The scheduler marks the first instruction of each cycle so.  */
static void
label_cycle (rtx_insn *insn)
{
  if (INSN_P (insn) && GET_MODE (insn) == TImode)
    label (target_leave (insn), HALT_CYCLE);
}

/* Label INSN as KIND if that is what it calls.  */
static void
label_jump (rtx_insn *insn, int kind)
{
  rtx buffer;
  rtx call = CALL_P (insn) ? get_call_rtx_from (insn) : NULL_RTX;
  rtx callee = call ? XEXP (XEXP (call, 0), 0) : NULL_RTX;
  int found = !call ? marker_kind (insn, &buffer)
	      : GET_CODE (callee) != SYMBOL_REF
		? -1
		: jump_kind (targetm.strip_name_encoding (XSTR (callee, 0)));
  if (found == kind)
    label (insn, kind);
}

static void
label_setjmp (rtx_insn *insn)
{
  label_jump (insn, HALT_SETJMP);
}

static void
label_longjmp (rtx_insn *insn)
{
  label_jump (insn, HALT_LONGJMP);
}

/* The last call that was labelled.  */
static struct shared_id last_call;

/* Whether INSN calls; *PREDICATE as in note_call.  What a prologue calls is not for
   the program: __morestack comes back after the instruction that follows.  Calls
   that find thread-local variables are the linker's, who may replace them, and
   need not have the function then.  */
static bool
is_call (rtx_insn *insn, int *predicate)
{
  rtx call = note_call (insn, predicate);
  rtx callee = call ? XEXP (XEXP (call, 0), 0) : NULL_RTX;
  return call && !prologue_contains (insn)
	 && !(GET_CODE (callee) == SYMBOL_REF
	      && strcmp (targetm.strip_name_encoding (XSTR (callee, 0)),
			 "__tls_get_addr")
		   == 0);
}

static void
label_call (rtx_insn *insn)
{
  int predicate;
  struct subject s;
  last_call.insn = NULL;
  if (!is_call (insn, &predicate))
    return;
  rtx_insn *place = SIBLING_CALL_P (insn) ? target_leave (insn) : insn;
  if (!note_subject (insn, HALT_CALL, &s))
    dump_left_out ("call", "the address of what it calls cannot be known");
  else if (label_at (place, HALT_CALL, false, s, &last_call))
    last_call.insn = insn;
}

/* Whether control may come back from INSN, a call, to what is after it.  */
static bool
comes_back (rtx_insn *insn)
{
  basic_block bb = BLOCK_FOR_INSN (insn);
  return !SIBLING_CALL_P (insn) && !find_reg_note (insn, REG_NORETURN, NULL_RTX)
	 && (insn != BB_END (bb) || find_fallthru_edge (bb->succs));
}

static void
label_callret (rtx_insn *insn)
{
  int predicate;
  bool own = !config->kind[HALT_CALL] || config->own[HALT_CALLRET];
  if (!is_call (insn, &predicate) || !comes_back (insn)
      || (config->kind[HALT_CALL] && last_call.insn != insn))
    return;
  if (predicate != HALT_NO_REG && unit.target->regs[predicate].clobbered)
    dump_left_out ("callret", "the call may change its predicate");
  else if (own)
    label_at (insn, HALT_CALLRET, true, note_predicated (predicate));
  else
    label_as (insn, HALT_CALLRET, true, last_call.id, last_call.fixed,
	      note_predicated (predicate));
}

/* --- memory ---------------------------------------------------------------- */

/* The accesses of INSN, in the order in which it makes them.  */
static void
label_load (rtx_insn *insn)
{
  auto_vec<memop> list;
  if (NOTE_P (insn))
    return;
  access_list (insn, &list);
  for (unsigned i = 0; i < list.length (); i++)
    {
      const struct memop *a = &list[i];
      int kind = a->store ? HALT_STORE : HALT_LOAD;
      struct subject s = {};
      s.access = *a;
      if (config->kind[kind] && (a->mem & ~config->mem) == 0)
	label_at (insn, kind, a->after, s);
    }
}

/* Where loads are labelled, stores are by now.  */
static void
label_store (rtx_insn *insn)
{
  if (!config->kind[HALT_LOAD])
    label_load (insn);
}

/* --- the pass -------------------------------------------------------------- */

/* Where the points of each kind are: label those that INSN has, an instruction, or
   the note at a block's head, after which the points of the block as a whole
   stand.  */
static const struct
{
  int kind;
  void (*label) (rtx_insn *insn);
} places[] = {
#define HALT_PATH_KIND(...)
#define HALT_INLINE_KIND(...)
#define HALT_KIND(NAME, number, word, ...) { HALT_##NAME, label_##word },
#include "halt/kinds.def"
};

static void
label_points (basic_block bb)
{
  rtx_insn *insn;
  FOR_BB_INSNS (bb, insn)
    if (insn == bb_note (bb) || cfg_counts (insn))
      for (size_t i = 0; i < ARRAY_SIZE (places); i++)
	if (config->kind[places[i].kind] || places[i].kind == HALT_STARTUP)
	  places[i].label (insn);
}

/* The first block must be entered once for each call: give it a block of its
   own before it if a loop leads back to it.  */
static void
separate_entry (void)
{
  basic_block entry = ENTRY_BLOCK_PTR_FOR_FN (cfun);
  if (EDGE_COUNT (entry->next_bb->preds) > 1)
    split_edge (single_succ_edge (entry));
}

const halt_pass reserve_pass = {
  RTL_PASS, "halt_reserve",
  [] (function *) {
    return unit.target != NULL && !config->atom && !function_excluded ();
  },
  [] (function *) { target_reserve (); }
};

const halt_pass prepare_pass = {
  RTL_PASS, "halt_prepare",
  [] (function *) { return unit.target != NULL; },
  [] (function *) { target_prepare (); }
};

static void
label_function (function *fn)
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
      return;
    }
  if (is_main () || config->kind[HALT_ENTRY])
    separate_entry ();
  FOR_EACH_BB_FN (bb, fn)
    label_points (bb);
  extern_label ();
  describe_function (0);
  if (config->count)
    {
      returns_find ();
      guide_find ();
    }
}

/* The notes have RTL of their own, which nothing else keeps until the next pass,
   which needs it.  */
const halt_pass label_pass = {
  RTL_PASS, "halt_label",
  [] (function *) { return unit.target != NULL && !config->atom; },
  label_function, 0, 0, TODO_do_not_ggc_collect
};
