/* SPDX-License-Identifier: GPL-3.0-or-later */
/* What Alpha pots save, where, and how they get it back.  */

#include "recipes/alpha/frame.h"

/* Add what the call for P's point, with N_ARGS arguments, may change, and what
   the pot itself uses on the way there.  */
static void
add_changes (struct alpha_plan *p, int n_args)
{
  const struct halt_target *t = p->pot->target;
  const struct halt_point *pt = p->point;

  reg_set_join (&p->changes, &pt->summary.changes);
  for (int i = 0; i < n_args && i < t->n_arg_regs; i++)
    if (alpha_wants (p->pot, i) || pt->verify)
      reg_set_add (&p->changes, t->arg_regs[i]);
  reg_set_add (&p->changes, ALPHA_RA);
  reg_set_add (&p->changes, ALPHA_PV);
  reg_set_add (&p->changes, ALPHA_GP);
  if (pt->verify)
    reg_set_add (&p->changes, ALPHA_AT);
  /* Those with which the stubs of shared objects work.  */
  if (!pt->summary.direct)
    {
      reg_set_add (&p->changes, ALPHA_AT);
      for (int r = ALPHA_T8; r < ALPHA_RA; r++)
	reg_set_add (&p->changes, r);
    }
}

/* The manual's build_save_set: live and changed by the call, and the global
   pointer.  N_ARGS is the most that one of the calls has.  */
void
alpha_plan_saves (struct alpha_plan *p, int n_args)
{
  const struct halt_target *t = p->pot->target;
  const struct halt_point *first = p->point;

  p->summarized = pot_summarized (first);
  for (; p->point; p->point = p->point->next)
    add_changes (p, n_args);
  p->point = first;
  for (int r = 0; r < t->n_regs; r++)
    {
      if (!t->regs[r].clobbered
	  || !(reg_set_has (&first->live, r) || r == ALPHA_GP))
	continue;
      if (p->summarized && !reg_set_has (&p->changes, r))
	{
	  reg_set_add (&p->check, r);
	  p->n_check++;
	  continue;
	}
      p->slot[r] = p->size;
      p->size += ALPHA_WORD;
    }
}

void
alpha_save (struct alpha_plan *p)
{
  for (int r = 0; r < ALPHA_REGS; r++)
    if (p->slot[r] >= 0)
      pot_reg (p->pot, POT_SAVE, OP_STORE, r, ALPHA_WORD, p->slot[r]);
}

void
alpha_restore (struct alpha_plan *p)
{
  for (int r = 0; r < ALPHA_REGS; r++)
    if (p->slot[r] >= 0)
      pot_reg (p->pot, POT_RESTORE, OP_LOAD, r, ALPHA_WORD, p->slot[r]);
}

bool
alpha_wants (const struct pot *pot, int n)
{
  const struct alpha_plan *p = alpha_plan_of (pot);
  const struct halt_target *t = pot->target;
  return !p->summarized || n < p->optional
	 || reg_set_has (&p->point->summary.reads, t->arg_regs[n]);
}
