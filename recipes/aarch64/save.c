/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What AArch64 pots save, where, and how they get it back.  */

#include <string.h>

#include "recipes/aarch64/frame.h"

/* Add what the call for P's point, with N_ARGS arguments, may change, and what
   the pot itself uses on the way there.  Linkers may put a stub before any
   routine.  */
static void
add_changes (struct aarch64_plan *p, int n_args)
{
  const struct halt_target *t = p->pot->target;
  const struct halt_point *pt = p->point;

  reg_set_join (&p->changes, &pt->summary.changes);
  for (int i = 0; i < n_args && i < t->n_arg_regs; i++)
    if (aarch64_wants (p->pot, i) || pt->verify)
      reg_set_add (&p->changes, t->arg_regs[i]);
  reg_set_add (&p->changes, A64_LR);
  reg_set_add (&p->changes, A64_IP0);
  reg_set_add (&p->changes, A64_IP1);
}

/* Whether a branch that is annotated by one of the points from PT on reads the flags, or
   somebody behind does.  */
static bool
keeps_flags (const struct halt_point *pt)
{
  while (pt && !pt->flags_live
	 && !(pt->cond && pot_outcome (pt) < 0 && !strchr (pt->cond, ':')))
    pt = pt->next;
  return pt;
}

/* The manual's build_save_set: live and changed by the call.  N_ARGS is the most
   that one of the calls has.  Vector registers come first, where they are
   aligned.  */
void
aarch64_plan_saves (struct aarch64_plan *p, int n_args)
{
  const struct halt_target *t = p->pot->target;
  const struct halt_point *first = p->point;

  p->summarized = p->folded || pot_summarized (first);
  for (; p->point && !p->folded; p->point = p->point->next)
    add_changes (p, n_args);
  p->point = first;
  for (int r = A64_CC - 1; r >= 0; r--)
    {
      if (!t->regs[r].clobbered || !reg_set_has (&first->live, r))
	continue;
      if (p->summarized && !reg_set_has (&p->changes, r))
	{
	  reg_set_add (&p->check, r);
	  continue;
	}
      p->slot[r] = p->size;
      p->size += aarch64_size (r);
    }
  if (p->folded ? !first->flags_live || !reg_set_has (&p->changes, A64_CC)
		: !keeps_flags (first))
    return;
  p->slot[A64_CC] = p->size;
  p->size += A64_WORD;
}

/* The flags go by way of x16, which has been saved if anybody needs it.  */
void
aarch64_save (struct aarch64_plan *p)
{
  for (int r = 0; r < A64_CC; r++)
    if (p->slot[r] >= 0)
      pot_reg (p->pot, POT_SAVE, OP_STORE, r, aarch64_size (r), p->slot[r]);
  if (p->slot[A64_CC] < 0)
    return;
  pot_asm (p->pot, POT_SAVE, A64_IP0, HALT_NO_REG, "mrs\tx16, nzcv");
  pot_reg (p->pot, POT_SAVE, OP_STORE, A64_IP0, A64_WORD, p->slot[A64_CC]);
  if (p->slot[A64_IP0] >= 0)
    reg_set_add (&p->lost, A64_IP0);
}

void
aarch64_restore (struct aarch64_plan *p)
{
  if (p->slot[A64_CC] >= 0)
    {
      pot_reg (p->pot, POT_RESTORE, OP_LOAD, A64_IP0, A64_WORD,
	       p->slot[A64_CC]);
      pot_asm (p->pot, POT_RESTORE, HALT_NO_REG, A64_IP0, "msr\tnzcv, x16");
    }
  for (int r = 0; r < A64_CC; r++)
    if (p->slot[r] >= 0)
      pot_reg (p->pot, POT_RESTORE, OP_LOAD, r, aarch64_size (r), p->slot[r]);
}

bool
aarch64_wants (const struct pot *pot, int n)
{
  const struct aarch64_plan *p = aarch64_plan_of (pot);
  const struct halt_target *t = pot->target;
  return !p->summarized || n < p->optional
	 || reg_set_has (&p->point->summary.reads, t->arg_regs[n]);
}
