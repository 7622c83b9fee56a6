/* SPDX-License-Identifier: GPL-3.0-or-later */
/* The notes of the current function.

   Notes are kept by instruction number, not by pointer: an instruction may be
   deleted between two passes, and a note whose instruction is gone is never
   asked for.  */

#include "plugin/plugin.h"

typedef int_hash <int, -1, -2> uid_hash;

static auto_vec<note> notes;
/* Index in NOTES of the first note of an instruction.  */
static hash_map<uid_hash, int> *heads;

/* The next instruction of the block behind INSN, or NULL.  */
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

/* Where a pot would come between instructions that belong together, it comes
   behind them: *INSN and *AFTER are changed to say so.  */
static void
step_over_glued (rtx_insn **insn, bool *after)
{
  rtx_insn *next = *after ? next_in_block (*insn) : *insn;
  for (; next && INSN_P (next) && facts_glued (next);
       next = next_in_block (next))
    {
      *insn = next;
      *after = true;
    }
}

struct note *
note_add (rtx_insn *insn, int kind, bool after)
{
  int index = notes.length ();
  note n = {};
  rtx_insn *about = insn;
  step_over_glued (&insn, &after);
  n.about = insn == about ? NULL : about;
  n.kind = kind;
  n.after = after;
  n.access = -1;
  n.cell = -1;
  n.pointer = HALT_NO_REG;
  n.next = -1;
  notes.safe_push (n);

  if (!heads)
    heads = new hash_map<uid_hash, int>;
  bool existed;
  int &head = heads->get_or_insert (INSN_UID (insn), &existed);
  if (!existed)
    head = index;
  else
    {
      int last = head;
      while (notes[last].next >= 0)
	last = notes[last].next;
      notes[last].next = index;
    }
  return &notes[index];
}

struct note *
note_add_first (rtx_insn *insn, int kind, bool after)
{
  step_over_glued (&insn, &after);
  int *head = heads ? heads->get (INSN_UID (insn)) : NULL;
  int second = -1;
  if (head)
    {
      second = *head;
      heads->remove (INSN_UID (insn));
    }
  struct note *n = note_add (insn, kind, after);
  n->next = second;
  return n;
}

rtx_insn *
note_place (rtx_insn *insn)
{
  bool after = NOTE_P (insn);
  step_over_glued (&insn, &after);
  return insn;
}

struct note *
note_first (rtx_insn *insn)
{
  int *head = heads ? heads->get (INSN_UID (insn)) : NULL;
  return head ? &notes[*head] : NULL;
}

struct note *
note_next (const struct note *n)
{
  return n->next >= 0 ? &notes[n->next] : NULL;
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
  notes.truncate (0);
  delete heads;
  heads = NULL;
}
