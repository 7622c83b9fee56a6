/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The notes of the current function.  */

#include "plugin/target_hooks.h"
#include "plugin/rtl/insn-list.h"
#include "plugin/rtl/rtl.h"

static insn_list<note> notes;

/* The next instruction of INSN's block, or NULL.  */
static rtx_insn *
next_in_block (const rtx_insn *insn)
{
  const rtx_insn *end = BB_END (BLOCK_FOR_INSN (insn));
  while (insn != end)
    {
      insn = NEXT_INSN (insn);
      if (cfg_counts (insn))
	return const_cast<rtx_insn *> (insn);
    }
  return NULL;
}

void
note_step_over_glued (rtx_insn **insn, bool *after)
{
  rtx_insn *next = *after ? next_in_block (*insn) : *insn;
  for (; next && INSN_P (next) && target_glued (next);
       next = next_in_block (next))
    {
      *insn = next;
      *after = true;
    }
}

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
  return gen_rtx_fmt_ee (code, GET_MODE (cond), XEXP (cond, 0), XEXP (cond, 1));
}

rtx
note_call (const rtx_insn *insn, int *predicate)
{
  rtx x = CALL_P (insn) && !FAKE_CALL_P (insn) ? PATTERN (insn) : NULL_RTX;
  *predicate = HALT_NO_REG;
  if (x && GET_CODE (x) == COND_EXEC)
    {
      *predicate = target_predicate (COND_EXEC_TEST (x));
      x = *predicate == HALT_NO_REG ? NULL_RTX : COND_EXEC_CODE (x);
    }
  if (x && GET_CODE (x) == PARALLEL)
    x = XVECEXP (x, 0, 0);
  if (x && GET_CODE (x) == SET)
    x = SET_SRC (x);
  return x && GET_CODE (x) == CALL && MEM_P (XEXP (x, 0)) ? x : NULL_RTX;
}

struct subject
note_predicated (int predicate)
{
  struct subject s = {};
  struct halt_access *a = &s.access.facts;
  if (predicate == HALT_NO_REG)
    return s;
  a->bytes = UNITS_PER_WORD;
  a->ea.base = a->ea.index = a->count = a->advance = HALT_NO_REG;
  a->ea.scale = a->lanes.n = 1;
  a->lanes.index = HALT_NO_REG;
  a->lanes.mask = predicate;
  return s;
}

/* The symbol that INSN names besides what it calls, a register: who says which
   function that is; else CALLEE.  */
static rtx
named_callee (const rtx_insn *insn, rtx callee)
{
  rtx pattern = PATTERN (insn);
  if (REG_P (callee) && GET_CODE (pattern) == PARALLEL)
    for (int i = 1; i < XVECLEN (pattern, 0); i++)
      {
	rtx x = XVECEXP (pattern, 0, i);
	if (GET_CODE (x) == USE && GET_CODE (XEXP (x, 0)) == SYMBOL_REF)
	  return XEXP (x, 0);
      }
  return callee;
}

/* The name that SYMBOL has for the assembler.  */
static const char *
symbol_name (rtx symbol)
{
  return IDENTIFIER_POINTER (targetm.asm_out.mangle_assembler_name (
    assemble_name_resolve (XSTR (symbol, 0))));
}

const char *
note_callee (const rtx_insn *insn)
{
  int predicate;
  rtx call = note_call (insn, &predicate);
  rtx callee = call ? named_callee (insn, XEXP (XEXP (call, 0), 0)) : NULL_RTX;
  if (call && GET_CODE (callee) != SYMBOL_REF)
    {
      /* It is loaded from a table of addresses, say.  */
      rtx note = find_reg_note (insn, REG_CALL_DECL, NULL_RTX);
      callee = note ? XEXP (note, 0) : NULL_RTX;
    }
  return callee && GET_CODE (callee) == SYMBOL_REF
	   ? symbol_name (callee)
	   : NULL;
}

/* What INSN, a call, calls.  */
static bool
find_callee (rtx_insn *insn, struct subject *s)
{
  int predicate;
  auto_vec<memop> list;
  rtx call = note_call (insn, &predicate);
  if (!call)
    return false;
  *s = note_predicated (predicate);
  rtx callee = named_callee (insn, XEXP (XEXP (call, 0), 0));
  s->through = MEM_P (callee);
  if (GET_CODE (callee) == SYMBOL_REF)
    {
      s->callee = symbol_name (callee);
      s->local = SYMBOL_REF_LOCAL_P (callee);
      return true;
    }
  if (s->through ? !access_add_mem (&list, callee)
		 : !access_add (&list, false, callee, ADDR_SPACE_GENERIC,
				UNITS_PER_WORD))
    return false;
  if (predicate != HALT_NO_REG)
    list[0].facts.lanes = s->access.facts.lanes;
  s->access = list[0];
  return true;
}

bool
note_subject (rtx_insn *insn, int kind, struct subject *s)
{
  char text[32];
  auto_vec<memop> list;
  rtx buffer;
  *s = {};
  switch (halt_kind_args (kind))
    {
    case HALT_ARGS_START:
    case HALT_ARGS_ACCESS:
    case HALT_ARGS_PATH:
    case HALT_ARGS_VALUE:
      break;
    case HALT_ARGS_CONDITION:
      if (!JUMP_P (insn) || !any_condjump_p (insn))
	return false;
      s->cond = branch_condition (insn);
      return s->cond && target_condition (s->cond, text, sizeof text);
    case HALT_ARGS_INDEX:
      {
	rtx_insn *jump = BB_END (BLOCK_FOR_INSN (insn));
	return JUMP_P (jump) && tablejump_p (jump, NULL, NULL)
	       && access_table (jump, &s->access, &s->table) == insn;
      }
    case HALT_ARGS_BUFFER:
    case HALT_ARGS_JUMP:
      if (marker_kind (insn, &buffer) < 0)
	return CALL_P (insn);
      access_add (&list, false, buffer, ADDR_SPACE_GENERIC, 1);
      s->access = list[0];
      return true;
    case HALT_ARGS_CALLEE:
      return find_callee (insn, s);
    case HALT_ARGS_NONE:
    case HALT_ARGS_LIST:
    case HALT_ARGS_OWN:
      return true;
    }
  return false;
}

struct note *
note_add (rtx_insn *insn, int kind, bool after, const struct subject &subject)
{
  note n = {};
  rtx_insn *about = insn;
  note_step_over_glued (&insn, &after);
  n.about = insn == about ? NULL : about;
  n.kind = kind;
  n.after = after;
  n.subject = subject;
  return notes.add (insn, n);
}

struct note *
note_first (const rtx_insn *insn)
{
  return notes.first (insn);
}

struct note *
note_next (const struct note *n)
{
  return notes.next (n);
}

void
note_move (rtx_insn *from, rtx_insn *to)
{
  note *last = notes.drop_last (from);
  last->after = false;
  notes.put_first (to, last);
}

void
note_part (rtx_insn *jump, rtx_insn *not_taken, rtx_insn *taken)
{
  rtx_insn *heads[] = { not_taken, taken };
  note n = *notes.drop_last (jump);
  for (int way = 0; way < 2; way++)
    {
      note part = n;
      rtx_insn *insn = heads[way];
      part.after = true;
      part.about = n.about ? n.about : jump;
      part.subject = {};
      part.outcome = way ? "1" : "0";
      note_step_over_glued (&insn, &part.after);
      notes.add (insn, part, true);
    }
}

unsigned
notes_count (void)
{
  return notes.length ();
}

void
notes_release (void)
{
  for (unsigned i = 0; i < notes.length (); i++)
    notes[i].args.release ();
  notes.release ();
}
