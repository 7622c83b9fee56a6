/* SPDX-License-Identifier: GPL-3.0-or-later */
/* Conditional branches whose routine is copied: a point on each way in place of one
   before the branch.  The outcome is a constant there, with which the copy is
   evaluated (recipes/copies/fold.c); the branch stays as it is, and flags are
   kept only on a way where they are read.  The event comes at the same time, as nothing stands between the branch and the
   ways.  */

#include "plugin/core/core.h"
#include "plugin/count/count.h"
#include "plugin/routines/routines.h"
#include "plugin/rtl/rtl.h"

/* Where control never comes, if GCC is right, what is longer is called, not copied: with
   its arguments, and what is saved around it, a call takes as many bytes.  Where it comes
   rarely a copy stands: that is a guess, and far off in long chains of tests.  */
#define COLD_COPY 20

bool
ways_copied (basic_block bb, const struct halt_summary *known)
{
  return known->copy && known->unaligned && !config->no_copies
	 && (known->copy_bytes <= COLD_COPY
	     || !probably_never_executed_bb_p (cfun, bb));
}

/* A branch, and the note of it.  */
struct parted
{
  rtx_insn *jump;
  edge ways[2];			/* not taken, taken */
};

/* The last note of INSN, or NULL.  */
static const struct note *
last_note (const rtx_insn *insn)
{
  const struct note *last = NULL;
  for (const struct note *n = note_first (insn); n; n = note_next (n))
    last = n;
  return last;
}

/* Whether a pot can stand on E.  */
static bool
has_room (edge e)
{
  return !(e->flags & EDGE_COMPLEX) && e->dest != EXIT_BLOCK_PTR_FOR_FN (cfun);
}

/* Whether the branch at the end of BB has ways that its point can be on.  */
static bool
find_ways (basic_block bb, struct parted *p)
{
  struct halt_summary known;
  rtx_insn *jump = BB_END (bb);
  const struct note *note = last_note (jump);
  if (!note || note->after || note->args.length () || !JUMP_P (jump)
      || halt_kind_args (note->kind) != HALT_ARGS_CONDITION
      || EDGE_COUNT (bb->succs) != 2 || optimize_function_for_size_p (cfun)
      || !clobbers_find (kind_routine (note->kind), &known)
      || !ways_copied (bb, &known))
    return false;
  edge fall = EDGE_SUCC (bb, 0), taken = EDGE_SUCC (bb, 1);
  if (!(fall->flags & EDGE_FALLTHRU))
    std::swap (fall, taken);
  p->jump = jump;
  p->ways[0] = fall;
  p->ways[1] = taken;
  return fall->flags & EDGE_FALLTHRU && has_room (fall) && has_room (taken);
}

/* The note at the head of a block that is executed when E is crossed, and
   never else.  */
static rtx_insn *
head_of (edge e)
{
  return bb_note (single_pred_p (e->dest) ? e->dest : place_split (e));
}

void
ways_part (function *fn)
{
  basic_block bb;
  auto_vec<parted> all;
  if (config->verify || config->switching || config->count)
    return;
  FOR_EACH_BB_FN (bb, fn)
    {
      parted p;
      if (find_ways (bb, &p))
	all.safe_push (p);
    }
  for (const parted &p : all)
    note_part (p.jump, head_of (p.ways[0]), head_of (p.ways[1]));
  if (all.length ())
    df_analyze ();
}
