/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Counting in line: what is added where in the current function, and which notes
   that tells of.  */

#include "plugin/count/count.h"
#include "plugin/rtl/insn-list.h"
#include "plugin/rtl/rtl.h"

static insn_list<addition> additions;
static hash_set<const struct note *> told;

struct addition *
addition_add (rtx_insn *insn, bool after, int64_t cell, enum halt_step step,
	      int reg)
{
  addition a = {};
  note_step_over_glued (&insn, &after);
  a.after = after;
  a.cell = cell;
  a.step = step;
  a.reg = reg;
  a.pointer = HALT_NO_REG;
  return additions.add (insn, a);
}

void
addition_add_enter (basic_block bb)
{
  rtx_insn *insn = bb_note (bb);
  addition a = {};
  a.after = true;
  note_step_over_glued (&insn, &a.after);
  a.only_enter = true;
  a.pointer = HALT_NO_REG;
  additions.add (insn, a, true);
}

void
addition_drop_enter (basic_block bb)
{
  rtx_insn *insn = bb_note (bb);
  bool after = true;
  note_step_over_glued (&insn, &after);
  additions.drop_first (insn);
}

struct addition *
addition_first (const rtx_insn *insn)
{
  return additions.first (insn);
}

struct addition *
addition_next (const struct addition *a)
{
  return additions.next (a);
}

void
note_tell (const struct note *n)
{
  told.add (n);
}

bool
note_told (const struct note *n)
{
  return told.contains (n);
}

bool
notes_told (const rtx_insn *insn)
{
  for (const struct note *n = note_first (insn); n; n = note_next (n))
    if (!note_told (n))
      return false;
  return true;
}

void
additions_release (void)
{
  additions.release ();
  told.empty ();
}
