/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The notes of the current function.  */

#include "plugin/plugin.h"
#include "plugin/rtl/insn-list.h"

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
  for (; next && INSN_P (next) && facts_glued (next);
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
  return gen_rtx_fmt_ee (code, GET_MODE (cond), XEXP (cond, 0),
			 XEXP (cond, 1));
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
      break;
    case HALT_ARGS_CONDITION:
      if (!JUMP_P (insn) || !any_condjump_p (insn))
	return false;
      s->cond = branch_condition (insn);
      return s->cond && facts_condition (s->cond, text, sizeof text);
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
    case HALT_ARGS_NONE:
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
